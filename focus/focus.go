// Package focus holds crawl strategies. A strategy decides which of the
// waiting links is worth the next request.
//
// Every strategy in the literature sorts waiting links into lanes and chooses
// the lane to serve. A [Strategy] does this with three methods. A strategy that
// moves or prefers links which already wait is also an [Againer] or a [Tender]; one that
// must remember something across restarts is also a [Restorer]; one that knows what
// the crawl is about is also a [Topical]; one that keeps its links in mind is also a [Refuser] and a [Keeper]. The engine makes
// all calls one at a time, so a strategy needs no lock. One call may come inside
// another, though: see [Waiting] and [State].
//
// The strategies that ship have names: [Strategies] lists them, [Named] returns
// one.
//
// Politeness comes before any strategy: a lane is not served while the
// politeness delay of all its hosts is running.
package focus

import (
	"time"

	"sluice/page"
	"sluice/topic"
	"sluice/weburl"
)

// Lane is the number of a queue of waiting links.
type Lane uint32

// Visit is one finished fetch, as a strategy sees it.
type Visit struct {
	URL       weburl.URL
	Status    int           // HTTP status
	Type      string        // sniffed, such as "html" or "pdf"
	Document  bool          // it is a document, not a page
	Documents int           // of a page: the documents that it links to and that no page before it did
	Age       time.Duration // of a page, since it was modified, as its server says; 0 if it does not

	Relevance float64    // of a page to the topic of the crawl, 0 to 1; 0 without a topic
	Page      *page.Page // nil unless it is HTML; valid during the call only
	Depth     int        // links followed from a seed
	Lane      Lane       // the lane it waited in
	Score     float64    // the score it waited with
	Worth     float64    // the judge's value, 0 to 1
}

// Placement is where a link waits. Within a lane the highest score is served
// first, equal scores in the order of arrival.
type Placement struct {
	Lane  Lane
	Score float64
}

// LaneState is the state of a lane that could be served at this moment.
type LaneState struct {
	Lane    Lane
	Waiting int64   // links in it
	Ready   int     // hosts to which a request may be sent now
	Best    float64 // score of the best link of those hosts
	Served  int64   // links handed out of it so far
}

// Share is the number of requests to take next from a lane.
type Share struct {
	Lane Lane
	N    int
}

// Strategy decides what to visit next.
type Strategy interface {
	// Place returns where a link waits that was found for the first time. v is nil for a seed.
	Place(v *Visit, l *page.Link) Placement
	// Choose shares up to n requests among the lanes that can be served now. There is at least one. Without a share nothing is
	// requested, and Choose is called again 50 ms later: a strategy must not decline for ever.
	Choose(lanes []LaneState, n int) []Share
	// Learn is called with each finished visit, before its links are placed.
	Learn(v *Visit)
}

// Againer is a strategy that can move a waiting link when it is found again.
type Againer interface {
	// Again returns where the link waits from now on.
	Again(v *Visit, l *page.Link, was Placement) Placement
}

// Tender is a strategy that rearranges waiting links after each group of visits.
type Tender interface {
	// Tend may move, split and drop what waits, and have pages requested again. The crawl goes on when it returns: one that reads much does so now and then.
	Tend(w Waiting)
}

// Restorer is a strategy that remembers across restarts. Its state is written to
// disk in the same batch as the links that it placed.
type Restorer interface {
	// Restore is called once, before all other methods but SetTopic.
	Restore(s State)
}

// Refuser is a strategy that wants to know which of the links that it placed are not requested after all.
type Refuser interface {
	// Refuse is called for a link that a rule refused when its turn came, such as that of robots.txt. It does not wait any more, and Learn
	// is not called for it.
	Refuse(u weburl.URL)
}

// Keeper is a strategy that keeps links in mind, and wants to know when these are found again. It orders them as a [Tender], so that the engine
// need not read where they wait, as it must for an [Againer]; a strategy is one of the two.
type Keeper interface {
	// Keeps reports whether the strategy wants to know when a link is found again.
	Keeps(k weburl.Key) bool
	// FoundAgain is called for a link that is known: it waits, is requested, or was never placed by the strategy, which asks itself whether it keeps it.
	FoundAgain(v *Visit, l *page.Link)
}

// Topical is a strategy that uses the topic of the crawl: its words, or what it says of the text of a link. What it says of a page
// is in [Visit.Relevance].
type Topical interface {
	// SetTopic is called before all other methods, and again when the topic changes: one of words is expanded by the first relevant
	// pages. t is nil if the crawl has no topic. An error says why the strategy cannot work with it; no crawl runs then. The other
	// methods may be called all the same, when a library is rebuilt, and must place every link.
	SetTopic(t *topic.Topic) error
}

// Waiting is the view of the waiting links that a [Tender] gets. Changes take
// effect with the next group.
//
// While [Waiting.Links] reads, Choose, Keeps and SetTopic may be called, and Place for a URL that the
// operator adds: a request waits for a few hundred links at most. A Tender brings its own fields
// into order before it reads, and reads them again afterwards.
type Waiting interface {
	// Links returns up to n links of a lane after cursor, and the cursor for the next call.
	// An empty cursor is the beginning; next is empty at the end.
	Links(lane Lane, cursor string, n int) (links []WaitingLink, next string)
	// Move changes the placement of one waiting link.
	Move(u weburl.URL, to Placement)
	// Prefer has links of a host in a lane served before all its others there, as if they waited with these scores; a host's turn among others is
	// by the best of them. It replaces the call before for lane and host, and costs far less than Move, because nothing is written: in the next run
	// the links wait where they were placed. A link that does not wait there is passed over, and so are all behind the first 256. Of a link named
	// twice the first counts. What is moved by the same Tend is to be moved before.
	Prefer(lane Lane, host string, links []Preferred)
	// Split moves a share (0 to 1) of a lane's links to another lane.
	Split(from, to Lane, share float64)
	// Drop removes the links of a lane. A link that is found again waits again.
	Drop(lane Lane)
	// Revisit has a page requested once more: the link waits, although its URL was visited. Without a visit, or while it waits, nothing
	// happens. A strategy must bound how often it does this: a crawl ends when nothing waits.
	Revisit(l WaitingLink)
}

// WaitingLink is one waiting link.
type WaitingLink struct {
	URL    weburl.URL
	Parent string // URL of the page on which it was found first
	Depth  int
	Placement
}

// Preferred is a link that waits, and the score with which it is served.
type Preferred struct {
	URL   weburl.URL
	Score float64
}

// State is a strategy's memory: a small store of keys and values. The strategy may
// keep it and use it in all its methods, but not outside of them.
type State interface {
	// Get returns the value of a key, nil if it has none. The first Get of a key reads
	// from disk. While it reads, Choose, SetTopic and Place may be called, as with [Waiting].
	// After a read that failed Get returns nil, and the engine ends the crawl before
	// anything that the strategy decided since then becomes durable.
	Get(key string) []byte
	// Put sets the value of a key. It becomes durable with the next group of visits.
	Put(key string, value []byte)
}

// inOrder serves the lane with the lowest number as far as possible, then the next.
func inOrder(lanes []LaneState, n int) []Share {
	shares := make([]Share, 0, len(lanes))
	for _, l := range lanes {
		shares = append(shares, Share{Lane: l.Lane, N: n})
	}
	return shares
}
