// Package tex reads sources of TeX and LaTeX as far as their text goes, without
// typesetting it.
//
// Nothing is loaded from elsewhere: inputs are skipped. What a source may make
// out of itself by macros is bounded, and so are depth and the bytes that are
// looked at.
package tex

import (
	"strings"

	"sluice/document/content"
	"sluice/document/internal/draft"
	"sluice/internal/lazyregexp"
)

// What a source may make out of itself.
const (
	maxCaptures = 40 // arguments that are read within each other
	workPerByte = 30 // bytes looked at for each byte of the source
	freeWork    = 4 << 20
	maxWork     = 256 << 20 // whatever the source's length
)

// tex interprets a source: it replaces the macros that the source defines
// itself, knows the commands of LaTeX and its common classes that are about
// structure, and reads unknown commands as marks without meaning, whose
// arguments are text.
type tex struct {
	expander
	builder

	theorems map[string]string // printed names of environments
	cites    map[string]int    // numbers of the references
	math     int               // depth of formulas: $, $$, environments of mathematics
	items    []int             // numbers of lists; -1 is one without
	refs     int
	done     bool
}

// bibItem matches an entry of the references. They are numbered before the text
// is read, because citations come first.
var bibItem = lazyregexp.New(`\\bibitem\s*(?:\[[^\]]*\])?\s*\{([^{}]{1,200})\}`)

// Read reads a source of TeX or LaTeX.
func Read(d *draft.Draft, source string) {
	source = strings.ReplaceAll(strings.ReplaceAll(source, "\r\n", "\n"), "\r", "\n")
	t := &tex{
		expander: expander{
			scanner: scanner{work: min(freeWork+workPerByte*len(source), maxWork), frames: []frame{{s: source}}},
			defined: map[string]macro{}, isFixed: builtin,
		},
		builder: builder{
			draft: d, out: &strings.Builder{},
			// A source without \begin{document} is plain TeX, or a part of a document: all of it is
			// text.
			preamble: strings.Contains(source, `\begin{document}`), chapters: strings.Contains(source, `\chapter`),
		},
		theorems: map[string]string{}, cites: map[string]int{},
	}
	for i, m := range bibItem.FindAllStringSubmatch(source, 100_000) {
		t.cites[strings.TrimSpace(m[1])] = i + 1
	}
	t.loop()
	t.par()
	t.footnotes()
	d.Field("abstract", t.abstract.String())
	// The text so far is kept: a source that exceeds the work is cut, not refused.
	if t.work <= 0 {
		d.Cut(content.CutSize)
	}
}

// loop reads until all frames are at their ends.
func (t *tex) loop() {
	for n := 0; !t.done && t.work > 0; n++ {
		// Asking for the time at each character would cost more than reading
		// it.
		if n%4096 == 0 && t.draft.Full() {
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
		t.math = 0 // an empty line ends a formula
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

// ligatures are tried in order: the longer ones come first.
var ligatures = []struct{ from, to string }{
	{"``", "“"}, {"''", "”"}, {"---", "—"}, {"--", "–"}, {"?`", "¿"}, {"!`", "¡"}, {"`", "‘"}, {"'", "’"},
}

// ligature replaces quotes and dashes as TeX prints them; in formulas they mean themselves.
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

// capture returns the text of a piece of source: an argument, a heading.
func (t *tex) capture(source string, math bool) string {
	if t.captures >= maxCaptures || t.work <= 0 {
		return ""
	}
	// An argument is read on its own: what it leaves open must not change what
	// follows.
	frames, out, was, env := t.frames, t.out, t.math, len(t.envs)
	t.frames, t.out, t.math = []frame{{s: source}}, &strings.Builder{}, 0
	if math {
		t.math = 1
	}
	t.captures++
	t.loop()
	t.captures--
	text := t.out.String()
	t.frames, t.out, t.math = frames, out, was
	t.envs = t.envs[:min(env, len(t.envs))]
	return text
}

// line returns an argument as one line of text.
func (t *tex) line() string {
	return strings.Join(strings.Fields(t.capture(t.arg(), false)), " ")
}

// words writes an argument as text.
func (t *tex) words() { t.emit(t.capture(t.arg(), false)) }
