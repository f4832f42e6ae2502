package match

import (
	"cmp"
	"maps"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"sluice/document/content"
	"sluice/document/describe"
	"sluice/document/genre"
	"sluice/internal/harvest/author"
	"sluice/internal/lazyregexp"
	"sluice/text"
)

const (
	firstPages = 3        // on which a title is looked for: the first may be a cover
	maxLines   = 240      // of the first pages
	maxLetters = 12 << 10 // of these lines
	maxOpening = 12 << 10 // bytes of text in which signs of versions are looked for
	maxHead    = 3 << 10  // bytes at the top of the first page, among which title and authors stand
	maxTop     = 800      // bytes at the top of each of the other first pages
	sure       = 0.8      // confidence of a genre that decides
	probable   = 0.5      // of slides and posters, whose looks say it
)

// Document is what is known of a document, prepared for comparison.
type Document struct {
	letters string // of the lines of the first pages, as of titles
	words   []word
	lines   []line
	runs    trigrams // of letters

	titles     []read // as the document itself has them, the best first
	linkTitles map[string]bool
	authors    []author.Name
	dois       map[string]bool
	arXiv      string
	year       int

	opening    string // text of the first page
	names      *author.Words
	plain      map[string]bool // words of the tops of the first pages
	plainWords []string        // the same, sorted
	hasText    bool
	pages      int
	isSlides   bool
	isPoster   bool
	isThesis   bool
	isReport   bool

	isListing bool
}

// read is a title that was read from the document.
type read struct {
	written    string
	letters    string
	isPrinted  bool // on the first pages, not in the file's metadata
	confidence float64
}

// line is a line of the first pages.
type line struct {
	start, end int // of letters, in bytes
	page       int
	position   int // on its page, from 0, among lines with letters
	text       string
	size       float64 // of the type; 0 if unknown
	isLarge    bool
	isCited    bool // behind the heading of the references
}

// NewDocument returns a document for comparison: as it was read, the fields that describe it, and its genre. Fields that others gave
// (links, records, corrections) are used only as [Compare] says.
func NewDocument(d *content.Document, fields []describe.Field, kind genre.Verdict) *Document {
	n := &Document{pages: d.Pages, linkTitles: map[string]bool{}, dois: map[string]bool{}, plain: map[string]bool{}}
	n.readLines(d)
	n.opening = beginning(d.Text, maxOpening)
	if d.Pages > firstPages {
		if end := pageEnd(n.opening, firstPages-1); end > 0 {
			n.opening = n.opening[:end]
		}
	}
	head := n.head(fields)
	n.names = author.WordsOf(head)
	for w := range text.Words(head) {
		n.plain[w] = true
	}
	n.plainWords = slices.Sorted(maps.Keys(n.plain))
	n.hasText = len(n.letters) > 0 || strings.TrimSpace(d.Text) != ""
	n.readFields(fields)
	n.readGenre(kind)
	return n
}

// head returns the tops of the first pages, and the titles that the document has: where title and authors stand, and few names and words of
// others.
func (n *Document) head(fields []describe.Field) string {
	var b strings.Builder
	var size [firstPages]int
	for _, l := range n.lines {
		most := maxTop
		if l.page == 0 {
			most = maxHead
		}
		if size[l.page] += len(l.text) + 1; size[l.page] <= most || size[l.page] == len(l.text)+1 {
			b.WriteString(l.text + "\n")
		}
	}
	for _, f := range fields {
		if f.Name == "title" {
			b.WriteString("\n" + f.Value)
		}
	}
	return b.String()
}

// beginning returns at most n bytes of a text, in whole characters.
func beginning(s string, n int) string {
	if len(s) <= n {
		return s
	}
	return strings.ToValidUTF8(s[:n], "")
}

// pageEnd returns where the page with a number, from 0, ends in a text; -1 if the text ends before.
func pageEnd(s string, page int) int {
	at := 0
	for range page + 1 {
		i := strings.IndexByte(s[at:], '\f')
		if i < 0 {
			return -1
		}
		at += i + 1
	}
	return at
}

