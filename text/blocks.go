package text

import (
	"encoding/binary"
	"slices"
	"strings"

	"github.com/zeebo/xxh3"
)

// Blocks is the text of a page in blocks: paragraphs, headings, entries of lists and menus. [Blocks.Add] them in their order.
// The zero value is ready.
type Blocks struct {
	texts  []string
	hashes []uint32
}

// Add adds a block. A heading is equal to headings alone, so that the heading of a page is not taken for the entry of a menu
// that leads to the page. A block without text is nothing.
func (b *Blocks) Add(text string, isHeading bool) {
	if text == "" {
		return
	}
	b.texts = append(b.texts, text)
	b.hashes = append(b.hashes, hashBlock(text, isHeading))
}

// hashBlock returns the hash of a block.
func hashBlock(text string, isHeading bool) uint32 {
	kind := uint64(0)
	if isHeading {
		kind = 1
	}
	return uint32(xxh3.HashStringSeed(text, kind))
}

// Append adds the blocks of another text.
func (b *Blocks) Append(other *Blocks) {
	b.texts = append(b.texts, other.texts...)
	b.hashes = append(b.hashes, other.hashes...)
}

// Set returns the set of the blocks: of very many, the 4,096 with the least hashes.
func (b *Blocks) Set() BlockSet {
	s := newBlockSet(slices.Clone(b.hashes))
	return s[:min(len(s), maxBlockSet)]
}

// Text returns the text of the blocks that are not in a set of repeated ones, each on a line. Without a set it is the whole text.
func (b *Blocks) Text(repeated BlockSet) string {
	size := 0
	for _, t := range b.texts {
		size += len(t) + 1
	}
	var s strings.Builder
	s.Grow(size)
	for i, t := range b.texts {
		if repeated.has(b.hashes[i]) {
			continue
		}
		if s.Len() > 0 {
			s.WriteByte('\n')
		}
		s.WriteString(t)
	}
	return s.String()
}

// BlockSet is a set of blocks by the hashes of their texts, in ascending order.
type BlockSet []uint32

// newBlockSet makes a set of hashes. It works in place.
func newBlockSet(hashes []uint32) BlockSet {
	slices.Sort(hashes)
	return slices.Compact(hashes)
}

// Has reports whether a block is in the set, by its text.
func (s BlockSet) Has(text string, isHeading bool) bool { return s.has(hashBlock(text, isHeading)) }

// has reports whether a block is in the set.
func (s BlockSet) has(hash uint32) bool {
	_, ok := slices.BinarySearch(s, hash)
	return ok
}

// Bytes returns the set in a form to be stored.
func (s BlockSet) Bytes() []byte {
	b := make([]byte, 0, 4*len(s))
	for _, hash := range s {
		b = binary.LittleEndian.AppendUint32(b, hash)
	}
	return b
}

// BlockSetOf returns the set that [BlockSet.Bytes] wrote. Of anything else it returns some set.
func BlockSetOf(b []byte) BlockSet {
	s := make([]uint32, 0, len(b)/4)
	for ; len(b) >= 4; b = b[4:] {
		s = append(s, binary.LittleEndian.Uint32(b))
	}
	return newBlockSet(s)
}
