package intake

import (
	"context"
	"io"
	"slices"
	"strings"

	"sluice/document/describe"
	"sluice/internal/library"
	"sluice/page"
	"sluice/weburl"
)

// The most that is looked at of the pages that link to a document.
const (
	maxLinking  = 3       // pages
	maxPage     = 4 << 20 // bytes of one
	wordsAround = 40      // of the text before and behind a link, each
	maxBibTeX   = 256 << 10
	nearby      = 4 // links before and behind one among which its BibTeX entry is looked for
	pagesKept   = 16
)

// linking gives what pages say of a document where they link to it.
func (in *Intake) linking(ctx context.Context, f *library.Fetch) (links []describe.Link, anchors []string) {
	citations, err := in.Catalogue.CitationsOf(ctx, f.URL, 20)
	if err != nil {
		in.Log.Warn("links to a document", "url", f.URL, "err", err)
	}
	var pages []string
	for _, c := range citations {
		if c.Text != "" && !slices.Contains(anchors, c.Text) {
			anchors = append(anchors, c.Text)
		}
		if !slices.Contains(pages, c.Page) && len(pages) < maxLinking {
			pages = append(pages, c.Page)
		}
	}
	if len(pages) == 0 && f.Parent != "" {
		pages = append(pages, f.Parent)
	}
	for _, p := range pages {
		if l, ok := in.link(ctx, p, f.URL); ok {
			links = append(links, l)
			if l.Anchor != "" && !slices.Contains(anchors, l.Anchor) {
				anchors = append(anchors, l.Anchor)
			}
		}
	}
	return links, anchors
}

// link reads a page and gives what stands where it links to a document.
func (in *Intake) link(ctx context.Context, from, to string) (describe.Link, bool) {
	p := in.pages.get(from, func() *page.Page { return in.parse(ctx, from) })
	if p == nil {
		return describe.Link{}, false
	}
	l := describe.Link{Page: from, Metas: p.Citations}
	target, err := weburl.NoRules().Parse(to)
	if err != nil {
		return l, true
	}
	for i := range p.Links {
		if p.Links[i].URL.Key() != target.Key() {
			continue
		}
		l.Anchor, l.Around = p.Anchor(&p.Links[i]), p.Around(&p.Links[i], wordsAround)
		l.BibTeX = in.bibtex(ctx, p, i)
		break
	}
	return l, true
}

func (in *Intake) parse(ctx context.Context, url string) *page.Page {
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
	return parser.Parse(html, page.Source{URL: u, ContentType: body.ContentType})
}

// bibtex gives the BibTeX file that a page links to beside a document, if the library has it: one of the same
// name, else the nearest before which no other document stands.
func (in *Intake) bibtex(ctx context.Context, p *page.Page, at int) string {
	stem := stemOf(p.Links[at].URL)
	best, least := -1, nearby+1
	for _, step := range [...]int{1, -1} { // of two as near, the one behind
		passed := false // another document
		for n := 1; n <= nearby && 0 <= at+n*step && at+n*step < len(p.Links); n++ {
			i := at + n*step
			l := &p.Links[i]
			isBib := l.URL.Ending() == ".bib" || strings.Contains(strings.ToLower(p.Anchor(l)), "bib")
			switch same := stemOf(l.URL) == stem; {
			case same && isBib:
				return in.text(ctx, l.URL.String())
			case isBib && !passed && n < least:
				best, least = i, n
			case !same && weburl.DocumentEnding(l.URL):
				passed = true
			}
		}
	}
	if best < 0 {
		return ""
	}
	return in.text(ctx, p.Links[best].URL.String())
}

func (in *Intake) text(ctx context.Context, url string) string {
	body, err := in.Page(ctx, url)
	if err != nil {
		return ""
	}
	defer body.Close()
	text, _ := io.ReadAll(io.LimitReader(body, maxBibTeX))
	return string(text)
}

func stemOf(u weburl.URL) string { return strings.TrimSuffix(strings.ToLower(u.Path()), u.Ending()) }
