package crawler

import (
	"time"

	"sluice/crawl"
)

// ShortenStall makes the watchdog report a stall sooner, until restore is called.
func ShortenStall(d time.Duration) (restore func()) {
	before := stallAfter
	stallAfter = d
	return func() { stallAfter = before }
}

// HurryWatchdog makes the watchdog look more often, too.
func HurryWatchdog(every, stall time.Duration) (restore func()) {
	before, restoreStall := watchEvery, ShortenStall(stall)
	watchEvery = every
	return func() {
		watchEvery = before
		restoreStall()
	}
}

// ShortenPause makes the first pause of a crawl, on which all others depend, shorter.
func ShortenPause(d time.Duration) (restore func()) {
	before := firstPause
	firstPause = d
	return func() { firstPause = before }
}

// ShortenDoubt makes a crawl end sooner when all hosts that answered cannot be reached any more.
func ShortenDoubt(d time.Duration) (restore func()) {
	before := maxDoubt
	maxDoubt = d
	return func() { maxDoubt = before }
}

// RememberAddresses sets of how many hosts it is known that the frontier has their addresses.
func RememberAddresses(n int) (restore func()) {
	before := maxResolved
	maxResolved = n
	return func() { maxResolved = before }
}

// Settings returns the configuration by which a crawl runs: cfg with the defaults filled in.
func Settings(cfg crawl.Config) crawl.Config { return config{Config: cfg}.withDefaults().Config }

// Validate returns the error of a configuration whose defaults are filled in.
func Validate(cfg crawl.Config) error { return config{Config: cfg}.validate() }
