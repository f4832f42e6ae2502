package robots

import (
	"errors"
	"strconv"
	"strings"
	"time"
)

// parseDelay reads the seconds of a Crawl-delay line: a decimal number, perhaps with
// its unit. Negative and infinite delays are ignored; one of more than a year is a year.
func parseDelay(s string) (time.Duration, bool) {
	unit := strings.TrimLeft(s, "0123456789.")
	switch strings.ToLower(strings.TrimSpace(unit)) {
	case "", "s", "sec", "second", "seconds":
	default:
		return 0, false
	}
	seconds, err := strconv.ParseFloat(s[:len(s)-len(unit)], 64)
	if err != nil && !errors.Is(err, strconv.ErrRange) {
		return 0, false
	}
	return bounded(seconds), true
}

// parseRate reads a Request-rate line: requests "/" seconds, the seconds perhaps with a
// unit (s, m, h, d), then perhaps the hours when it holds, which are not regarded.
func parseRate(s string) (Rate, bool) {
	s, _, _ = strings.Cut(s, " ")
	requests, period, ok := strings.Cut(s, "/")
	if !ok {
		return Rate{}, false
	}
	unit := 1.0
	if n := len(period); n > 0 {
		if u, ok := units[period[n-1]|0x20]; ok {
			unit, period = u, period[:n-1]
		}
	}
	n, err := strconv.ParseUint(requests, 10, 31)
	seconds, err2 := strconv.ParseUint(period, 10, 31)
	if err != nil || err2 != nil || n == 0 {
		return Rate{}, false
	}
	return Rate{Requests: int(n), Period: bounded(float64(seconds) * unit)}, true
}

var units = map[byte]float64{'s': 1, 'm': 60, 'h': 3600, 'd': 86400}

// maxDelay is the longest delay that is believed.
const maxDelay = 365 * 24 * time.Hour

// bounded returns seconds as a duration, within what a delay can be.
func bounded(seconds float64) time.Duration {
	return time.Duration(min(seconds, maxDelay.Seconds()) * float64(time.Second))
}
