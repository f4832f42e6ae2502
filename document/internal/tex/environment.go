package tex

import (
	"strings"

	"sluice/document/content"
)

// environments are those whose arguments are known, by their number after an
// option.
var environments = map[string]int{
	"minipage": 1, "multicols": 1, "tabular": 1, "tabular*": 2, "tabularx": 2, "array": 1, "longtable": 1, "wrapfigure": 2, "subfigure": 1,
	"thebibliography": 1, "list": 2, "adjustbox": 1, "tabulary": 2, "wraptable": 2, "supertabular": 1, "spacing": 1, "otherlanguage": 1,
	"textblock": 1, "figwindow": 1, "subtable": 1, "alignat": 1, "alignat*": 1, "adjustwidth": 2,
}

// formulas are the environments of mathematics.
var formulas = map[string]bool{
	"equation": true, "align": true, "gather": true, "eqnarray": true, "multline": true, "displaymath": true, "math": true, "flalign": true,
	"alignat": true, "dmath": true, "IEEEeqnarray": true, "subequations": false,
}

// drawings are the environments that hold no text to read, or text that is not
// for readers.
var drawings = map[string]bool{
	"tikzpicture": true, "picture": true, "pspicture": true, "filecontents": true, "filecontents*": true, "comment": true, "xy": true, "CCSXML": true,
	"asy": true, "forest": true, "tikzcd": true, "ytableau": true, "young": true, "Schunk": true,
}

// verbatims are the environments whose text is not TeX.
var verbatims = map[string]bool{
	"verbatim": true, "verbatim*": true, "lstlisting": true, "minted": true, "alltt": true, "Verbatim": true, "BVerbatim": true, "code": true,
}

// printedNames are what environments print before their text.
var printedNames = map[string]string{
	"theorem": "Theorem.", "lemma": "Lemma.", "proposition": "Proposition.", "corollary": "Corollary.", "definition": "Definition.",
	"proof": "Proof.", "remark": "Remark.", "example": "Example.", "conjecture": "Conjecture.", "claim": "Claim.",
}

// begin begins an environment.
func (t *tex) begin() {
	name := strings.TrimSpace(t.arg())
	bare := strings.TrimSuffix(name, "*")
	// The limit bounds the memory for a source that opens environments and never ends them.
	if len(t.envs) < 1000 {
		t.envs = append(t.envs, name)
	}
	switch {
	case name == "document":
		t.preamble = false
		return
	case drawings[name]:
		t.until(name)
		t.pop(name)
		return
	case verbatims[name]:
		t.verbatim(name)
		return
	case formulas[bare]:
		t.arguments(name)
		t.math++
		t.emit(" ")
		return
	case t.math > 0: // a matrix, an array
		t.arguments(name)
		return
	}
	t.par()
	t.arguments(name)
	t.opened(name, bare)
}

// arguments skips those of an environment.
func (t *tex) arguments(name string) {
	if n, ok := environments[name]; ok {
		t.options()
		for range n {
			t.arg()
			t.options()
		}
		return
	}
	if name == "figure" || name == "table" || name == "figure*" || name == "table*" || name == "algorithm" {
		t.options()
	}
}

// opened writes what an environment prints first.
func (t *tex) opened(name, bare string) {
	switch name {
	case "abstract":
		t.block("heading 1", "Abstract")
		return
	case "thebibliography":
		t.block("heading 1", "References")
		return
	case "keywords", "keyword", "IEEEkeywords":
		text := t.capture(t.until(name), false)
		t.pop(name)
		t.addKeywords(text)
		return
	case "enumerate", "itemize", "description", "compactitem", "compactenum", "inparaenum":
		t.options()
		first := -1
		if strings.Contains(name, "enum") {
			first = 0
		}
		if len(t.items) < 100 {
			t.items = append(t.items, first)
		}
		return
	case "frame":
		t.options()
		if t.braced() {
			t.block("heading 1", t.line())
		}
		return
	}
	printed := printedNames[bare]
	if own := t.theorems[name]; own != "" {
		printed = own + "."
	}
	if printed != "" {
		if note, ok := t.option(); ok {
			printed = strings.TrimSuffix(printed, ".") + " (" + strings.TrimSpace(t.capture(note, false)) + ")."
		}
		t.emit(printed + " ")
	}
}

// endEnvironment ends an environment.
func (t *tex) endEnvironment() {
	name := strings.TrimSpace(t.arg())
	bare := strings.TrimSuffix(name, "*")
	switch {
	case name == "document":
		t.finish()
		return
	case formulas[bare]:
		t.math = max(0, t.math-1)
		t.emit(" ")
		t.pop(name)
		return
	// What ends within a formula is a matrix or an array, which is a part of it.
	case t.math > 0:
		t.pop(name)
		return
	}
	t.par()
	t.pop(name)
	switch {
	case strings.Contains(name, "enum"), name == "itemize", name == "description", name == "compactitem":
		if n := len(t.items); n > 0 {
			t.items = t.items[:n-1]
		}
		t.draft.Part()
	case name == "thebibliography":
		t.draft.Part()
	}
}

// verbatim writes lines as they are.
func (t *tex) verbatim(name string) {
	t.par()
	text := t.until(name)
	t.pop(name)
	for line := range strings.Lines(text) {
		// In an argument the lines are part of its text; rows can be written at the top level only.
		if t.captures > 0 || t.preamble {
			t.emit(line)
			continue
		}
		t.draft.Row(content.Line{Text: line, Style: "code"})
	}
	if t.captures == 0 {
		t.draft.Part()
	}
}
