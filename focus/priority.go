package focus

import (
	"strings"

	"sluice/page"
)

// The lanes of [Priority].
const (
	High Lane = iota
	Medium
	Low
)

// Priority looks at the words of a link's anchor and URL. It has three lanes and
// serves all of a better lane before a worse one.
//
// A link with a word of a class waits in the lane of that class. A link without
// one waits one lane below that of its page, never below Low. The default words
// are those that Zhuang, Wagle and Giles (JCDL 2005, tables 2 to 4) found to lead
// from a homepage to papers. Place implements their Get_Priority.
type Priority struct {
	HighWords, MediumWords []string // beginnings of words, lower case; nil: the default words
}

var _ Strategy = (*Priority)(nil)

var (
	paperWords  = []string{"volume", "pub", "paper", "conf", "journal", "content", "program", "research", "list"}
	peopleWords = []string{"topic", "faculty", "people", "group", "lab"}
)

// Place implements [Strategy].
func (p *Priority) Place(v *Visit, l *page.Link) Placement {
	if v == nil {
		return Placement{Lane: High}
	}
	at := Placement{Score: -float64(depthOf(v))} // within a lane, near pages first
	anchor := ""
	if v.Page != nil {
		anchor = v.Page.Anchor(l)
	}
	words := strings.ToLower(anchor + " " + l.URL.Path())
	switch {
	case hasWord(words, or(p.HighWords, paperWords)):
		at.Lane = High
	case hasWord(words, or(p.MediumWords, peopleWords)):
		at.Lane = Medium
	default:
		at.Lane = min(v.Lane+1, Low)
	}
	return at
}

// Choose implements [Strategy].
func (p *Priority) Choose(lanes []LaneState, n int) []Share { return inOrder(lanes, n) }

// Learn implements [Strategy].
func (p *Priority) Learn(*Visit) {}

// or returns words, or otherwise if there are no words.
func or(words, otherwise []string) []string {
	if words == nil {
		return otherwise
	}
	return words
}

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
