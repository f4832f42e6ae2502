package pdfium

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"sync"
	"time"

	"sluice/document/content"
	"sluice/document/internal/cputime"
	"sluice/document/internal/draft"
	"sluice/document/internal/pdffile"
)

// Pool reads PDF in child processes, one document at a time in each. It is for
// many goroutines.
type Pool struct {
	log    *slog.Logger
	seats  chan *child   // as many as there may be children; nil where none has been started
	start  chan struct{} // holds one: children start one after the other, so that one compiles and the others find it done
	closed chan struct{}
	once   sync.Once
	limits limits
	temp   string
	folder string // empty; the children work there. Guarded by start
}

// limits are the processor time that a document may take: to open, then for each
// page, all in all. They are generous, an honest document needs some 10 ms a page.
// By the clock it may take waiting more, because the machine has other work. Where
// the time of another process is not known (see [cputime.Of]), the time is by
// the clock alone.
type limits struct{ open, page, all, waiting time.Duration }

// within returns the processor time that a document of so many pages may take.
func (l limits) within(pages int) time.Duration {
	return min(l.open+time.Duration(min(pages, pdffile.MaxPages))*l.page, l.all)
}

// left returns how much longer a document may be read; nothing or less when its
// time is over.
func (l limits) left(pages int, c *child, cpu time.Duration, began time.Time) time.Duration {
	elapsed := time.Since(began)
	used, ok := cputime.Of(c.cmd.Process.Pid)
	if !ok {
		return l.within(pages) - elapsed
	}
	return min(l.within(pages)-(used-cpu), l.within(pages)+l.waiting-elapsed)
}

// NewPool makes a pool of at most n children (1 if n is less), whose folder is
// in temp (the system's for such, if that is empty). It starts none before it
// is needed.
func NewPool(n int, temp string, log *slog.Logger) *Pool {
	n = max(n, 1)
	if log == nil {
		log = slog.New(slog.DiscardHandler)
	}
	p := &Pool{
		log: log, temp: temp, seats: make(chan *child, n), start: make(chan struct{}, 1), closed: make(chan struct{}),
		limits: limits{open: 20 * time.Second, page: 250 * time.Millisecond, all: 4 * time.Minute, waiting: 5 * time.Minute},
	}
	for range n {
		p.seats <- nil
	}
	return p
}

// Read reads a document. If it fails, the error is one of the package's errors. If
// time runs out or PDFium stops after some pages, Read returns those pages, and Cut
// says why. A document of pages without text, such as a scan, has an empty Text. If all
// its letters are such as nobody knows, it comes with ErrGarbled.
func (p *Pool) Read(ctx context.Context, path string) (*content.Document, error) {
	return p.ReadWithFiles(ctx, path, nil)
}

// ReadWithFiles is Read, and the files that are attached to the document go to files,
// unless that is nil.
func (p *Pool) ReadWithFiles(ctx context.Context, path string, files *draft.Files) (*content.Document, error) {
	r := &answer{files: files}
	err := p.request(ctx, path, request{Files: files != nil}, r)
	return r.result(err)
}

// Thumbnail makes a picture of the first page, width pixels wide or less, as
// PNG.
func (p *Pool) Thumbnail(ctx context.Context, path string, width int) ([]byte, error) {
	r := &answer{}
	if err := p.request(ctx, path, request{Width: max(1, min(width, pdffile.MaxWidth))}, r); err != nil {
		return nil, err
	}
	return r.picture, nil
}

// Picture makes a picture of a page, counted from 0, as PGM: with so many dots per inch, or fewer of a very large page.
func (p *Pool) Picture(ctx context.Context, path string, page, dots int) ([]byte, error) {
	r := &answer{}
	if err := p.request(ctx, path, request{Page: max(0, page), Dots: max(1, min(dots, maxDots))}, r); err != nil {
		return nil, err
	}
	return r.picture, nil
}

// maxDots is the finest picture of a page, in dots per inch.
const maxDots = 600

// Close ends all children. What is being read meanwhile ends with an error.
func (p *Pool) Close() {
	p.once.Do(func() {
		close(p.closed)
		for range cap(p.seats) {
			if c := <-p.seats; c != nil {
				c.stop()
			}
		}
		if p.folder != "" {
			os.RemoveAll(p.folder) //nolint:errcheck // in a folder for such
		}
	})
}

