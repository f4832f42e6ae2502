package pdfium_test

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"sluice/document/internal/draft"
	"sluice/document/internal/pdfium"
	"sluice/internal/pdf"
)

// marked is a page with annotations, and with fields of a form.
func marked(print, catalogue string, annotations ...string) []string {
	objects := document(print)
	objects[0] = "<< /Type /Catalog /Pages 2 0 R " + catalogue + " >>"
	first := len(objects) + 1
	var refs []string
	for i, a := range annotations {
		refs = append(refs, fmt.Sprintf("%d 0 R", first+i))
		objects = append(objects, "<< /Type /Annot /Rect [0 0 9 9] "+a+" >>")
	}
	objects[4] = fmt.Sprintf("<< /Type /Page /Parent 2 0 R /Contents 6 0 R /Annots [%s] >>", strings.Join(refs, " "))
	return objects
}

func TestNonPrintedContentIsRead(t *testing.T) {
	p := pdfium.NewPool(1, "", nil)
	defer p.Close()
	print := printed("R", 12, 50, 700, "Words in print")
	for _, c := range []struct {
		what, want string
		objects    []string
	}{
		{"a note", "Words in print\nAnn: see below\n\f", marked(print, "", "/Subtype /Text /T (Ann) /Contents (see below)", "/Subtype /Popup /Contents (see below)")},
		{"what is printed already", "Words in print\f", marked(print, "", "/Subtype /FreeText /Contents (in print)")},
		{"a link that is described", "Words in print\nthe other page\n\f", marked(print, "", "/Subtype /Link /T (no name) /Contents (the other page)")},
		{"a stamp without words", "Words in print\f", marked(print, "", "/Subtype /Stamp /T (Ann)")},
		{"fields", "Words in print\nYour name\nname: Bob\nagree: Yes\n\f", marked(print, "/AcroForm << /Fields [7 0 R 8 0 R 9 0 R 10 0 R] >>",
			"/Subtype /Widget /FT /Tx /T (name) /TU (Your name) /V (Bob)", "/Subtype /Widget /FT /Btn /T (agree) /V /Yes /AS /Yes /AP << /N << /Yes 6 0 R /Off 6 0 R >> >>",
			"/Subtype /Widget /FT /Btn /T (refuse) /V /Off /AS /Off", "/Subtype /Widget /FT /Tx /T (empty)")},
		{"fields within fields", "Words in print\ngroup.inner: deep\n\f", marked(print, "/AcroForm << /Fields [8 0 R] >>",
			"/Subtype /Widget /Parent 8 0 R /T (inner) /V (deep)", "/FT /Tx /T (group) /Kids [7 0 R]")},
		{"fields that contain themselves", "Words in print", marked(print, "/AcroForm << /Fields [7 0 R] >>",
			"/Subtype /Widget /FT /Tx /Parent 7 0 R /T (a) /V (b) /Kids [7 0 R]")},
		{"a form whose scripts are not run", "Words in print\nx: 1\n\f", marked(print, "/AcroForm << /Fields [7 0 R] /CO [7 0 R] >> /OpenAction << /S /JavaScript /JS (while(true);) >>",
			"/Subtype /Widget /FT /Tx /T (x) /V (1) /AA << /C << /S /JavaScript /JS (while(true);) >> >>")},
	} {
		d, err := p.Read(t.Context(), made(t, c.objects...))
		if err != nil || !strings.HasPrefix(d.Text, c.want) {
			t.Errorf("%s: %+v, %v, want %q", c.what, d, err, c.want)
		}
	}
}

