package office_test

import (
	"archive/zip"
	"bytes"
	"errors"
	"fmt"
	"io"
	"strings"
	"syscall"
	"testing"

	"sluice/document/content"
)

// withPart returns a file of parts in which one part is another, or is added.
func withPart(parts []string, name, text string) []byte {
	parts = append([]string(nil), parts...)
	for i := 0; i < len(parts); i += 2 {
		if parts[i] == name {
			parts[i+1] = text
			return zipped(parts...)
		}
	}
	return zipped(append(parts, name, text)...)
}

// Documents of which one part after another is damaged.
var (
	wordParts = []string{
		"word/document.xml", `<w:document><w:body><w:p><w:r><w:t>the text</w:t></w:r></w:p></w:body></w:document>`,
		"_rels/.rels", `<Relationships/>`, "word/_rels/document.xml.rels",
		`<Relationships><Relationship Id="s" Type="x/styles" Target="styles.xml"/><Relationship Id="n" Type="x/numbering" Target="numbering.xml"/></Relationships>`,
		"word/styles.xml", wordStyles, "word/numbering.xml", wordLists,
	}
	sheetParts = []string{
		"xl/workbook.xml", `<workbook><sheets><sheet name="S" r:id="a"/></sheets></workbook>`,
		"xl/_rels/workbook.xml.rels", `<Relationships><Relationship Id="a" Type="x/worksheet" Target="s.xml"/><Relationship Id="b" Type="x/styles" Target="styles.xml"/></Relationships>`,
		"xl/s.xml", `<worksheet><sheetData><row><c t="inlineStr"><is><t>the text</t></is></c></row></sheetData></worksheet>`,
	}
	openParts = []string{"content.xml", `<office:document-content><office:body><office:text><text:p>the text</text:p></office:text></office:body></office:document-content>`}
	bookParts = []string{
		"META-INF/container.xml", `<c><rootfile full-path="b.opf"/></c>`,
		"b.opf", `<package><manifest><item id="a" href="a.html" media-type="application/xhtml+xml"/></manifest><spine><itemref idref="a"/></spine></package>`,
		"a.html", `<html><body><p>the text</p></body></html>`,
	}
)

func TestDamagedOptionalPartIsNotedAndCostsNothingElse(t *testing.T) {
	for _, c := range []struct {
		format string
		parts  []string
		names  []string
	}{
		{"docx", wordParts, []string{"_rels/.rels", "word/_rels/document.xml.rels", "word/styles.xml", "word/numbering.xml", "docProps/core.xml", "docProps/custom.xml"}},
		{"xlsx", sheetParts, []string{"xl/styles.xml", "docProps/app.xml"}},
		{"odt", openParts, []string{"META-INF/manifest.xml", "meta.xml", "styles.xml"}},
		{"epub", bookParts, []string{"META-INF/encryption.xml", "META-INF/container.xml"}},
	} {
		d, err := read(t, c.format, zipped(c.parts...))
		if err != nil || !strings.Contains(d.Text, "the text") || d.Cut != "" {
			t.Errorf("%s with undamaged parts: %+v, %v; want its whole text", c.format, d, err)
		}
		for _, name := range c.names {
			d, err := read(t, c.format, withPart(c.parts, name, "no XML"))
			if err != nil || !strings.Contains(d.Text, "the text") || d.Cut != content.CutDamaged {
				t.Errorf("%s with a damaged %s: %+v, %v; want its text, and that a part is damaged", c.format, name, d, err)
			}
		}
	}
}

// unreadable is a file on a disk that fails to read some bytes.
type unreadable struct {
	io.ReaderAt
	from, to int64
}

func (u unreadable) ReadAt(b []byte, at int64) (int, error) {
	if at < u.to && at+int64(len(b)) > u.from {
		return 0, fmt.Errorf("read file: %w", syscall.EIO)
	}
	return u.ReaderAt.ReadAt(b, at)
}

func TestPartThatTheDiskCannotReadIsNotDamaged(t *testing.T) {
	for format, parts := range map[string][]string{"docx": wordParts, "odt": append([]string{"meta.xml", "<meta/>"}, openParts...)} {
		b := zipped(parts...)
		z, err := zip.NewReader(bytes.NewReader(b), int64(len(b)))
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range z.File {
			from, err := f.DataOffset()
			if err != nil {
				t.Fatal(err)
			}
			in := unreadable{bytes.NewReader(b), from, from + int64(f.CompressedSize64)}
			if d, err := readFrom(t.Context(), in, int64(len(b)), format); !errors.Is(err, syscall.EIO) || errors.Is(err, content.ErrDamaged) {
				t.Errorf("%s of which the disk fails to read %s: %+v, %v; want the error of the disk", format, f.Name, d, err)
			}
		}
	}
}
