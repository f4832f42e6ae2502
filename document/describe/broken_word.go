package describe

import (
	"iter"
	"strings"
	"unicode"

	"sluice/document/describe/internal/textline"
)

// maxCompounds is the part of a text in which compounds are looked for, in bytes: hundreds of pages.
const maxCompounds = 1 << 20

// joinLines joins the lines of one paragraph as [textline.JoinLines] does, but keeps the hyphen at the end of a line where the text of the
// document has it: the reader of the file has seen how all pages print the word.
func (w *collector) joinLines(lines []string) string {
	trimmed := make([]string, len(lines))
	for i, l := range lines {
		trimmed[i] = strings.TrimSpace(l)
	}
	var kept []string
	from := 0
	for i, l := range trimmed {
		if i+1 == len(trimmed) || !w.isCompound(l, trimmed[i+1]) {
			kept = append(kept, strings.Join(trimmed[from:i+1], ""))
			from = i + 1
		}
	}
	return textline.JoinLines(kept)
}

// isCompound reports whether the hyphen between two lines belongs to a word of the text.
func (w *collector) isCompound(line, next string) bool {
	left, broken := strings.CutSuffix(line, "-")
	if !broken || !textline.StartsLower(next) {
		return false
	}
	first := left[len(strings.TrimRightFunc(left, unicode.IsLetter)):]
	second := next[:len(next)-len(strings.TrimLeftFunc(next, unicode.IsLetter))]
	if first == "" {
		return false
	}
	if w.compounds == nil {
		w.compounds = compoundsOf(w.document.Text[:min(len(w.document.Text), maxCompounds)])
	}
	return w.compounds[first+"-"+second]
}

// compoundsOf returns the words of a text that it has with a hyphen between letters, and never without. Of a longer compound it returns each two
// neighbouring words. It reads the text twice, however many lines are asked about later: a hostile document may have a thousand of them.
func compoundsOf(text string) map[string]bool {
	all := map[string]bool{}
	parts := map[string][]string{} // the compounds by what they are without the hyphen
	last, end := "", 0             // the word before, and where it ends
	for from, to := range letterRuns(text) {
		word := text[from:to]
		if last != "" && text[end:from] == "-" {
			compound := text[end-len(last) : to]
			if !all[compound] {
				all[compound] = true
				parts[last+word] = append(parts[last+word], compound)
			}
		}
		last, end = word, to
	}
	for from, to := range letterRuns(text) {
		for _, compound := range parts[text[from:to]] {
			delete(all, compound)
		}
	}
	return all
}

// letterRuns yields where the longest runs of letters of a text begin and end.
func letterRuns(text string) iter.Seq2[int, int] {
	return func(yield func(int, int) bool) {
		from := -1
		for i, r := range text {
			switch isLetter := unicode.IsLetter(r); {
			case isLetter && from < 0:
				from = i
			case !isLetter && from >= 0:
				if !yield(from, i) {
					return
				}
				from = -1
			}
		}
		if from >= 0 {
			yield(from, len(text))
		}
	}
}
