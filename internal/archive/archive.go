// Package archive keeps what a crawl received as it came, in WARC 1.1 files that
// every archive tool reads.
//
// [Open] a folder, [Archive.Encode] each [Exchange] in the goroutine that fetched it
// (the compression happens there), [Archive.Append] a group of them from one
// goroutine, [Archive.Sync] to make the group durable. Append returns the [Location]
// of each response, by which [Archive.Read] finds it again; Sync returns the
// [Position] to which Open cuts the archive back after a crash. [NewMemory] is an
// archive with the same methods that is gone with the program.
//
// [Erase] erases exchanges: it overwrites their records with placeholder records of the same length.
//
// [Reader] and [Records] read WARC files, also those of other tools: versions 0.17 to
// 1.1, compressed or not. Package cdxj makes CDXJ entries of a file.
//
// # Files
//
// The files are named sluice-YYYYMMDDhhmmss-NNNNN.warc.gz (.warc when plain), where
// NNNNN counts up and is the order. Each begins with a warcinfo record. Then come
// the exchanges: a response or revisit record, its request, its metadata, each a
// gzip member of its own. The last file is the one in writing; the name of a file
// never changes and is never used again.
package archive

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"syscall"
	"time"

	"github.com/klauspost/compress/gzip"

	"sluice/internal/permission"
	"sluice/internal/system"
)

// Options set how an archive is written. The zero value is ready to use.
type Options struct {
	Plain   bool    // no compression; default: each record is a gzip member
	Level   int     // of gzip, 1 (fast) to 9 (small); default 1
	MaxFile int64   // bytes that a file should not exceed; default 1 GB (10⁹); one exchange is never split
	Info    []Field // for the warcinfo record at the head of each file: software, robots, operator, …
}

// withDefaults sets what is zero to its default, and refuses what cannot be.
func (o Options) withDefaults() (Options, error) {
	o.Level = cmp.Or(o.Level, gzip.BestSpeed)
	o.MaxFile = cmp.Or(o.MaxFile, 1e9)
	if o.Level < gzip.BestSpeed || o.Level > gzip.BestCompression {
		return o, fmt.Errorf("gzip level %d is not within 1 to 9", o.Level)
	}
	if o.MaxFile < 0 {
		return o, fmt.Errorf("largest file size of %d bytes is negative", o.MaxFile)
	}
	return o, nil
}

// Archive is a folder of WARC files that grows at its end. Append, Sync and Close
// belong to one goroutine; Encode and Read may be called from many, also meanwhile.
type Archive struct {
	*encoder
	dir string
	o   Options

	end      mark
	out      output // the file in writing; nil before the first Append of an empty archive
	unsynced bool   // something was appended since the last Sync, or before an archive was opened to be read
	unnamed  bool   // a file was made since the last Sync
	broken   error  // what makes further writing unsafe
	readOnly bool

	create func(path string, flag int) (output, error) // os.OpenFile; tests make it fail
}

// A mark is the end of what was appended.
type mark struct {
	Position
	serial int // of the last file that there ever was
}

// An output is a file in writing. Tests put files in its place that fail.
type output interface {
	io.WriteSeeker
	Truncate(size int64) error
	Sync() error
	Close() error
}

// openOutput opens a file of an archive for writing. Tests replace it, to make writes fail.
func openOutput(path string, flag int) (output, error) {
	if flag&os.O_CREATE == 0 {
		return openExisting(path, flag)
	}
	return libraryOf(filepath.Dir(path)).OpenFile(path, flag)
}

// openExisting opens a file of an archive that is there for writing. It may be a link of the owner, to another disk. A link that takes the place of what
// was looked at is not followed.
func openExisting(path string, flag int) (*os.File, error) {
	if err := checkLink(path); err != nil {
		return nil, err
	}
	target, err := filepath.EvalSymlinks(path)
	if err != nil {
		return nil, err
	}
	return os.OpenFile(target, flag|system.NoFollow, 0)
}

