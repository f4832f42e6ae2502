package fulltext

import (
	"unicode"
	"unicode/utf8"
)

// A name of letters and digits is written as one word or as two: "CS414", "CS 414", "utf-8". Either finds the other.

// letterDigits divides a word of letters and then digits, or the reverse, between them; false for any other word, and for one with a single letter, which
// stands next to numbers in formulas and lists.
func letterDigits(word string) (first, second string, ok bool) {
	var wasDigit bool
	at := 0
	for i, r := range word {
		isDigit := '0' <= r && r <= '9'
		switch changes := i > 0 && isDigit != wasDigit; {
		case !isDigit && !unicode.IsLetter(r), changes && at > 0:
			return "", "", false
		case changes:
			at = i
		}
		wasDigit = isDigit
	}
	letters := word[:at]
	if !wasDigit {
		letters = word[at:]
	}
	return word[:at], word[at:], at > 0 && utf8.RuneCountInString(letters) > 1
}

// joinNames looks for words of letters and of digits that follow each other in the query: texts may have them as one word.
func (p *parsed) joinNames() {
	var last *term // a plain word before
	var at int     // its word
	for i := range p.clauses {
		c := &p.clauses[i]
		if c.not || !c.isWord() {
			last = nil
			continue
		}
		t := &c.terms[0]
		for k, w := range t.words {
			if last != nil {
				whole := last.words[at] + w
				if _, second, ok := letterDigits(whole); ok && second == w {
					last.addName(at, whole)
					t.addName(k, whole)
				}
			}
			last, at = t, k
		}
	}
}

// addName adds a name that has the i-th word of a term as a part.
func (t *term) addName(i int, whole string) {
	if t.names == nil {
		t.names = map[int][]string{}
	}
	t.names[i] = append(t.names[i], whole)
}

// word returns the expression of a plain word of a term: its stem, its two parts in a row, or the name that it is a part of.
func (m *matcher) word(t *term, i int) string {
	all := []string{m.stemmed(t.words[i])}
	if first, second, ok := letterDigits(t.words[i]); ok {
		all = append(all, quoted(first, second))
	}
	for _, whole := range t.names[i] {
		all = append(all, quoted(whole))
	}
	return either(all)
}

// isName reports whether the i-th word of a term is a name of letters and digits, or a part of one.
func (t *term) isName(i int) bool {
	_, _, ok := letterDigits(t.words[i])
	return ok || len(t.names[i]) > 0
}

// plainNames returns the names that the words of a term are parts of, as the index holds them.
func (t *term) plainNames() (all []string) {
	for i := range t.words {
		for _, whole := range t.names[i] {
			all = append(all, plain(whole))
		}
	}
	return all
}

// plainParts returns the two parts of each name among the words of a term, as the index holds them.
func (t *term) plainParts() (all [][]string) {
	for _, w := range t.words {
		if first, second, ok := letterDigits(w); ok {
			all = append(all, []string{plain(first), plain(second)})
		}
	}
	return all
}