// readLines keeps the lines of the first pages, with the looks that the format has, else those of the text.
func (n *Document) readLines(d *content.Document) {
	var letters []byte
	position, page, isCited := 0, 0, false
	add := func(s string, onPage int, size float64, isTitle bool) {
		if len(n.lines) == maxLines || len(letters) >= maxLetters || onPage >= firstPages {
			return
		}
		if onPage != page {
			page, position = onPage, 0
		}
		l := line{start: len(letters), page: page, position: position, text: beginning(s, 4*maxTitle), size: size, isLarge: isTitle}
		joined, words := appendWords(letters, n.words, l.text)
		letters, n.words = []byte(joined), words
		if l.end = len(letters); l.end == l.start {
			return
		}
		isCited = isCited || referencesHeading.MatchString(l.text)
		l.isCited = isCited
		n.lines = append(n.lines, l)
		position++
	}
	if len(d.Lines) > 0 {
		for _, l := range d.Lines {
			add(l.Text, l.Page, l.Size, l.Style == "title" || l.Style == "subtitle" || l.Style == "heading 1")
		}
	} else {
		for i, p := range strings.Split(beginning(d.Text, maxOpening), "\f") {
			for s := range strings.Lines(p) {
				add(s, i, 0, false)
			}
		}
	}
	n.letters = string(letters)
	n.runs.add([]rune(n.letters))
	n.markLarge()
}

var referencesHeading = lazyregexp.New(`^\s*(?:\d+\.?\s*)?(?i:references|bibliography|literature cited|literatur|références|bibliographie|referencias|bibliografía|riferimenti|参考文献)\s*:?\s*$`)

// markLarge marks the lines in a larger type than that of the text, which is the type of most letters.
func (n *Document) markLarge() {
	const larger = 1.15
	count := map[float64]int{}
	for _, l := range n.lines {
		if l.size > 0 {
			count[l.size] += l.end - l.start
		}
	}
	most, body := 0, 0.0
	for _, l := range n.lines {
		if count[l.size] > most {
			most, body = count[l.size], l.size
		}
	}
	for i := range n.lines {
		l := &n.lines[i]
		l.isLarge = l.isLarge || body > 0 && l.size >= larger*body
	}
}

// readFields keeps what the document says of itself. Titles of others are kept apart.
func (n *Document) readFields(fields []describe.Field) {
	for _, f := range fields {
		isOwn := f.Source == describe.File || f.Source == describe.FirstPage
		switch f.Name {
		case "title":
			letters := newTitle(f.Value).letters
			switch {
			case letters == "":
			case isOwn:
				n.titles = append(n.titles, read{f.Value, letters, f.Source == describe.FirstPage, f.Confidence})
			case f.Source == describe.LinkingPage || f.Source == describe.BibTeX:
				n.linkTitles[letters] = true
			}
		case "author":
			if isOwn && len(n.authors) < maxAuthors {
				if a := author.Parse(f.Value); !a.IsZero() {
					n.authors = append(n.authors, a)
				}
			}
		case "year":
			if year, err := strconv.Atoi(f.Value); isOwn && err == nil && n.year == 0 {
				n.year = year
			}
		case "doi":
			if isOwn {
				n.dois[normalDOI(f.Value)] = true
			}
		case "arxiv":
			if isOwn && n.arXiv == "" {
				n.arXiv = normalArXiv(f.Value)
			}
		}
	}
	slices.SortStableFunc(n.titles, func(a, b read) int { return cmp.Compare(b.confidence, a.confidence) })
}

// readGenre keeps what the genre says, if it is sure.
func (n *Document) readGenre(kind genre.Verdict) {
	isSure := kind.Confidence >= sure || kind.By == "rule" || kind.By == "user"
	n.isSlides = kind.Genre == genre.Slides && (isSure || kind.Confidence >= probable)
	n.isPoster = kind.Genre == genre.Poster && (isSure || kind.Confidence >= probable)
	n.isThesis = kind.Genre == genre.Thesis && isSure
	n.isReport = kind.Genre == genre.Report && isSure
	n.isListing = kind.Genre == genre.CV && isSure
}

