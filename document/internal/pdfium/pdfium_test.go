package pdfium_test

import (
	"bytes"
	"compress/zlib"
	"context"
	"errors"
	"image/png"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"sluice/document/content"
	"sluice/document/internal/pdfium"
	"sluice/internal/pdf"
)

func pool(t testing.TB) *pdfium.Pool {
	p := pdfium.NewPool(1, "", nil)
	t.Cleanup(p.Close)
	return p
}

func read(t *testing.T, p *pdfium.Pool, path string) *content.Document {
	t.Helper()
	d, err := p.Read(t.Context(), path)
	if err != nil {
		t.Fatal(err)
	}
	return d
}

func TestReadGivesTextLinesAndFields(t *testing.T) {
	objects := document(
		printed("B", 18, 100, 780, "A Title of Some Length")+
			printed("R", 11, 100, 740, "Ada Author")+printed("R", 7, 152.5, 744, "1")+printed("R", 11, 300, 740, "Ben Writer")+
			// Two columns, written line by line across both.
			printed("R", 10, 72, 600, "Left column first hyphen-")+printed("R", 10, 320, 600, "right column first")+
			printed("R", 10, 72, 588, "ated word, then more text")+printed("R", 10, 320, 588, "right column second")+
			printed("R", 10, 72, 576, "and the end of it.")+printed("R", 10, 320, 576, "right column third"),
		printed("R", 12, 72, 700, "Second page. Caf\\351 \\(co\\255operate\\)")+printed("R", 12, 72, 686, "A word is bro-")+printed("R", 12, 72, 672, "ken here.")+printed("R", 10, 5000, 700, "not on the page"),
	)
	var packed bytes.Buffer
	z := zlib.NewWriter(&packed)
	z.Write([]byte(`<?xpacket begin=""?><x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
<rdf:Description xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:prism="http://prismstandard.org/namespaces/basic/2.1/" prism:doi="10.1000/182">
<dc:title><rdf:Alt><rdf:li xml:lang="x-default">A Title of Some Length</rdf:li></rdf:Alt></dc:title>
<dc:creator><rdf:Seq><rdf:li>Ada Author</rdf:li><rdf:li>Ben Writer</rdf:li></rdf:Seq></dc:creator></rdf:Description></rdf:RDF></x:xmpmeta>`))
	z.Close()
	objects[0] = "<< /Type /Catalog /Pages 2 0 R /Outlines 10 0 R /Lang (en-GB) >>"
	objects[4] = strings.Replace(objects[4], ">>", "/Annots [<< /Type /Annot /Subtype /Link /Rect [0 0 9 9] /A << /S /URI /URI (http://example.org/a) >> >> "+
		"<< /Type /Annot /Subtype /Link /Rect [0 0 9 9] /A << /S /URI /URI (not absolute) >> >>] >>", 1)
	objects = append(objects,
		"<< /Title (A  Title of\nSome Length) /Author (Ada Author) /Keywords (one, two) /CreationDate (D:20010203040506+01'00') /Producer (by hand) >>",
		"<< /First 11 0 R /Last 11 0 R /Count 1 >>", "<< /Title (1 Introduction) /Parent 10 0 R >>",
		pdf.Stream("/Type /Metadata /Subtype /XML /Filter /FlateDecode", packed.String()))
	d := read(t, pool(t), file(t, pdf.File("/Info 9 0 R", objects...)))

	if d.Type != "pdf" || d.Pages != 2 || d.Width != 595 || d.Height != 842 || d.Wide != 0 || d.Cut != "" {
		t.Errorf("%s of %d pages, %g by %g, %d wide, cut %q; want a whole pdf of 2 pages, 595 by 842", d.Type, d.Pages, d.Width, d.Height, d.Wide, d.Cut)
	}
	for _, want := range []string{"A Title of Some Length", "A word is broken here.", "Café (co-operate)"} {
		if !strings.Contains(d.Text, want) {
			t.Errorf("the text has no %q: %q", want, d.Text)
		}
	}
	if strings.Contains(d.Text, "not on the page") || strings.Count(d.Text, "\f") != 2 || !strings.HasPrefix(d.Page(1), "Second page") {
		t.Errorf("the text is %q", d.Text)
	}
	var lines []string
	for _, l := range d.Lines {
		lines = append(lines, l.Text)
	}
	want := []string{
		"A Title of Some Length", "Ada Author¹", "Ben Writer", "Left column first hyphen-", "ated word, then more text", "and the end of it.",
		"right column first", "right column second", "right column third", "Second page. Café (co-operate)",
		"A word is bro-", "ken here.",
	}
	if !slices.Equal(lines, want) {
		t.Errorf("lines\n%q, want\n%q", lines, want)
	}
	title := d.Lines[0]
	if title.Size != 18 || title.Font != "Times-BoldItalic" || !title.Bold || !title.Italic || title.Page != 0 || title.X < 97 || title.X > 102 || title.Y < 40 || title.Y > 62 {
		t.Errorf("the title looks so: %+v", title)
	}
	if last := d.Lines[len(d.Lines)-1]; last.Bold || last.Page != 1 {
		t.Errorf("the last line looks so: %+v", last)
	}
	if !slices.Equal(d.Fonts, []string{"Times-Roman", "Times-BoldItalic"}) {
		t.Errorf("fonts %q", d.Fonts)
	}
	if !slices.Equal(d.Links, []string{"http://example.org/a"}) {
		t.Errorf("links %q", d.Links)
	}
	for name, want := range map[string]string{
		"title": "A Title of Some Length", "author": "Ada Author|Ben Writer", "keyword": "one, two", "created": "2001-02-03T04:05:06+01:00",
		"producer": "by hand", "language": "en-GB", "doi": "10.1000/182", "outline": "1 Introduction",
	} {
		if got := strings.Join(d.All(name), "|"); got != want {
			t.Errorf("%s is %q, want %q", name, got, want)
		}
	}
}

