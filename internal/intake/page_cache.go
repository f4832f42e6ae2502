package intake

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"net/http"
	"sync"

	"sluice/internal/system"
	"sluice/page"
	"sluice/weburl"
)

// pages caches the pages that were read last: a page that links to one document links to a
// dozen.
type pages struct {
	mu    sync.Mutex
	known map[string]*linkingPage // nil: the archive has lost it
	order []string
}

// get returns a page, read by the caller's function unless it is known. An error is not kept: a
// later attempt may succeed.
func (s *pages) get(url string, read func() (*linkingPage, error)) (*linkingPage, error) {
	s.mu.Lock()
	p, ok := s.known[url]
	s.mu.Unlock()
	if ok {
		return p, nil
	}
	p, err := read()
	if err != nil {
		return nil, err
	}
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
	return p, nil
}

// linkingPage is a page with what its link to a document may need besides.
type linkingPage struct {
	*page.Page
	header  http.Header
	entries []byte // the page's HTML, where it has BibTeX entries in it
}

// parse reads a page from the archive; nil if the archive has lost it, or never had it, and if it
// cannot be parsed.
func (in *Intake) parse(ctx context.Context, url string) (*linkingPage, error) {
	body, err := in.Page(ctx, url)
	if isLost(ctx, err) {
		return nil, nil // the page may have been found, not kept
	}
	if err != nil {
		return nil, fmt.Errorf("read linking page %s: %w", url, err)
	}
	defer body.Close()
	html, err := readPage(ctx, body)
	if err != nil {
		return nil, fmt.Errorf("read linking page %s: %w", url, err)
	}
	u, err := weburl.NoRules().Parse(url)
	if html == nil || err != nil {
		return nil, nil
	}
	var parser page.Parser
	parser.Rules = weburl.DefaultRules
	p := &linkingPage{Page: parser.Parse(html, page.Source{URL: u, ContentType: body.ContentType}), header: body.Header}
	if hasEntry(html) {
		p.entries = bytes.Clone(html)
	}
	return p, nil
}

// text returns the beginning of a text from the archive; empty if it cannot be read. The error is
// one after which the document has to wait.
func (in *Intake) text(ctx context.Context, url string) (string, error) {
	body, err := in.Page(ctx, url)
	if isLost(ctx, err) {
		return "", nil
	}
	if err != nil {
		return "", in.postpone(ctx, fmt.Errorf("read metadata %s: %w", url, err))
	}
	defer body.Close()
	text, err := io.ReadAll(io.LimitReader(body, maxRecord))
	if err != nil {
		err = in.postpone(ctx, fmt.Errorf("read metadata %s: %w", url, err))
	}
	return string(text), err
}

// postpone returns an error after which a document has to wait: ctx has ended, or a fault of this
// machine may pass soon. Any other is logged, as it may stay, and what is said of the document is
// of use, not needed.
func (in *Intake) postpone(ctx context.Context, err error) error {
	if ctx.Err() != nil || system.IsOutOfFiles(err) {
		return err
	}
	in.Log.Warn("describe document without a page", "err", err)
	return nil
}
