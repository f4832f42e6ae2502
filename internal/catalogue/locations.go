package catalogue

import (
	"context"
	"database/sql"
	"errors"
	"net/url"
	"slices"
	"time"

	"sluice/library"
)

// allowed returns the locations that are not removed.
func (f *filing) allowed(all []library.Location) []library.Location {
	out := make([]library.Location, 0, len(all))
	for _, l := range all {
		if _, removed := f.removed.match(l.URL); !removed && l.URL != "" {
			out = append(out, l)
		}
	}
	return out
}

// location writes where a document was found, and marks the latest of the documents that the
// URL had.
func (f *filing) location(document int64, l *library.Location, via []string) error {
	first, last := l.First, l.Last
	if first.IsZero() {
		first = last
	}
	if last.IsZero() {
		last = first
	}
	if first.IsZero() {
		first = time.Now()
		last = first
	}
	host := l.Host
	if u, err := url.Parse(l.URL); host == "" && err == nil {
		host = u.Host
	}
	err := f.exec(`INSERT INTO locations (id, document, latest, added, size, url, host, stem, name, parent, first_seen, last_seen, last_modified, etag)
		VALUES ((SELECT COALESCE(MAX(id), 0) + 1 FROM locations), $1, 0, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)
		ON CONFLICT (document, url) DO UPDATE SET size = excluded.size, name = COALESCE(excluded.name, locations.name),
			parent = COALESCE(locations.parent, excluded.parent), etag = COALESCE(excluded.etag, locations.etag),
			first_seen = CASE WHEN excluded.first_seen < locations.first_seen THEN excluded.first_seen ELSE locations.first_seen END,
			last_seen = CASE WHEN excluded.last_seen > locations.last_seen THEN excluded.last_seen ELSE locations.last_seen END,
			last_modified = COALESCE(excluded.last_modified, locations.last_modified)`,
		document, flag(l.Added), l.Size, word(l.URL), text(host), text(stemOf(l.URL)), text(l.Name), text(l.Parent),
		stamp(first), stamp(last), plausible(l.LastModified, last), text(l.ETag))
	if err != nil {
		return err
	}
	if err := f.addresses(document, l, via); err != nil {
		return err
	}
	return f.exec(`UPDATE locations SET latest = CASE WHEN id = (SELECT id FROM locations WHERE url = $1 ORDER BY last_seen DESC, id DESC LIMIT 1)
		THEN 1 ELSE 0 END WHERE id IN (SELECT id FROM locations WHERE url = $1 ORDER BY last_seen DESC, id DESC LIMIT 2)`, word(l.URL))
}

// maxVia bounds the redirects that are kept of a location.
const maxVia = 20

// addresses writes the URLs by which links refer to a location: its own, the same at the other
// scheme, and redirects to it.
func (f *filing) addresses(document int64, l *library.Location, via []string) error {
	for _, u := range append([]string{l.URL, otherScheme(l.URL)}, via[:min(len(via), maxVia)]...) {
		err := f.exec(`INSERT INTO addresses (location, url) VALUES ((SELECT id FROM locations WHERE document = $1 AND url = $2), $3)
			ON CONFLICT (location, url) DO NOTHING`, document, word(l.URL), word(u))
		if err != nil {
			return err
		}
	}
	return nil
}

// maxShared bounds the documents of one URL that are reviewed: the newest.
const maxShared = 100

// review decides again which location is the original and which document was replaced, for a
// document that was found at some locations and for the documents that had the same URLs. Its
// cost does not depend on the number of other locations.
func (f *filing) review(document int64, at []library.Location) error {
	all := []int64{document}
	urls := make([]string, len(at))
	for i := range at {
		urls[i] = at[i].URL
		shared, err := f.ids("SELECT document FROM locations WHERE url = $1 ORDER BY last_seen DESC LIMIT $2", word(at[i].URL), maxShared)
		if err != nil {
			return err
		}
		all = append(all, shared...)
	}
	if err := f.reviewEach(all); err != nil || len(urls) == 0 {
		return err
	}
	return f.pageOrDocument(document, urls...)
}

// reviewAll does the same for all locations of a document, after its state has changed or
// locations were removed. It looks at no more than a thousand locations and a thousand
// documents that share one.
func (f *filing) reviewAll(document int64) error {
	all, err := f.ids(`SELECT DISTINCT o.document FROM (SELECT url FROM locations WHERE document = $1 ORDER BY latest DESC LIMIT $2) AS l
		JOIN locations o ON o.url = l.url LIMIT $2`, document, maxLocations)
	if err != nil {
		return err
	}
	if err := f.reviewEach(append(all, document)); err != nil {
		return err
	}
	return f.pageOrDocument(document)
}

// reviewEach reviews documents, each once.
func (f *filing) reviewEach(documents []int64) error {
	slices.Sort(documents)
	for _, id := range slices.Compact(documents) {
		if err := f.reviewOne(id); err != nil {
			return err
		}
	}
	return nil
}

