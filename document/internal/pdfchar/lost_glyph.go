package pdfchar

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"sluice/text"
)

// A font may have ligatures of which nothing says which letters they are: PDFium gives them the character 0, or the number that the font has for
// them. [Ligatures] restores those whose neighbours decide while the pages are read. The others are marked, and the words of the whole document
// decide: where "e" and "cient" stand around a mark, "ffi" makes a word of them.

// firstMark is the mark of a glyph that is lost, to which its number is added. These 32 characters are none of Unicode's, for use within a
// program, and a cleaned text has none.
const firstMark = 0xfdd0

// isLostMark reports the mark of a lost glyph.
func isLostMark(r rune) bool { return r >= firstMark && r < firstMark+0x20 }

// MarkLost marks the control characters of a page that stand next to a Latin letter: they are glyphs that the font has under numbers of its own.
func MarkLost(s string) string {
	if !hasControl(s) {
		return s
	}
	runes := []rune(s)
	for i, r := range runes {
		if r < ' ' && r != '\n' && r != '\t' && !isLineEnd(runes, i) && besideLatin(runes, i) {
			runes[i] = firstMark + r
		}
	}
	return string(runes)
}

// LostMark returns the mark of a glyph that is lost if it stands next to a Latin letter, and 0 if not. The number is that of the font, before and
// after are the characters around it.
func LostMark(number, before, after rune) rune {
	if number < 0 || number >= 0x20 || number == '\n' || number == '\t' || number == '\r' && after == '\n' || !unicode.Is(unicode.Latin, before) && !unicode.Is(unicode.Latin, after) {
		return 0
	}
	return firstMark + number
}

// hasControl reports whether a text has control characters other than those of lines.
func hasControl(s string) bool {
	for i := range len(s) {
		if c := s[i]; c < ' ' && c != '\n' && c != '\t' && (c != '\r' || i+1 < len(s) && s[i+1] != '\n') {
			return true
		}
	}
	return false
}

// besideLatin reports whether a Latin letter stands next to a place, or next to a control character there.
func besideLatin(runes []rune, i int) bool {
	return i > 0 && unicode.Is(unicode.Latin, runes[i-1]) || i+1 < len(runes) && unicode.Is(unicode.Latin, runes[i+1])
}

// withoutMarks drops the marks of lost glyphs.
func withoutMarks(s string) string {
	if !hasMark(s) {
		return s
	}
	return strings.Map(func(r rune) rune {
		if isLostMark(r) {
			return -1
		}
		return r
	}, s)
}

// hasMark reports whether a text may have marks of lost glyphs.
func hasMark(s string) bool { return strings.Contains(s, "\xef\xb7") }

// What makes a lost glyph a ligature.
const (
	lostLetters  = 3       // of a word, besides the glyph, at least
	lostWords    = 2       // different ones that agree make it certain which ligature a number is
	maxLostWords = 1 << 16 // different words with lost glyphs that are looked at
	maxLost      = 1 << 17 // words with lost glyphs in a text, of which the others lose their marks
)

// spelledOut are the ligatures in letters, in the order of [ligatures].
var spelledOut = [...]string{"ff", "fi", "fl", "ffi", "ffl"}

// letterC is what fonts that dvips made have under the number of a carriage return, behind the ligatures.
const letterC = len(spelledOut)

// spelling returns the letters of what a lost glyph may be.
func spelling(i int) string {
	if i == letterC {
		return "c"
	}
	return spelledOut[i]
}

// preferred are the same, the most frequent first.
var preferred = [...]int{1, 0, 2, 3, 4}

// lostGlyphs restores ligatures of which a document's fonts do not say which letters they are, by its words.
type lostGlyphs struct {
	words *words
	votes [0x20][letterC + 1]int // different words, by number of the glyph
	sure  [0x20]int              // which ligature a number is, and one more; 0 if that is not certain
	known map[string]string      // words with marks, as they are restored
}

