package pdfium

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"sync/atomic"
	"time"

	"sluice/document/internal/cputime"
	"sluice/document/internal/pdfengine"
	"sluice/document/internal/sandbox"
)

// Limits after which a child is replaced, so that a leak cannot grow.
const (
	maxServed   = 500 // documents
	maxUsed     = 300 // seconds of CPU
	startWithin = 3 * time.Minute
)

// childVariable is set in the environment of a child: to the folder where
// PDFium lies compiled, or to noCache.
const (
	childVariable = "SLUICE_PDF_READER"
	noCache       = "-"
)

// served guards against a program that does not call Serve: a child of it would
// do the program's own work once more.
var served atomic.Bool

// errUnserved is the error in a program that has not called Serve. Without this
// check its copy would run as the program itself.
var errUnserved = errors.New("PDF is read in a child process, which is this program itself: let its main, and the TestMain of its tests, " +
	"begin with if document.Serve() { return }")

// webAssembly says what protects the machine on every system.
var webAssembly = fmt.Sprintf("PDFium is WebAssembly with at most %d MiB of memory, without files and network", pdfengine.MaxMemory>>20)

// child is a process that reads one document at a time.
type child struct {
	cmd      *exec.Cmd
	in       io.WriteCloser
	messages chan message // closed when the child is gone
	words    *tail        // the last that it wrote to its standard error
	served   int
	reported float64 // seconds of CPU, by its own account
}

// errClosed is the error of requests after Close.
var errClosed = errors.New("the PDF reader is closed")

// startChild starts this program once more and waits until it is ready, or
// it is not needed any more.
func startChild(ctx context.Context, closed <-chan struct{}, folder, cache string) (*child, error) {
	name, err := program()
	if err != nil {
		return nil, err
	}
	c := &child{cmd: exec.Command(name), messages: make(chan message), words: &tail{}}
	c.cmd.Args = []string{os.Args[0], "pdf-reader"}
	c.cmd.Env = []string{childVariable + "=" + cache}
	c.cmd.Dir = folder
	c.cmd.Stderr = c.words
	dieWithParent(c.cmd)
	writable := cache // to store PDFium there once it is compiled
	if cache == noCache {
		writable = ""
	}
	if err := sandbox.Confine(c.cmd, writable); err != nil {
		return nil, err
	}
	if c.in, err = c.cmd.StdinPipe(); err != nil {
		return nil, err
	}
	out, err := c.cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if err := c.cmd.Start(); err != nil {
		return nil, err
	}
	go func() {
		defer close(c.messages)
		for r := bufio.NewReaderSize(out, 64<<10); ; {
			m, err := receive(r)
			if err != nil {
				return
			}
			c.messages <- m
		}
	}()
	startTimer := time.NewTimer(startWithin)
	defer startTimer.Stop()
	select {
	case m, ok := <-c.messages:
		if ok && m.kind == isReady {
			return c, nil
		}
		err = errors.New("process ended at once: is Serve the first line of main?")
	case <-startTimer.C:
		err = fmt.Errorf("process not ready within %v", startWithin)
	case <-ctx.Done():
		err = ctx.Err()
	case <-closed:
		err = errClosed
	}
	c.stop()
	return nil, fmt.Errorf("start the PDF reader: %w%s", err, c.words)
}

// killed is how a child ended that did not end by itself.
const killed = "was killed"

// stop ends the child, whatever it does, and waits until it is gone. It returns
// how it ended, if it had ended before.
func (c *child) stop() (how string) {
	c.in.Close()
	c.cmd.Process.Kill()   //nolint:errcheck // it may be gone
	for range c.messages { //nolint:revive // to its end
	}
	c.cmd.Wait() //nolint:errcheck // it shows in its state
	if state := c.cmd.ProcessState; state != nil && state.Exited() {
		return state.String()
	}
	return killed
}

// cpu returns the processor time that the child has used so far. Where the
// system does not say before its end, it is what the child reported.
func (c *child) cpu() time.Duration {
	if state := c.cmd.ProcessState; state != nil {
		return state.UserTime() + state.SystemTime()
	}
	if used, ok := cputime.Of(c.cmd.Process.Pid); ok {
		return used
	}
	return time.Duration(c.reported * float64(time.Second))
}

// isWorn reports whether the child is to be replaced.
func (c *child) isWorn(e end) bool {
	return c.served >= maxServed || e.Spent > maxUsed
}
