package lab

import "math"

// smallRoom is the difference, in requests, between breadth-first and the oracle up to which the room used says nothing.
const smallRoom = 100

// Total is what the walks of a strategy have in common over webs and runs.
type Total struct {
	Strategy string `json:"strategy"`

	// Room is the mean room used at 80 and 90 %, over the webs with room for more than 100 requests; NaN if there is none.
	Room          []Number `json:"room_used"`
	RoomPlusMinus []Number `json:"room_used_plus_minus"`

	OfBreadth     float64 `json:"of_breadth"`
	AreaGain      float64 `json:"area_gain"`
	AreaPlusMinus Number  `json:"area_plus_minus"`

	// Worst is the most by which it was worse than breadth-first at 80 or 90 %, by the requests of the web; 0 if it never was.
	Worst float64 `json:"worst"`

	// Measures are the other measures of walks by their names in [Row]; what no web has is left out.
	Measures map[string]Summary `json:"measures"`

	BreadthFirst Pairs `json:"breadth_first"` // its area compared with that of breadth-first
	Best         Pairs `json:"best"`          // the area of the strategy with the greatest mean area compared with its own
}

// Summary is a measure over webs and runs.
type Summary struct {
	Mean         Number `json:"mean"`
	PlusMinus    Number `json:"plus_minus"`    // half of its 95 % confidence interval
	BreadthFirst Pairs  `json:"breadth_first"` // compared with breadth-first
}

// Results are comparisons with what they have in common.
type Results struct {
	Webs   []*Comparison `json:"webs"`
	Totals []Total       `json:"totals,omitempty"` // of more webs than one, or more runs
}

// ResultsOf returns comparisons with their totals.
func ResultsOf(cs []*Comparison) Results {
	r := Results{Webs: cs}
	if len(cs) > 1 || len(cs) == 1 && cs[0].runs() > 1 {
		r.Totals = Totals(cs)
	}
	return r
}

// Totals returns what the strategies of comparisons have in common, in the order of the first one. A strategy that is missing in a
// comparison is left out.
func Totals(cs []*Comparison) []Total {
	if len(cs) == 0 {
		return nil
	}
	var all []Total
	best, most := BreadthFirst, 0.0
	for _, name := range cs[0].Strategies() {
		t, ok := totalOf(cs, name)
		if !ok {
			continue
		}
		if name != OracleName && t.AreaGain > most {
			best, most = name, t.AreaGain
		}
		all = append(all, t)
	}
	for i := range all {
		all[i].BreadthFirst = pairsOf(cs, all[i].Strategy, BreadthFirst, areaGain)
		all[i].Best = pairsOf(cs, best, all[i].Strategy, areaGain)
		all[i].Measures = summaries(cs, all[i].Strategy)
	}
	return all
}

// areaGain is the measure by which strategies are compared in the first place.
func areaGain(r *Row) float64 { return r.AreaGain }

// summaries returns the other measures of a strategy, over the comparisons that have them.
func summaries(cs []*Comparison, name string) map[string]Summary {
	all := map[string]Summary{}
	for _, m := range measures {
		var having []*Comparison
		var of []float64
		for _, c := range cs {
			if m.shown(c) {
				having = append(having, c)
				of = append(of, values(c.of(name), m.of)...)
			}
		}
		if len(having) == 0 {
			continue
		}
		mean, plusMinus := Mean(of)
		all[m.name] = Summary{Number(mean), Number(plusMinus), pairsOf(having, name, BreadthFirst, m.of)}
	}
	return all
}

// pairsOf compares two strategies by a measure, web by web and run by run. Of runs that do not differ, because neither strategy nor
// seeds leave anything to chance, one counts.
func pairsOf(cs []*Comparison, name, other string, of func(*Row) float64) Pairs {
	var a, b []float64
	for _, c := range cs {
		first := len(a)
		mine, others := values(c.of(name), of), values(c.of(other), of)
		for i := range min(len(mine), len(others)) {
			if i == 0 || mine[i] != a[first] || others[i] != b[first] {
				a, b = append(a, mine[i]), append(b, others[i])
			}
		}
	}
	return Compared(a, b)
}

// totalOf returns the means of a strategy, and whether all comparisons have it.
func totalOf(cs []*Comparison, name string) (t Total, ok bool) {
	t.Strategy = name
	room := make([][]float64, len(roomShares))
	var equal, areas []float64
	for _, c := range cs {
		rows, first, oracle := c.of(name), c.of(BreadthFirst), c.of(OracleName)
		if len(rows) == 0 || len(rows) != len(first) || len(rows) != len(oracle) {
			return t, false
		}
		equal = append(equal, values(rows, func(r *Row) float64 { return r.OfBreadth })...)
		areas = append(areas, values(rows, func(r *Row) float64 { return r.AreaGain })...)
		for i := range rows {
			for j := range roomShares {
				needed, base := rows[i].needed(j+1, c.Reachable), first[i].needed(j+1, c.Reachable)
				if base-oracle[i].needed(j+1, c.Reachable) > smallRoom {
					room[j] = append(room[j], rows[i].RoomUsed[j])
				}
				t.Worst = max(t.Worst, (needed-base)/float64(max(1, c.Reachable)))
			}
		}
	}
	t.OfBreadth, _ = Mean(equal)
	gain, plusMinus := Mean(areas)
	t.AreaGain, t.AreaPlusMinus = gain, Number(plusMinus)
	for _, used := range room {
		m, plusMinus := Mean(used)
		t.Room, t.RoomPlusMinus = append(t.Room, Number(m)), append(t.RoomPlusMinus, Number(plusMinus))
	}
	return t, true
}

// needed returns a search length; if the share was never reached, as by a walk that was cut, all requests of the walk, or those by which
// all can be reached if these are more.
func (r *Row) needed(i, reachable int) float64 {
	if n := r.length(i); !math.IsNaN(n) {
		return n
	}
	return float64(max(r.Requests, reachable))
}