// newLostGlyphs returns what restores the lost glyphs of a text, whose pages are cleaned by [CleanPage].
func newLostGlyphs(s string, words *words) *lostGlyphs {
	l := &lostGlyphs{words: words, known: map[string]string{}}
	seen := map[string]bool{}
	eachMarked(s, func(from, to int) {
		word := strings.ToLower(s[from:to])
		if seen[word] || len(seen) >= maxLostWords {
			return
		}
		seen[word] = true
		// A word without its mark may be whole: the glyph is a sign next to it.
		if plain := withoutMarks(word); !l.isWord(plain) {
			if found := l.candidates(word); len(found) == 1 {
				mark := markOf(word)
				l.votes[mark][found[0]]++
			}
		}
	})
	for number, votes := range l.votes {
		best, all := 0, 0
		for i, n := range votes {
			if all += n; n > votes[best] {
				best = i
			}
		}
		if votes[best] >= lostWords && 3*votes[best] >= 2*all {
			l.sure[number] = best + 1
		}
	}
	return l
}

// isWord reports whether a text of lower-case letters is known as a word, so that nothing need be lost in it.
func (l *lostGlyphs) isWord(s string) bool {
	return utf8.RuneCountInString(s) > lostLetters && l.words.has(s) || text.Stop(s, "")
}

// markOf returns the number of the first lost glyph of a word.
func markOf(word string) rune {
	for _, r := range word {
		if isLostMark(r) {
			return r - firstMark
		}
	}
	return 0
}

// candidates returns the ligatures that make a known word of one with a lost glyph, the most frequent first.
func (l *lostGlyphs) candidates(word string) (found []int) {
	before, after, _ := cutMark(word)
	after, _, _ = cutMark(after) // another glyph may be a hyphen, with a word on either side
	if l.sure[markOf(word)] == 0 && utf8.RuneCountInString(before+after) < lostLetters {
		return nil
	}
	for _, i := range preferred {
		if l.words.has(before + spelledOut[i] + after) {
			found = append(found, i)
		}
	}
	if markOf(word) == '\r' && l.words.has(before+"c"+after) {
		found = append(found, letterC)
	}
	return found
}

// cutMark cuts a word at its first mark.
func cutMark(word string) (before, after string, ok bool) {
	i := strings.IndexFunc(word, isLostMark)
	if i < 0 {
		return word, "", false
	}
	return word[:i], word[i+len(string(rune(firstMark))):], true
}

// restore returns a text with its lost ligatures, and without the marks of other glyphs.
func (l *lostGlyphs) restore(s string) string {
	if !hasMark(s) {
		return s
	}
	var b strings.Builder
	b.Grow(len(s))
	at := 0
	eachMarked(s, func(from, to int) {
		b.WriteString(s[at:from])
		word := s[from:to]
		whole, ok := l.known[word]
		if !ok {
			if whole = l.restored(word); len(l.known) < maxLostWords {
				l.known[word] = whole
			}
		}
		b.WriteString(whole)
		at = to
	})
	b.WriteString(withoutMarks(s[at:]))
	return b.String()
}

// restored returns a word with its lost glyphs, the first of which decides for itself, as each that follows.
func (l *lostGlyphs) restored(word string) string {
	for {
		before, after, ok := cutMark(word)
		if !ok {
			return word
		}
		number := markOf(word)
		word = before + l.glyph(strings.ToLower(word), number) + after
	}
}

// glyph returns what stands for the first lost glyph of a word in lower case.
func (l *lostGlyphs) glyph(word string, number rune) string {
	found := l.candidates(word)
	sure := l.sure[number] - 1
	isWhole := l.isWord(withoutMarks(word))
	for _, i := range found {
		if i == sure {
			return spelling(i)
		}
	}
	switch {
	case len(found) > 0 && !isWhole:
		return spelling(found[0])
	case sure >= 0 && !isWhole && utf8.RuneCountInString(withoutMarks(word)) >= lostLetters:
		return spelling(sure)
	case number == '\v' || number == '\f':
		return " "
	}
	return ""
}

// eachMarked calls do with where each word that has a mark begins and ends, of the first maxLost: letters, and marks.
func eachMarked(s string, do func(from, to int)) {
	at, n := 0, 0 // behind the word before
	for i, r := range s {
		if i < at || !isLostMark(r) {
			continue
		}
		if n++; n > maxLost {
			return
		}
		from := i - len(lettersBefore(s[at:i]))
		end := strings.IndexFunc(s[i:], func(r rune) bool { return !isLetter(r) && !isLostMark(r) })
		if at = len(s); end >= 0 {
			at = i + end
		}
		do(from, at)
	}
}
