package pdfchar

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"sluice/text"
)

// Words may stand so near each other that PDFium sees no spaces between them. Then the distances of a line's letters say where words begin: those
// between words are all wider than those within. Where there are no distances, the words of the document and of a list say it.

const (
	longestWord  = 24   // letters in a row; in more, words may be run together
	leastWordGap = 0.05 // of the height: what the narrowest gap between words is wider than the widest within
	gluedWords   = 4    // that are found in letters in a row, at least
	gluedMean    = 3    // letters that these have in the mean, at least
	longestGlued = 200  // letters in a row that are looked at
	maxGlued     = 2000 // of a document, and of all of its lines
	longestPart  = 20   // letters of a word in them
)

// HasGluedWords reports whether a text has more letters in a row than words have.
func HasGluedWords(s string) bool {
	var row lettersInRow
	for _, r := range s {
		if row.add(r) > longestWord {
			return true
		}
	}
	return false
}

// lettersInRow counts Latin letters in a row. A capital behind a small letter begins another row: names of programs have such.
type lettersInRow struct {
	n       int
	isSmall bool // the last
}

// add returns how many letters are in a row with another character.
func (l *lettersInRow) add(r rune) int {
	small, capital := 'a' <= r && r <= 'z', 'A' <= r && r <= 'Z'
	if r >= utf8.RuneSelf {
		small, capital = unicode.Is(unicode.Latin, r) && !unicode.IsUpper(r), unicode.Is(unicode.Latin, r) && unicode.IsUpper(r)
	}
	switch {
	case capital && l.isSmall:
		l.n = 1
	case small || capital:
		l.n++
	default:
		l.n = 0
	}
	l.isSmall = small
	return l.n
}

// GluedStarts returns which characters of a line begin a word because of their distance, where there is no space, and whether there are any. Only
// runs of characters that are longer than a word are looked at. The line has its spaces.
func GluedStarts(line []Ink) (starts []bool, found bool) {
	starts = make([]bool, len(line))
	for from := 0; from < len(line); {
		to := from
		var row lettersInRow
		isGlued := false
		for to < len(line) && line[to].R > ' ' {
			isGlued = row.add(line[to].R) > longestWord || isGlued
			to++
		}
		if isGlued {
			found = separate(line[from:to], starts[from:to]) || found
		}
		from = to + 1
	}
	return starts, found
}

// separate sets which characters of a run begin a word: those with a wide distance before them. The widest jump between the distances, in their
// order, separates the wide ones from the others. It reports false if the distances are all alike, or would make words that are none.
func separate(run []Ink, starts []bool) bool {
	height := run[0].Y1 - run[0].Y0
	gaps := make([]float64, 0, len(run))
	for i := 1; i < len(run); i++ {
		gaps = append(gaps, run[i].X0-run[i-1].X1)
	}
	sorted := slices.Clone(gaps)
	slices.Sort(sorted)
	jump, least := 0.0, 0.0
	for i := len(sorted) / 2; i < len(sorted); i++ { // most are within words
		if i > 0 && sorted[i]-sorted[i-1] > jump {
			jump, least = sorted[i]-sorted[i-1], sorted[i]
		}
	}
	if height <= 0 || jump < leastWordGap*height || least <= 0 {
		return false
	}
	words := 1
	for _, gap := range gaps {
		if gap >= least {
			words++
		}
	}
	// A few letters that are set apart, and numbers in a row, are no words.
	if words < 3 || len(run) < 2*words {
		return false
	}
	for i, gap := range gaps {
		starts[i+1] = gap >= least
	}
	return true
}

// splitGlued returns a text in which words that are run together have spaces between them, as far as all of them are known. Some of them are
// stop words, as in any sentence: names of variables and long German words are left as they are.
func (w *words) splitGlued(s string) string {
	var b strings.Builder
	at := 0
	for from := 0; from < len(s); {
		start := strings.IndexFunc(s[from:], isLetter)
		if start < 0 {
			break
		}
		from += start
		word := lettersAfter(s[from:])
		if n := len(word); w.glued < maxGlued && n > longestWord && n <= longestGlued && word[1:] == strings.ToLower(word[1:]) && !joinsNames(s, from, from+n) {
			w.glued++
			if parts := w.parts(strings.ToLower(word)); parts != nil {
				b.WriteString(s[at:from])
				for i, p := range parts {
					if i > 0 {
						b.WriteByte(' ')
					}
					b.WriteString(word[:len(p)])
					word = word[len(p):]
				}
				at = from + n
			}
			from += n
			continue
		}
		from += len(word)
	}
	if at == 0 {
		return s
	}
	b.WriteString(s[at:])
	return b.String()
}

// joinsNames reports whether what stands beside a word makes it a part of a URL, a path or a name of a program.
func joinsNames(s string, from, to int) bool {
	const signs = "/\\_@.:-"
	before, _ := utf8.DecodeLastRuneInString(s[:from])
	if from > 0 && strings.ContainsRune(signs, before) {
		return true
	}
	after, size := utf8.DecodeRuneInString(s[to:])
	if to == len(s) || !strings.ContainsRune(signs, after) {
		return false
	}
	next, _ := utf8.DecodeRuneInString(s[to+size:])
	return to+size < len(s) && (isLetter(next) || next == '/') // a full stop ends a sentence
}

// parts returns the words that a run of lower-case letters is made of: the fewest, few of one letter, and of these the ones that the document has most. It returns nil if
// not all are known.
func (w *words) parts(run string) []string {
	type path struct {
		words, cost, printed, before int
	}
	best := make([]path, len(run)+1)
	for i := range best {
		best[i].before = -1
	}
	best[0] = path{}
	for i := range run {
		if i > 0 && best[i].before < 0 {
			continue
		}
		for n := 1; n <= longestPart && i+n <= len(run); n++ {
			part := run[i : i+n]
			if !w.isPart(part) {
				continue
			}
			p := path{best[i].words + 1, best[i].cost + 2, best[i].printed + min(w.printed(part), 100), i}
			if n == 1 { // any two words may have a letter between them
				p.cost++
			}
			if b := best[i+n]; b.before < 0 || p.cost < b.cost || p.cost == b.cost && p.printed > b.printed {
				best[i+n] = p
			}
		}
	}
	last := best[len(run)]
	if last.before < 0 || last.words < gluedWords || len(run) < gluedMean*last.words {
		return nil
	}
	var parts []string
	stops := 0
	for to := len(run); to > 0; to = best[to].before {
		part := run[best[to].before:to]
		if len(part) > 1 && text.Stop(part, "") {
			stops++
		}
		parts = append(parts, part)
	}
	if stops == 0 {
		return nil
	}
	slices.Reverse(parts)
	return parts
}

// isPart reports whether a word may be one of several that are run together.
func (w *words) isPart(s string) bool {
	return isListed(s) || len(s) > 3 && w.printed(s) > 1
}
