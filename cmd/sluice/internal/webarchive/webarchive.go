// Package webarchive exports the archive of a library: as one WARC file, as an index (CDXJ), as a
// list of file names, and as WACZ for replay tools.
//
// [Open] finds the files, [Export.WARC] and the other methods write what can be read, and
// [Export.Err] says at the end whether parts of the archive were left out. It may run while a crawl
// adds to the archive: only what the catalogue knows of is exported.
package webarchive

import (
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"iter"
	"os"
	"path/filepath"
	"slices"

	"sluice/cmd/sluice/internal/extsort"
	"sluice/cmd/sluice/internal/screen"
	"sluice/internal/archive"
	"sluice/internal/archive/cdxj"
	"sluice/internal/export"
	"sluice/internal/shell"
	"sluice/internal/system"
	"sluice/internal/version"
	"sluice/internal/wiring"
	"sluice/weburl"
)

// A Library has an archive. It is what an export needs of a [wiring.Library].
type Library interface {
	Dir() string
	ArchiveFiles(ctx context.Context) (files []wiring.ArchiveFile, missing []string, err error)
}

// An Export writes what can be read of an archive and counts what cannot.
type Export struct {
	dir     string
	log     io.Writer // names what is left out
	files   []wiring.ArchiveFile
	omitted int // records and files that are left out

	unreadable map[string]bool // by path: files in which the last index found faults and no answer
}

const maxNamed = 20 // parts left out that are named one by one

// Open finds the files of a library's archive. Parts that are missing or damaged are named on log.
func Open(ctx context.Context, lib Library, log io.Writer) (*Export, error) {
	files, missing, err := lib.ArchiveFiles(ctx)
	x := &Export{dir: lib.Dir(), log: log, files: files, unreadable: map[string]bool{}}
	for _, name := range missing {
		x.omit(fmt.Errorf("%s: missing", name))
	}
	return x, err
}

// omit counts a part that is left out and names it, unless many were named before.
func (x *Export) omit(why error) {
	if x.omitted++; x.omitted <= maxNamed {
		fmt.Fprintf(x.log, "left out: %s\n", screen.Escape(why.Error()))
	}
}

// Err is an error if parts of the archive were left out of what was written.
func (x *Export) Err() error {
	if x.omitted == 0 {
		return nil
	}
	return fmt.Errorf("%s of the archive left out, missing or damaged; run `sluice doctor --full -d %s`",
		screen.Counted(int64(x.omitted), "part"), shell.Quote(x.dir))
}

// Names writes the paths of the archive's files, one a line.
func (x *Export) Names(w io.Writer) error {
	for _, f := range x.files {
		if _, err := fmt.Fprintln(w, f.Path); err != nil {
			return err
		}
	}
	return nil
}

// WARC writes the records of all files one after the other. If any file is compressed, all records
// are, each in a gzip member of its own, because a gzip reader stops at plain bytes.
func (x *Export) WARC(ctx context.Context, w io.Writer) error {
	out := &recordWriter{w: w}
	if slices.ContainsFunc(x.files, func(f wiring.ArchiveFile) bool { return filepath.Ext(f.Path) == ".gz" }) {
		out.zip = gzip.NewWriter(w)
	}
	for _, f := range x.files {
		if err := x.writeRecords(ctx, f, out); err != nil {
			return err
		}
	}
	return nil
}

// writeRecords writes the records of one file. An error of the archive is counted and the file
// continues behind it; an error of out is returned.
func (x *Export) writeRecords(ctx context.Context, from wiring.ArchiveFile, out *recordWriter) error {
	f, err := system.OpenRegular(from.Path)
	if err != nil {
		x.omit(err)
		return nil
	}
	defer f.Close()
	var failed error
	dir, name := filepath.Split(from.Path)
	err = archive.Walk(ctx, dir, name, from.Size, func(rec *archive.Record, err error) bool {
		var at archive.Location
		if err == nil {
			if at, err = rec.Location(ctx); err != nil && !errors.Is(err, archive.ErrShared) {
				return true // the next call reports it
			}
		}
		if err != nil {
			x.omit(err)
			return true
		}
		failed = out.write(io.NewSectionReader(f, at.Offset, at.Length))
		return failed == nil
	})
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	if err != nil {
		x.omit(err)
	}
	x.checkLength(f, from)
	return failed
}

// checkLength notes that a file has fewer bytes than the catalogue knows of.
func (x *Export) checkLength(f *os.File, from wiring.ArchiveFile) {
	info, err := f.Stat()
	switch {
	case err != nil:
		x.omit(err)
	case info.Size() < from.Size:
		x.omit(fmt.Errorf("%s: %d bytes of %d are missing at its end", filepath.Base(from.Path), from.Size-info.Size(), from.Size))
	}
}

// recordWriter writes records as they are, or compressed.
type recordWriter struct {
	w   io.Writer
	zip *gzip.Writer // nil: plain records stay plain
}

// write writes one record. One that is compressed already is copied, because each record is a gzip
// member of its own.
func (o *recordWriter) write(record *io.SectionReader) error {
	var head [2]byte
	record.ReadAt(head[:], 0) // a record that cannot be read fails in the copy below
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

// CDXJ writes the index of the archive, sorted as replay tools expect it.
func (x *Export) CDXJ(ctx context.Context, w io.Writer) error {
	return extsort.Lines(x.index(ctx), w)
}

// index yields a CDXJ line for each answer in the archive, in the order of the files.
func (x *Export) index(ctx context.Context) iter.Seq2[string, error] {
	return func(yield func(string, error) bool) {
		for _, f := range x.files {
			if !x.indexFile(ctx, f, yield) {
				return
			}
		}
	}
}

// indexFile indexes a file up to the size that the catalogue knows of. A running crawl writes
// behind it.
func (x *Export) indexFile(ctx context.Context, f wiring.ArchiveFile, yield func(string, error) bool) bool {
	found, omitted := false, x.omitted
	defer func() { x.unreadable[f.Path] = !found && x.omitted > omitted }()
	for entry, err := range cdxj.Index(ctx, f.Path, surt) {
		var damage *archive.DamageError
		switch {
		case err == nil && entry.Offset >= f.Size, errors.As(err, &damage) && damage.Offset >= f.Size:
			return true
		case ctx.Err() != nil:
			yield("", context.Cause(ctx))
			return false
		case err != nil:
			x.omit(err)
		default:
			found = true
			if !yield(entry.String(), nil) {
				return false
			}
		}
	}
	file, err := system.OpenRegular(f.Path)
	if errors.Is(err, fs.ErrNotExist) {
		return true // the index has reported it
	}
	if err != nil {
		x.omit(err)
		return true
	}
	defer file.Close()
	x.checkLength(file, f)
	return true
}

// surt returns the sort-friendly form of a URL, by which an index is sorted.
func surt(url string) string {
	u, err := weburl.Parse(url)
	if err != nil {
		return url
	}
	return u.SURT()
}

// WACZ writes the archive with its index and the list of pages in one file.
func (x *Export) WACZ(ctx context.Context, w io.Writer, pages iter.Seq2[export.Page, error]) error {
	web := export.Web{Title: filepath.Base(x.dir), Software: version.Product, Index: x.CDXJ, Pages: pages}
	for _, f := range x.files {
		web.Files = append(web.Files, export.WARC{Path: f.Path, Size: f.Size})
	}
	web.Omits = func(f export.WARC) bool { return x.unreadable[f.Path] }
	return export.WACZ(ctx, w, web)
}
