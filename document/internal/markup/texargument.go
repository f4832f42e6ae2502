package markup

import (
	"strconv"
	"strings"
)

func (t *tex) push(s string) {
	if len(t.frames) < maxFrames && s != "" {
		t.frames = append(t.frames, frame{s: s})
	}
}

// line gives an argument as one line of text.
func (t *tex) line() string {
	return strings.Join(strings.Fields(t.capture(t.arg(), false)), " ")
}

func (t *tex) formula() string { return strings.TrimSpace(t.capture(t.arg(), true)) }

func (t *tex) words() { t.emit(t.capture(t.arg(), false)) }

func (t *tex) fraction() {
	over, under := t.formula(), t.formula()
	t.emit(bracketed(over) + "/" + bracketed(under))
}

func bracketed(s string) string {
	if strings.ContainsAny(s, " +-/=") {
		return "(" + s + ")"
	}
	return s
}

func (t *tex) root() {
	degree, _ := t.option()
	switch degree {
	case "":
		t.emit("√")
	case "3":
		t.emit("∛")
	default:
		t.emit(t.capture(degree, true) + "√")
	}
	t.emit(bracketed(t.formula()))
}

// heading writes the heading of a section, with the number that it has in print.
func (t *tex) heading(level int) {
	bare := t.star()
	t.options()
	text := t.line()
	number := ""
	if !bare && level >= 0 && level < 4 && (level > 0 || t.chapters) {
		number = t.number(level) + " "
	}
	depth := max(level, 1)
	if t.chapters {
		depth = max(level+1, 1)
	}
	t.block("heading "+strconv.Itoa(depth), number+text)
}

// number counts a section: 2.1, or A.1 in an appendix.
func (t *tex) number(level int) string {
	t.counts[level]++
	for i := level + 1; i < len(t.counts); i++ {
		t.counts[i] = 0
	}
	first := 1
	if t.chapters {
		first = 0
	}
	var parts []string
	for i := first; i <= level; i++ {
		n := strconv.Itoa(t.counts[i])
		if t.appendix && i == first && 1 <= t.counts[i] && t.counts[i] <= 26 {
			n = string(rune('A' + t.counts[i] - 1))
		}
		parts = append(parts, n)
	}
	return strings.Join(parts, ".")
}

// plainSection reads \beginsection of plain TeX, whose heading ends with the paragraph.
func (t *tex) plainSection() {
	t.par()
	t.style = "heading 1"
}

func (t *tex) footnote() {
	t.options()
	text := t.line()
	if text != "" && len(t.notes) < 1000 && !(t.preamble && t.deep == 0) {
		t.notes = append(t.notes, text)
	}
}

// cite writes what is cited by its number in the list of references, or by its key when the list is elsewhere.
func (t *tex) cite() {
	t.star()
	var parts []string
	var note string
	for {
		f := t.frame()
		if f == nil || f.s[f.at] != '[' {
			break
		}
		option, _ := t.option()
		note = strings.TrimSpace(t.capture(option, false))
	}
	for _, key := range strings.Split(t.arg(), ",") {
		key = strings.TrimSpace(key)
		if n := t.cites[key]; n > 0 {
			key = strconv.Itoa(n)
		}
		parts = append(parts, key)
	}
	if note != "" {
		parts = append(parts, note)
	}
	t.emit("[" + strings.Join(parts, ", ") + "]")
}

func (t *tex) url() {
	ref := clean(t.arg())
	t.d.Link(ref)
	t.emit(ref)
}

// clean takes the marks of TeX out of a URL.
func clean(url string) string {
	return strings.NewReplacer(`\%`, "%", `\#`, "#", `\_`, "_", `\&`, "&", `\~{}`, "~", `\~`, "~", `\textasciitilde`, "~", "{", "", "}", "", "\n", "", `\`, "").Replace(url)
}

// verb reads \verb|text|.
func (t *tex) verb() {
	t.star()
	t.options()
	f := t.frame()
	if f == nil {
		return
	}
	mark := f.s[f.at]
	if mark == '{' {
		t.emit(t.arg())
		return
	}
	text, _, ok := strings.Cut(f.s[f.at+1:min(len(f.s), f.at+2000)], string(rune(mark)))
	if !ok || mark >= 0x80 {
		return
	}
	f.at += len(text) + 2
	t.emit(text)
}

func (t *tex) picture() {
	t.star()
	t.options()
	t.arg()
	t.d.Picture()
}

// char reads a character by its number: \char65, \char"41, \char`A.
func (t *tex) char() {
	t.space()
	f := t.frame()
	if f == nil {
		return
	}
	digits, base := "0123456789", 10
	switch f.s[f.at] {
	case '{':
		t.push(`\char` + t.arg() + " ")
		return
	case '`':
		f.at++
		if strings.HasPrefix(f.s[f.at:], `\`) {
			f.at++
		}
		t.emit(t.arg())
		return
	case '"':
		f.at++
		digits, base = "0123456789ABCDEF", 16
	case '\'':
		f.at++
		digits, base = "01234567", 8
	}
	end := f.at
	for end < len(f.s) && end < f.at+6 && strings.IndexByte(digits, f.s[end]) >= 0 {
		end++
	}
	n, err := strconv.ParseInt(f.s[f.at:end], base, 32)
	f.at = end
	if err == nil && n >= ' ' {
		t.emit(string(rune(n)))
	}
}

// rule passes over a line: \hrule height 1pt width 2cm.
func (t *tex) rule() {
	for range 3 {
		t.gobble()
		f := t.frame()
		if f == nil {
			return
		}
		for _, word := range []string{"width", "height", "depth"} {
			if strings.HasPrefix(f.s[f.at:], word) {
				f.at += len(word)
				t.dimension()
			}
		}
	}
}

// setup reads what hyperref is told of the file: pdftitle={…}.
func (t *tex) setup() {
	source := t.arg()
	for _, name := range []string{"pdftitle", "pdfauthor", "pdfsubject", "pdfkeywords"} {
		_, after, ok := strings.Cut(source, name)
		after = strings.TrimLeft(after, " \t\n=")
		if !ok || !strings.HasPrefix(after, "{") {
			continue
		}
		inner := &frame{s: after}
		value := t.group(inner, '{', '}')
		t.d.Field(strings.TrimSuffix(strings.TrimPrefix(name, "pdf"), "s"), t.capture(value, false))
	}
}

func (t *tex) finish() {
	t.par()
	t.done = true
}

func (t *tex) class() {
	t.options()
	t.d.Field("class", t.arg())
}

func (t *tex) bibitem() {
	t.par()
	t.options()
	key := strings.TrimSpace(t.arg())
	t.refs++
	n := t.refs
	if known := t.cites[key]; known > 0 {
		n = known
	}
	t.style, t.row = "reference", true
	t.emit("[" + strconv.Itoa(n) + "] ")
}

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

// itemNumber writes the number of an item as LaTeX does on that level: 1. (a) i.
func itemNumber(n, level int) string {
	if level == 1 && n <= 26 {
		return "(" + string(rune('a'+n-1)) + ")"
	}
	return strconv.Itoa(n) + "."
}
