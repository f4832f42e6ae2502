package office_test

import (
	"archive/zip"
	"bytes"
	"compress/flate"
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"
	"time"

	"sluice/document/content"
	"sluice/document/internal/draft"
	"sluice/document/internal/office"
	"sluice/internal/format"
)

// zipped makes a ZIP file of parts, given as name and content in turns.
func zipped(parts ...string) []byte {
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
	if err := w.Close(); err != nil {
		panic(err)
	}
	return b.Bytes()
}

// readFrom reads a document, whatever files are within.
func readFrom(ctx context.Context, r io.ReaderAt, size int64, format string) (*content.Document, error) {
	return office.ReadFrom(ctx, r, size, format, &draft.Files{})
}

func read(t *testing.T, format string, b []byte) (*content.Document, error) {
	t.Helper()
	return readFrom(t.Context(), bytes.NewReader(b), int64(len(b)), format)
}

const (
	wordRels = `<Relationships>
<Relationship Id="s" Type="x/styles" Target="styles.xml"/><Relationship Id="n" Type="x/numbering" Target="numbering.xml"/>
<Relationship Id="f" Type="x/footnotes" Target="footnotes.xml"/><Relationship Id="h1" Type="x/header" Target="header1.xml"/>
<Relationship Id="h2" Type="x/header" Target="header2.xml"/>
<Relationship Id="l" Type="x/hyperlink" Target="http://example.org/there" TargetMode="External"/></Relationships>`
	wordStyles = `<w:styles><w:style w:type="paragraph" w:styleId="Titel"><w:name w:val="Title"/><w:rPr><w:b/><w:sz w:val="36"/></w:rPr></w:style>
<w:style w:type="paragraph" w:styleId="b1"><w:name w:val="heading 1"/><w:rPr><w:sz w:val="28"/></w:rPr></w:style>
<w:style w:type="paragraph" w:styleId="mine"><w:name w:val="Mine"/><w:basedOn w:val="b1"/><w:rPr><w:i/></w:rPr></w:style></w:styles>`
	wordLists = `<w:numbering><w:abstractNum w:abstractNumId="7"><w:lvl w:ilvl="0"><w:start w:val="2"/><w:numFmt w:val="decimal"/><w:lvlText w:val="%1."/></w:lvl>
<w:lvl w:ilvl="1"><w:start w:val="1"/><w:numFmt w:val="lowerRoman"/><w:lvlText w:val="%1.%2)"/></w:lvl></w:abstractNum>
<w:num w:numId="3"><w:abstractNumId w:val="7"/></w:num></w:numbering>`
	wordBody = `<w:document><w:body>
<w:p><w:pPr><w:pStyle w:val="Titel"/></w:pPr><w:r><w:t>On the </w:t></w:r><w:r><w:t>Title</w:t></w:r></w:p>
<w:p><w:pPr><w:pStyle w:val="mine"/></w:pPr><w:r><w:t>Introduction</w:t></w:r></w:p>
<w:p><w:r><w:t>Some</w:t><w:tab/><w:t>text</w:t><w:br/><w:t>broken</w:t></w:r><w:del><w:r><w:delText>gone</w:delText></w:r></w:del></w:p>
<w:p><w:pPr><w:numPr><w:ilvl w:val="0"/><w:numId w:val="3"/></w:numPr></w:pPr><w:r><w:t>two</w:t></w:r></w:p>
<w:p><w:pPr><w:numPr><w:ilvl w:val="1"/><w:numId w:val="3"/></w:numPr></w:pPr><w:r><w:t>two one</w:t></w:r></w:p>
<w:p><w:pPr><w:numPr><w:ilvl w:val="0"/><w:numId w:val="3"/></w:numPr></w:pPr><w:r><w:t>three</w:t></w:r></w:p>
<w:tbl><w:tr><w:tc><w:p><w:r><w:t>a</w:t></w:r></w:p></w:tc><w:tc><w:p><w:r><w:t>b</w:t></w:r></w:p></w:tc></w:tr>
<w:tr><w:tc><w:p><w:r><w:t>c</w:t></w:r></w:p></w:tc><w:tc><w:p><w:r><w:t>d</w:t></w:r></w:p></w:tc></w:tr></w:tbl>
<w:p><w:r><mc:AlternateContent><mc:Choice><w:txbxContent><w:p><w:r><w:t>in a box</w:t></w:r></w:p></w:txbxContent></mc:Choice>
<mc:Fallback><w:p><w:r><w:t>in a box</w:t></w:r></w:p></mc:Fallback></mc:AlternateContent></w:r><w:r><w:t>around it</w:t></w:r></w:p>
<w:sectPr><w:pgSz w:w="12240" w:h="15840"/></w:sectPr></w:body></w:document>`
)

