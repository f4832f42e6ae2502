package harvest

import (
	"slices"
	"strings"

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

// maxTitleWords bounds the words of a title by which it is recognized.
const maxTitleWords = 30

// newTitles returns the titles of works.
func newTitles(works []*work) *titles {
	t := &titles{works: works, words: make([][]string, len(works)), byWord: map[string][]int32{}}
	for i, w := range works {
		t.words[i] = titleWords(w.record.Title)
		for _, word := range t.words[i] {
			t.byWord[word] = append(t.byWord[word], int32(i))
		}
	}
	return t
}

// titleWords returns the words of a text that mean something, each once.
func titleWords(s string) (words []string) {
	for word := range text.Words(s) {
		if len(words) == maxTitleWords {
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
	for _, word := range titleWords(s) {
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

// likeTitle is the share of the words of a title from which a link is taken to be that of the work.
const likeTitle = 0.6

// target returns the wanted work that a link of a page seems to lead to, by its text, the text that belongs to it, or the name of the file, and how much of the
// title these have; nil if it seems to lead to none.
func (t *titles) target(p *page.Page, l *page.Link, entry string) (*work, float64) {
	anchor := p.Anchor(l)
	if w, share := t.best(anchor); share >= likeTitle {
		return w, share
	}
	if len(titleWords(anchor)) <= maxLabel {
		if w, share := t.best(entry); share >= likeTitle {
			return w, share * inEntry
		}
	}
	if w, share := t.best(fileName(l.URL)); share >= likeTitle {
		return w, share * inEntry
	}
	return nil, 0
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