// placeKind says how a title stands on the first pages.
type placeKind uint8

const (
	absent    placeKind = iota
	named               // not on the pages: the file's metadata or links have it
	mentioned           // in the text, in a list, among the references
	printed             // as the title
)

// place is where a document has a title.
type place struct {
	kind     placeKind
	faults   float64 // share of the letters that differ
	goesOn   bool    // the document's title has more words
	subtitle bool    // it has a subtitle more
	after    string  // what follows, as written
	line     int     // in which it ends
	cause    Cause   // why the title is another one
}

// find returns the best place of a title.
func (d *Document) find(t *title) place {
	best := place{}
	if t.isZero() {
		return best
	}
	found := func(start, end int, faults float64) {
		if p := d.placeOf(t, start, end, faults); best.kind == absent || betterThan(p, best) {
			best = p
		}
	}
	const mostPlaces = 20
	for at, n := 0, 0; n < mostPlaces; n++ {
		i := strings.Index(d.letters[at:], t.letters)
		if i < 0 {
			break
		}
		if start, end := at+i, at+i+len(t.letters); d.beginsWord(start) && d.endsWord(&end) {
			found(start, end, 0)
		}
		at += i + 1
	}
	if best.kind != printed && d.runs.share(firstRunes(t.letters, maxTitle)) >= likeTrigrams {
		for _, l := range d.lines {
			if a, ok := t.align(d.letters[l.start:]); ok {
				end := l.start + a.end
				if d.endsWord(&end) && d.sameNumerals(t, l.start, end) {
					found(l.start, end, a.faults)
				}
			}
		}
	}
	if best.kind != printed {
		for _, own := range d.titles {
			if own.letters == t.letters && (own.isPrinted || len(d.letters) == 0) {
				return place{kind: printed}
			}
		}
	}
	return best
}

// betterThan orders places: one without a cause against it, then the more prominent, then the one with fewer faults.
func betterThan(a, b place) bool {
	if (a.cause == "") != (b.cause == "") {
		return a.cause == ""
	}
	if a.kind != b.kind {
		return a.kind > b.kind
	}
	if a.goesOn != b.goesOn {
		return b.goesOn
	}
	return a.faults < b.faults
}

// beginsWord reports whether a word begins at a place of the letters.
func (d *Document) beginsWord(at int) bool {
	_, ok := slices.BinarySearchFunc(d.words, at, func(w word, at int) int { return cmp.Compare(w.start, at) })
	return ok
}

// endsWord reports whether a word ends at a place of the letters. The mark of a footnote may follow it, and end is then behind the mark.
func (d *Document) endsWord(end *int) bool {
	i, ok := slices.BinarySearchFunc(d.words, *end, func(w word, at int) int { return cmp.Compare(w.end, at) })
	if ok || i == len(d.words) {
		return ok
	}
	rest := d.letters[*end:d.words[i].end]
	if len(rest) > 2 || strings.Trim(rest, "0123456789") != "" || unicode.IsDigit(rune(d.letters[*end-1])) {
		return false
	}
	*end = d.words[i].end
	return true
}

// sameNumerals reports whether the words between two places have the numbers of a title.
func (d *Document) sameNumerals(t *title, start, end int) bool {
	var all []string
	i, _ := slices.BinarySearchFunc(d.words, start, func(w word, at int) int { return cmp.Compare(w.start, at) })
	for ; i < len(d.words) && d.words[i].end <= end; i++ {
		if s := numeral(d.letters[d.words[i].start:d.words[i].end]); s != "" {
			all = append(all, s)
		}
	}
	return slices.Equal(all, t.numerals())
}

const (
	topLines  = 14 // of a first page, among which a title stands
	labelSize = 14 // letters before a title that may be a label
)

// label matches what may stand before a title on its line.
var label = lazyregexp.New(`^[^\pL\d]*(?:(?i:paper |report |thesis )?(?i:title|titel|titre|título|titolo)|(?i:chapter|paper|report|part))?[^\pL]*$`)

