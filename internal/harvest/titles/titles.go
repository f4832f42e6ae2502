// Package titles leads the crawl of a homepage to the papers that are wanted from it, and ends it.
//
// [Wanted] scores links by the titles that are wanted: a link whose text, or the entry of a list in which it stands, is like a title comes
// first, then links that seem to lead to lists of papers. [Progress] says when nothing more is to be expected.
//
//	w := titles.New(a.Titles)
//	for i := range pg.Links {
//		s := w.Score(pg, &pg.Links[i]) // s.Value orders the links
//	}
//
// The classes of links that are no titles are the publication's priorities of anchors: Zhuang, Wagle and Giles, "What's there and what's
// not?" (JCDL 2005), table 4.
//
// The package does no I/O.
package titles

import (
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"

	"sluice/page"
	"sluice/text"
	"sluice/weburl"
)

// The values of links, from 0 to 1.
const (
	Like  = 0.5  // the least of a link that is like a wanted title
	list  = 0.4  // a list of papers
	paper = 0.25 // a document of unknown title
	group = 0.2  // people, groups and topics, whose pages have such lists
	other = 0.05
	never = 0
)

const (
	maxTitles  = 1000 // that are wanted at once
	maxWords   = 30   // of one title
	maxContext = 600  // bytes of the entry in which a link stands
	around     = 25   // words on each side of a link in a longer text
	maxAnchor  = 600  // bytes
)

// Wanted are the titles that are wanted from a site. Its methods must not be called concurrently with [Wanted.Found].
type Wanted struct {
	titles []wanted
	byWord map[string][]int
}

// wanted is one title.
type wanted struct {
	words   []string
	letters int // of all words
	isFound bool
}

// New returns titles to score links by. Titles without a word that means something are never like a link.
func New(list []string) *Wanted {
	w := &Wanted{byWord: map[string][]int{}}
	for i, s := range list[:min(len(list), maxTitles)] {
		t := wanted{words: meaningful(s, maxWords)}
		for _, word := range t.words {
			t.letters += utf8.RuneCountInString(word)
			w.byWord[word] = append(w.byWord[word], i)
		}
		w.titles = append(w.titles, t)
	}
	return w
}

// meaningful returns the words of a text that are no stop words, each once, at most n.
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

// Found removes a title, by its place in the list, from those that are looked for.
func (w *Wanted) Found(i int) {
	if 0 <= i && i < len(w.titles) {
		w.titles[i].isFound = true
	}
}

// Left returns how many titles are still looked for.
func (w *Wanted) Left() (n int) {
	for i := range w.titles {
		if !w.titles[i].isFound {
			n++
		}
	}
	return n
}

// Score is what a link is worth.
type Score struct {
	Value float64 // from 0 to 1; at least [Like] if the link is like a title
	Title int     // the place of that title in the list; -1 if there is none
}

// Score scores a link of a page by its text, by the entry in which it stands, and by its URL.
func (w *Wanted) Score(pg *page.Page, l *page.Link) Score {
	if weburl.NeverPage(l.URL) {
		return Score{never, -1}
	}
	anchor := pg.Anchor(l)
	anchor = anchor[:min(len(anchor), maxAnchor)]
	best := Score{-1, -1}
	consider := func(s string, value func(share float64) float64) {
		for i, share := range w.shares(s) {
			if v := value(share); v > best.Value || v == best.Value && i < best.Title {
				best = Score{v, i}
			}
		}
	}
	isDocument := pg.MayBeDocument(l)
	consider(anchor, func(share float64) float64 { return likeness(share, 0.7, 1) })
	consider(entry(pg, l), func(share float64) float64 {
		if isDocument {
			return likeness(share, 0.75, 0.9)
		}
		return likeness(share, 0.75, 0.6)
	})
	consider(name(l.URL), func(share float64) float64 { return likeness(share, 0.5, 0.8) })
	if best.Value >= Like {
		return best
	}
	switch text := anchor + " " + name(l.URL); {
	case listWords.MatchString(text):
		return Score{list, -1}
	case isDocument:
		return Score{paper, -1}
	case groupWords.MatchString(text):
		return Score{group, -1}
	}
	return Score{other, -1}
}

// likeness returns the value of a share of a title's words: from Like to most, 0 below the least share.
func likeness(share, least, most float64) float64 {
	if share < least {
		return 0
	}
	return Like + (most-Like)*(share-least)/(1-least)
}

// The words of table 4, whole or as the beginning of a word, with those of other languages.
var (
	listWords  = regexp.MustCompile(`(?i)\b(?:volume|pub|paper|conf|journal|content|program|research|list|article|bibliograph|preprint|report|thes[ei]s|veröff|forschung|recherche|investigaci)|论文|論文`)
	groupWords = regexp.MustCompile(`(?i)\b(?:topic|faculty|people|group|lab|project|student|member)`)
)

// shares returns, of each title that is looked for and shares a word with a text, the share of its letters that are in such words.
func (w *Wanted) shares(s string) map[int]float64 {
	const maxTextWords = 150
	shares := map[int]float64{}
	for _, word := range meaningful(s, maxTextWords) {
		for _, i := range w.byWord[word] {
			if t := &w.titles[i]; !t.isFound {
				shares[i] += float64(utf8.RuneCountInString(word)) / float64(t.letters)
			}
		}
	}
	return shares
}

// entry returns the text of the paragraph or the entry of a list in which a link stands, of a long one the words around it.
func entry(pg *page.Page, l *page.Link) string {
	at := pg.TextSpan(l)
	i, ok := slices.BinarySearchFunc(pg.Blocks, at.Start, func(b page.Block, start int32) int { return int(b.Start) - int(start) })
	if !ok {
		i--
	}
	if i >= 0 && i < len(pg.Blocks) && pg.Blocks[i].End-pg.Blocks[i].Start <= maxContext {
		return pg.Excerpt(pg.Blocks[i].Span)
	}
	return pg.Around(l, around) + " " + pg.Anchor(l)
}

// name returns the words of the last segment of a URL, without its ending.
func name(u weburl.URL) string {
	s := strings.TrimSuffix(u.Path(), "/")
	s = s[strings.LastIndexByte(s, '/')+1:]
	s = strings.TrimSuffix(s, u.Ending())
	return strings.Map(func(r rune) rune {
		if r == '_' || r == '-' || r == '.' || r == '+' {
			return ' '
		}
		return r
	}, strings.ReplaceAll(s, "%20", " "))
}
