package pdfium_test

import (
	"os"
	"testing"

	"sluice/document/internal/pdfium"
)

func TestMain(m *testing.M) {
	if pdfium.Serve() {
		return
	}
	os.Exit(m.Run())
}