func TestAccentsPrintedOverLettersAreJoined(t *testing.T) {
	// The accent comes at the end of the line, as some programs write it: over
	// the o.
	objects := document(printed("R", 12, 100, 700, "Josef Miro und andere") + printed("R", 12, 146.7, 700, "\\264"))
	d := read(t, pool(t), made(t, objects...))
	if !strings.Contains(d.Text, "Miró und andere") || strings.Contains(d.Text, "´") {
		t.Errorf("the text is %q", d.Text)
	}
	if got := d.Lines[0].Text; got != "Josef Miró und andere" {
		t.Errorf("the line is %q", got)
	}
}

func TestHyphensOfWordsStayAtLineEnds(t *testing.T) {
	d := read(t, pool(t), made(t, document(
		printed("R", 12, 72, 700, "These are state-of-the-")+printed("R", 12, 72, 686, "art methods, and an over-")+printed("R", 12, 72, 672, "view of the re-")+printed("R", 12, 72, 658, "execution of a Bayes-")+
			printed("R", 12, 72, 644, "Nash game."),
		printed("R", 12, 72, 700, "The state-of-the-art and re-execution."))...))
	if want := "These are state-of-the-art methods, and an overview of the re-execution of a Bayes-Nash game."; !strings.HasPrefix(d.Text, want) {
		t.Errorf("the text is %q, want %q", d.Text, want)
	}
}

func TestUnreadablePDFIsAnError(t *testing.T) {
	page := document(printed("R", 12, 72, 700, "text"))
	with := func(n int, object string) []string {
		objects := slices.Clone(page)
		objects[n-1] = object
		return objects
	}
	loop := bytes.Replace(pdf.File("/Prev 9", page...), []byte("startxref"), []byte("startxref\n9\nstartxref"), 1)
	p := pool(t)
	for name, c := range map[string]struct {
		content []byte
		want    error // nil: whatever comes, in time
	}{
		"empty":                  {nil, content.ErrDamaged},
		"three bytes":            {[]byte("%PD"), content.ErrDamaged},
		"a page of HTML":         {[]byte("<!DOCTYPE html><html><body>Please log in</body></html>"), content.ErrDamaged},
		"noise":                  {bytes.Repeat([]byte("%PDF-1.4 obj << /Type [[[[ (("), 5000), content.ErrDamaged},
		"no page":                {pdf.File("", with(2, "<< /Type /Pages /Kids [] /Count 0 >>")...), content.ErrDamaged},
		"cut off":                {pdf.File("", page...)[:300], nil},
		"tree of itself":         {pdf.File("", with(2, "<< /Type /Pages /Kids [2 0 R 2 0 R] /Count 2 >>")...), nil},
		"many pages promised":    {pdf.File("", with(2, "<< /Type /Pages /Kids [5 0 R] /Count 2000000000 >>")...), nil},
		"tables in a circle":     {loop, nil},
		"length of itself":       {pdf.File("", with(6, "<< /Length 6 0 R >>\nstream\nBT ET\nendstream")...), nil},
		"form in itself":         {pdf.File("", with(6, pdf.Stream("/Type /XObject /Subtype /Form /Resources << /XObject << /X 6 0 R >> >>", "/X Do"))...), nil},
		"nested without end":     {pdf.File("", with(6, strings.Repeat("[", 1<<20))...), nil},
		"page of absurd size":    {pdf.File("", with(5, "<< /Type /Page /Parent 2 0 R /Contents 6 0 R /MediaBox [0 0 1e30 -1e30] >>")...), nil},
		"picture of absurd size": {pdf.File("", with(6, pdf.Stream("", "BI /W 2000000000 /H 2000000000 /BPC 8 /CS /RGB ID x EI"))...), nil},
		"needs a password":       {encrypted("secret"), content.ErrEncrypted},
	} {
		t.Run(name, func(t *testing.T) {
			began := time.Now()
			path := file(t, c.content)
			d, err := p.Read(t.Context(), path)
			if c.want != nil && !errors.Is(err, c.want) {
				t.Errorf("%+v, %v; want %v", d, err, c.want)
			}
			if err != nil && !errors.Is(err, content.ErrDamaged) && !errors.Is(err, content.ErrTooLarge) && !errors.Is(err, content.ErrEncrypted) {
				t.Errorf("%v is not one of the package's errors", err)
			}
			if _, err := p.Thumbnail(t.Context(), path, 320); c.want != nil && !errors.Is(err, c.want) {
				t.Errorf("thumbnail: %v; want %v", err, c.want)
			}
			if took := time.Since(began); took > 30*time.Second {
				t.Errorf("it took %v", took)
			}
		})
	}
	// The pool continues.
	if d := read(t, p, made(t, page...)); !strings.Contains(d.Text, "text") {
		t.Errorf("afterwards: %q", d.Text)
	}
}

