// Package crawlertest tests implementations of the seams of package crawler: one suite a
// seam, which every implementation passes. A test calls the suite with a function that
// makes an empty store.
package crawlertest
