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

	"sluice/search"
)

const (
	defaultLimit = 10
	maxCounts    = 50 // values of a facet that a result has

	weights     = "6, 5, 3, 3, 2, 2, 3, 1" // of the columns of words, in their order
	citedCount  = 0.1                      // of the logarithm of the citations, in the score
	bonusShare  = 0.25                     // of the rarity of two neighbours, or of a word in the title, in the score
	maxRaising  = 64                       // pairs of neighbours, and words in the title, that are looked for
	commonShare = 3                        // of the texts one has a word that is common
	manyTexts   = 1000                     // of so many, those that have common words alone are not worth finding
	fewWords    = 5                        // of a query that is no sentence
	maxClauses  = 24                       // of a query, beyond which it is a text
	maxUnknown  = 3                        // words that notes name

	// enough is how many works with all the words are enough for a result: those with some of them are not looked for. It does not
	// depend on how many hits are asked for, so that totals and counts do not.
	enough = 30
)

// match is a text that matches.
type match struct {
	id        int64
	score     float64
	partial   bool // it has some of the words only
	scattered bool // it has all of a few words, by its length: not near each other
	relevance float32
	facts
}

// Search returns the hits of a query among all texts. The error is a [*search.QueryError] when the query cannot be
// understood.
func (x *Index) Search(ctx context.Context, q search.Query) (*search.Result, error) {
	return x.SearchAmong(ctx, nil, q)
}

// SearchAmong returns the hits of a query whose condition (Where) the caller has evaluated, because the index cannot: the texts for which it
// holds are selected. Without a condition, the selection is those that have a relevance to sort by. If it is nil, there is neither.
func (x *Index) SearchAmong(ctx context.Context, among *Selection, q search.Query) (*search.Result, error) {
	if q.Limit == 0 {
		q.Limit = defaultLimit
	}
	if q.Offset < 0 || q.Offset > search.MaxOffset || q.Limit < 0 || q.Limit > search.MaxLimit {
		return nil, fmt.Errorf("search: offset %d, limit %d: at most %d and %d are allowed", q.Offset, q.Limit, search.MaxOffset, search.MaxLimit)
	}
	p, err := read(&q)
	if err != nil {
		return nil, err
	}
	tx, err := x.read.BeginTx(ctx, &sql.TxOptions{ReadOnly: true})
	if err != nil {
		return nil, opError("search index", err)
	}
	defer tx.Rollback()
	s := lookup{Query: q, parsed: p, names: &x.names, among: among}
	if s.m, err = newMatcher(ctx, tx); err == nil {
		err = s.run()
	}
	var bad *search.QueryError
	if errors.As(err, &bad) {
		return nil, err
	}
	if err != nil {
		return nil, opError("search index", err)
	}
	return &s.result, nil
}

// lookup is one search under way.
type lookup struct {
	search.Query
	*parsed
	expressions
	m       *matcher
	names   *names
	among   *Selection
	allowed []allowed
	result  search.Result
	counts  []int32 // of facets, by id
	last    int64   // id of a facet: a greater one is damage
	years   map[uint64]int
	works   map[uint64]struct{} // that match
	best    ranking

	selected map[int64]float32  // relevance of the texts that are selected, by id
	bonus    map[int64]float64  // by id
	nearIDs  map[int64]struct{} // of texts that have the words near each other; nil until that matters
	partial  bool               // the scan is one for some of the words
	complete map[int64]struct{} // ids of texts that have all words, if they are of few works
}

