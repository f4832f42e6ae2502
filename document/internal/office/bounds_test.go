package office_test

import (
	"fmt"
	"strings"
	"testing"
)

func TestWhatWaitsForTheEndOfARowIsBounded(t *testing.T) {
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

func TestAfterATableOfManyRowsReadingGoesOn(t *testing.T) {
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

func TestCellsThatShareALongStringAreBounded(t *testing.T) {
	b := zipped("xl/workbook.xml", `<w><sheet name="Data" r:id="a"/></w>`,
		"xl/_rels/workbook.xml.rels", `<R><Relationship Id="a" Type="x/worksheet" Target="s.xml"/><Relationship Id="b" Type="x/sharedStrings" Target="t.xml"/></R>`,
		"xl/t.xml", `<sst><si><t>`+strings.Repeat("x", 300<<10)+`</t></si></sst>`,
		"xl/s.xml", `<w><row>`+strings.Repeat(`<c t="s"><v>0</v></c>`, 200)+`</row><row><c><v>7</v></c></row></w>`)
	d, err := read(t, "xlsx", b)
	if err != nil || d.Cut != "size" || len(d.Text) > 2<<20 || !strings.HasSuffix(d.Text, "x\n7\n") {
		t.Errorf("%v, %d bytes, cut %q", err, len(d.Text), d.Cut)
	}
}
