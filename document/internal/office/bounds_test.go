package office_test

import (
	"archive/zip"
	"bytes"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"sluice/document/content"
	"sluice/document/internal/legacy"
)

func TestPendingRowIsBounded(t *testing.T) {
	wide := strings.Repeat(`<text:p>x`+strings.Repeat(`<text:s text:c="1000"/>`, 1000)+`</text:p>`, 50)
	for _, c := range []struct {
		what, format string
		data         []byte
	}{
		{"paragraphs of a cell", "rtf", []byte(`{\rtf1\intbl ` + strings.Repeat(`a\par `, 400_000))},
		{"spaces of a row", "odt", zipped("content.xml", `<c><table:table-row><table:table-cell>`+wide+`</table:table-cell></table:table-row></c>`)},
		{"paragraphs within each other", "docx", zipped("word/document.xml", "<d>"+strings.Repeat("<p>", 150)+strings.Repeat("<p><t>x</t></p>", 9000)+
			strings.Repeat("</p>"+strings.Repeat("<p><t>x</t></p>", 9000), 50))},
	} {
		d, err := read(t, c.format, c.data)
		if err != nil || d.Cut != "size" || !strings.HasPrefix(d.Text, "a\n") && !strings.HasPrefix(d.Text, "x\n") {
			t.Errorf("%s: %v, %+v", c.what, err, d)
		}
	}
}

func TestOfficeBombIsNotRead(t *testing.T) {
	book := func(chapter string) []byte {
		return zipped("META-INF/container.xml", `<c><rootfile full-path="a.opf"/></c>`,
			"a.opf", `<p><item id="a" href="a.xhtml"/><itemref idref="a"/></p>`, "a.xhtml", chapter)
	}
	random := make([]byte, 1<<19) // else it would be the packing that tells it
	rand.NewChaCha8([32]byte{}).Read(random)
	noise := hex.EncodeToString(random)
	const words = "<d><p><t>words</t></p>"
	for _, c := range []struct {
		what, format string
		data         []byte
		most         int // bytes of text
	}{
		{"a word without end", "docx", zipped("word/document.xml", words+"<p><t>"+strings.Repeat("a", 30<<20)), 5 << 20},
		{"a comment without end", "docx", zipped("word/document.xml", words+"<!--"+strings.Repeat("a", 30<<20)), 10},
		{"paragraphs without words", "docx", zipped("word/document.xml", words+strings.Repeat("<p/>", 5<<20)+"<p><t>lost</t></p>"), 10},
		{"a chapter without end", "epub", book("<p>words</p><!--" + strings.Repeat(noise, 17) + "--><p>lost</p>"), 10},
	} {
		d, err := read(t, c.format, c.data)
		if err != nil || d.Cut != "size" || !strings.HasPrefix(d.Text, "words\n") || len(d.Text) > c.most {
			t.Errorf("%s: %v, %.100v", c.what, err, d)
		}
	}
}

func TestReadingContinuesAfterLongTable(t *testing.T) {
	var rows strings.Builder
	for i := range 300_000 {
		if i%10 == 0 {
			rows.WriteString("</tr><tr>")
		}
		fmt.Fprintf(&rows, "<tc><p><t>%d</t></p></tc>", i*i)
	}
	d, err := read(t, "docx", zipped("word/document.xml", "<d><tbl><tr>"+rows.String()+"</tr></tbl><p><t>the end</t></p></d>"))
	if err != nil || d.Cut != "" || !strings.HasSuffix(d.Text, "\nthe end\n") {
		t.Errorf("%v, cut %q", err, d.Cut)
	}
}

func TestCellsThatShareLongStringAreBounded(t *testing.T) {
	b := zipped("xl/workbook.xml", `<w><sheet name="Data" r:id="a"/></w>`,
		"xl/_rels/workbook.xml.rels", `<R><Relationship Id="a" Type="x/worksheet" Target="s.xml"/><Relationship Id="b" Type="x/sharedStrings" Target="t.xml"/></R>`,
		"xl/t.xml", `<sst><si><t>`+strings.Repeat("x", 300<<10)+`</t></si></sst>`,
		"xl/s.xml", `<w><row>`+strings.Repeat(`<c t="s"><v>0</v></c>`, 200)+`</row><row><c><v>7</v></c></row></w>`)
	d, err := read(t, "xlsx", b)
	if err != nil || d.Cut != "size" || len(d.Text) > 2<<20 || !strings.HasSuffix(d.Text, "x\n7\n") {
		t.Errorf("%v, %d bytes, cut %q", err, len(d.Text), d.Cut)
	}
}

// manyEntries is a ZIP file whose directory has so many empty entries with long
// names.
func manyEntries(n int) []byte {
	var b bytes.Buffer
	w := zip.NewWriter(&b)
	name := strings.Repeat("x", 1000)
	for i := range n {
		if _, err := w.CreateHeader(&zip.FileHeader{Name: fmt.Sprint(name, i)}); err != nil {
			panic(err)
		}
	}
	w.Close()
	return b.Bytes()
}

// counting counts the bytes that are read.
type counting struct {
	io.ReaderAt
	n int
}

func (c *counting) ReadAt(b []byte, at int64) (int, error) {
	n, err := c.ReaderAt.ReadAt(b, at)
	c.n += n
	return n, err
}

func TestEndlessDirectoryIsNotRead(t *testing.T) {
	b := manyEntries(19_000) // fewer entries than are too many
	in := &counting{ReaderAt: bytes.NewReader(b)}
	if _, err := readFrom(t.Context(), in, int64(len(b)), "docx"); !errors.Is(err, content.ErrTooLarge) || in.n > 10<<20 {
		t.Errorf("%v, %d bytes read", err, in.n)
	}
}

func TestSectorChainEndsWithFile(t *testing.T) {
	const end = 0xfffffffe
	le := binary.LittleEndian
	b := make([]byte, 512+512+1)
	copy(b, "\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1")
	le.PutUint16(b[30:], 9)
	le.PutUint32(b[48:], 1) // the directory, in the sector that is one byte long
	le.PutUint32(b[60:], end)
	le.PutUint32(b[68:], end)
	for at := 80; at < 512; at += 4 {
		le.PutUint32(b[at:], end)
	}
	le.PutUint32(b[512+4:], 1) // and continues with itself
	path := filepath.Join(t.TempDir(), "a.doc")
	if err := os.WriteFile(path, b, 0o600); err != nil {
		t.Fatal(err)
	}
	began := time.Now()
	if err := legacy.Encrypted(path); err != nil {
		t.Error(err)
	}
	if took := time.Since(began); took > 10*time.Second {
		t.Errorf("it took %v", took)
	}
}
