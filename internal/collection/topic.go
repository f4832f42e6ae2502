package collection

import (
	"context"
	"errors"
	"io"
	"maps"
	"math"
	"slices"

	"sluice/internal/catalogue"
	"sluice/internal/intake"
	"sluice/internal/repository"
	"sluice/page"
	"sluice/page/article"
	"sluice/text"
	"sluice/text/vector"
	"sluice/topic"
	"sluice/weburl"
)

// relevances are the rows of pages and documents that a topic judges.
type relevances interface {
	Clear(ctx context.Context) error
	UnjudgedPages(ctx context.Context, after int64, n int) ([]catalogue.Unjudged, error)
	UnjudgedDocuments(ctx context.Context, after int64, n int) ([]catalogue.Unjudged, error)
	Set(ctx context.Context, pages, documents []catalogue.Judged) error
	JudgedPages(ctx context.Context, least, below float64, n int) ([]catalogue.Unjudged, error)
}

var _ relevances = (*catalogue.Relevances)(nil)

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
	if err := c.relevances.Clear(ctx); err != nil { // first: no moment has rows of two topics
		return 0, 0, err
	}
	if err := c.models.SetTopic(ctx, t); err != nil || t == nil {
		return 0, 0, err
	}
	return c.judgeRest(ctx, t, progress)
}

// What a topic of words is expanded by.
const (
	FirstRelevant = 10  // pages: as soon as there are so many
	candidates    = 100 // pages that may be relevant, or others, at most
	otherBelow    = 0.1 // the relevance of other pages
)

// ExpandTopic expands the topic of the library, which is words, by the main texts of the first relevant pages of the library and of others: see
// [topic.Definition.Expand]. A page that is not relevant by its main text has the words in a menu. The new topic is that of the library when
// ExpandTopic returns, and pages and documents have no relevance then, until [Collection.JudgeRest] judges them. It returns nil, and
// changes nothing, if there are not enough relevant pages yet. It may be called while documents are processed, and no page may be recorded
// meanwhile.
func (c *Collection) ExpandTopic(ctx context.Context, words *topic.Topic) (*topic.Topic, error) {
	last := int64(math.MaxInt64)
	relevant, err := c.judged(ctx, words.Threshold(), math.Inf(1), func(row int64, main []vector.Field, n int) bool {
		if words.Relevance(main...) < words.Threshold() || n == FirstRelevant {
			return false
		}
		last = row
		return true
	})
	if err != nil || len(relevant) < FirstRelevant {
		return nil, err
	}
	// Not those after them: how many of these are recorded by now is a matter of chance.
	others, err := c.judged(ctx, 0, otherBelow, func(row int64, _ []vector.Field, _ int) bool { return row < last })
	if err != nil {
		return nil, err
	}
	d, err := words.Definition().Expand(relevant, others)
	if err != nil {
		return nil, err
	}
	t, err := topic.New(d, nil)
	if err != nil {
		return nil, err
	}
	return t, c.intake.SetTopic(t, func() error {
		if err := c.relevances.Clear(ctx); err != nil { // first: no moment has rows of two topics
			return err
		}
		return c.models.SetTopic(ctx, t)
	})
}

// judged returns the main texts of the first pages that have a relevance of at least one number and less than another, and pass a test. It is
// called with the row of the page, its text, and how many have passed.
func (c *Collection) judged(ctx context.Context, least, below float64, passes func(row int64, main []vector.Field, n int) bool) (all [][]vector.Field, err error) {
	rows, err := c.relevances.JudgedPages(ctx, least, below, candidates)
	if err != nil {
		return nil, err
	}
	for i := range rows {
		fields, err := c.mainFields(ctx, &rows[i].Fetch)
		if err != nil {
			return nil, err
		}
		if fields != nil && passes(rows[i].Row, fields, len(all)) {
			all = append(all, fields)
		}
	}
	return all, nil
}

// mainFields returns the title and the main text of a page; nil if it has none, or if the archive does not have it any more.
func (c *Contents) mainFields(ctx context.Context, f *catalogue.Fetch) ([]vector.Field, error) {
	html, contentType, err := c.html(ctx, f)
	if html == nil {
		return nil, err
	}
	main, ok := article.Text(html, contentType)
	if !ok {
		return nil, nil
	}
	return topic.Text(f.Title, main), nil
}

// JudgeRest judges all pages and documents that have no relevance by the topic of the library.
func (c *Collection) JudgeRest(ctx context.Context) error {
	t, err := c.models.Topic(ctx)
	if err == nil && t != nil {
		_, _, err = c.judgeRest(ctx, t, nil)
	}
	return err
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
		if err := c.relevances.Set(ctx, judged, nil); err != nil {
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
		if err := c.relevances.Set(ctx, nil, judged); err != nil {
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
	html, contentType, err := c.html(ctx, f)
	if html == nil {
		return nil, err
	}
	u, err := weburl.NoRules().Parse(f.URL)
	if err != nil {
		return nil, nil
	}
	var parser page.Parser
	p := parser.Parse(html, page.Source{URL: u, ContentType: contentType})
	defer p.Release()
	return topic.Page(p, repeated), nil
}

// Repeated returns what a host repeats on its pages, as far as it is known.
func (c *Contents) Repeated(ctx context.Context, host string) (text.BlockSet, error) {
	all, err := c.siteBlocks.Repeated(ctx, host)
	return all[host].Blocks, err
}

// html returns the bytes of a page with its Content-Type; nil if the archive does not have it any more.
func (c *Contents) html(ctx context.Context, f *catalogue.Fetch) (html []byte, contentType string, err error) {
	body, header, err := c.bodies.Body(ctx, f)
	switch {
	case ctx.Err() != nil:
		return nil, "", ctx.Err()
	case errors.Is(lost(err), intake.ErrLost):
		return nil, "", nil
	case err != nil:
		return nil, "", err
	}
	defer body.Close()
	html, err = io.ReadAll(io.LimitReader(body, maxCompared))
	if err != nil {
		return nil, "", ctx.Err() // damaged: as if it were not there
	}
	return html, header.Get("Content-Type"), nil
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
	repeated, failed := c.Repeated(ctx, v.Fetch.Site)
	if failed != nil {
		return nil, failed
	}
	fields, err := c.pageFields(ctx, &v.Fetch, repeated)
	if err == nil && fields == nil {
		err = ErrNoDocument
	}
	return fields, err
}