func docx(body string) []byte {
	return zipped("[Content_Types].xml", "<Types/>", "word/document.xml", body, "word/_rels/document.xml.rels", wordRels,
		"word/styles.xml", wordStyles, "word/numbering.xml", wordLists,
		"word/footnotes.xml", `<w:footnotes><w:footnote w:type="separator"><w:p><w:r><w:t>---</w:t></w:r></w:p></w:footnote><w:footnote><w:p><w:r><w:t>a note</w:t></w:r></w:p></w:footnote></w:footnotes>`,
		"word/header1.xml", `<w:hdr><w:p><w:r><w:t>running head</w:t></w:r></w:p></w:hdr>`,
		"word/header2.xml", `<w:hdr><w:p><w:r><w:t>running head</w:t></w:r></w:p></w:hdr>`,
		"docProps/core.xml", `<cp:coreProperties><dc:title>Kept title</dc:title><dc:creator>Ann Author; Bob Writer</dc:creator><cp:keywords>one, two</cp:keywords></cp:coreProperties>`,
		"docProps/custom.xml", `<Properties><property name="Series"><vt:lpwstr>Reports 7</vt:lpwstr></property></Properties>`)
}

func TestWordDocumentIsReadWithItsParts(t *testing.T) {
	d, err := read(t, "docx", docx(wordBody))
	if err != nil {
		t.Fatal(err)
	}
	want := "On the Title\n\nIntroduction\n\nSome text\nbroken\n\n2. two\n2.i) two one\n3. three\na b\nc d\n\naround it\n\nin a box\n\na note\n\nrunning head\n"
	if d.Text != want {
		t.Errorf("%q\nwant\n%q", d.Text, want)
	}
	title, heading := d.Lines[0], d.Lines[1]
	if title.Style != "title" || title.Size != 18 || !title.Bold || heading.Style != "heading 1" || heading.Size != 14 || !heading.Italic {
		t.Errorf("%+v\n%+v", title, heading)
	}
	if got := fmt.Sprintln(d.Get("title"), d.All("author"), d.All("keyword"), d.Get("series"), d.Links, d.Width); got != "Kept title [Ann Author Bob Writer] [one two] Reports 7 [http://example.org/there] 612\n" {
		t.Error(got)
	}
}

func TestSlidesArePages(t *testing.T) {
	slide := func(title, body string) string {
		return `<p:sld><p:sp><p:nvSpPr><p:nvPr><p:ph type="title"/></p:nvPr></p:nvSpPr><p:txBody><a:p><a:r><a:rPr sz="4400" b="1"/><a:t>` + title + `</a:t></a:r></a:p></p:txBody></p:sp>
<p:sp><p:nvSpPr><p:nvPr><p:ph type="sldNum"/></p:nvPr></p:nvSpPr><p:txBody><a:p><a:fld><a:t>7</a:t></a:fld></a:p></p:txBody></p:sp>
<p:sp><p:txBody><a:p><a:r><a:t>` + body + `</a:t></a:r></a:p></p:txBody></p:sp></p:sld>`
	}
	d, err := read(t, "pptx", zipped(
		"ppt/presentation.xml", `<p:presentation><p:sldIdLst><p:sldId id="256" r:id="b"/><p:sldId id="257" r:id="a"/></p:sldIdLst><p:sldSz cx="9144000" cy="6858000"/></p:presentation>`,
		"ppt/_rels/presentation.xml.rels", `<R><Relationship Id="a" Type="x/slide" Target="slides/slide1.xml"/><Relationship Id="b" Type="x/slide" Target="slides/slide2.xml"/></R>`,
		"ppt/slides/slide1.xml", slide("Last", "the end"), "ppt/slides/slide2.xml", slide("First", "the beginning"),
		"ppt/slides/_rels/slide2.xml.rels", `<R><Relationship Id="n" Type="x/notesSlide" Target="../notesSlides/n.xml"/></R>`,
		"ppt/notesSlides/n.xml", `<p:notes><p:sp><p:txBody><a:p><a:r><a:t>say this</a:t></a:r></a:p></p:txBody></p:sp></p:notes>`))
	if err != nil {
		t.Fatal(err)
	}
	if want := "First\n\nthe beginning\n\nsay this\n\fLast\n\nthe end\n\f"; d.Text != want || d.Pages != 2 || d.Wide != 2 {
		t.Errorf("%q, %d pages, %d wide, want %q", d.Text, d.Pages, d.Wide, want)
	}
	if l := d.Lines[0]; l.Style != "title" || l.Size != 44 || !l.Bold {
		t.Errorf("%+v", l)
	}
}

