package freshness

import (
	"math"
	"time"
)

// maxRequests is the most requests of one crawl.
const maxRequests = 1e9

// Requests returns how many requests of a budget of so many a day a crawl has that begins at a time. They are counted from the first crawl of a library on, and those
// until the last crawl were for that one. So crawls that follow each other have the whole budget between them, whether it is less than one request a
// day, or several crawls are made in a day. The times may be of clocks that were set back: a crawl of which it is not known when the last one was has the requests of one day,
// at least one.
func Requests(budget float64, first, last, at time.Time) int {
	if !last.Before(at) {
		return ofDay(budget)
	}
	budget = min(budget, maxRequests)
	if first.After(last) {
		first = last
	}
	until := func(at time.Time) float64 { return math.Floor(budget * (at.Sub(first).Hours() / 24)) }
	return inLimits(until(at) - until(last))
}

// ofDay returns the requests of one day; a part of one counts as one.
func ofDay(budget float64) int { return inLimits(math.Ceil(budget)) }

// inLimits returns a number of requests within the limits; 0 for what is no number.
func inLimits(n float64) int {
	if !(n > 0) {
		return 0
	}
	return int(min(n, maxRequests))
}
