package catalogue

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"time"

	"sluice/document/bibliography"
)

// Wanted keeps the works that a harvest looks for: the record of each, its state, and the history of the attempts to get it. What was written is
// durable when a method returns, so that a harvest goes on where it stopped.
type Wanted struct{ *database }

// WantedState is the state of a wanted work.
type WantedState string

// The states. The words are on disk.
const (
	WantedOpen   WantedState = "wanted" // the harvest is not done with it
	WantedFound  WantedState = "found"
	WantedMissed WantedState = "missed" // no way that was tried led to it
)

// WantedWork is a wanted work.
type WantedWork struct {
	ID      int64
	Key     string // identifies the work; two works never have the same
	Record  bibliography.Record
	Sources []string // bibliographies that have it, in the order of the alphabet

	State    WantedState
	Since    time.Time // of the state
	Added    time.Time
	Attempts int
	Outcome  WantedOutcome
}

// WantedOutcome is what became of a wanted work. Fields that do not apply are empty.
type WantedOutcome struct {
	SHA256     string // of the document that was found
	URL        string // where it was found
	Way        string // how it was found, or how the last attempt was made
	Version    string // preprint, report, extended, final
	Confidence float64
	Reasons    []string // of the match
	Reached    string   // how far the harvest came with a work that it missed
	Cause      string   // why it came no further
}

// WantedAttempt is an attempt to get a wanted work.
type WantedAttempt struct {
	At       time.Time
	Way      string // how: a rule, a homepage, a repository
	URL      string // where
	Reached  string // how far it came
	Cause    string // why it came no further; empty after a success
	Requests int    // that it has cost
}

// maxKey is the most bytes of the key of a record, as it is listed.
const maxKey = 500

// maxRecordSize is the most bytes that are stored of a record.
const maxRecordSize = 256 << 10

// Put adds works whose ID is 0, each in the state wanted, and replaces the record of the others, whose state stays. A work is not added if another
// has its key. The sources are added to those that a work has. It sets the ID of each, and returns how many works are new. It is one transaction.
func (w *Wanted) Put(ctx context.Context, works []WantedWork, at time.Time) (added int, err error) {
	err = w.change(ctx, "record wanted works", func(f *filing) error {
		added = 0
		for i := range works {
			isNew, err := f.putWanted(&works[i], stamp(at))
			if err != nil {
				return fmt.Errorf("%q: %w", works[i].Record.Title, err)
			}
			if isNew {
				added++
			}
		}
		return nil
	})
	return added, err
}

// putWanted adds or replaces one work.
func (f *filing) putWanted(w *WantedWork, at string) (isNew bool, err error) {
	r := &w.Record
	record, err := recordJSON(r)
	if err != nil {
		return false, err
	}
	names := make([]string, len(r.Authors))
	for i, a := range r.Authors {
		names[i] = a.String()
	}
	columns := []any{number(r.Year), text(r.DOI), text(r.ArXiv), text(r.Venue), text(r.Title), text(strings.Join(names, "; ")), record, text(cut(r.Key, maxKey))}
	id := w.ID
	if id == 0 {
		n, err := f.changed(`INSERT INTO wanted (year, doi, arxiv, venue, title, authors, record, record_key, key, state, added_at, state_at, attempts)
			VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, 'wanted', $10, $10, 0) ON CONFLICT (key) DO NOTHING`, append(columns, word(w.Key), at)...)
		if err != nil {
			return false, err
		}
		isNew = n > 0
		if _, err := f.one("SELECT id FROM wanted WHERE key = $1", []any{word(w.Key)}, &id); err != nil {
			return false, err
		}
	} else {
		n, err := f.changed("UPDATE wanted SET year = $1, doi = $2, arxiv = $3, venue = $4, title = $5, authors = $6, record = $7, record_key = $8 WHERE id = $9", append(columns, id)...)
		if err == nil && n == 0 {
			err = fmt.Errorf("no wanted work %d", id)
		}
		if err != nil {
			return false, err
		}
	}
	w.ID = id
	for _, s := range w.Sources {
		if err := f.exec("INSERT INTO wanted_sources (wanted, source) VALUES ($1, $2) ON CONFLICT DO NOTHING", id, word(s)); err != nil {
			return false, err
		}
	}
	return isNew, nil
}

// number returns NULL for 0, which means not known.
func number(n int) any {
	if n == 0 {
		return nil
	}
	return n
}

// recordJSON returns a record as it is stored. One that is too large is stored with its beginnings alone.
func recordJSON(r *bibliography.Record) (string, error) {
	b, err := json.Marshal(r)
	if err != nil || len(b) <= maxRecordSize {
		return string(b), err
	}
	const most, longest = 50, 500 // values of a list, and bytes of a value
	short := bibliography.Record{Line: r.Line, Year: r.Year, Authors: r.Authors[:min(len(r.Authors), most)]}
	for _, s := range []struct {
		to *string
		is string
	}{{&short.Key, r.Key}, {&short.Type, r.Type}, {&short.Title, r.Title}, {&short.Venue, r.Venue}, {&short.Volume, r.Volume}, {&short.Number, r.Number}, {&short.Pages, r.Pages},
		{&short.DOI, r.DOI}, {&short.ArXiv, r.ArXiv}, {&short.ISBN, r.ISBN}} {
		*s.to = cut(s.is, longest)
	}
	short.Authors = append(short.Authors[:0:0], short.Authors...)
	for i := range short.Authors {
		a := &short.Authors[i]
		a.Given, a.Particle, a.Family, a.Suffix = cut(a.Given, longest), cut(a.Particle, longest), cut(a.Family, longest), cut(a.Suffix, longest)
	}
	for _, u := range r.URLs[:min(len(r.URLs), most)] {
		if len(u) <= longest {
			short.URLs = append(short.URLs, u)
		}
	}
	b, err = json.Marshal(&short)
	return string(b), err
}

