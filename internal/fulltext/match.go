package fulltext

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"sluice/text"
)

// A matcher turns a query that has been read into FTS5's language
// (https://sqlite.org/fts5.html) and SQL. All that a user wrote goes into the first as words of
// letters, digits and apostrophes in quotation marks, into the second as parameters.
type matcher struct {
	ctx       context.Context
	tx        *sql.Tx
	languages []string         // that have stems in the index
	unstemmed []string         // other languages of the index
	texts     int64            // in the index
	having    map[string]int64 // of these, those that have a token, as far as it was asked for
	notes     []string
}

// newMatcher returns a matcher for the languages that the index has entries in. A query has no
// language of its own, so each word is stemmed in all of them.
func newMatcher(ctx context.Context, tx *sql.Tx) (*matcher, error) {
	m := &matcher{ctx: ctx, tx: tx, languages: []string{stemmerOf("")}, having: map[string]int64{}}
	// Of the tables with a row for each text, this one is the smallest by far.
	if err := tx.QueryRowContext(ctx, "SELECT count(*) FROM words_docsize").Scan(&m.texts); err != nil {
		return nil, err
	}
	rows, err := tx.QueryContext(ctx, "SELECT value FROM facets WHERE name = 'language'")
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	for rows.Next() {
		var code string
		if err := rows.Scan(&code); err != nil {
			return nil, err
		}
		switch {
		case slices.Contains(m.languages, code):
		case text.Stems(code):
			m.languages = append(m.languages, code)
		default:
			m.unstemmed = append(m.unstemmed, code)
		}
	}
	return m, rows.Err()
}

// clause returns the expression of a clause, "" when nothing of it counts.
func (m *matcher) clause(c *clause, dropStops bool) (string, error) {
	var alternatives []string
	for i := range c.terms {
		e, err := m.term(&c.terms[i], dropStops)
		if err != nil {
			return "", err
		}
		if e != "" {
			alternatives = append(alternatives, e)
		}
	}
	return either(alternatives), nil
}

// term returns the expression of a term, "" when nothing of it counts.
func (m *matcher) term(t *term, dropStops bool) (string, error) {
	var e string
	switch {
	case t.phrase:
		e = quoted(t.words...)
	case t.joined:
		e = quoted(t.words...)
		if t.both != "" { // in the index "e-mail" is also one word
			e = m.stemmed(t.both)
		}
	case t.isIdeographs():
		e = bigrams(t.words)
	default:
		var all []string
		for i, w := range t.words {
			last := i == len(t.words)-1
			switch {
			case last && t.prefix:
				all = append(all, quoted(w)+"*")
			case last && t.fuzzy > 0:
				near, err := m.near(w, t.fuzzy)
				if err != nil {
					return "", err
				}
				all = append(all, near)
			case t.column == "authors":
				// An initial counts only if there is nothing else: "D. Knuth" finds Donald Knuth as
				// well.
				if !initial(w) || !slices.ContainsFunc(t.words, func(w string) bool { return !initial(w) }) {
					all = append(all, quoted(w))
				}
			case dropStops && t.column == "" && text.Stop(w, ""):
			default:
				all = append(all, m.word(t, i))
			}
		}
		if len(all) > 1 {
			e = "(" + strings.Join(all, " AND ") + ")"
		} else if len(all) == 1 {
			e = all[0]
		}
	}
	if e != "" && t.column != "" {
		e = t.column + " : (" + e + ")"
	}
	return e, nil
}

// isIdeographs reports several words of a script without spaces, in no column.
func (t *term) isIdeographs() bool {
	return t.column == "" && len(t.words) > 1 && !t.prefix && t.fuzzy == 0 && !slices.ContainsFunc(t.words, func(w string) bool { return !isIdeograph(w) })
}

// bigrams matches the letters of a script without spaces by two in a row each: where a word ends is not known, but few letters stand in a row
// by chance.
func bigrams(letters []string) string {
	var all []string
	for i := range len(letters) - 1 {
		all = append(all, quoted(letters[i:i+2]...))
	}
	return "(" + strings.Join(all, " AND ") + ")"
}

// initial reports a word of one letter, which says little next to a longer one. It is of a
// script that has capitals: in others a letter may be a whole name.
func initial(w string) bool {
	r, size := utf8.DecodeRuneInString(w)
	return size == len(w) && unicode.IsLower(r)
}

// stemmed matches a word and those with the same stem.
func (m *matcher) stemmed(w string) string {
	var all []string
	for _, token := range m.stems(w) {
		all = append(all, `"`+token+`"`)
	}
	// A stop word has no stem in the texts of its language.
	if m.isStop(w) {
		all = append(all, quoted(w))
	}
	return either(all)
}

// isStop reports a stop word of any language of the index.
func (m *matcher) isStop(w string) bool {
	isStopIn := func(language string) bool { return text.Stop(w, language) }
	return isStopIn("") || slices.ContainsFunc(m.languages, isStopIn) || slices.ContainsFunc(m.unstemmed, isStopIn)
}