// reviewOne chooses the original of a document and decides whether the document is replaced.
// The original is the location that still has the bytes and had them first.
func (f *filing) reviewOne(id int64) error {
	err := f.exec(`UPDATE documents SET original = (SELECT id FROM locations WHERE document = $1
		ORDER BY latest DESC, (last_modified IS NULL), last_modified, first_seen, id LIMIT 1) WHERE id = $1`, id)
	if err != nil {
		return err
	}
	var sum string
	var s standing
	var placed, latest, said bool
	if _, err := f.one(`SELECT id, sha256, state, read_at IS NOT NULL, kept, EXISTS (SELECT 1 FROM locations WHERE document = $1),
		EXISTS (SELECT 1 FROM locations WHERE document = $1 AND latest = 1),
		EXISTS (SELECT 1 FROM corrections c WHERE c.sha256 = documents.sha256 AND c.state = 'accepted') FROM documents WHERE id = $1`,
		[]any{id}, &s.id, &sum, &s.state, &s.read, &s.kept, &placed, &latest, &said); err != nil {
		return err
	}
	switch {
	case s.state == library.Removed, s.state == library.Accepted && said:
		return nil
	case latest || !placed:
		return f.unreplace(s, sum)
	}
	return f.replace(s, sum)
}

// unreplace ends the replacement of a document whose URL has its bytes again. If its text was
// deleted it must be read again.
func (f *filing) unreplace(s standing, sum string) error {
	if s.state != library.Replaced {
		return f.exec("UPDATE documents SET replaced_by = NULL WHERE id = $1 AND replaced_by IS NOT NULL", s.id)
	}
	state, cause := library.Waiting, ""
	switch {
	case !s.kept:
		cause = causeThrown
	case s.read:
		state = library.Accepted // what was rejected keeps that state when it is replaced
	}
	f.moved[sum] = state
	return f.exec(`UPDATE documents SET state = $2, state_at = $3, cause = $4, replaced_by = NULL, kept = 1, changes = changes + 1,
		read_at = CASE WHEN kept = 1 THEN read_at END WHERE id = $1`, s.id, string(state), stamp(time.Now()), text(cause))
}

// causeThrown is the cause of a document that waits because its text was deleted with the
// trash.
const causeThrown = "not read yet: it came back after the trash was emptied"

// replace marks a document as replaced if all its URLs have newer ones. An accepted document is
// replaced only by an accepted one: a site that answers with a login page for a day has not
// withdrawn its papers.
func (f *filing) replace(s standing, sum string) error {
	var newer int64
	found, err := f.one(`SELECT d.id FROM (SELECT url FROM locations WHERE document = $1 LIMIT $3) AS l JOIN locations o ON o.url = l.url AND o.latest = 1
			JOIN documents d ON d.id = o.document
		WHERE d.id <> $1 AND (d.state = 'accepted' OR $2 <> 'accepted' AND d.state <> 'removed')
		ORDER BY CASE WHEN d.state = 'accepted' THEN 0 ELSE 1 END, o.last_seen DESC LIMIT 1`, []any{s.id, string(s.state), maxLocations}, &newer)
	if err != nil || !found {
		return err
	}
	if s.state == library.Rejected || s.state == library.Replaced {
		return f.exec("UPDATE documents SET replaced_by = $2 WHERE id = $1", s.id, newer)
	}
	f.moved[sum] = library.Replaced
	return f.exec(`UPDATE documents SET state = 'replaced', state_at = $3, cause = 'a newer one at its URL', replaced_by = $2, changes = changes + 1
		WHERE id = $1`, s.id, newer, stamp(time.Now()))
}

// Occurrence is a document at one of its URLs.
type Occurrence struct {
	SHA256 string
	State  library.State
	Type   string
	library.Location
}

// DocumentAt returns the document that a URL had when it was last fetched, by either of the
// schemes http and https; false if none of its bodies was filed.
func (c *Catalogue) DocumentAt(ctx context.Context, url string) (o Occurrence, ok bool, err error) {
	row := c.reader.QueryRowContext(ctx, "SELECT "+locationColumns+`, d.sha256, d.state, d.type FROM locations l JOIN documents d ON d.id = l.document
		WHERE l.url IN ($1, $2) AND l.latest = 1 ORDER BY l.last_seen DESC LIMIT 1`, url, otherScheme(url))
	o.Location, err = scanLocation(scannerWithMore{row, []any{&o.SHA256, &o.State, &o.Type}})
	if errors.Is(err, sql.ErrNoRows) {
		return Occurrence{}, false, nil
	}
	return o, err == nil, c.failed("look up the document at "+url, err)
}

// HadAccepted reports whether a URL, by either of the schemes http and https, once had an
// accepted document with this size in bytes and this ETag or date of last change. An empty ETag
// and a zero date match nothing.
func (c *Catalogue) HadAccepted(ctx context.Context, url string, size int64, etag string, modified time.Time) (had bool, err error) {
	err = c.reader.QueryRowContext(ctx, `SELECT EXISTS (SELECT 1 FROM locations l JOIN documents d ON d.id = l.document
		WHERE l.url IN ($1, $2) AND l.latest = 0 AND d.state IN ('accepted', 'replaced') AND l.size = $3 AND (l.etag = $4 OR l.last_modified = $5))`,
		url, otherScheme(url), size, text(etag), moment(modified)).Scan(&had)
	return had, c.failed("look up what was at "+url, err)
}
