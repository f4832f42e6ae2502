package intake

import (
	"context"
	"slices"
	"strings"

	"sluice/document/describe"
	"sluice/internal/catalogue"
	"sluice/page"
	"sluice/weburl"
)

// The most that is looked at of the pages that link to a document.
const (
	maxLinking  = 3       // pages
	maxPage     = 4 << 20 // bytes of one
	wordsAround = 40      // of the text before and behind a link, each
	maxRecord   = 256 << 10
	maxRecords  = 3 // metadata documents that one page, or the document itself, points to
	maxVia      = 5 // redirects to the document
	pagesKept   = 16
)

// linking is what others say of a document: pages, where they link to it, the metadata that its own header points to, and other
// documents.
type linking struct {
	links   []describe.Link
	records []string
	anchors []string // texts of links, each once

	repeated map[string]bool // see [describe.Around]
	cited    []string
}

// linking collects what others say of a document: the landing page that its header names, the
// pages that link to it, and the page on which it was found. The error is one after which the
// document has to wait.
func (in *Intake) linking(ctx context.Context, s *source) (said linking, err error) {
	f := s.fetch
	addresses := append([]string{f.URL}, f.Via[:min(len(f.Via), maxVia)]...)
	var from []string
	add := func(url string) {
		if url != "" && len(from) < maxLinking && !slices.Contains(from, url) {
			from = append(from, url)
		}
	}
	signs := describe.Signposts(s.header, f.URL)
	for _, sign := range signs {
		if sign.Rel == "collection" {
			add(sign.URL)
		}
	}
	for _, url := range addresses {
		citations, err := in.Documents.LinksTo(ctx, url, 20)
		if err != nil {
			if err = in.postpone(ctx, err); err != nil {
				return said, err
			}
		}
		for _, c := range citations {
			said.anchor(c.Text)
			add(c.Page)
		}
	}
	add(f.Parent)
	for _, p := range from {
		l, ok, err := in.link(ctx, p, addresses)
		if err != nil {
			return said, err
		}
		if ok {
			said.links = append(said.links, l)
			said.anchor(l.Anchor)
		}
	}
	said.records, err = in.records(ctx, signs)
	return said, err
}

// anchor adds the text of a link once.
func (l *linking) anchor(text string) {
	if text != "" && !slices.Contains(l.anchors, text) {
		l.anchors = append(l.anchors, text)
	}
}

// link reads a page and returns what it says where it links to a document; false if the page
// cannot be read.
func (in *Intake) link(ctx context.Context, from string, to []string) (l describe.Link, ok bool, err error) {
	p, err := in.pages.get(from, func() (*linkingPage, error) { return in.parse(ctx, from) })
	if err != nil {
		return l, false, in.postpone(ctx, err)
	}
	if p == nil {
		return l, false, nil
	}
	l = describe.Link{Page: from, Metas: p.Citations, Header: p.header}
	if l.Records, err = in.records(ctx, l.Signposts()); err != nil {
		return l, false, err
	}
	if at := linkTo(p.Page, to); at >= 0 {
		link := &p.Links[at]
		l.Anchor, l.Around = p.Anchor(link), p.Around(link, wordsAround)
		if l.BibTeX, err = in.bibtex(ctx, p.Page, at); err != nil {
			return l, false, err
		}
		if l.BibTeX == "" {
			l.BibTeX = printed(p.entries, p.Raw(link))
		}
	}
	return l, true, nil
}

// linkTo returns the index of the first link to one of the URLs, or -1. It prefers links with
// a text.
func linkTo(p *page.Page, to []string) int {
	var targets []weburl.Key
	for _, url := range to {
		if u, err := weburl.NoRules().Parse(url); err == nil {
			targets = append(targets, u.Key())
		}
	}
	at := -1
	for i := range p.Links {
		l := &p.Links[i]
		if !slices.Contains(targets, l.URL.Key()) {
			continue
		}
		if p.Anchor(l) != "" {
			return i
		}
		if at < 0 {
			at = i
		}
	}
	return at
}

// records returns the metadata documents that are pointed to, as far as the library has them.
func (in *Intake) records(ctx context.Context, signs []describe.Signpost) (all []string, err error) {
	tried := 0
	for _, sign := range signs {
		if sign.Rel != "describedby" || tried == maxRecords {
			continue
		}
		tried++
		text, err := in.text(ctx, sign.URL)
		if err != nil {
			return all, err
		}
		if text != "" {
			all = append(all, text)
		}
	}
	return all, nil
}

// anchorsOf are the links as the library keeps them.
func (l *linking) anchorsOf(url string) (all []catalogue.Anchor) {
	for _, link := range l.links {
		if link.Anchor = strings.TrimSpace(link.Anchor); link.Anchor != "" {
			all = append(all, catalogue.Anchor{Page: link.Page, URL: url, Text: link.Anchor})
		}
	}
	return all
}
