//go:build linux

package main

import (
	"strings"
	"testing"
	"time"

	"sluice/internal/webboxtest"
)

func turnOf(rate float64, twice int) turn {
	s := &webboxtest.Stats{}
	s.Total = webboxtest.Host{Pages: 1000 + twice, Distinct: 1000, MaxConcurrent: 2}
	return turn{used: used{wall: time.Second, cpu: 500 * time.Millisecond, rss: 20 << 20}, rate: rate, stats: s}
}

func TestTableHasMediansRangesAndWorstCase(t *testing.T) {
	table := table{rows: []row{
		{crawler{name: "Sluice", own: true}, []turn{turnOf(300, 0), turnOf(100, 0), turnOf(200, 0)}},
		{crawler{name: "slow"}, []turn{turnOf(50, 0), turnOf(60, 7), turnOf(40, 3)}},
		{crawler{name: "never ran"}, nil},
	}}
	got := table.String()
	for _, want := range []string{
		"| Sluice | 3 | 200 (100–300) | 1.0 (1.0–1.0) | 0.50 (0.50–0.50) | 20 (20–20) | 1000 | 0 | 0 | 2 | 0 |\n",
		"| slow | 3 | 50 (40–60) | 1.0 (1.0–1.0) | 0.50 (0.50–0.50) | 20 (20–20) | 1000 | 7 | 0 | 2 | 0 |\n",
	} {
		if !strings.Contains(got, want) {
			t.Errorf("the table lacks\n%sit is\n%s", want, got)
		}
	}
	if strings.Contains(got, "never ran") {
		t.Errorf("the table has a row without turns:\n%s", got)
	}
	if got, want := table.ratios(), "Sluice is 4.00 times as fast as the fastest peer, slow (turn by turn 1.67 to 6.00).\n"; got != want {
		t.Errorf("ratios = %q, want %q", got, want)
	}
}

func TestMedianOfTwoIsTheirMean(t *testing.T) {
	if got := median([]turn{turnOf(300, 0), turnOf(100, 0)}, turn.pagesPerSecond); got != 200 {
		t.Errorf("median of 300 and 100 = %v", got)
	}
}
