package text

import (
	"iter"
	"strings"
	"unicode/utf8"

	"github.com/clipperhouse/uax29/v2/words"
)

// MaxWord is the greatest length of a word, in bytes; a longer one is cut.
const MaxWord = 64

// Token is a word and its place in the text.
type Token struct {
	Word       string // folded, see [Fold]
	Start, End int    // the bytes of the text that it was read from
}

// Words yields the words of a text in order, folded as by [Fold]. See [Tokens] for what a word is.
func Words(s string) iter.Seq[string] {
	return func(yield func(string) bool) {
		for t := range Tokens(s) {
			if !yield(t.Word) {
				return
			}
		}
	}
}

// Tokens yields the words of a text with their places. Words are the segments between Unicode's word boundaries
// (https://unicode.org/reports/tr29/), divided at everything that is neither a letter nor a digit nor a mark on one.
// "e.g." and "l'algorithme" are two words each; an English ending belongs to its word: "don't", "knuth's". An ideograph is a
// word.
func Tokens(s string) iter.Seq[Token] {
	return func(yield func(Token) bool) {
		for segments := words.FromString(s); segments.Next(); {
			segment := segments.Value()
			if len(segment) == 1 && !isAlphanumeric(segment[0]) {
				continue
			}
			start := segments.Start()
			for from := 0; from < len(segment); {
				n, skip := part(segment[from:])
				if n > 0 {
					if w := folded(segment[from : from+n]); w != "" && !yield(Token{w, start + from, start + from + n}) {
						return
					}
				}
				from += n + skip
			}
		}
	}
}

// part returns the length of the word that a segment begins with, 0 for none, and of what separates it from the next.
func part(s string) (n, skip int) {
	for n < len(s) {
		r, size := utf8.DecodeRuneInString(s[n:])
		if !isWordRune(r) {
			if n > 0 && (r == '\'' || r == '’') && isContraction(s[n+size:]) {
				return len(s), 0
			}
			return n, size
		}
		n += size
	}
	return n, 0
}

// isContraction reports whether s is an English ending after an apostrophe.
func isContraction(s string) bool {
	switch len(s) {
	case 1:
		return strings.Contains("stdmSTDM", s)
	case 2:
		return strings.EqualFold(s, "re") || strings.EqualFold(s, "ve") || strings.EqualFold(s, "ll")
	}
	return false
}

// folded returns a word in its folded form: letters, digits, marks and apostrophes only; "" when nothing remains.
func folded(s string) string {
	simple := true
	for i := range len(s) {
		if s[i] >= utf8.RuneSelf {
			simple = false
			break
		}
	}
	if simple {
		return strings.ToLower(s[:min(len(s), MaxWord)])
	}
	s = strings.ToValidUTF8(s[:min(len(s), 4*MaxWord)], "")
	s = strings.Map(func(r rune) rune {
		switch {
		case isWordRune(r):
			return r
		case r == '’' || r == '\'':
			return '\''
		}
		return -1 // compatibility forms of letters may hold spaces
	}, Fold(s))
	if len(s) > MaxWord {
		end := MaxWord
		for !utf8.RuneStart(s[end]) {
			end--
		}
		s = s[:end]
	}
	return s
}
