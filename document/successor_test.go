//go:build unix

package document_test

import (
	"encoding/base64"
	"errors"
	"strings"
	"testing"

	"sluice/document"
)

// renews is LibreOffice that makes a file of an old one.
func renews(to, data string) string {
	return "base64 -d >in." + to + " <<'EOF'\n" + base64.StdEncoding.EncodeToString([]byte(data)) + "\nEOF"
}

func TestDocumentThatCrashesProgramIsNotDamaged(t *testing.T) {
	const killed = "kill -KILL $$"
	for name, programmed := range map[string]map[string]string{
		"a.doc": {"soffice": killed, "antiword": killed}, "a.ps": {"gs": killed}, "a.dvi": {"gs": killed, "dvips": killed},
	} {
		data := map[string]string{"a.doc": compound("WordDocument", "old"), "a.ps": "%!PS-Adobe-2.0\n", "a.dvi": "\xf7\x02\x01"}[name]
		_, err := programs(t, programmed).Read(t.Context(), fileOf(t, name, data), document.Hint{})
		if died := (*document.DiedError)(nil); !errors.As(err, &died) || errors.Is(err, document.ErrDamaged) {
			t.Errorf("%s: %v, want that a program was killed", name, err)
		}
	}
}

func TestOldFileIsReadAsConverted(t *testing.T) {
	const heading, crashes = `<d><p><pPr><outlineLvl val="0"/></pPr><r><t>A heading</t></r></p><p><r><t>words</t></r></p></d>`, "kill -SEGV $$"
	renewed := zipped("word/document.xml", heading, "docProps/core.xml", "<c><creator>the office</creator></c>", "word/embeddings/a.txt", "attached")
	slides := zipped("ppt/presentation.xml", `<p><sldId r:id="a"/></p>`, "ppt/_rels/presentation.xml.rels", `<R><Relationship Id="a" Type="x/slide" Target="s.xml"/></R>`,
		"ppt/s.xml", `<a:p><a:t>a slide</a:t></a:p>`)
	const says = `echo "plain words"`
	for _, c := range []struct {
		what, name string
		programs   map[string]string
		text       string
		err        error
	}{
		{"Word, with what is in it", "a.doc", map[string]string{"soffice": renews("docx", renewed), "antiword": says}, "A heading\n\nwords\n\nattached\n", nil},
		{"slides", "a.ppt", map[string]string{"soffice": renews("pptx", slides), "catppt": says}, "a slide\n\f", nil},
		{"without the office", "a.doc", map[string]string{"antiword": says}, "plain words\n", nil},
		{"where the office fails", "a.ppt", map[string]string{"soffice": crashes, "catppt": says}, "plain words\n", nil},
		{"where the office finds nothing", "a.doc", map[string]string{"soffice": renews("docx", word("")), "catdoc": says}, "plain words\n", nil},
		{"where no program finds text", "a.doc", map[string]string{"soffice": renews("docx", word("")), "catdoc": crashes}, "", document.ErrNoText},
		{"where all fail", "a.doc", map[string]string{"soffice": "exit 3", "antiword": crashes}, "", document.ErrDamaged},
		{"where the office makes nonsense", "a.doc", map[string]string{"soffice": renews("docx", "PK\x03\x04 nonsense")}, "", document.ErrDamaged},
	} {
		data := compound("WordDocument", "old")
		if strings.HasSuffix(c.name, "ppt") {
			data = compound("PowerPoint Document", "old")
		}
		d, err := programs(t, c.programs).Read(t.Context(), fileOf(t, c.name, data), document.Hint{})
		if !errors.Is(err, c.err) {
			t.Errorf("%s: %v, want %v", c.what, err, c.err)
		} else if err == nil && (d.Text != c.text || "a."+d.Type != c.name || d.Get("creator")+d.Get("author") != "") {
			t.Errorf("%s: %+v, want %q", c.what, d, c.text)
		}
		if c.text == "A heading\n\nwords\n\nattached\n" && d != nil && (len(d.Lines) == 0 || d.Lines[0].Style != "heading 1") {
			t.Errorf("%s: %+v", c.what, d.Lines)
		}
	}
}
