package office_test

import (
	"errors"
	"strings"
	"testing"
	"time"

	"sluice/document/content"
)

func TestRTFIsRead(t *testing.T) {
	for _, c := range []struct{ what, in, want string }{
		{"paragraphs", `{\rtf1 one\par two\line three\par}`, "one\n\ntwo\nthree\n"},
		{"symbols", `{\rtf1 \ldblquote a\rdblquote\emdash b\~c\_d\{e\}\\}`, "“a”—b c-d{e}\\\n"},
		{"bytes of the file's code page", `{\rtf1\ansi\ansicpg1250 \'9elu\'9dou\'e8k\'fd}`, "žluťoučký\n"},
		{"bytes of a font's", `{\rtf1\ansi\deff0{\fonttbl{\f0\fcharset0 A;}{\f1\fcharset204 B;}{\f2\fcharset128 C;}}\f1\'cf\'ee\f2\'93\'fa\'96\'7b\f0\'e9}`, "По日本é\n"},
		{"a trail byte that is a letter", `{\rtf1{\fonttbl{\f0\fcharset128 A;}}\f0\'83A}`, "ア\n"},
		{"Unicode", `{\rtf1\uc1\u960?\u-10179?\u-8704?x}`, "π😀x\n"},
		{"Unicode with several stand-ins", `{\rtf1\uc2\u960\'cf\'80x{\uc0\u960 y}\u960??z}`, "πxπyπz\n"},
		{"halves of pairs", `{\rtf1\uc1 a\u-10179?b\u-9216?c}`, "a\ufffdb\ufffdc\n"},
		{"destinations that are passed over", `{\rtf1{\colortbl;\red0;}{\*\unknown gone}{\pict\pngblip 00ff}{\*\bkmkstart x}kept{\*\x{\y gone}}}`, "kept\n"},
		{"binary data", "{\\rtf1 a{\\pict\\bin5 }}}}}}b}", "ab\n"},
		{"a footnote after its paragraph", `{\rtf1 text{\footnote\pard a note\par} goes on\par}`, "text goes on\n\na note\n"},
		{"a table", `{\rtf1\trowd\pard\intbl a\cell b\cell\row\pard\intbl c\cell d\cell\row\pard after\par}`, "a b\nc d\n\nafter\n"},
		{"headers last", `{\rtf1{\header\pard above\par}{\footer below}body\par}`, "body\n\nabove\n\nbelow\n"},
		{"hidden text", `{\rtf1 seen{\v unseen} again}`, "seen again\n"},
		{"the result of a field", `{\rtf1{\field{\*\fldinst HYPERLINK "http://example.org/"}{\fldrslt here}}}`, "here\n"},
		{"what is said twice", `{\rtf1 {\upr{x?}{\*\ud{x\u960 ?}}}y}`, "xπy\n"},
		{"labels of lists", `{\rtf1{\listtext\tab 1.}one\par}`, "1.one\n"},
		{"no end", `{\rtf1 a{\b b`, "ab\n"},
		{"too many ends", `{\rtf1 a}}}} b`, "a b\n"},
	} {
		d, err := read(t, "rtf", []byte(c.in))
		if err != nil || d.Text != c.want {
			t.Errorf("%s: %+v, %v, want %q", c.what, d, err, c.want)
		}
	}
}

func TestRTFSaysWhatItIs(t *testing.T) {
	d, err := read(t, "rtf", []byte(`{\rtf1\paperw12240\paperh15840{\stylesheet{\s0 Normal;}{\s1\b heading 1;}{\s2 Title;}}`+
		`{\info{\title On \'e9t\'e9}{\author Ann; Bob}{\keywords a, b}{\creatim\yr2005\mo3\dy9\hr1}}{\pard\s2\b\fs36 Big\par}\pard\s1 Head\par\pard\plain\fs20 text\par}`))
	if err != nil {
		t.Fatal(err)
	}
	if d.Get("title") != "On été" || len(d.All("author")) != 2 || len(d.All("keyword")) != 2 || d.Get("created") != "2005-03-09" || d.Width != 612 {
		t.Errorf("%+v", d.Fields)
	}
	if l := d.Lines; l[0].Style != "title" || !l[0].Bold || l[0].Size != 18 || l[1].Style != "heading 1" || l[2].Style != "" || l[2].Size != 10 {
		t.Errorf("%+v", d.Lines)
	}
}

func TestHostileRTFIsBounded(t *testing.T) {
	for _, c := range []struct{ what, in string }{
		{"depth", `{\rtf1` + strings.Repeat("{", 1<<20)},
		{"notes in notes", `{\rtf1 a` + strings.Repeat(`{\footnote b`, 5000)},
		{"cells", `{\rtf1 ` + strings.Repeat(`\intbl a\cell `, 1<<16)},
		{"a number too large", `{\rtf1 \bin99999999999999999999 a\u99999999999 \uc99999 \f-1 b}`},
		{"a word without end", `{\rtf1 \` + strings.Repeat("a", 1<<20) + " b}"},
	} {
		began := time.Now()
		if _, err := read(t, "rtf", []byte(c.in)); err != nil && !errors.Is(err, content.ErrDamaged) && !errors.Is(err, content.ErrNoText) {
			t.Errorf("%s: %v", c.what, err)
		}
		if time.Since(began) > 10*time.Second {
			t.Errorf("%s took %v", c.what, time.Since(began))
		}
	}
}
