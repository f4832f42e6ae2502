package markup

import (
	"regexp"
	"strconv"
	"strings"
	"unicode/utf8"

	"sluice/document/content"
	"sluice/document/internal/draft"
)

// What a source may make out of itself.
const (
	maxExpansions = 200_000 // macros that are replaced
	maxFrames     = 200     // macros within each other
	maxCaptures   = 40      // arguments that are read within each other
	workPerByte   = 30      // bytes looked at for each byte of the source
	freeWork      = 4 << 20
	maxWork       = 256 << 20 // whatever the source's length
)

// tex reads a source of TeX or LaTeX as far as its text goes, without typesetting it: it replaces the macros that the source
// defines itself, knows the commands of LaTeX and its common classes that are about structure, and takes what is not known for
// marks of no meaning, whose arguments are text.
type tex struct {
	d      *draft.Draft
	frames []frame // what is read, the innermost last
	work   int     // bytes that may still be looked at
	spent  int     // macros that were replaced
	deep   int     // captures

	macros   map[string]macro
	theorems map[string]string // printed names of environments
	cites    map[string]int    // numbers of the references

	out      *strings.Builder // of the paragraph, or of what is captured
	notes    []string         // footnotes of the paragraph
	style    string           // of the paragraph
	row      bool             // the paragraph is a row
	math     int              // $, $$, an environment of mathematics
	preamble bool             // \begin{document} is yet to come
	done     bool
	envs     []string
	counts   [8]int // of sections, by level
	chapters bool   // \chapter is the top level
	appendix bool
	items    []int // numbers of lists; -1 is one without
	abstract strings.Builder
	refs     int
}

// frame is a text that is being read.
type frame struct {
	s  string
	at int
}

var bibItem = regexp.MustCompile(`\\bibitem\s*(?:\[[^\]]*\])?\s*\{([^{}]{1,200})\}`)

// readTeX reads a source of TeX or LaTeX.
func readTeX(d *draft.Draft, source string) {
	source = strings.ReplaceAll(strings.ReplaceAll(source, "\r\n", "\n"), "\r", "\n")
	t := &tex{
		d: d, work: min(freeWork+workPerByte*len(source), maxWork), macros: map[string]macro{}, theorems: map[string]string{},
		cites: map[string]int{}, out: &strings.Builder{}, frames: []frame{{s: source}},
		preamble: strings.Contains(source, `\begin{document}`), chapters: strings.Contains(source, `\chapter`),
	}
	for i, m := range bibItem.FindAllStringSubmatch(source, 100_000) {
		t.cites[strings.TrimSpace(m[1])] = i + 1
	}
	t.loop()
	t.par()
	t.footnotes()
	d.Field("abstract", t.abstract.String())
	if t.work <= 0 {
		d.Cut("size")
	}
}

// loop reads until all frames are at their ends.
func (t *tex) loop() {
	for n := 0; !t.done && t.work > 0; n++ {
		if n%4096 == 0 && t.d.Full() {
			return
		}
		f := t.frame()
		if f == nil {
			return
		}
		t.work--
		c := f.s[f.at]
		switch c {
		case '\\':
			t.command()
		case '%':
			t.comment(f)
		case '{', '}':
			f.at++
		case '$':
			t.dollar(f)
		case '~':
			f.at++
			t.emit(" ")
		case '&':
			f.at++
			t.emit(" ")
		case '\n':
			t.newline(f)
		case '`', '\'', '-', '"', '?', '!':
			t.ligature(f)
		case '^', '_':
			f.at++
			if t.math > 0 {
				t.script(c)
			} else {
				t.emit(string(c))
			}
		default:
			t.run(f)
		}
	}
}

// frame is the innermost text that is not at its end; nil when there is none.
func (t *tex) frame() *frame {
	for len(t.frames) > 0 {
		if f := &t.frames[len(t.frames)-1]; f.at < len(f.s) {
			return f
		}
		t.frames = t.frames[:len(t.frames)-1]
	}
	return nil
}

// run copies characters that mean themselves.
func (t *tex) run(f *frame) {
	n := strings.IndexAny(f.s[f.at:], "\\%{}$~&\n`'-\"?!^_")
	if n < 0 {
		n = len(f.s) - f.at
	}
	t.work -= n
	t.emit(f.s[f.at : f.at+n])
	f.at += n
}

