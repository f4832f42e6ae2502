package genre

import "unicode/utf8"

// fold appends a letter without its accents.
func fold(w []byte, c rune) []byte {
	const from = "àáâãäåāăąçćčďèéêëēęěìíîïīıłñńňòóôõöøōőŕřśšşșťţțùúûüūůűýÿźżž"
	const to = "aaaaaaaaacccdeeeeeeeiiiiiilnnnoooooooorrsssstttuuuuuuuyyzzz"
	switch c {
	case 'ß':
		return append(w, "ss"...)
	case 'æ':
		return append(w, "ae"...)
	case 'œ':
		return append(w, "oe"...)
	case 'ﬁ':
		return append(w, "fi"...)
	case 'ﬂ':
		return append(w, "fl"...)
	case 'ﬀ':
		return append(w, "ff"...)
	}
	if c < 0x180 {
		i := 0
		for _, f := range from {
			if f == c {
				return append(w, to[i])
			}
			i++
		}
	}
	return utf8.AppendRune(w, c)
}
