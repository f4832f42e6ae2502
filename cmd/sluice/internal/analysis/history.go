package analysis

import (
	"fmt"
	"slices"
	"strconv"

	"sluice/cmd/sluice/internal/screen"
	"sluice/internal/catalogue"
)

// shownCycles is how many cycles are compared; the JSON has all.
const shownCycles = 8

// byCycle writes what was counted at the ends of the last cycles, a column each, if there were two.
func (w *writer) byCycle(all []catalogue.CycleCount) {
	var cycles []int64
	for i := range all {
		if n := len(cycles); n == 0 || cycles[n-1] != all[i].Cycle {
			cycles = append(cycles, all[i].Cycle)
		}
	}
	if len(cycles) < 2 {
		return
	}
	cycles = cycles[max(0, len(cycles)-shownCycles):]
	for _, of := range []struct{ kind, title, name string }{
		{catalogue.CountLevel, "Documents by directory level, at the end of each cycle", "level"},
		{catalogue.CountError, "URLs that brought nothing, at the end of each cycle", "class"},
		{catalogue.CountSize, "Documents accepted / rejected by size, at the end of each cycle", "from"},
		{catalogue.CountType, "Documents accepted / rejected by type, at the end of each cycle", "type"},
	} {
		columns := []screen.Column{{Title: of.name}}
		for _, n := range cycles {
			columns = append(columns, number(fmt.Sprintf("cycle %d", n)))
		}
		w.table(of.title, cycleRows(all, of.kind, cycles), columns...)
	}
}

// cycleRows returns the counts of a kind, a row for each name in the order of the last cycle that has it. Rows without anything counted are left out.
func cycleRows(all []catalogue.CycleCount, kind string, cycles []int64) (rows [][]string) {
	column := map[int64]int{}
	for i, n := range cycles {
		column[n] = i + 1
	}
	at := map[string]int{}
	for i := len(all) - 1; i >= 0; i-- { // the last cycle first
		c := &all[i]
		k, isShown := column[c.Cycle]
		if c.Kind != kind || !isShown || c.URLs+c.Accepted+c.Rejected == 0 {
			continue
		}
		n, isKnown := at[c.Name]
		if !isKnown {
			n = len(rows)
			at[c.Name] = n
			rows = append(rows, append([]string{countName(c)}, make([]string, len(cycles))...))
		}
		if rows[n][k] = screen.Count(c.URLs); kind == catalogue.CountSize || kind == catalogue.CountType {
			rows[n][k] = screen.Count(c.Accepted) + " / " + screen.Count(c.Rejected)
		}
	}
	slices.Reverse(rows) // each list was read from its end
	return rows
}

// countName returns the name of a count for people.
func countName(c *catalogue.CycleCount) string {
	if bytes, err := strconv.ParseInt(c.Name, 10, 64); err == nil && c.Kind == catalogue.CountSize {
		return screen.Bytes(bytes)
	}
	return c.Name
}
