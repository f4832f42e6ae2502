// Package screen writes to a terminal: text from the Web without its control characters
// ([Escape]), numbers as people read them ([Count], [Bytes], [Span]), tables with aligned
// columns ([Table]), and a live view of a running job ([Live]).
package screen

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Escape makes text from the Web safe for a terminal: control characters, terminal sequences,
// marks that change the direction of writing, invisible characters and invalid UTF-8 are
// written as \x1b or \u202e. Without this a title could clear the screen, or look like another
// one.
func Escape(s string) string { return escape(s, isUnsafe) }

// EscapeControls escapes only control characters, marks of direction and invalid UTF-8. It is for files, where the invisible
// characters that some scripts need must remain.
func EscapeControls(s string) string { return escape(s, isControl) }

// escape escapes the characters for which unsafe is true, and invalid UTF-8.
func escape(s string, unsafe func(rune) bool) string {
	if strings.IndexFunc(s, unsafe) < 0 && utf8.ValidString(s) {
		return s
	}
	var b strings.Builder
	for i, r := range s {
		switch {
		case r == utf8.RuneError && !strings.HasPrefix(s[i:], "\uFFFD"):
			fmt.Fprintf(&b, `\x%02x`, s[i])
		case !unsafe(r):
			b.WriteRune(r)
		case r < 0x100:
			fmt.Fprintf(&b, `\x%02x`, r)
		case r < 0x10000:
			fmt.Fprintf(&b, `\u%04x`, r)
		default:
			fmt.Fprintf(&b, `\U%08x`, r)
		}
	}
	return b.String()
}

// isUnsafe reports whether a character acts on a terminal or is invisible.
func isUnsafe(r rune) bool {
	return unicode.IsControl(r) || unicode.In(r, unicode.Cf, unicode.Zl, unicode.Zp, unicode.Co)
}

// isControl reports whether a character is a control character, a separator of lines, or a mark of direction.
func isControl(r rune) bool {
	return unicode.IsControl(r) || unicode.In(r, unicode.Bidi_Control, unicode.Zl, unicode.Zp)
}
