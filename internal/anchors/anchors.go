// Package anchors trains the keywords by which [focus.Priority] chooses links, from what a library recorded.
//
// [Train] replays the recording as a breadth-first crawl, whose log is a tree: each page and document hangs on the page that a crawler
// would have found it on first. A keyword of the anchors on the paths to documents weighs the more, the nearer to the document its link
// stood. [Model] has the keywords; its file is text, which people may edit.
package anchors

import (
	"context"
	"errors"

	"sluice/focus"
	"sluice/internal/lab"
	"sluice/text"
	"sluice/weburl"
)

// Limits of a training.
const (
	maxSteps    = 2_000_000 // pages and documents in the log
	maxKeywords = 1_000_000 // that are counted
	maxWords    = 64        // of an anchor
	leastPaths  = 3         // to documents, that a keyword is on
)

// Web answers requests from a recording. [lab.Web] is one.
type Web interface {
	Get(ctx context.Context, u weburl.URL) (*lab.Answer, error)
}

// Options say what is trained on.
type Options struct {
	Seeds []weburl.URL // where the replayed crawl begins
	// Documents are the URLs of documents: true leads to a desired one, false to another. A URL in it is not followed.
	Documents map[weburl.Key]bool
	OnPage    func() // called for each page; nil: nothing is
}

// Summary says what came of a training.
type Summary struct {
	Pages     int `json:"pages"`     // that the replayed crawl reached
	Documents int `json:"documents"` // desired ones, to which it found a path
	High      int `json:"high"`      // keywords of each class
	Medium    int `json:"medium"`
	Low       int `json:"low"`     // left out: their weight is too low
	Dropped   int `json:"dropped"` // as common on other links, or on fewer than three paths
}

// ErrNoDocument is the error of a training on a recording in which no path leads from the seeds to a desired document.
var ErrNoDocument = errors.New("no recorded path leads from the seeds to an accepted document")

// Train learns keywords with their weights (Zhuang, Wagle and Giles, JCDL 2005, section 3.3, equation 1). For a link from page O to Q on
// the path from seed S to document P the weight is D(Q)/D(P), D being the hops from S. The weight of a keyword is the mean over
// all paths that it is on. Dropped are keywords on fewer than three paths, and those that are as common on the other links of the log: in the
// same or a greater share of them.
func Train(ctx context.Context, web Web, o Options) (*Model, *Summary, error) {
	r := &replay{web: web, o: o, seen: map[weburl.Key]bool{}}
	if err := r.run(ctx); err != nil {
		return nil, nil, err
	}
	ways := waysTo(r.steps)
	s := &Summary{Pages: r.pages}
	c := &counts{words: map[string]*keyword{}}
	for i := range r.steps {
		if step := &r.steps[i]; step.depth > 0 {
			c.add(step, ways[i])
		} else {
			s.Documents += ways[i].paths
		}
	}
	if s.Documents == 0 {
		return nil, nil, ErrNoDocument
	}
	return c.model(s), s, nil
}

// ways are the paths that lead over a step to documents.
type ways struct {
	paths   int
	inverse float64 // sum of 1/D(P)
}

// waysTo returns the paths over each step. A step comes after its parent.
func waysTo(steps []step) []ways {
	all := make([]ways, len(steps))
	for i := len(steps) - 1; i >= 0; i-- {
		s := &steps[i]
		if s.depth == 0 {
			continue
		}
		if s.desired {
			all[i] = ways{1, 1 / float64(s.depth)}
		}
		all[s.parent].paths += all[i].paths
		all[s.parent].inverse += all[i].inverse
	}
	return all
}

// counts are what the links of a log have shown of words.
type counts struct {
	words              map[string]*keyword
	interesting, other int // links
}

// keyword is what was counted of a word.
type keyword struct {
	interesting, other int     // links
	paths              int     // that it is on
	sum                float64 // of D(Q)/D(P) over these
}

// add counts the words of a link, each once.
func (c *counts) add(s *step, w ways) {
	if w.paths > 0 {
		c.interesting++
	} else {
		c.other++
	}
	words := map[string]bool{}
	for word := range text.Words(s.anchor) {
		if len(words) == maxWords {
			break
		}
		words[word] = true
	}
	for word := range words {
		k := c.words[word]
		if k == nil {
			if len(c.words) == maxKeywords || !isKeyword(word) {
				continue
			}
			k = &keyword{}
			c.words[word] = k
		}
		if w.paths == 0 {
			k.other++
			continue
		}
		k.interesting++
		k.paths += w.paths
		k.sum += float64(s.depth) * w.inverse
	}
}

// isKeyword reports whether a word has two letters or more and no digit.
func isKeyword(word string) bool {
	letters := 0
	for _, r := range word {
		if '0' <= r && r <= '9' {
			return false
		}
		letters++
	}
	return letters > 1
}

// model returns the keywords that are kept, and counts them.
func (c *counts) model(s *Summary) *Model {
	m := &Model{Weights: map[string]float64{}}
	for word, k := range c.words {
		if k.paths < leastPaths || k.interesting*c.other <= k.other*c.interesting && c.other > 0 {
			s.Dropped++
			continue
		}
		switch w := min(1, k.sum/float64(k.paths)); {
		case w >= focus.HighWeight:
			s.High++
			m.Weights[word] = w
		case w >= focus.MediumWeight:
			s.Medium++
			m.Weights[word] = w
		default:
			s.Low++
		}
	}
	return m
}
