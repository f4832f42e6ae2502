//go:build yardstick

package office_test

import (
	"testing"

	"sluice/internal/conformancetest"
)

func init() {
	seeds = func(f *testing.F, add func(ending string, b []byte)) { conformancetest.Seeds(f, add) }
}