func TestPathsThatAreNoFilesAreErrors(t *testing.T) {
	p := pool(t)
	for _, path := range []string{t.TempDir(), filepath.Join(t.TempDir(), "missing.pdf"), os.DevNull} {
		if d, err := p.Read(t.Context(), path); err == nil {
			t.Errorf("%s: %+v", path, d)
		}
	}
}

func TestDocumentEncryptedWithoutPasswordIsRead(t *testing.T) {
	if d := read(t, pool(t), file(t, encrypted(""))); !strings.Contains(d.Text, "behind a lock") {
		t.Errorf("the text is %q", d.Text)
	}
}

func TestLongDocumentIsReadUpToPageLimit(t *testing.T) {
	objects := document("")
	objects[5] = pdf.Stream("", printed("R", 12, 72, 500, "again"))
	objects[1] = "<< /Type /Pages /Count 10000 /MediaBox [0 0 842 595] /Resources << /Font << /R 3 0 R >> >> /Kids [" + strings.Repeat("5 0 R ", 10000) + "] >>"
	d := read(t, pool(t), made(t, objects...))
	if n := strings.Count(d.Text, "again"); d.Pages != 10000 || d.Cut != "size" || n < 1000 || n > 5000 || d.Wide != n {
		t.Errorf("%d pages, %d read, %d wide, cut %q; want some thousands of 10000 and cut by size", d.Pages, n, d.Wide, d.Cut)
	}
}

func TestAPageThatIsAPictureIsAScan(t *testing.T) {
	d := read(t, pool(t), made(t, document("q 500 0 0 700 0 0 cm BI /W 1 /H 1 /BPC 8 /CS /G ID x EI Q")...))
	if d.Text != "" || d.Images != 1 || d.Cut != "pages without text" {
		t.Errorf("text %q, %d pictures, cut %q", d.Text, d.Images, d.Cut)
	}
}

func TestThumbnailShowsTheFirstPage(t *testing.T) {
	b, err := pool(t).Thumbnail(t.Context(), made(t, document(printed("B", 100, 50, 400, "BIG"))...), 320)
	if err != nil {
		t.Fatal(err)
	}
	m, err := png.Decode(bytes.NewReader(b))
	if err != nil {
		t.Fatal(err)
	}
	dark := 0
	for y := range m.Bounds().Dy() {
		for x := range m.Bounds().Dx() {
			if r, _, _, _ := m.At(x, y).RGBA(); r < 0x4000 {
				dark++
			}
		}
	}
	if m.Bounds().Dx() != 320 || m.Bounds().Dy() != 453 || dark < 1000 || dark > 30000 {
		t.Errorf("%v with %d dark points", m.Bounds(), dark)
	}
}

func TestManyReadAtOnce(t *testing.T) {
	p := pdfium.NewPool(2, "", nil)
	defer p.Close()
	path := made(t, document(printed("R", 12, 72, 700, "for all"))...)
	errs := make(chan error, 20)
	for range cap(errs) {
		go func() {
			d, err := p.Read(context.Background(), path)
			if err == nil && !strings.Contains(d.Text, "for all") {
				err = errors.New(d.Text)
			}
			errs <- err
		}()
	}
	for range cap(errs) {
		if err := <-errs; err != nil {
			t.Error(err)
		}
	}
}

func TestAClosedPoolReadsNothing(t *testing.T) {
	p := pdfium.NewPool(1, "", nil)
	path := made(t, document(printed("R", 12, 72, 700, "text"))...)
	read(t, p, path)
	p.Close()
	p.Close()
	if _, err := p.Read(t.Context(), path); err == nil {
		t.Error("it was read")
	}
}