// stems returns the tokens that a word may have in the texts of the index, in either spelling: that of its stem in each language, and that of the word itself,
// which names have and texts of a language without a stemmer.
func (m *matcher) stems(w string) (tokens []string) {
	for _, form := range spelt(w) {
		for _, language := range m.stemmers() {
			if t := soughtToken(form, language); !slices.Contains(tokens, t) {
				tokens = append(tokens, t)
			}
		}
	}
	return tokens
}

// stemmers returns the languages in which a word is stemmed, and "" for none.
func (m *matcher) stemmers() []string { return append([]string{""}, m.languages...) }

// either returns the expression that any of all meets.
func either(all []string) string {
	if len(all) > 1 {
		return "(" + strings.Join(all, " OR ") + ")"
	}
	return strings.Join(all, "")
}

// quoted is a phrase of words in FTS5's language.
func quoted(words ...string) string {
	var b strings.Builder
	b.WriteByte('"')
	for i, w := range words {
		if i > 0 {
			b.WriteByte(' ')
		}
		b.WriteString(plain(w))
	}
	b.WriteByte('"')
	return b.String()
}

// stops reports a clause of nothing but words that any text is full of, which may be dropped
// beside others.
func (c *clause) stops() bool {
	return !c.not && !slices.ContainsFunc(c.terms, func(t term) bool {
		return t.inRow() || t.prefix || t.fuzzy > 0 || t.column != "" ||
			slices.ContainsFunc(t.words, func(w string) bool { return !text.Stop(w, "") })
	})
}

// hasOtherThanStops reports a query with something to look for but stop words, which then do not count.
func (p *parsed) hasOtherThanStops() bool {
	return slices.ContainsFunc(p.clauses, func(c clause) bool { return !c.not && !c.stops() })
}

// expressions returns a query in FTS5's language, clause by clause.
type expressions struct {
	words    []string // plain words: whoever has all of them comes first
	single   []string // the same, each word of what was written as one alone
	rare     []string // of these, those that tell something: not in most texts
	sources  []string // how the user wrote them
	required []string // phrases, words of a field and marked words
	marked   []string // how the user wrote these
	raising  []string // neighbours, and words in the title: who has them ranks higher
	near     string   // who has the words near each other; "" if that does not matter
	always   []string // filters
	filtered []string // and what they are called
	not      []string
}

// all returns the expressions that a text has to match, or, of several plain words, should.
func (x *expressions) all() []string { return slices.Concat(x.required, x.words) }

// expressions returns the expressions of a query. Stop words are dropped only if another clause is
// left to look for.
func (m *matcher) expressions(p *parsed) (x expressions, err error) {
	dropStops := p.hasOtherThanStops()
	x.near = m.nearness(p)
	var last string // word of the sequence
	for i := range p.clauses {
		c := &p.clauses[i]
		if dropStops && c.stops() {
			continue
		}
		e, err := m.clause(c, dropStops && !c.not)
		if err != nil {
			return x, err
		}
		switch {
		case e == "":
			continue
		case c.not:
			x.not = append(x.not, e)
			continue
		case c.filter:
			x.always = append(x.always, e)
			x.filtered = append(x.filtered, fmt.Sprintf("the %s %q", strings.TrimSuffix(c.terms[0].column, "s"), clean(c.terms[0].source, 200)))
			continue
		case c.required() && p.isQuery():
			x.required, x.marked = append(x.required, e), append(x.marked, c.source())
		default:
			x.words = append(x.words, e)
			x.sources = append(x.sources, c.source())
			if !c.isWord() {
				x.single, x.rare = append(x.single, e), append(x.rare, e)
				x.single = append(x.single, m.telling(c)...)
			}
		}
		if !c.isWord() {
			last = ""
			continue
		}
		t := &c.terms[0]
		if t.isIdeographs() {
			for i := range len(t.words) - 1 {
				pair := quoted(t.words[i : i+2]...)
				x.single, x.rare = append(x.single, pair), append(x.rare, pair)
			}
			continue
		}
		for i, w := range t.words {
			if text.Stop(w, "") {
				continue
			}
			e := m.word(t, i)
			x.single = append(x.single, e)
			if exact := exactToken(w); exact != "" {
				x.raise(`"` + exact + `"`)
			}
			switch n, err := m.frequency(w); {
			case err != nil:
				return x, err
			case n > m.texts/commonShare:
				x.raise("title : " + e)
			case n > 0 || t.isName(i):
				x.rare = append(x.rare, e)
			}
			if last != "" && last != w {
				x.raise(m.pair(last, w))
			}
			last = w
		}
	}
	return x, nil
}

// frequency returns how many texts have a word; of several languages, those of the one where they are most.
func (m *matcher) frequency(w string) (most int64, err error) {
	for _, token := range m.stems(w) {
		texts, err := m.textsWith(token)
		if err != nil {
			return 0, err
		}
		most = max(most, texts)
	}
	return most, nil
}

