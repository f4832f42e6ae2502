package main

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"iter"
	"os"
	"path/filepath"
	"slices"

	"sluice"
	"sluice/internal/archive"
	"sluice/internal/library"
	"sluice/weburl"
)

type exportCmd struct {
	folder
	Format string `arg:"" enum:"warc,cdxj,jsonl,urls" help:"What to write."`
	Output string `short:"o" placeholder:"FILE" help:"Write to FILE, not to standard output."`
	List   bool   `help:"With warc: print the names of the files instead of their content."`
}

func (exportCmd) Help() string {
	return "`warc`: All WARC files as one stream; where their records are compressed, it is a gzip file.\n\n" +
		"`cdxj`: An index of the WARC files, sorted, as replay tools read it.\n\n" +
		"`jsonl`: Every page and document with all that the catalogue has, a JSON object a line.\n\n" +
		"`urls`: The URLs fetched, one a line.\n" + `
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
	if cmd.Output == "" {
		return cmd.export(lib, c.out)
	}
	return writeFile(cmd.Output, func(w io.Writer) error { return cmd.export(lib, w) })
}

func (cmd *exportCmd) export(lib *sluice.Library, w io.Writer) error {
	switch cmd.Format {
	case "warc":
		return exportWARC(lib, w, cmd.List)
	case "cdxj":
		return sortLines(indexLines(lib), w)
	}
	return exportCatalogue(lib, w, cmd.Format == "urls")
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

func exportWARC(lib *sluice.Library, w io.Writer, list bool) error {
	files, err := lib.ArchiveFiles()
	if err != nil {
		return err
	}
	for _, f := range files {
		if list {
			fmt.Fprintln(w, f.Path)
		} else if err := copyFile(w, f); err != nil {
			return err
		}
	}
	return nil
}

func copyFile(w io.Writer, from sluice.ArchiveFile) error {
	f, err := os.Open(from.Path)
	if err != nil {
		return err
	}
	defer f.Close()
	_, err = io.CopyN(w, f, from.Size)
	return err
}

// indexLines gives a CDXJ line for each answer in the archive.
func indexLines(lib *sluice.Library) iter.Seq2[string, error] {
	return func(yield func(string, error) bool) {
		files, err := lib.ArchiveFiles()
		if err != nil {
			yield("", err)
			return
		}
		for _, f := range files {
			if !indexFile(f, yield) {
				return
			}
		}
	}
}

// indexFile indexes a file as far as it is good: behind that a crawl is writing.
func indexFile(f sluice.ArchiveFile, yield func(string, error) bool) bool {
	for entry, err := range archive.Index(f.Path, surt) {
		var damage *archive.DamageError
		switch {
		case err == nil && entry.Offset >= f.Size, errors.As(err, &damage) && damage.Offset >= f.Size:
			return true
		case err != nil:
			return yield("", err)
		case !yield(entry.String(), nil):
			return false
		}
	}
	return true
}

func surt(url string) string {
	u, err := weburl.Parse(url)
	if err != nil {
		return url
	}
	return u.SURT()
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
