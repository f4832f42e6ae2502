package fulltext

import (
	"fmt"
	"iter"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"sluice/search"
	"sluice/text"
)

// parsed is a query that has been read: all clauses and all conditions must hold.
type parsed struct {
	query      string // its text, as it was parsed
	clauses    []clause
	conditions []condition
	notes      []string // what is read otherwise than may be meant
	pasted     bool     // it is a text, not written to search: nothing in it must be there, and its signs are those of any text
}

// clause matches if one of its terms does.
type clause struct {
	terms  []term
	not    bool
	filter bool // never given up, not even when nothing is found
}

// term is one word or phrase of a query.
type term struct {
	column string           // "" for all
	words  []string         // folded
	phrase bool             // as written, in a row
	prefix bool             // the last is the beginning of a word
	fuzzy  int              // the last may differ by so many letters
	joined bool             // by signs, and some of the words say nothing alone, as in i/o: they match in a row
	both   string           // two joined words with a hyphen, written as one
	names  map[int][]string // by word: names of letters and digits that it and its neighbour in the query make
	must   bool             // marked with a plus
	source string           // as written
	at     int              // where that begins in the text of the query
}

// condition is met by any of its values.
type condition struct {
	field  string // "year", "genre", "type", "site", "language", "page" or "where"
	values []string
	years  [][2]int
	not    bool
}

// anyYear is the end of a range that has none. No stored year is as large.
const anyYear = 1 << 30

// columnOf are the fields that are columns of words; conditionOf those that are conditions.
var (
	columnOf = map[string]string{"title": "title", "author": "authors", "subject": "subjects", "keyword": "keywords",
		"abstract": "abstract"}
	conditionOf = map[string]bool{"type": true, "site": true, "year": true, "language": true, "genre": true}
	fieldNames  = "title, author, subject, keyword, abstract, type, site, year, language and genre"
)

// parse reads the text of a query. One of many words, also if it would be none by its signs, is read as a text that was pasted.
func parse(s string) (*parsed, error) {
	p := parser{s: s}
	if len(s) > search.MaxQuery {
		return nil, p.wrong(search.MaxQuery, "a query has at most %d bytes", search.MaxQuery)
	}
	if !utf8.ValidString(s) {
		return nil, p.wrong(0, "a query is UTF-8 text")
	}
	s = quotationMarks.Replace(s)
	p.s = s
	err := p.read()
	// A fault may end the reading of a text early: its words are counted without those that OR joins.
	if len(p.q.clauses) > maxClauses || err != nil && len(strings.Fields(s))-2*strings.Count(s, " OR ") > maxClauses {
		p = parser{s: s, q: parsed{pasted: true}}
		err = p.read()
	}
	p.q.query = s
	p.q.joinNames()
	return &p.q, err
}

// read reads all of the query.
func (p *parser) read() error {
	open := "" // an operator that still lacks its right side
	for p.space(); p.i < len(p.s); p.space() {
		start := p.i
		if operator := p.operator(open); operator != "" {
			if operator == "NOT" && open == "OR" {
				return p.wrong(start, "what is excluded cannot be one side of an OR")
			}
			open = operator
			if last := len(p.q.clauses) - 1; operator == "AND" && last >= 0 && !p.condition {
				p.q.clauses[last].terms[0].must = true
			}
			continue
		}
		found, err := p.item(open)
		if err != nil {
			return err
		}
		if found {
			open = ""
		}
		if p.terms > search.MaxTerms {
			return p.wrong(start, "a query has at most %d terms", search.MaxTerms)
		}
		if p.patterns > search.MaxPatterns {
			return p.wrong(start, "a query has at most %d words with * or ~", search.MaxPatterns)
		}
	}
	return nil
}

// quotationMarks makes those of books, which keyboards and other programs put in, the one that marks a phrase.
var quotationMarks = strings.NewReplacer("“", `"`, "”", `"`, "„", `"`, "‟", `"`, "«", `"`, "»", `"`, "＂", `"`, "「", `"`, "」", `"`)

// parser is the state of parsing one query. It never goes back.
type parser struct {
	s         string
	i         int
	terms     int
	patterns  int // terms with * or ~
	q         parsed
	condition bool // the last item was one
}

// wrong returns the error of a query, with the place of the fault.
func (p *parser) wrong(at int, format string, args ...any) error {
	return &search.QueryError{Query: p.s, Offset: at, Problem: fmt.Sprintf(format, args...)}
}

// space skips white space and control characters.
func (p *parser) space() {
	for p.i < len(p.s) {
		r, size := utf8.DecodeRuneInString(p.s[p.i:])
		if !unicode.IsSpace(r) && !unicode.IsControl(r) {
			return
		}
		p.i += size
	}
}

