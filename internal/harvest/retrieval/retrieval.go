// Package retrieval is a library as a harvest uses it: URLs are requested in rounds, their answers come from the catalogue and the archive, and documents
// are accepted.
//
// A [Library] is the [harvest.Library] over a collection. It requests nothing twice: a round is a crawl of exactly its URLs, which continues the one of the
// round before.
package retrieval

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"iter"
	"maps"
	"net/http"
	"slices"

	"sluice/crawl"
	"sluice/document/bibliography"
	"sluice/internal/capture"
	"sluice/internal/catalogue"
	"sluice/internal/collection"
	"sluice/internal/folder"
	"sluice/internal/harvest"
	"sluice/internal/repository"
	"sluice/library"
	"sluice/page"
	"sluice/weburl"
)

// Library is the documents of a library, open for a harvest.
type Library struct {
	*collection.Collection
	cfg    crawl.Config
	bodies *capture.Reader
	crawl  func(context.Context, crawl.Config) error
}

var _ harvest.Library = (*Library)(nil)

// New returns a library for a harvest that makes its requests by the rules of cfg. Crawl makes a crawl and returns when it has ended; each continues the one
// before, so documents that wait are requested as well. Close closes the collection.
func New(dir folder.Dir, docs *collection.Collection, cfg crawl.Config, crawl func(context.Context, crawl.Config) error) *Library {
	return &Library{docs, rulesOf(cfg), capture.NewReader(dir, docs.Catalogue), crawl}
}

// rulesOf returns the configuration of the crawls of a harvest: a wanted paper may have any size and any name, and is no landing page; the limits
// are those of crawls that follow links.
func rulesOf(cfg crawl.Config) crawl.Config {
	cfg.Seeds, cfg.Again, cfg.Scope.DocumentsOnly, cfg.Scope.PageWords = nil, false, true, harvest.FullTextWords
	cfg.Scope.Rules = append(slices.Clone(cfg.Scope.Rules), "-"+crawl.RuleDocumentName, "-"+crawl.RuleDocumentSmall)
	cfg.Limits.Pages, cfg.Limits.Time, cfg.Limits.Bytes = 0, 0, 0
	return cfg
}

// Visit implements [harvest.Library]: a crawl of exactly these URLs.
func (h *Library) Visit(ctx context.Context, urls []string) ([]harvest.Visit, error) {
	visits := make([]harvest.Visit, len(urls))
	at := map[weburl.Key]int{}
	twice := map[int]int{} // places of URLs that have been named before, and where
	cfg := h.cfg
	cfg.Documents = nil
	for i, s := range urls {
		u, err := weburl.ParseSeed(s)
		if err != nil {
			visits[i].Refused = "malformed URL"
			continue
		}
		if first, ok := at[u.Key()]; ok {
			twice[i] = first
			continue
		}
		at[u.Key()] = i
		cfg.Documents = append(cfg.Documents, u.String())
	}
	if len(cfg.Documents) == 0 {
		return visits, nil
	}
	cfg.Hooks.Fetch = func(f *library.Fetch) { countVisit(visits, at, f) }
	if err := h.crawl(ctx, cfg); err != nil {
		return nil, err
	}
	for i, first := range twice { // whose requests count once
		visits[i].Refused = visits[first].Refused
	}
	return visits, context.Cause(ctx)
}

// countVisit counts a request for the URL that led to it.
func countVisit(visits []harvest.Visit, at map[weburl.Key]int, f *library.Fetch) {
	for _, s := range append([]string{f.URL, f.Was}, f.Via...) {
		u, err := weburl.NoRules().Parse(s)
		if err != nil {
			continue
		}
		i, ok := at[u.Key()]
		if !ok {
			continue
		}
		if f.Outcome == library.Refused && f.Status == 0 {
			visits[i].Refused = f.Cause
		} else {
			visits[i].Requests++
		}
		return
	}
}

// maxHops is the most redirects that are followed.
const maxHops = 10

// Answer implements [harvest.Library]: what the catalogue has.
func (h *Library) Answer(ctx context.Context, url string) (*harvest.Answer, error) {
	a := &harvest.Answer{URL: url}
	for range maxHops {
		details, err := shown(ctx, h.Catalogue, a.URL)
		if err != nil {
			return nil, err
		}
		if details == nil {
			if a.Hops == 0 {
				return nil, nil
			}
			return a, nil
		}
		last := &details.Last
		if last.Outcome == library.Redirected && last.Location != "" {
			a.URL = last.Location
			a.Hops++
			continue
		}
		a.URL, a.Known = last.URL, true
		a.Outcome, a.Status, a.Type, a.Cause = last.Outcome, last.Status, last.Type, last.Cause
		if details.Document != nil && last.Type != "json" { // which says where documents are, and is filed like all that is requested
			a.Document = details.Document.SHA256
		}
		return a, nil
	}
	a.Known, a.Outcome, a.Cause = true, library.Failed, "redirect: too many"
	return a, nil
}

