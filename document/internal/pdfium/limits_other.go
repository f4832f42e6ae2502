//go:build !unix

package pdfium

// limitProcess does nothing where the system has no limits for a process.
func limitProcess() error { return nil }

// lowerPriority does nothing where priorities cannot be set.
func lowerPriority() {}

// cpuSeconds returns 0 where the time of a process is not known; a child is
// then replaced by the number of its documents alone.
func cpuSeconds() float64 { return 0 }
