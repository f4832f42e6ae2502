package focus

import (
	"encoding/binary"
	"fmt"
	"math"

	"sluice/focus/internal/recentlinks"
	"sluice/weburl"
)

// crawledLinks are the links of the pages visited last, which a strategy ranks every so often, and keeps.
type crawledLinks struct {
	links   recentlinks.Links
	since   int    // pages since they were ranked
	visited uint64 // pages since the crawl began
	name    string // of the strategy, for its keys
	state   State  // nil: nothing is kept
}

// add adds the page of a visit, with its URL if it may be requested again.
func (c *crawledLinks) add(v *Visit, url string) {
	if v.Page == nil || isRedirect(v.Status) {
		return
	}
	self := recentlinks.Of(v.URL)
	c.visited++
	page := recentlinks.Page{
		ID: self, Relevance: share(v.Relevance), URL: url, Depth: uint16(min(max(v.Depth, 0), math.MaxUint16)), Number: c.visited,
	}
	known := map[recentlinks.ID]bool{self: true}
	for i := range v.Page.Links {
		if len(page.Links) == recentlinks.MaxLinks {
			break
		}
		if id := recentlinks.Of(v.Page.Links[i].URL); !known[id] {
			known[id] = true
			page.Links = append(page.Links, id)
		}
	}
	c.links.Add(page)
	c.since++
}

// due reports whether it is time to rank: when the pages have grown by a tenth, so that all rankings together take time in proportion to
// the crawl.
func (c *crawledLinks) due() bool {
	return c.since > 0 && c.since >= min(max(c.links.Len()/10, 10), 1000)
}

// graph returns the links as a graph, to be ranked now.
func (c *crawledLinks) graph() *recentlinks.Graph {
	c.since = 0
	return c.links.Graph()
}

// key returns the key of a part; another form has others.
func (c *crawledLinks) key(n int) string { return fmt.Sprintf("%s/2/links/%d", c.name, n) }

// visitedKey returns the key of the number of pages.
func (c *crawledLinks) visitedKey() string { return c.name + "/2/visited" }

// restore restores what the strategy of a name has kept. All is read before anything is set: links may be placed while it reads.
func (c *crawledLinks) restore(name string, s State) {
	restored := crawledLinks{name: name, state: s}
	for n := range recentlinks.Parts {
		restored.links.Restore(s.Get(restored.key(n)), n)
	}
	if b := s.Get(restored.visitedKey()); len(b) == 8 {
		restored.visited = binary.BigEndian.Uint64(b)
	}
	if restored.links.Len() > 0 {
		restored.since = 1000 // rank at once
	}
	*c = restored
}

// keep puts what has changed into the state.
func (c *crawledLinks) keep() {
	if c.state == nil {
		return
	}
	for n := range recentlinks.Parts {
		if c.links.Changed(n) {
			c.state.Put(c.key(n), c.links.Append(nil, n))
			c.state.Put(c.visitedKey(), binary.BigEndian.AppendUint64(nil, c.visited))
		}
	}
}

// sweep moves the waiting links of lane 0, some after each group of visits.
type sweep struct {
	cursor string
	runs   bool
}

// sweepSlice is how many links are read at a time.
const sweepSlice = 256

// begin starts at the beginning of the lane.
func (s *sweep) begin() { s.runs, s.cursor = true, "" }

// step gives some links the scores that score returns.
func (s *sweep) step(w Waiting, score func(u weburl.URL, was float64) float64) {
	if !s.runs {
		return
	}
	links, next := w.Links(0, s.cursor, sweepSlice)
	for _, l := range links {
		if to := score(l.URL, l.Score); to != l.Score {
			w.Move(l.URL, Placement{Lane: l.Lane, Score: to})
		}
	}
	if s.cursor = next; next == "" {
		s.runs = false
	}
}
