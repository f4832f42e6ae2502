package collection

import (
	"context"
	"errors"
	"io"
	"maps"
	"slices"

	"sluice/internal/catalogue"
	"sluice/internal/intake"
	"sluice/internal/repository"
	"sluice/page"
	"sluice/text"
	"sluice/text/vector"
	"sluice/topic"
	"sluice/weburl"
)

// relevances are the rows of pages and documents that a topic judges.
type relevances interface {
	ClearRelevance(ctx context.Context) error
	UnjudgedPages(ctx context.Context, after int64, n int) ([]catalogue.Unjudged, error)
	UnjudgedDocuments(ctx context.Context, after int64, n int) ([]catalogue.Unjudged, error)
	SetRelevance(ctx context.Context, pages, documents []catalogue.Judged) error
}

var _ relevances = (*catalogue.Catalogue)(nil)

// siteBlocks are the blocks that sites repeat on their pages.
type siteBlocks interface {
	Repeated(ctx context.Context, hosts ...string) (map[string]catalogue.RepeatedBlocks, error)
}

var _ siteBlocks = (*catalogue.SiteBlocks)(nil)

// judgedAtOnce is how many pages or documents are judged in one transaction.
const judgedAtOnce = 200

// SetTopic makes a topic that of the library, and judges all pages and documents by it, from the archive; nil removes it with all relevance.
// It calls progress, if that is not nil, with the numbers so far, and returns the last of them. When ctx ends, what is left has no
// relevance. The caller holds the lock of the library, so that no crawl judges by the topic before.
func (c *Collection) SetTopic(ctx context.Context, t *topic.Topic, progress func(pages, documents int)) (pages, documents int, err error) {
	if err := c.relevances.ClearRelevance(ctx); err != nil { // first: no moment has rows of two topics
		return 0, 0, err
	}
	if err := c.models.SetTopic(ctx, t); err != nil || t == nil {
		return 0, 0, err
	}
	return c.judgeRest(ctx, t, progress)
}

// judgeRest judges all pages and documents that have no relevance.
func (c *Collection) judgeRest(ctx context.Context, t *topic.Topic, progress func(pages, documents int)) (pages, documents int, err error) {
	report := func(n *int, judged int) {
		if *n += judged; progress != nil {
			progress(pages, documents)
		}
	}
	for after := int64(0); ; {
		rows, err := c.relevances.UnjudgedPages(ctx, after, judgedAtOnce)
		if err != nil {
			return pages, documents, err
		}
		if len(rows) == 0 {
			break
		}
		repeated, err := c.repeated(ctx, rows)
		if err != nil {
			return pages, documents, err
		}
		var judged []catalogue.Judged
		for i := range rows {
			after = rows[i].Row
			fields, err := c.pageFields(ctx, &rows[i].Fetch, repeated[rows[i].Fetch.Site].Blocks)
			if err != nil {
				return pages, documents, err
			}
			if fields != nil {
				judged = append(judged, catalogue.Judged{Row: after, Relevance: t.Relevance(fields...)})
			}
		}
		if err := c.relevances.SetRelevance(ctx, judged, nil); err != nil {
			return pages, documents, err
		}
		report(&pages, len(judged))
	}
	for after := int64(0); ; {
		rows, err := c.relevances.UnjudgedDocuments(ctx, after, judgedAtOnce)
		if err != nil || len(rows) == 0 {
			return pages, documents, err
		}
		var judged []catalogue.Judged
		for _, d := range rows {
			after = d.Row
			read, err := c.Repository.Text(ctx, d.Document.SHA256)
			if errors.Is(err, repository.ErrNoFile) || errors.Is(err, catalogue.ErrCorrupt) {
				continue
			}
			if err != nil {
				return pages, documents, err
			}
			judged = append(judged, catalogue.Judged{Row: after, Relevance: t.Relevance(topic.Text(d.Document.Name, read.Text)...)})
		}
		if err := c.relevances.SetRelevance(ctx, nil, judged); err != nil {
			return pages, documents, err
		}
		report(&documents, len(judged))
	}
}

// repeated returns what the sites of pages repeat.
func (c *Contents) repeated(ctx context.Context, pages []catalogue.Unjudged) (map[string]catalogue.RepeatedBlocks, error) {
	hosts := map[string]bool{}
	for i := range pages {
		hosts[pages[i].Fetch.Site] = true
	}
	return c.siteBlocks.Repeated(ctx, slices.Collect(maps.Keys(hosts))...)
}

// pageFields returns what a topic judges of a page, whose site repeats some blocks; nil if the archive does not have it any more.
func (c *Contents) pageFields(ctx context.Context, f *catalogue.Fetch, repeated text.BlockSet) ([]vector.Field, error) {
	body, header, err := c.bodies.Body(ctx, f)
	switch {
	case ctx.Err() != nil:
		return nil, ctx.Err()
	case errors.Is(lost(err), intake.ErrLost):
		return nil, nil
	case err != nil:
		return nil, err
	}
	defer body.Close()
	html, err := io.ReadAll(io.LimitReader(body, maxCompared))
	if err != nil {
		return nil, ctx.Err() // damaged: as if it were not there
	}
	u, err := weburl.NoRules().Parse(f.URL)
	if err != nil {
		return nil, nil
	}
	var parser page.Parser
	p := parser.Parse(html, page.Source{URL: u, ContentType: header.Get("Content-Type")})
	defer p.Release()
	return topic.Page(p, repeated), nil
}

// Fields returns what a topic judges of a URL or document of the library, which may be named as in [Contents.Find]. The error is
// [ErrNoDocument] if the library does not have it.
func (c *Contents) Fields(ctx context.Context, what string) ([]vector.Field, error) {
	d, err := c.Find(ctx, what)
	if err == nil && d.Type != "html" {
		read, err := c.Repository.Text(ctx, d.SHA256)
		if err != nil {
			return nil, err
		}
		return topic.Text(d.Get("title"), read.Text), nil
	}
	u, failed := weburl.ParseSeed(what)
	if failed != nil {
		return nil, err
	}
	v, ok, failed := c.fetches.Validator(ctx, u.String())
	if failed != nil {
		return nil, failed
	}
	if !ok || v.Fetch.Type != "html" {
		return nil, ErrNoDocument
	}
	repeated, err := c.siteBlocks.Repeated(ctx, v.Fetch.Site)
	if err != nil {
		return nil, err
	}
	fields, err := c.pageFields(ctx, &v.Fetch, repeated[v.Fetch.Site].Blocks)
	if err == nil && fields == nil {
		err = ErrNoDocument
	}
	return fields, err
}