// shown returns what is known about a URL in any of its forms; nil if it was never requested.
func shown(ctx context.Context, cat *catalogue.Catalogue, url string) (*catalogue.Details, error) {
	forms, err := capture.Forms(url)
	if err != nil {
		return nil, nil // no URL: no answer
	}
	for _, form := range forms {
		if details, ok, err := cat.Show(ctx, form); ok || err != nil {
			return details, err
		}
	}
	return nil, nil
}

// maxBody is the most bytes of a body that are read.
const maxBody = 10 << 20

// Body implements [harvest.Library]. The body comes from the archive.
func (h *Library) Body(ctx context.Context, url string) (*harvest.Body, error) {
	r, err := h.response(ctx, url)
	if err != nil {
		return nil, err
	}
	body := &harvest.Body{URL: r.url, Header: r.header, Bytes: bytes.ToValidUTF8(r.body, []byte("\ufffd"))}
	if r.format == "html" {
		parser := page.Parser{Resources: true}
		body.Page = parser.Parse(r.body, page.Source{URL: r.url, ContentType: r.header.Get("Content-Type")})
	}
	return body, nil
}

// response is what a URL has answered.
type response struct {
	url    weburl.URL
	header http.Header
	format string
	body   []byte
}

// response reads what a URL has answered from the archive. The error is [harvest.ErrNoBody] if that is not there.
func (h *Library) response(ctx context.Context, url string) (*response, error) {
	v, ok, err := h.Catalogue.Validator(ctx, url)
	if err != nil {
		return nil, err
	}
	if !ok || v.Fetch.File == "" {
		return nil, harvest.ErrNoBody
	}
	from, header, err := h.bodies.Body(ctx, &v.Fetch)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", harvest.ErrNoBody, err)
	}
	all, err := io.ReadAll(io.LimitReader(from, maxBody))
	if err = errors.Join(err, from.Close()); err != nil {
		return nil, fmt.Errorf("%w: %w", harvest.ErrNoBody, err)
	}
	u, err := weburl.NoRules().Parse(v.Fetch.URL)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", harvest.ErrNoBody, err)
	}
	return &response{u, header, v.Fetch.Type, all}, nil
}

// maxPages is the most pages of the library that are read again.
const maxPages = 100_000

// Pages implements [harvest.Library]. A page that the archive has lost is left out.
func (h *Library) Pages(ctx context.Context) iter.Seq2[*page.Page, error] {
	return func(yield func(*page.Page, error) bool) {
		var parser page.Parser
		for f, err := range h.Catalogue.Pages(ctx, library.Query{Where: "type = html and outcome = fetched and copy_of = null", Sort: "depth", Limit: maxPages}) {
			if err != nil {
				yield(nil, err)
				return
			}
			r, err := h.response(ctx, f.URL)
			if errors.Is(err, harvest.ErrNoBody) {
				continue
			}
			if err != nil {
				yield(nil, err)
				return
			}
			pg := parser.Parse(r.body, page.Source{URL: r.url, ContentType: r.header.Get("Content-Type")})
			isMore := yield(pg, nil)
			pg.Release()
			if !isMore {
				return
			}
		}
	}
}

// Document implements [harvest.Library].
func (h *Library) Document(ctx context.Context, sha256 string) (*harvest.Document, error) {
	d, ok, err := h.Catalogue.Documents.Get(ctx, sha256)
	if err != nil || !ok {
		return nil, err
	}
	out := &harvest.Document{Document: d}
	if d.Read.IsZero() {
		return out, nil
	}
	out.Content, err = h.Repository.Text(ctx, sha256)
	if errors.Is(err, repository.ErrNoFile) || errors.Is(err, catalogue.ErrCorrupt) {
		return out, nil
	}
	return out, err
}

// Accepted implements [harvest.Library].
func (h *Library) Accepted(ctx context.Context) iter.Seq2[library.Document, error] {
	return h.Catalogue.Documents.Select(ctx, library.Query{Where: "state = accepted"})
}

// Accept implements [harvest.Library]. What the bibliography says of each document is recorded first, so that the description has it.
func (h *Library) Accept(ctx context.Context, found map[string]*bibliography.Record) error {
	for _, sha256 := range slices.Sorted(maps.Keys(found)) {
		if err := h.accept(ctx, sha256, found[sha256]); err != nil {
			return err
		}
	}
	return h.Refresh(ctx)
}

// accept accepts one document, whatever its genre is, because a person wants it.
func (h *Library) accept(ctx context.Context, sha256 string, record *bibliography.Record) error {
	if err := h.SetRecord(ctx, sha256, record); err != nil {
		return err
	}
	d, err := h.Find(ctx, sha256)
	if err != nil || d.State == library.Accepted {
		return err
	}
	return h.Judge(ctx, h.cfg, sha256, "", library.Accepted)
}
