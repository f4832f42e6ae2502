package main

import (
	"context"
	"fmt"

	"sluice"
	"sluice/cmd/sluice/internal/screen"
	"sluice/internal/library"
)

type convertCmd struct {
	folder
	Again bool `help:"Read and judge all documents again, not only those that wait: by what the filter has learned, or by a newer program."`
}

func (convertCmd) Help() string {
	return `Reads the documents that wait, because a program that reads their format was not installed, reading took
too long, or they are scans without text, and makes a PDF of every accepted document that is none, as
the library's viewing copy. What can still not be read waits on.

PDF, DOCX, PPTX, ODT, ODP, RTF, EPUB, TeX, XML, Markdown, HTML and text are read without
other programs. Older ones need LibreOffice, or antiword or catdoc (DOC), or catppt (PPT); PostScript needs Ghostscript,
DVI dvips and Ghostscript; viewing copies need LibreOffice or Ghostscript.
` + "`sluice doctor`" + ` tells which are there. They are run with limits, in an empty folder, without
network.

EXAMPLES

    sluice convert -d mylib
    sluice convert -d mylib --again`
}

func (cmd *convertCmd) Run(c *console) error {
	return c.change(cmd.path(), func(ctx context.Context, docs *sluice.Collection) error {
		var read, failed int64
		err := docs.Convert(ctx, cmd.Again, func(d library.Document, err error) {
			name := screen.Escape(nameOf(&d))
			switch {
			case err != nil:
				failed++
				fmt.Fprintf(c.out, "%s: %s\n", name, screen.Escape(err.Error()))
			case d.State == library.Waiting:
				failed++
				fmt.Fprintf(c.out, "%s: waits: %s\n", name, screen.Escape(d.Cause))
			default:
				read++
				fmt.Fprintf(c.out, "%s: %s, %s\n", name, d.Verdict.Genre, d.State)
			}
		})
		fmt.Fprintf(c.err, "%s read, %d not.\n", screen.Counted(read, "document"), failed)
		return err
	})
}
