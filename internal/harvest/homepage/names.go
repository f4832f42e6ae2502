package homepage

import (
	"cmp"
	"slices"
	"strings"

	"sluice/internal/harvest/author"
	"sluice/internal/harvest/evidence"
	"sluice/internal/lazyregexp"
	"sluice/page"
	"sluice/weburl"
)

// Names finds the links of pages whose text is the name of one of many authors: in directories of faculties, on pages of labs, and in lists of publications,
// which name co-authors.
type Names struct {
	authors []*Author
	at      map[string][]int // authors by the first word of the family name, and by the whole name as one word
}

// NewNames returns the names of authors, which it keeps.
func NewNames(authors []*Author) *Names {
	n := &Names{authors: authors, at: map[string][]int{}}
	for i, a := range authors {
		name := a.parsed()
		if name.IsZero() {
			continue
		}
		family, given := name.Family(), strings.Join(name.Given(), "")
		keys := []string{name.Words()[len(name.Given())], family, family + given, given + family}
		slices.Sort(keys)
		for _, key := range slices.Compact(keys) {
			n.at[key] = append(n.at[key], i)
		}
	}
	return n
}

// Named is a link that may lead to the homepage of an author.
type Named struct {
	Author int // place in the list of authors
	Candidate
}

const (
	longestName = 120 // bytes of a text that is a name with titles and a position
	otherWords  = 3   // in it, beside the name
	around      = 12  // words around a link in which a reference shows
)

// Links returns the links of a page that may lead to homepages, the most promising first.
func (n *Names) Links(pg *page.Page) (all []Named) {
	found := map[int]*candidates{}
	for i := range pg.Links {
		l := &pg.Links[i]
		anchor := pg.Anchor(l)
		if len(anchor) == 0 || len(anchor) > longestName || weburl.DocumentEnding(l.URL) || weburl.NeverPage(l.URL) || l.URL.Key() == pg.URL.Key() {
			continue
		}
		words := author.WordsOf(anchor)
		for _, who := range n.in(words) {
			a := n.authors[who]
			e := a.weigh(pg, l, words)
			if e == nil {
				continue
			}
			if found[who] == nil {
				found[who] = newCandidates()
			}
			found[who].add(l.URL, e)
		}
	}
	for who, c := range found {
		for _, one := range c.all {
			all = append(all, Named{who, one})
		}
	}
	slices.SortFunc(all, func(a, b Named) int {
		return cmp.Or(cmp.Compare(b.Confidence, a.Confidence), cmp.Compare(a.Author, b.Author), cmp.Compare(a.URL, b.URL))
	})
	return all
}

// in returns the authors whose names the words may be, each once.
func (n *Names) in(words *author.Words) (who []int) {
	for _, w := range words.All() {
		who = append(who, n.at[w]...)
	}
	slices.Sort(who)
	return slices.Compact(who)
}

// weigh returns what speaks for a link as one to the author's homepage; nil if its text is not the name.
func (a *Author) weigh(pg *page.Page, l *page.Link, words *author.Words) *evidence.Sum {
	name := a.parsed()
	isName := words.Has(name)
	at := a.space(l.URL)
	isFamily := words.HasFamily(name) && words.Len() == len(name.Words())-len(name.Given())
	if !isName && !(isFamily && at.depth >= 0 && !at.isPart) {
		return nil
	}
	e := new(evidence.Sum)
	e.Add(linkBias, "a page links to it")
	if isName && words.Len() <= len(name.Words())+otherWords {
		e.Add(anchorIsName, "the link is the name")
	}
	switch {
	case authorIndex.MatchString(l.URL.Path()): // the name in its URL tells nothing
		e.Add(inIndex, "an index of authors")
	case strings.Contains(l.URL.String(), "?"):
		e.Add(hasQuery, "the address of a search")
		fallthrough
	default:
		a.addAddress(e, l.URL, "")
	}
	if peopleWords.MatchString(pg.Title) || peopleWords.MatchString(pg.Heading(l)) {
		e.Add(amongPeople, "on a list of people")
	}
	if referenceWords.MatchString(pg.Around(l, around)) {
		e.Add(inReference, "in a reference")
	}
	return e
}

var (
	peopleWords    = lazyregexp.New(`(?i)\b(?:people|faculty|staff|members?|researchers?|students?|alumni|authors?|directory|home ?pages|personnel|mitarbeiter|équipe|membres)\b`)
	referenceWords = lazyregexp.New(`(?i)\bproc(?:eedings|\.)|\bpp\.|\bvol\.`)
	authorIndex    = lazyregexp.New(`(?i)/(?:browse|search|creators?|contributors?|authors?)(?:/|$)`)
)
