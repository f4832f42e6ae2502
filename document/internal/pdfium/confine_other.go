//go:build !unix

package pdfium

func confine() error { return nil }
func yield()         {}
func spent() float64 { return 0 }
