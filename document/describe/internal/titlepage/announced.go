package titlepage

import (
	"math"
	"regexp"
	"slices"
	"strings"

	"sluice/document/describe/internal/phrase"
	"sluice/document/describe/internal/textline"
)

// AnnouncedAuthors finds the authors that a line such as "Authors:" or "by" announces, anywhere
// on the page.
func (h *Head) AnnouncedAuthors() ([]string, float64) {
	const further = 60 // lines behind the head
	lines := slices.Clone(h.Lines)
	for _, l := range h.rest[:min(len(h.rest), further)] {
		l.Kind = KindOf(h.words, l.Text)
		lines = append(lines, l)
	}
	for i, l := range lines {
		if l.Kind != Byline {
			continue
		}
		names := withoutByline(l.Text)
		if list := h.sure(names); len(list) > 0 && names != l.Text {
			return list, 0.7
		}
		for j := i + 1; j < len(lines); j++ {
			next := lines[j]
			if h.laid && (next.X > l.X+l.W+next.Size || l.X > next.X+next.W) && !(j == i+1 && sameRow(l.Line, next.Line)) {
				continue // another column
			}
			if list := h.announced(next); len(list) > 0 {
				return h.column(lines, j, list), 0.7
			}
			if list := h.tabulated(lines[i:]); len(list) > 0 {
				return list, 0.7
			}
			break
		}
	}
	return nil, 0
}

// announced returns the persons of a line that is announced, if it has nothing else but where they work.
func (h *Head) announced(l line) []string {
	if l.Kind == Others || l.Kind == closing {
		return nil
	}
	if list := h.sure(l.Text); len(list) > 0 && l.Kind != Affiliation {
		return list
	}
	if l.Kind == Names && h.isName(l.Text) {
		return []string{textline.Clean(h.words.People(l.Text)[0].Name, textline.MaxName)}
	}
	if name, rest, ok := strings.Cut(l.Text, ","); ok && mixed(rest) && !mixed(name) {
		return h.sure(name)
	}
	return nil
}

// column adds to the persons of line i those of the lines above and below it in the same type and at the same edge, as
// the cell of a table or a list has them.
func (h *Head) column(lines []line, i int, list []string) []string {
	if !h.laid {
		return list
	}
	first := lines[i]
	for _, step := range [...]int{-1, 1} {
		last := first
		for j := i + step; j >= 0 && j < len(lines); j += step {
			l := lines[j]
			space := math.Abs(l.Y - last.Y)
			if space > 2.2*first.Size {
				break
			}
			if l.Font != first.Font || !h.alike(l, first) || !aligned(l.Line, first.Line) {
				continue
			}
			more := h.announced(l)
			if len(more) == 0 {
				break
			}
			if last = l; step < 0 {
				list = append(more, list...)
			} else {
				list = append(list, more...)
			}
		}
	}
	return list
}

// tabulated returns the persons in a column of the table below a heading, the first line: "Author List". The column has a head and below
// it nothing but names, two at least.
func (h *Head) tabulated(lines []line) (best []string) {
	if !h.laid {
		return nil
	}
	heading := lines[0]
	for i, head := range lines[1:] {
		if head.Size >= heading.Size {
			break
		}
		if !sameRow(lines[1].Line, head.Line) || head.Size > 0.95*heading.Size || len(h.sure(head.Text)) > 0 {
			continue
		}
		var list []string
		for _, l := range lines[i+2:] {
			if l.Size >= heading.Size {
				break
			}
			if math.Abs(l.X-head.X) > slack {
				continue
			}
			names := h.sure(l.Text)
			if len(names) != 1 {
				list = nil
				break
			}
			list = append(list, names...)
		}
		if len(list) > max(1, len(best)) {
			best = list
		}
	}
	return best
}

// sure returns the persons of a line if it has nothing else.
func (h *Head) sure(s string) (list []string) {
	for _, p := range h.people(s) {
		if p.Score < 0.2 {
			return nil
		}
		list = append(list, textline.Clean(p.Name, textline.MaxName))
	}
	return list
}

// AuthorsBelow finds the authors in the line below the title, if it has nothing but likely names.
func (h *Head) AuthorsBelow(end int) ([]string, float64) {
	if end == 0 || end >= len(h.Lines) || h.Lines[end].Kind != Names && h.Lines[end].Kind != Affiliation || !h.likely(h.Lines[end].Text) {
		return nil, 0
	}
	return h.announced(h.Lines[end]), 0.7
}

// isSecondHeading reports whether a line announces more of those whom the heading before them has announced: "Assisting Auditors"
// after "Lead Auditors".
func isSecondHeading(first, l line) bool {
	if l.Kind != Byline || !phrase.IsByline(l.Text) || !phrase.IsByline(first.Text) || l.Font != first.Font || l.Size != first.Size {
		return false
	}
	return strings.EqualFold(lastWord(l.Text), lastWord(first.Text))
}

// contribution matches the heading of those who have helped the authors above it.
var contribution = regexp.MustCompile(`^(?i)(?:with )?(?:(?:other |additional |further )?contributors?|contributions? (?:by|from)|mitwirkende|contributeurs?|contributrices?|colaborador[ae]s?|collaborator[ei]|współpraca|spolupráce)\s*:?$`)

// isContribution reports whether the line before line i announces those who have helped the authors named above it.
func isContribution(zone []line, i int) bool {
	return i > 1 && contribution.MatchString(zone[i-1].Text) && slices.ContainsFunc(zone[:i-1], func(l line) bool { return l.Kind == Names })
}

// lastWord returns the last word of a line without the colon behind it.
func lastWord(s string) string {
	s = strings.TrimRight(s, " :")
	return s[strings.LastIndexByte(s, ' ')+1:]
}
