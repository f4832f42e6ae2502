package match

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"sluice/internal/lazyregexp"
	"sluice/text"
)

// maxTitle bounds what is compared of a title, in bytes of its letters: the time of a comparison grows with its square.
const maxTitle = 400

// title is a title as its letters and digits alone, so that spaces, hyphens, line ends and punctuation do not count, and the words that
// these are divided into.
type title struct {
	letters string
	words   []word
}

// word is a word of a title or of a line.
type word struct {
	start, end int // of letters, in bytes
	before     int // where it begins in the text as written, in bytes
	after      int // where it ends there
}

// newTitle returns a title for comparison.
func newTitle(s string) title {
	var t title
	if len(s) > 4*maxTitle {
		s = strings.ToValidUTF8(s[:4*maxTitle], "")
	}
	t.letters, t.words = appendWords(nil, nil, s)
	return t
}

// appendWords adds the letters and words of a text to those before it, and returns all.
func appendWords(letters []byte, words []word, s string) (string, []word) {
	for at := 0; at < len(s) && len(letters) < maxLetters; {
		r, size := utf8.DecodeRuneInString(s[at:])
		if isBetweenWords(r) {
			at += size
			continue
		}
		end := strings.IndexFunc(s[at:], isBetweenWords)
		if end = at + end; end < at {
			end = len(s)
		}
		if normal := text.NormalTitle(s[at:end]); normal != "" {
			words = append(words, word{start: len(letters), end: len(letters) + len(normal), before: at, after: end})
			letters = append(letters, normal...)
		}
		at = end
	}
	return string(letters), words
}

// isBetweenWords reports whether a character divides words. A hyphen does, since titles are written with it and without it.
func isBetweenWords(r rune) bool {
	return unicode.IsSpace(r) || unicode.Is(unicode.Pd, r) || r == '/' || r == '~' || r == ',' || r == ':'
}

func (t *title) isZero() bool { return t.letters == "" }

// text returns the letters of a word.
func (t *title) text(w word) string { return t.letters[w.start:w.end] }

// numerals returns the numbers of a title, in order: those of parts, years and dimensions tell works apart.
func (t *title) numerals() (all []string) {
	for _, w := range t.words {
		if s := numeral(t.text(w)); s != "" {
			all = append(all, s)
		}
	}
	return all
}

// numeral returns the number that a word is, or the digits in a formula: "1" of "ℓ1", whose letter some text layers lack.
func numeral(word string) string {
	const formula = 3 // bytes
	switch {
	case isNumeral(word):
		return word
	case len(word) > formula:
		return "" // a digit in a word is a fault of OCR
	}
	return strings.Map(func(r rune) rune {
		if '0' <= r && r <= '9' {
			return r
		}
		return -1
	}, word)
}

var roman = lazyregexp.New(`^(?:x{0,2}(?:ix|iv|v?i{1,3}|v)|x{1,2})$`)

// isNumeral reports whether a word in lower case is a number in digits or a small Roman one.
func isNumeral(s string) bool {
	return s != "" && (strings.Trim(s, "0123456789") == "" || roman.MatchString(s))
}

// part matches the beginning of a text that names a part of a work.
var part = lazyregexp.New(`^[\s:,.;–—(-]*(?:(?i:part|teil|partie|parte|volume|vol\.?|band|tome|episode|chapter)\s+(?i:[ivx]+|\d+|one|two|three|four|five)\b|[IVX]{2,4}\b)`)

// subtitle matches what stands between a title and its subtitle.
var subtitle = lazyregexp.New(`[:?!]\s+|\s+[-–—]+\s+|\.\s+|\s*—\s*|\s+\(`)

// mainTitle returns a title without its subtitle, false if it has none or if the subtitle tells works apart.
func mainTitle(s string) (string, bool) {
	at := subtitle.FindStringIndex(s)
	if at == nil || at[0] == 0 || part.MatchString(s[at[1]:]) {
		return "", false
	}
	main, rest := newTitle(s[:at[0]]), newTitle(s[at[1]:])
	if utf8.RuneCountInString(main.letters) < fairTitle || len(main.words) < 3 || rest.isZero() || len(rest.numerals()) > 0 {
		return "", false
	}
	return s[:at[0]], true
}

