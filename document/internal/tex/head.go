package tex

import (
	"strings"
	"unicode"

	"sluice/internal/lazyregexp"
)

// title reads \title as a field and as the first line.
func (t *tex) title() {
	t.star()
	t.options()
	text := strings.Join(strings.Fields(t.capture(t.arg(), false)), " ")
	t.draft.Field("title", text)
	t.head("title", text)
}

// How authors are separated, and what is set near their names: marks of footnotes, which are
// removed before the names are read, and line breaks, which separate a name from its affiliation.
var (
	andBetween = lazyregexp.New(`\\(?:and|And|AND)(?:[^A-Za-z@]|$)`)
	footMarks  = lazyregexp.New(`\$\s*\^?\s*\{?[\d,*\\a-z\s{}^]*\}?\s*\$|\\(?:textsuperscript|footnotemark|inst|thanks|fnref|corref|authorrefmark|IEEEauthorrefmark|orcidID?)\b\s*(?:\[[^\]]*\])?\s*(?:\{(?:[^{}]|\{(?:[^{}]|\{[^{}]*\})*\})*\})?`)
	lineBreak  = lazyregexp.New(`\\\\\*?\s*(?:\[[^\]]*\])?|\\newline\b|\\quad\b|\\qquad\b`)
	// authorBlock matches the names or the affiliation of one author as IEEE's class has them.
	authorBlock = lazyregexp.New(`\\IEEEauthorblock[NA]\s*\{((?:[^{}]|\{(?:[^{}]|\{[^{}]*\})*\})*)\}`)
	listed      = lazyregexp.New(`\s*,\s*(?:and\s+|und\s+|et\s+)?|\s+(?:and|und|&)\s+|\s*;\s*`)
)

// author reads names, and where classes have it so, what follows each: the
// first line is the name, the others are where it belongs.
func (t *tex) author() {
	t.options()
	source := authorBlock.ReplaceAllString(footMarks.ReplaceAllString(t.arg(), ""), `\\ $1 \\`)
	// The limits of authors and lines hold for any paper; a longer list is not one of names.
	for _, one := range andBetween.Split(source, 500) {
		lines := lineBreak.Split(one, 100)
		found := false
		for _, l := range lines {
			text := strings.Join(strings.Fields(t.capture(l, false)), " ")
			text = strings.Trim(text, " ,;")
			if text == "" {
				continue
			}
			if names := namesIn(text); !found && len(names) > 0 {
				found = true
				for _, n := range names {
					t.draft.Field("author", n)
				}
				t.head("author", text)
				continue
			}
			if !strings.Contains(text, "@") {
				t.draft.Field("affiliation", text)
			}
			t.head("affiliation", text)
		}
	}
}

// namesIn splits a line of names; it returns none where the line is something
// else.
func namesIn(line string) []string {
	var names []string
	for _, n := range listed.Split(line, 300) {
		n = strings.TrimSpace(strings.Trim(n, "*†‡§0123456789 "))
		if n == "" {
			continue
		}
		if !isName(n) {
			return nil
		}
		names = append(names, n)
	}
	return names
}

// isName reports whether words could be the name of a person.
func isName(s string) bool {
	words := strings.Fields(s)
	// Names of more than seven words are affiliations or sentences.
	if len(words) == 0 || len(words) > 7 || len(s) > 100 || strings.ContainsAny(s, "@/:=<>[]\\") || strings.IndexFunc(s, unicode.IsDigit) >= 0 {
		return false
	}
	lower := strings.ToLower(s)
	for _, w := range []string{"universit", "department", "institut", "laborator", "school of", "faculty", "college", "centre", "center for", "dept", "inc."} {
		if strings.Contains(lower, w) {
			return false
		}
	}
	return true
}

// affiliation reads where authors work.
func (t *tex) affiliation() {
	t.options()
	source := strings.ReplaceAll(footMarks.ReplaceAllString(t.arg(), ""), `\and`, `\\`)
	text := strings.Join(strings.Fields(strings.ReplaceAll(t.capture(source, false), "\n", ", ")), " ")
	text = strings.Trim(strings.ReplaceAll(text, " ,", ","), " ,")
	t.draft.Field("affiliation", text)
	t.head("affiliation", text)
}

// keywords reads \keywords{a, b}, or the paragraph after \keywords.
func (t *tex) keywords() {
	if !t.braced() {
		t.par()
		t.style = "keyword"
		t.emit("Keywords: ")
		return
	}
	t.addKeywords(t.capture(t.arg(), false))
}

// abstractArgument reads \abstract{…}; the environment has the same name.
func (t *tex) abstractArgument() {
	if !t.braced() {
		return
	}
	text := strings.TrimSpace(t.capture(t.arg(), false))
	if text == "" {
		return
	}
	t.draft.Field("abstract", text)
	t.head("heading 1", "Abstract")
	t.head("abstract", text)
}
