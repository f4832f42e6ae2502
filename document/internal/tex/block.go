package tex

import (
	"strconv"
	"strings"
)

// heading writes the heading of a section, with the number that it has in
// print.
// Level 0 is a chapter, 1 a section; -1 is a part, which gets no number.
func (t *tex) heading(level int) {
	bare := t.star()
	t.options()
	text := t.line()
	number := ""
	// LaTeX numbers sections down to \subsubsection, which is level 3; a star suppresses the
	// number.
	if !bare && level >= 0 && level < 4 && (level > 0 || t.chapters) {
		number = t.number(level) + " "
	}
	depth := max(level, 1)
	if t.chapters {
		depth = max(level+1, 1)
	}
	t.block("heading "+strconv.Itoa(depth), number+text)
}

// plainSection reads \beginsection of plain TeX, whose heading ends with the
// paragraph.
func (t *tex) plainSection() {
	t.par()
	t.style = "heading 1"
}

// item begins an item of a list, with the label or number that is printed
// before it.
func (t *tex) item() {
	t.par()
	label, ok := t.option()
	t.row, t.style = true, "list"
	last := len(t.items) - 1
	switch {
	case ok:
		t.emit(strings.TrimSpace(t.capture(label, false)) + " ")
	case last >= 0 && t.items[last] >= 0:
		t.items[last]++
		t.emit(itemNumber(t.items[last], last) + " ")
	}
}

// itemNumber writes the number of an item as LaTeX does on that level: 1. (a)
// i.
func itemNumber(n, level int) string {
	if level == 1 && n <= 26 {
		return "(" + string(rune('a'+n-1)) + ")"
	}
	return strconv.Itoa(n) + "."
}

// footnote keeps a footnote for the end of the paragraph.
func (t *tex) footnote() {
	t.options()
	text := t.line()
	// A footnote of the preamble is that of the title, and kept only if it is read within it.
	if text != "" && len(t.notes) < 1000 && !(t.preamble && t.captures == 0) {
		t.notes = append(t.notes, text)
	}
}

// bibitem begins an entry of the list of references, with its number.
func (t *tex) bibitem() {
	t.par()
	t.options()
	key := strings.TrimSpace(t.arg())
	t.refs++
	// Citations have the numbers that were counted before; an entry that the count has missed gets
	// the next one.
	n := t.refs
	if known := t.cites[key]; known > 0 {
		n = known
	}
	t.style, t.row = "reference", true
	t.emit("[" + strconv.Itoa(n) + "] ")
}

// finish ends the document: what follows is not printed.
func (t *tex) finish() {
	t.par()
	t.done = true
}

// newTheorem reads \newtheorem{thm}[counter]{Theorem}[section].
func (t *tex) newTheorem() {
	t.star()
	env := t.arg()
	t.option()
	printed := t.capture(t.arg(), false)
	t.option()
	if len(t.theorems) < 1000 {
		t.theorems[strings.TrimSpace(env)] = printed
	}
}