func (t *tex) emit(s string) {
	if t.preamble && t.deep == 0 || t.out.Len() > content.MaxText {
		return
	}
	t.out.WriteString(s)
}

// comment passes over the rest of a line, its end, and the space that the next one begins with.
func (t *tex) comment(f *frame) {
	n := strings.IndexByte(f.s[f.at:], '\n')
	if n < 0 {
		t.work -= len(f.s) - f.at
		f.at = len(f.s)
		return
	}
	t.work -= n
	f.at += n + 1
	for f.at < len(f.s) && (f.s[f.at] == ' ' || f.s[f.at] == '\t') {
		f.at++
	}
}

// newline is a space; an empty line ends the paragraph.
func (t *tex) newline(f *frame) {
	lines := 0
	for f.at < len(f.s) && strings.IndexByte(" \t\n", f.s[f.at]) >= 0 {
		if f.s[f.at] == '\n' {
			lines++
		}
		f.at++
	}
	if lines > 1 {
		t.math = 0 // no formula goes on over an empty line
		t.par()
		return
	}
	t.emit(" ")
}

// dollar begins or ends a formula.
func (t *tex) dollar(f *frame) {
	f.at++
	display := f.at < len(f.s) && f.s[f.at] == '$'
	if display {
		f.at++
		t.emit(" ")
	}
	if t.math > 0 {
		t.math--
	} else {
		t.math++
	}
}

var ligatures = []struct{ from, to string }{
	{"``", "“"}, {"''", "”"}, {"---", "—"}, {"--", "–"}, {"?`", "¿"}, {"!`", "¡"}, {"`", "‘"}, {"'", "’"},
}

func (t *tex) ligature(f *frame) {
	if t.math == 0 {
		for _, l := range ligatures {
			if strings.HasPrefix(f.s[f.at:], l.from) {
				f.at += len(l.from)
				t.emit(l.to)
				return
			}
		}
	}
	t.emit(f.s[f.at : f.at+1])
	f.at++
}

// script writes an exponent or an index: x^2, x_(i+1).
func (t *tex) script(mark byte) {
	s := strings.TrimSpace(t.capture(t.arg(), true))
	switch {
	case s == "":
	case mark == '^' && (s == "′" || s == "∘" || s == "*" || s == "†"):
		t.emit(s)
	case utf8.RuneCountInString(s) == 1 || isNumber(s):
		t.emit(string(mark) + s)
	default:
		t.emit(string(mark) + "(" + s + ")")
	}
}

func isNumber(s string) bool {
	_, err := strconv.Atoi(s)
	return err == nil
}

// par ends a paragraph.
func (t *tex) par() {
	if t.deep > 0 {
		t.emit("\n")
		return
	}
	text := t.out.String()
	t.out.Reset()
	style := t.style
	if t.inside("abstract") {
		if style == "" {
			style = "abstract"
		}
		if style == "abstract" && t.abstract.Len() < content.MaxValue {
			t.abstract.WriteString(text + " ")
		}
	}
	if t.row {
		t.d.Row(content.Line{Text: text, Style: style})
	} else {
		t.d.Paragraph(content.Line{Text: text, Style: style})
	}
	if style == "reference" {
		t.d.Field("reference", text)
	}
	t.style, t.row = "", false
	if strings.TrimSpace(text) != "" {
		t.footnotes()
	}
}

// footnotes writes the notes of the paragraph that has ended.
func (t *tex) footnotes() {
	for _, n := range t.notes {
		t.d.Paragraph(content.Line{Text: n, Style: "footnote"})
	}
	t.notes = nil
}

// block writes a paragraph of its own.
func (t *tex) block(style, text string) {
	t.par()
	t.style = style
	t.out.WriteString(text)
	t.par()
}

func (t *tex) inside(env string) bool {
	for _, e := range t.envs {
		if e == env {
			return true
		}
	}
	return false
}

// capture gives the text of a piece of source: an argument, a heading.
func (t *tex) capture(source string, math bool) string {
	if t.deep >= maxCaptures || t.work <= 0 {
		return ""
	}
	frames, out, was, env := t.frames, t.out, t.math, len(t.envs)
	t.frames, t.out, t.math = []frame{{s: source}}, &strings.Builder{}, 0
	if math {
		t.math = 1
	}
	t.deep++
	t.loop()
	t.deep--
	text := t.out.String()
	t.frames, t.out, t.math = frames, out, was
	t.envs = t.envs[:min(env, len(t.envs))]
	return text
}
