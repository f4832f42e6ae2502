package pdfium

import (
	"bytes"
	"io"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"

	"sluice/document/content"
	"sluice/document/internal/pdfchar"
	"sluice/document/internal/pdffile"
	"sluice/document/internal/xmp"
)

func TestMessagesArriveUnchanged(t *testing.T) {
	var b bytes.Buffer
	for _, m := range []struct {
		kind byte
		body any
	}{{isReady, nil}, {isOpened, pdffile.Opened{Pages: 3}}, {isPicture, []byte{0, 1, 2}}} {
		if err := send(&b, m.kind, m.body); err != nil {
			t.Fatal(err)
		}
	}
	for _, want := range []message{{isReady, []byte{}}, {isOpened, []byte(`{"Pages":3}`)}, {isPicture, []byte{0, 1, 2}}} {
		m, err := receive(&b)
		if err != nil || m.kind != want.kind || !bytes.Equal(m.body, want.body) {
			t.Errorf("%c %q, %v; want %c %q", m.kind, m.body, err, want.kind, want.body)
		}
	}
	if _, err := receive(&b); err != io.EOF {
		t.Errorf("at the end: %v", err)
	}
	if m, err := receive(strings.NewReader("p\xff\xff\xff\xffabc")); err == nil {
		t.Errorf("a message of 4 GB: %q", m.body)
	}
}

// What a child says, however mad, makes a document within the limits.
func FuzzAnswer(f *testing.F) {
	var b bytes.Buffer
	for kind, body := range map[byte]any{
		isOpened:   pdffile.Opened{Pages: 2},
		isMetadata: pdffile.Metadata{Fields: []content.Field{{Name: "title", Value: "A"}}},
		isPage:     pdffile.Page{Width: 595, Height: 842, Text: "a", Links: []string{"http://a"}, Lines: []content.Line{{Text: "a"}}, Fonts: map[string]int{"F": 1}},
		isEnd:      end{Cut: content.CutTime, Kind: "damaged"},
	} {
		send(&b, kind, body) //nolint:errcheck // to memory
		f.Add(b.Bytes())
	}
	f.Add([]byte("o\x00\x00\x00\x0c{\"Pages\":-1}p\x00\x00\x00\x02{}"))
	f.Fuzz(func(t *testing.T, said []byte) {
		r, in := &answer{}, bytes.NewReader(said)
		for {
			m, err := receive(in)
			if err != nil || r.accept(m) != nil {
				break
			}
		}
		d, err := r.result(nil)
		if err != nil {
			t.Fatal(err)
		}
		if d.Pages < 0 || len(d.Text) > content.MaxText || len(d.Lines) > content.MaxLines || len(d.Fields) > content.MaxFields || len(d.Links) > content.MaxLinks {
			t.Errorf("%d pages, %d bytes, %d lines, %d fields, %d links", d.Pages, len(d.Text), len(d.Lines), len(d.Fields), len(d.Links))
		}
		if !utf8.ValidString(d.Text) {
			t.Errorf("text %q", d.Text)
		}
	})
}

func TestCleanMakesText(t *testing.T) {
	for in, want := range map[string]string{
		"plain":                        "plain",
		"a\r\nb\tc\x00\x01\x7f\u200bd": "a\nb cd",
		"e\ufb03cient \ufb02ow":        "efficient flow",
		"docu\ufffement discusses":     "document discusses",
		"Jean-\r\nBaptiste":            "Jean-Baptiste",
		"state-of-the-\r\nart":         "state-of-theart",
		"2010 -\r\n2012":               "2010 -\n2012",
		"co\u00adoperate":              "co-operate",
		"a-\u00ad\u2010b":              "a-\u2010b",
		"Cafe\u0301":                   "Café",
		"non\u00a0breaking\u2003space": "non breaking space",
		"\ud7ff\U0001d465\ufdd0\uffff": "\ud7ff\U0001d465",
	} {
		if got := pdfchar.Clean(in); got != want {
			t.Errorf("clean(%q) = %q, want %q", in, got, want)
		}
	}
}

func TestDatesAreRFC3339AsFarAsTheyGo(t *testing.T) {
	for in, want := range map[string]string{
		"D:20010203040506+01'00'": "2001-02-03T04:05:06+01:00", "D:20010203040506Z": "2001-02-03T04:05:06Z", "20010203040506": "2001-02-03T04:05:06Z",
		"D:20010203": "2001-02-03", "D:200102": "2001-02", "D:2001": "2001", "D:20019999999999": "", "yesterday": "", "": "", "D:": "", "D:191": "",
	} {
		if got := pdffile.Date(in); got != want {
			t.Errorf("date(%q) = %q, want %q", in, got, want)
		}
	}
}

func TestPacketOfDocumentIsPreferredToPictures(t *testing.T) {
	packet := func(title, producer string) string {
		return "<< /Type /Metadata /Subtype /XML >>\nstream\n<x><rdf:RDF xmlns:rdf='http://www.w3.org/1999/02/22-rdf-syntax-ns#'><rdf:Description xmlns:dc='http://purl.org/dc/elements/1.1/' " +
			"xmlns:pdf='http://ns.adobe.com/pdf/1.3/' pdf:Producer='" + producer + "'><dc:title>" + title + "</dc:title></rdf:Description></rdf:RDF></x>\nendstream\nendobj\n"
	}
	whole := []byte(packet("old", "P") + packet("paper", "P") + packet("figure 1", "Drawing"))
	got := xmp.Fields(whole, []content.Field{{Name: "producer", Value: "P"}})
	if want := []content.Field{{Name: "producer", Value: "P"}, {Name: "title", Value: "paper"}}; !cmp.Equal(got, want) {
		t.Error(cmp.Diff(want, got))
	}
	if got := xmp.Fields(whole, []content.Field{{Name: "title", Value: "another"}}); got != nil {
		t.Errorf("none of the packets says what the dictionary says, and yet: %v", got)
	}
	for _, bad := range []string{"/Metadata", "/Metadata stream", "/Metadata stream\nxendstream", "/Metadata stream\n<x><y" + strings.Repeat("<z>", 5000) + "endstream", "/Metadata stream\n<!DOCTYPE a [<!ENTITY b 'c'>]><a>&b;</a>endstream"} {
		xmp.Fields([]byte(bad), nil)
	}
}

func TestFontNamesDecideStyle(t *testing.T) {
	for in, want := range map[string]struct {
		name         string
		bold, italic bool
	}{
		"ABCDEF+CMBX12":          {"CMBX12", true, false},
		"Times-BoldItalic":       {"Times-BoldItalic", true, true},
		"NimbusRomNo9L-Medi":     {"NimbusRomNo9L-Medi", true, false},
		"NimbusRomNo9L-ReguItal": {"NimbusRomNo9L-ReguItal", false, true},
		"CMR10":                  {"CMR10", false, false},
		"LinLibertineT":          {"LinLibertineT", false, false},
	} {
		if name, bold, italic := pdfchar.FontName(in); name != want.name || bold != want.bold || italic != want.italic {
			t.Errorf("fontName(%q) = %q, %t, %t", in, name, bold, italic)
		}
	}
}
