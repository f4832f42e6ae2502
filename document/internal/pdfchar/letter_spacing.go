package pdfchar

import (
	"math"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Letters may be set so wide that PDFium sees spaces between them: in titles, and in listings that put each letter into a cell of its own. Then the
// distances say where words begin, and spaces that the file prints. Letters that are words by themselves (of calendars, matrices, lists of answers,
// formulas) stay apart: they are as far from each other as words are, or farther.

// Space is what PDFium sees between a character and the one before it.
type Space int8

// The spaces.
const (
	NoSpace  Space = iota // as within a word
	Distance              // wide enough for a space, or a line's end
	Printed               // a character of the file
)

// What makes a line one of spaced letters, and what makes words of them.
const (
	spacedLetters = 4    // in a row, at least
	widestSpacing = 0.25 // of the height, between letters; words are wider apart
	widestUnseen  = 0.6  // the same where PDFium sees no spaces, because the file sets all letters apart
	widestCell    = 0.85 // of the height, from letter to letter of a grid; wider ones are those of a table
	wordGap       = 1.8  // times the usual gap between letters
	longestSpaced = 16   // letters of a word; where words are longer, the gaps between words were not seen
	offGrid       = 0.12 // of a cell: how far from its place a letter of a grid may be
)

// IsSpaced reports whether a line has spaced letters: most of its words are single characters, and some in a row are letters as of a word. In
// formulas, signs are between the letters; lists of letters are in the order of the alphabet.
func IsSpaced(line string) bool {
	words, single, run, jumps := 0, 0, 0, 0
	found := false
	before := rune(0)
	for w := range strings.FieldsSeq(line) {
		words++
		r, size := utf8.DecodeRuneInString(w)
		isSingle := size == len(w)
		if isSingle {
			single++
		}
		switch {
		case !isSingle || !unicode.IsLetter(r):
			run, jumps = 0, 0
		case run > 0 && r != before && r != before+1:
			run, jumps = run+1, jumps+1
		default:
			run++
		}
		before = r
		found = found || run >= spacedLetters && 2*jumps >= spacedLetters
	}
	return found && 5*single >= 3*words
}

// HasSpacedLine reports whether a text has a line of spaced letters.
func HasSpacedLine(s string) bool {
	for line := range strings.Lines(s) {
		if IsSpaced(line) {
			return true
		}
	}
	return false
}

// WordStarts returns which characters of a line of spaced letters begin a word, by their distances. It is not ok if the distances say nothing. The
// line has no spaces; if it is read, they are in its order from left to right.
func WordStarts(line []Ink) (starts []bool, ok bool) {
	if len(line) <= spacedLetters {
		return nil, false
	}
	height := line[0].Y1 - line[0].Y0
	var gaps, steps []float64
	unseen := 0
	for i := 1; i < len(line); i++ {
		a, b := line[i-1], line[i]
		if b.After == NoSpace {
			unseen++
		}
		gaps = append(gaps, b.X0-a.X1)
		steps = append(steps, (b.X0+b.X1-a.X0-a.X1)/2)
	}
	if slices.Min(steps) <= 0 {
		return nil, false
	}
	// In a grid the steps from letter to letter are one cell or several, else the gaps count.
	distances, least := gaps, 0.0
	usual, widest := median(gaps), widestSpacing
	if 2*unseen > len(gaps) {
		widest = widestUnseen
	}
	if cell := median(steps); cell <= widestCell*height && isGrid(steps, cell) {
		distances, least = steps, 1.5*cell
	} else if usual <= 0 || usual > widest*height {
		return nil, false
	} else {
		least = wordGap * usual
	}
	starts = make([]bool, len(line))
	word, words := 0, 1
	for i := range line {
		if i == 0 || line[i].After == Printed || distances[i-1] > least {
			starts[i] = true
			word = 0
			words++
		}
		if word++; word > longestSpaced {
			return nil, false
		}
	}
	return starts, 2*len(line) > 5*(words-1)
}

// isGrid reports whether nearly all steps are multiples of a cell.
func isGrid(steps []float64, cell float64) bool {
	off := 0
	for _, step := range steps {
		if cells := step / cell; cells < 0.5 || math.Abs(cells-math.Round(cells)) > offGrid {
			off++
		}
	}
	return 10*off <= len(steps)
}

// median returns the middle one of values.
func median(values []float64) float64 {
	values = slices.Clone(values)
	slices.Sort(values)
	return values[len(values)/2]
}