const (
	mostFaults   = 0.12 // of the letters of a title
	likeTrigrams = 0.55 // of the title's, without which letters are not compared one by one
	leastFaulty  = 12   // letters of a title that may have faults
)

// alignment is the part of a text that is nearest to a title.
type alignment struct {
	end    int     // of the text, in bytes
	faults float64 // edits divided by the letters of the title
}

// align compares a title with the beginning of a text, which may go on behind it, and reports whether the difference can be the faults of
// OCR or of a text layer. No word may be another one.
func (t *title) align(s string) (alignment, bool) {
	x := []rune(t.letters[:min(len(t.letters), maxTitle)])
	most := int(mostFaults * float64(len(x)))
	if len(x) < leastFaulty || len(t.letters) > maxTitle {
		return alignment{}, false
	}
	y := firstRunes(s, len(x)+most)
	if len(y) < len(x)-most {
		return alignment{}, false
	}
	var has trigrams
	if has.add(y); has.share(x) < likeTrigrams {
		return alignment{}, false
	}
	table := distances(x, y)
	width := len(y) + 1
	last := table[len(x)*width:]
	best := len(y)
	for j := range last {
		if last[j] < last[best] || last[j] == last[best] && abs(j-len(x)) < abs(best-len(x)) {
			best = j
		}
	}
	if int(last[best]) > most || !t.faultsOnly(x, y, table, best) {
		return alignment{}, false
	}
	return alignment{end: len(string(y[:best])), faults: float64(last[best]) / float64(len(x))}, true
}

// firstRunes returns the first n characters of a text.
func firstRunes(s string, n int) []rune {
	y := make([]rune, 0, n)
	for _, r := range s {
		if len(y) == n {
			break
		}
		y = append(y, r)
	}
	return y
}

// trigrams is a set of the runs of three characters of a text, by 14 bits of their hashes: a few that a text does not have seem to be in it.
type trigrams [1 << 14 / 64]uint64

func trigramHash(x []rune) uint32 {
	h := uint32(x[0])*0x9e3779b1 ^ uint32(x[1])*0x85ebca6b ^ uint32(x[2])*0xc2b2ae35
	h ^= h >> 15
	return h * 0x2c1b3c6d >> 18
}

func (t *trigrams) add(s []rune) {
	for i := 0; i+3 <= len(s); i++ {
		h := trigramHash(s[i : i+3])
		t[h/64] |= 1 << (h % 64)
	}
}

// share returns the share of the runs of a text that are in the set.
func (t *trigrams) share(s []rune) float64 {
	n := 0
	for i := 0; i+3 <= len(s); i++ {
		if h := trigramHash(s[i : i+3]); t[h/64]&(1<<(h%64)) != 0 {
			n++
		}
	}
	return float64(n) / float64(max(1, len(s)-2))
}

// distances returns the edit distances (Levenshtein) of all beginnings of x and y, row by row.
func distances(x, y []rune) []uint16 {
	width := len(y) + 1
	table := make([]uint16, (len(x)+1)*width)
	for j := range width {
		table[j] = uint16(j)
	}
	for i := range x {
		row, above := table[(i+1)*width:(i+2)*width], table[i*width:(i+1)*width]
		row[0] = uint16(i + 1)
		for j := range y {
			change := above[j]
			if x[i] != y[j] {
				change++
			}
			row[j+1] = min(change, above[j+1]+1, row[j]+1)
		}
	}
	return table
}

// wordFaults are the edits within one word of a title.
type wordFaults struct {
	edits     int
	atStart   int // letters added or missing before the first letter that is right
	isMatched bool
	digits    bool // an edit of a digit
}

