// Package titles leads the crawl of a homepage to the papers that are wanted from it, and ends it.
//
// [Wanted.Scores] scores the links of a page by the titles that are wanted: a link whose text is like a title, or that stands in the entry of
// one, comes first, then links that seem to lead to lists of papers. [Progress] says which links are still worth a request.
//
//	w := titles.New(a.Titles)
//	for i, s := range w.Scores(pg) {
//		queue(pg.Links[i].URL, s.Value)
//	}
//
// The classes of links that are no titles are the publication's priorities of anchors: Zhuang, Wagle and Giles, "What's there and what's
// not?" (JCDL 2005), table 4.
//
// The package does no I/O.
package titles

import (
	"slices"
	"strings"
	"unicode/utf8"

	"sluice/internal/lazyregexp"
	"sluice/page"
	"sluice/text"
	"sluice/weburl"
)

// The values of links, from 0 to 1.
const (
	Like  = 0.5  // the least of a link that is like a wanted title
	List  = 0.4  // a list of papers
	paper = 0.25 // a document of unknown title
	group = 0.2  // people, groups and topics, whose pages have such lists
	other = 0.05
	never = 0
)

// The values of links like a title, at most.
const (
	inAnchor  = 1.0
	inEntry   = 0.9  // a document in the same paragraph or entry of a list as the title
	below     = 0.85 // a document in the next line of documents
	inName    = 0.8  // the name of the file
	inMain    = 0.7  // the title without its subtitle
	inHeading = 0.6  // a document on a page that has the title as its own
	version   = 0.52 // a document in the next line, if there is one in the paragraph of the title, too
	noPaper   = 0.55 // another link in the entry: its page may have the document
)

const (
	maxTitles    = 1000    // that are looked for in the text of one page
	maxWords     = 30      // of one title
	maxTokens    = 200_000 // words of one page
	maxHits      = 1000    // words of one title on one page
	maxPlaces    = 5000    // of titles on one page
	leastMain    = 3       // words of a title that is known without its subtitle
	farBelow     = 400     // bytes from a title to its links
	fewDocuments = 12      // links to documents of a page that presents one work
	maxAnchor    = 600     // bytes
	maxEntry     = 800     // bytes of a paragraph whose links all belong to one title
	topText      = 120     // bytes at the top of a page, among which its title is
	shareEntry   = 0.75    // of the letters of a title's words, that make an occurrence
)

// Wanted are the titles that are wanted from a site. Scores must not run at the same time as Found.
type Wanted struct {
	titles []wanted
	byWord map[string][]int
	mains  map[string][]int // by the normal form of what stands before a subtitle
}

// wanted is one title.
type wanted struct {
	words   []string
	letters int // of all words, which are the whole
	length  int // words, with those that mean nothing
	isFound bool
}

