package demo

import (
	"bytes"
	"fmt"
	"strings"

	"sluice/internal/pdf"
)

// latin1 returns s in Latin-1, which all formats here have.
func latin1(s string) string {
	var b strings.Builder
	for _, r := range s {
		if r > 0xff {
			r = '?'
		}
		b.WriteByte(byte(r))
	}
	return b.String()
}

// marks escapes the special characters of strings in PDF and PostScript.
var marks = strings.NewReplacer(`\`, `\\`, "(", `\(`, ")", `\)`)

// printed returns s as a string of PDF or PostScript.
func printed(s string) string { return marks.Replace(latin1(s)) }

// fonts are the fonts of the styles by their letters.
var fonts = []struct{ letter, name string }{{"R", "Times-Roman"}, {"B", "Times-Bold"}, {"I", "Times-Italic"}}

// pdf returns the paper as PDF 1.4 with uncompressed text (ISO 32000-1, sections 7.5 and 9).
func (p *paper) pdf() []byte {
	pages, size := p.pages(), p.size()
	var objects []string // the n-th is object n+1
	add := func(o string) string {
		objects = append(objects, o)
		return fmt.Sprintf("%d 0 R", len(objects))
	}
	meta := pdf.Stream("/Type /Metadata /Subtype /XML", p.xmp())
	kids := make([]string, len(pages))
	for i := range pages {
		kids[i] = fmt.Sprintf("%d 0 R", 5+len(fonts)+2*i)
	}
	add("<< /Type /Catalog /Pages 2 0 R /Metadata 4 0 R >>")
	add(fmt.Sprintf("<< /Type /Pages /Kids [%s] /Count %d >>", strings.Join(kids, " "), len(kids)))
	add(fmt.Sprintf("<< /Title (%s) /Author (%s) /Producer (Northbridge press) /CreationDate (D:%s0901090000Z) >>", printed(p.title), printed(p.author()), p.year))
	add(meta)
	named := ""
	for _, f := range fonts {
		named += "/" + f.letter + " " + add("<< /Type /Font /Subtype /Type1 /BaseFont /"+f.name+" /Encoding /WinAnsiEncoding >>") + " "
	}
	for _, lines := range pages {
		add(fmt.Sprintf("<< /Type /Page /Parent 2 0 R /MediaBox [0 0 %d %d] /Resources << /Font << %s>> >> /Contents %d 0 R >>", size.width, size.height, named, len(objects)+2))
		add(pdf.Stream("", pdfPage(lines, size)))
	}
	return pdf.File("/Info 3 0 R", objects...)
}

// pdfPage returns the content stream of a page.
func pdfPage(lines []line, size sheetSize) string {
	var b strings.Builder
	fmt.Fprintf(&b, "BT %d %d Td", size.left, size.top)
	for _, l := range lines {
		fmt.Fprintf(&b, "\n/%c %d Tf %d TL (%s) Tj T*", l.font, l.size, l.leading, printed(l.text))
	}
	b.WriteString("\nET")
	return b.String()
}

// xmpPadding is the white space at the end of an XMP packet, which allows changes in place.
const xmpPadding = 4000

// xmp returns the metadata of the file (ISO 16684-1).
func (p *paper) xmp() string {
	var b strings.Builder
	b.WriteString("<?xpacket begin=\"\ufeff\" id=\"W5M0MpCehiHzreSzNTczkc9d\"?>\n<x:xmpmeta xmlns:x=\"adobe:ns:meta/\">\n" +
		"<rdf:RDF xmlns:rdf=\"http://www.w3.org/1999/02/22-rdf-syntax-ns#\">\n<rdf:Description rdf:about=\"\" xmlns:dc=\"http://purl.org/dc/elements/1.1/\">\n")
	fmt.Fprintf(&b, "<dc:format>application/pdf</dc:format>\n<dc:title><rdf:Alt><rdf:li xml:lang=\"x-default\">%s</rdf:li></rdf:Alt></dc:title>\n<dc:creator><rdf:Seq>", escaped(p.title))
	for _, a := range p.authors {
		fmt.Fprintf(&b, "<rdf:li>%s</rdf:li>", escaped(a))
	}
	b.WriteString("</rdf:Seq></dc:creator>\n</rdf:Description>\n</rdf:RDF>\n</x:xmpmeta>\n")
	b.WriteString(strings.Repeat(strings.Repeat(" ", 99)+"\n", xmpPadding/100))
	b.WriteString("<?xpacket end=\"w\"?>")
	return b.String()
}

// postScript returns the paper as PostScript with document structuring comments.
func (p *paper) postScript() []byte {
	var b bytes.Buffer
	pages, size := p.pages(), p.size()
	fmt.Fprintf(&b, "%%!PS-Adobe-3.0\n%%%%Title: %s\n%%%%Creator: Northbridge press\n%%%%Pages: %d\n%%%%EndComments\n", latin1(p.title), len(pages))
	for _, f := range fonts {
		fmt.Fprintf(&b, "/%s { /%s findfont exch scalefont setfont } def\n", f.letter, f.name)
	}
	fmt.Fprintf(&b, "/L { /by exch def %d y moveto show /y y by sub def } def\n", size.left)
	for i, lines := range pages {
		fmt.Fprintf(&b, "%%%%Page: %d %d\n/y %d def\n", i+1, i+1, size.top)
		for _, l := range lines {
			fmt.Fprintf(&b, "%d %c (%s) %d L\n", l.size, l.font, printed(l.text), l.leading)
		}
		b.WriteString("showpage\n")
	}
	b.WriteString("%%EOF\n")
	return b.Bytes()
}
