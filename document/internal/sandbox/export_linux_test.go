package sandbox

import "testing"

// WithoutNamespaces makes the sandbox do as on a machine that allows none,
// until the test ends.
func WithoutNamespaces(t *testing.T) {
	was := isolated
	isolated = func() bool { return false }
	t.Cleanup(func() { isolated = was })
}
