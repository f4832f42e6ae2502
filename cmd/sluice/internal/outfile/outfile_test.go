package outfile_test

import (
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"sluice/cmd/sluice/internal/outfile"
)

func TestCheckFindsWhatWriteCannotWrite(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "file")
	if err := os.WriteFile(file, []byte("old"), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct{ name, path, want string }{
		{"file that exists", file, ""},
		{"new file", filepath.Join(dir, "new"), ""},
		{"folder", dir, "it is a folder"},
		{"missing folder", filepath.Join(dir, "none", "new"), "there is no folder"},
		{"file in place of a folder", filepath.Join(file, "new"), "there is no folder"},
	} {
		err := outfile.Check(test.path)
		if test.want == "" && err != nil || test.want != "" && (err == nil || !strings.Contains(err.Error(), test.want)) {
			t.Errorf("%s: error %v, want %q", test.name, err, test.want)
		}
		written := outfile.Write(t.Context(), test.path, func(w io.Writer) error {
			_, err := io.WriteString(w, "new")
			return err
		})
		if (written == nil) != (err == nil) {
			t.Errorf("%s: Check returns %v, Write %v", test.name, err, written)
		}
	}
}