// textsWith returns how many texts have a token. FTS5 counts them one by one.
func (m *matcher) textsWith(token string) (texts int64, err error) {
	if texts, ok := m.having[token]; ok {
		return texts, nil
	}
	err = m.tx.QueryRowContext(m.ctx, "SELECT doc FROM terms WHERE term = ?", token).Scan(&texts)
	if err != nil && !errors.Is(err, sql.ErrNoRows) {
		return 0, err
	}
	m.having[token] = texts
	return texts, nil
}

// telling returns the words of a joined term that say something alone.
func (m *matcher) telling(c *clause) (all []string) {
	for _, t := range c.terms {
		for _, w := range t.words {
			if t.joined && t.both == "" && len(w) > 1 && !text.Stop(w, "") {
				all = append(all, m.stemmed(w))
			}
		}
	}
	return all
}

// raise adds an expression that is not there yet.
func (x *expressions) raise(e string) {
	if len(x.raising) < maxRaising && !slices.Contains(x.raising, e) {
		x.raising = append(x.raising, e)
	}
}

// pair matches the stems of two words in a row, in each language and either spelling.
func (m *matcher) pair(a, b string) string {
	var all []string
	for _, language := range m.stemmers() {
		for _, first := range spelt(a) {
			for _, second := range spelt(b) {
				p := `"` + stemToken(first, language) + " " + stemToken(second, language) + `"`
				if !slices.Contains(all, p) {
					all = append(all, p)
				}
			}
		}
	}
	return either(all)
}

// isQuery reports a query that was written to search. What is longer is a text that was pasted, whose quotation marks quote.
func (p *parsed) isQuery() bool { return !p.pasted }

// required reports a clause that is more than plain words: what the user marked must be there.
func (c *clause) required() bool {
	return slices.ContainsFunc(c.terms, func(t term) bool { return t.phrase || t.column != "" || t.must })
}

// isWord reports a clause of one plain word, or of several that were written as one.
func (c *clause) isWord() bool {
	t := &c.terms[0]
	return len(c.terms) == 1 && !t.inRow() && t.column == "" && !t.prefix && t.fuzzy == 0
}

// source returns a clause as the user wrote it.
func (c *clause) source() string {
	names := make([]string, len(c.terms))
	for i, t := range c.terms {
		names[i] = t.source
	}
	return strings.Join(names, " OR ")
}

// allowed is what a condition allows.
type allowed struct {
	condition
	ids      map[uint64]bool   // of facets
	selected map[int64]float32 // texts
}

// allows reports whether a text meets the condition.
func (a *allowed) allows(m *match) bool {
	var ok bool
	f := &m.facts
	switch a.field {
	case "where":
		_, ok = a.selected[m.id]
	case "page":
		ok = (a.values[0] == "1") == (f.page != 0)
	case "year":
		ok = slices.ContainsFunc(a.years, func(y [2]int) bool { return uint64(y[0]) <= f.year && f.year <= uint64(y[1]) })
	case "genre":
		ok = a.ids[f.genre]
	case "type":
		ok = a.ids[f.kind]
	case "site":
		ok = a.ids[f.site]
	case "language":
		ok = a.ids[f.language]
	}
	return ok != a.not
}

// conditions finds the facets of conditions. An unknown value finds nothing; a note names one whose
// absence would go unnoticed.
func (m *matcher) conditions(all []condition) ([]allowed, error) {
	var out []allowed
	for _, c := range all {
		a := allowed{condition: c}
		if c.field != "year" && c.field != "page" {
			var err error
			if a.ids, err = m.facetIDs(&c); err != nil {
				return nil, err
			}
		}
		out = append(out, a)
	}
	return out, nil
}

// facetIDs returns the facets that a condition names.
func (m *matcher) facetIDs(c *condition) (map[uint64]bool, error) {
	ids := map[uint64]bool{}
	for _, v := range c.values {
		before := len(ids)
		query := "SELECT id FROM facets WHERE name = ?1 AND value = ?2"
		if c.field == "site" { // and what ends in a point and it
			query += " OR name = ?1 AND length(value) > length(?2) AND substr(value, -length(?2) - 1) = '.' || ?2"
		}
		rows, err := m.tx.QueryContext(m.ctx, query, c.field, v)
		if err != nil {
			return nil, err
		}
		for rows.Next() {
			var id uint64
			if err := rows.Scan(&id); err != nil {
				rows.Close()
				return nil, err
			}
			ids[id] = true
		}
		if err := rows.Err(); err != nil {
			return nil, err
		}
		if len(ids) == before && (c.not || len(c.values) > 1) {
			m.notes = append(m.notes, fmt.Sprintf("nothing matches the %s %q", c.field, clean(v, 200)))
		}
	}
	return ids, nil
}

// lastFacet returns the greatest id of a facet.
func (m *matcher) lastFacet() (id int64, err error) {
	err = m.tx.QueryRowContext(m.ctx, "SELECT coalesce(max(id), 0) FROM facets").Scan(&id)
	return min(id, maxFacetID), err
}
