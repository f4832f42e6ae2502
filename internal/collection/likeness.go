package collection

import (
	"context"
	"errors"
	"fmt"
	"io"

	"sluice/internal/capture"
	"sluice/internal/intake"
	"sluice/internal/repository"
	"sluice/page"
	"sluice/page/sketch"
	"sluice/text"
	"sluice/weburl"
)

// Likeness is how similar two documents or pages are. Each number is from 0 to 1.
type Likeness struct {
	Texts    float64  `json:"jaccard"`         // similarity of the sets of three words in a row, exact
	Estimate float64  `json:"minhash"`         // the same as it is estimated to find versions, see [text.MinHash]
	Pages    *float64 `json:"pages,omitempty"` // of two HTML pages: markup and text, see [sketch.Sketch]; nil if one is no HTML page
}

// Compare returns how similar two documents or pages are. Each is named by its URL, a document
// also by any other name that [Contents.Find] knows.
func (c *Contents) Compare(ctx context.Context, a, b string) (l Likeness, err error) {
	var sides [2]side
	for i, what := range []string{a, b} {
		if sides[i], err = c.side(ctx, what); err != nil {
			return l, err
		}
	}
	one, other := &sides[0], &sides[1]
	mine, theirs := text.MinHash(text.Shingles(one.text, 3)), text.MinHash(text.Shingles(other.text, 3))
	l.Texts, l.Estimate = text.Jaccard3(one.text, other.text), mine.Like(&theirs)
	if one.sketch != nil && other.sketch != nil {
		like := one.sketch.Like(other.sketch)
		l.Pages = &like
	}
	return l, nil
}

// side is one of the two that are compared.
type side struct {
	text   string
	sketch *sketch.Sketch // of HTML
}

// side returns the text of a document or page. For a document in HTML the page is preferred,
// because it has a sketch of its mark-up too.
func (c *Contents) side(ctx context.Context, what string) (s side, err error) {
	d, err := c.Find(ctx, what)
	if errors.Is(err, ErrNoDocument) {
		return c.pageSide(ctx, what)
	}
	if err != nil {
		return s, err
	}
	if d.Type == "html" && len(d.Locations) > 0 {
		s, err := c.pageSide(ctx, d.Locations[0].URL)
		if !errors.Is(err, ErrNoDocument) && !errors.Is(lost(err), intake.ErrLost) { // else it has a text
			return s, err
		}
	}
	read, err := c.Repository.Text(ctx, d.SHA256)
	if errors.Is(err, repository.ErrNoFile) {
		return s, fmt.Errorf("%s: its text was never read; run `sluice convert`", what)
	}
	if err != nil {
		return s, err
	}
	return side{text: read.Text}, nil
}

// pageSide returns the text and the sketch of an HTML page, from the last fetch that has a body.
func (c *Contents) pageSide(ctx context.Context, url string) (s side, err error) {
	forms, err := capture.Forms(url)
	if err != nil {
		return s, fmt.Errorf("%s: %w", url, ErrNoDocument)
	}
	story, ok, err := c.fetches.Show(ctx, forms[0])
	if err != nil {
		return s, err
	}
	if !ok || story.Last.Type != "html" {
		return s, fmt.Errorf("%s: %w, nor an HTML page", url, ErrNoDocument)
	}
	body, err := c.bodies.Latest(ctx, url)
	if err != nil {
		return s, err
	}
	defer body.Close()
	html, err := io.ReadAll(io.LimitReader(body, maxCompared))
	if err != nil {
		return s, err
	}
	u, err := weburl.Parse(story.Last.URL)
	if err != nil {
		return s, err
	}
	var p page.Parser
	pg := p.Parse(html, page.Source{URL: u, ContentType: "text/html; charset=" + story.Last.Charset})
	defer pg.Release()
	drawn := sketch.New(html, pg.Text)
	return side{string(pg.Text), &drawn}, nil
}

const maxCompared = 32 << 20 // bytes of a page
