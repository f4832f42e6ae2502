package tex

import (
	"strconv"
	"strings"

	"sluice/document/content"
	"sluice/document/internal/draft"
)

// builder puts the text of a source together: paragraphs with their styles,
// footnotes after them, numbers of sections.
type builder struct {
	draft    *draft.Draft
	out      *strings.Builder // of the paragraph, or of what is captured
	captures int              // arguments that are being read within each other
	notes    []string         // footnotes of the paragraph
	style    string           // of the paragraph
	row      bool             // the paragraph is a row
	preamble bool             // \begin{document} is yet to come
	envs     []string         // environments that are open
	counts   [8]int           // of sections, by level
	chapters bool             // \chapter is the top level
	appendix bool
	abstract strings.Builder
}

// emit appends text to the paragraph. Before \begin{document} nothing is
// printed.
func (b *builder) emit(s string) {
	if b.preamble && b.captures == 0 || b.out.Len() > content.MaxText {
		return
	}
	b.out.WriteString(s)
}

// par ends a paragraph.
func (b *builder) par() {
	// Within an argument there are no paragraphs, only line ends.
	if b.captures > 0 {
		b.emit("\n")
		return
	}
	text := b.out.String()
	b.out.Reset()
	style := b.style
	if b.inside("abstract") {
		if style == "" {
			style = "abstract"
		}
		if style == "abstract" && b.abstract.Len() < content.MaxValue {
			b.abstract.WriteString(text + " ")
		}
	}
	if b.row {
		b.draft.Row(content.Line{Text: text, Style: style})
	} else {
		b.draft.Paragraph(content.Line{Text: text, Style: style})
	}
	if style == "reference" {
		b.draft.Field("reference", text)
	}
	b.style, b.row = "", false
	if strings.TrimSpace(text) != "" {
		b.footnotes()
	}
}

// footnotes writes the notes of the paragraph that has ended.
func (b *builder) footnotes() {
	for _, n := range b.notes {
		b.draft.Paragraph(content.Line{Text: n, Style: "footnote"})
	}
	b.notes = nil
}

// block writes a paragraph of its own.
func (b *builder) block(style, text string) {
	b.par()
	b.style = style
	b.out.WriteString(text)
	b.par()
}

// inside reports whether an environment is open.
func (b *builder) inside(env string) bool {
	for _, e := range b.envs {
		if e == env {
			return true
		}
	}
	return false
}

// head writes a line of the head of a paper at once, also before the document
// begins: sources have title and authors in that order.
func (b *builder) head(style, text string) {
	if text = strings.TrimSpace(text); text == "" {
		return
	}
	preamble := b.preamble
	b.preamble = false
	notes := b.notes // they wait for the text: nothing must come between title and authors
	b.notes = nil
	b.par()
	b.notes = notes
	b.draft.Paragraph(content.Line{Text: text, Style: style})
	b.preamble = preamble
}

// addKeywords adds keywords as fields and as a line of the head.
func (b *builder) addKeywords(text string) {
	text = strings.Join(strings.Fields(text), " ")
	// The middle dot and the bullet separate keywords in the classes of some publishers.
	words := strings.FieldsFunc(text, func(r rune) bool { return r == ',' || r == ';' || r == '·' || r == '•' })
	for _, w := range words {
		b.draft.Field("keyword", strings.Trim(w, " ."))
	}
	b.head("keyword", "Keywords: "+text)
}

// number counts a section: 2.1, or A.1 in an appendix.
func (b *builder) number(level int) string {
	b.counts[level]++
	for i := level + 1; i < len(b.counts); i++ {
		b.counts[i] = 0
	}
	first := 1
	if b.chapters {
		first = 0
	}
	var parts []string
	for i := first; i <= level; i++ {
		n := strconv.Itoa(b.counts[i])
		if b.appendix && i == first && 1 <= b.counts[i] && b.counts[i] <= 26 {
			n = string(rune('A' + b.counts[i] - 1))
		}
		parts = append(parts, n)
	}
	return strings.Join(parts, ".")
}

// pop leaves the innermost environment of a name.
func (b *builder) pop(name string) {
	for i := len(b.envs) - 1; i >= 0; i-- {
		if b.envs[i] == name {
			b.envs = b.envs[:i]
			return
		}
	}
}
