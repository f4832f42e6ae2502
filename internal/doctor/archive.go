package doctor

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"slices"

	"sluice/internal/archive"
	"sluice/internal/catalogue"
	"sluice/internal/health"
	"sluice/library"
)

// archiveRemedy is what to do about a damaged archive. Nothing else has what it holds.
func (x *examiner) archiveRemedy() string {
	return "restore the file from a backup; without one, run " + x.command("sluice rebuild") + ", which leaves out what cannot be read"
}

// archive reads the archive's files, as far as the catalogue refers to them. Without a catalogue, when mark is zero, it reads them to the end.
func (x *examiner) archive(ctx context.Context, mark catalogue.Mark, cat *Catalogue) {
	f := health.Finding{Finding: library.Finding{Name: "archive", Verdict: health.OK}}
	defer func() { x.add(f) }()
	files, err := archive.Files(context.WithoutCancel(ctx), x.Dir.Archive()) // an examination that is interrupted finds no damage by that
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		f.Found = err.Error()
		f.Worsen(health.Fail, checkArchiveFolder)
		return
	}
	if len(files) == 0 {
		f.Found = "it has no files"
		if mark.File != "" {
			f.Wrong("%s is missing", mark.File)
			f.Worsen(health.Fail, restoreArchiveFolder)
		} else if err == nil || cat == nil {
			f.Worsen(health.Note, "")
		}
		return
	}
	w := &walk{examiner: x, finding: &f, mark: mark, cat: cat}
	w.gaps(ctx, files)
	w.end(ctx, files)
	step, cancel := x.step(ctx)
	defer cancel()
	for i, name := range files {
		w.file(step, name, x.Full || i == len(files)-1 || name == mark.File)
	}
	judging, cancel := x.step(ctx) // a step of its own, however long the reading took
	defer cancel()
	w.judge(judging)
	f.Found = fmt.Sprintf("%d bytes in %s", w.bytes, counted(len(files), "file"))
	if x.Full {
		f.Found += "; " + counted(w.records, "record") + " read"
	} else {
		f.Found += "; " + counted(w.records, "record") + " read, those of the last file (--full reads all)"
	}
	if step.Err() != nil {
		f.Found += "; the reading was " + atTimeout
	}
	if w.beyond > 0 {
		f.Found += fmt.Sprintf("; %d bytes after the last record of the catalogue, which the next crawl cuts off", w.beyond)
	}
}

// walk is the reading of an archive.
type walk struct {
	*examiner
	finding       *health.Finding
	mark          catalogue.Mark // where the last record of the catalogue ends; zero: not known, everything is read
	cat           *Catalogue     // nil when it cannot be used
	broken        []brokenAt
	records       int
	bytes, beyond int64 // of all files; after mark
}

// wrong records damage of the archive as a failure.
func (w *walk) wrong(format string, args ...any) {
	w.finding.Wrong(format, args...)
	w.finding.Worsen(health.Fail, w.archiveRemedy())
}

// note records damage that no fetch in the catalogue needs, as after a rebuild.
func (w *walk) note(format string, args ...any) {
	w.finding.Wrong(format+", which no fetch in the catalogue needs", args...)
	w.finding.Worsen(health.Note, "")
}

// gaps finds files that are missing, by their numbers.
func (w *walk) gaps(ctx context.Context, files []string) {
	var named []string // by the catalogue
	var failed error
	if w.cat != nil {
		if named, failed = w.cat.Captures.Files(context.WithoutCancel(ctx)); failed != nil {
			w.finding.Wrong("which files the catalogue refers to is not known: %v", failed)
			w.finding.Worsen(health.Warn, "run "+w.command("sluice doctor --full"))
		}
	}
	before := 0
	for _, name := range files {
		n, ok := archive.Serial(name)
		if ok && n > before+1 {
			missed := slices.ContainsFunc(named, func(s string) bool {
				m, ok := archive.Serial(s)
				return ok && m > before && m < n
			})
			record := w.wrong
			if w.cat != nil && failed == nil && !missed {
				record = w.note
			}
			record("%s missing before %s", counted(n-before-1, "file"), name)
		}
		before = n
	}
}

// A brokenAt is a place in the archive where something is wrong.
type brokenAt struct {
	file   string
	offset int64
	err    error
	used   bool // a fetch of the catalogue has its answer there
}

const maxBroken = 1000 // that are remembered

