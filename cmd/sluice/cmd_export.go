package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"iter"
	"os"
	"os/signal"
	"slices"
	"strings"
	"syscall"
	"time"

	"sluice/cmd/sluice/internal/listing"
	"sluice/cmd/sluice/internal/outfile"
	"sluice/cmd/sluice/internal/screen"
	"sluice/cmd/sluice/internal/webarchive"
	"sluice/internal/catalogue"
	"sluice/internal/export"
	"sluice/internal/wiring"
)

// exportCmd writes a library for other programs. Each format has its writer in internal/export or in
// package webarchive.
type exportCmd struct {
	folder
	Format string `arg:"" enum:"bibtex,ris,csl-json,jsonl,parquet,markdown,folder,wacz,warc,cdxj,urls,catalogue" help:"The format."`
	Output string `short:"o" placeholder:"FILE|DIR" help:"Write to FILE instead of standard output; 'markdown' and 'folder' need a new or empty folder."`
	Where  string `placeholder:"CONDITION" help:"Export only rows that meet a condition, such as 'genre = thesis and year > 2000'; not possible with wacz, warc and cdxj."`
	Names  string `enum:"readable,original" default:"readable" help:"With folder: use readable file names, or those of the servers (original)."`
	List   bool   `help:"With warc: print the names of the files instead of their contents."`

	progress *exportProgress
}

// Help returns the long text of `sluice export`.
func (exportCmd) Help() string {
	return `Writes the library in a format that other programs read.

ACCEPTED DOCUMENTS

` + "`bibtex, ris, csl-json`: A bibliography with one entry for each work, that of its first document.\n\n" +
		"`jsonl, parquet`: Text and metadata, one object or row per document, for example for training models; `work` is the same for the\nformats and versions of one work.\n\n" +
		"`markdown`: A folder with one file for each document: its metadata, and its text in Markdown.\n\n" +
		"`folder`: A folder with the files themselves, under readable names: Author Year - Title; or, with --names original, under\nthe names of their servers. `catalogue.jsonl` in it has both names of each file, its URLs, title, genre and hash.\n" + `
THE WEB AS IT WAS CRAWLED

` + "`wacz`: The archive with its index and the list of pages, in one file for replay tools. With --requisites of `sluice crawl` the\npages look as they did.\n\n" +
		"`warc`: All WARC files as one: a gzip file in which each record is a member; plain if no file is compressed.\n\n" +
		"`cdxj`: A sorted index of the WARC files for replay tools.\n\n" +
		"`catalogue`: Every page and document with all columns of the catalogue, one JSON object per line.\n\n" +
		"`urls`: The fetched URLs, one per line.\n" + `
WHAT IS LEFT OUT

Values that are right less than nine times in ten (` + "`sluice show`" + ` shows them), but not the title. The path of a
file that was added with ` + "`sluice add`" + `. Damaged and missing parts; they are named, and the exit code is then 1.
Secrets of requests. Responses are exported as they were sent, with their Set-Cookie fields: after a crawl with a login, log out
before you publish wacz or warc.

A condition selects accepted documents by the columns of the view ` + "`v_library`" + `. With catalogue and urls it uses the columns of
` + "`sluice pages` and `sluice documents`" + `; if it names a column that only documents have, no pages are exported.

INTERRUPTION

Progress is shown on standard error. An export that is interrupted (Ctrl-C, exit code 3) or fails leaves no half file: the old file is
still there, and an output folder is empty again. A folder with the file INCOMPLETE is that of an export that was killed.

EXAMPLES

    sluice export bibtex -o library.bib
    sluice export jsonl -o corpus.jsonl --where 'language = en and words > 500'
    sluice export folder -o theses --where 'genre = thesis'
    sluice export warc -o crawl.warc.gz`
}

// Run writes documents, folders, or the web, by format. A file is replaced completely or not at all;
// parts of the archive that cannot be read are left out and reported at the end.
func (cmd *exportCmd) Run(ctx context.Context, c *console) error {
	if err := cmd.checkFlags(); err != nil {
		return err
	}
	ctx, stop := signal.NotifyContext(ctx, os.Interrupt, syscall.SIGTERM)
	defer stop()
	cmd.progress = &exportProgress{}
	view := cmd.progress.show(c.out, c.notes)
	err := errors.Join(cmd.write(ctx, c), view.Close())
	if isInterrupted(ctx, err) {
		if cmd.Output != "" {
			fmt.Fprintf(c.notes, "Stopped; nothing was exported to %s.\n", screen.Escape(cmd.Output))
		}
		return errStopped
	}
	if err == nil && cmd.Output != "" {
		fmt.Fprintf(c.notes, "Exported to %s: %s.\n", screen.Escape(cmd.Output), cmd.progress.sum())
	}
	return err
}

