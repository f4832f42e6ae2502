// Package phrases finds phrases of many languages in a text, in one pass.
//
// [New] makes a Set of groups of phrases. [Append] brings a text into the form that [Set.Find] searches: lower case, no
// punctuation, one space between words. Each letter of a script without spaces between words counts as a word.
//
// The time that Find needs depends on the length of the text, not on the number of phrases.
package phrases

import (
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"
)

// MaxGroups is the greatest number of groups that a Set can have.
const MaxGroups = 32

// Set is a set of phrases in groups. Many goroutines may use it at once.
type Set struct {
	byFirst func() map[string][]phrase // by their first word; made by the first Find
}

// phrase is what follows the first word of a phrase, with the space before it.
type phrase struct {
	rest  string
	group uint32
}

// New returns a Set of groups of phrases. Group i of the result of [Set.Find] is the bit 1<<i. It panics when there are
// more than [MaxGroups].
func New(groups ...[]string) *Set {
	if len(groups) > MaxGroups {
		panic("phrases: too many groups")
	}
	return &Set{byFirst: sync.OnceValue(func() map[string][]phrase {
		byFirst := map[string][]phrase{}
		for i, group := range groups {
			for _, text := range group {
				first, rest, _ := strings.Cut(string(Append(nil, text)), " ")
				if rest != "" {
					rest = " " + rest
				}
				byFirst[first] = append(byFirst[first], phrase{rest, 1 << i})
			}
		}
		return byFirst
	})}
}

// Find returns the groups of which a text, as [Append] returns it, has a phrase: one bit for each.
func (s *Set) Find(text []byte) (groups uint32) {
	byFirst := s.byFirst()
	for start := 0; start < len(text); {
		end := start
		for end < len(text) && text[end] != ' ' {
			end++
		}
		for _, p := range byFirst[string(text[start:end])] {
			if groups&p.group == 0 && beginsWith(text[end:], p.rest) {
				groups |= p.group
			}
		}
		start = end + 1
	}
	return groups
}

// beginsWith reports whether a text begins with whole words.
func beginsWith(text []byte, words string) bool {
	return len(text) >= len(words) && string(text[:len(words)]) == words && (len(text) == len(words) || text[len(words)] == ' ')
}

// Append appends the words of a text to b.
func Append[T string | []byte](b []byte, text T) []byte {
	if len(b) > 0 && b[len(b)-1] != ' ' {
		b = append(b, ' ')
	}
	for i := 0; i < len(text); {
		c := text[i]
		switch {
		case c >= utf8.RuneSelf:
			r, size := decode(text[i:])
			b = appendRune(b, r)
			i += size
			continue
		case 'a' <= c && c <= 'z', '0' <= c && c <= '9':
			b = append(b, c)
		case 'A' <= c && c <= 'Z':
			b = append(b, c|0x20)
		case c == '\'': // "you're" is one word
		case len(b) > 0 && b[len(b)-1] != ' ':
			b = append(b, ' ')
		}
		i++
	}
	for len(b) > 0 && b[len(b)-1] == ' ' {
		b = b[:len(b)-1]
	}
	return b
}

// decode returns the first character of a text.
func decode[T string | []byte](text T) (rune, int) {
	var head [utf8.UTFMax]byte
	return utf8.DecodeRune(head[:copy(head[:], text)])
}

// appendRune appends a character beyond ASCII.
func appendRune(b []byte, r rune) []byte {
	space := len(b) > 0 && b[len(b)-1] != ' '
	switch {
	case r == '’' || r == 'ʼ' || r == '\u00ad' || r == '\u200c' || r == '\u200d':
	case isUnspaced(r):
		if space {
			b = append(b, ' ')
		}
		b = append(utf8.AppendRune(b, r), ' ')
	case unicode.IsLetter(r) || unicode.IsMark(r) || unicode.IsDigit(r):
		b = utf8.AppendRune(b, unicode.ToLower(r))
	case space:
		b = append(b, ' ')
	}
	return b
}

// isUnspaced reports whether a character belongs to a script that puts no spaces between words.
func isUnspaced(r rune) bool {
	return r >= 0x0e00 && unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Thai, unicode.Lao, unicode.Khmer, unicode.Myanmar)
}
