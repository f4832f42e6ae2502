package pdfchar

import "strings"

// namedLigatures are the letters under which PDF files name ligatures of Calibri and its like, whose glyphs have no Unicode of their own:
// "soluƟon", "aƩack", "plaƞorm". Languages that have these letters do not write them behind a small letter of the Latin alphabet.
var namedLigatures = strings.NewReplacer("Ɵ", "ti", "Ʃ", "tt", "ƞ", "tf", "Ō", "ft")

// restoreNamedLigatures returns a text with the letters of these ligatures, where a small letter is before it. At the beginning of a word
// the first of them is restored before a small letter, "Ɵme".
func restoreNamedLigatures(s string) string {
	if !strings.ContainsAny(s, "ƟƩƞŌ") {
		return s
	}
	var b strings.Builder
	isSmall := func(r rune) bool { return r >= 'a' && r <= 'z' || r >= 'ß' && r <= 'ÿ' }
	runes := []rune(s)
	for i, r := range runes {
		switch r {
		case 'Ɵ', 'Ʃ', 'ƞ', 'Ō':
			isInside := i > 0 && isSmall(runes[i-1])
			isFirst := r == 'Ɵ' && (i == 0 || runes[i-1] == ' ' || runes[i-1] == '\n') && i+1 < len(runes) && isSmall(runes[i+1])
			if isInside || isFirst {
				namedLigatures.WriteString(&b, string(r)) //nolint:errcheck // to a strings.Builder
				continue
			}
		}
		b.WriteRune(r)
	}
	return b.String()
}