// addDamage records a damaged record. When all are known, one pass over the catalogue finds those that it needs.
func (w *walk) addDamage(file string, offset int64, err error) {
	if w.cat == nil || len(w.broken) == maxBroken {
		w.wrong("%v", err)
		return
	}
	w.broken = append(w.broken, brokenAt{file: file, offset: offset, err: err})
}

// judge reports the broken records: as failures those that a fetch of the catalogue needs.
func (w *walk) judge(ctx context.Context) {
	if len(w.broken) == 0 {
		return
	}
	var failed error
	for row, err := range w.cat.Captures.Sample(ctx, 0) {
		if failed = err; err != nil {
			break
		}
		for i := range w.broken {
			b := &w.broken[i]
			b.used = b.used || b.file == row.File && b.offset >= row.Offset && b.offset < row.Offset+row.Length
		}
	}
	for _, b := range w.broken {
		switch {
		case b.used || failed != nil && ctx.Err() == nil:
			w.wrong("%v", b.err)
		case failed != nil:
			w.finding.Wrong("%v; whether a fetch in the catalogue needs it is not known: the search was %s", b.err, atTimeout)
			w.finding.Worsen(health.Warn, "run "+w.command("sluice doctor --full"))
		default:
			w.note("%v", b.err)
		}
	}
}

// end compares the last file with the place where the last record of the catalogue ends.
func (w *walk) end(ctx context.Context, files []string) {
	if w.mark.File == "" {
		return
	}
	size, err := w.sizeOf(w.mark.File)
	switch {
	case err != nil:
		w.wrong("%v", err)
	case size < 0:
		w.wrong("%s, which holds the last pages, is missing", w.mark.File)
	case size < w.mark.Offset:
		w.wrong("%s has %d bytes, but the catalogue refers to %d", w.mark.File, size, w.mark.Offset)
	default:
		w.beyond = size - w.mark.Offset
	}
	for _, name := range files {
		if w.isBeyond(name) {
			if size, err := w.sizeOf(name); err == nil { // file reports the error of one that must be read
				w.beyond += size
			}
		}
	}
	if w.by != nil { // and writes there
		return
	}
	at := archive.Position{File: w.mark.File, Offset: w.mark.Offset}
	err = archive.Check(context.WithoutCancel(ctx), w.Dir.Archive(), archive.Options{}, at) // other errors are found by the reading
	if unknown, ok := errors.AsType[*archive.UnknownError](err); ok {
		w.beyond = 0
		w.finding.Wrong("%d bytes in %s that the catalogue does not know: it is an old copy, or the bytes were added", unknown.Bytes, counted(unknown.Files, "file"))
		w.finding.Worsen(health.Fail, "restore the newer catalogue from a copy, or run "+w.command("sluice rebuild"))
	}
}

// isBeyond reports whether a file follows the one in which the last record of the catalogue ends.
func (w *walk) isBeyond(name string) bool {
	n, _ := archive.Serial(name)
	last, _ := archive.Serial(w.mark.File)
	return n > last
}

// file reads one file: whole, or only its first record.
func (w *walk) file(ctx context.Context, name string, whole bool) {
	size, err := w.sizeOf(name)
	if err != nil {
		w.wrong("%v", err)
		return
	}
	w.bytes += size
	switch {
	case w.mark.File == "":
	case name == w.mark.File:
		size = min(size, w.mark.Offset)
	case w.isBeyond(name):
		return
	}
	// The function ends the walk with ctx: a step that ends is no error of the archive.
	reading := context.WithoutCancel(ctx)
	err = archive.Walk(reading, w.Dir.Archive(), name, size, func(rec *archive.Record, err error) bool {
		if err != nil {
			w.damaged(err)
			return ctx.Err() == nil
		}
		w.records++
		if _, err := rec.Verify(reading); errors.Is(err, archive.ErrDigest) {
			at, unknown := rec.Location(reading)
			w.addDamage(name, at.Offset, errors.Join(err, unknown))
		} // any other damage is in the error that comes with the next record
		return whole && ctx.Err() == nil
	})
	if err != nil {
		w.wrong("%v", err)
	}
}

// damaged records a broken record. One at the very end may be what a crash left, unless the catalogue refers to it.
func (w *walk) damaged(err error) {
	damage, ok := errors.AsType[*archive.DamageError](err)
	if ok && w.mark.File == "" && damage.Torn {
		w.finding.Wrong("%v: the next start cuts it off", err)
		w.finding.Worsen(health.Note, "")
		return
	}
	if ok {
		w.addDamage(damage.File, damage.Offset, err)
		return
	}
	w.wrong("%v", err)
}
