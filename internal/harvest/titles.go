package harvest

import (
	"regexp"
	"slices"
	"strings"
	"unicode"

	"sluice/page"
	"sluice/text"
	"sluice/weburl"
)

// titles finds the wanted works whose title a text resembles.
type titles struct {
	works  []*work
	words  [][]string         // of each title, those that mean something
	byWord map[string][]int32 // works by the words of their titles
}

// The most words of a title by which it is recognized, and of a text that may have one.
const (
	maxTitleWords = 30
	maxTextWords  = 200
)

// newTitles returns the titles of works.
func newTitles(works []*work) *titles {
	t := &titles{works: works, words: make([][]string, len(works)), byWord: map[string][]int32{}}
	for i, w := range works {
		t.words[i] = meaningful(w.record.Title, maxTitleWords)
		for _, word := range t.words[i] {
			t.byWord[word] = append(t.byWord[word], int32(i))
		}
	}
	return t
}

// meaningful returns the words of a text that mean something, each once, at most n.
func meaningful(s string, n int) (words []string) {
	for word := range text.Words(s) {
		if len(words) == n {
			break
		}
		if !text.Stop(word, "en") && !slices.Contains(words, word) {
			words = append(words, word)
		}
	}
	return words
}

// best returns the wanted work whose title a text has most of, and the share of the title's words that it has. Of equal shares the longest title
// counts, and a title of one word needs more than that word.
func (t *titles) best(s string) (w *work, share float64) {
	has := map[int32]int{}
	for _, word := range meaningful(s, maxTextWords) {
		for _, i := range t.byWord[word] {
			has[i]++
		}
	}
	words := 0
	for i, n := range has {
		if t.works[i].found != nil {
			continue
		}
		got := float64(n) / float64(max(len(t.words[i]), 2))
		if got > share || got == share && (n > words || n == words && t.works[i].id < w.id) {
			w, share, words = t.works[i], got, n
		}
	}
	return w, share
}

// The shares of the words of a title from which a link is taken to be that of the work.
const (
	likeTitle = 0.65 // by its own text
	likeEntry = 0.75 // by the text of its entry
	likeName  = 0.6  // by the name of its file
)

// target returns the wanted work that a link of a page seems to lead to, by its text, the entry to which it belongs, or the name of the file, and how much of
// the title these have; nil if it seems to lead to none. In an entry stand other links, too: to authors, venues and programs.
func (t *titles) target(p *page.Page, l *page.Link, entry string) (*work, float64) {
	anchor := p.Anchor(l)
	if w, share := t.best(anchor); share >= likeTitle {
		return w, share
	}
	if isLabel(anchor) && (isFile(p, l) || workLabel.MatchString(anchor)) {
		if w, share := t.best(entry); share >= likeEntry {
			return w, share * inEntry
		}
	}
	if w, share := t.best(fileName(l.URL)); share >= likeName {
		return w, share * inEntry
	}
	return nil, 0
}

// workLabel matches the texts of links to the page or the file of a work.
var workLabel = regexp.MustCompile(`(?i)\b(?:abstract|abs|paper|article|details?|full|text|pdf|ps|postscript|html|doi|arxiv|preprint|eprint|hal|version|download|link|publisher|report|draft|zusammenfassung|résumé)\b|论文|論文|全文`)

// isLabel reports whether a text may stand for any work: it has few words, besides numbers and dates.
func isLabel(s string) bool {
	n := 0
	for _, word := range meaningful(s, maxTitleWords) {
		if strings.ContainsFunc(word, unicode.IsLetter) {
			n++
		}
	}
	return n <= maxLabel
}

const (
	maxLabel = 3   // words of a link's text that may stand for any work, such as "full text (PDF)"
	inEntry  = 0.9 // of the score of the link's own text, for the text of its entry and the name of the file
)

// fileName returns the words of the last part of a path.
func fileName(u weburl.URL) string {
	path := strings.TrimSuffix(u.Path(), u.Ending())
	return strings.Map(func(r rune) rune {
		if strings.ContainsRune("-_.+%0123456789", r) {
			return ' '
		}
		return r
	}, path[strings.LastIndexByte(path, '/')+1:])
}
