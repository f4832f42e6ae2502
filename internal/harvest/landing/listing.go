package landing

import (
	"slices"
	"strings"

	"sluice/page"
	"sluice/text"
)

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
