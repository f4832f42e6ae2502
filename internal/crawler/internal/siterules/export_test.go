package siterules

// KeepFew makes a book forget sites beyond n, until restore is called.
func KeepFew(n int) (restore func()) {
	before := maxSites
	maxSites = n
	return func() { maxSites = before }
}