func TestHeadersAndFootersOfSlidesAreReadOnce(t *testing.T) {
	place := func(kind, text string) string {
		return `<p:sp><p:nvSpPr><p:nvPr><p:ph type="` + kind + `"/></p:nvPr></p:nvSpPr><p:txBody><a:p><a:r><a:t>` + text + `</a:t></a:r></a:p></p:txBody></p:sp>`
	}
	notes := `<R><Relationship Id="n" Type="x/notesSlide" Target="../notes/n.xml"/></R>`
	d, err := read(t, "pptx", zipped(
		"ppt/presentation.xml", `<p:presentation><p:sldId r:id="a"/><p:sldId r:id="b"/></p:presentation>`,
		"ppt/_rels/presentation.xml.rels", `<R><Relationship Id="a" Type="x/slide" Target="slides/1.xml"/><Relationship Id="b" Type="x/slide" Target="slides/2.xml"/></R>`,
		"ppt/slides/1.xml", "<p:sld>"+place("body", "one")+place("ftr", "foot")+"</p:sld>", "ppt/slides/2.xml", "<p:sld>"+place("body", "two")+place("ftr", "foot")+"</p:sld>",
		"ppt/slides/_rels/1.xml.rels", notes, "ppt/slides/_rels/2.xml.rels", notes,
		"ppt/notes/n.xml", "<p:notes>"+place("hdr", "head")+place("dt", "today")+place("body", "say")+"</p:notes>"))
	if want := "one\n\nfoot\n\nhead\n\nsay\n\ftwo\n\nsay\n\f"; err != nil || d.Text != want || d.Lines[2].Style != "header" || d.Lines[3].Style != "notes" {
		t.Errorf("%+v, %v, want %q", d, err, want)
	}
}

func TestTextOutsideFlowIsRead(t *testing.T) {
	for _, c := range []struct {
		what, format string
		file         []byte
		text, field  string
	}{
		{"a list that counts from where nothing is said", "docx", zipped("word/document.xml", `<d><p><pPr><numPr><numId w:val="3"/></numPr></pPr><r><t>first</t></r></p></d>`,
			"word/_rels/document.xml.rels", `<R><Relationship Id="n" Type="x/numbering" Target="numbering.xml"/></R>`,
			"word/numbering.xml", `<n><abstractNum w:abstractNumId="7"><lvl w:ilvl="0"><lvlText w:val="%1."/></lvl></abstractNum><num w:numId="3"><abstractNumId w:val="7"/></num></n>`),
			"0. first\n", ""},
		{"letters that are drawn", "docx", zipped("word/document.xml", `<d><p><r><pict><shape><textpath string="DRAFT"/></shape></pict></r></p></d>`), "DRAFT\n", ""},
		{"what a drawing is called", "docx", zipped("word/document.xml", `<d><p><r><drawing><docPr title="A map" descr="of the river"/></drawing><t>x</t></r></p></d>`), "x\n", "A map, of the river"},
		{"a box in a header of OpenDocument", "odt", zipped("content.xml", `<c><text:p>body</text:p></c>`,
			"styles.xml", `<s><style:master-page><style:header><text:p><draw:frame><draw:text-box><text:p>boxed</text:p></draw:text-box></draw:frame></text:p></style:header></style:master-page></s>`), "body\n\nboxed\n", ""},
		{"a place on the master of slides", "odp", zipped("content.xml", `<c><draw:page><text:p>body</text:p></draw:page></c>`,
			"styles.xml", `<s><style:master-page><draw:frame presentation:class="title" presentation:placeholder="true"><draw:text-box><text:p>click to add</text:p></draw:text-box></draw:frame></style:master-page></s>`), "body\n\f", ""},
		{"words on the master of slides", "odp", zipped("content.xml", `<c><draw:page><text:p>body</text:p></draw:page></c>`,
			"styles.xml", `<s><style:master-page><draw:frame><draw:text-box><text:p>every slide</text:p></draw:text-box></draw:frame><draw:frame presentation:class="title"><text:p>click</text:p></draw:frame></style:master-page></s>`), "body\n\fevery slide\n", ""},
	} {
		d, err := read(t, c.format, c.file)
		if err != nil || d.Text != c.text || strings.Join(d.All("picture"), ", ") != c.field {
			t.Errorf("%s: %+v, %v, want %q, %q", c.what, d, err, c.text, c.field)
		}
	}
}

