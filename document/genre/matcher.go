package genre

import (
	"strings"
	"sync"
)

// theMatcher is made when it is first needed.
var theMatcher = sync.OnceValue(func() *matcher { return newMatcher(cues) })

// usualWords are words that running text is full of: English, German, French,
// Spanish, Italian, Portuguese.
const usualWords = `the of and to in is that for a be we it by as with on are this an from at or which have not can if
	der die das und ist den von zu mit sich des auf nicht ein eine im dem es werden auch wird
	le la les des et est une un du que dans en pour par sur nous qui au ce
	el los las y del se una por con para es como
	il di che e per un non della si con sono al le dei
	o os as da do e em uma um com para que no na ao`

// matcher finds the phrases of all cues in a stream of tokens: a trie over the
// numbers of words.
type matcher struct {
	words vocabulary       // the words that matter
	usual []bool           // of a word: running text is full of it
	first []int32          // of a word: the state that a phrase which begins with it is in; 0 when none does
	next  map[uint64]int32 // state and word to state
	ends  [][]int32        // of a state: the cues of which a phrase ends there; state 0 is the beginning
}

// newMatcher returns a matcher of all cues. It is built once: all documents
// share it.
func newMatcher(cues []cue) *matcher {
	m := &matcher{next: map[uint64]int32{}, ends: make([][]int32, 1), usual: make([]bool, 1), first: make([]int32, 1)}
	for _, word := range strings.Fields(usualWords) {
		m.usual[m.number(word)] = true
	}
	for i, c := range cues {
		for _, phrase := range c.tokens() {
			state := int32(0)
			for _, word := range phrase {
				n := m.number(word)
				to, ok := m.next[edge(state, n)]
				if !ok {
					to = int32(len(m.ends))
					m.ends = append(m.ends, nil)
					m.next[edge(state, n)] = to
					if state == 0 {
						m.first[n] = to
					}
				}
				state = to
			}
			m.ends[state] = append(m.ends[state], int32(i))
		}
	}
	return m
}

// number returns the number of a word, a new one when it has none.
func (m *matcher) number(word string) int32 {
	n := m.words.find([]byte(word))
	if n == 0 {
		n = int32(len(m.usual))
		m.words.add(word, n)
		m.usual = append(m.usual, false)
		m.first = append(m.first, 0)
	}
	return n
}

// edge returns the key of a step from a state by a word.
func edge(state, word int32) uint64 { return uint64(state)<<32 | uint64(uint32(word)) }

// run is a phrase that has begun.
type run struct {
	state   int32
	heading bool // its first word is the first of its line
}

// runs are the phrases that have begun at a place, at most eight.
type runs struct {
	of [8]run
	n  int
}

// step takes the next token, by its number or 0, and calls found for each cue
// of which a phrase ends with it. First says that it is the first of its line.
func (m *matcher) step(rs *runs, n int32, first bool, found func(cue int32, heading bool)) {
	kept := 0
	for _, r := range rs.of[:rs.n] {
		to, ok := m.next[edge(r.state, n)]
		if !ok {
			continue
		}
		for _, c := range m.ends[to] {
			found(c, r.heading)
		}
		rs.of[kept] = run{to, r.heading}
		kept++
	}
	if to := m.first[n]; to != 0 {
		for _, c := range m.ends[to] {
			found(c, first)
		}
		if kept < len(rs.of) {
			rs.of[kept] = run{to, first}
			kept++
		}
	}
	rs.n = kept
}

// vocabulary numbers some thousand words, from 1. It is a hash table of its own
// because it is asked for every word of a text.
type vocabulary struct {
	slots [1 << 13]struct {
		word   string
		number int32
	}
}

// add returns a word its number.
func (v *vocabulary) add(word string, number int32) {
	i := spread([]byte(word))
	for v.slots[i].number != 0 {
		i = (i + 1) % uint32(len(v.slots))
	}
	v.slots[i].word, v.slots[i].number = word, number
}

// find returns the number of a word; 0 when it has none.
func (v *vocabulary) find(word []byte) int32 {
	for i := spread(word); ; i = (i + 1) % uint32(len(v.slots)) {
		if s := &v.slots[i]; s.number == 0 || s.word == string(word) {
			return s.number
		}
	}
}

// spread returns the slot that a word is looked for in first: FNV-1a.
func spread(word []byte) uint32 {
	h := uint32(2166136261)
	for _, c := range word {
		h = (h ^ uint32(c)) * 16777619
	}
	return (h ^ h>>15) % (1 << 13)
}
