package main

import (
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"iter"
	"os"
	"path/filepath"
	"slices"

	"sluice"
	"sluice/cmd/sluice/internal/screen"
	"sluice/internal/archive"
	"sluice/internal/shell"
	"sluice/weburl"
)

// archiveExport writes what can be read of an archive, and tells of the rest.
type archiveExport struct {
	dir    string
	err    io.Writer
	files  []sluice.ArchiveFile
	lacked int // records and files that are left out
}

const lacksTold = 20

func newArchiveExport(lib *sluice.Library, err io.Writer) (*archiveExport, error) {
	files, missing, failed := lib.ArchiveFiles()
	x := &archiveExport{dir: lib.Dir(), err: err, files: files}
	for _, name := range missing {
		x.lack(fmt.Errorf("%s: missing", name))
	}
	return x, failed
}

func (x *archiveExport) lack(why error) {
	if x.lacked++; x.lacked <= lacksTold {
		fmt.Fprintf(x.err, "left out: %s\n", screen.Escape(why.Error()))
	}
}

// whole is an error unless everything was exported.
func (x *archiveExport) whole() error {
	if x.lacked == 0 {
		return nil
	}
	return fmt.Errorf("%s of the archive missing or damaged, and left out; `sluice doctor --full -d %s` examines it",
		screen.Counted(int64(x.lacked), "part"), shell.Quote(x.dir))
}

// names prints where the files are.
func (x *archiveExport) names(w io.Writer) error {
	for _, f := range x.files {
		if _, err := fmt.Fprintln(w, f.Path); err != nil {
			return err
		}
	}
	return nil
}

// warc writes the records one after the other. When any file is compressed all records are, each in a gzip member
// of its own: a reader of gzip stops at what is not.
func (x *archiveExport) warc(w io.Writer) error {
	zip := slices.ContainsFunc(x.files, func(f sluice.ArchiveFile) bool { return filepath.Ext(f.Path) == ".gz" })
	out := &recordWriter{w: w}
	if zip {
		out.zip = gzip.NewWriter(w)
	}
	for _, f := range x.files {
		if err := x.records(f, out); err != nil {
			return err
		}
	}
	return nil
}

// records writes the records of a file.
func (x *archiveExport) records(from sluice.ArchiveFile, out *recordWriter) error {
	f, err := os.Open(from.Path)
	if err != nil {
		x.lack(err)
		return nil
	}
	defer f.Close()
	var failed error
	dir, name := filepath.Split(from.Path)
	err = archive.Walk(dir, name, from.Size, func(rec *archive.Record, err error) bool {
		var at archive.Location
		if err == nil {
			if at, err = rec.Location(); isDamage(err) {
				return true // it is told next
			}
		}
		if err != nil {
			x.lack(err)
			return true
		}
		failed = out.write(io.NewSectionReader(f, at.Offset, at.Length))
		return failed == nil
	})
	if err != nil {
		x.lack(err)
	}
	x.short(f, from)
	return failed
}

// short tells of a file that has less than the catalogue knows of.
func (x *archiveExport) short(f *os.File, from sluice.ArchiveFile) {
	if info, err := f.Stat(); err == nil && info.Size() < from.Size {
		x.lack(fmt.Errorf("%s: %d bytes of %d are missing at its end", filepath.Base(from.Path), from.Size-info.Size(), from.Size))
	}
}

func isDamage(err error) bool {
	var damage *archive.DamageError
	return errors.As(err, &damage)
}

// recordWriter writes records as they are, or compressed.
type recordWriter struct {
	w   io.Writer
	zip *gzip.Writer // nil: plain records stay plain
}

func (o *recordWriter) write(record *io.SectionReader) error {
	var head [2]byte
	record.ReadAt(head[:], 0)
	if o.zip == nil || bytes.Equal(head[:], []byte{0x1f, 0x8b}) {
		_, err := io.Copy(o.w, record)
		return err
	}
	o.zip.Reset(o.w)
	if _, err := io.Copy(o.zip, record); err != nil {
		return err
	}
	return o.zip.Close()
}

// index gives a CDXJ line for each answer in the archive.
func (x *archiveExport) index() iter.Seq2[string, error] {
	return func(yield func(string, error) bool) {
		for _, f := range x.files {
			if !x.indexFile(f, yield) {
				return
			}
		}
	}
}

// indexFile indexes a file as far as it is good: behind that a crawl is writing.
func (x *archiveExport) indexFile(f sluice.ArchiveFile, yield func(string, error) bool) bool {
	for entry, err := range archive.Index(f.Path, surt) {
		var damage *archive.DamageError
		switch {
		case err == nil && entry.Offset >= f.Size, errors.As(err, &damage) && damage.Offset >= f.Size:
			return true
		case err != nil:
			x.lack(err)
		case !yield(entry.String(), nil):
			return false
		}
	}
	if file, err := os.Open(f.Path); err == nil {
		x.short(file, f)
		file.Close()
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