// cut returns at most the first n bytes of a text, in whole characters.
func cut(s string, n int) string { return strings.ToValidUTF8(s[:min(len(s), n)], "") }

// WantedQuery chooses wanted works. The zero value chooses all of them.
type WantedQuery struct {
	State  WantedState // empty: any
	Source string      // empty: any
	After  int64       // only works with a greater ID
	Limit  int         // 0: 1000
}

const wantedColumns = `id, attempts, confidence, state, key, added_at, state_at, document, url, way, version, reached, cause, reasons, record,
	(SELECT GROUP_CONCAT(source, CHAR(10)) FROM (SELECT source FROM wanted_sources s WHERE s.wanted = wanted.id ORDER BY source))`

// List returns wanted works in the order in which they were added.
func (w *Wanted) List(ctx context.Context, q WantedQuery) ([]WantedWork, error) {
	if q.Limit <= 0 {
		q.Limit = 1000
	}
	all, err := selectAll(ctx, w.reader, scanWanted, "SELECT "+wantedColumns+` FROM wanted WHERE id > $1 AND ($2 = '' OR state = $2)
		AND ($3 = '' OR EXISTS (SELECT 1 FROM wanted_sources s WHERE s.wanted = wanted.id AND s.source = $3)) ORDER BY id LIMIT $4`,
		q.After, string(q.State), q.Source, q.Limit)
	return all, w.failed("list the wanted works", err)
}

// Get returns a wanted work; false if there is none with the ID.
func (w *Wanted) Get(ctx context.Context, id int64) (WantedWork, bool, error) {
	work, err := scanWanted(w.reader.QueryRowContext(ctx, "SELECT "+wantedColumns+" FROM wanted WHERE id = $1", id))
	if errors.Is(err, sql.ErrNoRows) {
		return WantedWork{}, false, nil
	}
	return work, err == nil, w.failed(fmt.Sprintf("read wanted work %d", id), err)
}

// scanWanted reads a WantedWork.
func scanWanted(row scanner) (w WantedWork, err error) {
	var document, url, way, version, reached, cause, reasons, sources sql.NullString
	var added, since, record string
	var confidence sql.NullFloat64
	err = row.Scan(&w.ID, &w.Attempts, &confidence, &w.State, &w.Key, &added, &since, &document, &url, &way, &version, &reached, &cause, &reasons, &record, &sources)
	if err != nil {
		return w, err
	}
	w.Added, w.Since = timeOf(added), timeOf(since)
	w.Outcome = WantedOutcome{SHA256: document.String, URL: url.String, Way: way.String, Version: version.String, Confidence: confidence.Float64,
		Reached: reached.String, Cause: cause.String}
	if sources.String != "" {
		w.Sources = strings.Split(sources.String, "\n")
	}
	if reasons.String != "" {
		if err := json.Unmarshal([]byte(reasons.String), &w.Outcome.Reasons); err != nil {
			return w, fmt.Errorf("reasons of wanted work %d: %w", w.ID, err)
		}
	}
	if err := json.Unmarshal([]byte(record), &w.Record); err != nil {
		return w, fmt.Errorf("record of wanted work %d: %w", w.ID, err)
	}
	return w, nil
}

// Counts returns the number of works in each state.
func (w *Wanted) Counts(ctx context.Context) (map[WantedState]int64, error) {
	const doing = "count the wanted works"
	rows, err := w.reader.QueryContext(ctx, "SELECT state, COUNT(*) FROM wanted GROUP BY state")
	if err != nil {
		return nil, w.failed(doing, err)
	}
	defer rows.Close()
	counts := map[WantedState]int64{}
	for rows.Next() {
		var state WantedState
		var n int64
		if err := rows.Scan(&state, &n); err != nil {
			return nil, w.failed(doing, err)
		}
		counts[state] = n
	}
	return counts, w.failed(doing, rows.Err())
}

// History returns the attempts for a work, the first one first.
func (w *Wanted) History(ctx context.Context, id int64) ([]WantedAttempt, error) {
	all, err := selectAll(ctx, w.reader, scanAttempt, "SELECT at, way, url, reached, cause, requests FROM wanted_attempts WHERE wanted = $1 ORDER BY position", id)
	return all, w.failed(fmt.Sprintf("read the attempts for wanted work %d", id), err)
}

// scanAttempt reads a WantedAttempt.
func scanAttempt(row scanner) (a WantedAttempt, err error) {
	var at string
	var url, reached, cause sql.NullString
	err = row.Scan(&at, &a.Way, &url, &reached, &cause, &a.Requests)
	a.At, a.URL, a.Reached, a.Cause = timeOf(at), url.String, reached.String, cause.String
	return a, err
}
