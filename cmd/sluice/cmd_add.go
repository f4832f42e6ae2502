package main

import (
	"context"
	"errors"
	"fmt"
	"time"

	"sluice/document/bibliography"
	"sluice/library"
)

// addCmd adds what people submit: files, folders, bibliographies and URLs. Files need no lock, URLs are fetched by a crawl of
// documents only, which needs the folder exclusively.
type addCmd struct {
	What  []string `arg:"" name:"file|dir|url" help:"Files, folders, bibliographies (BibTeX, RIS, CSL-JSON, Zotero RDF), or URLs of documents."`
	Files string   `placeholder:"DIR" help:"The folder of the files that a bibliography names. Default: the folder of the bibliography. Files outside it are refused."`
	folder
	converters
	verbosity
}

// Help returns the long text of `sluice add`.
func (addCmd) Help() string {
	return `Adds documents that people submit: files, or URLs, which are fetched politely from any
host. They are read, judged and described like the documents of a crawl; a verdict that you
give with ` + "`sluice judge`" + ` overrides that of the filter. For each document the command prints the genre, and whether it
was accepted. The library stores a copy of each file. If there is no library yet, the command creates one.

Of a folder, all documents in it and below it are added, by the endings of their names: PDF, PostScript, TeX, DVI, Word,
PowerPoint, OpenDocument, RTF, EPUB, also compressed. Web pages and texts are added only if you name them. Hidden files
and symbolic links are skipped. Nothing of a folder is fetched.

Of a bibliography (.bib, .ris, .rdf as Zotero exports it, or a .json file in CSL-JSON), the files that its records name are added, and
the URLs of records without a file are fetched. What the record says (title, authors, year, venue, DOI and others) stands before what is found in the
document; ` + "`sluice edit`" + ` overrides both. Records without a file and without a URL are listed and not added; a DOI alone leads
to a publisher's page and not to a document. The last lines count what came of the records and of the documents. Paths are relative to the folder of the bibliography, or to that of --files. Files outside
it are refused: a bibliography from another person must not bring other files of this machine into the library.

The export of a reference manager such as Zotero or JabRef is a folder with a bibliography and its files: name the
folder, or the bibliography in it. Of a bibliography in a folder that you name, only the files are added.

EXAMPLES

    sluice add -d mylib thesis.pdf slides/*.pptx
    sluice add -d mylib ~/papers
    sluice add -d mylib references.bib
    sluice add https://www.example.org/papers/smith.pdf`
}

// Run fetches the URLs first and then adds the files, so that one intake is at work at a time. What
// fails is reported; everything else is added.
func (cmd *addCmd) Run(ctx context.Context, c *console) error {
	a := &addition{console: c, dir: cmd.path(ctx), with: cmd.converters, begun: time.Now(), records: map[string]*bibliography.Record{}, seen: map[string]bool{},
		results: map[*bibliography.Record]recordResult{}}
	defer a.close()
	var errs []error
	for _, what := range cmd.What {
		if err := a.name(what, cmd.Files); err != nil {
			errs = append(errs, err)
		}
	}
	if len(a.urls) > 0 {
		err := c.fetch(ctx, a.dir, a.urls, cmd.converters, cmd.verbosity)
		if errors.Is(err, errStopped) {
			return errors.Join(append(errs, a.writeFetched(ctx, true), errStopped)...)
		}
		if err != nil {
			return err
		}
	}
	if len(a.files)+len(a.sources)+len(a.records) > 0 {
		errs = append(errs, a.addFiles(ctx))
	}
	errs = append(errs, a.writeFetched(ctx, false))
	return errors.Join(append(errs, a.summarize())...)
}

// fetchCmd fetches and reads the waiting documents. It is a crawl that requests no page.
type fetchCmd struct {
	folder
	converters
	verbosity
}

// Help returns the long text of `sluice fetch`.
func (fetchCmd) Help() string {
	return `Fetches the documents that a crawl has found and not fetched yet, and reads the documents that
were fetched and not read yet. No page is fetched. ` + "`sluice crawl`" + ` continues the crawl later.

EXAMPLES

    sluice fetch -d mylib`
}

// Run fetches what waits. A limit or a signal that stops it is not an error: the documents keep
// waiting.
func (cmd *fetchCmd) Run(ctx context.Context, c *console) error {
	lib, err := open(ctx, cmd.path(ctx)) // the crawl would create one
	if err != nil {
		return err
	}
	if err := lib.Close(); err != nil {
		return err
	}
	err = c.fetch(ctx, cmd.path(ctx), nil, cmd.converters, cmd.verbosity)
	if errors.Is(err, errStopped) {
		return nil
	}
	return err
}

// fetch fetches only documents: those of the URLs, and those that wait.
func (c *console) fetch(ctx context.Context, dir string, urls []string, with converters, how verbosity) error {
	cmd := &crawlCmd{folder: folder{Dir: dir}, converters: with, verbosity: how, documentsOnly: true}
	p, err := cmd.plan(ctx, c, dir)
	if err != nil {
		return err
	}
	p.documentsOnly, p.documents, p.isAddition = true, urls, len(urls) > 0
	p.flags.MaxPages, p.flags.MaxTime, p.flags.MaxBytes = 0, 0, 0 // limits of the crawl, not of this command
	return c.crawl(ctx, dir, p)
}

// verdictOf returns genre, state and cause of a document in a line.
func verdictOf(d *library.Document) string {
	line := string(d.State)
	if d.Verdict.Genre != "" {
		line = fmt.Sprintf("%s, %s (%.0f %%)", d.Verdict.Genre, d.State, 100*d.Verdict.Confidence)
	}
	if d.Cause != "" {
		line += ": " + string(d.Cause)
	}
	if name := nameOf(d); d.State == library.Accepted {
		line += ": " + name
	}
	return line
}
