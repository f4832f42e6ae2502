package main

import (
	"context"
	"fmt"
	"strings"

	"sluice"
	"sluice/cmd/sluice/internal/screen"
	"sluice/internal/catalogue"
)

type convertCmd struct {
	folder
	Again bool `help:"Read and judge all documents again, not only those that wait: by what the filter has learned, or by a newer program."`
}

func (convertCmd) Help() string {
	return `Reads the documents that wait, because a program that reads their format was not installed, reading took
too long, or they are scans without text, and makes a PDF of every accepted document that is none, as
the library's viewing copy; those that are rejected or wait get none. What can still not be read waits on.

PDF, DOCX, PPTX, ODT, ODP, RTF, EPUB, TeX, XML, Markdown, HTML and text are read without
other programs. Older ones need LibreOffice, or, for their words alone, antiword or catdoc (DOC) or
catppt (PPT); PostScript needs Ghostscript, DVI dvips and Ghostscript; viewing copies need
LibreOffice or Ghostscript.
` + "`sluice doctor`" + ` tells which are there. They are run with limits, in an empty folder, without
network.

EXIT CODES

` + "`0`: What could be done is done; documents may wait on, for a program or a text.\n\n`1`: A document failed: its file is missing, or the copy could not be made.\n" + `
EXAMPLES

    sluice convert -d mylib
    sluice convert -d mylib --again`
}

func (cmd *convertCmd) Run(ctx context.Context, c *console) error {
	return c.withCollection(ctx, cmd.path(), func(ctx context.Context, docs *sluice.Collection) error {
		var read, unread, copies, uncopied, failed int64
		err := docs.Convert(ctx, cmd.Again, func(did sluice.Converted) {
			d := &did.Document
			became := screen.NonEmpty(
				attempted(did.Read, fmt.Sprintf("%s, %s", d.Verdict.Genre, d.State), &read, &unread),
				attempted(did.Copy, "viewing copy made", &copies, &uncopied))
			if d.State == catalogue.Waiting {
				became = append([]string{"waits"}, became...)
			}
			if did.Read.Err != nil || did.Copy.Err != nil {
				failed++
			}
			fmt.Fprintf(c.out, "%s: %s\n", screen.Escape(nameOf(d)), screen.Escape(strings.Join(became, ": ")))
		})
		fmt.Fprintf(c.err, "%s read, %d not.\n", screen.Counted(read, "document"), unread)
		if copies+uncopied > 0 {
			fmt.Fprintf(c.err, "%s made, %d not.\n", screen.Counted(copies, "viewing PDF"), uncopied)
		}
		if err == nil && failed > 0 {
			err = fmt.Errorf("%s failed", screen.Counted(failed, "document"))
		}
		return err
	})
}

// attempted says how something went, and counts it; nothing if it was not tried.
func attempted(a sluice.Attempt, done string, yes, no *int64) string {
	switch {
	case a.Done:
		*yes++
		return done
	case a.Err != nil:
		*no++
		return a.Err.Error()
	case a.Lacks != "":
		*no++
	}
	return a.Lacks
}