// operator reads an operator (AND, OR, NOT) behind an open one, or returns "". One without something to apply to, at the end of the query or
// before another, is a word, and so is each in a text.
func (p *parser) operator(open string) string {
	w := operatorAt(p.s[p.i:])
	if w == "" || p.q.pasted || w != "NOT" && (open != "" || len(p.q.clauses)+len(p.q.conditions) == 0) {
		return ""
	}
	behind := strings.TrimSpace(p.s[p.i+len(w):])
	switch next := operatorAt(behind); {
	case behind == "", next != "" && (next != "NOT" || w == "NOT"):
		return ""
	}
	p.i += len(w)
	return w
}

// operatorAt returns the operator that a part of a query begins with, or "".
func operatorAt(s string) string {
	for _, w := range []string{"AND", "OR", "NOT"} {
		rest, ok := strings.CutPrefix(s, w)
		if r, _ := utf8.DecodeRuneInString(rest); ok && (rest == "" || unicode.IsSpace(r)) {
			return w
		}
	}
	return ""
}

// note adds a note, once and if there are few.
func (p *parser) note(format string, args ...any) {
	if n := fmt.Sprintf(format, args...); !p.q.pasted && len(p.q.notes) < maxUnknown && !slices.Contains(p.q.notes, n) {
		p.q.notes = append(p.q.notes, n)
	}
}

// item reads a term or a condition behind an operator, and reports whether it found one.
func (p *parser) item(open string) (bool, error) {
	start := p.i
	or, not, marked := open == "OR", open == "NOT", false
	switch rest := p.s[p.i:]; {
	case !p.q.pasted && (strings.HasPrefix(rest, "NEAR(") || strings.HasPrefix(rest, "NEAR/")):
		return false, p.wrong(start, "there is no NEAR: words in quotation marks stand in a row, others anywhere")
	case rest[0] == '(':
		p.note("parentheses do not group: OR joins the words next to it")
	case rest[0] == '-' && len(rest) > 1 && '0' <= rest[1] && rest[1] <= '9': // a negative number
	case rest[0] == '-':
		p.i++
		not = true
		if or {
			return false, p.wrong(start, "what is excluded cannot be one side of an OR")
		}
	case rest[0] == '+':
		p.i++
		marked = true
	}
	field := p.field()
	if p.q.pasted && !conditionOf[field] {
		not = false // the sign of a list or of a dash
	}
	t, err := p.value()
	if err != nil {
		return false, err
	}
	t.source, t.at = p.s[start:p.i], start
	t.must = open == "AND" || marked
	p.terms += len(t.words)
	if t.prefix || t.fuzzy > 0 {
		p.patterns++
	}
	if conditionOf[field] {
		if err := p.addCondition(field, t, not, or, start); err == nil || !p.q.pasted {
			return true, err
		}
		field, not = "", false // words like others
	}
	if len(t.words) == 0 {
		if field != "" && !p.q.pasted {
			return false, p.wrong(start, "nothing to look for after %s:", field)
		}
		return false, nil
	}
	t.column = columnOf[field]
	if !or {
		p.q.clauses = append(p.q.clauses, clause{terms: []term{t}, not: not})
	} else {
		last := len(p.q.clauses) - 1
		if p.condition || last < 0 || p.q.clauses[last].not {
			return false, p.wrong(start, "OR joins words with words, or two values of one field")
		}
		p.q.clauses[last].terms = append(p.q.clauses[last].terms, t)
	}
	p.condition = false
	return true, nil
}

// field reads the name of a field and its colon, if they are there.
func (p *parser) field() string {
	n := 0
	rest := p.s[p.i:]
	for n < len(rest) && ('a' <= rest[n]|0x20 && rest[n]|0x20 <= 'z') {
		n++
	}
	if n == 0 || n+1 >= len(rest) || rest[n] != ':' {
		return ""
	}
	if r, _ := utf8.DecodeRuneInString(rest[n+1:]); unicode.IsSpace(r) {
		return "" // a title with a colon
	}
	name := strings.ToLower(rest[:n])
	if columnOf[name] == "" && !conditionOf[name] {
		if !strings.HasPrefix(rest[n:], "://") && !beginsWithDOI(rest) { // no URL
			p.note("there is no field %q: it was read as a word; there are %s", clean(name, 100), fieldNames)
		}
		return ""
	}
	p.i += n + 1
	return name
}