func TestSheetsAreReadRowByRow(t *testing.T) {
	d, err := read(t, "xlsx", zipped(
		"xl/workbook.xml", `<workbook><sheets><sheet name="Data" r:id="a"/></sheets></workbook>`,
		"xl/_rels/workbook.xml.rels", `<R><Relationship Id="a" Type="x/worksheet" Target="/xl/s.xml"/><Relationship Id="b" Type="x/sharedStrings" Target="ss.xml"/><Relationship Id="c" Type="x/styles" Target="st.xml"/></R>`,
		"xl/ss.xml", `<sst><si><t>Name</t></si><si><r><t>Da</t></r><r><t>te</t></r></si></sst>`, "xl/st.xml", `<s><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/></cellXfs></s>`,
		"xl/s.xml", `<w><row><c t="s"><v>0</v></c><c t="s"><v>1</v></c><c t="s"><v>99</v></c></row><row><c t="inlineStr"><is><t>Ann</t></is></c><c s="1"><v>36526</v></c><c><f>1+1</f><v>0.10000000000000001</v></c></row></w>`))
	if want := "Data\n\nName Date\nAnn 2000-01-01 0.1\n"; err != nil || d.Text != want {
		t.Errorf("%+v, %v, want %q", d, err, want)
	}
}

func TestOpenDocumentIsRead(t *testing.T) {
	text := zipped("mimetype", "application/vnd.oasis.opendocument.text",
		"meta.xml", `<m><dc:title>A text</dc:title><meta:initial-creator>Ann Author</meta:initial-creator><dc:creator>Ed Itor</dc:creator><meta:document-statistic meta:page-count="3"/></m>`,
		"styles.xml", `<s><style:page-layout-properties fo:page-width="21cm" fo:page-height="29.7cm"/><style:style style:name="Title"/><style:master-page><style:footer><text:p>at the foot</text:p></style:footer></style:master-page></s>`,
		"content.xml", `<c><style:style style:name="P1" style:parent-style-name="Title"/><text:tracked-changes><text:p>gone</text:p></text:tracked-changes>
<text:p text:style-name="P1">A<text:s text:c="2"/>text</text:p><text:h text:outline-level="2">Head<text:line-break/>ing</text:h>
<text:p>Words<text:note><text:note-citation>1</text:note-citation><text:note-body><text:p>a note</text:p></text:note-body></text:note> go on, <text:a xlink:href="http://example.org/">there</text:a>.</text:p>
<text:list><text:list-item><text:p>one</text:p></text:list-item><text:list-item><text:p>two</text:p></text:list-item></text:list>
<table:table><table:table-row><table:table-cell><text:p>a</text:p></table:table-cell><table:table-cell><text:p>b</text:p></table:table-cell></table:table-row></table:table></c>`)
	d, err := read(t, "odt", text)
	if err != nil {
		t.Fatal(err)
	}
	if want := "A text\n\nHead\ning\n\nWords go on, there.\n\na note\n\none\ntwo\n\na b\n\nat the foot\n"; d.Text != want {
		t.Errorf("%q, want %q", d.Text, want)
	}
	if d.Lines[0].Style != "title" || d.Lines[1].Style != "heading 2" || d.Get("author") != "Ann Author" || d.Get("page count") != "3" || len(d.Links) != 1 || int(d.Width) != 595 {
		t.Errorf("%+v", d)
	}
	fields := zipped("content.xml", `<c><text:p><text:title>On Sand</text:title><draw:frame><draw:image/><svg:title>A river</svg:title></draw:frame></text:p>
<text:p>by <text:creator>Ann Author</text:creator><office:annotation><dc:creator>Bob Reader</dc:creator><dc:date>2001</dc:date><text:p>a comment</text:p></office:annotation>, <text:date>2002</text:date></text:p>
<text:p><draw:frame><draw:text-box><text:p>In a box: <text:title>On Sand</text:title></text:p></draw:text-box></draw:frame></text:p></c>`)
	if d, err = read(t, "odt", fields); err != nil {
		t.Fatal(err)
	}
	if want := "On Sand\n\nby Ann Author , 2002\n\na comment\n\nIn a box: On Sand\n"; d.Text != want || d.Get("picture") != "A river" {
		t.Errorf("%q, want %q; picture %q", d.Text, want, d.Get("picture"))
	}
	slides := zipped("content.xml", `<c><draw:page><draw:frame presentation:class="title"><draw:text-box><text:p>One</text:p></draw:text-box></draw:frame><presentation:notes><draw:frame><text:p>say</text:p></draw:frame></presentation:notes></draw:page>
<draw:page><draw:frame><text:p>Two</text:p></draw:frame></draw:page></c>`)
	if d, err = read(t, "odp", slides); err != nil || d.Text != "One\n\nsay\n\fTwo\n\f" || d.Pages != 2 || d.Lines[0].Style != "title" || d.Lines[1].Style != "notes" {
		t.Errorf("%+v, %v", d, err)
	}
}

