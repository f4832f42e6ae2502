package titles

import (
	"cmp"
	"slices"
	"unicode/utf8"

	"sluice/page"
	"sluice/text"
)

// occurrence is a place of a page's text that is like a title.
type occurrence struct {
	title      int
	start, end int // bytes of the text
	share      float64
}

// hit is a word of a title on a page.
type hit struct {
	word       string
	token      int // which word of the page it is
	start, end int
}

// occurrences returns the places of a page that are like a title, by their ends.
func (w *Wanted) occurrences(pg *page.Page) (all []occurrence) {
	hits := w.mentioned(pg)
	n := 0
	for token := range text.Tokens(string(pg.Text)) {
		if n++; n > maxTokens {
			break
		}
		for _, i := range w.byWord[token.Word] {
			if h, ok := hits[i]; ok && len(h) < maxHits {
				hits[i] = append(h, hit{token.Word, n, token.Start, token.End})
			}
		}
	}
	for i, h := range hits {
		all = w.titles[i].appendOccurrences(all, i, h)
	}
	slices.SortFunc(all, func(a, b occurrence) int { return cmp.Or(cmp.Compare(a.end, b.end), cmp.Compare(a.title, b.title)) })
	return all
}

// mentioned returns the titles that are looked for and of which a page has enough words somewhere, the fullest ones if they are many. So a
// page is searched for few of many titles.
func (w *Wanted) mentioned(pg *page.Page) map[int][]hit {
	letters := map[int]int{}
	seen := map[string]bool{}
	n := 0
	for word := range text.Words(string(pg.Text)) {
		if n++; n > maxTokens {
			break
		}
		if seen[word] {
			continue
		}
		seen[word] = true
		for _, i := range w.byWord[word] {
			if !w.titles[i].isFound {
				letters[i] += utf8.RuneCountInString(word)
			}
		}
	}
	share := func(i int) float64 { return float64(letters[i]) / float64(w.titles[i].letters) }
	var titles []int
	for i := range letters {
		if share(i) >= shareEntry {
			titles = append(titles, i)
		}
	}
	if len(titles) > maxTitles {
		slices.SortFunc(titles, func(a, b int) int { return cmp.Or(cmp.Compare(share(b), share(a)), cmp.Compare(a, b)) })
		titles = titles[:maxTitles]
	}
	hits := make(map[int][]hit, len(titles))
	for _, i := range titles {
		hits[i] = nil
	}
	return hits
}

// appendOccurrences adds the places where enough of the words of a title stand together, few others between them. Of places that
// overlap it adds the best.
func (t *wanted) appendOccurrences(all []occurrence, title int, hits []hit) []occurrence {
	const between = 3 // words
	first := len(all)
	count := map[string]int{}
	letters, left := 0, 0
	for _, h := range hits {
		if count[h.word]++; count[h.word] == 1 {
			letters += utf8.RuneCountInString(h.word)
		}
		for ; h.token-hits[left].token >= t.length+between; left++ {
			if count[hits[left].word]--; count[hits[left].word] == 0 {
				letters -= utf8.RuneCountInString(hits[left].word)
			}
		}
		for ; count[hits[left].word] > 1; left++ { // the word comes again: the place begins later
			count[hits[left].word]--
		}
		share := float64(letters) / float64(t.letters)
		if share < shareEntry {
			continue
		}
		one := occurrence{title, hits[left].start, h.end, share}
		if last := len(all) - 1; last >= first && all[last].end > one.start {
			if one.share > all[last].share {
				all[last] = one
			}
			continue
		}
		all = append(all, one)
	}
	return all
}

// span is a part of a page's text, in bytes.
type span struct{ start, end int }

func (s span) has(at int) bool { return s.start <= at && at < s.end }

// entry is what belongs to an occurrence of a title: the paragraph or the entry of a list with the title, and the next ones with links to
// documents.
type entry struct {
	title     int
	share     float64 // of its words
	own, next span
	hasOwn    bool // documents are linked in its own paragraph; the next ones may be other versions, or of another work
}

// layout is where the links of a page stand.
type layout struct {
	pg        *page.Page
	links     []int // where links begin in the text, in order
	documents []int // those that may lead to documents
}

func layoutOf(pg *page.Page) *layout {
	l := &layout{pg: pg}
	for i := range pg.Links {
		link := &pg.Links[i]
		if link.Kind != page.KindA {
			continue
		}
		at := int(pg.TextSpan(link).Start)
		l.links = append(l.links, at)
		if pg.MayBeDocument(link) {
			l.documents = append(l.documents, at)
		}
	}
	slices.Sort(l.links)
	slices.Sort(l.documents)
	return l
}

// hasAny reports whether a link stands in a part of the text.
func hasAny(links []int, s span) bool {
	i, _ := slices.BinarySearch(links, s.start)
	return i < len(links) && links[i] < s.end
}

// entryOf returns what belongs to an occurrence. Titles, authors and links often stand in lines or cells of their own.
func (l *layout) entryOf(o occurrence) entry {
	const short = 60 // bytes of a line of links
	e := entry{title: o.title, share: o.share, own: span{o.start, o.end}}
	first, last := l.blockAt(o.start), l.blockAt(o.end-1)
	if first < 0 {
		return e
	}
	if b := l.block(first); b.end-b.start <= maxEntry {
		e.own.start = b.start
	}
	e.own.end = min(max(l.block(last).end, o.end), o.end+farBelow)
	e.hasOwn = hasAny(l.documents, e.own)
	for i := last + 1; i < len(l.pg.Blocks); i++ {
		b := l.block(i)
		hasDocument := hasAny(l.documents, b)
		if e.hasOwn { // what begins with words is the entry of another work
			hasDocument = hasDocument && hasAny(l.links, span{b.start, b.start + 1})
		}
		switch isFound := e.next.end > 0; {
		case b.start-o.end > farBelow && !isFound || l.pg.Blocks[i].Heading:
			return e
		case hasDocument && !isFound:
			e.next = b
		case isFound && b.end-b.start <= short && hasAny(l.links, b):
			e.next.end = b.end
		case isFound:
			return e
		}
	}
	return e
}

func (l *layout) block(i int) span {
	return span{int(l.pg.Blocks[i].Start), int(l.pg.Blocks[i].End)}
}

// blockAt returns the index of the block in which a place of the text is, -1 if there is none.
func (l *layout) blockAt(at int) int {
	i, ok := slices.BinarySearchFunc(l.pg.Blocks, at, func(b page.Block, at int) int { return cmp.Compare(int(b.Start), at) })
	if !ok {
		i--
	}
	return i
}
