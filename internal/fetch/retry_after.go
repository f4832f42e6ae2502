package fetch

import (
	"net/http"
	"strconv"
	"strings"
	"time"
)

// longestRetryAfter is the longest delay that a server can request.
const longestRetryAfter = 365 * 24 * time.Hour

// RetryAfter returns how long the server asks to wait, from its Retry-After header in seconds or as a date
// (RFC 9110, section 10.2.3): never negative, at most a year. It reports whether the header is valid.
func RetryAfter(h http.Header, now time.Time) (time.Duration, bool) {
	v := strings.TrimSpace(h.Get("Retry-After"))
	if v == "" {
		return 0, false
	}
	if t, err := http.ParseTime(v); err == nil {
		return min(max(t.Sub(now), 0), longestRetryAfter), true
	}
	seconds, err := strconv.ParseFloat(v, 64)
	if seconds != seconds || err != nil && seconds == 0 {
		return 0, false
	}
	if seconds >= longestRetryAfter.Seconds() {
		return longestRetryAfter, true
	}
	return max(time.Duration(seconds*float64(time.Second)), 0), true
}
