//go:build !unix

package pdfium

// limitProcess does nothing where the system has no limits for a process.
func limitProcess() error { return nil }

// Protection returns, in words, what protects the machine from a document.
func Protection() string { return "a process of its own; " + webAssembly }

// lowerPriority does nothing where priorities cannot be set.
func lowerPriority() {}

// cpuSeconds returns 0 where the time of a process is not known; a child is
// then replaced by the number of its documents alone.
func cpuSeconds() float64 { return 0 }

// isOwn returns true: the folder lies in the user's profile.
func isOwn(string) bool { return true }
