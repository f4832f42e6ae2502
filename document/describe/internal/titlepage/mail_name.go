package titlepage

import (
	"slices"
	"strings"

	"sluice/document/describe/internal/textline"
	"sluice/internal/lazyregexp"
)

// mailNames are the names before the "@" of e-mail addresses around the authors.
type mailNames []string

// fit is what an e-mail address that fits a name says for it.
func (m mailNames) fit(name string) float64 {
	words := textline.PlainWords(name)
	if len(words) < 2 {
		return 0
	}
	first, last := words[0], words[len(words)-1]
	for _, local := range m {
		switch {
		case len(last) >= 3 && strings.Contains(local, last), len(first) >= 3 && strings.Contains(local, first):
			return 2
		case len(last) >= 4 && len(local) >= 4 && strings.HasPrefix(local, first[:1]+last[:min(len(last), len(local)-1)]):
			return 1.5
		}
	}
	return 0
}

// localParts are the names before the "@" of a head's e-mail addresses, lists
// in braces included.
func localParts(lines []line) mailNames {
	var found mailNames
	for _, l := range lines {
		if !strings.Contains(l.Text, "@") {
			continue
		}
		for _, m := range localMark.FindAllStringSubmatch(l.Text, 20) {
			for _, part := range strings.FieldsFunc(strings.ToLower(m[1]), func(r rune) bool { return strings.ContainsRune("{}()[],;| ", r) }) {
				if len(part) > 1 && len(found) < 200 && !slices.Contains(found, part) {
					found = append(found, part)
				}
			}
		}
	}
	return found
}

// localMark matches the part of e-mail addresses before the "@": one name, or
// several in brackets.
var localMark = lazyregexp.New(`([\w.+\-]+|\{[^{}@]*\}|\([^()@]*\)|\[[^\[\]@]*\])\s?@`)