func TestBookIsReadInTheOrderOfItsSpine(t *testing.T) {
	d, err := read(t, "epub", zipped("mimetype", "application/epub+zip",
		"META-INF/container.xml", `<c><rootfile full-path="OEBPS/b.opf"/></c>`,
		"OEBPS/b.opf", `<package><metadata><dc:title>The Book</dc:title><dc:creator>Ann Author</dc:creator><dc:identifier>urn:isbn:978-3-16-148410-0</dc:identifier></metadata>
<manifest><item id="1" href="one.xhtml" media-type="application/xhtml+xml"/><item id="2" href="two%20b.xhtml" media-type="application/xhtml+xml"/><item id="3" href="c.css" media-type="text/css"/></manifest><spine><itemref idref="2"/><itemref idref="1"/></spine></package>`,
		"OEBPS/one.xhtml", `<html><head><title>t</title></head><body><h1>Second</h1><p>words</p></body></html>`,
		"OEBPS/two b.xhtml", `<html><body><h1>First</h1><script>no()</script><p>more<br/>words</p></body></html>`))
	if want := "First\n\nmore\nwords\n\nSecond\n\nwords\n"; err != nil || d.Text != want || d.Get("isbn") != "9783161484100" || d.Get("author") != "Ann Author" {
		t.Errorf("%+v, %v, want %q", d, err, want)
	}
}

// bomb makes a part that packs to nearly nothing.
func bomb(before string, size int) []byte {
	var b bytes.Buffer
	w := zip.NewWriter(&b)
	w.RegisterCompressor(zip.Deflate, func(out io.Writer) (io.WriteCloser, error) { return flate.NewWriter(out, flate.BestCompression) })
	f, err := w.Create("word/document.xml")
	if err != nil {
		panic(err)
	}
	io.WriteString(f, before)
	chunk := []byte("<w:p/>" + strings.Repeat(" ", 64<<10))
	for n := 0; n < size; n += len(chunk) {
		f.Write(chunk)
	}
	w.Close()
	return b.Bytes()
}

