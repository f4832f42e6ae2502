package sluice

import (
	"context"
	"errors"
	"fmt"
	"os"
	"slices"
	"strconv"
	"strings"

	"sluice/internal/archive"
	"sluice/internal/catalogue"
	"sluice/internal/health"
	"sluice/internal/shell"
)

// putBack is what to do about a damaged archive: of it there is no second source.
func (x *examiner) putBack() string {
	return fmt.Sprintf("put the file back from a copy; without one, run `sluice rebuild -d %s`, which leaves out what cannot be read", shell.Quote(x.lib.dir))
}

// archive walks the archive's files, as far as the catalogue vouches for them.
func (x *examiner) archive(ctx context.Context, mark catalogue.Mark, cat *catalogue.Catalogue) {
	f := health.Finding{Name: "archive", Verdict: health.OK}
	defer func() { x.add(f) }()
	files, err := archive.Files(x.archiveDir())
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		f.Found = err.Error()
		f.Worsen(health.Fail, letRead)
		return
	}
	if len(files) == 0 {
		f.Found = "it has no files"
		if mark.File != "" {
			f.Wrong("%s is missing", mark.File)
			f.Worsen(health.Fail, noArchive)
		} else if err == nil || cat == nil {
			f.Worsen(health.Note, "")
		}
		return
	}
	w := &walk{examiner: x, finding: &f, mark: mark, catalogue: cat}
	w.gaps(files)
	w.end(files)
	step, cancel := x.step(ctx)
	defer cancel()
	for i, name := range files {
		w.file(step, name, x.Full || i == len(files)-1 || name == mark.File)
	}
	judging, cancel := x.step(ctx) // however long the walk took
	defer cancel()
	w.judge(judging)
	f.Found = fmt.Sprintf("%d bytes in %s", w.bytes, counted(len(files), "file"))
	if x.Full {
		f.Found += "; " + counted(w.records, "record") + " read"
	} else {
		f.Found += "; " + counted(w.records, "record") + " read, those of the last file (--full reads all)"
	}
	if step.Err() != nil {
		f.Found += fmt.Sprintf(", as far as could be done in %v", stepTime)
	}
	if w.behind > 0 {
		f.Found += fmt.Sprintf("; %d bytes behind what the catalogue knows of, which the next crawl cuts off", w.behind)
	}
}

// walk is the reading of an archive.
type walk struct {
	*examiner
	finding       *health.Finding
	mark          catalogue.Mark       // zero: nobody vouches, all is looked at
	catalogue     *catalogue.Catalogue // nil when it cannot be used
	broken        []brokenAt
	records       int
	bytes, behind int64
}

func (w *walk) wrong(format string, args ...any) {
	w.finding.Wrong(format, args...)
	w.finding.Worsen(health.Fail, w.putBack())
}

// note tells of a gap that the catalogue does without, as after a rebuild.
func (w *walk) note(format string, args ...any) {
	w.finding.Wrong(format+", which no fetch in the catalogue needs", args...)
	w.finding.Worsen(health.Note, "")
}

