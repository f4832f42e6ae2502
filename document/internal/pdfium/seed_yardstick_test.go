//go:build yardstick

package pdfium_test

import (
	"testing"

	"sluice/internal/conformancetest"
)

func init() {
	seeds = func(f *testing.F, add func(ending string, b []byte)) { conformancetest.Seeds(f, add) }
}
