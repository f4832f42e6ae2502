package sluice

import (
	"fmt"

	"sluice/internal/frontier"
	"sluice/weburl"
)

// Known is what the frontier knows of one URL.
type Known struct {
	URL    string `json:"url"`    // canonical form
	State  string `json:"state"`  // "new", "waiting", "leased", "done", "refused", "dropped"
	Cause  string `json:"cause"`  // of one refused
	Parent string `json:"parent"` // where one that waits or was refused was found
	Depth  int    `json:"depth"`
}

// stateNames are the states of a URL in the words that people read.
var stateNames = map[frontier.State]string{
	frontier.New: "new", frontier.Waiting: "waiting", frontier.Leased: "leased",
	frontier.Done: "done", frontier.Refused: "refused", frontier.Dropped: "dropped",
}

func knownTo(f interface {
	Known([]weburl.Key, []frontier.Known) error
}, text string) (Known, error) {
	u, err := weburl.ParseSeed(text)
	if err != nil {
		return Known{}, fmt.Errorf("%q: %w", text, err)
	}
	var known [1]frontier.Known
	if err := f.Known([]weburl.Key{u.Key()}, known[:]); err != nil {
		return Known{}, err
	}
	k := known[0]
	return Known{URL: u.String(), State: stateNames[k.State], Cause: k.Cause, Parent: k.Parent, Depth: k.Depth}, nil
}
