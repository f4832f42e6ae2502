package library

import (
	"cmp"
	"maps"
	"slices"
)

// Shelves counts the documents that were filed, each once, whatever number of URLs it has.
type Shelves struct {
	Accepted   int64      `json:"accepted"`
	Rejected   int64      `json:"rejected"`
	Waiting    int64      `json:"waiting"`     // not read yet
	Replaced   int64      `json:"replaced"`    // by newer ones at their URLs
	Removed    int64      `json:"removed"`     // at their owners' wish
	Queued     int64      `json:"queued"`      // got and not filed yet
	Bytes      int64      `json:"bytes"`       // of what is accepted
	ADR        float64    `json:"adr"`         // accepted document rate: accepted ÷ (accepted + rejected)
	Genres     []GenreSum `json:"genres"`      // the greatest first; "": not judged
	RejectedBy []CauseSum `json:"rejected_by"` // by cause
	WaitingFor []CauseSum `json:"waiting_for"`
}

// GenreSum counts the documents of one genre.
type GenreSum struct {
	Genre     string `json:"genre"`
	Documents int64  `json:"documents"` // those that were removed are in none
	Accepted  int64  `json:"accepted"`
	Bytes     int64  `json:"bytes"`
}

// CauseSum counts the documents that are in a state for one cause.
type CauseSum struct {
	Cause     string `json:"cause"`
	Documents int64  `json:"documents"`
}

func (c *Catalogue) reportLibrary(r *Report) error {
	s := &r.Library
	rows, err := c.reader.Query(`SELECT state, COALESCE(genre, ''), COALESCE(cause, ''), COUNT(*), SUM(size) FROM documents
		GROUP BY state, genre, cause`)
	if err != nil {
		return err
	}
	defer rows.Close()
	genres, rejected, waiting := map[string]*GenreSum{}, map[string]int64{}, map[string]int64{}
	for rows.Next() {
		var state State
		var genre, cause string
		var n, bytes int64
		if err := rows.Scan(&state, &genre, &cause, &n, &bytes); err != nil {
			return err
		}
		var accepted int64
		switch state {
		case Accepted:
			accepted = n
			s.Accepted += n
			s.Bytes += bytes
		case Rejected:
			s.Rejected += n
			rejected[cause] += n
		case Waiting:
			s.Waiting += n
			waiting[cause] += n
		case Replaced:
			s.Replaced += n
		case Removed:
			s.Removed += n
			continue
		}
		g := genres[genre]
		if g == nil {
			g = &GenreSum{Genre: genre}
			genres[genre] = g
		}
		g.Documents += n
		g.Accepted += accepted
		g.Bytes += bytes
	}
	if err := rows.Err(); err != nil {
		return err
	}
	s.Genres = []GenreSum{}
	for _, g := range genres {
		s.Genres = append(s.Genres, *g)
	}
	slices.SortFunc(s.Genres, func(a, b GenreSum) int {
		return cmp.Or(cmp.Compare(b.Documents, a.Documents), cmp.Compare(a.Genre, b.Genre))
	})
	s.RejectedBy, s.WaitingFor = causeSums(rejected), causeSums(waiting)
	if s.Accepted > 0 {
		s.ADR = float64(s.Accepted) / float64(s.Accepted+s.Rejected)
	}
	return c.reader.QueryRow("SELECT COUNT(*) FROM intake WHERE kind <> 3").Scan(&s.Queued)
}

func causeSums(m map[string]int64) []CauseSum {
	out := []CauseSum{}
	for _, cause := range slices.Sorted(maps.Keys(m)) {
		out = append(out, CauseSum{cause, m[cause]})
	}
	slices.SortStableFunc(out, func(a, b CauseSum) int { return cmp.Compare(b.Documents, a.Documents) })
	return out
}
