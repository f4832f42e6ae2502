package intake

import (
	"context"
	"maps"
	"slices"
	"strings"

	"sluice/internal/catalogue"
	"sluice/internal/fulltext"
	"sluice/page"
	"sluice/text"
	"sluice/topic"
)

// What a site repeats on its pages (menus, headers, footers) is not indexed as their text: a search for a word of a menu finds
// the page that the menu leads to, not all pages that have the menu. What is repeated shows only while the pages come, so
// pages are indexed as they come, and again if they were indexed with other repeated blocks: the catalogue returns these to
// the queue. Nor does it count for the relevance of a page to the topic: what the crawl found when it knew the page alone is corrected.

const (
	changedBlocks = 0.02 // the share of a page's blocks, on average over the site, from which on its pages are indexed again
	sitesAtOnce   = 8    // whose samples are in memory
)

// pageText is a page that is to be indexed, before it is known what its site repeats.
type pageText struct {
	entry    fulltext.Entry // without text, description, keywords and language
	body     text.Blocks
	about    text.Blocks // the description
	headings text.Blocks // some of body
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
		if b.Heading {
			t.headings.Add(p.Excerpt(b.Span), true)
		}
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
	if h := t.headings.Text(repeated); h != "" {
		e.Headings = strings.Split(h, "\n")
	}
	e.Text, e.Abstract = t.body.Text(repeated), t.about.Text(repeated)
	for _, k := range t.keywords {
		if !repeated.Has(k, false) {
			e.Keywords = append(e.Keywords, k)
		}
	}
	// Lists of dates and names are taken for any language. A word in the stems of a wrong one would be rare, and count twice as much.
	if language, confidence := text.Language(e.Text); confidence > 0.9 {
		e.Language = language
	}
	return e
}

// leaveOutRepeated removes what its site repeats on its pages from the entry of a document of HTML.
func (in *Intake) leaveOutRepeated(ctx context.Context, e *fulltext.Entry) error {
	all, err := in.SiteBlocks.Repeated(ctx, e.Site)
	repeated := all[e.Site].Blocks
	if err != nil || len(repeated) == 0 {
		return err
	}
	isRepeated := func(s string) bool { return repeated.Has(s, false) || repeated.Has(s, true) }
	lines := strings.Split(e.Text, "\n")
	e.Text = strings.Join(slices.DeleteFunc(lines, isRepeated), "\n")
	if isRepeated(e.Abstract) {
		e.Abstract = ""
	}
	e.Keywords = slices.DeleteFunc(e.Keywords, isRepeated)
	return nil
}

// pageBatch are pages as the index is to have them.
type pageBatch struct {
	entries []fulltext.Entry
	records []*catalogue.IndexedPage // what the catalogue is to record of each
	samples []*catalogue.SiteSample  // of sites for which it was looked what they repeat
}

// withoutRepeated returns pages as the index is to have them.
func (in *Intake) withoutRepeated(ctx context.Context, pages []*pageText) (*pageBatch, error) {
	b := &pageBatch{entries: make([]fulltext.Entry, len(pages)), records: make([]*catalogue.IndexedPage, len(pages))}
	if len(pages) == 0 {
		return b, nil
	}
	of, isNew := map[string][]*catalogue.IndexedPage{}, map[string]int{}
	for i, p := range pages {
		b.records[i] = &catalogue.IndexedPage{Key: text.SampleKey(p.entry.Key), Blocks: p.blocks()}
		of[p.entry.Site] = append(of[p.entry.Site], b.records[i])
		if p.isNew {
			isNew[p.entry.Site]++
		}
	}
	repeated, err := in.SiteBlocks.Repeated(ctx, slices.Collect(maps.Keys(of))...)
	if err != nil {
		return nil, err
	}
	for host, its := range of {
		r := repeated[host]
		if r.IsOutdated(isNew[host]) { // before the pages are indexed: they often come all at once
			sample, err := in.SiteBlocks.Sample(ctx, host)
			if err != nil {
				return nil, err
			}
			for _, p := range its {
				sample.Pages.Add(p.Key, p.Blocks)
			}
			findRepeated(sample)
			b.samples = append(b.samples, sample)
			r = sample.Repeated
			repeated[host] = r
		}
		for _, p := range its {
			p.Version = r.Version
		}
	}
	for i, p := range pages {
		b.entries[i] = p.without(repeated[p.entry.Site].Blocks)
		if in.Topic != nil {
			e := &b.entries[i]
			x := in.Topic.Relevance(topic.PageText(e.Title, strings.Join(e.Headings, "\n"), e.Abstract, e.Text)...)
			b.records[i].Relevance = &x
		}
	}
	return b, nil
}

// findRepeated looks for what a site repeats.
func findRepeated(s *catalogue.SiteSample) {
	repeated, old := s.Pages.Repeated(), s.Repeated.Blocks
	if len(old) == 0 && len(repeated) > 0 || s.Pages.Difference(old, repeated) > changedBlocks {
		s.Change(repeated)
	}
}

// findAllRepeated looks for what sites repeat whose pages have changed, however few they are.
func (in *Intake) findAllRepeated(ctx context.Context) error {
	for {
		changed, err := in.SiteBlocks.Changed(ctx, sitesAtOnce)
		if err != nil || len(changed) == 0 {
			return err
		}
		for _, s := range changed {
			findRepeated(s)
		}
		pages, err := in.SiteBlocks.Settle(ctx, changed...)
		if err != nil {
			return err
		}
		in.noteAgain(pages)
	}
}

// noteAgain notes that a number of pages returned to the queue.
func (in *Intake) noteAgain(pages int64) {
	if pages > 0 {
		in.again.Store(true)
	}
}
