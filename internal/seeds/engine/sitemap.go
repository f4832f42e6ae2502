package engine

import (
	"bytes"
	"context"
	"fmt"
	"iter"

	"sluice/internal/seeds"
	"sluice/internal/seeds/answer"
	"sluice/internal/sitemap"
	"sluice/weburl"
)

// The bounds of the sitemaps of a site.
const (
	maxSitemaps       = 100
	maxSitemapEntries = 50_000
)

// Sitemap is what the sitemaps of a site state.
type Sitemap struct {
	web *Web
	at  weburl.URL
}

var _ seeds.Engine = (*Sitemap)(nil)

// NewSitemap returns the sitemaps of a site, or one sitemap: a URL with a path is that of a sitemap, one without stands for those that robots.txt names,
// or for /sitemap.xml. Indexes are followed on the same host. Sitemaps are requested politely, and only if robots.txt allows it. The caller closes it.
func NewSitemap(at string, o Options) (*Sitemap, error) {
	u, err := weburl.ParseSeed(at)
	if err != nil {
		return nil, err
	}
	c := Choice{Name: "sitemap " + u.Hostname(), Address: u.Origin(), host: u.Hostname(), description: Description{Kind: string(answer.HTML), Results: "a"}}
	web, err := Open(c, o)
	if err != nil {
		return nil, err
	}
	return &Sitemap{web, u}, nil
}

// Close closes the connections.
func (s *Sitemap) Close() { s.web.Close() }

// Name implements [seeds.Engine].
func (s *Sitemap) Name() string { return s.web.Name() }

// Search implements [seeds.Engine]. The phrase does not matter.
func (s *Sitemap) Search(ctx context.Context, _ string) iter.Seq2[seeds.Page, error] {
	return func(yield func(seeds.Page, error) bool) {
		queue, err := s.begin(ctx)
		if err != nil {
			yield(seeds.Page{}, err)
			return
		}
		entries := 0
		for i := 0; i < len(queue) && i < maxSitemaps && entries < maxSitemapEntries; i++ {
			p, more, err := s.read(ctx, queue[i], maxSitemapEntries-entries)
			if err != nil {
				yield(seeds.Page{}, fmt.Errorf("%s: %w", queue[i], err))
				return
			}
			entries += len(p.Results)
			if !yield(p, nil) {
				return
			}
			queue = append(queue, more[:min(len(more), maxSitemaps)]...)
		}
	}
}

// begin returns the sitemaps to begin with.
func (s *Sitemap) begin(ctx context.Context) ([]weburl.URL, error) {
	if s.at.Path() != "/" || s.at.Query() != "" {
		return []weburl.URL{s.at}, nil
	}
	origin := s.at.Origin()
	named := []string{origin + "/sitemap.xml"}
	if !s.web.o.IgnoreRobots {
		if err := s.web.checkRobots(ctx, s.at); err != nil {
			return nil, err
		}
		if stated := s.web.robots.Sitemaps(origin + "/robots.txt"); len(stated) > 0 {
			named = stated
		}
	}
	return s.onHost(named), nil
}

// onHost returns the URLs that are on the host of the site, at most maxSitemaps.
func (s *Sitemap) onHost(named []string) (urls []weburl.URL) {
	for _, raw := range named {
		if u, err := weburl.Parse(raw); err == nil && u.Hostname() == s.at.Hostname() && len(urls) < maxSitemaps {
			urls = append(urls, u)
		}
	}
	return urls
}

// read reads one sitemap: its pages, at most limit, and the sitemaps that it names.
func (s *Sitemap) read(ctx context.Context, u weburl.URL, limit int) (p seeds.Page, more []weburl.URL, err error) {
	got, err := s.web.ask(ctx, u)
	if err != nil {
		return p, nil, err
	}
	var indexes []string
	_, err = sitemap.Parse(bytes.NewReader(got.Content), u.String(), got.Type, sitemap.Limits{Entries: limit}, func(e sitemap.Entry) bool {
		if e.Index {
			indexes = append(indexes, e.Loc)
		} else {
			p.Results = append(p.Results, answer.Result{URL: e.Loc})
		}
		return true
	})
	if err != nil && len(p.Results)+len(indexes) > 0 { // what could be read counts
		p.Note, err = err.Error(), nil
	}
	return p, s.onHost(indexes), err
}
