package frontier

import (
	"fmt"
	"slices"
	"time"

	"sluice/weburl"
)

// Lane is the number of a queue. What a lane means is the strategy's affair.
type Lane uint32

// Kind is the purpose for which a link is fetched.
type Kind uint8

// The kinds of links. A number is on disk: never reuse one.
const (
	Page    Kind = 0 // whatever a page links to
	Seed    Kind = 1
	Sitemap Kind = 2
	Foreign Kind = 3 // a document on a host out of scope: nothing else of that host is wanted

	Requisite Kind = 4 // what a page needs to be shown: an image, a style sheet, a font
	Probe     Kind = 5 // a URL that nobody has linked to: the answer shows what its host sends when it has nothing
)

// Link is one URL that waits to be fetched, with what is known about it so far.
type Link struct {
	URL       weburl.URL
	Kind      Kind
	Parent    string // URL of the page it was found on; empty for a seed
	Depth     int    // links followed from a seed
	Lane      Lane
	Score     float64   // within a lane the highest is served first; equal scores in the order of arrival
	Via       []string  // the redirects that led here, oldest first
	Attempt   int       // fetches that failed before
	NotBefore time.Time // zero: at once
}

// State is the state of a URL, from discovery to the end of its fetch.
type State uint8

// The states of a URL, in the order in which it passes through them.
const (
	New     State = iota // not known
	Waiting              // in a lane
	Leased               // being fetched
	Done                 // fetched, or given up after its last attempt
	Refused              // by a rule, never requested
	Dropped              // by the strategy: waits again if it is found again
)

var stateNames = [...]string{New: "new", Waiting: "waiting", Leased: "leased", Done: "done", Refused: "refused", Dropped: "dropped"}

// String returns the name of the state as people and programs read it.
func (s State) String() string { return stateNames[s] }

// MarshalText returns the name of the state.
func (s State) MarshalText() ([]byte, error) { return []byte(s.String()), nil }

// UnmarshalText sets the state that has a name.
func (s *State) UnmarshalText(name []byte) error {
	i := slices.Index(stateNames[:], string(name))
	if i < 0 {
		return fmt.Errorf("state of a URL: unknown name %q", name)
	}
	*s = State(i)
	return nil
}

// CauseDropped is the cause of a URL that the strategy dropped.
const CauseDropped = "dropped by the strategy"

// Known is what the frontier knows of one URL.
type Known struct {
	State  State
	Lane   Lane    // while it waits or is leased
	Score  float64 // of a URL that waits
	Parent string  // of a URL that waits or was refused
	Depth  int     // of a URL that waits
	Cause  string  // of one refused
	Soft   bool    // of one refused: see Refusal
}

// Lease is a link handed out by [Frontier.Next]. It stays on disk as waiting
// until a [Group] ends it, so that it is handed out again after a crash.
type Lease struct {
	Link
	Host   string // whose clock it holds: host name, with the port when it is not the default
	Closed string // not empty: the host was given up for this cause; end it without a request
}

// LaneState is what a strategy sees of a lane that can be served now, or with a budget, that is worth waiting for: then Ready and Best are of hosts
// whose delays are running.
type LaneState struct {
	Lane    Lane
	Waiting int64   // links in it
	Ready   int     // hosts that are ready: no delay, and a free connection
	Best    float64 // score of the best link of those hosts
	Served  int64   // links handed out of it since the start
}

// Share is a request for up to N leases from a lane. With a budget, lanes that come first are worth more than those behind them.
type Share struct {
	Lane  Lane
	N     int
	Equal bool // all its links are worth the same
}

// Refusal marks a URL that is not to be requested.
type Refusal struct {
	URL    weburl.URL
	Parent string
	Depth  int
	Cause  string
	Soft   bool // recorded, but an Add still queues the URL: the rule was about the link, not the URL
}

// Move puts a waiting link into another lane, or elsewhere in its own.
type Move struct {
	URL   weburl.URL
	Lane  Lane
	Score float64
}

// Split moves a share (0 to 1) of a lane's waiting links to another lane, an
// even sample over hosts and scores. Links that wait for their time stay.
type Split struct {
	From, To Lane
	Share    float64
}

// Group is what one commit changes, all or nothing. For a URL in several parts,
// Again wins over Done, and these over Forbid, Add and Refuse.
// Move and Prefer see what the same group adds; Split and Drop do not.
type Group struct {
	Done    []weburl.Key      // ended for good: leases, and URLs that need no request any more
	Again   []Link            // leases that wait again: later, or at the other scheme. A redirect to another URL belongs in Done and Add
	Requeue []Link            // URLs that are done, also by this group, and wait again; others are ignored
	Add     []Link            // new links; known ones are ignored, but a seed waits even if it was refused
	Refuse  []Refusal         // links that a rule forbids; known ones are ignored
	Forbid  []Refusal         // leases that a rule ends: refused from now on
	Move    []Move            // waiting links; others are ignored
	Split   []Split           // work that is bounded per commit, and continues in the next commits
	Drop    []Lane            // their links are no longer leased; bounded per commit, too
	Prefer  []Preference      // waiting links that are served first, in memory only
	State   map[string][]byte // the strategy's memory; nil deletes a key
}

// Counts is how much a frontier holds.
type Counts struct {
	Waiting int64 // URLs in lanes, those that wait for their time included
	Leased  int64 // URLs leased by Next and not yet ended
	Known   int64 // URLs in whatever state
	Hosts   int64 // hosts with links that wait or are leased
	Ready   int64 // hosts that are ready: no delay, and a free connection
}

// Cursor is a place in a lane at which a scan continues; empty: its beginning.
type Cursor string
