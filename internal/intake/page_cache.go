package intake

import (
	"bytes"
	"context"
	"io"
	"net/http"
	"sluice/page"
	"sluice/weburl"
	"sync"
)

// pages caches the pages that were read last: a page that links to one document links to a
// dozen.
type pages struct {
	mu    sync.Mutex
	known map[string]*linkingPage // nil: there is none to be had
	order []string
}

// get returns a page, read by the caller's function unless it is known.
func (s *pages) get(url string, read func() *linkingPage) *linkingPage {
	s.mu.Lock()
	p, ok := s.known[url]
	s.mu.Unlock()
	if ok {
		return p
	}
	p = read()
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.known == nil {
		s.known = map[string]*linkingPage{}
	}
	if _, twice := s.known[url]; !twice {
		s.known[url] = p
		s.order = append(s.order, url)
	}
	if len(s.order) > pagesKept {
		delete(s.known, s.order[0])
		s.order = s.order[1:]
	}
	return p
}

// linkingPage is a page with what its link to a document may need besides.
type linkingPage struct {
	*page.Page
	header  http.Header
	entries []byte // the page's HTML, where it has BibTeX entries in it
}

// parse reads a page from the archive; nil if it cannot be read.
func (in *Intake) parse(ctx context.Context, url string) *linkingPage {
	body, err := in.Page(ctx, url)
	if err != nil {
		return nil // the page may have been found, not kept
	}
	defer body.Close()
	html, err := io.ReadAll(io.LimitReader(body, maxPage))
	if err != nil {
		return nil
	}
	u, err := weburl.NoRules().Parse(url)
	if err != nil {
		return nil
	}
	var parser page.Parser
	parser.Rules = weburl.DefaultRules
	p := &linkingPage{Page: parser.Parse(html, page.Source{URL: u, ContentType: body.ContentType}), header: body.Header}
	if hasEntry(html) {
		p.entries = bytes.Clone(html)
	}
	return p
}

// text returns the beginning of a text from the archive; empty if it cannot be read.
func (in *Intake) text(ctx context.Context, url string) string {
	body, err := in.Page(ctx, url)
	if err != nil {
		return ""
	}
	defer body.Close()
	text, _ := io.ReadAll(io.LimitReader(body, maxRecord))
	return string(text)
}
