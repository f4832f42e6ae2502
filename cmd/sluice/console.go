package main

import (
	"io"

	"github.com/alecthomas/kong"

	"sluice/cmd/sluice/internal/manual"
	"sluice/cmd/sluice/internal/screen"
)

// A console is the input and the outputs of a command. Results go to out, messages to err, so that
// the results can be piped into another program.
type console struct {
	in       io.Reader
	out, err io.Writer
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
