package pdfchar

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"sluice/text"
	"sluice/text/english"
)

// Break marks where a word was broken at the end of a line: the soft hyphen, which a cleaned text has nowhere else.
const Break = "\u00ad"

// compounding are languages that write compounds as one word, so that both halves of a broken one may be words.
var compounding = map[string]bool{"de": true, "nl": true, "sv": true, "da": true, "no": true, "nn": true, "fi": true, "et": true, "hu": true, "is": true, "af": true}

// What makes the half of a broken word a word by itself: more letters than a syllable, as in "in-valuable", and that the text prints it more
// than once, as it does not print the scraps of formulas and tables.
const (
	halfLetters = 3
	halfPrinted = 2
)

// JoinWords returns a text without marks of broken words: each is a hyphen if that belongs to the word, and nothing if it only broke
// the word. The rest of the text says which: the way that prints the word more often counts. A word that is nowhere else, nor in a list of English, keeps its hyphen if
// both halves are words, unless the language writes compounds as one. A half that begins with a capital letter is joined only where the
// joined word is printed. The text is valid UTF-8, as [CleanPage] leaves it: else bytes on both sides of a mark could become one.
func JoinWords(s string) string {
	if !strings.Contains(s, Break) {
		return s
	}
	printed := printedWords(s)
	language, _ := text.Language(s)
	var b strings.Builder
	b.Grow(len(s))
	for {
		before, after, found := strings.Cut(s, Break)
		b.WriteString(before)
		if !found {
			return b.String()
		}
		left, right := lettersBefore(before), lettersAfter(after)
		s = after
		low, next := strings.ToLower(left), strings.ToLower(right)
		joined, hyphenated := printed[low+next], printed[low+"-"+next]
		isCapital := strings.IndexFunc(right, unicode.IsUpper) == 0
		switch {
		case hyphenated > joined:
			b.WriteByte('-')
		case joined > 0, english.Has(low + next):
		case isCapital, !compounding[language] && isWord(printed, low) && isWord(printed, next):
			b.WriteByte('-')
		}
	}
}

// isWord reports whether the half of a broken word is a word by itself.
func isWord(printed map[string]int, half string) bool {
	return printed[half] >= halfPrinted && utf8.RuneCountInString(half) >= halfLetters
}

// printedWords counts, of the broken words of a text, how often it prints them elsewhere: joined, with a hyphen, and their halves.
func printedWords(s string) map[string]int {
	printed := map[string]int{}
	for rest := s; ; {
		before, after, found := strings.Cut(rest, Break)
		if !found {
			break
		}
		rest = after
		left, right := strings.ToLower(lettersBefore(before)), strings.ToLower(lettersAfter(after))
		printed[left], printed[right], printed[left+right], printed[left+"-"+right] = 0, 0, 0, 0
	}
	count := func(word string) {
		word = strings.ToLower(word)
		if n, ok := printed[word]; ok {
			printed[word] = n + 1
		}
	}
	for {
		start := strings.IndexFunc(s, isLetter)
		if start < 0 {
			return printed
		}
		word := lettersAfter(s[start:])
		s = s[start+len(word):]
		if rest, broken := strings.CutPrefix(s, Break); broken {
			s = rest[len(lettersAfter(rest)):]
			continue
		}
		count(word)
		if rest, ok := strings.CutPrefix(s, "-"); ok {
			if next := lettersAfter(rest); next != "" && !strings.HasPrefix(rest[len(next):], Break) {
				count(word + "-" + next)
			}
		}
	}
}

// lettersBefore returns the letters that a text ends in.
func lettersBefore(s string) string {
	i := strings.LastIndexFunc(s, isNoLetter)
	if i < 0 {
		return s
	}
	_, size := utf8.DecodeRuneInString(s[i:])
	return s[i+size:]
}

// lettersAfter returns the letters that a text begins with.
func lettersAfter(s string) string {
	if i := strings.IndexFunc(s, isNoLetter); i >= 0 {
		return s[:i]
	}
	return s
}

// isLetter reports whether r is a letter, or an accent on one.
func isLetter(r rune) bool {
	if low := r | 0x20; r < utf8.RuneSelf {
		return 'a' <= low && low <= 'z'
	}
	return unicode.IsLetter(r) || unicode.IsMark(r)
}

// isNoLetter is the opposite of isLetter.
func isNoLetter(r rune) bool { return !isLetter(r) }
