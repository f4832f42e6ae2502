// Package sketch compares HTML pages by the structure of their mark-up and by the words that they show.
//
// It recognises pages that one template makes, such as those of a soft error or of a session, where comparing bytes or
// words alone fails: the template stays while the data changes.
package sketch

import (
	"bytes"

	"github.com/zeebo/xxh3"
	"golang.org/x/net/html"

	"sluice/text"
)

// Sketch is what a page is compared by. It is a plain value: keep it, and drop the page.
type Sketch struct {
	Shape []uint64 // the set of the page's elements, hashed, see [New]
	Text  []uint64 // the set of its shingles of three words
}

const (
	maxDepth    = 64      // of elements; those deeper down count as children of the last
	maxWord     = 64      // bytes of an attribute's value
	maxElements = 50_000  // of a page that make its shape
	maxToken    = 1 << 20 // bytes of a tag; what is longer ends the shape
	shapeCounts = 0.7     // of the similarity; the text has the remainder
)

// New returns the sketch of a page from its HTML and its visible text, such as Page.Text of package page. An element is
// known by its tag path, and by its id, name, class and type without their numbers: what a template writes, not the data
// that fills it. One more row of a table changes nothing.
func New(body, visible []byte) Sketch {
	return Sketch{Shape: shape(body), Text: text.Shingles(string(visible), 3)}
}

// Like returns the similarity of two pages, from 0 to 1. Pages that one template makes from different data are about as
// similar as a page is to itself a day later; pages of another template of the same site are much less.
func (s *Sketch) Like(other *Sketch) float64 {
	return shapeCounts*text.Jaccard(s.Shape, other.Shape) + (1-shapeCounts)*text.Jaccard(s.Text, other.Text)
}

// shape returns the set of a page's elements.
func shape(body []byte) []uint64 {
	type open struct {
		tag     uint64
		path    uint64
		sibling bool // see endsSibling
	}
	var (
		set   []uint64
		stack = make([]open, 1, maxDepth)
		word  []byte
	)
	z := html.NewTokenizer(bytes.NewReader(body))
	z.SetMaxBuf(maxToken)
	for len(set) < maxElements {
		switch kind := z.Next(); kind {
		case html.ErrorToken:
			return text.Set(set)
		case html.StartTagToken, html.SelfClosingTagToken:
			name, more := z.TagName()
			tag, sibling := xxh3.Hash(name), endsSibling[string(name)]
			for i := len(stack) - 1; sibling && stack[i].sibling; i-- {
				if stack[i].tag == tag {
					stack = stack[:i]
					break
				}
			}
			path := stack[len(stack)-1].path*31 + tag
			if len(stack) < maxDepth && kind == html.StartTagToken && !void[string(name)] {
				stack = append(stack, open{tag, path, sibling})
			}
			own := path
			for more {
				var key, value []byte
				key, value, more = z.TagAttr()
				switch string(key) {
				case "id", "name", "class", "type":
					word = withoutNumbers(append(word[:0], key...), value)
					own += xxh3.Hash(word) // in any order
				}
			}
			set = append(set, own)
		case html.EndTagToken:
			name, _ := z.TagName()
			tag := xxh3.Hash(name)
			for i := len(stack) - 1; i > 0; i-- {
				if stack[i].tag == tag {
					stack = stack[:i]
					break
				}
			}
		}
	}
	return text.Set(set)
}

// withoutNumbers appends an attribute's value to its key, each run of digits as one.
func withoutNumbers(word, value []byte) []byte {
	word = append(word, '=')
	for _, c := range value[:min(len(value), maxWord)] {
		if '0' <= c && c <= '9' {
			if c = '0'; word[len(word)-1] == '0' {
				continue
			}
		}
		word = append(word, c)
	}
	return word
}

// endsSibling holds the elements whose end tag may be left out: the next one ends the one before it.
var endsSibling = map[string]bool{"dd": true, "dt": true, "li": true, "option": true, "p": true, "tbody": true, "td": true, "th": true, "tr": true}

// void holds the elements without content and end tag.
var void = map[string]bool{"area": true, "base": true, "br": true, "col": true, "embed": true, "hr": true, "img": true,
	"input": true, "link": true, "meta": true, "param": true, "source": true, "track": true, "wbr": true}
