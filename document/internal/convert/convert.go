// Package convert turns documents that no reader of our own knows into PDF,
// newer formats or text, by the programs that a machine has for it: antiword,
// catdoc and its sisters, LibreOffice, Ghostscript, dvips, and Tesseract for pictures of pages. It runs them in
// package sandbox, so main must begin with that package's Serve.
//
// [Find] the programs, then [Tools.ConvertToSuccessor], [Tools.Text],
// [Tools.PDF] and [Tools.OCR]. What a machine has no program for is a [NeedsError]; the other
// errors are package content's, with what the program said: a
// [content.DiedError] of one that a signal has ended. Formats are named as
// package document names them.
package convert

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os/exec"
	"strings"
	"sync"
	"time"

	"sluice/document/content"
	"sluice/document/internal/cputime"
	"sluice/document/internal/sandbox"
)

// Tools are the programs of this machine. They are for many goroutines at once;
// of LibreOffice one runs at a time.
type Tools struct {
	TempDir string        // where programs get their folders; empty: where the system keeps temporary files
	Time    time.Duration // of the processor that a program may take at most; 0: what is right for it, up to two minutes
	Unsafe  bool          // run programs also where there is no sandbox for them

	paths  map[string]string // where each is; absent: nowhere
	office chan struct{}     // held while LibreOffice runs

	askingLanguages sync.Mutex
	languages       []string // of Tesseract; none: to be asked for
}

// None in place of a program's path disables the program.
const None = "none"

// Find looks for the programs: by the paths given for their names (soffice, gs,
// dvips, antiword, catdoc, catppt, xls2csv, tesseract), then where the shell looks.
func Find(paths map[string]string) *Tools {
	t := &Tools{paths: map[string]string{}, office: make(chan struct{}, 1)}
	for _, p := range programs {
		for _, name := range append([]string{paths[p.name], p.name}, p.elsewhere...) {
			if name == None {
				break
			}
			if path, err := exec.LookPath(name); err == nil {
				t.paths[p.name] = absolute(path)
				break
			}
		}
	}
	return t
}

// has reports whether a program was found.
func (t *Tools) has(name string) bool { return t.paths[name] != "" }

// missing returns the titles of those programs that are not there.
func (t *Tools) missing(names ...string) (missing []string) {
	for _, name := range names {
		if !t.has(name) {
			missing = append(missing, titles[name])
		}
	}
	return missing
}

// checkSandbox returns a [content.NeedsError] if there is no sandbox for those of the
// programs that are there. The word joins their titles.
func (t *Tools) checkSandbox(format, word string, programs ...string) error {
	if t.Unsafe || sandbox.Protect().Available() {
		return nil
	}
	var present []string
	for _, name := range programs {
		if t.has(name) {
			present = append(present, titles[name])
		}
	}
	if present == nil {
		return nil
	}
	return &content.NeedsError{Tool: inWords(present, word), Format: format, Sandbox: true}
}

// inWords joins names as in "antiword, catdoc or LibreOffice".
func inWords(names []string, word string) string {
	if last := len(names) - 1; last > 0 {
		return strings.Join(names[:last], ", ") + " " + word + " " + names[last]
	}
	return strings.Join(names, "")
}

// work is a folder with the document in it, for the programs that work on it
// one after the other.
type work struct {
	tools      *Tools
	folder     *sandbox.Folder
	name, path string // of the document, in the folder and outside
	cut        string // why pages are missing
}

// begin puts the document into a new folder.
func (t *Tools) begin(name, path string) (*work, error) {
	w := &work{tools: t, name: name, path: path}
	return w, w.renew()
}

// renew puts the document into a new folder, and removes the one before: what
// a program left there must not be used, written over or run into by the next.
func (w *work) renew() error {
	w.close()
	folder, err := sandbox.Open(w.tools.TempDir)
	if err != nil {
		return err
	}
	w.folder = folder
	if err := folder.Put(w.name, w.path); err != nil {
		w.close()
		return err
	}
	return nil
}

// close removes the folder with all that is in it.
func (w *work) close() {
	if w.folder != nil {
		w.folder.Close()
		w.folder = nil
	}
}

// run runs a program that was found under a name. A result with a limit passed
// is an error; whether a status that is not 0 is one, the caller knows.
func (w *work) run(ctx context.Context, name string, c sandbox.Command) (sandbox.Result, error) {
	if c.Path == "" {
		c.Path = w.tools.paths[name]
	}
	own := w.tools.within(c.Limits.Time)
	c.Limits.Time, c.Unsandboxed = cputime.Left(ctx, own), w.tools.Unsafe
	begun := time.Now()
	r, err := w.folder.Run(ctx, c)
	elapsed := time.Since(begun)
	cputime.Add(ctx, r.CPU)
	switch {
	case err != nil:
		return r, err
	case r.Limit == "time":
		if c.Limits.Time < own || elapsed >= c.Limits.Wall() && r.CPU < own {
			cputime.CutShort(ctx)
		}
		return r, fmt.Errorf("%s took more than %v of processor time, or %v by the clock: %w", titles[name], c.Limits.Time, c.Limits.Wall(), content.ErrTime)
	case r.Limit != "":
		return r, fmt.Errorf("%s was %s: %w", titles[name], r, content.ErrTooLarge)
	}
	return r, nil
}

// within returns the shorter of d and the caller's own limit.
func (t *Tools) within(d time.Duration) time.Duration {
	if t.Time > 0 {
		return min(d, t.Time)
	}
	return d
}

// bad is the error of a program that produced nothing useful.
func bad(name string, r sandbox.Result) error {
	switch r.Signal {
	case "":
	case "SIGKILL":
		return &content.DiedError{Tool: titles[name], How: "was killed"}
	default:
		return &content.DiedError{Tool: titles[name], How: "ended by " + r.Signal}
	}
	cause := content.ErrDamaged
	// The programs have no status of their own for this: their words are all
	// there is to go by.
	if said := strings.ToLower(string(r.Stderr)); strings.Contains(said, "encrypted") || strings.Contains(said, "password") {
		cause = content.ErrEncrypted
	}
	if r.OK() {
		if said := r.Says(); said != "" {
			return fmt.Errorf("%s produced nothing: %s: %w", titles[name], said, cause)
		}
		return fmt.Errorf("%s produced nothing: %w", titles[name], cause)
	}
	return fmt.Errorf("%s %s: %w", titles[name], r, cause)
}

// final reports whether no other program needs to be tried: the document's
// fate, or the caller's, is decided.
func final(err error) bool {
	return errors.Is(err, content.ErrEncrypted) || errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded)
}

// made reports whether a program has made a file.
func (w *work) made(name string) (bool, error) {
	f, err := w.folder.OpenFile(name)
	if errors.Is(err, fs.ErrNotExist) {
		return false, nil
	}
	if err != nil {
		return false, err
	}
	return true, f.Close()
}