// run runs the whole search: for texts that have all words and, if these are few, for those that have some. If nothing is found it explains
// why. Then it adds facets and hits.
func (s *lookup) run() (err error) {
	spelling, err := s.m.correct(s.parsed)
	if err != nil {
		return err
	}
	s.m.notes = append(s.m.notes, spelling.notes...)
	spelling.put(s.query, &s.result)
	if s.expressions, err = s.m.expressions(s.parsed); err != nil {
		return err
	}
	if strings.TrimSpace(s.Text) != "" && len(s.all())+len(s.always)+len(s.not)+len(s.conditions) == 0 {
		return &search.QueryError{Query: s.Text, Problem: "there is no word in it"}
	}
	if s.allowed, err = s.m.conditions(s.conditions); err != nil {
		return err
	}
	if s.among != nil {
		if s.selected, err = s.m.selected(s.among); err != nil {
			return err
		}
		if s.Filters.Where != "" {
			s.allowed = append(s.allowed, allowed{condition: condition{field: "where", values: []string{s.Filters.Where}}, selected: s.selected})
		}
	}
	if s.last, err = s.m.lastFacet(); err != nil {
		return err
	}
	if err := s.scanBonus(); err != nil {
		return err
	}
	if err := s.scanWords(); err != nil {
		return err
	}
	s.result.Notes = append(s.notes, s.m.notes...)
	if s.result.Total == 0 {
		if err := s.explain(); err != nil {
			return err
		}
	}
	if err := s.facets(); err != nil {
		return err
	}
	return s.hits()
}

// scanWords begins with the texts that have all the words and, if these are few, goes on with those that have some.
func (s *lookup) scanWords() error {
	s.begin()
	if err := s.scan(s.all(), " AND "); err != nil {
		return err
	}
	if len(s.single) > 0 && len(s.single)+len(s.required) > 1 && s.result.Total < enough {
		return s.scanPartial()
	}
	return nil
}

// scanPartial adds the texts that have some of the words, behind those of the same kind that have all. Filters stay, and so does what was marked.
func (s *lookup) scanPartial() error {
	complete, pages := s.result.Total, s.result.Pages
	if complete == 0 {
		if err := s.noteUnknown(); err != nil {
			return err
		}
	}
	s.partial = true
	some := "(" + strings.Join(slices.Concat(s.required, s.single), " OR ") + ")" // the marked ones, too: they count in the score
	if s.m.texts > manyTexts && 0 < len(s.rare) && len(s.rare) < len(s.single) {
		some = "(" + strings.Join(s.rare, " OR ") + ") AND " + some
	}
	err := s.scan(append(slices.Clone(s.required), some), " AND ")
	switch partial := s.result.Total - complete; {
	case partial == 0:
	case complete == 0:
		s.m.notes = append(s.m.notes, "no text has all the words; these have some of them")
	case complete == pages && s.result.Total > s.result.Pages:
		s.m.notes = append(s.m.notes, fmt.Sprintf("no document has all the words; pages that have them: %d (--kind pages)", pages))
	case complete == 1:
		s.m.notes = append(s.m.notes, "1 has all the words; the others have some")
	default:
		s.m.notes = append(s.m.notes, fmt.Sprintf("%d have all the words; the others have some", complete))
	}
	return err
}

// noteUnknown says which words no text has.
func (s *lookup) noteUnknown() error {
	unknown := 0
	for i, e := range s.words {
		var one int
		switch err := s.m.tx.QueryRowContext(s.m.ctx, "SELECT 1 FROM words WHERE words MATCH ? LIMIT 1", e).Scan(&one); {
		case errors.Is(err, sql.ErrNoRows):
			if unknown++; unknown <= maxUnknown {
				s.m.notes = append(s.m.notes, "no text has "+clean(s.sources[i], 200))
			}
		case err != nil:
			return err
		}
	}
	return nil
}

// scanBonus finds what raises a text above others that have the same words: words of the query that follow each other, and words of it in
// the title. A word that is in most texts of a library on one topic counts nothing in BM25, but it may still be in few titles. Each counts
// by its rarity, however often a text has it: to count that, FTS5 would read the index twice. The share of it in the score was measured
// (TestQualityRanking); the sequential dependence model is the origin of the pairs (Metzler and Croft, "A Markov random field model for
// term dependencies", 2005).
func (s *lookup) scanBonus() error {
	if s.bonus = nil; len(s.raising) == 0 || s.Limit == 0 {
		return nil
	}
	s.bonus = map[int64]float64{}
	for _, e := range s.raising {
		var ids []int64
		if err := s.eachID(e, func(id int64) { ids = append(ids, id) }); err != nil {
			return err
		}
		rarity := math.Log1p((float64(s.m.texts-int64(len(ids))) + 0.5) / (float64(len(ids)) + 0.5))
		for _, id := range ids {
			s.bonus[id] += bonusShare * rarity
		}
	}
	return nil
}

