package crawl

import "time"

// ShortenStall makes the watch impatient until it is told otherwise.
func ShortenStall(d time.Duration) (restore func()) {
	before := stallAfter
	stallAfter = d
	return func() { stallAfter = before }
}
