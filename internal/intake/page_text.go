package intake

import (
	"context"
	"maps"
	"slices"

	"sluice/internal/catalogue"
	"sluice/internal/fulltext"
	"sluice/page"
	"sluice/text"
)

// What a site repeats on its pages (menus, headers, footers) is not indexed as their text: a search for a word of a menu finds
// the page that the menu leads to, not all pages that have the menu. What is repeated shows only while the pages come, so
// pages are indexed as they come, and again if they were indexed with other repeated blocks: the catalogue returns these to
// the queue.

const (
	changedBlocks = 0.02 // the share of a page's blocks, on average over the site, from which on its pages are indexed again
	sitesAtOnce   = 8    // whose samples are in memory
)

// pageText is a page that is to be indexed, before it is known what its site repeats.
type pageText struct {
	entry    fulltext.Entry // without text, description, keywords and language
	body     text.Blocks
	about    text.Blocks // the description
	keywords []string
	isNew    bool // the index does not have the page yet
}

// pageTextOf returns the text of a page.
func pageTextOf(f *catalogue.Fetch, p *page.Page) *pageText {
	t := &pageText{
		entry:    fulltext.Entry{Key: f.URL, Page: true, URL: f.URL, Site: f.Site, Title: p.Title, Type: "html"},
		keywords: split(p.Keywords, ","),
	}
	for _, b := range p.Blocks {
		t.body.Add(p.Excerpt(b.Span), b.Heading)
	}
	t.about.Add(p.Description, false)
	return t
}

// blocks returns all blocks that the page may have in common with others.
func (t *pageText) blocks() text.BlockSet {
	var all text.Blocks
	all.Append(&t.body)
	all.Append(&t.about)
	for _, k := range t.keywords {
		all.Add(k, false)
	}
	return all.Set()
}

// without returns the entry of the page without what its site repeats.
func (t *pageText) without(repeated text.BlockSet) fulltext.Entry {
	e := t.entry
	e.Text, e.Abstract = t.body.Text(repeated), t.about.Text(repeated)
	for _, k := range t.keywords {
		if !repeated.Has(k, false) {
			e.Keywords = append(e.Keywords, k)
		}
	}
	e.Language, _ = text.Language(e.Text)
	return e
}

// entries returns the entries of pages, and what the catalogue is to record of each.
func (in *Intake) entries(ctx context.Context, pages []*pageText) ([]fulltext.Entry, []*catalogue.IndexedPage, error) {
	if len(pages) == 0 {
		return nil, nil, nil
	}
	records, of := make([]*catalogue.IndexedPage, len(pages)), map[string][]*catalogue.IndexedPage{}
	for i, p := range pages {
		records[i] = &catalogue.IndexedPage{Key: text.SampleKey(p.entry.Key), Blocks: p.blocks()}
		of[p.entry.Site] = append(of[p.entry.Site], records[i])
	}
	repeated, err := in.SiteBlocks.Repeated(ctx, slices.Collect(maps.Keys(of))...)
	if err != nil {
		return nil, nil, err
	}
	for host, its := range of {
		r := repeated[host]
		if r.IsOutdated(len(its)) { // before the pages are indexed: they often come all at once
			sample, err := in.SiteBlocks.Sample(ctx, host)
			if err != nil {
				return nil, nil, err
			}
			for _, p := range its {
				sample.Add(p)
			}
			if err := in.findRepeated(ctx, sample); err != nil {
				return nil, nil, err
			}
			r = sample.Repeated
			repeated[host] = r
		}
		for _, p := range its {
			p.Version = r.Version
		}
	}
	entries := make([]fulltext.Entry, len(pages))
	for i, p := range pages {
		entries[i] = p.without(repeated[p.entry.Site].Blocks)
	}
	return entries, records, nil
}

// findRepeated looks for what a site repeats. If these are other blocks than before, the pages that are indexed return to the queue.
func (in *Intake) findRepeated(ctx context.Context, s *catalogue.SiteSample) error {
	repeated, old := s.Pages.Repeated(), s.Repeated.Blocks
	isNew := len(old) == 0 && len(repeated) > 0 || s.Pages.Difference(old, repeated) > changedBlocks
	if isNew {
		s.Repeated.Blocks = repeated
	}
	pages, err := in.SiteBlocks.Settle(ctx, s, isNew)
	if pages > 0 {
		in.again.Store(true)
	}
	return err
}

// findAllRepeated looks for what sites repeat whose pages have changed, however few they are.
func (in *Intake) findAllRepeated(ctx context.Context) error {
	for {
		changed, err := in.SiteBlocks.Changed(ctx, sitesAtOnce)
		if err != nil || len(changed) == 0 {
			return err
		}
		for _, s := range changed {
			if err := in.findRepeated(ctx, s); err != nil {
				return err
			}
		}
	}
}
