package fulltext

import (
	"cmp"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
)

const (
	// MaxMatches is how many matches of a search are ranked and counted.
	MaxMatches = 200_000

	maxOffset    = 10_000
	maxLimit     = 1000
	defaultLimit = 10
	maxCounts    = 50 // values of a facet that a result gives

	weights    = "10, 5, 4, 4, 2, 1" // of the columns of words, in their order
	citedCount = 0.1                 // of the logarithm of the citations, in the score
)

// Result is what a search has found.
type Result struct {
	Total  int  // matches
	More   bool // there are more than Total, which were not looked at
	Hits   []Hit
	Facets map[string][]Count // of all matches, by "genre", "type", "site", "language", "subject", "year": the fifty most frequent values of each
	Notes  []string           // what was not done as the query says, for people
}

// Count is how many matches have a value.
type Count struct {
	Value string
	N     int
}

// Hit is one match.
type Hit struct {
	Key       string
	Page      bool
	URL       string
	Title     string
	Authors   []string
	Year      int // 0: unknown
	Genre     string
	Type      string
	Site      string
	Language  string
	Citations int
	Score     float64 // greater is better; to be compared within one result only
	Snippets  []Snippet
}

// match is a text that matches.
type match struct {
	id    int64
	score float64
	facts
}

// Search finds what a query asks for. The error is a [*QueryError] when the query cannot be understood.
func (x *Index) Search(ctx context.Context, q Query) (*Result, error) {
	if q.Limit == 0 {
		q.Limit = defaultLimit
	}
	if q.Offset < 0 || q.Offset > maxOffset || q.Limit < 0 || q.Limit > maxLimit {
		return nil, fmt.Errorf("search: hits from %d, %d of them: up to %d and %d can be had", q.Offset, q.Limit, maxOffset, maxLimit)
	}
	p, err := q.read()
	if err != nil {
		return nil, err
	}
	tx, err := x.read.BeginTx(ctx, &sql.TxOptions{ReadOnly: true})
	if err != nil {
		return nil, told("search index", err)
	}
	defer tx.Rollback()
	s := search{Query: q, parsed: p, names: &x.names}
	if s.m, err = newMatcher(ctx, tx); err == nil {
		err = s.run()
	}
	var bad *QueryError
	if errors.As(err, &bad) {
		return nil, err
	}
	if err != nil {
		return nil, told("search index", err)
	}
	return &s.result, nil
}

// search is one search under way.
type search struct {
	Query
	*parsed
	m      *matcher
	names  *names
	result Result
	counts []int32 // of facets, by id
	years  map[uint64]int
	best   ranking
}

func (s *search) run() error {
	must, sources, not, err := s.m.expressions(s.parsed)
	if err != nil {
		return err
	}
	if strings.TrimSpace(s.Text) != "" && len(must)+len(not)+len(s.parsed.conditions) == 0 {
		return &QueryError{s.Text, 0, "there is no word in it"}
	}
	allowed, err := s.m.conditions(s.parsed.conditions)
	if err != nil {
		return err
	}
	if err := s.scan(must, " AND ", not, allowed); err != nil {
		return err
	}
	if s.result.Total == 0 && len(must) > 1 {
		if err := s.loosen(must, sources, not, allowed); err != nil {
			return err
		}
	}
	s.result.Notes = s.m.notes
	if err := s.facets(); err != nil {
		return err
	}
	return s.hits()
}

// loosen looks for fewer of the words when no text has them all: for those that some text has, then for any of them.
func (s *search) loosen(must, sources, not []string, allowed []allowed) error {
	var known []string
	for i, e := range must {
		var one int
		switch err := s.m.tx.QueryRowContext(s.m.ctx, "SELECT 1 FROM words WHERE words MATCH ? LIMIT 1", e).Scan(&one); {
		case errors.Is(err, sql.ErrNoRows):
			s.m.notes = append(s.m.notes, "no text has "+clean(sources[i], 200))
		case err != nil:
			return err
		default:
			known = append(known, e)
		}
	}
	if 0 < len(known) && len(known) < len(must) {
		if err := s.scan(known, " AND ", not, allowed); err != nil || s.result.Total > 0 {
			return err
		}
	}
	if len(known) < 2 {
		return nil
	}
	err := s.scan(known, " OR ", not, allowed)
	if s.result.Total > 0 {
		s.m.notes = append(s.m.notes, "no text has all the words; these have some of them")
	}
	return err
}

