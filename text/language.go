package text

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/abadojack/whatlanggo"
)

const (
	maxSample = 1 << 10 // bytes of a text that are examined
	minSample = 24      // bytes; with fewer, an alphabet that many languages share is no evidence
	sure      = 0.1     // the least confidence of an answer
)

// Language returns a text's language by its ISO 639-1 code (639-3 where that has none) and the confidence, from 0 to 1: how
// much better it fits than the next best. It returns "" and 0 when the text is too short or fits no language well.
//
// At most 1 KB is examined, from the beginning, the middle and the end. Characters that are words decide first, then the
// frequent short words of some large languages, then the trigram ranks of Cavnar and Trenkle, "N-Gram-Based Text
// Categorization" (1994), as whatlanggo computes them.
func Language(s string) (code string, confidence float64) {
	s = sample(s)
	if strings.TrimSpace(s) == "" {
		return "", 0
	}
	if code := byIdeographs(s); code != "" {
		return code, 1
	}
	if code := byStopWords(s); code != "" {
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
	return codeOf(found.Lang), min(found.Confidence, 1)
}

// codeOf returns the code of a language: that of ISO 639-1, or of 639-3 where that has none; "" for none.
func codeOf(l whatlanggo.Lang) string {
	if l < 0 {
		return ""
	}
	code := l.Iso6391()
	if code == "" {
		code = l.Iso6393()
	}
	if code == "nb" {
		code = "no"
	}
	return code
}

const (
	manyIdeographs = 0.1 // of the letters, in texts with formulas, names and terms in Latin letters
	someKana       = 0.1 // of the Japanese ones
)

// byIdeographs recognises Chinese, Japanese and Korean by their characters. One of them is as much evidence as several Latin
// letters.
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
	minWords     = 20   // that a text must have for its stop words to decide
	minStopWords = 0.25 // of them must be stop words of the language
	ahead        = 2    // times as many as of any other language
)

// distinct are languages whose stop words no other frequent language shares, as Afrikaans shares those of Dutch.
var distinct = [...]string{"en", "de", "fr", "es", "it", "pt"}

// byStopWords returns the language whose stop words are frequent in a text, or "". It takes a hundredth of the
// time of ranking trigrams.
func byStopWords(s string) string {
	var found [len(distinct)]int
	n := 0
	for w := range Words(s) {
		n++
		for i, language := range distinct {
			if Stop(w, language) {
				found[i]++
			}
		}
	}
	best, next := 0, 0
	for i, m := range found {
		if m > found[best] {
			best = i
		}
	}
	for i, m := range found {
		if i != best {
			next = max(next, m)
		}
	}
	if n < minWords || float64(found[best]) < minStopWords*float64(n) || found[best] < ahead*next {
		return ""
	}
	return distinct[best]
}

// leastStopWords is how many stop words a phrase must have for its language to be known: one is often a word of another language, too.
const leastStopWords = 2

// PhraseLanguage returns the language of a few words, such as a query, by its ISO 639-1 code: the one with the most stop words among them, and
// of several such languages the one whose trigrams fit best. It returns "" if the words have fewer than two stop words of any language, or
// as many of English.
func PhraseLanguage(s string) string {
	found, most := map[string]int{}, 0
	for w := range Words(s) {
		for language := range stopLists {
			if Stop(w, language) {
				found[language]++
				most = max(most, found[language])
			}
		}
	}
	if most < leastStopWords || found["en"] == most {
		return ""
	}
	fits := whatlanggo.Options{Whitelist: map[whatlanggo.Lang]bool{}}
	for l := range whatlanggo.Langs {
		if found[codeOf(l)] == most {
			fits.Whitelist[l] = true
		}
	}
	return codeOf(whatlanggo.DetectLangWithOptions(s, fits))
}

// withoutYery are the languages that do not have the letters ы and э. By trigram ranks, short Russian texts are often mistaken
// for them.
var withoutYery = map[whatlanggo.Lang]bool{whatlanggo.Bul: true, whatlanggo.Mkd: true, whatlanggo.Srp: true, whatlanggo.Ukr: true}

// sample returns the beginning, the middle and the end of a long text, and all of a short one.
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
