package library

import (
	"context"
	"database/sql"
	"errors"
	"net/url"
	"time"
)

// allowed gives the locations that were not taken out at their owner's wish.
func (f *filing) allowed(all []Location) []Location {
	out := make([]Location, 0, len(all))
	for _, l := range all {
		if _, removed := f.out.match(l.URL); !removed && l.URL != "" {
			out = append(out, l)
		}
	}
	return out
}

// location writes where a document was found, and which of the documents that the URL had is the latest.
func (f *filing) location(document int64, l *Location) error {
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
	if err := f.addresses(document, l); err != nil {
		return err
	}
	return f.exec(`UPDATE locations SET latest = CASE WHEN id = (SELECT id FROM locations WHERE url = $1 ORDER BY last_seen DESC, id DESC LIMIT 1)
		THEN 1 ELSE 0 END WHERE url = $1`, word(l.URL))
}

// maxVia bounds the redirects that are kept of a location.
const maxVia = 20

func (f *filing) addresses(document int64, l *Location) error {
	for _, u := range append([]string{l.URL, otherScheme(l.URL)}, l.Via[:min(len(l.Via), maxVia)]...) {
		err := f.exec(`INSERT INTO addresses (location, url) VALUES ((SELECT id FROM locations WHERE document = $1 AND url = $2), $3)
			ON CONFLICT (location, url) DO NOTHING`, document, word(l.URL), word(u))
		if err != nil {
			return err
		}
	}
	return nil
}

// review decides again, for a document and all that have a URL in common with it, which location is the original and
// which of them was replaced.
func (f *filing) review(document int64) error {
	all, err := f.ids(`SELECT DISTINCT o.document FROM locations l JOIN locations o ON o.url = l.url WHERE l.document = $1
		UNION SELECT CAST($1 AS INTEGER)`, document)
	if err != nil {
		return err
	}
	for _, id := range all {
		if err := f.reviewOne(id); err != nil {
			return err
		}
	}
	return nil
}

func (f *filing) reviewOne(id int64) error {
	err := f.exec(`UPDATE documents SET original = (SELECT l.id FROM locations l WHERE l.document = $1
		ORDER BY l.latest DESC, CASE WHEN l.last_modified IS NULL THEN 1 ELSE 0 END, l.last_modified, l.first_seen, l.id LIMIT 1)
		WHERE id = $1`, id)
	if err != nil {
		return err
	}
	if err := f.pageOrDocument(id); err != nil {
		return err
	}
	var sum string
	var state State
	var read bool
	var places, latest, said int64
	if _, err := f.one(`SELECT sha256, state, read_at IS NOT NULL, (SELECT COUNT(*) FROM locations WHERE document = $1),
		(SELECT COUNT(*) FROM locations WHERE document = $1 AND latest = 1),
		(SELECT COUNT(*) FROM corrections c WHERE c.sha256 = documents.sha256 AND c.state = 'accepted') FROM documents WHERE id = $1`,
		[]any{id}, &sum, &state, &read, &places, &latest, &said); err != nil {
		return err
	}
	switch {
	case state == Removed, state == Accepted && said > 0:
		return nil
	case latest > 0 || places == 0:
		return f.unreplace(id, sum, state, read)
	}
	return f.replace(id, sum, state)
}

// unreplace takes a document back whose URL has its bytes again.
func (f *filing) unreplace(id int64, sum string, state State, read bool) error {
	if state != Replaced {
		return f.exec("UPDATE documents SET replaced_by = NULL WHERE id = $1 AND replaced_by IS NOT NULL", id)
	}
	state = Waiting
	if read {
		state = Accepted // what was rejected keeps that state when it is replaced
	}
	f.moved[sum] = state
	return f.exec("UPDATE documents SET state = $2, cause = NULL, replaced_by = NULL, kept = 1, changes = changes + 1 WHERE id = $1", id, string(state))
}

// replace puts a document away whose URLs all have newer ones. What is accepted gives way only to what is accepted: a
// site that answers with a login page one day has not taken its papers back.
func (f *filing) replace(id int64, sum string, state State) error {
	var newer int64
	found, err := f.one(`SELECT d.id FROM locations l JOIN locations o ON o.url = l.url AND o.latest = 1
			JOIN documents d ON d.id = o.document
		WHERE l.document = $1 AND d.id <> $1 AND (d.state = 'accepted' OR $2 <> 'accepted' AND d.state <> 'removed')
		ORDER BY CASE WHEN d.state = 'accepted' THEN 0 ELSE 1 END, o.last_seen DESC LIMIT 1`, []any{id, string(state)}, &newer)
	if err != nil || !found {
		return err
	}
	if state == Rejected || state == Replaced {
		return f.exec("UPDATE documents SET replaced_by = $2 WHERE id = $1", id, newer)
	}
	f.moved[sum] = Replaced
	return f.exec("UPDATE documents SET state = 'replaced', cause = 'a newer one at its URL', replaced_by = $2, changes = changes + 1 WHERE id = $1", id, newer)
}

const locationColumns = `l.url, l.host, l.name, l.parent, l.etag, l.last_modified, l.first_seen, l.last_seen, l.size, l.added, l.latest`

func scanLocation(row interface{ Scan(...any) error }) (l Location, err error) {
	var t [5]sql.NullString
	var first, last string
	err = row.Scan(&l.URL, &t[0], &t[1], &t[2], &t[3], &t[4], &first, &last, &l.Size, &l.Added, &l.Latest)
	l.Host, l.Name, l.Parent, l.ETag = t[0].String, t[1].String, t[2].String, t[3].String
	l.LastModified, l.First, l.Last = timeOf(t[4].String), timeOf(first), timeOf(last)
	return l, err
}

// Held is what the library has under one URL.
type Held struct {
	SHA256 string
	State  State
	Type   string
	Location
}

// Held gives the document that a URL had when it was last seen, by either of the schemes http and https; false when
// none of its bodies was filed.
func (c *Catalogue) Held(ctx context.Context, url string) (h Held, ok bool, err error) {
	row := c.reader.QueryRowContext(ctx, "SELECT "+locationColumns+`, d.sha256, d.state, d.type FROM locations l JOIN documents d ON d.id = l.document
		WHERE l.url IN ($1, $2) AND l.latest = 1 ORDER BY l.last_seen DESC LIMIT 1`, url, otherScheme(url))
	h.Location, err = scanLocation(scanMore{row, []any{&h.SHA256, &h.State, &h.Type}})
	if errors.Is(err, sql.ErrNoRows) {
		return Held{}, false, nil
	}
	return h, err == nil, c.failed("look up the document at "+url, err)
}
