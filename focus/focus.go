// Package focus holds crawl strategies: which of the waiting links is worth
// the next request.
//
// Every strategy of the literature is a way to sort waiting links into lanes
// and to choose the lane to serve. A [Strategy] says so in three methods; one
// that changes its mind about links that wait is an [Againer] or a [Tender],
// one that must remember across restarts a [Restorer]. The engine calls all of
// them from one goroutine.
//
// Politeness always wins: a lane whose hosts are all resting cannot be served,
// whatever the strategy would choose.
package focus

import (
	"sluice/page"
	"sluice/weburl"
)

// Lane is the number of a queue of waiting links.
type Lane uint32

// Visit is one fetch that came to an end, as a strategy sees it.
type Visit struct {
	URL      weburl.URL
	Status   int        // HTTP status
	Type     string     // sniffed, such as "html" or "pdf"
	Document bool       // it is a document, not a page
	Page     *page.Page // nil unless it is HTML; valid during the call only
	Depth    int        // links followed from a seed
	Lane     Lane       // the lane it waited in
	Score    float64    // the score it waited with
	Worth    float64    // what the judge made of it, 0 to 1
}

// Placement is where a link waits. Within a lane the highest score is served
// first, equal scores in the order of arrival.
type Placement struct {
	Lane  Lane
	Score float64
}

// LaneState is what can be seen of a lane that could be served at this moment.
type LaneState struct {
	Lane    Lane
	Waiting int64   // links in it
	Ready   int     // hosts that may be asked now
	Best    float64 // score of the best link of those hosts
	Served  int64   // links handed out of it so far
}

// Share asks for the next N requests out of a lane.
type Share struct {
	Lane Lane
	N    int
}

// Strategy decides what to visit next.
type Strategy interface {
	// Place says where a link found for the first time waits. v is nil for a seed.
	Place(v *Visit, l *page.Link) Placement
	// Choose shares up to n requests among the lanes that can be served now.
	Choose(lanes []LaneState, n int) []Share
	// Learn tells what the page just visited was worth, before its links are placed.
	Learn(v *Visit)
}

// Againer is a strategy that changes its mind when a waiting link is found once more.
type Againer interface {
	// Again says where the link waits from now on.
	Again(v *Visit, l *page.Link, was Placement) Placement
}

// Tender is a strategy that now and then, between groups of visits, moves,
// scores anew, splits or drops what waits.
type Tender interface {
	Tend(w Waiting)
}

// Restorer is a strategy that remembers across restarts. What it writes goes to
// disk together with the links it placed.
type Restorer interface {
	Restore(s State)
}

// Waiting lets a strategy look at and rearrange waiting links. All changes are
// made with the next group, in bounded slices.
type Waiting interface {
	// Links gives up to n links of a lane after cursor (empty: from its beginning), and where to go on; empty at the end.
	Links(lane Lane, cursor string, n int) (links []WaitingLink, next string)
	// Move puts one waiting link elsewhere.
	Move(u weburl.URL, to Placement)
	// Split moves a share (0 to 1) of a lane's links to another lane.
	Split(from, to Lane, share float64)
	// Drop forgets a lane's links; they wait again if they are found again.
	Drop(lane Lane)
}

// WaitingLink is one link that waits.
type WaitingLink struct {
	URL    weburl.URL
	Parent string
	Depth  int
	Placement
}

// State is a strategy's memory: a small store of keys and values.
type State interface {
	Get(key string) []byte // nil when there is none
	Put(key string, value []byte)
}
