//go:build !unix

package pdfium

func limitProcess() error { return nil }
func lowerPriority()      {}
func cpuSeconds() float64 { return 0 }
