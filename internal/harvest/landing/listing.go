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
	nearest            int                            // to the title of the wanted work
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
		if isCandidate {
			n.nearest = max(n.nearest, e.beside)
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
		return e.beside < n.nearest
	case len(n.own) > maxListing, len(n.rows[e.row]) > maxRow:
		return true
	case e.like == isOther:
		return len(n.others) > maxListing || n.nearest != notBeside || len(n.files) > maxFiles
	case e.like == isLike:
		return len(n.files) > maxFiles
	}
	return false
}

// The limits of what stands beside a link.
const (
	maxBeside = 1000 // bytes of text on each side
	maxLooked = 3000 // links
	maxBlocks = 4    // the block of the link, and those before it
	fewWords  = 40   // bytes: blocks with less beside the link say nothing of their own
)

// The grades of nearness of a link to the title of the wanted work.
const (
	notBeside   = iota
	belowTitle  // the title stands in the block before, and the link's own block says nothing else
	besideTitle // in one block
)

// beside returns how near a link stands to the title of the wanted work, as in a list of publications.
func (f *finder) beside(l *page.Link) int {
	if f.wanted == "" || f.looked >= maxLooked {
		return notBeside
	}
	f.looked++
	span := f.Page.TextSpan(l)
	i, ok := f.block(span.Start)
	if !ok {
		return notBeside
	}
	own := f.Page.Blocks[i]
	if f.hasWanted(max(own.Start, span.Start-maxBeside), min(own.End, span.End+maxBeside)) {
		return besideTitle
	}
	for n := 1; n < maxBlocks && i >= n; n++ {
		before := f.Page.Blocks[i-n]
		if own.End-before.End > span.End-span.Start+fewWords {
			break
		}
		if f.hasWanted(max(before.Start, before.End-maxBeside), before.End) {
			return belowTitle
		}
	}
	return notBeside
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
