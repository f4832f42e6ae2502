package library

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"time"
)

// Removal is what a site's owner wanted taken out, and what stays out.
type Removal struct {
	// Pattern is a URL; the beginning of URLs, such as "http://www.example.org/private/*"; a host (every port of it but a
	// port that is named); a host and all below it, such as "*.example.org"; or the bytes of a document wherever they come
	// from, as "sha256:" and their hash. The schemes http and https are one; "file:///x" is what people added. It is in
	// canonical form, as the crawl has URLs.
	Pattern string
	Reason  string
	At      time.Time
}

// Removed tells whether a URL was taken out and is to stay out, and by what. What another process removes is known
// within a second.
func (c *Catalogue) Removed(url string) (Removal, bool, error) {
	m, err := c.removed()
	if err != nil {
		return Removal{}, false, c.failed("look for removals", err)
	}
	r, ok := m.match(url)
	return r, ok, nil
}

// Removals gives all removals, the oldest first.
func (c *Catalogue) Removals() ([]Removal, error) {
	m, err := c.removed()
	if err != nil {
		return nil, c.failed("look for removals", err)
	}
	return m.all, nil
}

// Taken is a URL that falls under a removal, with all places of its answers in the archive.
type Taken struct {
	URL       string
	Documents []string // hashes of what was filed from it, which other URLs may have, too
	Captures  []Capture
}

const takenAtOnce = 500

// Matching yields the URLs that a pattern concerns. What is to be wiped from archive and index is found by it before
// [Repository.Remove] forgets where it is.
func (c *Catalogue) Matching(ctx context.Context, pattern string) iter.Seq2[Taken, error] {
	return func(yield func(Taken, error) bool) {
		fail := func(err error) { yield(Taken{}, c.failed("look for "+pattern, err)) }
		pattern, err := checkedPattern(pattern)
		if err != nil {
			fail(err)
			return
		}
		condition, args := inSQL(pattern, "url")
		last := ""
		for {
			urls, err := query(ctx, c.reader, scanText, `SELECT url FROM (SELECT url FROM pages WHERE `+condition+`
				UNION SELECT url FROM locations WHERE `+condition+`) AS found WHERE url > $`+fmt.Sprint(len(args)+1)+
				` ORDER BY url LIMIT `+fmt.Sprint(takenAtOnce), append(args, last)...)
			if err != nil {
				fail(err)
				return
			}
			for _, u := range urls {
				t, err := c.taken(ctx, u)
				if err != nil {
					fail(err)
					return
				}
				if !yield(t, nil) {
					return
				}
				last = u
			}
			if len(urls) < takenAtOnce {
				return
			}
		}
	}
}

func scanText(row interface{ Scan(...any) error }) (s string, err error) {
	err = row.Scan(&s)
	return s, err
}

func (c *Catalogue) taken(ctx context.Context, u string) (t Taken, err error) {
	t.URL = u
	if t.Documents, err = query(ctx, c.reader, scanText, `SELECT d.sha256 FROM locations l JOIN documents d ON d.id = l.document
		WHERE l.url = $1 ORDER BY d.id`, u); err != nil {
		return t, err
	}
	t.Captures, err = query(ctx, c.reader, scanCapture, `SELECT surt(url), url, fetched_at, status, NULL, sha256, location, file, file_offset, file_length
		FROM v_fetches WHERE url = $1 AND file IS NOT NULL ORDER BY fetched_at`, u)
	return t, err
}

// Remove takes what a pattern concerns out of the catalogue and the repository, and keeps it out: URLs are forgotten
// with their fetches, links and robots.txt, and of a document that has no other URL only the hash is left; the journal
// forgets what people said of it. Archive and index are not touched: see [Catalogue.Matching]. No crawl may run meanwhile.
func (r *Repository) Remove(ctx context.Context, pattern, reason string) error {
	p, err := checkedPattern(pattern)
	if err != nil {
		return fmt.Errorf("remove: %w", err)
	}
	doing := "remove " + p
	if err := r.say(ctx, doing, said{At: time.Now().UTC(), Do: sayRemove, Pattern: p, Reason: reason}); err != nil {
		return err
	}
	return r.failed(doing, r.unsay(ctx, p))
}

// Allow ends a removal: what it concerned may be fetched again. ErrNoRemoval tells that there is none by that pattern.
func (r *Repository) Allow(ctx context.Context, pattern string) error {
	p, err := checkedPattern(pattern)
	if err != nil {
		return fmt.Errorf("allow: %w", err)
	}
	m, err := r.c.removed()
	if err != nil {
		return r.c.failed("look for removals", err)
	}
	for _, is := range m.all {
		if is.Pattern == p {
			return r.say(ctx, "allow "+p, said{At: time.Now().UTC(), Do: sayAllow, Pattern: p})
		}
	}
	return fmt.Errorf("allow %s: %w", p, ErrNoRemoval)
}

// ErrNoRemoval is the error of allowing what was not removed.
var ErrNoRemoval = errors.New("nothing was removed by this pattern")

// remove records a removal and forgets what it concerns.
func (f *filing) remove(r Removal) error {
	f.outs = true
	err := f.exec(`INSERT INTO removals (pattern, reason, at) VALUES ($1, $2, $3)
		ON CONFLICT (pattern) DO UPDATE SET reason = COALESCE(excluded.reason, removals.reason), at = excluded.at`,
		word(r.Pattern), text(r.Reason), stamp(r.At))
	if err != nil {
		return err
	}
	if sum, is := cutSum(r.Pattern); is {
		return f.removeBytes(sum, r.Reason)
	}
	condition, args := inSQL(r.Pattern, "url")
	documents, err := f.ids("SELECT DISTINCT document FROM locations WHERE "+condition, args...)
	if err != nil {
		return err
	}
	for _, statement := range []string{
		"DELETE FROM addresses WHERE location IN (SELECT id FROM locations WHERE " + condition + ")",
		"DELETE FROM locations WHERE " + condition,
		"DELETE FROM citations WHERE page IN (SELECT id FROM pages WHERE " + condition + ")",
		"DELETE FROM citations WHERE " + condition,
		"DELETE FROM document_links WHERE " + condition,
		"DELETE FROM candidates WHERE kind = 'url' AND value IN (SELECT url FROM (SELECT value AS url FROM candidates WHERE kind = 'url') AS c WHERE " + condition + ")",
		"DELETE FROM intake WHERE page IN (SELECT id FROM pages WHERE " + condition + ")",
		"DELETE FROM fetches WHERE page IN (SELECT id FROM pages WHERE " + condition + ")",
		"DELETE FROM pages WHERE " + condition,
		"DELETE FROM robots WHERE origin IN (" + ofOrigins + condition + ")",
	} {
		if err := f.exec(statement, args...); err != nil {
			return err
		}
	}
	if err := f.forgetMentions(r.Pattern); err != nil {
		return err
	}
	if err := f.forgetHosts(r.Pattern); err != nil {
		return err
	}
	for _, id := range documents {
		if err := f.emptied(id, r.Reason); err != nil {
			return err
		}
	}
	return nil
}
