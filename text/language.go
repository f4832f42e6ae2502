package text

import (
	"strings"
	"unicode/utf8"

	"github.com/abadojack/whatlanggo"
)

const (
	maxSample = 2 << 10 // bytes of a text that tell its language
	minSample = 24      // bytes below which an alphabet shared by many languages tells nothing
	sure      = 0.1     // the confidence below which nothing is said
)

// Language gives a text's language as ISO 639-1 names it (639-3 where that has no name) and the confidence, from 0 to 1:
// how much better it fits than the next best. It gives "" and 0 when the text is too short or fits none well.
//
// The trigram ranks of Cavnar and Trenkle, "N-Gram-Based Text Categorization" (1994), as whatlanggo computes them, on at
// most 2 KB from the beginning, the middle and the end.
func Language(s string) (code string, confidence float64) {
	s = sample(s)
	if strings.TrimSpace(s) == "" {
		return "", 0
	}
	var o whatlanggo.Options
	if strings.ContainsAny(s, "ыэ") {
		o.Blacklist = withoutYery
	}
	found := whatlanggo.DetectWithOptions(s, o)
	if found.Lang < 0 || found.Confidence < sure || found.Confidence < 1 && len(s) < minSample {
		return "", 0
	}
	code = found.Lang.Iso6391()
	if code == "" {
		code = found.Lang.Iso6393()
	}
	if code == "nb" {
		code = "no"
	}
	return code, min(found.Confidence, 1)
}

// withoutYery are the languages that do not have the letters ы and э. Ranks of trigrams take short Russian texts for them.
var withoutYery = map[whatlanggo.Lang]bool{whatlanggo.Bul: true, whatlanggo.Mkd: true, whatlanggo.Srp: true, whatlanggo.Ukr: true}

// sample gives a text's first part, middle and end, when it is long.
func sample(s string) string {
	if len(s) <= maxSample {
		return strings.ToValidUTF8(s, " ")
	}
	const n = maxSample / 3
	var b strings.Builder
	for i := range 3 {
		start := (len(s) - n) * i / 2
		piece := s[start : start+n]
		for len(piece) > 0 && !utf8.RuneStart(piece[0]) {
			piece = piece[1:]
		}
		b.WriteString(strings.ToValidUTF8(piece, " "))
		b.WriteByte(' ')
	}
	return b.String()
}
