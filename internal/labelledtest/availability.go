//go:build yardstick

package labelledtest

import (
	"os"
	"testing"
)

// FileExists reports whether a file that a table of labels names exists. The tables were written for the data beside the project. If
// SLUICE_SHARED points to other data of the same layout, files may be missing: the caller leaves their rows out.
func FileExists(path string) bool {
	_, err := os.Stat(path)
	return err == nil
}

// CheckCount reports whether n is at least least, the number of things that a rate must be measured on before it is compared with its
// minimum. If n is less, CheckCount fails the test; with other data (SLUICE_SHARED is set) it logs that the rate is not compared.
// What names the things in the messages.
func CheckCount(t testing.TB, what string, n, least int) bool {
	t.Helper()
	switch {
	case n >= least:
		return true
	case os.Getenv("SLUICE_SHARED") == "":
		t.Errorf("%d %s, want at least %d", n, what, least)
	default:
		t.Logf("rate not compared with its minimum: %d %s, fewer than %d", n, what, least)
	}
	return false
}