// libraryOf returns the library of an archive's folder.
func libraryOf(dir string) permission.Library { return permission.Library(filepath.Dir(dir)) }

// Open opens the archive in dir for writing. It creates dir if necessary.
//
// Data after at, the Position of the last Sync that the caller knows of, is removed if a
// crash can have left it; more than that is an [UnknownError]. If at is the zero Position
// and the archive has files, only a torn record at the end is removed. Files with other
// names are not touched. The caller ensures that only one process has an archive open.
func Open(ctx context.Context, dir string, o Options, at Position) (*Archive, error) {
	a, err := open(ctx, dir, o, at)
	if err != nil {
		return nil, fmt.Errorf("open archive %s: %w", dir, err)
	}
	return a, nil
}

// OpenReadOnly opens the archive in dir, which is there, to be read, and changes nothing. No permission to write is needed. Its Sync
// makes the last file durable and returns the end of the last whole record; Append fails.
func OpenReadOnly(ctx context.Context, dir string) (*Archive, error) {
	end, err := findEnd(ctx, dir, Position{}, 0)
	if err != nil {
		return nil, fmt.Errorf("open archive %s: %w", dir, err)
	}
	// The last file may have been copied to here just now.
	return &Archive{encoder: newEncoder(Options{}, dir), dir: dir, end: end, readOnly: true, unsynced: end.File != ""}, nil
}

// open finds the end of an archive, removes what follows it, and opens the last file.
func open(ctx context.Context, dir string, o Options, at Position) (*Archive, error) {
	o, err := o.withDefaults()
	if err != nil {
		return nil, err
	}
	if err := makeDir(dir); err != nil {
		return nil, err
	}
	if err := removeSpools(dir); err != nil {
		return nil, err
	}
	end, err := findEnd(ctx, dir, at, o.MaxFile)
	if err != nil {
		return nil, err
	}
	a := &Archive{encoder: newEncoder(o, dir), dir: dir, o: o, create: openOutput}
	if err := a.rewind(ctx, end); err != nil {
		return nil, err
	}
	return a, nil
}

// makeDir makes a folder and its name durable.
func makeDir(dir string) error {
	if _, err := os.Stat(dir); err == nil {
		return nil
	}
	if err := libraryOf(dir).MkdirAll(dir); err != nil {
		return err
	}
	return system.SyncFolder(filepath.Dir(dir))
}

// Append writes what Encode made, in order, and returns the location of the response or
// revisit record of each. Read finds them at once; only Sync makes them durable. It begins a
// new file when the present one is full.
//
// All of them are appended or, with an error, none: after a full disk the same call
// may be made again when there is space.
func (a *Archive) Append(ctx context.Context, es ...*Encoded) ([]Location, error) {
	if err := context.Cause(ctx); err != nil {
		return nil, err
	}
	if a.broken != nil {
		return nil, a.broken
	}
	if a.readOnly {
		return nil, fmt.Errorf("append to archive %s: it is open for reading only", a.dir)
	}
	start := a.end
	locs := make([]Location, 0, len(es))
	for _, e := range es {
		l, err := a.append(e)
		if err != nil {
			return nil, a.undo(ctx, start, err)
		}
		locs = append(locs, l)
	}
	return locs, nil
}

// undo removes what was appended since start, and returns the error for the caller.
func (a *Archive) undo(ctx context.Context, start mark, cause error) error {
	err := fmt.Errorf("write %s at byte %d: %w (%s; nothing before is lost)", filepath.Join(a.dir, a.end.File), a.end.Offset, cause, remedy(cause))
	if a.broken != nil {
		return err
	}
	if a.out != nil {
		a.out.Close() // its error would be the cause again
	}
	if e := a.rewind(context.WithoutCancel(ctx), start); e != nil { // half a group must not stay, even after a cancellation
		a.broken = fmt.Errorf("%w; the end of the archive could not be restored: %w (the next start does it)", err, e)
		return a.broken
	}
	return err
}