// placeOf judges one place of a title: whether it stands as a title does, and what follows it.
func (d *Document) placeOf(t *title, start, end int, faults float64) place {
	first, last := d.lineAt(start), d.lineAt(end-1)
	p := place{kind: mentioned, faults: faults, line: last}
	l := &d.lines[first]
	if l.isCited {
		p.cause = Cites
		return p
	}
	isTop := l.position < topLines && l.page == 0 || l.position < topLines/2
	if d.isAtStart(l, start) && (isTop || l.isLarge || d.isReadAs(t)) {
		p.kind = printed
	}
	d.continuation(t, last, end, &p)
	if utf8.RuneCountInString(t.letters) < fairTitle && !isIdeographic(t.letters) && (p.goesOn || p.subtitle) {
		p.kind = mentioned // words that begin many lines
	}
	return p
}

// isAtStart reports whether a title begins its line, but for a label.
func (d *Document) isAtStart(l *line, start int) bool {
	if start == l.start {
		return true
	}
	i, ok := slices.BinarySearchFunc(d.words, start, func(w word, at int) int { return cmp.Compare(w.start, at) })
	return ok && label.MatchString(l.text[:d.words[i].before])
}

// lineAt returns the index of the line that has a letter.
func (d *Document) lineAt(at int) int {
	i, ok := slices.BinarySearchFunc(d.lines, at, func(l line, at int) int { return cmp.Compare(l.start, at) })
	if !ok {
		i--
	}
	return i
}

// isReadAs reports whether the title that was read from the first page is this one, or one of the two begins the other.
func (d *Document) isReadAs(t *title) bool {
	for _, own := range d.titles {
		if own.isPrinted {
			return strings.HasPrefix(own.letters, t.letters) || strings.HasPrefix(t.letters, own.letters) && len(own.letters) >= fairTitle
		}
	}
	return false
}

// continuation finds what follows a title: nothing, a subtitle, the number of a part, or more words.
func (d *Document) continuation(t *title, last, end int, p *place) {
	l := &d.lines[last]
	i, ok := slices.BinarySearchFunc(d.words, end, func(w word, at int) int { return cmp.Compare(w.end, at) })
	if ok {
		word := strings.TrimRightFunc(l.text[d.words[i].before:d.words[i].after], unicode.IsPunct)
		after := l.text[d.words[i].before+len(word):]
		switch {
		case part.MatchString(after):
			p.cause = Part
			return
		case utf8.RuneCountInString(newTitle(after).letters) > 2:
			p.after, p.subtitle = after, isSubtitle(after)
			p.goesOn = !p.subtitle
			return
		case strings.HasSuffix(strings.TrimSpace(after), ":"):
			p.subtitle = true
		}
	}
	if last+1 < len(d.lines) {
		switch next := &d.lines[last+1]; {
		case part.MatchString(next.text) && next.isLarge == l.isLarge:
			p.cause = Part
			return
		case next.isLarge && next.page == l.page && next.size == l.size:
			p.after, p.subtitle = next.text, true
		}
	}
	for _, own := range d.titles {
		if !own.isPrinted || own.confidence < 0.5 {
			continue
		}
		if r := relationTo(own.written, t); r.contains && own.letters != t.letters {
			p.subtitle = p.subtitle || r.before == 0 && isSubtitle(r.after)
			p.goesOn = !isSubtitle(r.after) && (r.before > labelSize || len(newTitle(r.after).letters) > 2)
		}
		return
	}
}

// hasAuthor reports whether an author stands on the first pages.
func (d *Document) hasAuthor(a author.Name) bool {
	for _, own := range d.authors {
		if own.Same(a) {
			return true
		}
	}
	return d.names.Has(a)
}

// hasWords reports whether the first pages have two in three of the words, and one at least.
func (d *Document) hasWords(words []string) bool {
	n := 0
	for _, w := range words {
		if d.plain[w] {
			n++
		}
	}
	return n > 0 && 3*n >= 2*len(words)
}