// isScattered reports whether a text that has all of a few words has them by its length alone, far apart. Short documents never do: only if there are
// others the index is read for those that have the words near each other.
func (s *lookup) isScattered(m *match) (bool, error) {
	if s.near == "" || s.Limit == 0 || s.Sort != search.ByRelevance || m.page == 0 && m.size <= longText {
		return false, nil
	}
	if s.nearIDs == nil {
		s.nearIDs = map[int64]struct{}{}
		if err := s.eachID(s.near, func(id int64) { s.nearIDs[id] = struct{}{} }); err != nil {
			return false, err
		}
	}
	_, near := s.nearIDs[m.id]
	return !near, nil
}

// eachID calls do with the ids of the newest texts that an expression matches.
func (s *lookup) eachID(expression string, do func(id int64)) error {
	var ids []byte
	if err := s.m.tx.QueryRowContext(s.m.ctx, "SELECT fulltext_matches(rowid, 0.0, x'') FROM (SELECT rowid FROM words WHERE words MATCH ?"+s.newest("rowid")+")",
		expression).Scan(&ids); err != nil {
		return err
	}
	eachMatch(ids, func(m *match) { do(m.id) })
	return nil
}

// newest returns the end of a statement that selects the newest texts, as many as are ranked. An index that has no more of them is read in the order in
// which they are stored, which is faster.
func (s *lookup) newest(id string) string {
	limit := fmt.Sprintf(" LIMIT %d", search.MaxMatches)
	if s.m.texts < search.MaxMatches {
		return limit
	}
	return " ORDER BY " + id + " DESC" + limit
}

// begin empties what scans fill.
func (s *lookup) begin() {
	s.counts, s.years, s.partial = s.counts[:0], map[uint64]int{}, false
	s.result.Total, s.result.Pages, s.result.Complete, s.result.More = 0, 0, 0, false
	s.works, s.complete = map[uint64]struct{}{}, map[int64]struct{}{}
	s.best = ranking{sort: s.Sort, most: s.Offset + s.Limit, fewWords: s.near != "" && s.Sort == search.ByRelevance, at: map[uint64]int{}}
}

// scan reads the matches once, ranks them and counts their facets.
func (s *lookup) scan(must []string, operator string) error {
	query, args := s.matches(must, operator)
	for before, read := int64(math.MaxInt64), search.MaxMatches; read == search.MaxMatches && !s.result.More; {
		var matches []byte
		if err := s.m.tx.QueryRowContext(s.m.ctx, query, append(args, before)...).Scan(&read, &matches); err != nil {
			return err
		}
		var failed error
		eachMatch(matches, func(m *match) {
			before = m.id
			if failed == nil && s.allows(m) && !s.result.More {
				failed = s.addMatch(m)
				s.result.More = s.result.Total == search.MaxMatches
			}
		})
		if failed != nil {
			return failed
		}
	}
	if s.result.More {
		s.m.notes = append(s.m.notes, fmt.Sprintf("%d or more match; the newest of them were ranked and counted", search.MaxMatches))
	}
	return nil
}