// remedy returns what to do about an error of a write.
func remedy(cause error) string {
	switch {
	case errors.Is(cause, syscall.EDQUOT):
		return "your quota of the disk is used up: make room or have it raised, then run the same command again"
	case system.IsFull(cause):
		return "the disk is full: make room, then run the same command again"
	case errors.Is(cause, syscall.EFBIG):
		return "raise the limit of file sizes, ulimit -f, then run the same command again"
	}
	return "look at the health of the disk, then run the same command again"
}

// append writes one exchange. It is never split between files.
func (a *Archive) append(e *Encoded) (Location, error) {
	if err := a.makeRoom(e.size); err != nil {
		return Location{}, err
	}
	l := Location{File: a.end.File, Offset: a.end.Offset, Length: e.first}
	return l, a.write(e)
}

// write writes records at the end of the file.
func (a *Archive) write(e *Encoded) error {
	a.unsynced = true
	if err := e.writeTo(a.out); err != nil {
		return err
	}
	a.end.Offset += e.size
	return nil
}

// makeRoom ensures that a file is open which has room for n bytes more. A file of the
// other kind, from before the setting was changed, is not continued.
func (a *Archive) makeRoom(n int64) error {
	if a.out != nil && isPlain(a.end.File) == a.o.Plain && a.end.Offset+n <= a.o.MaxFile {
		return nil
	}
	return a.nextFile()
}

// nextFile closes the file in writing, which is durable then, and begins the next.
func (a *Archive) nextFile() error {
	if a.out != nil {
		if err := a.syncFile(); err != nil {
			return err
		}
		if err := a.out.Close(); err != nil {
			return err
		}
		a.out = nil
	}
	now := time.Now()
	a.end = mark{Position{File: nameOf(now, a.end.serial+1, a.o.Plain)}, a.end.serial + 1}
	f, err := a.create(filepath.Join(a.dir, a.end.File), os.O_WRONLY|os.O_CREATE|os.O_EXCL)
	if err != nil {
		return err
	}
	a.out, a.unnamed = f, true
	info, err := a.warcinfo(a.end.File, now, a.o.Info)
	if err != nil {
		return err
	}
	defer info.Release()
	return a.write(info)
}

// Sync makes all that was appended durable and returns the end of the archive.
// After an error every further call fails: what the system holds of it is unknown
// until it is opened again.
func (a *Archive) Sync(ctx context.Context) (Position, error) {
	if err := context.Cause(ctx); err != nil {
		return Position{}, err
	}
	if a.broken != nil {
		return Position{}, a.broken
	}
	if err := a.syncFile(); err != nil {
		return Position{}, err
	}
	// The name last: a file that the folder knows is never without its bytes.
	if a.unnamed {
		if err := system.SyncFolder(a.dir); err != nil {
			return Position{}, a.lost(err)
		}
		a.unnamed = false
	}
	return a.end.Position, nil
}

// syncFile makes the last file durable.
func (a *Archive) syncFile() error {
	if !a.unsynced {
		return nil
	}
	var err error
	if a.readOnly {
		err = system.SyncFile(filepath.Join(a.dir, a.end.File))
	} else {
		err = a.out.Sync()
	}
	if err != nil {
		return a.lost(err)
	}
	a.unsynced = false
	return nil
}

// lost records that the system failed to make written bytes durable, and may have dropped them.
func (a *Archive) lost(err error) error {
	a.broken = fmt.Errorf("sync %s: %w (%s)", filepath.Join(a.dir, a.end.File), err, remedy(err))
	return a.broken
}

// Close closes the file in writing. What was not synced may be lost in a crash.
func (a *Archive) Close() error {
	a.broken = errors.New("archive is closed")
	if a.out == nil {
		return nil
	}
	err := a.out.Close()
	a.out = nil
	return err
}