// attachments is a page with attached files, given as name and stream in turns.
func attachments(files ...string) []string {
	objects := document(printed("R", 12, 50, 700, "Words in print"))
	var names strings.Builder
	for i := 0; i+1 < len(files); i += 2 {
		n := len(objects) + 1
		fmt.Fprintf(&names, "(%03d) %d 0 R ", i, n)
		objects = append(objects, fmt.Sprintf("<< /Type /Filespec /F (%[1]s) /UF (%[1]s) /EF << /F %[2]d 0 R >> >>", files[i], n+1), files[i+1])
	}
	objects[0] = "<< /Type /Catalog /Pages 2 0 R /Names << /EmbeddedFiles << /Names [" + names.String() + "] >> >> >>"
	return objects
}

func TestAttachedFilesAreGiven(t *testing.T) {
	p := pdfium.NewPool(1, "", nil)
	defer p.Close()
	var files draft.Files
	path := made(t, attachments("a.txt", pdf.Stream("/Type /EmbeddedFile", "words"), "b.bin", pdf.Stream("/Type /EmbeddedFile", "\x00\x01"))...)
	if d, err := p.ReadWithFiles(t.Context(), path, &files); err != nil || !strings.Contains(d.Text, "Words in print") {
		t.Fatalf("%+v, %v", d, err)
	}
	if got := fmt.Sprintf("%q", files.All()); got != `[{"a.txt" "words"} {"b.bin" "\x00\x01"}]` {
		t.Error(got)
	}
}

func TestFilesAttachedToPageAreReturned(t *testing.T) {
	p := pdfium.NewPool(1, "", nil)
	defer p.Close()
	objects := marked(printed("R", 12, 50, 700, "Words"), "", "/Subtype /FileAttachment /Contents (the data) /FS 8 0 R")
	objects = append(objects, "<< /Type /Filespec /F (a.txt) /UF (a.txt) /EF << /F 9 0 R >> >>", pdf.Stream("/Type /EmbeddedFile", "within"))
	var files draft.Files
	d, err := p.ReadWithFiles(t.Context(), made(t, objects...), &files)
	if got := fmt.Sprintf("%q", files.All()); err != nil || d.Text != "Words\nthe data\n\f" || got != `[{"a.txt" "within"}]` {
		t.Errorf("%+v, %v, %s", d, err, got)
	}
}

func TestEntriesOfTheInformationDictionaryAreFields(t *testing.T) {
	p := pdfium.NewPool(1, "", nil)
	defer p.Close()
	objects := append(document(printed("R", 12, 50, 700, "Words")), "<< /Title (A Title) /Department (Physics) /Report#20No (7) /Empty () >>")
	d, err := p.Read(t.Context(), file(t, pdf.File("/Info 7 0 R", objects...)))
	if err != nil || d.Get("title") != "A Title" || d.Get("department") != "Physics" || len(d.Fields) != 2 {
		t.Errorf("%+v, %v", d, err)
	}
}

func TestTooLargeAttachmentsAreSkipped(t *testing.T) {
	p := pdfium.NewPool(1, "", nil)
	defer p.Close()
	var files draft.Files
	var many []string
	for i := range 100 {
		many = append(many, fmt.Sprintf("%d.txt", i), pdf.Stream("/Type /EmbeddedFile", "words"))
	}
	for i := range 5 {
		many[2*i+1] = pdf.Stream("/Type /EmbeddedFile", strings.Repeat("x", 7<<20))
	}
	many[11] = pdf.Stream("/Type /EmbeddedFile /Filter [/ASCIIHexDecode /NoFilter]", strings.Repeat("00", 1<<20))
	began := time.Now()
	if d, err := p.ReadWithFiles(t.Context(), made(t, attachments(many...)...), &files); err != nil || d.Cut != "" {
		t.Fatalf("%+v, %v", d, err)
	}
	size := 0
	for _, f := range files.All() {
		size += len(f.Data)
	}
	if n := len(files.All()); n > draft.MaxFiles || n < 10 || size > draft.MaxFileBytes || time.Since(began) > 20*time.Second {
		t.Errorf("%d files of %d bytes in %v", n, size, time.Since(began))
	}
}

