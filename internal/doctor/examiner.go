package doctor

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"iter"
	"os"
	"path/filepath"
	"time"

	"sluice/internal/archive"
	"sluice/internal/catalogue"
	"sluice/internal/folder"
	"sluice/internal/frontier"
	"sluice/internal/health"
	"sluice/internal/lock"
	"sluice/internal/repository"
	"sluice/internal/shell"
	"sluice/internal/system"
)

// Library is what is examined.
type Library struct {
	Dir folder.Dir

	// Catalogue opens the catalogue to read. The caller of Examine closes it.
	Catalogue func(context.Context) (*Catalogue, error)

	// Repository opens the folder of documents.
	Repository func(context.Context) (Repository, error)

	// Frontier calls read with the frontier while it holds the lock of the library.
	Frontier func(ctx context.Context, read func(*frontier.Frontier) error) error
}

// Options set how thoroughly a library is examined. The zero value takes samples, and a minute or two at most.
type Options struct {
	Full bool // every record of the archive, every row of the catalogue, all of the frontier, however long it takes
}

// Catalogue is the catalogue, by its parts.
type Catalogue struct {
	Database
	Crawls    Crawls
	Documents Documents
	Captures  Captures
}

// Database is the catalogue as a whole.
type Database interface {
	SchemaVersion(ctx context.Context) (int, error)
	Check(ctx context.Context, quick bool) (problems []string, err error)
	Counts(ctx context.Context) (pages, documents int64, err error)
	LastMark(ctx context.Context) (catalogue.Mark, error)
	LastSerial(ctx context.Context) (int64, error)
	Validator(ctx context.Context, url string) (catalogue.Validator, bool, error)
}

// Crawls are the catalogue's crawls.
type Crawls interface {
	Last(ctx context.Context) (catalogue.Crawl, bool, error)
}

// Documents are the catalogue's documents.
type Documents interface {
	CountKept(ctx context.Context) (int64, error)
	IndexState(ctx context.Context) (map[string]bool, error)
}

// Captures are the places in the archive that the catalogue knows.
type Captures interface {
	Files(ctx context.Context) ([]string, error)
	Sample(ctx context.Context, n int64) iter.Seq2[catalogue.Fetch, error]
}

// Repository has the queries of an examination to the folder of documents.
type Repository interface {
	VerifySizes(ctx context.Context) iter.Seq2[repository.Finding, error]
	Verify(ctx context.Context, progress func(repository.Progress)) iter.Seq2[repository.Finding, error]
}

// examiner collects what is found.
type examiner struct {
	Options
	Library
	by      *lock.Holder // the crawl or rebuild that changes the library; nil: none
	unknown error        // why it cannot be found out whether there is one
	found   []health.Finding
}

// add adds a finding about the library.
func (x *examiner) add(f health.Finding) {
	f.Part = "library"
	x.found = append(x.found, f)
}

const (
	stepTime    = 15 * time.Second // of one step that is not full
	placeSample = 500              // rows of the catalogue whose records are read in an examination that is not full
)

// step returns the context of one step of the examination, which has a time limit unless the examination is full.
func (x *examiner) step(ctx context.Context) (context.Context, context.CancelFunc) {
	if x.Full {
		return context.WithCancel(ctx)
	}
	return context.WithTimeout(ctx, stepTime)
}

// atTimeout is what is said of a step that ran out of time.
var atTimeout = fmt.Sprintf("stopped after %v (--full has no time limit)", stepTime)

// command returns a command line with the library's folder, for people to copy.
func (x *examiner) command(line string) string {
	return fmt.Sprintf("`%s -d %s`", line, shell.Quote(string(x.Dir)))
}

// rebuild is what to do about a damaged or lost catalogue or frontier.
func (x *examiner) rebuild(ctx context.Context) string {
	// An examination that is stopped still says what to do about what it has found.
	switch files, err := archive.Files(context.WithoutCancel(ctx), x.Dir.Archive()); {
	case err != nil && !errors.Is(err, fs.ErrNotExist):
		return checkArchiveFolder
	case len(files) == 0:
		return restoreArchiveFolder
	}
	return "restore the folder from a backup, or run " + x.command("sluice rebuild") + ", which makes catalogue and frontier again from the archive"
}

const (
	checkArchiveFolder   = "make the folder archive readable: check its permissions, and the disk"
	restoreArchiveFolder = "restore the folder archive from a backup; without one its pages are lost and nothing can be rebuilt: start a new library in another folder"
)

// failed records an error of a store in a finding.
func (x *examiner) failed(ctx context.Context, f *health.Finding, err error) {
	remedy := x.rebuild(ctx)
	if hasRemedy(err) {
		remedy = ""
	}
	f.Found = err.Error()
	f.Worsen(health.Fail, remedy)
}

// hasRemedy reports whether the text of an error already has a remedy.
func hasRemedy(err error) bool {
	if _, ok := errors.AsType[*folder.InconsistentError](err); ok {
		return true
	}
	for _, known := range []error{
		catalogue.ErrCorrupt, catalogue.ErrNewer, catalogue.ErrOlder, catalogue.ErrForeign, catalogue.ErrReadOnly, catalogue.ErrUnreadable,
		frontier.ErrDamaged, frontier.ErrVersion,
	} {
		if errors.Is(err, known) {
			return true
		}
	}
	return false
}

// sizeOf returns the size of a file of the archive, and -1 when it is not there.
func (x *examiner) sizeOf(file string) (int64, error) {
	info, err := os.Stat(filepath.Join(x.Dir.Archive(), filepath.Base(file)))
	if errors.Is(err, fs.ErrNotExist) {
		return -1, nil
	}
	if err != nil {
		return 0, err
	}
	return info.Size(), nil
}

// checkPermissions examines whether a folder can be read and written to.
func checkPermissions(f *health.Finding, dir string) {
	if err := system.CheckReadable(dir); err != nil {
		f.Wrong("%s cannot be read: %v", dir, err)
		f.Worsen(health.Fail, "check the permissions of the folder")
	} else if err := system.CheckWritable(dir); err != nil {
		f.Wrong("%s cannot be written to: %v", dir, err)
		f.Worsen(health.Warn, "check the permissions of the folder; as they are, the library can only be read")
	}
}

// counted returns a number with its noun.
func counted(n int, noun string) string {
	if n != 1 {
		noun += "s"
	}
	return fmt.Sprint(n, " ", noun)
}
