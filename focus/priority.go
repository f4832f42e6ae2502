package focus

import (
	"strings"

	"sluice/page"
	"sluice/text"
)

// The lanes of [Priority].
const (
	High Lane = iota
	Medium
	Low
)

// Priority looks at the words of a link's anchor. It has three lanes and serves all of a better lane before a worse one, each in the order
// of arrival. It implements the crawler of Zhuang, Wagle and Giles, "What's there and what's not?" (JCDL 2005, section 3.3).
//
// Seeds wait in Low. A link whose anchor has a keyword waits in the lane of that keyword's weight, a link without one waits one lane below
// that of its page, never below Low: Get_Priority of the source. A redirect waits where its link did. The keywords are those of Weights;
// without them the ones that the source found to lead to papers (table 4).
//
// Of the source's three lists this is the priority list. The lists of what is ignored and of what is allowed are settings of the crawl:
// [sluice/crawl.Scope] has both, and fetches documents outside of what is allowed, as the source does.
type Priority struct {
	// Weights are the weights of keywords, from 0 (says nothing) to 1 (leads to a document at once). The keywords are whole words, in lower
	// case. The crawls of a library use those that `sluice train anchors` has learned from earlier ones.
	Weights map[string]float64
}

var _ Strategy = (*Priority)(nil)

// The least weights of the classes of keywords: thirds of the scale. A lower weight is none.
const (
	HighWeight   = 2.0 / 3
	MediumWeight = 1.0 / 3
)

// maxAnchorWords bounds the words of an anchor that are looked at.
const maxAnchorWords = 64

// The published keywords. They are beginnings of words: "pub" is in "publications".
var (
	paperWords  = []string{"volume", "pub", "paper", "conf", "journal", "content", "program", "research", "list"}
	peopleWords = []string{"topic", "faculty", "people", "group", "lab"}
)

// Place implements [Strategy].
func (p *Priority) Place(v *Visit, l *page.Link) Placement {
	switch {
	case v == nil:
		return Placement{Lane: Low}
	case l.Kind == page.KindRedirect:
		return Placement{Lane: min(v.Lane, Low)}
	}
	if v.Page != nil {
		if lane := p.laneOf(v.Page.Anchor(l)); lane < Low {
			return Placement{Lane: lane}
		}
	}
	return Placement{Lane: min(v.Lane, Low-1) + 1}
}

// laneOf returns the lane of the best keyword of an anchor, Low without one.
func (p *Priority) laneOf(anchor string) Lane {
	if p.Weights == nil {
		return publishedLane(strings.ToLower(anchor))
	}
	best, n := 0.0, 0
	for word := range text.Words(anchor) {
		if n++; n > maxAnchorWords {
			break
		}
		if w := p.Weights[word]; w > best {
			best = w
		}
	}
	switch {
	case best >= HighWeight:
		return High
	case best >= MediumWeight:
		return Medium
	}
	return Low
}

// publishedLane returns the lane of an anchor in lower case by the published keywords.
func publishedLane(anchor string) Lane {
	switch {
	case hasWord(anchor, paperWords):
		return High
	case hasWord(anchor, peopleWords):
		return Medium
	}
	return Low
}

// Choose implements [Strategy].
func (p *Priority) Choose(lanes []LaneState, n int) []Share { return inOrder(lanes, n) }

// Learn implements [Strategy].
func (p *Priority) Learn(*Visit) {}

// hasWord reports whether a word of text begins with one of the beginnings.
func hasWord(text string, beginnings []string) bool {
	for _, b := range beginnings {
		for rest := text; ; {
			i := strings.Index(rest, b)
			if i < 0 {
				break
			}
			if i == 0 || !isLetter(rest[i-1]) {
				return true
			}
			rest = rest[i+1:]
		}
	}
	return false
}

// isLetter reports whether c is a lower-case letter of ASCII.
func isLetter(c byte) bool { return 'a' <= c && c <= 'z' }
