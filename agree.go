package sluice

import (
	"context"
	"strconv"

	"sluice/crawl"
	"sluice/internal/frontier"
)

// reached is what the frontier keeps of the last group that it took.
func reached(serial int64) map[string][]byte {
	return map[string][]byte{crawl.SerialKey: strconv.AppendInt(nil, serial, 10)}
}

// standing tells how far the frontier has come beside the catalogue.
type standing int

const (
	level        standing = iota
	behind                // by a group, as a crash leaves it: the frontier is written last
	catalogueOld          // or damaged
	frontierOld           // or made anew
)

// compare tells how the frontier stands to a catalogue that has come to the group serial, and to which group it has
// come itself.
func compare(f *frontier.Frontier, serial int64) (s standing, at int64, err error) {
	text, err := f.State(context.TODO(), crawl.SerialKey)
	if err != nil {
		return level, 0, err
	}
	at, _ = strconv.ParseInt(string(text), 10, 64)
	switch {
	case at > serial:
		return catalogueOld, at, nil
	case at < serial-1, text == nil && serial > 0 && f.Counts().Known == 0: // the seeds come before the first group
		return frontierOld, at, nil
	case at < serial:
		return behind, at, nil
	}
	return level, at, nil
}

// agree refuses to go on when a store was lost or is an old copy: without the frontier's memory all would be
// fetched anew, without the catalogue's nothing.
func (l *Library) agree(f *frontier.Frontier, serial int64) (isBehind bool, err error) {
	s, _, err := compare(f, serial)
	switch {
	case err != nil:
		return false, err
	case s == catalogueOld:
		return false, l.disagree("%s is damaged or older than %s", l.path(catalogueName), l.path(frontierName))
	case s == frontierOld:
		return false, l.disagree("%s is damaged or older than %s", l.path(frontierName), l.path(catalogueName))
	}
	return s == behind, nil
}
