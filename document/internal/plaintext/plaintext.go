// Package plaintext reads plain text.
package plaintext

import (
	"regexp"
	"strings"
	"unicode/utf8"

	"sluice/document/content"
	"sluice/document/internal/draft"
)

// Read reads plain text: lines as they are, pages where form feeds end them,
// paragraphs where lines are empty.
func Read(d *draft.Draft, text string) {
	text = strings.ReplaceAll(strings.ReplaceAll(text, "\r\n", "\n"), "\r", "\n")
	hasPages := strings.Contains(text, "\f")
	for p := range strings.SplitSeq(text, "\f") {
		for rest, more := p, p != ""; more; {
			var line string
			if line, rest, more = CutLine(rest); d.Full() {
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
	AddURLs(d, text)
}

// urlInText matches a URL. Signs that end a sentence are cut off afterwards.
var urlInText = regexp.MustCompile(`\b(?:https?|ftp)://[^\s<>"{}|\\^\x60]+`)

// AddURLs adds the URLs that stand in a text.
func AddURLs(d *draft.Draft, text string) {
	const most = 4 << 20 // bytes that are looked through
	for _, u := range urlInText.FindAllString(text[:min(len(text), most)], content.MaxLinks) {
		u = strings.TrimRight(u, ".,;:!?'*_]")
		if strings.Count(u, "(") < strings.Count(u, ")") {
			u = strings.TrimRight(u, ")")
		}
		d.Link(u)
	}
}

// MaxLine is the most bytes of a line.
const MaxLine = 1 << 20

// CutLine cuts the first line off a text, or the beginning of one that is too
// long.
func CutLine(text string) (line, rest string, more bool) {
	end := strings.IndexByte(text[:min(len(text), MaxLine)], '\n')
	switch {
	case end >= 0:
		return text[:end], text[end+1:], true
	case len(text) <= MaxLine:
		return text, "", false
	}
	end = MaxLine
	for end > MaxLine-utf8.UTFMax && !utf8.RuneStart(text[end]) {
		end--
	}
	return text[:end], text[end:], true
}
