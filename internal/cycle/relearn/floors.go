package relearn

import (
	"bytes"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
)

// Floors are sizes in bytes by type of documents. No document under the floor of its type was accepted (C. Zhou, CNDROBOT: a robot for the CINDI digital
// library, Concordia University 2005, section 3.2). A type without a floor has not shown enough accepted documents.
type Floors map[string]int64

// Sized is a judged document.
type Sized struct {
	Type     string
	Size     int64 // bytes
	Accepted bool
	HeldOut  bool // the last crawl has found it
}

// leastAccepted is the number of accepted documents of a type from which on it has a floor.
const leastAccepted = 5

// LearnFloors learns the floors of types from the documents of earlier crawls. The figure is the share of the held out documents about which the floors are
// right: accepted ones that are as large as the floor or larger, and rejected ones under it. Floors that would have lost more accepted documents
// than those in use are not taken, whatever their figure.
func LearnFloors(documents []Sized, inUse Floors) *Trial {
	t := &Trial{Kind: KindFloors, Measure: "share of the new documents on the right side of the floor"}
	smallest, accepted, learned, cases := Floors{}, map[string]int{}, 0, 0
	for _, d := range documents {
		if d.HeldOut {
			cases++
			continue
		}
		learned++
		if d.Accepted {
			if accepted[d.Type]++; accepted[d.Type] == 1 || d.Size < smallest[d.Type] {
				smallest[d.Type] = d.Size
			}
		}
	}
	floors := Floors{}
	for kind, n := range accepted {
		if n >= leastAccepted {
			floors[kind] = smallest[kind]
		}
	}
	if !t.hasCases(cases, "new judged documents") {
		return t
	}
	t.Learned = fmt.Sprintf("floors of %d types from %d documents", len(floors), learned)
	if len(floors) == 0 {
		return t.refuse("earlier crawls have no type with %d accepted documents", leastAccepted)
	}
	t.Model = floors.marshal()
	before, lostBefore := inUse.measure(documents)
	after, lostAfter := floors.measure(documents)
	if t.decide(before, after); t.Taken && lostAfter > lostBefore {
		t.refuse("it would have lost %d accepted documents of the last crawl, the one in use %d", lostAfter, lostBefore)
	}
	return t
}

// measure returns the share of the held out documents about which the floors are right, and the number of accepted ones that are under them.
func (f Floors) measure(documents []Sized) (share float64, lost int) {
	right, all := 0, 0
	for _, d := range documents {
		if !d.HeldOut {
			continue
		}
		all++
		isUnder := d.Size < f[d.Type]
		if isUnder != d.Accepted {
			right++
		}
		if isUnder && d.Accepted {
			lost++
		}
	}
	return float64(right) / float64(max(all, 1)), lost
}

// floorsHeader is the first line of a file of floors, with the version of its form.
const floorsHeader = "sluice floors 1"

// Limits of a file of floors.
const (
	maxFloors = 1000
	maxType   = 100 // bytes
)

// marshal returns the file of floors: the header, and on each line a type, a tab and its floor in bytes.
func (f Floors) marshal() []byte {
	var b bytes.Buffer
	fmt.Fprintln(&b, floorsHeader)
	for _, kind := range slices.Sorted(maps.Keys(f)) {
		fmt.Fprintf(&b, "%s\t%d\n", kind, f[kind])
	}
	return b.Bytes()
}

// ReadFloors reads a file of floors. Empty lines are passed over, and those that begin with "#".
func ReadFloors(b []byte) (Floors, error) {
	first, rest, _ := strings.Cut(string(b), "\n")
	if strings.TrimSpace(first) != floorsHeader {
		return nil, errors.New("not a file of floors, or one of another version of sluice")
	}
	f := Floors{}
	n := 1
	for line := range strings.Lines(rest) {
		n++
		if line = strings.TrimSpace(line); line == "" || line[0] == '#' {
			continue
		}
		kind, number, _ := strings.Cut(line, "\t")
		kind = strings.TrimSpace(kind)
		size, err := strconv.ParseInt(strings.TrimSpace(number), 10, 64)
		_, isKnown := f[kind]
		switch {
		case err != nil || size < 0 || kind == "" || len(kind) > maxType:
			return nil, fmt.Errorf("line %d: not a type, a tab and a number of bytes", n)
		case isKnown:
			return nil, fmt.Errorf("line %d: the type %q occurs twice", n, kind)
		case len(f) == maxFloors:
			return nil, fmt.Errorf("line %d: more than %d types", n, maxFloors)
		}
		f[kind] = size
	}
	return f, nil
}
