package sax_test

import (
	"errors"
	"io"
	"strings"
	"testing"
	"testing/iotest"

	"sluice/document/content"
	"sluice/document/internal/sax"
)

// events parses a text and returns what the handler received.
func events(in string) (string, error) {
	var b strings.Builder
	err := sax.Read(strings.NewReader(in), sax.Handler{
		Start: func(name string, _ sax.Attrs) bool { b.WriteString("<" + name + ">"); return name != "skip" },
		End:   func(name string) { b.WriteString("</" + name + ">") },
		Text:  func(s []byte) { b.Write(s) },
	})
	return b.String(), err
}

func TestBrokenXMLIsReadAsFarAsItGoes(t *testing.T) {
	for _, c := range []struct {
		in, want string
		err      error
	}{
		{"<a><b>x</b></a>", "<a><b>x</b></a>", nil},
		{"<w:a>x&amp;y&nbsp;&unknown;</w:a>", "<a>x&y\u00a0&unknown;</a>", nil},
		{"<a><b>x</a>", "<a><b>x</b></a>", nil},
		{"<a>x</b></a>", "<a>x</a>", nil},
		{"<a><skip>x<b>y</b></skip>z</a>", "<a><skip>z</a>", nil},
		{"<a><skip>x", "<a><skip></a>", nil},
		{"<a><b>x", "<a><b>x</b></a>", nil},
		{"<a>x\x01y</a>", "<a></a>", sax.ErrPart},
		{`<!DOCTYPE a [<!ENTITY e SYSTEM "file:///etc/passwd">]><a>&e;</a>`, "<a>&e;</a>", nil},
		{"<?xml version='1.0' encoding='iso-8859-1'?><a>\xe4</a>", "<a>ä</a>", nil},
		{"\xff\xfe<\x00a\x00>\x00\xe4\x00<\x00/\x00a\x00>\x00", "<a>ä</a>", nil},
		{"<?xml version='1.1'?><a>x</a>", "<a>x</a>", nil},
		{"\ufeff<?xml version=\"1.1\" encoding='iso-8859-1'?><a>\xe4</a>", "<a>ä</a>", nil},
		{"<?xml version='2.0'?><a>x</a>", "", content.ErrDamaged},
		{"<?xml version='1.0' encoding='no such'?><a>x</a>", "", content.ErrDamaged},
		{"<a>x</a><?xml version='2.0'?><b/>", "<a>x</a>", sax.ErrPart},
		{"", "", content.ErrDamaged},
		{"words", "", content.ErrDamaged},
	} {
		got, err := events(c.in)
		if got != c.want || !errors.Is(err, c.err) {
			t.Errorf("%q: %q, %v, want %q, %v", c.in, got, err, c.want, c.err)
		}
	}
}

func TestHostileXMLIsRefused(t *testing.T) {
	bomb := `<!DOCTYPE a [<!ENTITY e0 "lol"><!ENTITY e1 "&e0;&e0;&e0;&e0;&e0;&e0;">]><a>&e1;</a>`
	for _, c := range []struct {
		what, in string
		err      error
	}{
		{"entities that multiply", bomb, content.ErrTooLarge},
		{"depth", strings.Repeat("<a>", 100_000), content.ErrDamaged},
		{"attributes", "<a" + strings.Repeat(` b=">"`, 1<<20) + ">", content.ErrTooLarge},
		{"a text without end", "<a>" + strings.Repeat("a", 5<<20), content.ErrTooLarge},
		{"a comment without end", "<a><!--" + strings.Repeat("<a>", 2<<20), content.ErrTooLarge},
		{"a section without end", "<a><![CDATA[" + strings.Repeat("<a>", 2<<20), content.ErrTooLarge},
		{"a name without end", "<" + strings.Repeat("a", 1<<22), content.ErrTooLarge},
	} {
		if _, err := events(c.in); !errors.Is(err, c.err) {
			t.Errorf("%s: %v, want %v", c.what, err, c.err)
		}
	}
}

func TestFailedReadIsNotDamagedXML(t *testing.T) {
	failed := errors.New("the disk failed")
	for _, in := range []string{"", "<?xml version='1.1'?>", "<a>x"} {
		err := sax.Read(io.MultiReader(strings.NewReader(in), iotest.ErrReader(failed)), sax.Handler{})
		if !errors.Is(err, failed) || errors.Is(err, content.ErrDamaged) || errors.Is(err, sax.ErrPart) {
			t.Errorf("%q: %v", in, err)
		}
	}
}

func TestAttributesAreBounded(t *testing.T) {
	most := 0
	err := sax.ReadText([]byte("<a"+strings.Repeat(` b=""`, 100_000)+"/>"), sax.Handler{Start: func(_ string, a sax.Attrs) bool {
		most = max(most, cap(a))
		return true
	}})
	if err != nil || most == 0 || most > 2000 {
		t.Errorf("%v, room for %d", err, most)
	}
}

func TestTextWithWrongDeclarationIsRead(t *testing.T) {
	var got string
	err := sax.ReadText([]byte("<?xml version='1.0' encoding='utf-16'?><a>ä\x00\xff</a>"), sax.Handler{Text: func(s []byte) { got += string(s) }})
	if err != nil || got != "ä  " {
		t.Errorf("%q, %v", got, err)
	}
}
