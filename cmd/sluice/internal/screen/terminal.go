package screen

import (
	"io"
	"os"

	"golang.org/x/term"
)

// unknownWidth is the number of columns of a terminal that does not know its own.
const unknownWidth = 80

// TerminalWidth returns the number of columns of the terminal that w writes to, or otherwise when
// w is not a terminal.
func TerminalWidth(w io.Writer, otherwise int) int {
	f, ok := w.(*os.File)
	if !ok {
		return otherwise
	}
	switch width, _, err := term.GetSize(int(f.Fd())); {
	case err == nil && width > 0:
		return width
	case err == nil && term.IsTerminal(int(f.Fd())):
		return unknownWidth
	}
	return otherwise
}

// HasStyle reports whether text for w may be bold or coloured: w is a terminal, and NO_COLOR is not set (no-color.org).
func HasStyle(w io.Writer) bool { return IsTerminal(w) && os.Getenv("NO_COLOR") == "" }

// IsInteractive reports whether r reads from a terminal, where a person can answer a question.
func IsInteractive(r io.Reader) bool {
	f, ok := r.(*os.File)
	return ok && term.IsTerminal(int(f.Fd()))
}

// IsTerminal reports whether w writes to a terminal that understands escape sequences.
func IsTerminal(w io.Writer) bool {
	f, ok := w.(*os.File)
	return ok && term.IsTerminal(int(f.Fd())) && os.Getenv("TERM") != "dumb"
}
