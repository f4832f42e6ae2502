package fulltext

import (
	"bytes"
	"io"
	"math/bits"
	"slices"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"github.com/klauspost/compress/zstd"

	"sluice/search"
)

const (
	maxSnippets  = 2
	snippetWords = 36
	piece        = 32 << 10  // bytes of a text that are searched for a window at once
	maxSearched  = 2 << 20   // bytes of all texts of one search, each an equal share
	maxRead      = 256 << 10 // bytes of a share
	minRead      = 4 << 10
	maxWindow    = 400 // bytes
)

// snippets returns the best parts of the abstract, or of the text if it shows more words of the query.
func (f *finder) snippets(language, abstract string, body []byte) []search.Snippet {
	shown, found := f.best(language, strings.NewReader(abstract))
	if len(shown) > 0 && f.all != 0 && found == bits.OnesCount64(f.all) {
		return shown
	}
	r := textReader{compressed: body}
	defer r.close()
	if s, n := f.best(language, io.LimitReader(&r, f.share)); len(shown) == 0 || n > found {
		return s
	}
	return shown
}

// best reads a text piece by piece, until one shows all words of the query. It returns how many the best part shows.
func (f *finder) best(language string, r io.Reader) (best []search.Snippet, found int) {
	found = -1
	inList := false
	buffer := make([]byte, min(piece, f.share))
	for {
		n, err := io.ReadFull(r, buffer)
		if n == 0 {
			return best, max(found, 0)
		}
		parts := []string{string(bytes.ToValidUTF8(buffer[:n], nil))}
		if at := listOfReferences(parts[0]); at >= 0 {
			parts, inList = []string{parts[0][:at], parts[0][at:]}, false
		}
		for i, part := range parts {
			inList = inList || i > 0
			s, clauses := f.windows(language, part)
			count := bits.OnesCount64(clauses)
			if inList && found > 0 {
				count-- // a title that the text cites is not what the text says
			}
			if count > found && len(s) > 0 {
				best, found = s, count
			}
			if f.all&^clauses == 0 && !inList {
				return best, found
			}
		}
		if err != nil {
			return best, max(found, 0)
		}
	}
}

// windows returns the best windows of a text, and the clauses that the first shows.
func (f *finder) windows(language, s string) ([]search.Snippet, uint64) {
	places := f.places(language, s)
	if len(places) == 0 {
		shown := show(s, 0, maxWindow, nil)
		if shown.Text == "" {
			return nil, 0
		}
		return []search.Snippet{shown}, 0
	}
	var shown []search.Snippet
	var seen uint64
	first := uint64(0)
	for len(shown) < maxSnippets && len(places) > 0 {
		from, to, clauses := window(places, seen)
		if len(shown) > 0 && clauses&^seen == 0 {
			break // nothing new
		}
		if len(shown) == 0 {
			first = clauses
		}
		seen |= clauses
		shown = append(shown, cutAround(s, places[from:to]))
		places = slices.Delete(places, from, to)
	}
	return shown, first
}

// window finds the places, few words apart, that show the most clauses not seen before, the
// most neighbours in a row among them, and the first of equals.
func window(places []place, seen uint64) (from, to int, clauses uint64) {
	best := -1
	for i := range places {
		var c uint64
		row, k := 0, i
		for ; k < len(places) && places[k].word-places[i].word < snippetWords && places[k].End-places[i].Start < maxWindow; k++ {
			c |= places[k].clauses
			if k > i && places[k].word == places[k-1].word+1 {
				row++
			}
		}
		k = max(k, i+1)
		c |= places[i].clauses
		if score := 1000*bits.OnesCount64(c&^seen) + 10*min(row, 20) + min(k-i, 9); score > best {
			best, from, to, clauses = score, i, k, c
		}
	}
	return from, to, clauses
}

// cutAround cuts the text about some places.
func cutAround(s string, places []place) search.Snippet {
	first, last := places[0].Start, places[len(places)-1].End
	start := max(0, first-max(maxWindow/4, (maxWindow/2-(last-first))/2))
	if start > 0 { // at a word's beginning, and at a sentence's if there is one
		start = boundary(s, start, first)
		if i := strings.LastIndex(s[start:first], ". "); i >= 0 {
			start += i + 2
		}
	}
	marks := make([]search.Span, len(places))
	for i, p := range places {
		marks[i] = p.Span
	}
	return show(s, start, min(max(maxWindow*3/4-(first-start), last-start+maxWindow/8), 2*maxWindow), marks)
}

// boundary returns the place after the first white space from start on, or that of the first
// letter without any white space.
func boundary(s string, start, most int) int {
	if i := strings.IndexAny(s[start:most], " \n\t\f"); i >= 0 {
		return start + i + 1
	}
	for start < most && !utf8.RuneStart(s[start]) {
		start++
	}
	return start
}

// show returns at most n bytes of a text from start on as one line, to a word's end, with the
// marks in them.
func show(s string, start, n int, marks []search.Span) search.Snippet {
	end := len(s)
	if start+n < len(s) {
		end = start + n
		if i := strings.LastIndexAny(s[start:end], " \n"); i > n/2 {
			end = start + i
		}
		for end > start && !utf8.RuneStart(s[end]) {
			end--
		}
	}
	var b strings.Builder
	var out search.Snippet
	open := -1
	space := true
	for i, r := range s[start:end] {
		at := start + i
		if len(marks) > 0 && at >= marks[0].Start && open < 0 && at < marks[0].End && !unicode.IsSpace(r) {
			open = b.Len()
		}
		switch {
		case unicode.IsSpace(r) || unicode.IsControl(r):
			if !space {
				b.WriteByte(' ')
			}
			space = true
		case turns(r):
		default:
			b.WriteRune(r)
			space = false
		}
		if open >= 0 && at+utf8.RuneLen(r) >= marks[0].End {
			out.Marks = append(out.Marks, search.Span{Start: open, End: b.Len()})
			marks, open = marks[1:], -1
		}
	}
	if open >= 0 && b.Len() > open { // a word that is longer
		out.Marks = append(out.Marks, search.Span{Start: open, End: b.Len()})
	}
	out.Text = strings.TrimRight(b.String(), " ")
	return out
}

// decoders are shared by all searches. The limit of memory keeps a damaged text from asking for
// more than a whole one needs.
var decoders = sync.Pool{New: func() any {
	d, _ := zstd.NewReader(nil, zstd.WithDecoderConcurrency(1), zstd.WithDecoderLowmem(true), zstd.WithDecoderMaxMemory(2*MaxText))
	return d
}}

// textReader decompresses a text, no further than it is read. What is damaged ends there.
type textReader struct {
	compressed []byte
	d          *zstd.Decoder
}

// Read implements [io.Reader]. A decoder is taken from the pool at the first call, and returned to
// it at the end of the text.
func (t *textReader) Read(b []byte) (int, error) {
	if t.d == nil {
		if len(t.compressed) == 0 {
			return 0, io.EOF
		}
		t.d = decoders.Get().(*zstd.Decoder)
		if t.d.Reset(bytes.NewReader(t.compressed)) != nil {
			return 0, io.EOF
		}
	}
	n, err := t.d.Read(b)
	if err != nil {
		t.close()
	}
	return n, err
}

// close returns the decoder to the pool. It may be called twice.
func (t *textReader) close() {
	if t.d != nil {
		_ = t.d.Reset(nil)
		decoders.Put(t.d)
		t.d, t.compressed = nil, nil
	}
}
