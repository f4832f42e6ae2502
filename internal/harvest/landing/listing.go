package landing

import (
	"slices"
	"strings"

	"sluice/page"
	"sluice/text"
	"sluice/weburl"
)

// The numbers of files from which on they are those of several works.
const (
	maxListing = 4 // candidates without an identifier of the work, or with one: those of a directory then, of a course perhaps
	maxRow     = 2 // with one text and one tag path
	maxFiles   = 8 // links to files at the site, candidates or not
)

// census counts the files that a page links to, to recognize lists of works.
type census struct {
	others, own, files map[weburl.Key]bool            // candidates without an identifier and with one; all files at the site
	rows               map[string]map[weburl.Key]bool // by text and tag path
	nearest            int                            // grade of nearness to the title of the wanted work
	distance           int32                          // the least of those below it
}

// count counts a link. Those that have the title, or stand beside it, are of the work.
func (n *census) count(e *evidence, isCandidate bool) {
	if n.files == nil {
		n.others, n.own, n.files, n.rows = map[weburl.Key]bool{}, map[weburl.Key]bool{}, map[weburl.Key]bool{}, map[string]map[weburl.Key]bool{}
	}
	if e.isTitle {
		return
	}
	key := e.url.Key()
	if e.beside != notBeside {
		if isCandidate && (e.beside > n.nearest || e.beside == n.nearest && e.distance < n.distance) {
			n.nearest, n.distance = e.beside, e.distance
		}
		return
	}
	if e.isNear && e.like != isOfWork && e.address&isEnding != 0 {
		n.files[key] = true
	}
	if !isCandidate {
		return
	}
	if e.like == isOther {
		n.others[key] = true
	} else {
		n.own[key] = true
	}
	if e.like != isOfWork {
		if n.rows[e.row] == nil {
			n.rows[e.row] = map[weburl.Key]bool{}
		}
		n.rows[e.row][key] = true
	}
}

// isOfOthers reports whether a link is that of another work, because the page is a list of works.
func (n *census) isOfOthers(e *evidence) bool {
	switch {
	case e.isTitle:
		return false
	case e.beside != notBeside:
		return e.beside < n.nearest || e.distance > n.distance+sameEntry
	case len(n.own) > maxListing, len(n.rows[e.row]) > maxRow:
		return true
	case e.like == isOther:
		return len(n.others) > maxListing || n.nearest != notBeside || len(n.files) > maxFiles
	case e.like == isLike:
		return len(n.files) > maxFiles
	}
	return false
}

// The limits of what stands near a link.
const (
	maxEntry  = 2000    // bytes of a block that may be one entry of a list; longer ones are running text or a whole list
	maxBelow  = 500     // bytes from the title of an entry to its files
	maxWindow = 300     // bytes before a link in a longer block
	maxLooked = 3000    // links in longer blocks
	fewWords  = 7       // of a title; shorter ones must not differ
	maxText   = 1 << 20 // bytes of the page's text
	sameEntry = 80      // bytes between the files of one entry
)

// The grades of nearness of a link to the title of the wanted work.
const (
	notBeside   = iota
	belowTitle  // after it, in another block
	besideTitle // in one block
)

// titleBlocks returns the indexes of the blocks that have the title of the wanted work, or nearly: pages and papers often
// differ by a word.
func (f *finder) titleBlocks() []int {
	words := slices.Collect(text.Words(text.Plain(f.Record.Title)))
	var found []int
	for i, b := range f.Page.Blocks {
		if b.End > maxText {
			break
		}
		if int(b.End-b.Start) < len(f.wanted)/2 {
			continue
		}
		if f.hasWanted(b.Start, b.End) || b.End-b.Start <= maxEntry && hasMost(f.Page.Excerpt(b.Span), words) {
			found = append(found, i)
		}
	}
	return found
}

// hasMost reports whether a text has all words of a title but one in seven.
func hasMost(block string, title []string) bool {
	if len(title) < fewWords {
		return false
	}
	words := map[string]bool{}
	for w := range text.Words(text.Plain(block)) {
		words[w] = true
	}
	missing := 0
	for _, w := range title {
		if !words[w] {
			missing++
		}
	}
	return missing <= len(title)/fewWords
}

// beside returns how near a link stands to the title of the wanted work, as in a list of publications, and how many bytes
// after it if that is in another block.
func (f *finder) beside(l *page.Link) (grade int, distance int32) {
	if len(f.titled) == 0 {
		return notBeside, 0
	}
	span := f.Page.TextSpan(l)
	i, ok := f.block(span.Start)
	if !ok {
		return notBeside, 0
	}
	own := f.Page.Blocks[i]
	at, isTitled := slices.BinarySearch(f.titled, i)
	if isTitled {
		if own.End-own.Start <= maxEntry {
			return besideTitle, 0
		}
		if f.looked++; f.looked <= maxLooked && f.hasWanted(max(own.Start, span.Start-maxWindow), min(own.End, span.End+int32(len(f.wanted)))) {
			return besideTitle, 0
		}
		return notBeside, 0
	}
	if at == 0 {
		return notBeside, 0
	}
	if distance = span.Start - f.Page.Blocks[f.titled[at-1]].End; distance <= maxBelow {
		return belowTitle, distance
	}
	return notBeside, 0
}

// countWords returns the number of words of a text, up to one more than a label has.
func countWords(s string) int {
	n := 0
	for range strings.FieldsSeq(s) {
		if n++; n > maxLabel {
			break
		}
	}
	return n
}

// around returns how many bytes of text the block of a link has besides the link.
func (f *finder) around(l *page.Link) int {
	span := f.Page.TextSpan(l)
	i, ok := f.block(span.Start)
	if !ok {
		return 0
	}
	b := f.Page.Blocks[i]
	return int(b.End-b.Start) - int(span.End-span.Start)
}

// block returns the index of the block of a place in the page's text, and false if it is in none.
func (f *finder) block(at int32) (int, bool) {
	return slices.BinarySearchFunc(f.Page.Blocks, at, func(b page.Block, at int32) int {
		if b.End <= at {
			return -1
		}
		return max(int(b.Start-at), 0)
	})
}

// hasWanted reports whether a part of the page's text has the title of the wanted work.
func (f *finder) hasWanted(start, end int32) bool {
	return strings.Contains(text.NormalTitle(strings.ToValidUTF8(string(f.Page.Text[start:end]), "")), f.wanted)
}
