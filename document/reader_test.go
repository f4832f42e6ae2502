package document_test

import (
	"archive/zip"
	"bytes"
	"compress/gzip"
	"context"
	"encoding/base64"
	"errors"
	"fmt"
	"image/png"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"sluice/document"
	"sluice/internal/pdf"
)

func zipped(parts ...string) string {
	var b bytes.Buffer
	w := zip.NewWriter(&b)
	for i := 0; i+1 < len(parts); i += 2 {
		f, err := w.Create(parts[i])
		if err == nil {
			_, err = io.WriteString(f, parts[i+1])
		}
		if err != nil {
			panic(err)
		}
	}
	w.Close()
	return b.String()
}

// printed makes a PDF of one page with a line of text.
func printed(text string) string {
	var b strings.Builder
	var at []int
	object := func(s string) {
		at = append(at, b.Len())
		fmt.Fprintf(&b, "%d 0 obj\n%s\nendobj\n", len(at), s)
	}
	b.WriteString("%PDF-1.4\n")
	object("<</Type/Catalog/Pages 2 0 R>>")
	object("<</Type/Pages/Kids[3 0 R]/Count 1>>")
	object("<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]/Contents 4 0 R/Resources<</Font<</F 5 0 R>>>>>>")
	show := "BT /F 24 Tf 72 700 Td (" + text + ") Tj ET"
	object(fmt.Sprintf("<</Length %d>>\nstream\n%s\nendstream", len(show), show))
	object("<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>")
	start := b.Len()
	fmt.Fprintf(&b, "xref\n0 %d\n0000000000 65535 f \n", len(at)+1)
	for _, n := range at {
		fmt.Fprintf(&b, "%010d 00000 n \n", n)
	}
	fmt.Fprintf(&b, "trailer <</Size %d/Root 1 0 R>>\nstartxref\n%d\n%%%%EOF\n", len(at)+1, start)
	return b.String()
}

