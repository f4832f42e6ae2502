package document

import "unicode"

// isGarbled reports whether s is a text most of whose characters say nothing:
// fonts of their own have private numbers (PUA) for their letters, or none
// (U+FFFD), so that only the pages' pictures can be read.
func isGarbled(s string) bool {
	said, unsaid := 0, 0
	for _, r := range s {
		switch {
		case r <= ' ':
		case r == unicode.ReplacementChar, unicode.Is(unicode.Co, r):
			unsaid++
		default:
			said++
		}
	}
	return unsaid > said
}
