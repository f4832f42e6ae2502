package titlepage

import (
	"slices"
	"strings"

	"sluice/document/describe/internal/textline"
)

// Authors finds the persons who wrote a document, around the title on a page.
type Authors struct {
	head *Head
	end  int // the index behind the title's last line
}

// Authors looks for persons around a title that ends before line end.
func (h *Head) Authors(end int) Authors { return Authors{h, end} }

// Behind finds the persons behind the title, in the order of rows, and the
// institutions printed with them.
func (f Authors) Behind() (list, affiliations []string, confidence float64) {
	h := f.head
	z := &zone{h.look, h.names, h.Lines[f.end:], h.Lines}
	start, isAnnounced := z.byline()
	if !isAnnounced {
		above := announcement{h.look, h.names, h.Lines[:f.end]}
		if names, sure := above.authors(); len(names) > 0 { // those behind the title have advised or examined them
			return names, z.affiliations(&authorship{zone: z}), sure
		}
	}
	if z.isListedAbove(start) || z.isContribution(start) {
		start, isAnnounced = 0, false
	}
	a := &authorship{zone: z, mails: localParts(z.lines), marks: newRaisedMarks(z.lines)}
	a.addressed = z.addressed()
	a.gather(start, isAnnounced)
	if !h.laid && !isAnnounced {
		a.addDisplaced(h.rest)
	}
	affiliations = z.affiliations(a)
	if len(a.found) == 0 {
		return nil, affiliations, 0
	}
	if !isAnnounced && a.isProfessor {
		if names, sure := f.Above(); len(names) > 0 { // those behind the title sign for the school
			return names, affiliations, sure
		}
	}
	a.splitPairs()
	a.marks.trim(a.found)
	list, confidence = a.list(isAnnounced)
	return inOneScript(list, h.script), affiliations, confidence
}

// Announced finds the authors that a line such as "Authors:" or "by" announces, anywhere
// on the page.
func (f Authors) Announced() ([]string, float64) {
	const further = 60 // lines behind the head
	h := f.head
	lines := slices.Clone(h.Lines)
	for _, l := range h.rest[:min(len(h.rest), further)] {
		l.Kind = KindOf(h.names.Lexicon, l.Text)
		lines = append(lines, l)
	}
	return (&announcement{h.look, h.names, lines}).authors()
}

// Below finds the authors in the line below the title, if it has nothing but likely names.
func (f Authors) Below() ([]string, float64) {
	h, end := f.head, f.end
	if end == 0 || end >= len(h.Lines) || h.Lines[end].Kind != Names && h.Lines[end].Kind != Affiliation || !h.names.likely(h.Lines[end].Text) {
		return nil, 0
	}
	return h.names.announced(h.Lines[end]), 0.7
}

// Above finds authors that precede the title, as in some old books and in
// notes.
func (f Authors) Above() ([]string, float64) {
	h, end := f.head, f.end
	for i, l := range h.Lines[:min(end, len(h.Lines))] {
		if i > 4 && end-i > 8 || l.Kind != Names || strings.HasPrefix(l.Text, "—") || strings.HasPrefix(l.Text, "–") {
			continue
		}
		var list []string
		for _, p := range h.names.People(l.Text) {
			if p.Score > 2.5 {
				list = append(list, p.Name)
			}
		}
		if len(list) > 0 {
			return f.withNamesBeside(i, list), 0.45
		}
	}
	return nil, 0
}

// withNamesBeside adds to the persons of line i those of the lines above and below it that are set alike.
func (f Authors) withNamesBeside(i int, list []string) []string {
	h, end := f.head, f.end
	if !h.laid || len(h.names.sure(h.Lines[i].Text)) != len(list) {
		return list
	}
	for _, step := range [...]int{-1, 1} {
		for last, j := i, nextInColumn(h.Lines, i, step); j >= 0 && j < end && h.isSetAs(h.Lines[j], h.Lines[last]); last, j = j, nextInColumn(h.Lines, j, step) {
			names := h.names.People(h.Lines[j].Text)
			if h.Lines[j].Kind != Names || len(names) != 1 {
				break
			}
			if name := textline.Clean(names[0].Name, textline.MaxName); step < 0 {
				list = slices.Insert(list, 0, name)
			} else {
				list = append(list, name)
			}
		}
	}
	return list
}

// Named returns the person of a line that says nothing else and has a word in common with how the file names its author, who may have
// a pseudonym there; "" if there is none.
func (f Authors) Named(author string) string {
	const least = 4 // letters of such a word
	words := textline.PlainWords(author)
	for _, l := range f.head.Lines {
		list := f.head.names.People(l.Text)
		if len(list) != 1 || list[0].Score < 0 || len(strings.Fields(l.Text)) > 3 {
			continue
		}
		for _, w := range textline.PlainWords(l.Text) {
			if len(w) >= least && slices.Contains(words, w) {
				return textline.Clean(list[0].Name, textline.MaxName)
			}
		}
	}
	return ""
}
