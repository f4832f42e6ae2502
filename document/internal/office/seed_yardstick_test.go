//go:build yardstick

package office_test

import (
	"encoding/base64"
	"testing"

	"sluice/internal/conformancetest"
)

func init() {
	seeds = func(f *testing.F, add func(ending string, b []byte)) {
		type file struct {
			Ext  string
			Data string `json:"data_b64"`
		}
		for _, c := range conformancetest.Cases[file](f, "documents") {
			b, err := base64.StdEncoding.DecodeString(c.Data)
			if err != nil {
				f.Fatal(err)
			}
			if len(b) < 64<<10 {
				add(c.Ext, b)
			}
		}
	}
}
