package demo

import (
	"bytes"
	"fmt"
	"html"
	"strings"
)

// escaped returns s as text of HTML.
func escaped(s string) string { return html.EscapeString(s) }

// texMarks escapes the special characters of TeX.
var texMarks = strings.NewReplacer(`\`, `\textbackslash{}`, "{", `\{`, "}", `\}`, "$", `\$`, "&", `\&`, "%", `\%`, "#", `\#`, "_", `\_`, "^", `\^{}`, "~", `\~{}`)

// tex returns the paper as LaTeX.
func (p *paper) tex() []byte {
	var b bytes.Buffer
	fmt.Fprintf(&b, "\\documentclass{article}\n\\usepackage[utf8]{inputenc}\n\\title{%s}\n\\author{%s}\n\\date{%s}\n\\begin{document}\n\\maketitle\n",
		texMarks.Replace(p.title), texMarks.Replace(p.author()), p.year)
	for _, text := range p.paragraphs {
		if head, ok := strings.CutPrefix(text, "# "); ok {
			fmt.Fprintf(&b, "\n\\section*{%s}\n", texMarks.Replace(head))
		} else {
			fmt.Fprintf(&b, "\n%s\n", texMarks.Replace(flat(text)))
		}
	}
	b.WriteString("\n\\end{document}\n")
	return b.Bytes()
}

// rtfText returns text in the escapes of RTF.
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

// rtf returns the paper in Rich Text Format.
func (p *paper) rtf() []byte {
	var b bytes.Buffer
	fmt.Fprintf(&b, "{\\rtf1\\ansi\\ansicpg1252\\deff0{\\fonttbl{\\f0\\froman Times New Roman;}}\n{\\info{\\title %s}{\\author %s}}\n", rtfText(p.title), rtfText(p.author()))
	fmt.Fprintf(&b, "\\f0\\fs32\\b %s\\b0\\par\n\\fs24 %s, %s\\par\n\\par\n", rtfText(p.title), rtfText(p.author()), p.year)
	for _, text := range p.paragraphs {
		if head, ok := strings.CutPrefix(text, "# "); ok {
			fmt.Fprintf(&b, "\\b %s\\b0\\par\n", rtfText(head))
			continue
		}
		rows, kept := strings.CutPrefix(text, "| ")
		if !kept {
			rows = flat(text)
		}
		for row := range strings.SplitSeq(rows, "\n") {
			fmt.Fprintf(&b, "%s\\par\n", rtfText(strings.TrimPrefix(row, "| ")))
		}
		b.WriteString("\\par\n")
	}
	b.WriteString("}\n")
	return b.Bytes()
}

// html returns the paper as an HTML page in the frame of its site.
func (p *paper) html(file string) []byte {
	host, _, _ := strings.Cut(file, "/")
	var b strings.Builder
	for _, a := range p.authors {
		fmt.Fprintf(&b, "<p>%s, Department of Computer Science, University of Northbridge, %s</p>\n", escaped(a), address(a))
	}
	fmt.Fprintf(&b, "<p><em>%s</em></p>\n<h2>Abstract</h2>\n<p>%s</p>\n<p><b>Keywords:</b> %s</p>\n", escaped(p.venue), escaped(p.abstract()), escaped(p.keywords))
	for _, text := range p.paragraphs[1:] {
		if head, ok := strings.CutPrefix(text, "# "); ok {
			fmt.Fprintf(&b, "<h2>%s</h2>\n", escaped(head))
		} else {
			fmt.Fprintf(&b, "<p>%s</p>\n", escaped(flat(text)))
		}
	}
	b.WriteString("<h2>References</h2>\n")
	for _, e := range p.entries {
		fmt.Fprintf(&b, "<p>%s</p>\n", escaped(e))
	}
	return frame(host, p.title, b.String(), p.metas("")...)
}

// metas returns the citation metadata of the paper, as scholarly search engines read it.
func (p *paper) metas(pdf string) []meta {
	list := []meta{{"citation_title", p.title}}
	for _, a := range p.authors {
		list = append(list, meta{"citation_author", a})
	}
	list = append(list, meta{"citation_publication_date", p.year})
	if p.number != "" {
		list = append(list, meta{"citation_technical_report_number", p.number}, meta{"citation_technical_report_institution", "University of Northbridge"})
	}
	if pdf != "" {
		list = append(list, meta{"citation_pdf_url", "http://" + pdf})
	}
	return list
}
