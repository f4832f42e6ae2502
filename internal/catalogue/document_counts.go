package catalogue

import (
	"cmp"
	"context"
	"maps"
	"slices"

	"sluice/internal/cause"
	"sluice/library"
)

// DocumentCounts counts the documents that were filed, each once, however many URLs it has.
type DocumentCounts struct {
	Found      int64        `json:"found"` // URLs of documents, fetched or not: what is one, and what pages link to as one
	Accepted   int64        `json:"accepted"`
	Rejected   int64        `json:"rejected"`
	Waiting    int64        `json:"waiting"`     // not read yet
	Replaced   int64        `json:"replaced"`    // by newer ones at their URLs
	Removed    int64        `json:"removed"`     // at their owners' wish
	Queued     int64        `json:"queued"`      // got and not filed yet
	Skipped    int64        `json:"skipped"`     // got and not to be filed: too small, cut off, …; equal bytes once
	Bytes      int64        `json:"bytes"`       // of what is accepted
	ADR        float64      `json:"adr"`         // accepted document rate: accepted ÷ (accepted + rejected)
	Genres     []GenreCount `json:"genres"`      // the greatest first; "": not judged
	RejectedBy []CauseCount `json:"rejected_by"` // by cause
	WaitingFor []CauseCount `json:"waiting_for"`
	None       []CauseCount `json:"no_documents"` // pages and texts that only looked like documents, by cause
	Balance    Balance      `json:"balance"`
}

// GenreCount counts the documents of one genre.
type GenreCount struct {
	Genre     string `json:"genre"`
	Documents int64  `json:"documents"` // those that were removed are in none
	Accepted  int64  `json:"accepted"`
	Bytes     int64  `json:"bytes"`
}

// CauseCount counts the documents that are in a state for one cause.
type CauseCount struct {
	Cause     string `json:"cause"`
	Documents int64  `json:"documents"`
}

// DocumentCounts returns the counts of documents of a report. It reads all documents, and what [Catalogue.CountFound] reads.
func (c *Catalogue) DocumentCounts(ctx context.Context) (DocumentCounts, error) {
	r := &reporter{database: c.database, Report: &Report{}}
	err := r.documents(ctx)
	return r.Library, c.failed("count the documents", err)
}

// documents fills in the counts of documents. One query groups them by state, genre and cause:
// three queries would read the table three times.
func (r *reporter) documents(ctx context.Context) error {
	s := &r.Library
	rows, err := r.reader.QueryContext(ctx, `SELECT state, COALESCE(genre, ''), COALESCE(cause, ''), COUNT(*), SUM(size) FROM documents
		GROUP BY state, genre, cause`)
	if err != nil {
		return err
	}
	defer rows.Close()
	genres, rejected, waiting := map[string]*GenreCount{}, map[string]int64{}, map[string]int64{}
	for rows.Next() {
		var state library.State
		var genre, cause string
		var n, bytes int64
		if err := rows.Scan(&state, &genre, &cause, &n, &bytes); err != nil {
			return err
		}
		var accepted int64
		switch state {
		case library.Accepted:
			accepted = n
			s.Accepted += n
			s.Bytes += bytes
		case library.Rejected:
			s.Rejected += n
			rejected[cause] += n
		case library.Waiting:
			s.Waiting += n
			waiting[cause] += n
		case library.Replaced:
			s.Replaced += n
		case library.Removed:
			s.Removed += n
			continue
		}
		g := genres[genre]
		if g == nil {
			g = &GenreCount{Genre: genre}
			genres[genre] = g
		}
		g.Documents += n
		g.Accepted += accepted
		g.Bytes += bytes
	}
	if err := rows.Err(); err != nil {
		return err
	}
	s.Genres = []GenreCount{}
	for _, g := range genres {
		s.Genres = append(s.Genres, *g)
	}
	slices.SortFunc(s.Genres, func(a, b GenreCount) int {
		return cmp.Or(cmp.Compare(b.Documents, a.Documents), cmp.Compare(a.Genre, b.Genre))
	})
	s.RejectedBy, s.WaitingFor = causeSums(rejected), causeSums(waiting)
	if s.Accepted > 0 {
		s.ADR = float64(s.Accepted) / float64(s.Accepted+s.Rejected)
	}
	s.None, err = selectAll(ctx, r.reader, scanCauseSum, `SELECT cause, COUNT(*) FROM pages WHERE cause LIKE $1
		GROUP BY cause ORDER BY COUNT(*) DESC, cause`, NoDocument.With("%"))
	if err != nil {
		return err
	}
	if s.None == nil {
		s.None = []CauseCount{}
	}
	if s.Found, err = countFound(ctx, r.reader); err != nil {
		return err
	}
	return r.reader.QueryRowContext(ctx, "SELECT (SELECT COUNT(*) FROM intake WHERE kind <> 3), (SELECT COUNT(*) FROM v_unfiled_documents WHERE state = 'skipped')").
		Scan(&s.Queued, &s.Skipped)
}

// scanCauseSum reads a cause of pages without a document, without the class that all of them
// share.
func scanCauseSum(row scanner) (s CauseCount, err error) {
	err = row.Scan(&s.Cause, &s.Documents)
	_, s.Cause = cause.Split(s.Cause)
	return s, err
}

// CountFound returns the number of URLs of documents, fetched or not: URLs that have one, and
// URLs that pages link to as one. A URL of both schemes counts once. It reads all pages and all
// links to documents.
func (c *Catalogue) CountFound(ctx context.Context) (int64, error) {
	n, err := countFound(ctx, c.reader)
	return n, c.failed("count the documents found", err)
}

// countFound counts on any connection: the report has one of its own.
func countFound(ctx context.Context, from queryer) (n int64, err error) {
	err = from.QueryRowContext(ctx, `SELECT COUNT(*) FROM (SELECT REPLACE(url, 'https://', 'http://') AS url FROM citations WHERE sure = 1
		UNION SELECT REPLACE(url, 'https://', 'http://') FROM pages WHERE document = 1) AS found`).Scan(&n)
	return n, err
}

// causeSums returns counts by cause, the greatest first.
func causeSums(m map[string]int64) []CauseCount {
	out := []CauseCount{}
	for _, cause := range slices.Sorted(maps.Keys(m)) {
		out = append(out, CauseCount{cause, m[cause]})
	}
	slices.SortStableFunc(out, func(a, b CauseCount) int { return cmp.Compare(b.Documents, a.Documents) })
	return out
}
