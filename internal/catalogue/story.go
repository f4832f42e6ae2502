package catalogue

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"slices"
	"time"

	"sluice/document/content"
	"sluice/library"
)

// Details is all that the catalogue knows about one URL.
type Details struct {
	Last    Fetch     // its last state, with the metadata of the last body that was got
	GotAt   time.Time // when that body came; zero when none was got
	Fetches []Fetch   // each fetch, oldest first: state, size, hash and place in the archive
	Path    []string  // the links that led to it, from the seed to its parent
	Copies  []string  // other URLs with the same body, at most 100
	Hosts   []string  // hosts that link to it as a document, at most 100

	Document *library.Document // that the URL has; nil when its body was not filed
	Links    []Link            // to that document or, without one, to the URL, at most MaxLinks
	CitedBy  []CitingDocument  // documents that cite it, at most 100
	Versions []Version         // other documents of the same work

	References []content.Reference // what that document refers to
}

// MaxLinks is the most links to a document that [Details] have.
const MaxLinks = 100

// maxPath bounds the path from the seed.
const maxPath = 1000

// Show returns what is known about a URL in canonical form, by whichever of the schemes http
// and https it was fetched; false if it was never requested.
func (c *Catalogue) Show(ctx context.Context, url string) (*Details, bool, error) {
	s, err := c.details(ctx, url)
	if errors.Is(err, sql.ErrNoRows) {
		s, err = c.details(ctx, otherScheme(url))
	}
	if errors.Is(err, sql.ErrNoRows) {
		return nil, false, nil
	}
	if err != nil {
		return nil, false, c.failed("show "+url, err)
	}
	return s, true, nil
}

// details reads the parts of the details. The error is [sql.ErrNoRows] for an unknown URL.
func (c *Catalogue) details(ctx context.Context, url string) (s *Details, err error) {
	s = &Details{}
	var gotAt string
	if s.Last, gotAt, err = scanFetch(c.ask.byURL.QueryRowContext(ctx, url)); err != nil {
		return nil, err
	}
	s.GotAt = timeOf(gotAt)
	if s.Fetches, err = c.fetches(ctx, s.Last); err != nil {
		return nil, fmt.Errorf("fetches: %w", err)
	}
	if s.Path, err = c.path(ctx, s.Last); err != nil {
		return nil, fmt.Errorf("path from the seed: %w", err)
	}
	if s.Copies, err = c.copies(ctx, s.Last); err != nil {
		return nil, fmt.Errorf("copies: %w", err)
	}
	s.Hosts, err = selectAll(ctx, c.reader, scanText, "SELECT from_host FROM document_links WHERE url = $1 ORDER BY from_host LIMIT $2", s.Last.URL, maxCopies)
	if err != nil {
		return nil, fmt.Errorf("hosts that link to it: %w", err)
	}
	return s, c.addDocument(ctx, s, s.Last.URL)
}

// addDocument adds the document at a URL or, without one, the links to the URL.
func (c *Catalogue) addDocument(ctx context.Context, s *Details, url string) error {
	held, ok, err := c.DocumentAt(ctx, url)
	if err != nil {
		return err
	}
	if !ok {
		s.Links, err = c.Documents.LinksTo(ctx, url, MaxLinks)
		return err
	}
	d, _, err := c.ShowDocument(ctx, held.SHA256)
	if err == nil {
		s.Document, s.Links, s.CitedBy, s.Versions, s.References = d.Document, d.Links, d.CitedBy, d.Versions, d.References
	}
	return err
}

// ShowDocument returns what is known about a document, whether it was fetched or added by a
// person: only Document, Links, CitedBy, Versions and References are set. It returns false if the
// document was never filed.
func (c *Catalogue) ShowDocument(ctx context.Context, sha256 string) (*Details, bool, error) {
	d, ok, err := c.Documents.Get(ctx, sha256)
	if err != nil || !ok {
		return nil, false, err
	}
	s := &Details{Document: &d}
	if s.Links, err = c.Documents.LinksToDocument(ctx, sha256, MaxLinks); err != nil {
		return nil, false, err
	}
	if s.CitedBy, err = c.Documents.CitedBy(ctx, sha256, maxCopies); err != nil {
		return nil, false, err
	}
	if s.Versions, err = c.Documents.Versions(ctx, sha256); err != nil {
		return nil, false, err
	}
	s.References, err = c.Documents.References(ctx, sha256)
	return s, err == nil, err
}

// fetches returns each fetch of a URL. What only the page's row has (title, type, …) is that of
// the last state.
func (c *Catalogue) fetches(ctx context.Context, last Fetch) (all []Fetch, err error) {
	rows, err := c.reader.QueryContext(ctx, `SELECT f.fetched_at, f.outcome, f.status, f.attempt, f.not_modified, f.size, f.wire, f.took_us,
			f.cause, f.sha256, f.truncated, f.location, f.address, f.file, f.file_offset, f.file_length
		FROM fetches f WHERE f.page = (SELECT id FROM pages WHERE url = $1) ORDER BY f.id`, last.URL)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	for rows.Next() {
		f := last
		var at string
		var took int64
		var t [6]sql.NullString
		if err := rows.Scan(&at, &f.Outcome, &f.Status, &f.Attempt, &f.NotModified, &f.Size, &f.Wire, &took,
			&t[0], &t[1], &t[2], &t[3], &t[4], &t[5], &f.Offset, &f.Length); err != nil {
			return nil, err
		}
		f.At, f.Took = timeOf(at), time.Duration(took)*time.Microsecond
		f.Cause, f.SHA256, f.Truncated = library.Cause(t[0].String), t[1].String, t[2].String
		f.Location, f.Address, f.File = t[3].String, t[4].String, t[5].String
		all = append(all, f)
	}
	if len(all) == 0 {
		all = []Fetch{last}
	}
	return all, rows.Err()
}

// path returns the URLs from the seed to a fetch. It stops at an unknown URL and at one that
// the path has already: parents can form a loop after later fetches.
func (c *Catalogue) path(ctx context.Context, f Fetch) (up []string, err error) {
	seen := map[string]bool{f.URL: true}
	for url := f.Parent; url != "" && !seen[url] && len(up) < maxPath; {
		seen[url] = true
		up = append(up, url)
		var parent sql.NullString
		err := c.reader.QueryRowContext(ctx, "SELECT parent FROM pages WHERE url = $1", url).Scan(&parent)
		if err != nil && !errors.Is(err, sql.ErrNoRows) {
			return nil, err
		}
		url = parent.String
	}
	slices.Reverse(up)
	return up, nil
}

// copies returns other URLs with the same body.
func (c *Catalogue) copies(ctx context.Context, f Fetch) ([]string, error) {
	key, ok := bodyKey(f.SHA256)
	if !ok {
		return nil, nil
	}
	return selectAll(ctx, c.reader, scanText, "SELECT url FROM pages WHERE body_key = $1 AND sha256 = $2 AND url <> $3 LIMIT $4",
		int64(key), f.SHA256, f.URL, maxCopies)
}