// matches returns the statement that packs the newest matches with an id below its last
// parameter, and its other parameters.
func (s *lookup) matches(must []string, operator string) (query string, args []any) {
	var all []string
	if len(must) > 0 {
		all = []string{"(" + strings.Join(must, operator) + ")"}
	}
	all = append(all, s.always...)
	from := "SELECT id, 0.0 AS score FROM docs WHERE id < ?" + s.newest("id")
	switch not := strings.Join(s.not, " OR "); {
	case len(all) > 0:
		expression := strings.Join(all, " AND ")
		if not != "" {
			expression = "(" + expression + ") NOT (" + not + ")"
		}
		args = []any{expression}
		score := "-bm25(words, " + weights + ")"
		if len(must) == 0 { // filters do not rank
			score = "0.0"
		}
		from = "SELECT rowid AS id, " + score + " AS score FROM words WHERE words MATCH ? AND rowid < ?" + s.newest("rowid")
	case not != "":
		args = []any{not}
		from = "SELECT id, 0.0 AS score FROM docs WHERE id NOT IN (SELECT rowid FROM words WHERE words MATCH ?) AND id < ?" + s.newest("id")
	}
	// CROSS JOIN keeps the order: from the words to the facts.
	return fmt.Sprintf("SELECT count(*), fulltext_matches(m.id, m.score, d.facts) FROM (%s) m CROSS JOIN docs d ON d.id = m.id", from), args
}

// allows reports whether a match meets all conditions.
func (s *lookup) allows(m *match) bool {
	return !slices.ContainsFunc(s.allowed, func(a allowed) bool { return !a.allows(m) })
}

// addMatch ranks and counts a match.
func (s *lookup) addMatch(m *match) (err error) {
	if m.work == 0 { // damaged
		return nil
	}
	if _, ok := s.complete[m.id]; ok {
		return nil
	}
	if m.partial = s.partial; !m.partial && len(s.works) < enough {
		s.complete[m.id] = struct{}{}
	}
	if _, twice := s.works[m.work]; !twice && m.page != 0 {
		s.result.Pages++
	}
	s.works[m.work] = struct{}{}
	if s.result.Total = len(s.works); !m.partial {
		s.result.Complete = s.result.Total
	}
	if m.scattered = false; !m.partial {
		if m.scattered, err = s.isScattered(m); err != nil {
			return err
		}
	}
	m.relevance = unjudged
	if x, ok := s.selected[m.id]; ok {
		m.relevance = x
	}
	m.score += s.bonus[m.id]
	m.score *= 1 + citedCount*math.Log1p(float64(m.citations+m.links))
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
	return nil
}

// count counts one facet of a match; the id 0 means that it has none.
func (s *lookup) count(id uint64) {
	if id == 0 || id > uint64(s.last) {
		return
	}
	if n := int(id) + 1; n > len(s.counts) {
		s.counts = append(s.counts, make([]int32, n-len(s.counts))...)
	}
	s.counts[id]++
}

// facets adds the counts with their names to the result, the most frequent of each facet.
func (s *lookup) facets() error {
	if err := s.names.follow(s.m.ctx, s.m.tx, int64(len(s.counts))-1); err != nil {
		return err
	}
	s.result.Facets = map[string][]search.Count{}
	for id, n := range s.counts {
		if n == 0 {
			continue
		}
		if f := s.names.of(uint64(id)); f.name != "" {
			s.result.Facets[f.name] = append(s.result.Facets[f.name], search.Count{Value: f.value, N: int(n)})
		}
	}
	for year, n := range s.years {
		s.result.Facets["year"] = append(s.result.Facets["year"], search.Count{Value: strconv.FormatUint(year, 10), N: n})
	}
	for name, counts := range s.result.Facets {
		slices.SortFunc(counts, func(a, b search.Count) int { return cmp.Or(cmp.Compare(b.N, a.N), cmp.Compare(a.Value, b.Value)) })
		s.result.Facets[name] = counts[:min(len(counts), maxCounts)]
	}
	return nil
}

// hits reads what is shown of the best matches.
func (s *lookup) hits() error {
	best := s.best.sorted()[min(s.Offset, s.best.Len()):]
	find := newFinder(s.parsed, len(best))
	for _, m := range best {
		h := search.Hit{Page: m.page != 0, Partial: m.partial, Year: int(m.year), Citations: int(m.citations), LinkedFrom: int(m.links), Score: m.score,
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