// write writes the export.
func (cmd *exportCmd) write(ctx context.Context, c *console) (err error) {
	switch cmd.Format {
	case "bibtex", "ris", "csl-json", "jsonl", "parquet":
		return cmd.documents(ctx, c)
	case "markdown", "folder":
		return cmd.folders(ctx, c)
	}
	lib, err := open(ctx, cmd.path(ctx))
	if err != nil {
		return err
	}
	defer closeAfter(&err, lib)
	write, whole, err := cmd.export(ctx, lib, c.err)
	if err != nil {
		return err
	}
	if err := cmd.output(ctx, c, write); err != nil {
		return err
	}
	return whole()
}

// checkFlags returns an error for flags that have no meaning for the format.
func (cmd *exportCmd) checkFlags() error {
	switch cmd.Format {
	case "wacz", "warc", "cdxj":
		if cmd.Where != "" {
			return usagef("--where: %s exports the whole archive; a condition can select documents, and rows of catalogue and urls", cmd.Format)
		}
	}
	if cmd.List && cmd.Format != "warc" {
		return usagef("--list works only with warc")
	}
	if cmd.Names != "readable" && cmd.Format != "folder" {
		return usagef("--names works only with folder")
	}
	return nil
}

// checkCondition returns an error for a condition that is invalid, before a file or folder is
// created.
func checkCondition(ctx context.Context, cat lister, where string) error {
	list, err := cat.List(ctx, "library", where, 1)
	if err != nil && where != "" {
		return usageError{err}
	}
	if err == nil {
		err = list.Close()
	}
	return err
}

// output writes to the file that is named, else to standard output.
func (cmd *exportCmd) output(ctx context.Context, c *console, write func(io.Writer) error) error {
	if cmd.Output == "" {
		return write(cmd.progress.writer(ctx, c.out))
	}
	return outfile.Write(ctx, cmd.Output, func(w io.Writer) error {
		if err := write(cmd.progress.writer(ctx, w)); err != nil {
			return err
		}
		return ctx.Err() // a writer that ended early is no whole file
	})
}

// recordWriters write the accepted documents as one file.
var recordWriters = map[string]func(io.Writer, export.Records) error{
	"bibtex": export.BibTeX, "ris": export.RIS, "csl-json": export.CSL, "jsonl": export.JSONL, "parquet": export.Parquet,
}

// documents writes the accepted documents as one file. A terminal is refused for Parquet, which is
// binary.
func (cmd *exportCmd) documents(ctx context.Context, c *console) error {
	if cmd.Format == "parquet" && cmd.Output == "" && screen.IsTerminal(c.out) {
		return usagef("parquet is a binary format; name a file with -o")
	}
	return withContents(ctx, cmd.path(ctx), func(docs *wiring.Contents) error {
		if err := checkCondition(ctx, docs.Catalogue, cmd.Where); err != nil {
			return err
		}
		return cmd.output(ctx, c, func(w io.Writer) error {
			return recordWriters[cmd.Format](w, cmd.progress.counted(ctx, docs.Records(ctx, cmd.Where)))
		})
	})
}

// folders writes the accepted documents as a folder of files. A missing file does not stop the
// export: it is named, and the exit code is 1.
func (cmd *exportCmd) folders(ctx context.Context, c *console) error {
	if cmd.Output == "" {
		return usagef("folder missing: name it with -o")
	}
	return withContents(ctx, cmd.path(ctx), func(docs *wiring.Contents) error {
		if err := checkCondition(ctx, docs.Catalogue, cmd.Where); err != nil {
			return err
		}
		records := cmd.progress.counted(ctx, docs.Records(ctx, cmd.Where))
		lacked := 0
		var err error
		if cmd.Format == "markdown" {
			err = export.Markdown(cmd.Output, records)
		} else {
			naming := export.Readable
			if cmd.Names == "original" {
				naming = export.Original
			}
			err = export.Folder(cmd.Output, records, naming, func(why error) {
				lacked++
				fmt.Fprintf(c.err, "left out: %s\n", screen.Escape(why.Error()))
			})
		}
		if err == nil && lacked > 0 {
			err = fmt.Errorf("%s left out; `sluice verify` lists what is missing, `sluice restore` gets it again", screen.Counted(int64(lacked), "file"))
		}
		return err
	})
}

