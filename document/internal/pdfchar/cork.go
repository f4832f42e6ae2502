package pdfchar

import (
	"strings"
	"unicode"
)

// TeX's fonts in the Cork encoding (T1) have the letters of Polish, Czech, Slovak, Hungarian, Romanian and Turkish where ISO 8859-1 has
// signs. Without a Unicode map they come out as these signs: "wi¦kszo±¢" for "większość". (Ferguson, "Report on multilingual
// activities", TUGboat 11, 1990.)

// corkLetters are the letters from 0xA0 on, and corkSigns those of their codes that no language writes between two letters of a word.
const (
	corkFirst = 0xA0
	corkSigns = "¡¢£¤¥¦§ª±³µμ¶"
)

var corkLetters = [...]rune{'ă', 'ą', 'ć', 'č', 'ď', 'ě', 'ę', 'ğ', 'ĺ', 'ľ', 'ł', 'ń', 'ň', 'ŋ', 'ő', 'ŕ', 'ř', 'ś', 'š', 'ş', 'ť', 'ţ', 'ű', 'ů', 'ÿ', 'ź', 'ž', 'ż'}

// leastCork is the number of signs within words that show the encoding, if two of them at least differ: formulas have one sign often.
const leastCork = 6

// hasCork reports whether a text has letters of the Cork encoding as signs: many within words.
func hasCork(s string) bool {
	if !strings.ContainsAny(s, corkSigns) {
		return false
	}
	isSmall := func(r rune) bool { return unicode.IsLower(r) && unicode.Is(unicode.Latin, r) }
	n := 0
	var before, sign, first rune
	areTwo := false
	for _, r := range s {
		if sign != 0 && isSmall(r) {
			n++
			if first == 0 {
				first = sign
			}
			areTwo = areTwo || sign != first
			if n >= leastCork && areTwo {
				return true
			}
		}
		sign = 0
		if isSmall(before) && strings.ContainsRune(corkSigns, r) {
			sign = r
		}
		before = r
	}
	return false
}

// restoreCork returns a text of a document that hasCork with its letters. At the edge of a word, where texts have signs for themselves,
// "cm²" or "µm", it must have several letters; but a word that begins with one of most signs is none without it: "»e".
func restoreCork(s string) string {
	runes := []rune(s)
	for i, r := range runes {
		if r == 'μ' {
			r = 'µ'
		}
		code := int(r) - corkFirst
		if code <= 0 || code >= len(corkLetters) || r == 0xAD {
			continue
		}
		before, after := 0, 0
		for before < 3 && i > before && unicode.IsLetter(runes[i-before-1]) {
			before++
		}
		for after < 3 && i+after+1 < len(runes) && unicode.IsLetter(runes[i+after+1]) {
			after++
		}
		isFirst := i == 0 || unicode.IsSpace(runes[i-1])
		switch {
		case before > 0 && after > 0, before > 2, after > 2,
			before > 1 && strings.ContainsRune(corkSigns+"«»", r), isFirst && after > 0 && !strings.ContainsRune("£¥§±µ", r):
			runes[i] = corkLetters[code]
		}
	}
	return string(runes)
}
