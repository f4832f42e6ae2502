package pdfchar

import (
	"strings"
	"unicode/utf8"
)

// Some programs leave ligatures out of the text that they write, or write a space in their place: "eciency", "e cient". Nothing but the words of
// the document tells where they were.

// What makes a ligature one that a document has lost.
const (
	usualLigatures = 2       // in 1000 bytes: a text that has as many has lost none, or few
	leastText      = 500     // bytes
	evidenceText   = 1 << 20 // bytes that are searched for words that lack a ligature
	evidenceWords  = 3       // different words that lack it
	evidenceLength = 6       // letters of such a word, as it is restored
	shortestBroken = 3       // letters of a word that lacks a ligature
	maxBroken      = 1 << 16 // different words that are looked at
)

// lostLigatures restores the ligatures that a document's text does not have at all.
type lostLigatures struct {
	words *words
	lost  [len(spelledOut)]bool
	whole map[string]string // by a word that the list does not have: the one with its ligature, or ""
}

// newLostLigatures returns what restores the ligatures that a text has lost, nil if it has lost none. A ligature is lost if more words lack
// it than have it.
func newLostLigatures(s string, words *words) *lostLigatures {
	present := 0
	for _, l := range [...]string{"ff", "fi", "fl"} {
		present += strings.Count(s, l)
	}
	if len(s) < leastText || 1000*present > usualLigatures*len(s) {
		return nil
	}
	l := &lostLigatures{words: words, whole: map[string]string{}}
	l.lost = [len(spelledOut)]bool{true, true, true, true, true} // on trial
	var lacking, different [len(spelledOut)]int
	seen := map[string]bool{}
	for line := range strings.Lines(s[:min(len(s), evidenceText)]) {
		l.eachBroken(line, func(_, _ int, word string) {
			if utf8.RuneCountInString(word) < evidenceLength {
				return
			}
			i := l.ligatureOf(word)
			if lacking[i]++; !seen[word] && len(seen) < maxBroken {
				seen[word] = true
				different[i]++
			}
		})
	}
	any := false
	for i := range spelledOut {
		l.lost[i] = different[i] >= evidenceWords && lacking[i] > printedLigatures(s[:min(len(s), evidenceText)], i)
		any = any || l.lost[i]
	}
	if !any {
		return nil
	}
	clear(l.whole)
	return l
}

// printedLigatures counts a ligature in a text, without the longer ones that it is a part of.
func printedLigatures(s string, i int) int {
	n := strings.Count(s, spelledOut[i])
	switch spelledOut[i] {
	case "ff":
		n -= strings.Count(s, "ffi") + strings.Count(s, "ffl")
	case "fi", "fl":
		n -= strings.Count(s, "f"+spelledOut[i])
	}
	return n
}

// ligatureOf returns the longest ligature of a word.
func (l *lostLigatures) ligatureOf(word string) int {
	for _, i := range [...]int{3, 4, 0, 1, 2} {
		if strings.Contains(word, spelledOut[i]) {
			return i
		}
	}
	return 0
}

// restore returns a text with the ligatures that the document has lost.
func (l *lostLigatures) restore(s string) string {
	var b strings.Builder
	for line := range strings.Lines(s) {
		at := 0
		l.eachBroken(line, func(from, to int, word string) {
			b.WriteString(line[at:from])
			b.WriteString(withCase(line[from:to], word))
			at = to
		})
		b.WriteString(line[at:])
	}
	return b.String()
}

// withCase returns a word with a capital if what it stands for begins with one.
func withCase(broken, word string) string {
	if r, _ := utf8.DecodeRuneInString(broken); strings.ToLower(string(r)) != string(r) {
		first, size := utf8.DecodeRuneInString(word)
		return strings.ToUpper(string(first)) + word[size:]
	}
	return word
}

// eachBroken calls do with each word of a line that lacks a ligature, or is broken by a space in its place, and with the whole word in lower case.
func (l *lostLigatures) eachBroken(line string, do func(from, to int, word string)) {
	type run struct{ from, to int }
	var before run // a word of lower-case letters that one space follows
	has := false
	for at := 0; ; {
		start := strings.IndexFunc(line[at:], isLetter)
		if start < 0 {
			break
		}
		w := run{from: at + start}
		w.to = w.from + len(lettersAfter(line[w.from:]))
		at = w.to
		if has && w.from == before.to+1 && line[before.to] == ' ' {
			if word := l.find(line[before.from:before.to], line[w.from:w.to]); word != "" {
				do(before.from, w.to, word)
				has = false
				continue
			}
		}
		if has {
			l.alone(line, before.from, before.to, do)
		}
		before, has = w, true
	}
	if has {
		l.alone(line, before.from, before.to, do)
	}
}

// alone calls do if a word lacks a ligature.
func (l *lostLigatures) alone(line string, from, to int, do func(from, to int, word string)) {
	if word := l.find(line[from:to], ""); word != "" {
		do(from, to, word)
	}
}

// find returns the only known word that is two with a ligature between them, or one with a ligature in it; "" if there is none, or if they are words as
// they are.
func (l *lostLigatures) find(a, b string) string {
	if len(a)+len(b) > 40 {
		return ""
	}
	a, b = strings.ToLower(a), strings.ToLower(b)
	if b != "" {
		if isListed(a) && isListed(b) || l.words.has(a+b) {
			return ""
		}
		return single(l.only(a, b, ""))
	}
	word, ok := l.whole[a]
	if ok || len(l.whole) >= maxBroken || utf8.RuneCountInString(a) < shortestBroken || isListed(a) {
		return word
	}
	for i := range a + "." {
		if word = l.only(a[:i], a[i:], word); word == several {
			break
		}
	}
	l.whole[a] = single(word)
	return l.whole[a]
}

// single returns a word that was found, and "" if there are several.
func single(word string) string {
	if word == several {
		return ""
	}
	return word
}

// several stands for more than one word.
const several = "\x00"

// only returns the known word that a lost ligature makes of two halves, or the one found before; several if these are not the same.
func (l *lostLigatures) only(a, b, found string) string {
	for _, i := range preferred {
		if !l.lost[i] {
			continue
		}
		word := a + spelledOut[i] + b
		if word == found || !l.words.has(word) {
			continue
		}
		if found != "" {
			return several
		}
		found = word
	}
	return found
}
