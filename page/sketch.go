package page

import (
	"bytes"

	"github.com/zeebo/xxh3"
	"golang.org/x/net/html"

	"sluice/text"
)

// Sketch is what two pages are compared by: the shape of their mark-up and the words that they show.
type Sketch struct {
	Shape []uint64 // the set of their elements, hashed, see [NewSketch]
	Text  []uint64 // the set of their shingles of three words
}

const (
	maxElements = 50_000  // of a page that make its shape
	maxToken    = 1 << 20 // bytes of a tag; what is longer ends the shape
	shapeCounts = 0.7     // of the likeness; the text has the rest
)

// NewSketch makes the sketch of a page from its HTML and its text, such as [Page.Text]. An element is told by its tag path,
// and by its id, name, class and type, numbers in them aside: what a template writes, not the data that fills it. A row
// more of a table changes nothing.
func NewSketch(body, visible []byte) Sketch {
	return Sketch{Shape: shape(body), Text: text.Shingles(string(visible), 3)}
}

// Like tells, from 0 to 1, how like two pages are. Those made by one template from other data are about as like as a page is
// to itself a day later; those of another template of the same site are much less.
func (s *Sketch) Like(other *Sketch) float64 {
	return shapeCounts*text.Jaccard(s.Shape, other.Shape) + (1-shapeCounts)*text.Jaccard(s.Text, other.Text)
}

// shape gives the set of a page's elements.
func shape(body []byte) []uint64 {
	type open struct {
		tag     uint64
		path    uint64
		sibling bool // see endsSibling
	}
	var (
		set   []uint64
		stack = make([]open, 1, maxPathDepth)
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
			if len(stack) < maxPathDepth && kind == html.StartTagToken && !endless[string(name)] {
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
	for _, c := range value[:min(len(value), maxPathWord)] {
		if '0' <= c && c <= '9' {
			if c = '0'; word[len(word)-1] == '0' {
				continue
			}
		}
		word = append(word, c)
	}
	return word
}

// endsSibling are the elements whose end need not be written: one more ends the one before, with the like of them in it.
var endsSibling = map[string]bool{"dd": true, "dt": true, "li": true, "option": true, "p": true, "tbody": true, "td": true, "th": true, "tr": true}

// endless are the elements that hold nothing and have no end.
var endless = map[string]bool{"area": true, "base": true, "br": true, "col": true, "embed": true, "hr": true, "img": true,
	"input": true, "link": true, "meta": true, "param": true, "source": true, "track": true, "wbr": true}
