package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"iter"
	"slices"
	"strings"
	"time"

	"sluice"
	"sluice/cmd/sluice/internal/listing"
	"sluice/cmd/sluice/internal/outfile"
	"sluice/cmd/sluice/internal/screen"
	"sluice/cmd/sluice/internal/webarchive"
	"sluice/internal/catalogue"
	"sluice/internal/export"
)

type exportCmd struct {
	folder
	Format string `arg:"" enum:"bibtex,ris,csl-json,jsonl,parquet,markdown,folder,wacz,warc,cdxj,urls,catalogue" help:"What to write."`
	Output string `short:"o" placeholder:"FILE|DIR" help:"Write to FILE, not to standard output; 'markdown' and 'folder' want a folder that is new or empty."`
	Where  string `placeholder:"CONDITION" help:"Only what meets a condition, such as 'genre = thesis and year > 2000'; not with wacz, warc and cdxj, which are whole."`
	Names  string `enum:"readable,original" default:"readable" help:"With folder: name the files for people, or as their servers did (original)."`
	List   bool   `help:"With warc: print the names of the files instead of their content."`
}

func (exportCmd) Help() string {
	return `Writes the library for others to read.

OF THE ACCEPTED DOCUMENTS

` + "`bibtex, ris, csl-json`: A bibliography, with an entry for each work: that of its first document.\n\n" +
		"`jsonl, parquet`: Text and metadata, one object or row a document, as for training models; `work` is the same for the formats\nand versions of one work.\n\n" +
		"`markdown`: A folder with a file for each document: its metadata, and its text in Markdown.\n\n" +
		"`folder`: A folder with the files themselves, under names for people: Author Year - Title; or, with --names original, under\nthose that their servers gave them. `catalogue.jsonl` in it tells of each file both names, its URLs, title, genre and hash.\n" + `
OF THE WEB AS IT WAS CRAWLED

` + "`wacz`: The archive with its index and the list of pages, in one file for replay tools; --requisites of `sluice crawl` makes\nthe pages look as they did.\n\n" +
		"`warc`: All WARC files as one: a gzip file, each record a member of it; plain if none of the files is compressed.\n\n" +
		"`cdxj`: An index of the WARC files, sorted, as replay tools read it.\n\n" +
		"`catalogue`: Every page and document with all that the catalogue has, a JSON object a line.\n\n" +
		"`urls`: The URLs fetched, one a line.\n" + `
WHAT IS LEFT OUT

What is less likely right than wrong: a year of which nothing tells but when the file was made (` + "`sluice show`" + ` has it). The path of a
file that was submitted with ` + "`sluice add`" + `. What is damaged or missing; it is named, and the exit code is then 1.

A condition speaks of accepted documents, by the columns that ` + "`v_library`" + ` has; with catalogue and urls, of the columns of
` + "`sluice pages` and `sluice documents`" + `: where it names what only documents have, no pages are written.

EXAMPLES

    sluice export bibtex -o library.bib
    sluice export jsonl -o corpus.jsonl --where 'language = en and words > 500'
    sluice export folder -o theses --where 'genre = thesis'
    sluice export warc -o crawl.warc.gz`
}

func (cmd *exportCmd) Run(ctx context.Context, c *console) error {
	if err := cmd.fits(); err != nil {
		return err
	}
	switch cmd.Format {
	case "bibtex", "ris", "csl-json", "jsonl", "parquet":
		return cmd.documents(ctx, c)
	case "markdown", "folder":
		return cmd.folders(ctx, c)
	}
	lib, err := open(cmd.path())
	if err != nil {
		return err
	}
	defer lib.Close()
	write, whole, err := cmd.export(ctx, lib, c.err)
	if err != nil {
		return err
	}
	if err := cmd.to(c, write); err != nil {
		return err
	}
	return whole()
}

// fits refuses options that the format has no use for.
func (cmd *exportCmd) fits() error {
	switch cmd.Format {
	case "wacz", "warc", "cdxj":
		if cmd.Where != "" {
			return usagef("--where: %s is of the whole archive; a condition can choose among documents, and the rows of catalogue and urls", cmd.Format)
		}
	}
	if cmd.List && cmd.Format != "warc" {
		return usagef("--list is for warc alone")
	}
	if cmd.Names != "readable" && cmd.Format != "folder" {
		return usagef("--names is for folder alone")
	}
	return nil
}

