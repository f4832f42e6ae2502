package text

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/abadojack/whatlanggo"
)

const (
	maxSample = 1 << 10 // bytes of a text that tell its language
	minSample = 24      // bytes below which an alphabet shared by many languages tells nothing
	sure      = 0.1     // the confidence below which nothing is said
)

// Language gives a text's language as ISO 639-1 names it (639-3 where that has no name) and the confidence, from 0 to 1:
// how much better it fits than the next best. It gives "" and 0 when the text is too short or fits none well.
//
// At most 1 KB is looked at, from the beginning, the middle and the end: characters that are words, the small words of some large
// languages, and where neither tells, the trigram ranks of Cavnar and Trenkle, "N-Gram-Based Text Categorization" (1994), as whatlanggo computes them.
func Language(s string) (code string, confidence float64) {
	s = sample(s)
	if strings.TrimSpace(s) == "" {
		return "", 0
	}
	if code := byIdeographs(s); code != "" {
		return code, 1
	}
	if code := bySmallWords(s); code != "" {
		return code, 1
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

const (
	manyIdeographs = 0.1 // of the letters, in texts with formulas, names and terms in Latin letters
	someKana       = 0.1 // of the Japanese ones
)

// byIdeographs tells Chinese, Japanese and Korean by their characters, of which each says as much as some Latin letters.
func byIdeographs(s string) string {
	letters, han, kana, hangul := 0, 0, 0, 0
	for _, r := range s {
		switch {
		case r < 0x1100 || !unicode.IsLetter(r):
		case unicode.Is(unicode.Han, r):
			han++
		case unicode.In(r, unicode.Hiragana, unicode.Katakana):
			kana++
		case unicode.Is(unicode.Hangul, r):
			hangul++
		}
		if unicode.IsLetter(r) {
			letters++
		}
	}
	switch few := manyIdeographs * float64(letters); {
	case float64(hangul) > few:
		return "ko"
	case float64(han+kana) <= few || letters == 0:
		return ""
	case float64(kana) > someKana*float64(han+kana):
		return "ja"
	}
	return "zh"
}

const (
	minWords = 20   // that a text must have for its small words to tell
	minSmall = 0.25 // of them must be small ones of a language
	ahead    = 2    // times as many as those of any other language
)

// apart are languages whose small words no other language of the Web shares in a number; as Afrikaans does those of Dutch.
var apart = [...]string{"en", "de", "fr", "es", "it", "pt"}

// bySmallWords gives the language whose articles, pronouns and the like a text is full of, and "" if there is none. It takes a
// hundredth of the time of ranking trigrams.
func bySmallWords(s string) string {
	var small [len(apart)]int
	n := 0
	for w := range Words(s) {
		n++
		for i, language := range apart {
			if Stop(w, language) {
				small[i]++
			}
		}
	}
	best, next := 0, 0
	for i, m := range small {
		if m > small[best] {
			best = i
		}
	}
	for i, m := range small {
		if i != best {
			next = max(next, m)
		}
	}
	if n < minWords || float64(small[best]) < minSmall*float64(n) || small[best] < ahead*next {
		return ""
	}
	return apart[best]
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