// gaps finds files that are missing, by their numbers.
func (w *walk) gaps(files []string) {
	var named []string // by the catalogue
	if w.catalogue != nil {
		named, _ = w.catalogue.Captures.Files(context.TODO())
	}
	before := 0
	for _, name := range files {
		n, err := strconv.Atoi(serial(name))
		if err == nil && n > before+1 {
			missed := slices.ContainsFunc(named, func(s string) bool {
				m, err := strconv.Atoi(serial(s))
				return err == nil && m > before && m < n
			})
			tell := w.wrong
			if w.catalogue != nil && !missed {
				tell = w.note
			}
			tell("%s missing before %s", counted(n-before-1, "file"), name)
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

const brokenKept = 1000

// breaks takes a broken record, to be judged when all are known.
func (w *walk) breaks(file string, offset int64, err error) {
	if w.catalogue == nil || len(w.broken) == brokenKept {
		w.wrong("%v", err)
		return
	}
	w.broken = append(w.broken, brokenAt{file: file, offset: offset, err: err})
}

// judge tells broken records that the catalogue needs from those that it has done without.
func (w *walk) judge(ctx context.Context) {
	if len(w.broken) == 0 {
		return
	}
	var failed error
	for row, err := range w.catalogue.Captures.Sample(ctx, 0) {
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
			w.finding.Wrong("%v; whether a fetch in the catalogue needs it could not be seen in %v (--full goes on)", b.err, stepTime)
			w.finding.Worsen(health.Warn, fmt.Sprintf("see `sluice doctor --full -d %s`", shell.Quote(w.lib.dir)))
		default:
			w.note("%v", b.err)
		}
	}
}

// end holds the last file against the place that the catalogue names.
func (w *walk) end(files []string) {
	if w.mark.File == "" {
		return
	}
	size := w.sizeOf(w.mark.File)
	switch {
	case size < 0:
		w.wrong("%s is missing, which has the last pages", w.mark.File)
	case size < w.mark.Offset:
		w.wrong("%s has %d bytes, and the catalogue knows of %d", w.mark.File, size, w.mark.Offset)
	default:
		w.behind = size - w.mark.Offset
	}
	for _, name := range files {
		if serial(name) > serial(w.mark.File) {
			w.behind += w.sizeOf(name)
		}
	}
	if w.by != nil { // and writes there
		return
	}
	at := archive.Position{File: w.mark.File, Offset: w.mark.Offset}
	var unknown *archive.UnknownError
	if err := archive.Check(w.archiveDir(), archive.Options{}, at); errors.As(err, &unknown) {
		w.behind = 0
		w.finding.Wrong("%d bytes in %s that the catalogue does not know of: it is an old copy, or they were put in", unknown.Bytes, counted(unknown.Files, "file"))
		w.finding.Worsen(health.Fail, fmt.Sprintf("put the newer catalogue back, or run `sluice rebuild -d %s`", shell.Quote(w.lib.dir)))
	}
}

// file reads one file: whole, or only its first record.
func (w *walk) file(ctx context.Context, name string, whole bool) {
	size := w.sizeOf(name)
	w.bytes += size
	switch {
	case w.mark.File == "":
	case name == w.mark.File:
		size = min(size, w.mark.Offset)
	case serial(name) > serial(w.mark.File):
		return
	}
	err := archive.Walk(w.archiveDir(), name, size, func(rec *archive.Record, err error) bool {
		if err != nil {
			w.damaged(err)
			return ctx.Err() == nil
		}
		w.records++
		if _, err := rec.Verify(); errors.Is(err, archive.ErrDigest) {
			at, _ := rec.Location()
			w.breaks(name, at.Offset, err)
		} // any other damage is what the next one tells
		return whole && ctx.Err() == nil
	})
	if err != nil {
		w.wrong("%v", err)
	}
}

// damaged takes a broken record. Where nobody vouches for the end it may be torn.
func (w *walk) damaged(err error) {
	var damage *archive.DamageError
	if errors.As(err, &damage) && w.mark.File == "" && damage.Torn {
		w.finding.Wrong("%v: the next start cuts it off", err)
		w.finding.Worsen(health.Note, "")
		return
	}
	if damage != nil {
		w.breaks(damage.File, damage.Offset, err)
		return
	}
	w.wrong("%v", err)
}

// places sees whether the records are where the catalogue says.
func (x *examiner) places(ctx context.Context, cat *catalogue.Catalogue) {
	f := health.Finding{Name: "places", Verdict: health.OK}
	step, cancel := x.step(ctx)
	defer cancel()
	sample := int64(placesLooked)
	if x.Full {
		sample = 0
	}
	looked, bad := 0, 0
	for row, err := range cat.Captures.Sample(step, sample) {
		if step.Err() != nil {
			break
		}
		if err != nil {
			f.Wrong("%v", err)
			f.Worsen(health.Fail, x.rebuild())
			break
		}
		looked++
		if err := x.place(&row); err != nil {
			bad++
			f.Wrong("%s: %v", row.URL, err)
			f.Worsen(health.Fail, x.rebuild())
		}
	}
	f.Found = fmt.Sprintf("%d of %d fetches are in the archive where the catalogue says", looked-bad, looked)
	if !x.Full {
		f.Found += " (--full looks for all)"
	}
	x.add(f)
}

// place looks for the record of a fetch.
func (x *examiner) place(row *catalogue.Fetch) error {
	size := x.sizeOf(row.File)
	switch {
	case size < 0:
		return fmt.Errorf("%s is missing", row.File)
	case row.Offset < 0 || row.Length <= 0 || row.Offset > size-row.Length:
		return fmt.Errorf("bytes %d to %d of %s, which has %d", row.Offset, row.Offset+row.Length, row.File, size)
	}
	at := archive.Location{File: row.File, Offset: row.Offset, Length: row.Length}
	rec, err := archive.ReadFrom(context.TODO(), x.archiveDir(), at)
	if err != nil {
		return err
	}
	defer rec.Close()
	if _, err := rec.Verify(); err != nil {
		return err
	}
	where := fmt.Sprintf("%s: byte %d", row.File, row.Offset)
	switch got, err := rec.Location(); {
	case err != nil:
		return err
	case got.Length != row.Length:
		return fmt.Errorf("%s: the record has %d bytes, the catalogue says %d", where, got.Length, row.Length)
	case rec.Type != "response" && rec.Type != "revisit":
		return fmt.Errorf("%s: a %s record", where, rec.Type)
	case withoutScheme(rec.URL) != withoutScheme(row.URL):
		return fmt.Errorf("%s: the record is of %s", where, rec.URL)
	case row.Status != 0 && rec.Status != 0 && rec.Status != row.Status:
		return fmt.Errorf("%s: the record's status is %d, the catalogue's %d", where, rec.Status, row.Status)
	case !sameBody(rec, row):
		return fmt.Errorf("%s: the record has another body than the catalogue says", where)
	}
	return nil
}

func counted(n int, noun string) string {
	if n != 1 {
		noun += "s"
	}
	return fmt.Sprint(n, " ", noun)
}

// withoutScheme gives a URL as it is known whichever scheme it was fetched by.
func withoutScheme(url string) string {
	_, rest, _ := strings.Cut(url, "://")
	return rest
}

// sameBody compares digests, where record and catalogue have them of the same bytes.
func sameBody(rec *archive.Record, row *catalogue.Fetch) bool {
	digest, ok := strings.CutPrefix(rec.Header.Get("WARC-Payload-Digest"), "sha256:")
	if !ok || rec.Type != "response" || row.SHA256 == "" || row.Truncated != "" || rec.HTTPHeader().Get("Content-Encoding") != "" {
		return true
	}
	return digest == row.SHA256
}
