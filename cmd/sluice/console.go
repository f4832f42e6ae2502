package main

import (
	"io"
	"log/slog"

	"github.com/alecthomas/kong"

	"sluice/cmd/sluice/internal/manual"
	"sluice/cmd/sluice/internal/screen"
)

// A console is the input and the outputs of a command. Results go to out, messages to err and notes, so that
// the results can be piped into another program.
type console struct {
	in       io.Reader
	out, err io.Writer
	notes    io.Writer // progress, summaries and hints: all messages but errors and questions; the same as err without --quiet
	quiet    bool
	model    *kong.Application
	given    []string // names of the flags on the command line
}

// help prints the manual page of a command, or of the program if node is nil.
func (c *console) help(node *kong.Node) error {
	page := manual.Program(c.model)
	if node != nil {
		page = manual.Command(node)
	}
	_, err := io.WriteString(c.out, page.Text(screen.TerminalWidth(c.out, 80)))
	return err
}

// setQuiet sets where notes go.
func (c *console) setQuiet(quiet bool) {
	if c.quiet, c.notes = quiet, c.err; quiet {
		c.notes = io.Discard
	}
}

// manner returns how progress is shown, where --progress has the value asked.
func (c *console) manner(asked string) string {
	if c.quiet {
		return "none"
	}
	return asked
}

// newLog returns a log as text or JSON: of warnings and errors, or with --quiet of errors.
func (c *console) newLog(out io.Writer, format string) *slog.Logger {
	options := &slog.HandlerOptions{Level: slog.LevelWarn}
	if c.quiet {
		options.Level = slog.LevelError
	}
	if format == "json" {
		return slog.New(slog.NewJSONHandler(out, options))
	}
	return slog.New(slog.NewTextHandler(out, options))
}
