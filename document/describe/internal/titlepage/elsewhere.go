package titlepage

import (
	"net/url"
	"path"
	"slices"
	"strings"
	"unicode"

	"sluice/document/describe/internal/phrase"
	"sluice/text"
)

// Elsewhere is what is known of a document's title besides the looks of a page: what other sources call it, the words of its
// file's name, and its text, which repeats the title on an inner title page, in running heads and where it says how to cite it.
type Elsewhere struct {
	Titles map[string]bool // that other sources have, as text.NormalTitle writes them
	Cited  map[string]bool // by which other documents cite it, written likewise
	words  []string        // of the file's name, as text.Plain writes them
	text   string          // letters and digits of the first pages, as text.Plain writes them
}

// The most that is read of a text, in bytes, and of a file's name, in words.
const (
	repeatedText = 40_000
	fileWords    = 12
)

// NewElsewhere returns what is known of a document by the titles that other sources have, by its URL and by its text. It may be
// used for all pages, by one goroutine.
func NewElsewhere(titles map[string]bool, address, body string) *Elsewhere {
	return &Elsewhere{Titles: titles, words: wordsOfFile(address), text: lettersOf(body[:min(len(body), repeatedText)])}
}

// lettersOf returns the letters and digits of a text, as text.NormalTitle returns those of a title.
func lettersOf(s string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			return r
		}
		return -1
	}, text.Plain(strings.ToValidUTF8(s, "")))
}

// wordsOfFile returns the words of the name of a URL's file that may be those of a title: long enough, and not such as "chapter".
func wordsOfFile(address string) (words []string) {
	const least = 3 // letters
	u, err := url.Parse(address)
	if err != nil || u.Path == "" {
		return nil
	}
	name := path.Base(u.Path)
	name = strings.TrimSuffix(name, path.Ext(name))
	var parted strings.Builder // "TechnicalReport" is two words
	before := ' '
	for _, r := range name {
		if unicode.IsUpper(r) && unicode.IsLower(before) {
			parted.WriteByte(' ')
		}
		parted.WriteRune(r)
		before = r
	}
	for w := range strings.FieldsFuncSeq(text.Plain(parted.String()), func(r rune) bool { return !unicode.IsLetter(r) }) {
		if len(w) >= least && !phrase.NumberedParts[w] && len(words) < fileWords && !slices.Contains(words, w) {
			words = append(words, w)
		}
	}
	return words
}

// named returns how many words of the file's name are in a line, given by its letters.
func (e *Elsewhere) named(letters string) (n int) {
	for _, w := range e.words {
		if strings.Contains(letters, w) {
			n++
		}
	}
	return n
}

// mostPlaces is how many repetitions of a line are looked at.
const mostPlaces = 6

// places returns where the letters of a line end in the text, where it has enough of them.
func (e *Elsewhere) places(letters string) (ends []int) {
	const least = 6
	if len(letters) < least {
		return nil
	}
	for at := 0; len(ends) < mostPlaces; {
		i := strings.Index(e.text[at:], letters)
		if i < 0 {
			break
		}
		at += i + len(letters)
		ends = append(ends, at)
	}
	return ends
}

// follow returns the places that the letters of the next line follow, and where these end.
func (e *Elsewhere) follow(ends []int, letters string) (next []int) {
	for _, at := range ends {
		if strings.HasPrefix(e.text[at:], letters) {
			next = append(next, at+len(letters))
		}
	}
	return next
}

// part returns how a text, given by its letters, relates to the titles that other sources have: 1 if one of them begins with it, 2 if
// one of them has it, 3 if it begins with one of them, 4 if it has one of them; 0 if none of these.
func (e *Elsewhere) part(letters string) int {
	const least = 8
	best := 0
	for title := range e.Titles {
		if len(letters) < least || len(title) < least || title == letters {
			continue
		}
		relation := 0
		switch {
		case strings.HasPrefix(title, letters):
			relation = 1
		case strings.Contains(title, letters):
			relation = 2
		case strings.HasPrefix(letters, title):
			relation = 3
		case strings.Contains(letters, title):
			relation = 4
		}
		if relation > 0 && (best == 0 || relation < best) {
			best = relation
		}
	}
	return best
}

// joins reports whether one of the titles that other sources have goes on from one line to the next.
func (e *Elsewhere) joins(a, b string) bool {
	const least = 4 // letters of both
	if len(a) < least || len(b) < least {
		return false
	}
	for title := range e.Titles {
		if strings.Contains(title, a+b) {
			return true
		}
	}
	return false
}
