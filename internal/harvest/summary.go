package harvest

import (
	"cmp"
	"maps"
	"slices"
	"strconv"
	"time"

	"sluice/internal/catalogue"
)

// Summary is what became of wanted works.
type Summary struct {
	Wanted   int `json:"wanted"`
	Held     int `json:"held"`  // the library had them before
	Found    int `json:"found"` // by the harvest
	Missed   int `json:"missed"`
	Open     int `json:"open"` // not looked for yet
	Requests int `json:"requests"`

	Homepages int `json:"homepages"` // of authors, that were found

	First time.Time `json:"first,omitzero"` // attempt; zero if there is none
	Last  time.Time `json:"last,omitzero"`

	Recall        float64 `json:"recall"`         // held and found ÷ wanted
	MissingRecall float64 `json:"missing_recall"` // found ÷ wanted that were not held

	Ways   []WayCount `json:"ways"`   // the cheapest first
	Venues []Group    `json:"venues"` // the largest first
	Years  []Group    `json:"years"`  // the first one first
	Causes []Count    `json:"causes"` // of misses, the commonest first
}

// WayCount is what a way has brought.
type WayCount struct {
	Way      Way     `json:"way"`
	Found    int     `json:"found"`
	Requests int     `json:"requests"`
	PerFound float64 `json:"per_found"` // requests ÷ found; 0 if nothing was found
}

// Group is the works of a venue or a year.
type Group struct {
	Name   string `json:"name"` // empty: unknown
	Wanted int    `json:"wanted"`
	Held   int    `json:"held"`
	Found  int    `json:"found"`

	Recall        float64 `json:"recall"`         // held and found ÷ wanted
	MissingRecall float64 `json:"missing_recall"` // found ÷ wanted that were not held
}

// SetRecall sets the shares by the counts.
func (g *Group) SetRecall() {
	g.Recall, g.MissingRecall = share(g.Held+g.Found, g.Wanted), share(g.Found, g.Wanted-g.Held)
}

// Count is a cause with the number of works that have it.
type Count struct {
	Name string `json:"name"`
	N    int    `json:"n"`
}

// Summarize counts wanted works and the attempts for each of them, which history returns.
func Summarize(works []catalogue.WantedWork, history func(*catalogue.WantedWork) ([]catalogue.WantedAttempt, error)) (*Summary, error) {
	s := &Summary{Wanted: len(works)}
	ways, venues, years, causes := map[Way]*WayCount{}, map[string]*Group{}, map[string]*Group{}, map[string]int{}
	homepages := map[string]bool{}
	for i := range works {
		w := &works[i]
		attempts, err := history(w)
		if err != nil {
			return nil, err
		}
		for _, a := range attempts {
			s.Requests += a.Requests
			entry(ways, WayOf(a.Way)).Requests += a.Requests
			if s.First.IsZero() || a.At.Before(s.First) {
				s.First = a.At
			}
			if a.At.After(s.Last) {
				s.Last = a.At
			}
			if a.Reached == ReachedHomepage {
				homepages[a.URL] = true
			}
		}
		year := ""
		if w.Record.Year > 0 {
			year = strconv.Itoa(w.Record.Year)
		}
		venue, published := entry(venues, w.Record.Venue), entry(years, year)
		venue.Wanted++
		published.Wanted++
		switch way := WayOf(w.Outcome.Way); {
		case w.State == catalogue.WantedFound && way == WayHeld:
			s.Held++
			venue.Held++
			published.Held++
		case w.State == catalogue.WantedFound:
			s.Found++
			venue.Found++
			published.Found++
			entry(ways, way).Found++
		case w.State == catalogue.WantedMissed:
			s.Missed++
			causes[w.Outcome.Cause]++
		default:
			s.Open++
		}
	}
	s.Recall, s.MissingRecall = share(s.Held+s.Found, s.Wanted), share(s.Found, s.Wanted-s.Held)
	s.Homepages = len(homepages)
	s.addWays(ways)
	s.Venues, s.Years = groups(venues), groups(years)
	slices.SortStableFunc(s.Venues, func(a, b Group) int { return cmp.Compare(b.Wanted, a.Wanted) })
	for _, cause := range slices.Sorted(maps.Keys(causes)) {
		s.Causes = append(s.Causes, Count{cause, causes[cause]})
	}
	slices.SortStableFunc(s.Causes, func(a, b Count) int { return cmp.Compare(b.N, a.N) })
	return s, nil
}

// addWays adds the ways that were used.
func (s *Summary) addWays(ways map[Way]*WayCount) {
	for _, way := range Ways() {
		w := ways[way]
		if w == nil {
			continue
		}
		w.Way = way
		if w.Found > 0 {
			w.PerFound = float64(w.Requests) / float64(w.Found)
		}
		s.Ways = append(s.Ways, *w)
	}
}

// entry returns the value of a key, which it makes if there is none.
func entry[K comparable, V any](m map[K]*V, key K) *V {
	if m[key] == nil {
		m[key] = new(V)
	}
	return m[key]
}

// share returns a share of a whole; 0 of nothing.
func share(n, whole int) float64 {
	if whole == 0 {
		return 0
	}
	return float64(n) / float64(whole)
}

// groups returns groups in the order of their names.
func groups(m map[string]*Group) (all []Group) {
	for _, name := range slices.Sorted(maps.Keys(m)) {
		g := *m[name]
		g.Name = name
		g.SetRecall()
		all = append(all, g)
	}
	return all
}
