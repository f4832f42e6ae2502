//go:build linux

package main

import (
	"slices"
	"strings"
	"testing"

	"sluice/internal/lab"
)

// TestSpiderTable: a crawl whose agents died counts with the pages that it brought, and with no agent.
func TestSpiderTable(t *testing.T) {
	long := spiderCell{class: slices.Repeat([]float64{0.4}, 500), cosine: slices.Repeat([]float64{0.2}, 500), population: slices.Repeat([]int{8}, 500)}
	short := spiderCell{class: slices.Repeat([]float64{0.2}, 60), cosine: slices.Repeat([]float64{0}, 60), population: slices.Repeat([]int{2}, 60)}
	plain := spiderCell{class: long.class, cosine: long.cosine}
	table := spiderTable("Webs", map[string][]spiderCell{
		lab.BreadthFirst: {plain, plain}, "infospiders": {long, long}, "infospiders-db": {long, short},
	})
	var got []string
	for _, row := range table.Rows {
		got = append(got, strings.Join(row, " "))
	}
	for _, want := range []string{
		"breadth-first 50 0.400 0.000 0.200 0.000 – – –",
		"infospiders 500 0.400 0.000 0.200 0.000 8.0 0.0 relevance stays",
		"infospiders-db 50 0.300 1.271 0.100 1.271 5.0 38.1 relevance 0.53",
		"infospiders-db 100 0.300 1.271 0.100 1.271 4.0 50.8 relevance falls",
		"infospiders-db 500 0.300 1.271 0.100 1.271 4.0 50.8 70 agents",
	} {
		if !slices.Contains(got, want) {
			t.Errorf("no row %q in\n%s", want, strings.Join(got, "\n"))
		}
	}
}
