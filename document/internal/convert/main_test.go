package convert_test

import (
	"os"
	"testing"

	"sluice/document/internal/sandbox"
)

// TestMain lets the test binary be the copies that the sandbox starts.
func TestMain(m *testing.M) {
	if sandbox.Serve() {
		return
	}
	os.Exit(m.Run())
}
