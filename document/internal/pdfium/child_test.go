//go:build linux

package pdfium

import (
	"bytes"
	"compress/flate"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"sluice/document/content"
	"sluice/document/internal/cputime"
	"sluice/document/internal/pdfengine"
	"sluice/document/internal/pdffile"
	"sluice/internal/pdf"
)

// long is a document of n pages that takes a while.
func long(t *testing.T, n int) string {
	content := pdf.File("",
		"<< /Type /Catalog /Pages 2 0 R >>",
		fmt.Sprintf("<< /Type /Pages /Count %d /MediaBox [0 0 595 842] /Resources << /Font << /R << /Type /Font /Subtype /Type1 /BaseFont /Helvetica >> >> >> /Kids [%s] >>",
			n, strings.Repeat("3 0 R ", n)),
		"<< /Type /Page /Parent 2 0 R /Contents 4 0 R >>",
		pdf.Stream("", "BT /R 10 Tf 72 800 Td "+strings.Repeat("(to be or not to be) Tj 0 -12 Td ", 60)+" ET"))
	path := filepath.Join(t.TempDir(), "long.pdf")
	if err := os.WriteFile(path, content, 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// started is a pool whose child stands ready, and the child's process.
func started(t *testing.T) (*Pool, int) {
	p := NewPool(1, "", nil)
	t.Cleanup(p.Close)
	if _, err := p.Read(t.Context(), long(t, 1)); err != nil {
		t.Fatal(err)
	}
	c := <-p.seats
	p.seats <- c
	return p, c.cmd.Process.Pid
}

// busy waits until a process has used CPU for a while longer.
func busy(t *testing.T, pid int) {
	t.Helper()
	used := func() (ticks int) {
		b, _ := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
		if _, rest, ok := bytes.Cut(b, []byte(") ")); ok {
			if f := strings.Fields(string(rest)); len(f) > 11 {
				ticks, _ = strconv.Atoi(f[11])
			}
		}
		return ticks
	}
	first := used()
	for end := time.Now().Add(5 * time.Minute); used() < first+10; time.Sleep(5 * time.Millisecond) {
		if time.Now().After(end) {
			t.Error("the child does nothing")
			return
		}
	}
}

// successor waits for the child that stands ready in place of another, and
// returns its process.
func successor(t *testing.T, of int) int {
	t.Helper()
	for end := time.Now().Add(5 * time.Minute); time.Now().Before(end); time.Sleep(5 * time.Millisecond) {
		processes, _ := filepath.Glob("/proc/[0-9]*")
		for _, at := range processes {
			stat, _ := os.ReadFile(at + "/stat")
			limits, _ := os.ReadFile(at + "/limits")
			pid, _ := strconv.Atoi(filepath.Base(at))
			_, rest, _ := bytes.Cut(stat, []byte(") "))
			if f := strings.Fields(string(rest)); len(f) > 1 && f[1] == strconv.Itoa(os.Getpid()) && pid != of &&
				strings.Contains(strings.Join(strings.Fields(string(limits)), " "), "Max file size 0 0") { // the last that it does before
				return pid
			}
		}
	}
	t.Error("no child has taken its place")
	return of
}

func TestChildKilledWhileReadingIsReplaced(t *testing.T) {
	p, pid := started(t)
	const pages = 1000
	path := long(t, pages)
	go func() {
		busy(t, pid)
		syscall.Kill(pid, syscall.SIGKILL) //nolint:errcheck // it shows
	}()
	d, err := p.Read(t.Context(), path)
	if err != nil {
		t.Fatal(err)
	}
	if d.Cut != "" || d.Pages != pages || strings.Count(d.Text, "\f") != pages {
		t.Errorf("%d pages, %d of them read, cut %q; want it whole", d.Pages, strings.Count(d.Text, "\f"), d.Cut)
	}
}

// TestDocumentWhoseReadersAreKilledIsNotDamaged has every child killed,
// as a machine does that is short of memory.
func TestDocumentWhoseReadersAreKilledIsNotDamaged(t *testing.T) {
	p, first := started(t)
	var killing sync.WaitGroup
	killing.Go(func() {
		busy(t, first)
		syscall.Kill(first, syscall.SIGKILL) //nolint:errcheck // it shows
		second := successor(t, first)
		busy(t, second)
		syscall.Kill(second, syscall.SIGKILL) //nolint:errcheck // it shows
	})
	d, err := p.Read(t.Context(), long(t, pdffile.MaxPages))
	killing.Wait()
	if died := (*content.DiedError)(nil); !errors.As(err, &died) || errors.Is(err, content.ErrDamaged) {
		t.Errorf("%+v, %v; want that the reader was killed", d, err)
	}
	if d, err := p.Read(t.Context(), long(t, 2)); err != nil || d.Pages != 2 || d.Cut != "" {
		t.Errorf("afterwards: %+v, %v", d, err)
	}
}

func TestHangingChildIsReplacedAfterTimeout(t *testing.T) {
	p, pid := started(t)
	p.limits = limits{open: 2 * time.Second, page: time.Microsecond, all: 2 * time.Second}
	path := long(t, pdffile.MaxPages)
	go func() {
		busy(t, pid)
		syscall.Kill(pid, syscall.SIGSTOP) //nolint:errcheck // it shows
	}()
	began := time.Now()
	d, err := p.Read(t.Context(), path)
	if err == nil && (d.Cut != content.CutTime || d.Text == "") || err != nil && !errors.Is(err, content.ErrTime) {
		t.Errorf("%+v, %v; want what was read until the time was over", d, err)
	}
	if took := time.Since(began); took > 20*time.Second {
		t.Errorf("it took %v", took)
	}
	p.limits.open, p.limits.all = time.Minute, time.Minute
	if d, err := p.Read(t.Context(), long(t, 2)); err != nil || d.Pages != 2 {
		t.Errorf("afterwards: %+v, %v", d, err)
	}
}

// TestDelayedChildHasItsTime stops a child for longer than its document may take,
// as a machine does that has other work.
func TestDelayedChildHasItsTime(t *testing.T) {
	if _, ok := cputime.Of(os.Getpid()); !ok {
		t.Skip("the time of another process is not known here")
	}
	p, pid := started(t)
	const pages = 1000
	p.limits = limits{open: 3 * time.Second, page: 20 * time.Millisecond, all: time.Minute, waiting: time.Minute}
	path := long(t, pages)
	go func() {
		busy(t, pid)
		syscall.Kill(pid, syscall.SIGSTOP) //nolint:errcheck // it shows
		time.Sleep(p.limits.within(pages) / 4)
		syscall.Kill(pid, syscall.SIGCONT) //nolint:errcheck // it shows
	}()
	ctx, meter := cputime.Measure(t.Context())
	d, err := p.Read(ctx, path)
	if err != nil || d.Cut != "" || strings.Count(d.Text, "\f") != pages {
		t.Errorf("%+v, %v; want it whole", d, err)
	}
	if used := meter.Used(); used <= 0 || used > p.limits.within(pages) {
		t.Errorf("%v of the processor", used)
	}
}

// TestReadingThatEndsByTheClockIsCutShort has a child that is stopped, as by a machine with other work, and one that uses its time.
func TestReadingThatEndsByTheClockIsCutShort(t *testing.T) {
	if _, ok := cputime.Of(os.Getpid()); !ok {
		t.Skip("the time of another process is not known here")
	}
	for _, stopped := range []bool{true, false} {
		p, pid := started(t)
		p.limits = limits{open: 500 * time.Millisecond, all: 500 * time.Millisecond, waiting: time.Minute}
		if stopped {
			p.limits.waiting = 0
			syscall.Kill(pid, syscall.SIGSTOP) //nolint:errcheck // it shows
		}
		ctx, meter := cputime.Bound(t.Context(), time.Hour)
		d, err := p.Read(ctx, long(t, pdffile.MaxPages))
		if !errors.Is(err, content.ErrTime) && (d == nil || d.Cut != content.CutTime) || meter.IsCutShort() != stopped {
			t.Errorf("%v, cut short: %v; want it out of time, %v", err, meter.IsCutShort(), stopped)
		}
	}
}

func TestTimeOfKilledChildIsMeasured(t *testing.T) {
	p, _ := started(t)
	p.limits = limits{open: 300 * time.Millisecond, all: 300 * time.Millisecond, waiting: time.Minute}
	ctx, meter := cputime.Measure(t.Context())
	p.Read(ctx, long(t, pdffile.MaxPages)) //nolint:errcheck // it is cut off
	if used := meter.Used(); used < 200*time.Millisecond {
		t.Errorf("%v of the processor, want what the child may use", used)
	}
}

func TestBoundOfCallerCutsReadingOff(t *testing.T) {
	p, _ := started(t)
	ctx, _ := cputime.Bound(t.Context(), 300*time.Millisecond)
	d, err := p.Read(ctx, long(t, pdffile.MaxPages))
	if !errors.Is(err, content.ErrTime) && (d == nil || d.Cut != content.CutTime) {
		t.Errorf("%v; want it out of time, or cut off", err)
	}
}

func TestCancelledReadEndsAtOnce(t *testing.T) {
	p, pid := started(t)
	ctx, cancel := context.WithCancel(t.Context())
	go func() {
		busy(t, pid)
		cancel()
	}()
	if d, err := p.Read(ctx, long(t, pdffile.MaxPages)); !errors.Is(err, context.Canceled) {
		t.Errorf("%+v, %v; want %v", d, err, context.Canceled)
	}
}

func TestGigabyteOfContentStaysWithinLimits(t *testing.T) {
	p, pid := started(t)
	p.limits = limits{open: 3 * time.Second, page: time.Millisecond, all: 4 * time.Second}
	path := filepath.Join(t.TempDir(), "bomb.pdf")
	if err := os.WriteFile(path, unpacked(1<<10), 0o600); err != nil {
		t.Fatal(err)
	}
	most := make(chan int, 1)
	go func() {
		kb := 0
		for {
			b, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", pid))
			if _, rest, ok := strings.Cut(string(b), "VmHWM:"); ok {
				fmt.Sscan(rest, &kb) //nolint:errcheck // it stays as it was
			} else if err == nil || errors.Is(err, os.ErrNotExist) { // it has ended
				most <- kb
				return
			}
			time.Sleep(10 * time.Millisecond)
		}
	}()
	d, err := p.Read(t.Context(), path)
	if err == nil && d.Text != "" || err != nil && !errors.Is(err, content.ErrTime) && !errors.Is(err, content.ErrTooLarge) && !errors.Is(err, content.ErrDamaged) {
		t.Errorf("%+v, %v", d, err)
	}
	p.Close()
	if kb := <-most; kb > 400<<10 || kb == 0 {
		t.Errorf("it took %d MB", kb>>10)
	}
}

func TestRemovedFolderIsMadeAgain(t *testing.T) {
	p, _ := started(t)
	c := <-p.seats
	c.stop()
	p.seats <- nil
	if err := os.Remove(p.folder); err != nil {
		t.Fatal(err)
	}
	if _, err := p.Read(t.Context(), long(t, 1)); err != nil {
		t.Error(err)
	}
}

func TestClosedPoolDoesNotWaitForChild(t *testing.T) {
	closed := make(chan struct{})
	close(closed)
	if _, err := startChild(t.Context(), closed, t.TempDir(), cacheFolder()); !errors.Is(err, errClosed) {
		t.Error(err)
	}
}

func TestAnswersOfChildAreBounded(t *testing.T) {
	long := strings.Repeat("x", 1<<20)
	var r answer
	r.add(pdffile.Page{Width: 100, Height: 200, Text: "a", Links: []string{long, "http://example.org/"}, Fonts: map[string]int{long: 9, "F": 1},
		Lines: []content.Line{{Text: long}, {Text: "a", Font: long}, {Text: "a", Style: long}, {Text: "a"}}})
	for i := range 3000 {
		r.add(pdffile.Page{Width: 100, Height: float64(3200 - i)})
	}
	d, err := r.result(nil)
	if err != nil || len(d.Links) != 1 || len(d.Fonts) != 1 || len(d.Lines) != 1 || len(r.sizes) > maxSizes {
		t.Errorf("%v, %d links, %d fonts, %d lines, %d sizes", err, len(d.Links), len(d.Fonts), len(d.Lines), len(r.sizes))
	}
	if d.Height != 200 || r.accept(message{isPicture, make([]byte, maxPicture+1)}) == nil {
		t.Errorf("height %g", d.Height)
	}
}

func TestAChildEndsWithItsRequests(t *testing.T) {
	folder := t.TempDir()
	c, err := startChild(t.Context(), nil, folder, cacheFolder())
	if err != nil {
		t.Fatal(err)
	}
	defer c.stop()
	c.in.Close()
	select {
	case _, ok := <-c.messages:
		if ok {
			t.Error("it says something")
		}
	case <-time.After(5 * time.Minute):
		t.Error("it lives on")
	}
}

func TestChildIsConfined(t *testing.T) {
	_, pid := started(t)
	b, err := os.ReadFile(fmt.Sprintf("/proc/%d/limits", pid))
	if err != nil {
		t.Skip("no /proc: ", err)
	}
	for _, want := range []string{"Max file size 0 0", "Max core file size 0 0", fmt.Sprintf("Max cpu time %d", maxSpent), fmt.Sprintf("Max address space %d", int64(maxAddresses))} {
		if !strings.Contains(strings.Join(strings.Fields(string(b)), " "), want) {
			t.Errorf("the limits have no %q:\n%s", want, b)
		}
	}
	if env, _ := os.ReadFile(fmt.Sprintf("/proc/%d/environ", pid)); !bytes.HasPrefix(env, []byte(childVariable+"=")) || bytes.Count(env, []byte{0}) != 1 {
		t.Errorf("its environment is %q", env)
	}
	if wd, _ := os.Readlink(fmt.Sprintf("/proc/%d/cwd", pid)); !strings.Contains(wd, "sluice-pdf-") {
		t.Errorf("it works in %s", wd)
	}
	if nice, err := unix.Getpriority(unix.PRIO_PROCESS, pid); err != nil || 20-nice < 5 { // the system call gives 20 - nice
		t.Errorf("its priority is %d, %v", 20-nice, err)
	}
}

// unpacked is a PDF whose page has mb MB of spaces for content.
func unpacked(mb int) []byte {
	return pdf.File("", "<< /Type /Catalog /Pages 2 0 R >>", "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
		"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 9 9] /Contents 4 0 R >>", pdf.Stream("/Filter /FlateDecode", bomb(mb)))
}

// bomb is a zlib stream of n MB of spaces.
func bomb(n int) string {
	var chunk bytes.Buffer
	w, _ := flate.NewWriter(&chunk, flate.BestCompression)
	w.Write(bytes.Repeat([]byte(" "), 1<<20)) //nolint:errcheck // to memory
	w.Flush()                                 //nolint:errcheck // to memory
	return "\x78\x9c" + strings.Repeat(chunk.String(), n) + "\x03\x00"
}

func TestDocumentThatCrashesPDFiumIsDamaged(t *testing.T) {
	e, err := pdfengine.Open(t.Context(), cacheFolder())
	if err != nil {
		t.Fatal(err)
	}
	if err := e.Fresh(); err != nil {
		t.Fatal(err)
	}
	defer e.Drop()
	func() {
		defer pdfengine.Caught(&err)
		e.Do("FPDF_GetPageCount", 1<<31) // a document that lies outside its memory
	}()
	if !errors.Is(err, content.ErrDamaged) {
		t.Errorf("%v; want %v", err, content.ErrDamaged)
	}
}
