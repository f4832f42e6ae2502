package engine

import (
	"bytes"
	"cmp"
	"context"
	"errors"
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

// Search implements [seeds.Engine]. The phrase does not matter. A sitemap that cannot be read does not end the others, unless none can.
func (s *Sitemap) Search(ctx context.Context, _ string) iter.Seq2[seeds.Page, error] {
	return func(yield func(seeds.Page, error) bool) {
		named, err := s.begin(ctx)
		if err != nil {
			yield(seeds.Page{}, err)
			return
		}
		q := sitemapQueue{at: s.at, seen: map[weburl.Key]bool{}}
		note := q.add(named)
		if len(q.urls) == 0 {
			yield(seeds.Page{}, errors.New(cmp.Or(note, "no sitemap is named that can be requested")))
			return
		}
		var failures []error // in a row
		entries, isRead := 0, false
		for i := 0; i < len(q.urls) && entries < maxSitemapEntries; i++ {
			p, more, err := s.read(ctx, q.urls[i], maxSitemapEntries-entries)
			if err != nil {
				err = fmt.Errorf("%s: %w", q.urls[i], err)
				if ctx.Err() != nil {
					yield(seeds.Page{}, err)
					return
				}
				if failures = append(failures, err); len(failures) == maxFailures || !isRead && i == len(q.urls)-1 {
					yield(seeds.Page{}, failures[0])
					return
				}
				note = join(note, err.Error())
				continue
			}
			failures, isRead = nil, true
			entries += len(p.Results)
			p.Note = join(join(note, p.Note), q.add(more))
			if note = ""; !yield(p, nil) {
				return
			}
		}
		if note != "" { // of the last ones, which could not be read
			yield(seeds.Page{Note: note}, nil)
		}
	}
}

// maxFailures is the number of sitemaps in a row that cannot be read before a site is asked for no other.
const maxFailures = 5

// join joins two notes, of which each may be empty.
func join(a, b string) string {
	if a == "" || b == "" {
		return a + b
	}
	return a + "; " + b
}

// sitemapQueue has the sitemaps of a site, each once and at most maxSitemaps.
type sitemapQueue struct {
	at   weburl.URL
	urls []weburl.URL
	seen map[weburl.Key]bool
}

// add adds sitemaps that are on the host of the site. The note, which may be empty, says what is left out.
func (q *sitemapQueue) add(named []string) (note string) {
	elsewhere, tooMany, host := 0, 0, ""
	for _, raw := range named {
		u, err := weburl.Parse(raw)
		switch {
		case err != nil || q.seen[u.Key()]:
		case u.Hostname() != q.at.Hostname():
			elsewhere, host = elsewhere+1, u.Hostname()
		case len(q.urls) == maxSitemaps:
			tooMany++
		default:
			q.seen[u.Key()] = true
			q.urls = append(q.urls, u)
		}
	}
	if elsewhere > 0 {
		note = fmt.Sprintf("sitemaps on another host are not read: %d, such as one on %s", elsewhere, host)
	}
	if tooMany > 0 {
		note = join(note, fmt.Sprintf("sitemaps after the first %d are not read: %d", maxSitemaps, tooMany))
	}
	return note
}

// begin returns the sitemaps to begin with.
func (s *Sitemap) begin(ctx context.Context) ([]string, error) {
	if s.at.Path() != "/" || s.at.Query() != "" {
		return []string{s.at.String()}, nil
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
	return named, nil
}

// read reads one sitemap: its pages, at most limit, and the sitemaps that it names.
func (s *Sitemap) read(ctx context.Context, u weburl.URL, limit int) (p seeds.Page, more []string, err error) {
	got, err := s.web.ask(ctx, u)
	if err != nil {
		return p, nil, err
	}
	_, err = sitemap.Parse(bytes.NewReader(got.Content), u.String(), got.Type, sitemap.Limits{Entries: limit}, func(e sitemap.Entry) bool {
		if e.Index {
			more = append(more, e.Loc)
		} else {
			p.Results = append(p.Results, answer.Result{URL: e.Loc})
		}
		return true
	})
	if err != nil && len(p.Results)+len(more) > 0 { // what could be read counts
		p.Note, err = err.Error(), nil
	}
	if len(got.Content) > answer.MaxBytes { // what follows was not received
		p.Note = fmt.Sprintf("%s is larger than %d MB: only its beginning is read", u, answer.MaxBytes>>20)
	}
	return p, more, err
}
