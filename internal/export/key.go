package export

import (
	"strconv"
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

// keys returns each document a name in a bibliography: "raman2019crawling". The second that
// would have the same has some of its hash behind it, so that its key depends on nothing that
// comes later.
type keys map[string]bool

const keyWord = 24 // bytes of each word in a key

// of returns the key of a record, and reserves it: author, year and the first significant word of
// the title. A record without authors has the word in front.
func (k keys) of(r *Record, authors []person) string {
	key := ""
	if len(authors) > 0 {
		key = ascii(authors[0].family)
	}
	word := significant(r.Title)
	if key == "" {
		key, word = word, ""
	}
	if key == "" {
		key = "document"
	}
	if y := r.published().year; y != 0 {
		key += strconv.Itoa(y)
	}
	key += word
	sum := ascii(r.SHA256)
	for n := 4; k[key]; n += 4 {
		base, _, _ := strings.Cut(key, "-")
		key = base + "-" + sum[:min(n, len(sum))]
		// When the hash is used up, a number makes the key distinct: two records may have the same
		// hash, or none.
		if n > len(sum) {
			key += strconv.Itoa(n)
		}
	}
	k[key] = true
	return key
}

// significant returns the first word of a title that says something.
func significant(title string) string {
	for _, word := range strings.Fields(cut(clean(title), 500)) {
		if w := ascii(word); len(w) > 2 && !idle[w] {
			return w
		}
	}
	return ""
}

// idle are words with which titles begin.
var idle = func() map[string]bool {
	m := map[string]bool{}
	for _, w := range strings.Fields(`the and for from into with towards toward via using how what why when are can does its our
		der die das ein eine einer eines zur zum über für von des dem den les une des sur pour dans los las una del para por gli dei`) {
		m[ascii(w)] = true
	}
	return m
}()

// plainLetters are letters that are no plain one with a mark.
var plainLetters = map[rune]string{'ß': "ss", 'æ': "ae", 'ø': "o", 'œ': "oe", 'ł': "l", 'đ': "d", 'ð': "d", 'þ': "th", 'ı': "i"}

// ascii returns the letters and digits of a word in lower case, without marks.
func ascii(s string) string {
	var b strings.Builder
	for _, r := range norm.NFD.String(strings.ToLower(cut(s, 500))) {
		switch r = unicode.ToLower(r); {
		case r >= 'a' && r <= 'z' || r >= '0' && r <= '9':
			b.WriteRune(r)
		default:
			b.WriteString(plainLetters[r])
		}
		if b.Len() >= keyWord {
			break
		}
	}
	return b.String()[:min(b.Len(), keyWord)]
}
