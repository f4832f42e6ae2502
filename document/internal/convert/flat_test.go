package convert

import (
	"io"
	"runtime"
	"strings"
	"testing"
)

func TestFlatText(t *testing.T) {
	for xml, want := range map[string]string{
		`<d><p>one</p><h>two</h></d>`:                                               "one\ntwo\n",
		`<d><p>a<s/>b<s c="3"/>c<tab/>d<line-break/>e</p></d>`:                      "a b   c\td\ne\n",
		`<d><p>a<s c="999999999"/>b</p></d>`:                                        "a" + strings.Repeat(" ", maxSpaces) + "b\n",
		`<d><page><p>one</p></page><page><p>two</p></page></d>`:                     "one\n\ftwo\n\f",
		`<d><table-row><table-cell><p>a</p></table-cell></table-row></d>`:           "a \t\n",
		`<d><p>a<binary-data>AAAA</binary-data>b</p></d>`:                           "ab\n",
		`<d><page><p>slide</p><notes><p>what to say</p></notes></page></d>`:         "slide\n\f",
		`<d><meta><p>no</p></meta>layout <p>yes &amp; yes</p> between</d>`:          "yes & yes\n",
		`<d><p>an <annotation><p>aside</p></annotation>end <span>in</span></p></d>`: "an end in\n",
	} {
		got, err := flatText(strings.NewReader(xml))
		if err != nil || got != want {
			t.Errorf("flatText(%q) = %q, %v, want %q", xml, got, err, want)
		}
	}
	for _, xml := range []string{`<d><p>`, `<d>&bomb;</d>`, `<d></p></d>`} {
		if got, err := flatText(strings.NewReader(xml)); err == nil {
			t.Errorf("flatText(%q) = %q", xml, got)
		}
	}
}

func TestPicturesInFlatTextAreNotHeld(t *testing.T) {
	long := io.MultiReader(strings.NewReader("<d><p>a<binary-data>"), &repeated{left: 64 << 20}, strings.NewReader("</binary-data>b</p></d>"))
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	got, err := flatText(long)
	runtime.ReadMemStats(&after)
	if took := after.TotalAlloc - before.TotalAlloc; err != nil || got != "ab\n" || took > 40<<20 {
		t.Errorf("%q, %v, %d MB", got, err, took>>20)
	}
}

// repeated is a text of one letter.
type repeated struct{ left int }

func (r *repeated) Read(p []byte) (int, error) {
	if r.left <= 0 {
		return 0, io.EOF
	}
	n := min(len(p), r.left)
	for i := range n {
		p[i] = 'A'
	}
	r.left -= n
	return n, nil
}

func FuzzFlatText(f *testing.F) {
	f.Add(`<d><page><p>a<s c="3"/>b<tab/></p><notes><p>n</p></notes></page></d>`)
	f.Add(`<d><table-row><table-cell><p>a</p></table-cell></table-row>`)
	f.Fuzz(func(t *testing.T, xml string) {
		if text, err := flatText(strings.NewReader(xml)); len(text) > maxSpaces*len(xml) {
			t.Errorf("%d bytes of text from %d, %v", len(text), len(xml), err)
		}
	})
}
