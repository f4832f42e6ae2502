package describe

import (
	"slices"

	"sluice/document/describe/internal/person"
	"sluice/text"
)

// correctNames replaces authors that another source has with two letters exchanged by those that the first page names: who typed the list has mistyped a
// name. Other differences stay: fonts and OCR lose letters, but exchange none. All other names of both lists must be the same, in the same order.
func (w *collector) correctNames() {
	first := slices.IndexFunc(w.claims, func(c claim) bool { return c.name == "author" && c.source == FirstPage })
	if first < 0 || w.garbled {
		return
	}
	printed := w.claims[first].values
	for i := range w.claims {
		c := &w.claims[i]
		if c.name != "author" || c.source == FirstPage || !areSameButMistyped(c.values, printed) {
			continue
		}
		c.values = slices.Clone(c.values) // they may be those of the caller
		for k, name := range c.values {
			if person.Key(name) != person.Key(printed[k]) {
				c.values[k] = printed[k]
			}
		}
	}
}

// areSameButMistyped reports whether two lists have the same names, as far as none of them is mistyped.
func areSameButMistyped(names, printed []string) bool {
	return slices.EqualFunc(names, printed, func(a, b string) bool {
		return person.Key(a) == person.Key(b) || isMistyped(text.NormalName(a), text.NormalName(b))
	})
}

// isMistyped reports whether two texts differ by two neighbouring letters that are exchanged.
func isMistyped(a, b string) bool {
	x, y := []rune(a), []rune(b)
	if len(x) != len(y) {
		return false
	}
	i := 0
	for i < len(x) && x[i] == y[i] {
		i++
	}
	return i+1 < len(x) && x[i] == y[i+1] && x[i+1] == y[i] && slices.Equal(x[i+2:], y[i+2:])
}
