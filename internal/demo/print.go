package demo

import (
	"bytes"
	"fmt"
	"strings"
)

// marks escapes what has a meaning in the strings of PDF and PostScript.
var marks = strings.NewReplacer(`\`, `\\`, "(", `\(`, ")", `\)`)

func printed(s string) string { return marks.Replace(latin1(s)) }

// pdf writes the paper as PDF 1.4, its text uncompressed (ISO 32000-1, sections 7.5 and 9).
func (p paper) pdf() []byte {
	pages := p.pages()
	var objects []string // the n-th is object n+1
	kids := make([]string, len(pages))
	for i := range pages {
		kids[i] = fmt.Sprintf("%d 0 R", 6+2*i)
	}
	objects = append(objects,
		"<< /Type /Catalog /Pages 2 0 R >>",
		fmt.Sprintf("<< /Type /Pages /Kids [%s] /Count %d >>", strings.Join(kids, " "), len(kids)),
		fmt.Sprintf("<< /Title (%s) /Author (%s) /Producer (Northbridge press) >>", printed(p.title), printed(p.author)),
		"<< /Type /Font /Subtype /Type1 /BaseFont /Times-Roman /Encoding /WinAnsiEncoding >>",
		"<< /Type /Font /Subtype /Type1 /BaseFont /Times-Bold /Encoding /WinAnsiEncoding >>",
	)
	for i, lines := range pages {
		content := pdfPage(lines)
		objects = append(objects,
			fmt.Sprintf("<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Resources << /Font << /R 4 0 R /B 5 0 R >> >> /Contents %d 0 R >>", 7+2*i),
			fmt.Sprintf("<< /Length %d >>\nstream\n%s\nendstream", len(content), content))
	}
	var b bytes.Buffer
	b.WriteString("%PDF-1.4\n%\xe2\xe3\xcf\xd3\n")
	offsets := make([]int, len(objects))
	for i, o := range objects {
		offsets[i] = b.Len()
		fmt.Fprintf(&b, "%d 0 obj\n%s\nendobj\n", i+1, o)
	}
	xref := b.Len()
	fmt.Fprintf(&b, "xref\n0 %d\n0000000000 65535 f \n", len(objects)+1)
	for _, at := range offsets {
		fmt.Fprintf(&b, "%010d 00000 n \n", at)
	}
	fmt.Fprintf(&b, "trailer\n<< /Size %d /Root 1 0 R /Info 3 0 R >>\nstartxref\n%d\n%%%%EOF\n", len(objects)+1, xref)
	return b.Bytes()
}

func pdfPage(lines []line) string {
	var b strings.Builder
	b.WriteString("BT 15 TL 72 770 Td")
	for _, l := range lines {
		font := "/R 11"
		if l.heading {
			font = "/B 13"
		}
		fmt.Fprintf(&b, "\n%s Tf (%s) Tj T*", font, printed(l.text))
	}
	b.WriteString("\nET")
	return b.String()
}

// postScript writes the paper as PostScript with its structuring comments.
func (p paper) postScript() []byte {
	var b bytes.Buffer
	pages := p.pages()
	fmt.Fprintf(&b, "%%!PS-Adobe-3.0\n%%%%Title: %s\n%%%%Creator: Northbridge press\n%%%%Pages: %d\n%%%%EndComments\n", latin1(p.title), len(pages))
	b.WriteString("/R { /Times-Roman findfont 11 scalefont setfont } def\n/B { /Times-Bold findfont 13 scalefont setfont } def\n")
	b.WriteString("/L { 72 y moveto show /y y 15 sub def } def\n")
	for i, lines := range pages {
		fmt.Fprintf(&b, "%%%%Page: %d %d\n/y 770 def\n", i+1, i+1)
		for _, l := range lines {
			font := "R"
			if l.heading {
				font = "B"
			}
			fmt.Fprintf(&b, "%s (%s) L\n", font, printed(l.text))
		}
		b.WriteString("showpage\n")
	}
	b.WriteString("%%EOF\n")
	return b.Bytes()
}

// texMarks escapes what has a meaning in TeX.
var texMarks = strings.NewReplacer(`\`, `\textbackslash{}`, "{", `\{`, "}", `\}`, "$", `\$`, "&", `\&`, "%", `\%`, "#", `\#`, "_", `\_`, "^", `\^{}`, "~", `\~{}`)

// tex writes the paper as LaTeX.
func (p paper) tex() []byte {
	var b bytes.Buffer
	fmt.Fprintf(&b, "\\documentclass{article}\n\\usepackage[utf8]{inputenc}\n\\title{%s}\n\\author{%s}\n\\date{%s}\n\\begin{document}\n\\maketitle\n",
		texMarks.Replace(p.title), texMarks.Replace(p.author), p.year)
	for _, text := range p.paragraphs {
		if head, ok := strings.CutPrefix(text, "# "); ok {
			fmt.Fprintf(&b, "\n\\section*{%s}\n", texMarks.Replace(head))
		} else {
			fmt.Fprintf(&b, "\n%s\n", texMarks.Replace(text))
		}
	}
	b.WriteString("\n\\end{document}\n")
	return b.Bytes()
}

// rtfText writes text as RTF has it.
func rtfText(s string) string {
	var b strings.Builder
	for _, c := range []byte(latin1(s)) {
		switch {
		case c == '\\' || c == '{' || c == '}':
			b.WriteString(`\` + string(rune(c)))
		case c >= 0x80:
			fmt.Fprintf(&b, `\'%02x`, c)
		default:
			b.WriteByte(c)
		}
	}
	return b.String()
}

// rtf writes the paper as Rich Text Format.
func (p paper) rtf() []byte {
	var b bytes.Buffer
	fmt.Fprintf(&b, "{\\rtf1\\ansi\\ansicpg1252\\deff0{\\fonttbl{\\f0\\froman Times New Roman;}}\n{\\info{\\title %s}{\\author %s}}\n", rtfText(p.title), rtfText(p.author))
	fmt.Fprintf(&b, "\\f0\\fs32\\b %s\\b0\\par\n\\fs24 %s, %s\\par\n\\par\n", rtfText(p.title), rtfText(p.author), p.year)
	for _, text := range p.paragraphs {
		if head, ok := strings.CutPrefix(text, "# "); ok {
			fmt.Fprintf(&b, "\\b %s\\b0\\par\n", rtfText(head))
		} else {
			fmt.Fprintf(&b, "%s\\par\n\\par\n", rtfText(text))
		}
	}
	b.WriteString("}\n")
	return b.Bytes()
}
