// Package timeline counts events by time, at the finest resolution that keeps the number of points small: seconds for
// a crawl of a few minutes, months for a library of many years.
//
// [New] returns an empty timeline, [Timeline.Add] counts an event, and [Timeline.Points] returns the sums so far. The
// memory is bounded whatever the number of events and the time between them.
package timeline

import (
	"maps"
	"slices"
	"time"
)

// Unit is the resolution of a timeline.
type Unit string

// The units, the finest first.
const (
	Second Unit = "second"
	Minute Unit = "minute"
	Hour   Unit = "hour"
	Day    Unit = "day"
	Month  Unit = "month"
	Year   Unit = "year"
)

// layouts are the parts of an RFC 3339 time that name a unit, the finest first. Their lengths are those of the keys.
var layouts = []struct {
	unit   Unit
	layout string
}{
	{Second, "2006-01-02T15:04:05"}, {Minute, "2006-01-02T15:04"}, {Hour, "2006-01-02T15"},
	{Day, "2006-01-02"}, {Month, "2006-01"}, {Year, "2006"},
}

// Timeline counts events of several kinds by time.
type Timeline struct {
	kinds  int
	most   int
	level  int // index into layouts
	counts map[string][]int64
}

// Point has the sums of all events up to the end of its unit of time, by kind.
type Point struct {
	Start time.Time // of the unit of time, in UTC
	Sums  []int64
}

// New returns a timeline for events of so many kinds, of at most so many points. Years are the coarsest unit, so events
// of more years than that make more points.
func New(kinds, most int) *Timeline {
	return &Timeline{kinds: kinds, most: most, counts: map[string][]int64{}}
}

// Add counts n events of a kind at a time in RFC 3339 and UTC. It ignores anything that does not begin like one.
func (t *Timeline) Add(at []byte, kind int, n int64) {
	if len(at) < len(layouts[0].layout) || n == 0 {
		return
	}
	key := at[:len(layouts[t.level].layout)]
	sums := t.counts[string(key)]
	if sums == nil {
		sums = make([]int64, t.kinds)
		t.counts[string(key)] = sums
	}
	sums[kind] += n
	for len(t.counts) > t.most && t.level < len(layouts)-1 {
		t.coarsen()
	}
}

// coarsen merges the points of each unit of the next resolution.
func (t *Timeline) coarsen() {
	t.level++
	length := len(layouts[t.level].layout)
	merged := map[string][]int64{}
	for key, sums := range t.counts {
		into := merged[key[:length]]
		if into == nil {
			merged[key[:length]] = sums
			continue
		}
		for kind, n := range sums {
			into[kind] += n
		}
	}
	t.counts = merged
}

// Unit returns the resolution.
func (t *Timeline) Unit() Unit { return layouts[t.level].unit }

// Points returns the sums at the end of each unit of time that has an event, the oldest first. Times that do not exist
// are left out, but their events count.
func (t *Timeline) Points() []Point {
	points := []Point{}
	sums := make([]int64, t.kinds)
	for _, key := range slices.Sorted(maps.Keys(t.counts)) {
		for kind, n := range t.counts[key] {
			sums[kind] += n
		}
		start, err := time.Parse(layouts[t.level].layout, key)
		if err != nil {
			continue
		}
		points = append(points, Point{start, slices.Clone(sums)})
	}
	return points
}
