package document

import (
	"errors"
	"os"
	"path/filepath"
	"testing"

	"sluice/document/content"
	"sluice/document/internal/convert"
	"sluice/internal/format"
)

// TestEveryReaderOfTheTableIsJoined reads a file of every format that the table
// gives to a reader. The reader may find it damaged or need a program, but must
// know the format.
func TestEveryReaderOfTheTableIsJoined(t *testing.T) {
	paths := map[string]string{}
	for _, name := range []string{"soffice", "gs", "dvips", "antiword", "catdoc", "catppt", "xls2csv", "tesseract"} {
		paths[name] = convert.None
	}
	r := NewReader(Options{TempDir: t.TempDir(), Tools: paths})
	defer r.Close()
	path := filepath.Join(t.TempDir(), "stub")
	if err := os.WriteFile(path, []byte("a stub of a file"), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, f := range format.All() {
		_, err := r.read(t.Context(), file{path: path, format: f.Name}, nil)
		_, needs := errors.AsType[*NeedsError](err)
		switch {
		case f.Reader != format.None && errors.Is(err, content.ErrUnknown):
			t.Errorf("%s: %v", f.Name, err)
		case (f.Reader == format.ThroughSuccessor || f.Reader == format.ThroughPDF) && !needs:
			t.Errorf("%s is read without a program: %v", f.Name, err)
		case f.Reader == format.None && err == nil:
			t.Errorf("%s is read, but the table names no reader", f.Name)
		}
		_, err = r.writeView(t.Context(), file{path: path, format: f.Name}, filepath.Join(t.TempDir(), "out.pdf"))
		if f.View == format.Converted && errors.Is(err, content.ErrUnknown) {
			t.Errorf("%s: no copy for viewing: %v", f.Name, err)
		}
	}
}
