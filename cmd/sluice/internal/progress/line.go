package progress

import (
	"io"

	"sluice/cmd/sluice/internal/screen"
)

// ShowLine starts a view of one line on out: redrawn in place on a terminal, else written every ten seconds. line is called
// several times a second, never twice at once.
func ShowLine(out io.Writer, line func() string) View {
	if screen.IsTerminal(out) {
		return screen.NewLive(out, func() int { return screen.TerminalWidth(out, 80) }, func(int) string { return line() })
	}
	return newPlain(out, line)
}
