package linkvalue

import (
	"strings"

	"sluice/page"
)

// Words are the words of a topic. The nil Words are those of no topic.
type Words map[hash]bool

// WordsOf returns words, each with and without the s of a plural. Those with a digit are left out: of a number links show only the length, so that
// "2019" would be every year.
func WordsOf(list []string) Words {
	set := Words{}
	for _, word := range list {
		if strings.ContainsAny(word, "0123456789") {
			continue
		}
		forms := [...]string{word, word + "s", word}
		if n := len(word) - 1; n >= shortestSingular && word[n] == 's' {
			forms[2] = word[:n]
		}
		for _, form := range forms {
			words(head(form), 1, func(w hash) { set[w] = true })
		}
	}
	return set
}

const shortestSingular = 3 // letters

// Where a link names the topic.
const (
	inAnchor byte = 1 << iota
	inPath
)

// namesTopic says where a link has a word of the topic.
func (c *Context) namesTopic(l *page.Link) (names byte) {
	if len(c.Topic) == 0 {
		return 0
	}
	if c.Page != nil {
		words(head(c.Page.Anchor(l)), maxAnchor, func(w hash) {
			if c.Topic[w] {
				names |= inAnchor
			}
		})
	}
	words(l.URL.Path(), maxPathWords, func(w hash) {
		if c.Topic[w] {
			names |= inPath
		}
	})
	return names
}

// topicFeature returns the feature of a link that names the topic.
func topicFeature(names byte) uint32 { return of('b').byte(names).general() }
