package main

import (
	"context"
	"errors"
	"testing"

	"sluice/crawl"
)

func TestViewKeepsItsFiguresWhenTheStoresAreClosed(t *testing.T) {
	var failure error
	stats := func(pages int64) crawl.Stats { return crawl.Stats{Library: crawl.Totals{Pages: pages}} }
	latest := &latestStats{count: func(context.Context) (crawl.Stats, error) {
		if failure != nil {
			return crawl.Stats{}, failure
		}
		return stats(3), nil
	}}
	want := func(when string, pages int64) {
		t.Helper()
		if got := latest.value(t.Context()); got.Library.Pages != pages {
			t.Errorf("%s: %d pages, want %d", when, got.Library.Pages, pages)
		}
	}
	want("while the crawl runs", 3)
	failure = errors.New("closed")
	want("while the crawl ends", 3)
	var none crawl.Stats
	latest.end(&none, failure)
	want("after a failure", 3)
	result := stats(4)
	latest.end(&result, nil)
	want("after the end", 4)
}
