package analysis_test

import (
	"strings"
	"testing"

	"sluice/cmd/sluice/internal/analysis"
	"sluice/internal/catalogue"
	"sluice/internal/cycle/stats"
)

// TestFiguresByCycle: the last eight cycles have a column each; a name that a cycle does not have leaves its cell empty, and one that nothing was counted of has no row.
func TestFiguresByCycle(t *testing.T) {
	s := &stats.Statistics{LevelLimit: -1}
	count := func(cycle int64, kind, name string, urls, accepted, rejected int64) {
		s.ByCycle = append(s.ByCycle, catalogue.CycleCount{Cycle: cycle, Kind: kind, Name: name, URLs: urls, Accepted: accepted, Rejected: rejected})
	}
	for n := int64(1); n <= 9; n++ {
		count(n, catalogue.CountLevel, "1", n, 0, 0)
		if n > 7 {
			count(n, catalogue.CountLevel, "2", 100*n, 0, 0)
		}
		count(n, catalogue.CountError, "no answer", 2000, 0, 0)
		count(n, catalogue.CountSize, "0", 0, 0, 0)
		count(n, catalogue.CountSize, "20000", 0, n, 1)
		count(n, catalogue.CountType, "pdf", 0, 3, 4)
		if n == 2 {
			count(n, catalogue.CountType, "ps", 0, 1, 0)
		}
	}
	var b strings.Builder
	if err := analysis.WriteStatistics(&b, s, ""); err != nil {
		t.Fatal(err)
	}
	want := `Documents by directory level, at the end of each cycle
  level  cycle 2  cycle 3  cycle 4  cycle 5  cycle 6  cycle 7  cycle 8  cycle 9
  1            2        3        4        5        6        7        8        9
  2                                                                800      900

URLs that brought nothing, at the end of each cycle
  class      cycle 2  cycle 3  cycle 4  cycle 5  cycle 6  cycle 7  cycle 8  cycle 9
  no answer    2,000    2,000    2,000    2,000    2,000    2,000    2,000    2,000

Documents accepted / rejected by size, at the end of each cycle
  from     cycle 2  cycle 3  cycle 4  cycle 5  cycle 6  cycle 7  cycle 8  cycle 9
  20.0 kB    2 / 1    3 / 1    4 / 1    5 / 1    6 / 1    7 / 1    8 / 1    9 / 1

Documents accepted / rejected by type, at the end of each cycle
  type  cycle 2  cycle 3  cycle 4  cycle 5  cycle 6  cycle 7  cycle 8  cycle 9
  ps      1 / 0
  pdf     3 / 4    3 / 4    3 / 4    3 / 4    3 / 4    3 / 4    3 / 4    3 / 4
`
	if got := b.String(); got != want {
		t.Errorf("tables\n%s\nwant\n%s", got, want)
	}
	b.Reset()
	s.ByCycle = s.ByCycle[:3]
	if err := analysis.WriteStatistics(&b, s, ""); err != nil || strings.Contains(b.String(), "cycle") {
		t.Errorf("of one cycle: %q, %v", b.String(), err)
	}
}
