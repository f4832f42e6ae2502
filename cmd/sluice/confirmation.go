package main

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"strings"

	"sluice/cmd/sluice/internal/screen"
)

// confirmation is the flags of commands that delete what no other command brings back.
type confirmation struct {
	Yes    bool `xor:"confirmation" help:"Do not ask. Needed where standard input is not a terminal."`
	DryRun bool `xor:"confirmation" help:"Only show what would be deleted."`
}

// errDeclined ends a command whose question was not answered with yes.
var errDeclined = errors.New("not confirmed; nothing was deleted")

// check refuses a command that would have to ask and cannot, before it does any work: a script must not wait for an answer.
func (cf confirmation) check(c *console) error {
	if cf.Yes || cf.DryRun || screen.IsInteractive(c.in) {
		return nil
	}
	return usagef("standard input is not a terminal; --yes deletes without a question, --dry-run shows what would be deleted")
}

// ask asks a question, which a person answers with y or yes; anything else is a no.
func (c *console) ask(question string) error {
	fmt.Fprintf(c.err, "%s [y/N] ", question)
	answer, err := bufio.NewReader(io.LimitReader(c.in, 64)).ReadString('\n')
	if err != nil || !screen.IsTerminal(c.err) { // there the line break of the answer ends the line of the question
		fmt.Fprintln(c.err)
	}
	if err != nil && !errors.Is(err, io.EOF) {
		return fmt.Errorf("read the answer: %w", err)
	}
	switch strings.ToLower(strings.TrimSpace(answer)) {
	case "y", "yes":
		return nil
	}
	return errDeclined
}

// previewTo returns where the preview goes: it is the result of a dry run, and else a part of the question.
func (cf confirmation) previewTo(c *console) io.Writer {
	if cf.DryRun {
		return c.out
	}
	return c.err
}

// writeTitles writes the names of the first documents of a preview, one a line, and how many more there are.
func writeTitles(out io.Writer, titles []string, all int64) {
	for _, title := range titles {
		fmt.Fprintf(out, "  %s\n", screen.Cut(screen.Escape(title), titleWidth))
	}
	if more := all - int64(len(titles)); more > 0 && len(titles) > 0 {
		fmt.Fprintf(out, "  … %s more\n", screen.Count(more))
	}
}

const titleWidth = 76 // columns of a name in a preview
