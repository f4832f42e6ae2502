package sqlitefile

import (
	"io/fs"
	"testing"
)

// WithoutPermission makes folders look as they do to a user who may not write, until the test ends: root may write everywhere.
func WithoutPermission(t *testing.T) {
	before := checkWritable
	checkWritable = func(string) error { return fs.ErrPermission }
	t.Cleanup(func() { checkWritable = before })
}
