package text

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// Listings have letters, but no language: assembler code, identifiers, acronyms, sequences of genes and proteins, encoded data.
const (
	listingBits   = 5.0  // of a pair of letters, in a text of few words; these may be unlike others by chance
	listingWords  = 0.12 // different ones of all words of a text that has few
	sameLength    = 0.45 // of the words have one length; in languages, up to a third
	longestWord   = 25   // letters and digits; longer ones are sequences, or words without spaces between them
	geneKinds     = 5    // of letters, at most: those of DNA and RNA, and N for any
	encodedDigits = 12   // encoded data has one digit among so many characters, or more; texts have fewer
	shortWord     = 5    // letters; in languages, half of the letters are in longer words
	manyWords     = 500  // with fewer, the share of different ones says little
)

// notInProteins are the letters that stand for no amino acid.
const notInProteins = "BJOUXZ"

// isListing reports whether the words of a text, whose pairs of letters need so many bits, are no text of a language.
func isListing(pieces []string, bits float64) bool {
	var (
		words, capitals, letters, inLong, inSequences int
		lengths                                       [longestWord + 1]int // of words that are not longer
		different                                     = map[string]bool{}
	)
	for _, piece := range pieces {
		for w := range strings.FieldsFuncSeq(piece, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) }) {
			if isSequence(w) {
				inSequences += utf8.RuneCountInString(w)
			}
		}
		for w := range strings.FieldsFuncSeq(piece, func(r rune) bool { return !unicode.IsLetter(r) }) {
			n := utf8.RuneCountInString(w)
			if n < 2 {
				continue
			}
			words++
			letters += n
			if n <= longestWord {
				lengths[n]++
			}
			different[strings.ToLower(w)] = true
			if n > shortWord {
				inLong += n
			}
			if w == strings.ToUpper(w) {
				capitals++
			}
		}
	}
	for n, count := range lengths {
		if n > 2 && float64(count) > sameLength*float64(words) {
			return true
		}
	}
	switch {
	case 2*inSequences > letters:
		return true
	case 10*inLong < letters && 10*capitals > 9*words:
		return true
	}
	return words > manyWords && float64(len(different)) < listingWords*float64(words) && bits < listingBits
}

// isSequence reports whether a run of letters and digits is a sequence of genes or proteins, or encoded data. One that is not is a text
// whose spaces are lost.
func isSequence(w string) bool {
	n, digits, kinds := 0, 0, 0
	var seen [128]bool
	for _, r := range w {
		n++
		if unicode.IsDigit(r) {
			digits++
		} else if r = unicode.ToLower(r) % rune(len(seen)); !seen[r] {
			seen[r] = true
			kinds++
		}
	}
	switch {
	case n <= longestWord:
		return false
	case kinds <= geneKinds, encodedDigits*digits >= n:
		return true
	}
	return w == strings.ToUpper(w) && !strings.ContainsAny(w, notInProteins)
}
