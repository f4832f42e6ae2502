package main

import (
	"bufio"
	"errors"
	"io"
	"os"
	"path/filepath"
	"slices"

	"sluice"
	"sluice/internal/library"
)

type exportCmd struct {
	folder
	Format string `arg:"" enum:"warc,cdxj,jsonl,urls" help:"What to write."`
	Output string `short:"o" placeholder:"FILE" help:"Write to FILE, not to standard output."`
	List   bool   `help:"With warc: print the names of the files instead of their content."`
}

func (exportCmd) Help() string {
	return "`warc`: All WARC files as one: a gzip file, each record a member of it; plain if none of the files is compressed.\n\n" +
		"`cdxj`: An index of the WARC files, sorted, as replay tools read it.\n\n" +
		"`jsonl`: Every page and document with all that the catalogue has, a JSON object a line.\n\n" +
		"`urls`: The URLs fetched, one a line.\n" + `
What is damaged or missing is left out and named; the exit code is then 1.

EXAMPLES

    sluice export warc -o crawl.warc.gz
    sluice export cdxj -o index.cdxj`
}

func (cmd *exportCmd) Run(c *console) error {
	lib, err := open(cmd.path())
	if err != nil {
		return err
	}
	defer lib.Close()
	write, whole, err := cmd.export(lib, c.err)
	if err != nil {
		return err
	}
	if cmd.Output == "" {
		err = write(c.out)
	} else {
		err = writeFile(cmd.Output, write)
	}
	if err != nil {
		return err
	}
	return whole()
}

// export gives what writes, and what tells afterwards whether all of it could be written.
func (cmd *exportCmd) export(lib *sluice.Library, errs io.Writer) (write func(io.Writer) error, whole func() error, err error) {
	if cmd.Format == "jsonl" || cmd.Format == "urls" {
		write = func(w io.Writer) error { return exportCatalogue(lib, w, cmd.Format == "urls") }
		return write, func() error { return nil }, nil
	}
	x, err := newArchiveExport(lib, errs)
	if err != nil {
		return nil, nil, err
	}
	switch {
	case cmd.Format == "cdxj":
		write = func(w io.Writer) error { return sortLines(x.index(), w) }
	case cmd.List:
		write = x.names
	default:
		write = x.warc
	}
	return write, x.whole, nil
}

// writeFile writes a file whole or not at all.
func writeFile(name string, write func(io.Writer) error) (err error) {
	f, err := os.CreateTemp(filepath.Dir(name), "."+filepath.Base(name)+".*")
	if err != nil {
		return err
	}
	defer func() {
		f.Close()
		if err != nil {
			os.Remove(f.Name())
		}
	}()
	if err := write(f); err != nil {
		return err
	}
	if err := errors.Join(f.Chmod(0o644), f.Sync(), f.Close()); err != nil {
		return err
	}
	return os.Rename(f.Name(), name)
}

func exportCatalogue(lib *sluice.Library, w io.Writer, urls bool) error {
	catalogue, err := lib.Catalogue()
	if err != nil {
		return err
	}
	out := bufio.NewWriter(w)
	for _, what := range []string{"pages", "documents"} {
		list, err := catalogue.List(what, "", 0)
		if err != nil {
			return err
		}
		if err := exportList(list, out, urls); err != nil {
			return err
		}
	}
	return out.Flush()
}

func exportList(list *library.Listing, out *bufio.Writer, urls bool) error {
	place := slices.Index(list.Columns, "url")
	var line []byte
	for record, err := range list.All() {
		if err != nil {
			return err
		}
		if urls {
			line = append(line[:0], textOf(record[place])...)
		} else {
			line = list.AppendJSON(line[:0], record)
		}
		if _, err := out.Write(append(line, '\n')); err != nil {
			return err
		}
	}
	return nil
}
