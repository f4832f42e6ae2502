package pdfium_test

import (
	"errors"
	"os"
	"path/filepath"
	"testing"

	"sluice/document/content"
	"sluice/document/internal/pdfium"
	"sluice/internal/pdf"
)

// seeds adds what lies beside the clone, when the tests are built to use it.
var seeds = func(_ *testing.F, _ func(ending string, b []byte)) {}

// FuzzPDF reads whatever bytes: there is always an answer, and it is a document
// or one of the package's errors.
func FuzzPDF(f *testing.F) {
	seeds(f, func(ending string, b []byte) {
		if ending == "pdf" {
			f.Add(b)
		}
	})
	f.Add(encrypted(""))
	f.Add(pdf.File("", document(printed("R", 12, 72, 700, "Words \\222 of \\264 one"), printed("B", 9, 72, 700, "and another page"))...))
	f.Add(pdf.File("", document("q 500 0 0 700 0 0 cm BI /W 1 /H 1 /BPC 8 /CS /G ID x EI Q 1 0 0 RG 9 9 m 99 9 l 9 99 99 99 9 99 c h S")...))
	f.Add(pdf.File("", marked(printed("R", 12, 50, 700, "form"), "/AcroForm << /Fields [7 0 R] >>", "/Subtype /Widget /FT /Tx /T (name) /V (Bob)", "/Subtype /Text /Contents (note)")...))
	pages := document(printed("R", 12, 72, 700, "x"))
	pages[4] = "<< /Type /Page /Parent 2 0 R /Contents 6 0 R /MediaBox [0 0 99999999999999999999999999999999999999999999 9] >>"
	f.Add(pdf.File("/Info << /Title (A title) /CreationDate (D:20200102) >>", pages...))
	p := pdfium.NewInProcess(f)
	path := filepath.Join(f.TempDir(), "a.pdf")
	f.Fuzz(func(t *testing.T, b []byte) {
		if err := os.WriteFile(path, b, 0o600); err != nil {
			t.Fatal(err)
		}
		d, err := p.Read(t, path)
		picture, noPicture := p.Thumbnail(t, path, 20)
		if errors.Is(err, content.ErrGarbled) && d != nil {
			err = nil // a document comes with this error, for OCR
		}
		if (d == nil) == (err == nil) || (picture == nil) == (noPicture == nil) {
			t.Errorf("document %v, error %v; picture of %d bytes, error %v", d, err, len(picture), noPicture)
		}
		for _, err := range []error{err, noPicture} {
			if err != nil && !errors.Is(err, content.ErrDamaged) && !errors.Is(err, content.ErrTooLarge) && !errors.Is(err, content.ErrEncrypted) {
				t.Errorf("%v, which is not one of the package's errors", err)
			}
		}
	})
}
