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

// maxWritings is how many writings of one word are looked up in the index.
const maxWritings = 100

// nearest returns the word that most texts have among those of the vocabulary that are nearest to a word, and their number: they begin with the same
// letter and differ in one letter, or in two if the word is long. A word with diacritics differs in them alone from no word, and only those are near to it
// that texts have with the same in all other letters; they are returned as they are written. It returns "" if no word is near.
func (m *matcher) nearest(word string) (best string, texts int64, err error) {
	most := 1
	if utf8.RuneCountInString(word) >= 8 {
		most = 2
	}
	found, err := m.similar(word, most)
	if err != nil {
		return "", 0, err
	}
	for _, words := range found[1:] {
		for _, w := range words[:min(len(words), maxNear)] {
			for _, written := range writings(w, word) {
				n, err := m.textsWith(cmp.Or(exactToken(written), written))
				if err != nil {
					return "", 0, err
				}
				if n > texts {
					best, texts = written, n
				}
			}
		}
		if best != "" {
			return best, texts, nil
		}
	}
	return "", 0, nil
}

// writings returns how a word of the vocabulary, which has no diacritics, may be written if a word near it has some: with the same in the letters that both
// have, and with any in the others. To a word without diacritics it is near as it is.
func writings(near, word string) []string {
	if text.Plain(word) == word {
		return []string{near}
	}
	from, to := []rune(word), []rune(near)
	plainOf := func(i int) []rune { return []rune(text.Plain(string(from[i]))) } // may be two letters: "ß"
	start, toStart := 0, 0                                                       // behind the letters that both begin with
	for start < len(from) {
		p := plainOf(start)
		if n := toStart + len(p); n > len(to) || !slices.Equal(to[toStart:n], p) {
			break
		}
		start, toStart = start+1, toStart+len(p)
	}
	end, toEnd := len(from), len(to) // before the letters that both end with
	for end > start {
		p := plainOf(end - 1)
		if n := toEnd - len(p); n < toStart || !slices.Equal(to[n:toEnd], p) {
			break
		}
		end, toEnd = end-1, toEnd-len(p)
	}
	all := accentuated(to[toStart:toEnd])
	kept := all[:0]
	for _, middle := range all {
		if written := string(from[:start]) + middle + string(from[end:]); text.Plain(written) != written {
			kept = append(kept, written)
		}
	}
	return kept
}

// accentuated returns the writings of letters with and without diacritics, at most [maxWritings].
func accentuated(letters []rune) []string {
	all := []string{""}
	for _, r := range letters {
		var longer []string
		for _, s := range all {
			longer = append(longer, s+string(r))
			if rest, ok := strings.CutSuffix(s, "s"); ok && r == 's' {
				longer = append(longer, rest+"ß")
			}
		}
		for _, accented := range accents()[r] {
			for _, s := range all {
				longer = append(longer, s+string(accented))
			}
		}
		all = longer[:min(len(longer), maxWritings)]
	}
	return all
}

// accents are the small letters of the Latin, Greek and Cyrillic scripts with diacritics, by the letter without.
var accents = sync.OnceValue(func() map[rune][]rune {
	all := map[rune][]rune{}
	for r := 'à'; r <= 'џ'; r++ {
		if p := text.Plain(string(r)); p != string(r) && utf8.RuneCountInString(p) == 1 && unicode.IsLower(r) {
			plain, _ := utf8.DecodeRuneInString(p)
			all[plain] = append(all[plain], r)
		}
	}
	return all
})
