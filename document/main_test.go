package document_test

import (
	"os"
	"testing"

	"sluice/document"
)

// TestMain lets the test binary be the processes that a Reader starts.
func TestMain(m *testing.M) {
	if document.Serve() {
		return
	}
	os.Exit(m.Run())
}
