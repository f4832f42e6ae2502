package manual

import (
	"fmt"
	"strings"
)

// Roff returns the page as the source of a man page of section 1. Its footer shows the date and the source, which is the
// program with its version.
func (p *Page) Roff(date, source string) string {
	var b strings.Builder
	fmt.Fprintf(&b, ".TH %s 1 %q %q\n.SH NAME\n%s \\- %s\n", strings.ToUpper(strings.ReplaceAll(p.Name, " ", "-")), date, source, roff(p.Name), roff(lower(p.Summary)))
	for _, s := range p.sections {
		fmt.Fprintf(&b, ".SH %s\n", roff(s.title))
		for i, block := range s.blocks {
			block.roff(&b, i > 0)
		}
	}
	return b.String()
}

// roff writes the block: verbatim between .EX and .EE, a term with .TP, a paragraph with .PP. The first block of a section is
// a paragraph without that.
func (bl block) roff(b *strings.Builder, follows bool) {
	if follows && bl.term == "" {
		b.WriteString(".PP\n")
	}
	switch {
	case bl.example:
		fmt.Fprintf(b, ".EX\n%s\n.EE\n", roff(bl.text))
	case bl.term == "":
		fmt.Fprintf(b, "%s\n", roff(bl.text))
	default:
		fmt.Fprintf(b, ".TP\n\\fB%s\\fR\n%s\n", roff(bl.term), roff(bl.text))
	}
}

// roff escapes text. A line must not begin with a dot or a quote, which would be a request. A
// hyphen is written as a minus, because a reader copies flags, and a typographic hyphen is no
// minus for a shell.
func roff(text string) string {
	text = strings.NewReplacer(`\`, `\e`, "-", `\-`).Replace(text)
	lines := strings.Split(text, "\n")
	for i, line := range lines {
		if strings.HasPrefix(line, ".") || strings.HasPrefix(line, "'") {
			lines[i] = `\&` + line
		}
	}
	return strings.Join(lines, "\n")
}