// request has a child answer a request into r.
func (p *Pool) request(ctx context.Context, path string, q request, r *answer) (err error) {
	select {
	case <-p.closed:
		return errClosed
	default:
	}
	var c *child
	select {
	case <-p.closed:
		return errClosed
	case <-ctx.Done():
		return ctx.Err()
	case c = <-p.seats:
	}
	defer func() { p.seats <- c }()
	restart := r.reset()
	for try := 1; ; try++ {
		if c == nil {
			if c, err = p.startChild(ctx); err != nil {
				return err
			}
		}
		var f *os.File
		if f, q.Size, err = openFile(path); err != nil {
			return err
		}
		c.served++
		before := c.cpu()
		last, err := p.exchange(ctx, c, q, f, r)
		if err == nil {
			cputime.Add(ctx, c.cpu()-before)
			if c.isWorn(last) {
				c.stop()
				c = nil
			}
			return last.err()
		}
		how := c.stop()
		cputime.Add(ctx, c.cpu()-before)
		words := c.words.String()
		c = nil
		switch {
		case !errors.Is(err, errDied):
			return err
		case ctx.Err() != nil:
			return ctx.Err()
		}
		p.log.Warn("the PDF reader died", "file", path, "how", how, "err", words)
		switch {
		case try == 1: // it may have been the doing of the machine, or of a document before
			restart()
		case how == killed:
			return &content.DiedError{Tool: "the PDF reader", How: how}
		default:
			return fmt.Errorf("%w: the PDF process died%s", content.ErrDamaged, words)
		}
	}
}

// startChild starts a process, or returns why none can be started.
func (p *Pool) startChild(ctx context.Context) (*child, error) {
	if !served.Load() {
		return nil, errUnserved
	}
	select {
	case p.start <- struct{}{}:
		defer func() { <-p.start }()
	case <-ctx.Done():
		return nil, ctx.Err()
	case <-p.closed:
		return nil, errClosed
	}
	if p.folder == "" {
		folder, err := os.MkdirTemp(p.temp, "sluice-pdf-*")
		if err != nil {
			return nil, fmt.Errorf("start the PDF reader: %w", err)
		}
		p.folder = folder
	}
	if err := os.MkdirAll(p.folder, 0o700); err != nil { // it may have been swept away since
		return nil, fmt.Errorf("start the PDF reader: %w", err)
	}
	return startChild(ctx, p.closed, p.folder, cacheFolder())
}

// cacheFolder is where PDFium lies compiled for this machine: compiling takes
// seconds, loading a third of one. What lies there is executed, so it must be
// the user's own.
func cacheFolder() string {
	base, err := os.UserCacheDir()
	if err != nil {
		return noCache
	}
	folder := filepath.Join(base, "sluice", "pdfium")
	if os.MkdirAll(folder, 0o700) != nil || !isOwn(filepath.Dir(folder)) || !isOwn(folder) {
		return noCache
	}
	return folder
}

// errDied is the error when a child ended within an answer. Whether the
// document is at fault shows with another child.
var errDied = errors.New("the PDF reader died")

// exchange hands a request with its file to a child and takes the answer. It
// closes the file. After an error the child is of no more use.
func (p *Pool) exchange(ctx context.Context, c *child, q request, f *os.File, r *answer) (last end, err error) {
	// On the side, since a child that does not read must not hold up the pool;
	// it ends with the child.
	sent := make(chan error, 1)
	go func() {
		defer f.Close()
		sent <- sendRequest(c.in, q, f)
	}()
	ended := false
	began, cpu := time.Now(), c.cpu()
	limits := p.limits
	limits.all = cputime.Left(ctx, limits.all)
	deadline := time.NewTimer(limits.within(0))
	defer deadline.Stop()
	for {
		select {
		case m, ok := <-c.messages:
			if !ok {
				return last, errDied
			}
			if m.kind == isEnd {
				if json.Unmarshal(m.body, &last) != nil {
					return last, errDied
				}
				r.cut, r.spent, c.reported = last.Cut, last.Spent, last.Spent
				if ended = true; sent == nil {
					return last, nil
				}
				continue
			}
			if err := r.accept(m); err != nil {
				return last, err
			}
			if m.kind == isOpened {
				deadline.Reset(limits.left(r.pages, c, cpu, began))
			}
		case err := <-sent:
			switch {
			case errors.Is(err, errDied) && !ended:
				// What it said before it died comes first, then its end.
			case err != nil:
				return last, err
			case ended:
				return last, nil
			}
			sent = nil
		case <-deadline.C:
			if left := limits.left(r.pages, c, cpu, began); left > 0 {
				deadline.Reset(max(left, 10*time.Millisecond))
				continue
			}
			own := p.limits.within(r.pages)
			if used, ok := cputime.Of(c.cmd.Process.Pid); limits.within(r.pages) < own || ok && used-cpu < own {
				cputime.CutShort(ctx)
			}
			return last, fmt.Errorf("%w: %d of %d pages in %v of processor time", content.ErrTime, r.got, r.pages, limits.within(r.pages))
		case <-ctx.Done():
			return last, ctx.Err()
		case <-p.closed:
			return last, errClosed
		}
	}
}
