//go:build !unix

package fetch

// isQuiet cannot look: a dead connection is found out when it is asked.
func isQuiet(uintptr) bool { return true }