// value reads a phrase or a word with its ending.
func (p *parser) value() (t term, err error) {
	start := p.i
	if strings.HasPrefix(p.s[p.i:], `"`) {
		n := strings.IndexByte(p.s[p.i+1:], '"')
		if n < 0 {
			p.i++ // it has no other: it marks nothing
			return t, nil
		}
		t.source = p.s[p.i+1 : p.i+1+n]
		p.i += n + 2
		t.phrase = true
		t.words = wordsOf(t.source)
		return t, nil
	}
	end := strings.IndexFunc(p.s[p.i:], func(r rune) bool { return r == '"' || unicode.IsSpace(r) })
	if end < 0 {
		end = len(p.s) - p.i
	}
	raw := p.s[p.i : p.i+end]
	p.i += end
	t.source = raw
	doi := doiOf(raw)
	if doi != "" {
		raw = doi
	}
	t.words = wordsOf(raw)
	if len(t.words) == 0 {
		return t, nil
	}
	t.phrase = doi != "" && !p.q.pasted
	t.joined = areJoined(raw, t.words)
	if tokens := slices.Collect(words(raw)); t.joined && len(tokens) == 2 {
		t.both = compound(raw, tokens[0], tokens[1])
	}
	if p.q.pasted {
		return t, nil
	}
	last := t.words[len(t.words)-1]
	switch letters := utf8.RuneCountInString(last); {
	case strings.HasSuffix(raw, "*"):
		if t.prefix = true; letters < 2 {
			return t, p.wrong(start, "at least two letters stand before a *")
		}
	case strings.HasSuffix(raw, "~"), strings.HasSuffix(raw, "~1"), strings.HasSuffix(raw, "~2"):
		t.fuzzy = 2
		if letters < 6 || strings.HasSuffix(raw, "~1") {
			t.fuzzy = 1
		}
		if n := len(t.words); n > 1 && !strings.HasSuffix(raw, "~") { // the number is no word
			t.words = t.words[:n-1]
			last = t.words[n-2]
		}
		if strings.HasSuffix(raw, "~2") {
			t.fuzzy = 2
		}
		if utf8.RuneCountInString(last) < 3 {
			return t, p.wrong(start, "at least three letters stand before a ~")
		}
	}
	return t, nil
}

// wordsOf returns the folded words of a part of a query, those aside of which the index would
// have nothing.
func wordsOf(s string) (all []string) {
	for t := range tokensOf(s) {
		all = append(all, t.Word)
	}
	return all
}

// tokensOf yields the same words with their places.
func tokensOf(s string) iter.Seq[text.Token] {
	return func(yield func(text.Token) bool) {
		for t := range words(s) {
			if plain(t.Word) != "" && !yield(t) {
				return
			}
		}
	}
}

// areJoined reports words that signs join to one expression, as in i/o, on-line and R&D: one of them says nothing alone. An apostrophe
// joins an article and its noun, which are two words.
func areJoined(raw string, words []string) bool {
	return len(words) > 1 && !strings.ContainsAny(raw, "'’*~") && slices.ContainsFunc(words, func(w string) bool {
		return len(w) == 1 || text.Stop(w, "")
	}) && slices.ContainsFunc(words, func(w string) bool { return !text.Stop(w, "") })
}

// inRow reports a term whose words match as they are written, one after the other.
func (t *term) inRow() bool { return t.phrase || t.joined }

// addCondition adds a value that is not words of a text.
func (p *parser) addCondition(field string, t term, not, or bool, start int) error {
	value := strings.TrimSpace(strings.ToLower(t.source[strings.IndexByte(t.source, ':')+1:]))
	value = strings.Trim(value, `"`)
	if value == "" {
		return p.wrong(start, "nothing to look for after %s:", field)
	}
	p.terms++
	c := condition{field: field, not: not}
	if field == "year" {
		from, to, ok := years(value)
		if !ok {
			return p.wrong(start, "a year is written year:2001, year:2001..2005, year:2001.. or year:..2005")
		}
		c.years = [][2]int{{from, to}}
	} else {
		c.values = []string{value}
	}
	if or {
		last := len(p.q.conditions) - 1
		if !p.condition || last < 0 || p.q.conditions[last].field != field || p.q.conditions[last].not {
			return p.wrong(start, "OR joins words with words, or two values of one field")
		}
		p.q.conditions[last].values = append(p.q.conditions[last].values, c.values...)
		p.q.conditions[last].years = append(p.q.conditions[last].years, c.years...)
	} else {
		p.q.conditions = append(p.q.conditions, c)
	}
	p.condition = true
	return nil
}

// years reads a year or a range of years.
func years(s string) (from, to int, ok bool) {
	first, last, ranged := strings.Cut(s, "..")
	if !ranged {
		last = first
	}
	from, to = 1, anyYear
	var err error
	if first != "" {
		if from, err = strconv.Atoi(first); err != nil || from < 1 || from > 9999 {
			return 0, 0, false
		}
	}
	if last != "" {
		if to, err = strconv.Atoi(last); err != nil || to < 1 || to > 9999 {
			return 0, 0, false
		}
	}
	return from, to, first != "" || last != ""
}
