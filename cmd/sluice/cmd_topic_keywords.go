package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"sync/atomic"
	"time"

	"sluice/cmd/sluice/internal/outfile"
	"sluice/cmd/sluice/internal/progress"
	"sluice/cmd/sluice/internal/screen"
	"sluice/internal/cycle/candidate"
	"sluice/internal/shell"
	"sluice/internal/wiring/training"
)

// topicKeywordsCmd learns the keywords of the subject of a library.
type topicKeywordsCmd struct {
	folder
	Keywords int    `short:"n" default:"100" placeholder:"N" help:"Learn N keywords at most, 1 to 1000."`
	Output   string `short:"o" placeholder:"FILE" help:"Write the keywords to FILE, as sluice plan --keywords reads it."`
	Force    bool   `help:"Replace FILE if it exists."`
	JSON     bool   `name:"json" help:"Print JSON."`
}

// Help returns the long text of the command.
func (topicKeywordsCmd) Help() string {
	return `Learns by which words and phrases one recognizes the subject of a library, from its accepted documents and relevant pages against all
others. ` + "`sluice plan --keywords FILE`" + ` then judges new sites by them. If the library has a topic, documents and pages are about the subject
as far as they are relevant to it; without one, all accepted documents are.

A keyword has one to three words. The best ones are those by which one knows best whether a text is about the subject (information gain). One that
2 % of the other texts have, too, is ambiguous, and has a question mark in the file: the rule for new sites does not count it. Correct
the file: delete what says nothing, add what is missing.

EXAMPLES

    sluice topic keywords -d papers
    sluice topic keywords -d papers -n 200 -o keywords.txt
    sluice plan -d papers --keywords keywords.txt`
}

// Run learns, shows and writes keywords.
func (cmd *topicKeywordsCmd) Run(ctx context.Context, c *console) (err error) {
	if cmd.Keywords < 1 || cmd.Keywords > 1000 {
		return usagef("-n: %d is not a number from 1 to 1000", cmd.Keywords)
	}
	if cmd.Output != "" && !cmd.Force {
		if _, err := os.Stat(cmd.Output); err == nil {
			return usagef("%s exists; write another file with -o, or replace it with --force", cmd.Output)
		}
	}
	lib, err := open(ctx, cmd.path(ctx))
	if err != nil {
		return err
	}
	defer closeAfter(&err, lib)
	ctx, stop := untilSignal(ctx)
	defer stop()
	var texts atomic.Int64
	view := progress.ShowLine(c.notes, func() string { return screen.Counted(texts.Load(), "text") })
	all, subject, others, err := training.Keywords(ctx, lib, cmd.Keywords, func() { texts.Add(1) })
	view.Close()
	switch {
	case isInterrupted(ctx, err):
		fmt.Fprintln(c.notes, "Stopped; nothing was learned.")
		return errStopped
	case errors.Is(err, candidate.ErrNoKeyword), errors.Is(err, candidate.ErrFewTexts):
		return fmt.Errorf("%w; crawl more first, or set a topic with `sluice topic use`", err)
	case err != nil:
		return err
	}
	if cmd.Output != "" {
		comment := fmt.Sprintf("Keywords learned from %s about the subject and %s, %s.\n? marks those that are on pages of any subject.", screen.Counted(int64(subject), "text"),
			screen.Counted(int64(others), "other"), time.Now().Format(time.DateOnly))
		if err := outfile.Write(ctx, cmd.Output, func(w io.Writer) error { return candidate.WriteKeywords(w, comment, all) }); err != nil {
			return err
		}
	}
	if cmd.JSON {
		return screen.WriteJSON(c.out, all, "  ")
	}
	if err := writeKeywords(c.out, all); err != nil {
		return err
	}
	fmt.Fprintf(c.notes, "Learned from %s about the subject and %s.\n", screen.Counted(int64(subject), "text"), screen.Counted(int64(others), "other"))
	if cmd.Output != "" {
		fmt.Fprintf(c.notes, "Written to %s. Correct it, then use it: `sluice plan --keywords %[1]s`.\n", shell.Quote(cmd.Output))
	}
	return nil
}

// writeKeywords writes keywords as a table.
func writeKeywords(out io.Writer, all []candidate.Learned) error {
	table := screen.Table{Columns: []screen.Column{{Title: "keyword", Shrink: true}, {Title: "bits", Right: true}, {Title: "subject %", Right: true}, {Title: "others %", Right: true}, {}},
		Width: screen.TerminalWidth(out, 0)}
	for _, k := range all {
		ambiguous := ""
		if k.Ambiguous {
			ambiguous = "ambiguous"
		}
		table.Rows = append(table.Rows, []string{k.Text, fmt.Sprintf("%.3f", k.Score), fmt.Sprintf("%.1f", 100*k.Subject), fmt.Sprintf("%.1f", 100*k.Others), ambiguous})
	}
	return table.Write(out)
}