func TestHostileOfficeFilesAreErrors(t *testing.T) {
	whole := docx(wordBody)
	encryptedODT := zipped("META-INF/manifest.xml", `<m><encryption-data/></m>`, "content.xml", "x")
	var wide []byte
	for _, c := range "EncryptedPackage" {
		wide = append(wide, byte(c), 0)
	}
	encryptedDOCX := append([]byte("\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"), append(make([]byte, 1000), wide...)...)
	many := make([]string, 0, 50_000)
	for i := range 20_001 {
		many = append(many, fmt.Sprint("p", i), "")
	}
	for _, c := range []struct {
		what, format string
		file         []byte
		err          error
	}{
		{"empty", "docx", nil, content.ErrDamaged},
		{"no ZIP", "docx", []byte("<html>"), content.ErrDamaged},
		{"cut off", "docx", whole[:len(whole)/2], content.ErrDamaged},
		{"without the main part", "docx", zipped("a", "b"), content.ErrDamaged},
		{"no XML in the main part", "docx", zipped("word/document.xml", "words"), content.ErrDamaged},
		{"encrypted OOXML", "docx", encryptedDOCX, content.ErrEncrypted},
		{"encrypted ODF", "odt", encryptedODT, content.ErrEncrypted},
		{"a part that unpacks to too much", "docx", bomb("<w:document>", 64<<20), content.ErrTooLarge},
		{"too many parts", "odt", zipped(many...), content.ErrTooLarge},
		{"nothing but elements", "docx", zipped("word/document.xml", strings.Repeat("<a>", 50_000)), content.ErrDamaged},
		{"a book without chapters", "epub", zipped("META-INF/container.xml", `<c><rootfile full-path="b.opf"/></c>`, "b.opf", "<package/>"), content.ErrDamaged},
		{"a format of others", "abc", whole, content.ErrUnknown},
	} {
		began := time.Now()
		d, err := read(t, c.format, c.file)
		if !errors.Is(err, c.err) {
			t.Errorf("%s: %+v, %v, want %v", c.what, d, err, c.err)
		}
		if time.Since(began) > 20*time.Second {
			t.Errorf("%s took %v", c.what, time.Since(began))
		}
	}
	d, err := read(t, "docx", bomb("<w:document><w:p><w:r><w:t>kept</w:t></w:r></w:p>", 64<<20))
	if err != nil || d.Cut != "size" || d.Text != "kept\n" {
		t.Errorf("what comes before the bomb: %+v, %v", d, err)
	}
}

func TestReadingEndsWithItsContext(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	b := docx(wordBody)
	if _, err := readFrom(ctx, bytes.NewReader(b), int64(len(b)), "docx"); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
	if _, err := readFrom(ctx, strings.NewReader(`{\rtf1 x}`), 9, "rtf"); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
}

// seeds adds real files to what fuzzing begins with, where there are any.
var seeds = func(*testing.F, func(ending string, b []byte)) {}

func FuzzOffice(f *testing.F) {
	seeds(f, func(ending string, b []byte) {
		if known := format.Of(ending); known != nil && known.Reader == format.Office {
			f.Add(ending, b)
		}
	})
	f.Add("docx", docx(wordBody))
	f.Add("pptx", zipped("ppt/presentation.xml", `<p><sldId r:id="a"/></p>`, "ppt/_rels/presentation.xml.rels", `<R><Relationship Id="a" Type="x/slide" Target="s.xml"/></R>`, "ppt/s.xml", `<a:tbl><a:tr><a:tc><a:p><a:t>x</a:t></a:p></a:tc></a:tr></a:tbl>`))
	f.Add("odt", zipped("content.xml", `<c><draw:page><text:p>x<text:note><text:p>y</text:p></text:note></text:p></draw:page></c>`))
	f.Add("epub", zipped("META-INF/container.xml", `<c><rootfile full-path="b"/></c>`, "b", `<p><item id="1" href="c"/><itemref idref="1"/></p>`, "c", "<p>x"))
	f.Add("rtf", []byte(`{\rtf1\ansi{\fonttbl{\f0\fcharset128 a;}}\f0 x\'83\'41\u1234 ?\par\trowd\intbl a\cell\row}`))
	f.Fuzz(func(t *testing.T, format string, b []byte) {
		d, err := readFrom(t.Context(), bytes.NewReader(b), int64(len(b)), format)
		if d == nil && err == nil {
			t.Fatal("neither a document nor an error")
		}
	})
}

// FuzzWordBody reads XML that stands whole in its ZIP file, where changed bytes
// would only be a wrong checksum.
func FuzzWordBody(f *testing.F) {
	f.Add("docx", wordBody)
	f.Add("odt", `<c><text:p>x<text:note><text:p>y</text:p></text:note></text:p><table:table-row><table:table-cell><text:p>a</text:p></table:table-row></c>`)
	f.Fuzz(func(t *testing.T, format, body string) {
		b := zipped("word/document.xml", body, "content.xml", body, "word/_rels/document.xml.rels", wordRels, "word/numbering.xml", wordLists, "word/styles.xml", wordStyles)
		d, err := readFrom(t.Context(), bytes.NewReader(b), int64(len(b)), format)
		if d == nil && err == nil {
			t.Fatal("neither a document nor an error")
		}
	})
}
