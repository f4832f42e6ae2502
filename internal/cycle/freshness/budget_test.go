package freshness_test

import (
	"math"
	"testing"
	"time"

	"sluice/internal/cycle/freshness"
)

// TestCrawlsHaveTheBudgetBetweenThem: whatever the budget and the time between crawls, all of them together have as many requests as the days.
func TestCrawlsHaveTheBudgetBetweenThem(t *testing.T) {
	first := time.Date(2026, 1, 1, 9, 30, 0, 0, time.UTC)
	for _, test := range []struct {
		budget  float64
		every   time.Duration
		crawls  int
		want    int // of all crawls
		atMost  int // of one crawl
		atLeast int
	}{
		{1000, 24 * time.Hour, 30, 30_000, 1000, 1000},
		{1000, 23*time.Hour + 30*time.Minute, 30, 29_375, 980, 979}, // a crawl a little earlier loses no day
		{0.5, 24 * time.Hour, 30, 15, 1, 0},                         // a request every second day
		{0.1, time.Hour, 24 * 30, 3, 1, 0},
		{10, time.Hour, 24 * 30, 300, 1, 0}, // many crawls a day do not have a day's requests each
		{2.5, 15 * 24 * time.Hour, 4, 150, 38, 37},
		{0, 24 * time.Hour, 3, 0, 0, 0},
	} {
		sum, last := 0, first
		for n := 1; n <= test.crawls; n++ {
			at := first.Add(time.Duration(n) * test.every)
			got := freshness.Requests(test.budget, first, last, at)
			if got > test.atMost || got < test.atLeast {
				t.Errorf("%v a day, crawl %d after %v has %d requests, want %d to %d", test.budget, n, test.every, got, test.atLeast, test.atMost)
			}
			sum, last = sum+got, at
		}
		if sum != test.want {
			t.Errorf("%v a day: %d crawls, one every %v, have %d requests, want %d", test.budget, test.crawls, test.every, sum, test.want)
		}
	}
}

// TestBudgetWhenTheClockWasWrong: a last crawl in the future says nothing; a first one after the last one is not counted from.
func TestBudgetWhenTheClockWasWrong(t *testing.T) {
	at := time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)
	for _, test := range []struct {
		budget      float64
		first, last time.Time
		want        int
	}{
		{10, at.AddDate(-1, 0, 0), at.AddDate(1, 0, 0), 10}, {0.5, at, at, 1}, {10, at.AddDate(9, 0, 0), at.AddDate(0, 0, -2), 20},
		{math.MaxFloat64, at.AddDate(-1, 0, 0), at.AddDate(0, 0, -2), 1e9}, {math.MaxFloat64, at, at, 1e9},
	} {
		if got := freshness.Requests(test.budget, test.first, test.last, at); got != test.want {
			t.Errorf("Requests(%v, %v, %v) = %d, want %d", test.budget, test.first, test.last, got, test.want)
		}
	}
}