// New returns titles to score links by. A title without a word that means something is like no link, and one with a single such word only like
// a file that is named by it.
func New(list []string) *Wanted {
	w := &Wanted{byWord: map[string][]int{}, mains: map[string][]int{}}
	for i, s := range list {
		t := wanted{words: meaningful(s, maxWords)}
		for range text.Words(s) {
			t.length++
		}
		for _, word := range t.words {
			t.letters += utf8.RuneCountInString(word)
			w.byWord[word] = append(w.byWord[word], i)
		}
		if main, _, ok := strings.Cut(s, ": "); ok && len(meaningful(main, leastMain)) == leastMain {
			key := text.NormalTitle(main)
			w.mains[key] = append(w.mains[key], i)
		}
		if len(t.words) == 1 {
			t.letters *= 2 // one word may stand anywhere
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

// raise takes a title if it gives a higher value.
func (s *Score) raise(value float64, title int) {
	if value >= Like && (value > s.Value || value == s.Value && title < s.Title) {
		*s = Score{value, title}
	}
}

// Scores returns the scores of the links of a page, in their order: by their texts, by the titles near which they stand, and by their URLs.
func (w *Wanted) Scores(pg *page.Page) []Score {
	at := layoutOf(pg)
	heading := map[int]float64{}
	if len(at.documents) <= fewDocuments {
		heading = w.shares(head(pg))
	}
	scores := make([]Score, len(pg.Links))
	for i := range pg.Links {
		scores[i] = w.score(pg, &pg.Links[i], heading)
	}
	places := w.occurrences(pg)
	if len(places) == 0 {
		return scores
	}
	for _, o := range places[:min(len(places), maxPlaces)] {
		raise(pg, scores, at.entryOf(o))
	}
	return scores
}

// On returns the titles, by their places in the list, that a page has somewhere.
func (w *Wanted) On(pg *page.Page) (all []int) {
	for _, o := range w.occurrences(pg) {
		if !slices.Contains(all, o.title) {
			all = append(all, o.title)
		}
	}
	return all
}

// head returns what a page that presents one document has as its title.
func head(pg *page.Page) string {
	s := pg.Title + "\n" + string(pg.Text[:min(len(pg.Text), topText)])
	if len(pg.Headings) > 0 {
		s += "\n" + pg.Excerpt(pg.Headings[0])
	}
	return s
}

// raise raises the scores of the links in the entry of a title.
func raise(pg *page.Page, scores []Score, e entry) {
	less := 0.08 * (1 - e.share) // of two titles with words in common the fuller one counts
	for i := range pg.Links {
		l := &pg.Links[i]
		if l.Kind != page.KindA || scores[i].Value == never {
			continue
		}
		at, isDocument := int(pg.TextSpan(l).Start), pg.MayBeDocument(l)
		switch {
		case otherMatter.MatchString(pg.Anchor(l)):
		case e.own.has(at) && isDocument:
			scores[i].raise(inEntry-less, e.title)
		case e.own.has(at) && workLabel.MatchString(pg.Anchor(l)):
			scores[i].raise(noPaper-less, e.title)
		case e.next.has(at) && isDocument && !e.hasOwn:
			scores[i].raise(below-less, e.title)
		case e.next.has(at) && isDocument && workLabel.MatchString(pg.Anchor(l)):
			scores[i].raise(version-less, e.title)
		}
	}
}

// In the entry of a work stand links to its authors, its venue and other matter, too. These are the texts of those that may lead to the work, and
// of those that surely do not.
var (
	workLabel   = lazyregexp.New(`(?i)\b(?:abstract|abs|paper|article|details?|full|text|pdf|ps|postscript|html|doi|arxiv|preprint|eprint|hal|version|download|link|publisher|report|draft|thesis|zusammenfassung|résumé)\b|论文|論文|全文`)
	otherMatter = lazyregexp.New(`(?i)\b(?:slides?|poster|presentation|talk|video|code|software|source code|data|bib|bib ?tex|cite|errata|folien|diapositives)\b`)
)

// score scores a link by what it says itself, and by the title of its page.
func (w *Wanted) score(pg *page.Page, l *page.Link, heading map[int]float64) Score {
	if weburl.NeverPage(l.URL) {
		return Score{never, -1}
	}
	best := Score{-1, -1}
	anchor := pg.Anchor(l)
	anchor = anchor[:min(len(anchor), maxAnchor)]
	file := name(l.URL)
	isDocument := pg.MayBeDocument(l)
	for title, share := range w.shares(anchor) {
		best.raise(likeness(share, 0.7, inAnchor), title)
	}
	for _, title := range w.mains[text.NormalTitle(anchor)] {
		if !w.titles[title].isFound {
			best.raise(inMain, title)
		}
	}
	for title, share := range w.shares(file) {
		best.raise(likeness(share, 0.5, inName), title)
	}
	if isDocument && !otherMatter.MatchString(anchor) {
		for title, share := range heading {
			best.raise(likeness(share, shareEntry, inHeading), title)
		}
	}
	if best.Value >= Like {
		return best
	}
	switch words := anchor + " " + file; {
	case listWords.MatchString(words):
		return Score{List, -1}
	case isDocument:
		return Score{paper, -1}
	case groupWords.MatchString(words):
		return Score{group, -1}
	}
	return Score{other, -1}
}

// likeness returns the value of a share of a title's words: from Like to most, 0 below the least share.
func likeness(share, least, most float64) float64 {
	if share < least {
		return 0
	}
	return Like + (most-Like)*min(1, (share-least)/(1-least))
}

// The words of table 4, whole or as the beginning of a word, with those of other languages.
var (
	listWords  = lazyregexp.New(`(?i)\b(?:volume|pub|paper|conf|journal|content|program|research|list|article|bibliograph|preprint|report|thes[ei]s|veröff|forschung|recherche|investigaci)|论文|論文`)
	groupWords = lazyregexp.New(`(?i)\b(?:topic|faculty|people|group|lab|student|member)`)
)

// shares returns, of each title that is looked for and shares a word with a text, the share of its letters that are in such words.
func (w *Wanted) shares(s string) map[int]float64 {
	const maxTextWords = 150
	var shares map[int]float64
	for _, word := range meaningful(s, maxTextWords) {
		for _, i := range w.byWord[word] {
			if t := &w.titles[i]; !t.isFound {
				if shares == nil {
					shares = map[int]float64{}
				}
				shares[i] += float64(utf8.RuneCountInString(word)) / float64(t.letters)
			}
		}
	}
	return shares
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
