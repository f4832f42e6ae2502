package main

import (
	"context"
	"fmt"
	"strings"

	"sluice/cmd/sluice/internal/screen"
	"sluice/internal/collection"
	"sluice/internal/wiring"
	"sluice/library"
)

// convertCmd reads documents that wait for a program, for time or for text, and makes viewing copies.
type convertCmd struct {
	folder
	converters
	Again bool `help:"Read and judge all documents again, not only those that wait: after the filter has learned, or with a newer program."`
}

// Help returns the long text of `sluice convert`.
func (convertCmd) Help() string {
	return `Reads the documents that wait because a program for their format was not installed, because
reading took too long, or because they are scans. Makes a PDF copy for viewing of every accepted
document in another format; rejected and waiting documents get none. Documents that still cannot be read keep waiting.

PDF, DOCX, PPTX, ODT, ODP, RTF, EPUB, TeX, XML, Markdown, AsciiDoc, HTML and text are read without
external programs. DOC and PPT need LibreOffice, or, for plain text only, antiword or catdoc (DOC) or
catppt (PPT). PostScript needs Ghostscript, DVI needs dvips and Ghostscript, viewing copies need
LibreOffice or Ghostscript. Scans, and PDF whose fonts do not say which letters they show, need Tesseract
with their language. ` + "`sluice doctor`" + ` lists the installed ones. They run in a sandbox: in an empty
folder, with limits, without network. On a system without a sandbox they are run only with --unsafe-converters.

EXIT CODES

` + "`0`: Everything possible was done; documents may keep waiting for a program or a text.\n\n`1`: A document failed: its file is missing, or its copy could not be made.\n\n`3`: Stopped by a signal; the same command does the rest.\n" + `
EXAMPLES

    sluice convert -d mylib
    sluice convert -d mylib --again`
}

// Run writes one line per document as soon as it is done, because a large library takes hours. A
// document that keeps waiting is not an error; one whose file is missing is.
func (cmd *convertCmd) Run(ctx context.Context, c *console) error {
	return c.withReader(ctx, cmd.path(ctx), cmd.converters, func(ctx context.Context, docs *wiring.Collection) error {
		var read, unread, copies, uncopied, failed int64
		err := docs.Convert(ctx, cmd.Again, func(did collection.Converted) { // called once for each document
			d := &did.Document
			became := screen.NonEmpty(
				attempted(did.Read, fmt.Sprintf("%s, %s", d.Verdict.Genre, d.State), &read, &unread),
				attempted(did.Copy, "viewing copy made", &copies, &uncopied))
			if d.State == library.Waiting {
				became = append([]string{"waits"}, became...)
			}
			if did.Read.Err != nil || did.Copy.Err != nil {
				failed++
			}
			fmt.Fprintf(c.out, "%s: %s\n", screen.Escape(nameOf(d)), screen.Escape(strings.Join(became, ": ")))
		})
		fmt.Fprintf(c.notes, "%s read, %d not.\n", screen.Counted(read, "document"), unread)
		if copies+uncopied > 0 {
			fmt.Fprintf(c.notes, "%s made, %d not.\n", screen.Counted(copies, "viewing PDF"), uncopied)
		}
		if err == nil && failed > 0 {
			err = fmt.Errorf("%s failed", screen.Counted(failed, "document"))
		}
		return err
	})
}

// attempted returns the result of an attempt and counts it; it is empty if there was no attempt.
func attempted(a collection.Attempt, done string, yes, no *int64) string {
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