// faultsOnly follows the edits between x and the first n characters of y, and reports whether each word of the title is still the same.
func (t *title) faultsOnly(x, y []rune, table []uint16, n int) bool {
	faults := make([]wordFaults, len(t.words))
	wordOf := t.wordOfRune(len(x))
	width := len(y) + 1
	for i, j := len(x), n; i > 0 || j > 0; {
		f := &wordFaults{}
		if len(faults) > 0 {
			f = &faults[wordOf[max(0, i-1)]]
		}
		here := table[i*width+j]
		switch {
		case i > 0 && j > 0 && x[i-1] == y[j-1] && table[(i-1)*width+j-1] == here:
			i, j = i-1, j-1
			f.isMatched, f.atStart = true, 0
			continue
		case i > 0 && j > 0 && table[(i-1)*width+j-1]+1 == here:
			i, j = i-1, j-1
			f.digits = f.digits || (unicode.IsDigit(x[i]) || unicode.IsDigit(y[j])) && !looksLike[[2]rune{x[i], y[j]}]
			f.atStart = 0
		case i > 0 && table[(i-1)*width+j]+1 == here:
			i--
			f.digits = f.digits || unicode.IsDigit(x[i])
			f.atStart++
		default:
			j--
			if i < len(x) && i > 0 && wordOf[i] != wordOf[i-1] {
				f = &faults[wordOf[i]] // added between two words: before the second
			}
			f.digits = f.digits || unicode.IsDigit(y[j])
			f.atStart++
		}
		f.edits++
	}
	for k, f := range faults {
		if f.edits > 0 && !t.isSameWord(t.words[k], f) {
			return false
		}
	}
	return true
}

// looksLike are the digits that OCR reads in place of letters.
var looksLike = map[[2]rune]bool{{'i', '1'}: true, {'l', '1'}: true, {'o', '0'}: true, {'s', '5'}: true, {'b', '8'}: true, {'z', '2'}: true}

// wordOfRune returns the word to which each of the first n characters of the letters belongs.
func (t *title) wordOfRune(n int) []int {
	of := make([]int, 0, n)
	for k, w := range t.words {
		for range t.text(w) {
			if len(of) < n {
				of = append(of, k)
			}
		}
	}
	return of
}

// isSameWord reports whether a word with these faults is the word. Short words must be right but for those that say nothing; letters before
// a word make another one ("finite", "infinite").
func (t *title) isSameWord(w word, f wordFaults) bool {
	s := t.text(w)
	n := utf8.RuneCountInString(s)
	switch {
	case f.digits || isNumeral(s):
		return false
	case n <= 3:
		return text.Stop(s, "en") && !negations[s] || strings.ContainsAny(s, "0123456789") // a formula: "ℓ₁" is printed as "1"
	case f.atStart > 1:
		return false
	}
	return f.edits <= max(1, n/4)
}

var negations = map[string]bool{"no": true, "not": true, "non": true}

func abs(n int) int { return max(n, -n) }

// relation says how a title, as it was read from a document, contains another one.
type relation struct {
	contains bool
	before   int    // letters before the contained title
	after    string // what follows it, as written
}

// relationTo returns how the title written as s contains another one.
func relationTo(s string, other *title) relation {
	t := newTitle(s)
	at := strings.Index(t.letters, other.letters)
	if at < 0 || other.isZero() {
		return relation{}
	}
	end := at + len(other.letters)
	i := slices.IndexFunc(t.words, func(w word) bool { return w.end == end })
	if i < 0 {
		return relation{}
	}
	word := strings.TrimRightFunc(s[t.words[i].before:t.words[i].after], unicode.IsPunct)
	return relation{contains: true, before: utf8.RuneCountInString(t.letters[:at]), after: strings.TrimRight(s[t.words[i].before+len(word):], " .*∗†‡§")}
}

// isSubtitle reports whether what follows a title is set off from it.
func isSubtitle(after string) bool {
	after = strings.TrimLeft(after, " ")
	return after != "" && strings.ContainsRune(":.(–—-;?!", firstRune(after))
}

func firstRune(s string) rune {
	r, _ := utf8.DecodeRuneInString(s)
	return r
}

// isIdeographic reports whether a title is in a script whose letters are words.
func isIdeographic(letters string) bool {
	return unicode.In(firstRune(letters), unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Hangul)
}