func fileOf(t *testing.T, name, data string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(path, []byte(data), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// pictured is a PDF of one page with nothing but a picture.
var pictured = string(pdf.File("", "<< /Type /Catalog /Pages 2 0 R >>", "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
	"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R /Resources << /XObject << /I 5 0 R >> >> >>",
	pdf.Stream("", "q 612 0 0 792 0 0 cm /I Do Q"),
	pdf.Stream("/Type /XObject /Subtype /Image /Width 1 /Height 1 /BitsPerComponent 8 /ColorSpace /DeviceGray", "x")))

// bzipped is "Words in a \TeX{} file.\bye\n", packed by bzip2.
const bzipped = "QlpoOTFBWSZTWWVR/T4AAAPTgAAQQAEExDclmCogACKaNDQA8oKBpoZGTEs2vBbzhRkUEYl1A7ZJPvi7kinChIMqj+nw"

func TestReaderDetectsFormatByContent(t *testing.T) {
	r := document.NewReader(document.Options{TempDir: t.TempDir()})
	defer r.Close()
	docx := zipped("docProps/app.xml", "<p/>", "customXml/item1.xml", strings.Repeat("<x/>", 2000), "word/document.xml", "<d><p><t>words</t></p></d>")
	for _, c := range []struct{ what, name, data, header, format, text string }{
		{"text", "a.txt", "words", "", "text", "words\n"},
		{"a login page under the name of a PDF", "a.pdf", "<html><title>x</title><p>words", "application/pdf", "html", "words\n"},
		{"DOCX under the name of a ZIP file", "a.zip", docx, "application/zip", "docx", "words\n"},
		{"RTF under the name of Word", "a.doc", `{\rtf1 words}`, "application/msword", "rtf", "words\n"},
		{"Markdown", "README.md", "# words", "text/plain", "markdown", "words\n"},
		{"Markdown of Pandoc", "README.md", "\\clearpage\n\n# Words {-}\n\nOn sets {1}\n===\n\n## More {#more .unnumbered}\n", "text/plain", "markdown", "Words\n\nOn sets {1}\n\nMore\n"},
		{"AsciiDoc", "a.adoc", "= Head\n\n*words*", "text/plain", "asciidoc", "Head\n\nwords\n"},
		{"JATS", "a.xml", `<article dtd-version="1.2"><front/><body><p>words</p></body></article>`, "text/xml", "jats", "words\n"},
		{"TEI", "a.xml", `<TEI xmlns="http://www.tei-c.org/ns/1.0"><text><body><p>words</p></body></text></TEI>`, "", "tei", "words\n"},
		{"TeX", "a.tex", `\documentclass{a}\begin{document}words\end{document}`, "", "tex", "words\n"},
		{"gzip'd TeX", "a.tex.gz", gzipped(`\documentclass{a}` + "\nwords"), "application/x-gzip", "tex", "words\n"},
		{"a gzip that breaks off", "a.txt.gz", gzipped("words")[:len(gzipped("words"))-6], "", "text", "words\n"},
	} {
		d, err := r.Read(t.Context(), fileOf(t, c.name, c.data), document.Hint{URL: "http://example.org/" + c.name, ContentType: c.header})
		if err != nil || d.Type != c.format || d.Text != c.text || (d.Cut == "damaged") != strings.Contains(c.what, "breaks off") {
			t.Errorf("%s: %+v, %v, want %s %q", c.what, d, err, c.format, c.text)
		}
	}
}

func TestAuthorsOfIEEEBlocksAreNoTowns(t *testing.T) {
	r := document.NewReader(document.Options{TempDir: t.TempDir()})
	defer r.Close()
	tex := `\documentclass{IEEEtran}\title{On Sieves}\author{\IEEEauthorblockN{1\textsuperscript{st} Jane Roe}
\IEEEauthorblockA{\textit{Department of Sand} \\ \textit{University of Sandport} \\ Sandport, Norway \\ roe@sand.example}
\and \IEEEauthorblockN{John Doe} \IEEEauthorblockA{Gravel, Spain}}\begin{document}\maketitle words\end{document}`
	d, err := r.Read(t.Context(), fileOf(t, "a.tex", tex), document.Hint{})
	if err != nil || !slices.Equal(d.All("author"), []string{"Jane Roe", "John Doe"}) {
		t.Errorf("%+v, %v", d, err)
	}
}

func TestReaderStaysInFolder(t *testing.T) {
	temp := t.TempDir()
	r := document.NewReader(document.Options{TempDir: temp})
	defer r.Close()
	t.Setenv("TMPDIR", filepath.Join(temp, "no such")) // the system's
	if _, err := r.Read(t.Context(), fileOf(t, "a.pdf.gz", gzipped(printed("Words on a page"))), document.Hint{}); err != nil {
		t.Fatal(err)
	}
	if left, err := os.ReadDir(temp); err != nil || len(left) != 1 {
		t.Errorf("%v, %v; want the folder of the PDF reader alone", left, err)
	}
	r.Close()
	if left, err := os.ReadDir(temp); err != nil || len(left) > 0 {
		t.Errorf("left behind: %v, %v", left, err)
	}
}

func TestPDFIsReadAndShown(t *testing.T) {
	r := document.NewReader(document.Options{TempDir: t.TempDir()})
	defer r.Close()
	path := fileOf(t, "a", printed("Words on a page"))
	d, err := r.Read(t.Context(), path, document.Hint{})
	if err != nil || d.Type != "pdf" || !strings.Contains(d.Text, "Words on a page") || d.Pages != 1 {
		t.Fatalf("%+v, %v", d, err)
	}
	picture, err := r.Thumbnail(t.Context(), path, document.Hint{})
	if err != nil {
		t.Fatal(err)
	}
	if c, err := png.DecodeConfig(bytes.NewReader(picture)); err != nil || c.Width > 320 || c.Width < 100 {
		t.Errorf("%+v, %v", c, err)
	}
	out := filepath.Join(t.TempDir(), "copy.pdf")
	if err := r.PDF(t.Context(), path, document.Hint{}, out); err != nil {
		t.Fatal(err)
	}
	if b, err := os.ReadFile(out); err != nil || string(b) != printed("Words on a page") {
		t.Errorf("%d bytes, %v", len(b), err)
	}
}

// TestTextOfUnknownLettersIsGarbled reads a PDF whose font gives its letters
// numbers of its own (PUA), and one that does so for a sign alone.
func TestTextOfUnknownLettersIsGarbled(t *testing.T) {
	r := programs(t, nil)
	file := func(shown, codes string) string {
		cmap := "/CIDInit /ProcSet findresource begin begincmap\n1 begincodespacerange <00> <ff> endcodespacerange\n1 beginbfrange " + codes + " endbfrange\nendcmap end"
		return fileOf(t, "a.pdf", string(pdf.File("",
			"<</Type/Catalog/Pages 2 0 R>>", "<</Type/Pages/Kids[3 0 R]/Count 1>>",
			"<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]/Contents 4 0 R/Resources<</Font<</F 5 0 R>>>>>>",
			pdf.Stream("", "BT /F 24 Tf 72 700 Td ("+shown+") Tj ET"), "<</Type/Font/Subtype/Type1/BaseFont/Helvetica/ToUnicode 6 0 R>>", pdf.Stream("", cmap))))
	}
	if d, err := r.Read(t.Context(), file("Words on a page", "<21> <7e> <f021>"), document.Hint{}); !errors.Is(err, document.ErrGarbled) || !errors.Is(err, document.ErrNoText) || d == nil || d.Text != "" || len(d.Unread) != 1 || d.Pages != 1 {
		t.Errorf("letters that say nothing: %+v, %v", d, err)
	}
	// The letters of a font that has them in an order of its own, and says nothing else.
	words := strings.Repeat("the words of a long page are read in vain ", 20)
	if d, err := r.Read(t.Context(), file(words, "<61> <77> <0064>"), document.Hint{}); !errors.Is(err, document.ErrGarbled) || d == nil || d.Text != "" || len(d.Lines) > 0 {
		t.Errorf("exchanged letters: %+v, %v", d, err)
	}
	if d, err := r.Read(t.Context(), file(words, "<61> <77> <0061>"), document.Hint{}); err != nil || !strings.Contains(d.Text, "long page") || len(d.Unread) > 0 {
		t.Errorf("a long line: %+v, %v", d, err)
	}
	if d, err := r.Read(t.Context(), file("words", "<61> <7a> <0001>"), document.Hint{}); !errors.Is(err, document.ErrGarbled) || d == nil || d.Text != "" || len(d.Unread) != 1 {
		t.Errorf("control characters: %+v, %v", d, err)
	}
	if d, err := r.Read(t.Context(), file("* Words on a page", "<2a> <2a> <f0b7>"), document.Hint{}); err != nil || !strings.Contains(d.Text, "Words on a page") {
		t.Errorf("a bullet that says nothing: %+v, %v", d, err)
	}
}

func TestScanIsNotABlankPage(t *testing.T) {
	r := programs(t, nil)
	for data, scan := range map[string]bool{printed(" "): false, pictured: true} {
		d, err := r.Read(t.Context(), fileOf(t, "a.pdf", data), document.Hint{})
		if !errors.Is(err, document.ErrNoText) || errors.Is(err, document.ErrScan) != scan || d == nil || d.Pages != 1 {
			t.Errorf("%+v, %v; a scan: %t", d, err, scan)
		}
	}
}

func TestUnreadFileHasCause(t *testing.T) {
	t.Setenv("PATH", "")
	temp := t.TempDir()
	r := document.NewReader(document.Options{TempDir: temp})
	defer r.Close()
	bzip2, err := base64.StdEncoding.DecodeString(bzipped)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		what, name, data string
		err              error
	}{
		{"nothing", "a.pdf", "", document.ErrEmpty},
		{"three bytes", "a.docx", "PK\x03", document.ErrUnknown},
		{"a picture", "a.pdf", "\x89PNG\r\n\x1a\n\x00", document.ErrUnknown},
		{"a file without words", "a.txt", " \n\n ", document.ErrNoText},
		{"a ZIP file that breaks off", "a.docx", zipped("word/document.xml", "x")[:60], document.ErrDamaged},
		{"gzip of gzip", "a.gz", gzipped(gzipped("words")), document.ErrUnknown},
		{"gzip of nothing but its head", "a.ps.gz", "\x1f\x8b\x08\x00\x00\x00\x00\x00\x00\x03", document.ErrDamaged},
		{"a header of compress that asks for too much", "a.Z", "\x1f\x9d\xff" + strings.Repeat("x", 100), document.ErrDamaged},
		{"zeros that unpack to more than 512 MB", "a.gz", zeros(600 << 20), document.ErrTooLarge},
	} {
		_, err := r.Read(t.Context(), fileOf(t, c.name, c.data), document.Hint{})
		if !errors.Is(err, c.err) || !strings.Contains(err.Error(), c.name) {
			t.Errorf("%s: %v, want %v", c.what, err, c.err)
		}
	}
	if d, err := r.Read(t.Context(), fileOf(t, "a.tex.bz2", string(bzip2)), document.Hint{}); err != nil || d.Text != "Words in a TeX file.\n" {
		t.Errorf("bzip2: %+v, %v", d, err)
	}
	for format, head := range map[string]string{"ps": "%!PS-Adobe-2.0\n", "dvi": "\xf7\x02\x01", "doc": "\xdb\xa5\x00\x00"} {
		var needs *document.NeedsError
		if _, err := r.Read(t.Context(), fileOf(t, "a."+format, head), document.Hint{}); !errors.As(err, &needs) || needs.Format != format {
			t.Errorf("%s: %v", format, err)
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := r.Read(ctx, fileOf(t, "a.txt", "words"), document.Hint{}); !errors.Is(err, context.Canceled) || errors.Is(err, document.ErrTime) {
		t.Errorf("a caller who gives up: %v", err)
	}
	if left, err := os.ReadDir(temp); err != nil || len(left) > 0 {
		t.Errorf("left behind: %v, %v", left, err)
	}
}

// zeros returns zeros, packed by gzip.
func zeros(n int) string {
	var b bytes.Buffer
	w, _ := gzip.NewWriterLevel(&b, gzip.BestSpeed)
	block := make([]byte, 1<<20)
	for range n >> 20 {
		w.Write(block)
	}
	w.Close()
	return b.String()
}
