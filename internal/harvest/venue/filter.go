package venue

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"sluice/document/bibliography"
	"sluice/internal/lazyregexp"
)

// Filter chooses records by venue and year. The zero value chooses all. It is used by one goroutine at a time.
type Filter struct {
	known map[string]bool // venues of records that were compared already: a bibliography has few

	names   []Name
	streams []string // "dblp:conf/icml/"
	years   []span
}

// span is a range of years; 0 is open.
type span struct{ from, to int }

var (
	yearsText = lazyregexp.New(`^\s*(\d{4})?\s*(-?)\s*(\d{4})?\s*$`)
	stream    = lazyregexp.New(`^(?:dblp:)?((?:conf|journals)/[A-Za-z0-9_-]+)/?$`)
)

// NewFilter returns a filter of venues, each in any of its names or as a stream of DBLP ("conf/icml"), and of years: "1998-2004", "1998-", "2001, 2003".
// Nothing of either chooses all.
func NewFilter(venues []string, years string) (*Filter, error) {
	f := &Filter{}
	for _, v := range venues {
		if m := stream.FindStringSubmatch(strings.TrimSpace(v)); m != nil {
			f.streams = append(f.streams, "dblp:"+m[1]+"/")
			continue
		}
		n := Parse(v)
		if n.IsEmpty() {
			return nil, fmt.Errorf("venue %q: no word in it names a venue", v)
		}
		f.names = append(f.names, n)
	}
	if strings.TrimSpace(years) == "" {
		return f, nil
	}
	for part := range strings.SplitSeq(years, ",") {
		m := yearsText.FindStringSubmatch(part)
		if m == nil || m[1] == "" && m[3] == "" || m[2] == "" && m[3] != "" {
			return nil, fmt.Errorf("years %q: write them as 1998-2004, 1998-, -2004 or 2001, several divided by commas", years)
		}
		var s span
		s.from, _ = strconv.Atoi(m[1]) // digits, or empty for open
		if s.to, _ = strconv.Atoi(m[3]); m[2] == "" {
			s.to = s.from
		}
		if s.to != 0 && s.from > s.to {
			return nil, fmt.Errorf("years %q: %d is after %d", years, s.from, s.to)
		}
		f.years = append(f.years, s)
	}
	return f, nil
}

// Matches reports whether a record is of one of the venues and years. A record without a year is not of any year.
func (f *Filter) Matches(r *bibliography.Record) bool {
	return f.matchesYear(r.Year) && f.matchesVenue(r)
}

// matchesYear reports whether a year is chosen.
func (f *Filter) matchesYear(year int) bool {
	for _, s := range f.years {
		if year > 0 && year >= s.from && (s.to == 0 || year <= s.to) {
			return true
		}
	}
	return len(f.years) == 0
}

// matchesVenue reports whether the venue of a record is chosen.
func (f *Filter) matchesVenue(r *bibliography.Record) bool {
	if len(f.names)+len(f.streams) == 0 {
		return true
	}
	for _, s := range f.streams {
		for _, id := range r.IDs {
			if strings.HasPrefix(id, s) {
				return true
			}
		}
	}
	if len(f.names) == 0 || r.Venue == "" {
		return false
	}
	is, ok := f.known[r.Venue]
	if !ok {
		n := Parse(r.Venue)
		is = slices.ContainsFunc(f.names, func(name Name) bool { return name.Same(&n) })
		if f.known == nil || len(f.known) >= maxKnown {
			f.known = map[string]bool{}
		}
		f.known[r.Venue] = is
	}
	return is
}

// maxKnown is the most venues that are remembered.
const maxKnown = 10_000
