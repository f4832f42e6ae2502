package text

import (
	"iter"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Rules say what the terms of a text are, for classifiers and term vectors. With the zero value they are about those of
// [Words]: every run of letters, digits and marks, folded; an ideograph is a term; punctuation separates.
type Rules struct {
	Numbers     NumberRule
	Hyphens     HyphenRule
	Punctuation bool // every character of punctuation and every symbol is a term of its own
	Least       int  // shorter words, in characters, are left out; ideographs and punctuation are not
}

// NumberRule says what becomes of words that have digits only.
type NumberRule uint8

// The rules for numbers.
const (
	KeepNumbers  NumberRule = iota // they are words as others
	DropNumbers                    // they are left out
	ShapeNumbers                   // every digit becomes 0: "1987" is "0000"
)

// HyphenRule says what becomes of a hyphen between two words.
type HyphenRule uint8

// The rules for hyphens.
const (
	SplitHyphens HyphenRule = iota // "on-line" is "on" and "line"
	KeepHyphens                    // "on-line"
	JoinHyphens                    // "online"
)

// Terms yields the terms of a text in their order. It takes the boundaries between words from the classes of characters
// alone, which is several times as fast as the rules of Unicode that [Tokens] follows.
func (r Rules) Terms(text string) iter.Seq[string] {
	return func(yield func(string) bool) {
		s := lowered(text)
		for i := 0; i < len(s); {
			class := classes[s[i]]
			if class == separator {
				i++
				continue
			}
			start := i
			letters := false
			for ; i < len(s); i++ {
				class = classes[s[i]]
				if class > digit {
					break
				}
				letters = letters || class == letter
			}
			if i > start && (i == len(s) || class == separator || class == sign && !r.continues(s, i)) {
				// Only ASCII: most words of most texts end here.
				if w := r.simple(s[start:i], letters); w != "" && !yield(w) {
					return
				}
				continue
			}
			var ok bool
			if i, ok = r.general(s, start, yield); !ok {
				return
			}
		}
	}
}

// lowered returns a text with ASCII letters in lower case. One pass over all of it costs less than a copy of every word with a capital.
func lowered(s string) string {
	i := 0
	for i < len(s) && classes[s[i]] != upper {
		i++
	}
	if i == len(s) {
		return s
	}
	b := []byte(s)
	for ; i < len(b); i++ {
		if classes[b[i]] == upper {
			b[i] |= 0x20
		}
	}
	return string(b)
}

// The classes of bytes. Those up to digit are of words.
const (
	letter byte = iota
	upper       // in lower case before words are divided
	digit
	separator // white space and control characters
	sign      // ASCII punctuation and symbols
	wide      // part of a character beyond ASCII
)

// classes are the classes of all bytes.
var classes = func() (t [256]byte) {
	for i := range t {
		switch c := byte(i); {
		case c >= utf8.RuneSelf:
			t[i] = wide
		case 'a' <= c && c <= 'z':
			t[i] = letter
		case 'A' <= c && c <= 'Z':
			t[i] = upper
		case '0' <= c && c <= '9':
			t[i] = digit
		case c <= ' ' || c == 0x7f:
			t[i] = separator
		default:
			t[i] = sign
		}
	}
	return t
}()

// continues reports whether the word before a sign may continue after it.
func (r Rules) continues(s string, i int) bool {
	return s[i] == '\'' && contraction(s[i+1:]) > 0 || s[i] == '-' && r.Hyphens != SplitHyphens
}

// simple returns a word of small ASCII letters and digits as the rules want it.
func (r Rules) simple(s string, letters bool) string {
	switch {
	case len(s) < r.Least:
		return ""
	case !letters && r.Numbers != KeepNumbers:
		return r.normal(s)
	}
	return s[:min(len(s), MaxWord)]
}

// general yields the next term, of any characters, and returns where it ends.
func (r Rules) general(s string, i int, yield func(string) bool) (end int, ok bool) {
	c, size := rune(s[i]), 1
	if c >= utf8.RuneSelf {
		c, size = utf8.DecodeRuneInString(s[i:])
	}
	switch {
	case isAlone(c):
		w := folded(s[i : i+size]) // nothing of the ideographic zero, which is a number and no digit
		return i + size, w == "" || yield(w)
	case isWordRune(c):
		end = r.wordEnd(s, i)
		w := r.normal(s[i:end])
		return end, w == "" || yield(w)
	case r.Punctuation && c != utf8.RuneError && (c > ' ' && c < 0x7f || unicode.In(c, unicode.P, unicode.S)):
		return i + size, yield(s[i : i+size])
	}
	return i + size, true
}

// wordEnd returns where the word that begins at i ends.
func (r Rules) wordEnd(s string, i int) int {
	for i < len(s) {
		c := s[i]
		if isAlphanumeric(c) {
			i++
			continue
		}
		w, size := rune(c), 1
		if c >= utf8.RuneSelf {
			w, size = utf8.DecodeRuneInString(s[i:])
		}
		switch {
		case w == '\'' || w == '’':
			n := contraction(s[i+size:])
			if n == 0 {
				return i
			}
			return i + size + n
		case w == '-' && r.Hyphens != SplitHyphens:
			next, _ := utf8.DecodeRuneInString(s[i+1:])
			if !isWordRune(next) || isAlone(next) {
				return i
			}
			i++
		case !isWordRune(w) || isAlone(w):
			return i
		default:
			i += size
		}
	}
	return i
}

// contraction returns the length of the English ending that s begins with, 0 for none.
func contraction(s string) int {
	n := 0
	for n < len(s) && n < 3 && isAlphanumeric(s[n]) {
		n++
	}
	if n == 3 || !isContraction(s[:n]) {
		return 0
	}
	if next, _ := utf8.DecodeRuneInString(s[n:]); isWordRune(next) {
		return 0
	}
	return n
}

// normal returns a word as the rules want it, "" if they leave it out.
func (r Rules) normal(s string) string {
	if r.Least > 1 && len(s) < r.Least*utf8.UTFMax && utf8.RuneCountInString(s) < r.Least {
		return ""
	}
	if r.Numbers != KeepNumbers && isNumber(s) {
		if r.Numbers == DropNumbers {
			return ""
		}
		return "0000000000000000"[:min(utf8.RuneCountInString(s), 16)]
	}
	if r.Hyphens == SplitHyphens || strings.IndexByte(s, '-') < 0 {
		return folded(s)
	}
	var parts []string
	for part := range strings.SplitSeq(s, "-") {
		parts = append(parts, folded(part))
	}
	between := ""
	if r.Hyphens == KeepHyphens {
		between = "-"
	}
	joined := strings.Join(parts, between)
	if len(joined) > MaxWord {
		end := MaxWord
		for !utf8.RuneStart(joined[end]) {
			end--
		}
		joined = joined[:end]
	}
	return joined
}

// isNumber reports whether a word has digits only.
func isNumber(s string) bool {
	for _, c := range s {
		if c < utf8.RuneSelf && (c < '0' || c > '9') && c != '-' || c >= utf8.RuneSelf && !unicode.IsDigit(c) {
			return false
		}
	}
	return true
}

// isAlone reports whether a character is a word by itself: scripts that write no spaces.
func isAlone(c rune) bool {
	return c >= 0x2e80 && (unicode.Is(unicode.Han, c) || unicode.Is(unicode.Hiragana, c))
}