func TestXFAFormIsRead(t *testing.T) {
	p := pdfium.NewPool(1, "", nil)
	defer p.Close()
	objects := document(printed("R", 12, 50, 700, "Please wait"))
	objects[0] = "<< /Type /Catalog /Pages 2 0 R /NeedsRendering true /AcroForm << /Fields [] /XFA [(template) 7 0 R (datasets) 8 0 R] >> >>"
	objects = append(objects,
		pdf.Stream("", `<template><subform><field><caption><value><text>Family name</text></value></caption><event><script>no()</script></event></field>
<draw><value><exData><body><p>Fill in<span> all</span></p></body></exData></value></draw></subform></template>`),
		pdf.Stream("", `<xfa:datasets><xfa:data><form><name>Smith</name><name>Smith</name><empty/></form></xfa:data></xfa:datasets>`))
	d, err := p.Read(t.Context(), made(t, objects...))
	if want := "Please wait\nFamily name\nFill in all\nSmith\n\f"; err != nil || d.Text != want {
		t.Errorf("%+v, %v, want %q", d, err, want)
	}
}

func TestSpacedLettersAreWords(t *testing.T) {
	p := pdfium.NewPool(1, "", nil)
	defer p.Close()
	spread := func(text string, gap int) string {
		shown := strings.ReplaceAll(strings.Join(strings.Split(text, ""), fmt.Sprintf(") -%d (", gap)), "( )", "() -200 ()")
		return "BT /R 12 Tf 50 700 Td [(" + shown + ")] TJ ET\n"
	}
	text := func(y float64, s string) string { return printed("R", 12, 50, y, s) }
	// As listings of TeX: each letter in the middle of a cell.
	cells := func(y float64, s string) string {
		narrow := map[rune]float64{'t': 3.3, 'r': 4, 'e': 5.3, '_': 6, 'l': 3.3, 'a': 5.3, ';': 3.3}
		var page strings.Builder
		for i, r := range s {
			width := cmp.Or(narrow[r], 6)
			if r != ' ' {
				page.WriteString(printed("R", 12, 50+9*float64(i)+(9-width)/2, y, string(r)))
			}
		}
		return page.String()
	}
	// As in tables: each letter begins so far after the one before.
	row := func(y, step float64, s string) string {
		var page strings.Builder
		for i, w := range strings.Fields(s) {
			page.WriteString(printed("R", 12, 50+step*float64(i), y, w))
		}
		return page.String()
	}
	// As TeX does: the distance between words is no character.
	apart := func(y float64, gap int, s string) string {
		return fmt.Sprintf("BT /R 12 Tf 50 %g Td [(%s)] TJ ET\n", y, strings.ReplaceAll(s, " ", fmt.Sprintf(") -%d (", gap)))
	}
	const before, after = "Words as they are printed", "and more words after it, which say nothing"
	among := func(line string) string { return text(700, before) + line + text(600, after) }
	for _, c := range []struct{ what, page, want string }{
		{"set apart", spread("nobody knows another number", 250), "nobody knows another number\f"},
		{"single letters", spread("a b c d e f g h", 250), "a b c d e f g h\f"},
		{"a line among others", text(700, "Words as they are printed") + cells(650, "return the_value ;") + text(600, "and more words after it"),
			"Words as they are printed\nreturn the_value ;\nand more words after it\f"},
		{"a heading of one word", among(apart(650, 170, "A B S T R AC T")), before + "\nABSTRACT\n" + after + "\f"},
		{"a heading", among(apart(650, 160, "C O N T E X T - AWA R E   P R O G R A M")),
			before + "\nCONTEXT-AWARE PROGRAM\n" + after + "\f"},
		{"a heading whose letters the file sets apart", among("BT /R 12 Tf 6 Tc 50 650 Td (article info) Tj ET\n"), before + "\narticle info\n" + after + "\f"},
		{"spaced words with spaces", among("BT /R 12 Tf 2.4 Tc 50 650 Td (nobody knows a number) Tj ET\n"), before + "\nnobody knows a number\n" + after + "\f"},
		{"a calendar", among(row(650, 60, "M T W T F S S")), before + "\nM T W T F S S\n" + after + "\f"},
		{"a narrow calendar", among(row(650, 30, "M T W T F S S")), before + "\nM T W T F S S\n" + after + "\f"},
		{"votes", among(row(650, 40, "Y N Y N Y N")), before + "\nY N Y N Y N\n" + after + "\f"},
		{"a matrix", among(row(650, 25, "a c b d e")), before + "\na c b d e\n" + after + "\f"},
		{"answers", among(row(650, 20, "C A B D A C D B")), before + "\nC A B D A C D B\n" + after + "\f"},
		{"sequences in narrow cells", among(row(650, 14, "G A T T A C A")), before + "\nG A T T A C A\n" + after + "\f"},
		{"variables with spaces", among(text(650, "p x q y r z")), before + "\np x q y r z\n" + after + "\f"},
		{"letters with spaces", among(text(650, "f a c b d x z q")), before + "\nf a c b d x z q\n" + after + "\f"},
		{"answers with spaces", among(text(650, "Key: B A D C A C")), before + "\nKey: B A D C A C\n" + after + "\f"},
		{"variables apart as words", among(apart(650, 333, "p x q y r z")), before + "\np x q y r z\n" + after + "\f"},
		{"a page of a calendar", text(750, "May 2026") + row(700, 30, "M T W T F S S") + row(680, 30, "1 2 3 4 5 6 7") + row(660, 30, "8 9 10 11 12 13 14"),
			"May 2026\nM T W T F S S\n1 2 3 4 5 6 7\n8 9 10 11 12 13 14\f"},
		{"a page of answers", text(750, "Answers to the questions") + row(700, 20, "C A B D A C D B") + row(680, 20, "B C D A A B C B") + row(660, 20, "D A B C D A D C"),
			"Answers to the questions\nC A B D A C D B\nB C D A A B C B\nD A B C D A D C\f"},
		{"a formula", text(700, "Words as they are printed") + text(650, "x = y + z for a in b"), "Words as they are printed\nx = y + z for a in b\f"},
		{"a list of letters", text(700, "Words as they are printed") + text(650, "A B C D E F"), "Words as they are printed\nA B C D E F\f"},
	} {
		d, err := p.Read(t.Context(), made(t, document(c.page)...))
		if err != nil || d.Text != c.want {
			t.Errorf("%s: %q, %v, want %q", c.what, d.Text, err, c.want)
			continue
		}
		// Cells far from each other are lines of their own.
		var lines []string
		for _, l := range d.Lines {
			lines = append(lines, strings.Fields(l.Text)...)
		}
		want := strings.Fields(c.want)
		slices.Sort(lines)
		slices.Sort(want)
		if !slices.Equal(lines, want) {
			t.Errorf("%s: lines have %q, want %q", c.what, lines, want)
		}
	}
}

func TestRaisedDigitsAreNoPartOfWords(t *testing.T) {
	p := pool(t)
	page := printed("R", 12, 50, 700, "The first utterance") + printed("R", 8, 138, 704.5, "24") + printed("R", 12, 50, 680, "Salsa20 of Curve25519, and CO") + printed("R", 8, 199.3, 677, "2") +
		printed("R", 12, 50, 660, "An x") + printed("R", 8, 71.7, 664.5, "2")
	for what, page := range map[string]string{"a page": page, "a page with text beside it": page + printed("R", 12, 5000, 640, "beside")} {
		d := read(t, p, made(t, document(page)...))
		if want := "The first utterance²⁴\nSalsa20 of Curve25519, and CO2\nAn x2"; strings.Trim(d.Text, "\n\f") != want {
			t.Errorf("%s: %q, want %q", what, d.Text, want)
		}
	}
}
