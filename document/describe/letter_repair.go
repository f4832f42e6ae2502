package describe

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"sluice/document/describe/internal/textline"
)

// matchLinkingTitle looks for the title that the first page shows in the file's
// metadata and in the text around the links. Where it is found, the page that links agrees; and where
// the document's text has lost letters, as with fonts whose ligatures or single
// letters cannot be read, the other source has the whole one.
func (w *collector) matchLinkingTitle(title string) {
	key := lettersAndDigits(title)
	if len(key) < 12 {
		return
	}
	lost := w.lostLetters()
	for _, t := range limited(w.document.All("title"), 3) {
		if found, more := matching(key, textline.Clean(t, textline.MaxTitle), ligatureOr(lost)); more > 0 {
			w.add(File, 0.95, "title", textline.TidyTitle(found))
			return
		}
	}
	for _, l := range w.around.Links {
		for _, s := range []string{l.Anchor, l.Around} {
			found, more := matching(key, textline.Clean(s, 8000), lost)
			switch {
			case found == "":
			case more == 0:
				w.add(LinkingPage, 0.5, "title", found)
				return
			default:
				w.add(LinkingPage, 0.95, "title", textline.TidyTitle(found))
				return
			}
		}
	}
}

// ligatureOr returns a function that reports whether letters may be missing: those
// that fonts print as one sign, and those that lost reports.
func ligatureOr(lost func(run string) bool) func(run string) bool {
	return func(run string) bool {
		switch run {
		case "ff", "fi", "fl", "ffi", "ffl":
			return true
		}
		return lost(run)
	}
}

// lettersAndDigits of a text, in lower case.
func lettersAndDigits(s string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			return unicode.ToLower(r)
		}
		return -1
	}, norm.NFKC.String(s))
}

// matching finds in s the words that have a key's letters in order, with none
// between them but those lost. It returns how many those are.
func matching(key, s string, lost func(run string) bool) (found string, more int) {
	for start := range s {
		if start > 0 && wordBefore(s, start) {
			continue
		}
		if n, more, ok := match(key, s[start:], lost); ok {
			return strings.Trim(s[start:start+n], " \"“”'’.,;:("), more
		}
	}
	return "", 0
}

// wordBefore reports whether a letter or digit precedes s[i].
func wordBefore(s string, i int) bool {
	r, _ := utf8.DecodeLastRuneInString(s[:i])
	return unicode.IsLetter(r) || unicode.IsDigit(r)
}

// match reports whether s begins with a key's letters, and up to which byte.
func match(key, s string, lost func(string) bool) (end, more int, ok bool) {
	run := ""
	most := len(key) / 5
	for i, r := range s {
		if !unicode.IsLetter(r) && !unicode.IsDigit(r) {
			if run != "" && !lost(run) {
				return 0, 0, false
			}
			if run = ""; key == "" {
				return i, more, true
			}
			continue
		}
		r = unicode.ToLower(r)
		if want, n := utf8.DecodeRuneInString(key); n > 0 && r == want {
			if run != "" && !lost(run) {
				return 0, 0, false
			}
			key, run = key[n:], ""
			continue
		}
		if run += string(r); len(run) > 3 || more >= most {
			return 0, 0, false
		}
		more++
	}
	return len(s), more, key == "" && (run == "" || lost(run))
}

// lostLetters returns a function that reports whether the document's text has lost
// some letters: it has few of them or none, and a text of its length has them
// often. An "f" is lost within the ligatures fi, fl, ff if the text has none of them.
func (w *collector) lostLetters() func(run string) bool {
	text := w.document.Text
	text = strings.ToLower(text[:min(len(text), 30_000)])
	return func(run string) bool {
		if len(text) < 1500 {
			return false
		}
		switch run {
		case "ff", "fi", "fl", "ffi", "ffl":
			return !strings.Contains(text, run)
		}
		for _, r := range run {
			least := 250 // one in so many letters
			if strings.ContainsRune("bjkpqvwxyz", r) {
				least = 2000
			}
			if r < 'a' || r > 'z' || least*strings.Count(text, string(r)) > len(text) {
				return false
			}
		}
		return true
	}
}
