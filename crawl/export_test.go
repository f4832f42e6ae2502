package crawl

import "time"

// ShortenStall makes the watch impatient until it is told otherwise.
func ShortenStall(d time.Duration) (restore func()) {
	before := stallAfter
	stallAfter = d
	return func() { stallAfter = before }
}

// HurryWatch makes the watch look more often, too.
func HurryWatch(every, stall time.Duration) (restore func()) {
	before, restoreStall := watchEvery, ShortenStall(stall)
	watchEvery = every
	return func() {
		watchEvery = before
		restoreStall()
	}
}

// ShortenHold makes the first pause of a crawl, by which all others go, a shorter one.
func ShortenHold(d time.Duration) (restore func()) {
	before := firstHold
	firstHold = d
	return func() { firstHold = before }
}

// ShortenDoubt makes a crawl give up sooner when all that answered cannot be reached any more.
func ShortenDoubt(d time.Duration) (restore func()) {
	before := longestDoubt
	longestDoubt = d
	return func() { longestDoubt = before }
}
