package intake

import (
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"sluice/internal/lazyregexp"
)

const (
	maxHeadings = 300
	maxHeading  = 100 // bytes
	maxOutlines = 30
)

// numbered matches a line that begins with the number of a section, and may end with leaders and the page as in a list of contents.
var numbered = lazyregexp.New(`^\s{0,8}(\d{1,2}(?:\.\d{1,2}){0,3})\.?\s+(\p{L}.*?)[\s.…]*\d{0,4}\s*$`)

// outline is a row of sections: those of the document, or numbered lines of something else, such as a table.
type outline struct {
	titles   []string
	last     []int // number of the section read last
	from, to int   // bytes of the text between the first and the last one
}

// headings returns the numbered headings of a document's text, in whatever language, each once. A number counts if a section with it may follow the
// one before. Of several rows of such lines the one that goes through most of the text is that of the sections: a list of references, a
// table or notes stand in one place. If none goes through a third of it, there are no headings.
func headings(text string) []string {
	var rows []*outline
	at := 0
	for line := range strings.SplitSeq(text, "\n") {
		start := at
		at += len(line) + 1
		if len(line) > 2*maxHeading {
			continue
		}
		m := numbered.FindStringSubmatch(line)
		if m == nil || len(m[2]) > maxHeading || !isHeadingText(m[2]) {
			continue
		}
		number := sectionNumber(m[1])
		i := slices.IndexFunc(rows, func(o *outline) bool { return o.continues(number, m[2]) })
		o := &outline{from: start}
		switch {
		case i >= 0:
			o = rows[i]
			rows = slices.Delete(rows, i, i+1)
		case len(number) > 1 || number[0] != 1 || len(rows) == maxOutlines:
			continue
		}
		rows = slices.Insert(rows, 0, o) // the one read last is the first to be continued
		o.last, o.to = number, start
		if len(o.titles) < maxHeadings && !slices.Contains(o.titles, m[2]) {
			o.titles = append(o.titles, m[2])
		}
	}
	var best outline
	for _, o := range rows {
		if o.to-o.from > best.to-best.from {
			best = *o
		}
	}
	if 3*(best.to-best.from) < len(text) {
		return nil
	}
	return best.titles
}

// continues reports whether a section may be the next of the outline, or its first one again, which comes twice where there is a list of contents.
func (o *outline) continues(number []int, title string) bool {
	if len(number) == 1 && number[0] == 1 {
		return o.titles[0] == title
	}
	return follows(o.last, number)
}

// isHeadingText reports a text that may be a heading: it begins with a capital, or with a letter of a script without any, and is no sentence.
func isHeadingText(s string) bool {
	first, _ := utf8.DecodeRuneInString(s)
	last, _ := utf8.DecodeLastRuneInString(s)
	return !unicode.IsLower(first) && !strings.ContainsRune(".,;:", last) && !strings.Contains(s, ". ") && len(strings.Fields(s)) <= 12
}

// sectionNumber returns the parts of a number such as 2.1.
func sectionNumber(s string) []int {
	var parts []int
	for part := range strings.SplitSeq(s, ".") {
		n, _ := strconv.Atoi(part) // of digits only
		parts = append(parts, n)
	}
	return parts
}

// follows reports whether a section may follow another: it is the next of one of its levels, perhaps without the one between, or its first part.
func follows(last, number []int) bool {
	same := 0
	for same < len(last) && same < len(number) && last[same] == number[same] {
		same++
	}
	switch rest := number[same:]; {
	case len(rest) == 0:
		return false
	case same == len(last): // a part
		return len(rest) == 1 && rest[0] == 1
	default:
		step := rest[0] - last[same]
		return len(rest) == 1 && 0 < step && step <= 2
	}
}