// scan reads all matches once: ranks them and counts their facets.
func (s *search) scan(must []string, operator string, not []string, allowed []allowed) error {
	s.counts, s.years, s.result.Total, s.result.More = s.counts[:0], map[uint64]int{}, 0, false
	s.best = ranking{sort: s.Sort, most: s.Offset + s.Limit}
	var from string
	var args []any
	switch {
	case len(must) > 0:
		expression := "(" + strings.Join(must, operator) + ")"
		if len(not) > 0 {
			expression += " NOT (" + strings.Join(not, " OR ") + ")"
		}
		from = "SELECT rowid AS id, -bm25(words, " + weights + ") AS score FROM words WHERE words MATCH ? ORDER BY rowid DESC"
		args = append(args, expression)
	case len(not) > 0:
		from = "SELECT id, 0.0 AS score FROM docs WHERE id NOT IN (SELECT rowid FROM words WHERE words MATCH ?) ORDER BY id DESC"
		args = append(args, strings.Join(not, " OR "))
	default:
		from = "SELECT id, 0.0 AS score FROM docs ORDER BY id DESC"
	}
	// CROSS JOIN keeps the order: from the words to the facts.
	query := fmt.Sprintf("SELECT count(*), fulltext_matches(m.id, m.score, d.facts) FROM (%s LIMIT %d) m CROSS JOIN docs d ON d.id = m.id", from, MaxMatches)
	var read int
	var matches []byte
	if err := s.m.tx.QueryRowContext(s.m.ctx, query, args...).Scan(&read, &matches); err != nil {
		return err
	}
	if read == MaxMatches {
		s.result.More = true
		s.m.notes = append(s.m.notes, fmt.Sprintf("%d or more match; the newest of them were ranked and counted", MaxMatches))
	}
	eachMatch(matches, func(m *match) {
		for i := range allowed {
			if !allowed[i].allows(&m.facts) {
				return
			}
		}
		s.take(m)
	})
	return nil
}

// take ranks and counts a match.
func (s *search) take(m *match) {
	s.result.Total++
	m.score *= 1 + citedCount*math.Log1p(float64(m.citations))
	s.best.add(m)
	s.count(m.genre)
	s.count(m.kind)
	s.count(m.site)
	s.count(m.language)
	for _, id := range m.subjects {
		s.count(id)
	}
	if m.year != 0 {
		s.years[m.year]++
	}
}

// count takes in one facet of a match; 0 is none.
func (s *search) count(id uint64) {
	if id == 0 || id > math.MaxInt32 {
		return
	}
	if n := int(id) + 1; n > len(s.counts) {
		s.counts = append(s.counts, make([]int32, n-len(s.counts))...)
	}
	s.counts[id]++
}

// facets gives the counts their names, the most frequent of each facet to the result.
func (s *search) facets() error {
	if err := s.names.follow(s.m.ctx, s.m.tx, int64(len(s.counts))-1); err != nil {
		return err
	}
	s.result.Facets = map[string][]Count{}
	for id, n := range s.counts {
		if n > 0 {
			f := s.names.of(uint64(id))
			s.result.Facets[f.name] = append(s.result.Facets[f.name], Count{f.value, int(n)})
		}
	}
	for year, n := range s.years {
		s.result.Facets["year"] = append(s.result.Facets["year"], Count{strconv.FormatUint(year, 10), n})
	}
	for name, counts := range s.result.Facets {
		slices.SortFunc(counts, func(a, b Count) int { return cmp.Or(cmp.Compare(b.N, a.N), cmp.Compare(a.Value, b.Value)) })
		s.result.Facets[name] = counts[:min(len(counts), maxCounts)]
	}
	return nil
}

// hits reads what is shown of the best matches.
func (s *search) hits() error {
	find := newFinder(s.parsed)
	for _, m := range s.best.sorted()[min(s.Offset, s.best.Len()):] {
		h := Hit{Page: m.page != 0, Year: int(m.year), Citations: int(m.citations), Score: m.score,
			Genre: s.names.of(m.genre).value, Type: s.names.of(m.kind).value, Site: s.names.of(m.site).value, Language: s.names.of(m.language).value}
		var authors, abstract string
		var body []byte
		if err := s.m.tx.QueryRowContext(s.m.ctx, "SELECT key, url, title, authors, abstract, body FROM texts WHERE id = ?", m.id).
			Scan(&h.Key, &h.URL, &h.Title, &authors, &abstract, &body); err != nil {
			return err
		}
		if authors != "" {
			h.Authors = strings.Split(authors, "\n")
		}
		h.Snippets = find.snippets(h.Language, abstract, body)
		s.result.Hits = append(s.result.Hits, h)
	}
	return nil
}
