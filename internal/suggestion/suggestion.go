// Package suggestion finds the word that a person probably meant.
package suggestion

import "fmt"

// Hint returns " (did you mean WORD?)" with the most similar of the known words, or "" if none is similar.
func Hint(word string, known []string) string {
	if best := Nearest(word, known); best != "" {
		return fmt.Sprintf(" (did you mean %s?)", best)
	}
	return ""
}

// Nearest returns the most similar of the known words, the first of several, or "" if none is similar: at most half of the letters may differ.
func Nearest(word string, known []string) string {
	best, distance := "", 1+len(word)/2
	for _, one := range known {
		if d := edits(word, one); d < distance {
			best, distance = one, d
		}
	}
	return best
}

const maxWord = 64 // bytes; no known word is that long, and the time grows with the product of the lengths

// edits returns the Levenshtein distance of two words.
func edits(a, b string) int {
	if len(a) > maxWord {
		return len(a)
	}
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		diagonal := row[0]
		row[0] = i + 1
		for j := range len(b) {
			change := diagonal
			if a[i] != b[j] {
				change++
			}
			diagonal = row[j+1]
			row[j+1] = min(change, row[j]+1, row[j+1]+1)
		}
	}
	return row[len(b)]
}
