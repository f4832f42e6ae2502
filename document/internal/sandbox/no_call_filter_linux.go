//go:build !amd64 && !arm64

package sandbox

const filtered = false

func filterCalls(bool) error { return nil }
