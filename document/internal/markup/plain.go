package markup

import (
	"regexp"
	"strings"

	"sluice/document/content"
	"sluice/document/internal/draft"
)

// readText reads plain text: lines as they are, pages where form feeds end them, paragraphs where lines are empty.
func readText(d *draft.Draft, text string) {
	text = strings.ReplaceAll(strings.ReplaceAll(text, "\r\n", "\n"), "\r", "\n")
	hasPages := strings.Contains(text, "\f")
	for p := range strings.SplitSeq(text, "\f") {
		for rest, more := p, p != ""; more; {
			var line string
			if line, rest, more = cutLine(rest); d.Full() {
				return
			}
			if strings.TrimSpace(line) == "" {
				d.Part()
				continue
			}
			d.Row(content.Line{Text: line})
		}
		if hasPages {
			d.EndPage()
		}
		if d.Full() {
			return
		}
	}
	addURLs(d, text)
}

var urlInText = regexp.MustCompile(`\b(?:https?|ftp)://[^\s<>"{}|\\^\x60]+`)

// addURLs adds the URLs that stand in a text.
func addURLs(d *draft.Draft, text string) {
	const most = 4 << 20 // bytes that are looked through
	for _, u := range urlInText.FindAllString(text[:min(len(text), most)], content.MaxLinks) {
		u = strings.TrimRight(u, ".,;:!?'*_]")
		if strings.Count(u, "(") < strings.Count(u, ")") {
			u = strings.TrimRight(u, ")")
		}
		d.Link(u)
	}
}
