package pdfium

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"runtime"
	"runtime/debug"

	"sluice/document/content"
	"sluice/document/internal/draft"
	"sluice/document/internal/pdfengine"
	"sluice/document/internal/pdffile"
	"sluice/document/internal/sandbox"
)

// Serve does a child's work if this process is a child that a pool has started,
// and then returns true: the program is to end. In any other process it returns
// false at once.
func Serve() bool {
	served.Store(true)
	cache := os.Getenv(childVariable)
	if cache == "" {
		return false
	}
	if cache == noCache {
		cache = ""
	}
	e, err := prepare(cache)
	if err == nil {
		err = answerAll(e, os.Stdin, os.Stdout)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	return true
}

// prepare loads PDFium, and gives up all that reading does not need.
func prepare(cache string) (*pdfengine.Engine, error) {
	// Two: compiled WebAssembly does not yield its processor, and the end
	// of the requests must be seen meanwhile.
	runtime.GOMAXPROCS(2)
	// The heap of Go holds little: PDFium's memory lies outside it. A tight
	// limit leaves the room to the document.
	debug.SetMemoryLimit(64 << 20)
	debug.SetGCPercent(400) // what the limit leaves room for
	lowerPriority()
	e, err := pdfengine.Open(context.Background(), cache)
	if err != nil {
		return nil, err
	}
	if err := e.Fresh(); err != nil {
		return nil, err
	}
	debug.FreeOSMemory()
	if err := limitProcess(); err != nil {
		return nil, fmt.Errorf("limit the reader: %w", err)
	}
	// Last: from now on no file can be opened.
	if err := sandbox.Seal(); err != nil {
		return nil, fmt.Errorf("seal the reader: %w", err)
	}
	return e, nil
}

// incoming is a request with its file.
type incoming struct {
	request
	*body
}

// answerAll answers requests until there are no more.
func answerAll(e *pdfengine.Engine, in io.Reader, out io.Writer) error {
	requests := make(chan incoming)
	go func() {
		for r := bufio.NewReaderSize(in, 64<<10); ; {
			m, err := receive(r)
			var q request
			if err == nil {
				err = json.Unmarshal(m.body, &q)
			}
			if err != nil {
				// No process would read the answer, and PDFium cannot be
				// interrupted.
				os.Exit(0) // the pool is gone, whatever is being read
			}
			next := incoming{q, newBody(r, q.Size)}
			requests <- next
			<-next.over
		}
	}()
	if err := send(out, isReady, nil); err != nil {
		return err
	}
	for q := range requests {
		if err := serveRequest(e, q, out); err != nil {
			return err
		}
	}
	return nil
}

// serveRequest answers one request. It returns errors of the pipe only: what is
// wrong with the document is part of the answer.
func serveRequest(e *pdfengine.Engine, q incoming, out io.Writer) error {
	var (
		last   end
		err    error
		broken error // the pipe
		text   int
	)
	emit := func(what any) error {
		kind := byte(isOpened)
		switch what := what.(type) {
		case pdffile.Metadata:
			kind = isMetadata
		case draft.File:
			kind = isFile
		case pdffile.Page:
			kind = isPage
			if text += len(what.Text) + 1; text > content.MaxText {
				return errFull
			}
		}
		broken = send(out, kind, what)
		return broken
	}
	if q.Width > 0 || q.Dots > 0 {
		var picture []byte
		if q.Dots > 0 {
			picture, err = pdffile.Picture(e, q, q.Size, q.Page, q.Dots)
		} else {
			picture, err = pdffile.Thumbnail(e, q, q.Size, q.Width)
		}
		if err == nil {
			broken = send(out, isPicture, picture)
		}
	} else {
		last.Cut, err = pdffile.Read(e, q, q.Size, q.Files, emit)
	}
	switch {
	case broken != nil:
		return broken
	case errors.Is(err, errFull):
		last.Cut = content.CutSize
		e.Drop()
	case err != nil:
		last.fail(err)
		e.Drop()
	}
	if err := q.discard(); err != nil {
		return err
	}
	last.Spent = cpuSeconds()
	last.Space = uint64(e.Size())
	return send(out, isEnd, last)
}

// errFull ends the reading of a document whose text is longer than is kept.
var errFull = errors.New("text limit reached")