// chosen refuses a condition that cannot be read, before anything is written.
func chosen(cat *catalogue.Catalogue, where string) error {
	list, err := cat.List(context.TODO(), "library", where, 1)
	if err != nil && where != "" {
		return usageError{err}
	}
	if err == nil {
		err = list.Close()
	}
	return err
}

// to writes to the file that is named, else to standard output.
func (cmd *exportCmd) to(c *console, write func(io.Writer) error) error {
	if cmd.Output == "" {
		return write(c.out)
	}
	return outfile.Write(cmd.Output, write)
}

// recordWriters write the accepted documents as one file.
var recordWriters = map[string]func(io.Writer, export.Records) error{
	"bibtex": export.BibTeX, "ris": export.RIS, "csl-json": export.CSL, "jsonl": export.JSONL, "parquet": export.Parquet,
}

func (cmd *exportCmd) documents(ctx context.Context, c *console) error {
	if cmd.Format == "parquet" && cmd.Output == "" && screen.IsTerminal(c.out) {
		return usagef("parquet is no text; name a file with -o")
	}
	return c.withCollection(ctx, cmd.path(), func(ctx context.Context, docs *sluice.Collection) error {
		if err := chosen(docs.Catalogue, cmd.Where); err != nil {
			return err
		}
		return cmd.to(c, func(w io.Writer) error {
			return recordWriters[cmd.Format](w, docs.Records(ctx, cmd.Where))
		})
	})
}

func (cmd *exportCmd) folders(ctx context.Context, c *console) error {
	if cmd.Output == "" {
		return usagef("name the folder to write to with -o")
	}
	return c.withCollection(ctx, cmd.path(), func(ctx context.Context, docs *sluice.Collection) error {
		if err := chosen(docs.Catalogue, cmd.Where); err != nil {
			return err
		}
		records := docs.Records(ctx, cmd.Where)
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
			err = fmt.Errorf("%s left out; `sluice verify` tells what is missing, `sluice restore` gets it again", screen.Counted(int64(lacked), "file"))
		}
		return err
	})
}

// export gives what writes, and what tells afterwards whether all of it could be written.
func (cmd *exportCmd) export(ctx context.Context, lib *sluice.Library, errs io.Writer) (write func(io.Writer) error, whole func() error, err error) {
	if cmd.Format == "catalogue" || cmd.Format == "urls" {
		write, err = catalogueExport(ctx, lib, cmd.Where, cmd.Format == "urls")
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
		write = x.CDXJ
	case cmd.Format == "wacz":
		cat, err := lib.Catalogue(ctx)
		if err != nil {
			return nil, nil, err
		}
		write = func(w io.Writer) error { return x.WACZ(w, pagesOf(cat)) }
	case cmd.List:
		write = x.Names
	default:
		write = x.WARC
	}
	return write, x.Err, nil
}

// pagesOf yields the pages that a reader of an archive may choose from.
func pagesOf(cat *catalogue.Catalogue) iter.Seq2[export.Page, error] {
	return func(yield func(export.Page, error) bool) {
		list, err := cat.List(context.TODO(), "pages", "outcome = got and type = html", 0)
		if err != nil {
			yield(export.Page{}, err)
			return
		}
		url, title, at := slices.Index(list.Columns, "url"), slices.Index(list.Columns, "title"), slices.Index(list.Columns, "fetched_at")
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

// catalogueExport gives what writes the rows of pages and documents that meet a condition.
func catalogueExport(ctx context.Context, lib *sluice.Library, where string, urls bool) (func(io.Writer) error, error) {
	cat, err := lib.Catalogue(ctx)
	if err != nil {
		return nil, err
	}
	var lists []*catalogue.Listing
	var pages *catalogue.Listing
	of := "places" // every URL of a document
	if !urls {
		of = "documents"
		if pages, err = cat.List(context.TODO(), "pages", where, 0); err == nil {
			lists = append(lists, pages)
		}
	}
	documents, failed := cat.List(context.TODO(), of, where, 0)
	if failed != nil {
		if pages != nil {
			pages.Close()
		}
		if where != "" {
			failed = usageError{failed}
		}
		return nil, failed
	}
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

func exportList(list *catalogue.Listing, out *bufio.Writer, urls bool) error {
	place := slices.Index(list.Columns, "url")
	var line []byte
	for record, err := range list.All() {
		if err != nil {
			return err
		}
		url := listing.Value(record[place])
		if strings.HasPrefix(url, "file:") {
			record[place] = nil // a path on the machine of whoever submitted it
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
