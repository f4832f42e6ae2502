package engine

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"iter"
	"strings"

	"sluice/internal/seeds"
	"sluice/internal/seeds/answer"
	"sluice/internal/sitemap"
	"sluice/weburl"
)

// pageSize is the number of results that a source without pages gives at a time.
const pageSize = 1000

// List is what one file has.
type List struct {
	name      string
	results   []answer.Result
	sponsored int
	note      string
}

var _ seeds.Engine = (*List)(nil)

// ErrNoList is the error of a file that has no URL.
var ErrNoList = errors.New("no URL in it; write one URL a line, or save a result page, bookmarks or a sitemap")

// ErrFileTooLarge is the error of a file of more than [answer.MaxBytes].
var ErrFileTooLarge = fmt.Errorf("larger than %d MB", answer.MaxBytes>>20)

// NewList reads a file: one URL a line (# begins a comment), a sitemap or feed, or a page in HTML. Of a result page whose layout is known the organic results
// are taken, of any other page, such as exported bookmarks, all links.
func NewList(name string, r io.Reader) (*List, error) {
	body, err := io.ReadAll(io.LimitReader(r, answer.MaxBytes+1))
	if err != nil {
		return nil, err
	}
	if len(body) > answer.MaxBytes {
		return nil, ErrFileTooLarge
	}
	l := &List{name: name}
	switch {
	case sitemap.Looks(body):
		err = l.readSitemap(body)
	case bytes.HasPrefix(bytes.TrimSpace(body), []byte("<")):
		err = l.readPage(body)
	default:
		l.readLines(body)
	}
	if err == nil && len(l.results) == 0 {
		err = ErrNoList
	}
	return l, err
}

// readLines reads one URL a line.
func (l *List) readLines(body []byte) {
	wrong := 0
	for line := range strings.Lines(string(body)) {
		line, _, _ = strings.Cut(strings.TrimSpace(strings.TrimPrefix(line, "\ufeff")), " #")
		if line = strings.TrimSpace(line); line == "" || line[0] == '#' {
			continue
		}
		u, err := weburl.ParseSeed(line)
		if err != nil {
			wrong++
			continue
		}
		l.results = append(l.results, answer.Result{URL: u.String()})
	}
	if wrong > 0 {
		l.note = fmt.Sprintf("lines that are no URL: %d", wrong)
	}
}

// readSitemap reads a sitemap or feed. What could be read of a broken one counts.
func (l *List) readSitemap(body []byte) error {
	wrong := 0
	_, err := sitemap.Parse(bytes.NewReader(body), "", "", sitemap.Limits{}, func(e sitemap.Entry) bool {
		if e.Index {
			return true
		}
		u, err := weburl.Parse(e.Loc)
		if err != nil {
			wrong++
			return true
		}
		l.results = append(l.results, answer.Result{URL: u.String()})
		return true
	})
	if wrong > 0 {
		l.note = fmt.Sprintf("entries that are no URL: %d", wrong)
	}
	if err != nil && len(l.results) > 0 {
		l.note, err = err.Error(), nil
	}
	return err
}

// readPage reads a page in HTML.
func (l *List) readPage(body []byte) error {
	layout, p, err := answer.Recognize(body, "", weburl.URL{})
	if err != nil {
		return err
	}
	l.note = "result page of " + layout
	if layout == "" {
		l.note = "no result page that is known: all links count"
		all, err := answer.New(answer.Description{Format: answer.HTML, Results: "a[href]"})
		if err != nil {
			return err
		}
		if p, err = all.Read(body, "", weburl.URL{}); err != nil {
			return err
		}
	}
	l.results, l.sponsored = p.Results, len(p.Sponsored)
	return nil
}

// Name implements [seeds.Engine].
func (l *List) Name() string { return l.name }

// Search implements [seeds.Engine]. The phrase does not matter.
func (l *List) Search(context.Context, string) iter.Seq2[seeds.Page, error] {
	return func(yield func(seeds.Page, error) bool) {
		for i := 0; i < len(l.results); i += pageSize {
			p := seeds.Page{Results: l.results[i:min(i+pageSize, len(l.results))], Note: l.note}
			if i == 0 {
				p.Sponsored = l.sponsored
			}
			if !yield(p, nil) {
				return
			}
		}
	}
}
