//go:build yardstick

package conformancetest

import "testing"

// Seeds calls add with each small document of the folder beside the project and its ending. They are the seeds of fuzzing.
func Seeds(t testing.TB, add func(ending string, b []byte)) {
	t.Helper()
	const small = 64 << 10
	type file struct {
		Ext  string
		Data []byte `json:"data_b64"`
	}
	for _, c := range Cases[file](t, "documents") {
		if len(c.Data) < small {
			add(c.Ext, c.Data)
		}
	}
}
