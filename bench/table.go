//go:build linux

package main

import (
	"context"
	"fmt"
	"slices"
	"strings"
)

// table holds the measurements of several crawlers on one web.
type table struct {
	web  web
	rows []row
}

// row holds the turns of one crawler.
type row struct {
	crawler
	turns []turn
}

// add adds rows for crawlers.
func (t *table) add(crawlers ...crawler) {
	for _, c := range crawlers {
		t.rows = append(t.rows, row{crawler: c})
	}
}

// runTurns runs the crawlers of a table one after the other, and repeats that, in folders within dir. Turns make slow changes
// of the machine affect all crawlers alike. A peer that fails is left out from then on.
func (b *bench) runTurns(ctx context.Context, dir string, t *table, turns int) error {
	failed := map[int]bool{}
	for n := range turns {
		for i := range t.rows {
			r := &t.rows[i]
			if failed[i] {
				continue
			}
			one, err := b.runCrawler(ctx, r.crawler, dir)
			if err != nil && (r.own || ctx.Err() != nil) {
				return err
			}
			if err != nil {
				failed[i] = true
				fmt.Fprintf(b.log, "left out: %v\n", err)
				continue
			}
			fmt.Fprintf(b.log, "turn %d of %d, %s: %.0f pages/s, %.2f CPU s, %d MiB, %d pages in %.1f s\n",
				n+1, turns, r.name, one.rate, one.cpu.Seconds(), one.rss>>20, one.stats.Total.Distinct, one.wall.Seconds())
			r.turns = append(r.turns, one)
		}
	}
	return nil
}

// String returns the table in Markdown.
func (t *table) String() string {
	var s strings.Builder
	s.WriteString("| crawler | turns | pages/s | whole run, s | CPU s / 1,000 pages | peak RSS, MiB | pages | twice | late robots | at once | disallowed |\n" +
		"| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |\n")
	for _, r := range t.rows {
		if len(r.turns) > 0 {
			s.WriteString(r.String())
		}
	}
	return s.String()
}

// String returns one line: medians and ranges of what was measured, the worst of what the server counted.
func (r *row) String() string {
	name := r.name
	wall := spread(r.turns, "%.1f", func(t turn) float64 { return t.wall.Seconds() })
	if slices.ContainsFunc(r.turns, func(t turn) bool { return t.cut }) {
		name, wall = fmt.Sprintf("%s (cut at %v)", name, r.limit), "–"
	}
	worst := func(count func(t turn) int) int { return count(slices.MaxFunc(r.turns, by(count))) }
	return fmt.Sprintf("| %s | %d | %s | %s | %s | %s | %d | %d | %d | %d | %d |\n", name, len(r.turns),
		spread(r.turns, "%.0f", turn.pagesPerSecond), wall,
		spread(r.turns, "%.2f", turn.cpuPerThousand),
		spread(r.turns, "%.0f", func(t turn) float64 { return float64(t.rss) / (1 << 20) }),
		-worst(func(t turn) int { return -t.stats.Total.Distinct }),
		worst(func(t turn) int { return t.stats.Total.Pages - t.stats.Total.Distinct }),
		worst(func(t turn) int { return t.stats.RobotsLate + t.stats.NoRobots }),
		worst(func(t turn) int { return t.stats.Total.MaxConcurrent }),
		worst(func(t turn) int { return t.stats.Total.Disallowed }))
}

// pagesPerSecond returns the rate of a turn.
func (t turn) pagesPerSecond() float64 { return t.rate }

// by returns a function that compares turns by a figure.
func by[N int | float64](of func(turn) N) func(a, b turn) int {
	return func(a, b turn) int {
		switch x, y := of(a), of(b); {
		case x < y:
			return -1
		case x > y:
			return 1
		}
		return 0
	}
}

// spread returns the median of a figure, and its range if there are several turns.
func spread(turns []turn, format string, of func(turn) float64) string {
	sorted := slices.SortedFunc(slices.Values(turns), by(of))
	text := fmt.Sprintf(format, median(turns, of))
	if len(turns) > 1 {
		text += fmt.Sprintf(" ("+format+"–"+format+")", of(sorted[0]), of(sorted[len(sorted)-1]))
	}
	return text
}

// median returns the median of a figure.
func median(turns []turn, of func(turn) float64) float64 {
	sorted := slices.SortedFunc(slices.Values(turns), by(of))
	n := len(sorted)
	return (of(sorted[(n-1)/2]) + of(sorted[n/2])) / 2
}

// ratios returns a sentence for each row of Sluice that compares its rate with that of the fastest peer.
func (t *table) ratios() string {
	var best *row
	rate := func(r *row) float64 { return median(r.turns, turn.pagesPerSecond) }
	for i := range t.rows {
		if r := &t.rows[i]; !r.own && len(r.turns) > 0 && (best == nil || rate(r) > rate(best)) {
			best = r
		}
	}
	if best == nil {
		return ""
	}
	var s strings.Builder
	for _, r := range t.rows {
		if !r.own || len(r.turns) == 0 {
			continue
		}
		var each []float64
		for i := range min(len(r.turns), len(best.turns)) {
			each = append(each, r.turns[i].rate/best.turns[i].rate)
		}
		fmt.Fprintf(&s, "%s is %.2f times as fast as the fastest peer, %s (turn by turn %.2f to %.2f).\n",
			r.name, rate(&r)/rate(best), best.name, slices.Min(each), slices.Max(each))
	}
	return s.String()
}