// export returns the function that writes, and one that returns an error afterwards if parts are
// missing. What can be written is written in any case.
func (cmd *exportCmd) export(ctx context.Context, lib *wiring.Library, errs io.Writer) (write func(io.Writer) error, whole func() error, err error) {
	if cmd.Format == "catalogue" || cmd.Format == "urls" {
		cat, err := lib.Catalogue(ctx)
		if err != nil {
			return nil, nil, err
		}
		write, err = catalogueExport(ctx, cat, cmd.Where, cmd.Format == "urls")
		if err != nil {
			return nil, nil, err
		}
		return write, func() error { return nil }, nil
	}
	x, err := webarchive.Open(ctx, lib, errs)
	if err != nil {
		return nil, nil, err
	}
	switch {
	case cmd.Format == "cdxj":
		write = func(w io.Writer) error { return x.CDXJ(ctx, w) }
	case cmd.Format == "wacz":
		cat, err := lib.Catalogue(ctx)
		if err != nil {
			return nil, nil, err
		}
		write = func(w io.Writer) error { return x.WACZ(ctx, w, pagesOf(ctx, cat)) }
	case cmd.List:
		write = x.Names
	default:
		write = func(w io.Writer) error { return x.WARC(ctx, w) }
	}
	return write, x.Err, nil
}

// pagesOf yields what a replay tool lists: the pages, and the accepted documents.
func pagesOf(ctx context.Context, cat lister) iter.Seq2[export.Page, error] {
	return func(yield func(export.Page, error) bool) {
		for _, of := range []struct{ listing, where, at string }{
			{"pages", "outcome = fetched and type = html", "fetched_at"},
			{"documents", "state = accepted and site != null", "added_at"},
		} {
			list, err := cat.List(ctx, of.listing, of.where, 0)
			if err != nil {
				yield(export.Page{}, err)
				return
			}
			url, title, at := slices.Index(list.Columns, "url"), slices.Index(list.Columns, "title"), slices.Index(list.Columns, of.at)
			for record, err := range list.All() {
				if err != nil {
					yield(export.Page{}, err)
					return
				}
				fetched, _ := time.Parse(time.RFC3339Nano, listing.Value(record[at]))
				if !yield(export.Page{URL: listing.Value(record[url]), Title: listing.Value(record[title]), Time: fetched}, nil) {
					return
				}
			}
		}
	}
}

// catalogueExport returns the function that writes the rows of pages and documents that meet a
// condition. The lists are opened before, so that a wrong condition creates no file.
func catalogueExport(ctx context.Context, cat lister, where string, urls bool) (func(io.Writer) error, error) {
	var err error
	var lists []*catalogue.Listing
	var pages *catalogue.Listing
	of := "places" // every URL of a document
	if !urls {
		of = "documents"
		if pages, err = cat.List(ctx, "pages", where, 0); err == nil {
			lists = append(lists, pages)
		}
	}
	documents, failed := cat.List(ctx, of, where, 0)
	if failed != nil {
		if pages != nil {
			pages.Close()
		}
		if where != "" {
			failed = usageError{failed}
		}
		return nil, failed
	}
	// With a condition, pages may lack one of its columns: then only documents are exported.
	if err != nil && where == "" {
		return nil, errors.Join(err, documents.Close())
	}
	lists = append(lists, documents)
	return func(w io.Writer) error {
		out := bufio.NewWriter(w)
		for _, list := range lists {
			if err := exportList(list, out, urls); err != nil {
				return err
			}
		}
		return out.Flush()
	}, nil
}

// exportList writes the rows of a list as JSON, or their URLs. Paths of submitted files are
// private and left out.
func exportList(list *catalogue.Listing, out *bufio.Writer, urls bool) error {
	place := slices.Index(list.Columns, "url")
	var line []byte
	for record, err := range list.All() {
		if err != nil {
			return err
		}
		url := listing.Value(record[place])
		if strings.HasPrefix(url, "file:") {
			record[place] = nil // a path on the machine of the person who added the file
		}
		if urls {
			line = append(line[:0], url...)
		} else {
			line = list.AppendJSON(line[:0], record)
		}
		if _, err := out.Write(append(line, '\n')); err != nil {
			return err
		}
	}
	return nil
}
