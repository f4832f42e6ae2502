package fulltext

import (
	"cmp"
	"slices"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"sluice/text"
)

// maxWritings is how many writings with diacritics are looked up in the index for the misspelt words of one query.
const maxWritings = 2000

// nearest returns the word that most texts have among those of the vocabulary that are nearest to a word, and their number: they begin with the same
// letter and differ in one letter, or in two if the word is long. A word with diacritics differs in them alone from no word, and only those are near to it
// that texts have with the same in all other letters; they are returned as they are written. At most limit writings are looked up for such a word. It
// returns "" if no word is near.
func (m *matcher) nearest(word string, limit int) (best string, texts int64, err error) {
	most := 1
	if utf8.RuneCountInString(word) >= 8 {
		most = 2
	}
	found, err := m.similar(word, most)
	if err != nil {
		return "", 0, err
	}
	for _, words := range found[1:] {
		near, err := m.byTexts(words[:min(len(words), maxNear)])
		switch {
		case err != nil || len(near) == 0:
		case text.Plain(word) == word:
			best, texts = near[0].word, near[0].texts
		default:
			best, texts, limit, err = m.written(near, word, most, limit)
		}
		if err != nil || best != "" {
			return best, texts, err
		}
	}
	return "", 0, nil
}

// nearWord is a word of the vocabulary, without diacritics.
type nearWord struct {
	word    string
	texts   int64     // that have it, with any diacritics or none
	forms   []spelled // how it may be written
	isKnown bool      // the forms are
}

// byTexts returns the words that texts have, those first that most have.
func (m *matcher) byTexts(words []string) (all []*nearWord, err error) {
	for _, w := range words {
		n, err := m.textsWith(w)
		if err != nil {
			return nil, err
		}
		if n > 0 {
			all = append(all, &nearWord{word: w, texts: n})
		}
	}
	slices.SortStableFunc(all, func(a, b *nearWord) int { return cmp.Compare(b.texts, a.texts) })
	return all, nil
}

// written returns the writing of near words that most texts have, if a word near them has diacritics. Writings with few diacritics in the letters that
// differ come first, so that the limit cuts off the least likely ones. It also returns what is left of the limit.
func (m *matcher) written(near []*nearWord, word string, most, limit int) (best string, texts int64, left int, err error) {
	letters := lettersOf(word)
	for marks := range most + 1 {
		for _, w := range near {
			if w.texts <= texts {
				break // no writing of this word is in more texts, nor of those after it
			}
			if !w.isKnown {
				w.forms, w.isKnown = letters.formsOf(w.word), true
			}
			for _, form := range w.forms {
				for _, written := range form.writings(marks) {
					if limit == 0 {
						return best, texts, 0, nil
					}
					limit--
					n, err := m.textsWith(cmp.Or(exactToken(written), written))
					if err != nil {
						return "", 0, 0, err
					}
					if n > texts {
						best, texts = written, n
					}
				}
			}
		}
	}
	return best, texts, limit, nil
}

// spelled is a word as parts, of which some are letters that may have any diacritics.
type spelled []part

// part is a letter or two of a word.
type part struct {
	text   string
	isOpen bool // whether it has diacritics is not known: the text has none
}

// writings returns how the word may be written with diacritics in so many of the open parts, the most usual ones first. A word that has no diacritics in
// any of its letters is left out.
func (s spelled) writings(marks int) (all []string) {
	type beginning struct {
		text  string
		marks int
		rank  int // sum of the ranks of its diacritics: the first ones of Unicode are the most usual
	}
	begun := []beginning{{}}
	for _, p := range s {
		longer := make([]beginning, 0, len(begun))
		for _, b := range begun {
			longer = append(longer, beginning{b.text + p.text, b.marks, b.rank})
			if !p.isOpen || b.marks == marks {
				continue
			}
			for rank, accented := range accents()[p.text] {
				longer = append(longer, beginning{b.text + accented, b.marks + 1, b.rank + rank})
			}
		}
		begun = longer
	}
	slices.SortStableFunc(begun, func(a, b beginning) int { return cmp.Compare(a.rank, b.rank) })
	for _, b := range begun {
		if b.marks == marks && (marks > 0 || text.Plain(b.text) != b.text) {
			all = append(all, b.text)
		}
	}
	return all
}

// withDigraphs returns the word, and for each two letters of which one is open those words that have them as one part, if there is a letter for both: "ss"
// may be "ß".
func (s spelled) withDigraphs() []spelled {
	all := []spelled{s}
	for i := range len(s) - 1 {
		both := s[i].text + s[i+1].text
		if (s[i].isOpen || s[i+1].isOpen) && accents()[both] != nil {
			all = append(all, slices.Concat(s[:i], spelled{{both, true}}, s[i+2:]))
		}
	}
	return all
}

// accents are the small letters of the Latin, Greek and Cyrillic scripts with diacritics, by the letter without, or by the two letters: "ß" by "ss".
var accents = sync.OnceValue(func() map[string][]string {
	all := map[string][]string{}
	for _, block := range [...][2]rune{{'ß', 'ԯ'}, {0x1e00, 0x1fff}} { // the second has Vietnamese and polytonic Greek
		for r := block[0]; r <= block[1]; r++ {
			s := string(r)
			if p := text.Plain(s); p != s && unicode.IsLower(r) && text.Fold(s) == s && strings.ToLower(p) == p {
				all[p] = append(all[p], s)
			}
		}
	}
	return all
})
