//go:build !linux

package pdfium

// Probe does nothing where a child is not confined.
func Probe() bool { return false }
