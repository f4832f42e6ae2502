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

func (cmd *convertCmd) Run(c *console) error {
	return c.change(cmd.path(), func(ctx context.Context, docs *sluice.Collection) error {
		var read, copies int64
		not, failed := map[string]bool{}, map[string]bool{} // a document that is neither read nor copied is one
		err := docs.Convert(ctx, cmd.Again, func(did sluice.Converted) {
			d := &did.Document
			become := fmt.Sprintf("%s, %s", d.Verdict.Genre, d.State)
			switch {
			case did.Err != nil:
				failed[d.SHA256] = true
				become = did.Err.Error()
			case did.Lacks != "":
				not[d.SHA256] = true
				become = did.Lacks
				if d.State == library.Waiting {
					become = "waits: " + become
				}
			case did.Copy:
				copies++
				become = "viewing copy made"
			default:
				read++
			}
			fmt.Fprintf(c.out, "%s: %s\n", screen.Escape(nameOf(d)), screen.Escape(become))
		})
		fmt.Fprintf(c.err, "%s read, %d not.\n", screen.Counted(read, "document"), len(not)+len(failed))
		if copies > 0 {
			fmt.Fprintf(c.err, "%s made.\n", screen.Counted(copies, "viewing PDF"))
		}
		if err == nil && len(failed) > 0 {
			err = fmt.Errorf("%s failed", screen.Counted(int64(len(failed)), "document"))
		}
		return err
	})
}
