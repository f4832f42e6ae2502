package fulltext

import (
	"slices"

	"sluice/text"
)

// maxAlignments is how many ways are tried in which two words differ as little as possible: a letter that is missing in "créées" may be any of three.
const maxAlignments = 50

const (
	editCost = 100 // of a letter to insert, delete, replace or swap
	markCost = 1   // more if its diacritics are lost by that; less than an edit for all letters of a word
)

// letters are the letters of a word without diacritics, each with the written letter that it is of.
type letters []*writtenLetter

// writtenLetter is a letter as it is written, which may be two without diacritics: "ß".
type writtenLetter struct {
	text    string
	plain   []rune
	start   int // of plain among the letters of the word
	hasMark bool
}

// lettersOf returns the letters of a folded word.
func lettersOf(word string) (all letters) {
	for _, r := range word {
		p := []rune(plain(string(r)))
		if len(p) == 0 { // a mark of its own
			if len(all) > 0 {
				last := all[len(all)-1]
				last.text, last.hasMark = last.text+string(r), true
			}
			continue
		}
		w := &writtenLetter{text: string(r), plain: p, start: len(all), hasMark: text.Plain(string(r)) != string(r)}
		for range p {
			all = append(all, w)
		}
	}
	return all
}

// at returns a letter without diacritics.
func (l letters) at(i int) rune { return l[i].plain[i-l[i].start] }

// lossOf returns what it costs to delete or replace a letter.
func (l letters) lossOf(i int) int {
	if l[i].hasMark {
		return editCost + markCost
	}
	return editCost
}

// costs returns the table of what it costs to turn the first i letters into the first k of a near word, at [i][k], by the same edits as
// [distance.between].
func (l letters) costs(near []rune) [][]int {
	table := make([][]int, len(l)+1)
	for i := range table {
		table[i] = make([]int, len(near)+1)
		for k := range table[i] {
			if i == 0 {
				table[i][k] = k * editCost
				continue
			}
			least := table[i-1][k] + l.lossOf(i-1)
			if k > 0 {
				least = min(least, table[i][k-1]+editCost, table[i-1][k-1]+l.replacementOf(i-1, near[k-1]))
			}
			if l.isSwapped(near, i, k) {
				least = min(least, table[i-2][k-2]+editCost)
			}
			table[i][k] = least
		}
	}
	return table
}

// replacementOf returns what it costs to have a letter in the place of another.
func (l letters) replacementOf(i int, near rune) int {
	if l.at(i) == near {
		return 0
	}
	return l.lossOf(i)
}

// isSwapped reports whether the last two of the first i letters are the last two of the first k of a near word in the other order.
func (l letters) isSwapped(near []rune, i, k int) bool {
	return i > 1 && k > 1 && l.at(i-1) == near[k-2] && l.at(i-2) == near[k-1]
}

// align returns for each letter of a near word which letter it is, or -1 for one that the word does not have: in all ways of least cost, at most
// [maxAlignments].
func (l letters) align(near []rune) (all [][]int) {
	table := l.costs(near)
	letterOf := make([]int, len(near))
	var back func(i, k int) // from the last letters to the first
	back = func(i, k int) {
		if len(all) == maxAlignments {
			return
		}
		if i == 0 && k == 0 {
			all = append(all, slices.Clone(letterOf))
			return
		}
		cost := table[i][k]
		if i > 0 && k > 0 {
			if replaced := l.replacementOf(i-1, near[k-1]); cost == table[i-1][k-1]+replaced {
				letterOf[k-1] = i - 1
				if replaced > 0 {
					letterOf[k-1] = -1
				}
				back(i-1, k-1)
			}
		}
		if l.isSwapped(near, i, k) && cost == table[i-2][k-2]+editCost {
			letterOf[k-1], letterOf[k-2] = i-2, i-1
			back(i-2, k-2)
		}
		if k > 0 && cost == table[i][k-1]+editCost {
			letterOf[k-1] = -1
			back(i, k-1)
		}
		if i > 0 && cost == table[i-1][k]+l.lossOf(i-1) {
			back(i-1, k)
		}
	}
	back(len(l), len(near))
	return all
}

// formsOf returns how a near word, which has no diacritics, may be written: with those of the letters that both have, and the others open.
func (l letters) formsOf(near string) (all []spelled) {
	runes := []rune(near)
	for _, letterOf := range l.align(runes) {
		var form spelled
		for k := 0; k < len(runes); {
			i := letterOf[k]
			if i < 0 {
				form = append(form, part{string(runes[k]), true})
				k++
				continue
			}
			w, size := l[i], 1
			for size < len(w.plain) && k+size < len(runes) && letterOf[k+size] == i+size {
				size++
			}
			if i == w.start && size == len(w.plain) {
				form = append(form, part{w.text, false})
			} else { // one letter of "ß"
				form = append(form, part{string(runes[k]), false})
				size = 1
			}
			k += size
		}
		for _, f := range form.withDigraphs() {
			if !slices.ContainsFunc(all, func(s spelled) bool { return slices.Equal(s, f) }) {
				all = append(all, f)
			}
		}
	}
	return all
}
