package reference

import (
	"slices"
	"strings"

	"sluice/document/describe/internal/phrase"
	"sluice/document/describe/internal/textline"
)

// inAlphabet drops the starts that break the order of a list whose entries are in the order of their
// first authors' names, as nearly all lists without marks are: such a line begins with a journal or a
// publisher. A start that has authors and a year is a reference, out of order or not. A list in
// another order is left as it is.
func inAlphabet(lines []string, starts []int) []int {
	// Particles count for the order in some lists, "de Lucca" before "Dunecq", and not in others.
	with, without := make([]string, len(starts)), make([]string, len(starts))
	for n, i := range starts {
		with[n], without[n] = familyName(lines[i])
	}
	kept := longestAscent(with)
	if other := longestAscent(without); len(other) > len(kept) {
		kept = other
	}
	if len(kept) == len(starts) || 10*len(kept) < 7*len(starts) {
		return starts
	}
	var ordered []int
	for n, i := range starts {
		end := len(lines)
		if n+1 < len(starts) {
			end = starts[n+1]
		}
		if len(kept) > 0 && kept[0] == n {
			kept = kept[1:]
		} else if !isReference(lines[i:min(end, i+maxLines)]) {
			continue
		}
		ordered = append(ordered, i)
	}
	return ordered
}

// isReference reports whether lines are a reference by themselves: they begin with authors, and have
// a year.
func isReference(lines []string) bool {
	r, ok := parse(textline.Clean(textline.JoinLines(lines), maxReference), nil)
	return ok && len(r.Authors) > 0 && r.Year > 0
}

// familyName returns the first author's family name in the form for comparison, with its particles
// and without; "" where the line repeats the author before by a dash.
func familyName(l string) (with, without string) {
	words := strings.Fields(l)
	if authors, _ := leadingAuthors(strings.TrimSpace(l)); len(authors) > 0 {
		words = strings.Fields(authors[0])
		from := len(words) - 1
		for from > 0 && phrase.Particles[strings.ToLower(words[from-1])] {
			from--
		}
		return plainName(strings.Join(words[from:], "")), plainName(words[len(words)-1])
	}
	if len(words) == 0 || textline.Letters(words[0]) == 0 {
		return "", ""
	}
	return plainName(words[0]), plainName(words[0])
}

func plainName(s string) string { return strings.Join(textline.PlainWords(s), "") }

// longestAscent returns the places of the longest run of names, with gaps, that never descends. An
// empty name fits everywhere.
func longestAscent(names []string) []int {
	var ends []int // ends[n] is the place of the least name that ends a run of n+1
	before := make([]int, len(names))
	for i, name := range names {
		if name == "" && len(ends) > 0 {
			names[i] = names[ends[len(ends)-1]]
			name = names[i]
		}
		n, _ := slices.BinarySearchFunc(ends, name, func(at int, name string) int {
			if names[at] <= name {
				return -1
			}
			return 1
		})
		before[i] = -1
		if n > 0 {
			before[i] = ends[n-1]
		}
		if n == len(ends) {
			ends = append(ends, i)
		} else {
			ends[n] = i
		}
	}
	var run []int
	if len(ends) > 0 {
		for i := ends[len(ends)-1]; i >= 0; i = before[i] {
			run = append(run, i)
		}
	}
	slices.Reverse(run)
	return run
}
