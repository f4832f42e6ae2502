package repository

import (
	"bufio"
	"context"
	"crypto"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"hash"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"time"

	"sluice/internal/catalogue"
	"sluice/internal/permission"
	"sluice/internal/system"
	"sluice/library"
)

// Repository is the document half of a library: the files, by their hashes, and the catalogue's
// rows about them. [Repository.Store] a file, read and judge it, and [Repository.File]
// it. All methods may be called at any time by many goroutines, and by other processes beside a
// crawl (see [catalogue.Options].Beside).
//
// # The folder
//
//	accepted/ab/SHA256.pdf      ab being the first two digits of the hash
//	waiting/ab/SHA256.doc       stored and not yet filed, or not read yet
//	trash/ab/SHA256.pdf         rejected, or replaced by a newer one
//	text/ab/SHA256.json.zst     what was read: a content.Document
//	copies/ab/SHA256.pdf        for viewing; SHA256.png is a picture of the first page
//	tmp/                        what is being written
//	tmp/lock                    locked by all who change documents together, and by a removal alone: see package lock
//	lock                        locked while the journal is written
//	hand.jsonl                  what people said, a JSON object a line
//
// A file is written under tmp, synced, and renamed, so it is always complete. The rows
// change before a file moves: a crash in between leaves it in another folder than its row says,
// where it is found all the same, and the next Verify moves it.
type Repository struct {
	c   Catalogue
	dir string
}

// The folders of a repository.
const (
	folderAccepted = "accepted"
	folderWaiting  = "waiting"
	folderTrash    = "trash"
	folderText     = "text"
	folderCopies   = "copies"
	folderTemp     = "tmp"
)

// kept are the folders of documents, in the order in which they are searched: most documents
// are accepted.
var kept = []string{folderAccepted, folderTrash, folderWaiting}

// folderOf returns the folder for the file of a document in some state.
func folderOf(s library.State) string {
	switch s {
	case library.Accepted:
		return folderAccepted
	case library.Waiting:
		return folderWaiting
	}
	return folderTrash
}

// ErrNoFile is the error for a file that the repository does not have.
var ErrNoFile = errors.New("the repository has no such file (`sluice verify` lists what is missing, `sluice restore` fetches it again)")

// Open returns the repository of a catalogue in a folder, which it creates if necessary. The
// catalogue must stay open while the repository is used. With a read-only catalogue nothing is
// created or changed.
func Open(dir string, c Catalogue) (*Repository, error) {
	r := &Repository{c: c, dir: dir}
	if c.ReadOnly {
		return r, nil
	}
	if err := r.library().MkdirAll(r.path(folderTemp)); err != nil {
		return nil, r.failed("open", err)
	}
	isStale := func(f fs.FileInfo) bool { return time.Since(f.ModTime()) > staleTemp }
	return r, r.failed("open", r.deleteTemporary(isStale))
}

// TempDir returns a folder for files that are useless after a crash: [Open] deletes files there
// that are six hours old, and [Repository.DeleteRemains] all.
func (r *Repository) TempDir() string { return r.path(folderTemp) }

// staleTemp is the age from which a file under tmp counts as left by a crash: no file takes so
// long to write.
const staleTemp = 6 * time.Hour

// deleteTemporary deletes files under tmp, but never the lock of those who change documents.
func (r *Repository) deleteTemporary(chosen func(fs.FileInfo) bool) error {
	entries, err := os.ReadDir(r.path(folderTemp))
	if err != nil {
		return err
	}
	for _, e := range entries {
		if info, err := e.Info(); err == nil && e.Name() != lockName && chosen(info) {
			if err := os.RemoveAll(r.path(folderTemp, e.Name())); err != nil {
				return err
			}
		}
	}
	return nil
}

// path returns a path in the repository's folder.
func (r *Repository) path(names ...string) string {
	return filepath.Join(append([]string{r.dir}, names...)...)
}

// library returns the library whose documents these are.
func (r *Repository) library() permission.Library { return permission.Library(filepath.Dir(r.dir)) }

// failed returns an error that names the repository and the operation and, where it can, what
// the user can do about it. It returns nil for nil.
func (r *Repository) failed(doing string, err error) error {
	switch {
	case err == nil:
		return nil
	case system.IsFull(err):
		return fmt.Errorf("documents %s: %s: %w: %w", r.dir, doing, catalogue.ErrFull, err)
	case errors.Is(err, syscall.EFBIG), errors.Is(err, syscall.EIO):
		return fmt.Errorf("documents %s: %s: %w: %w", r.dir, doing, catalogue.ErrDisk, err)
	case errors.Is(err, os.ErrPermission), errors.Is(err, syscall.EROFS):
		return fmt.Errorf("documents %s: %s: %w: %w", r.dir, doing, catalogue.ErrReadOnly, err)
	}
	return fmt.Errorf("documents %s: %s: %w", r.dir, doing, err)
}

// Stored is a file that was stored.
type Stored struct {
	SHA256 string
	Size   int64
	Path   string
	Known  bool // it was there before
}

// Store writes what it reads into the repository, where it waits to be filed. ending ("pdf",
// "ps.gz") becomes that of the file's name. A file that the repository has already is not
// stored twice. After an error nothing is left.
func (r *Repository) Store(ctx context.Context, from io.Reader, ending string) (s Stored, err error) {
	if r.c.ReadOnly {
		return s, r.failed("store a file", catalogue.ErrReadOnly)
	}
	tmp, s, err := r.receive(ctx, from)
	if err != nil {
		return s, r.failed("store a file", err)
	}
	defer os.Remove(tmp)
	path, err := r.Path(ctx, s.SHA256)
	if err != nil && !errors.Is(err, ErrNoFile) {
		return s, err
	}
	if err == nil {
		info, err := os.Stat(path)
		if errors.Is(err, os.ErrNotExist) { // it was moved meanwhile, because its document was filed
			if path, err = r.Path(ctx, s.SHA256); err == nil {
				info, err = os.Stat(path)
			}
		}
		switch {
		case err != nil:
			return s, r.failed("store a file", err)
		case info.Size() == s.Size:
			s.Path, s.Known = path, true
			return s, nil
		}
		if err := os.Remove(path); err != nil { // it is incomplete, and the new one is not
			return s, r.failed("store a file", err)
		}
	}
	s.Path = r.path(folderWaiting, s.SHA256[:2], s.SHA256+safeEnding(ending))
	return s, r.failed("store a file", r.place(tmp, s.Path))
}

// receive writes what it reads into a file under tmp and syncs it. The caller moves or deletes
// the file.
func (r *Repository) receive(ctx context.Context, from io.Reader) (path string, s Stored, err error) {
	f, err := r.library().CreateTemp(r.path(folderTemp), "store-")
	if err != nil {
		return "", s, err
	}
	defer func() {
		err = errors.Join(err, f.Close())
		if err != nil {
			os.Remove(f.Name())
		}
	}()
	hash := sha256.New()
	out := bufio.NewWriterSize(f, 256<<10)
	if s.Size, err = io.Copy(io.MultiWriter(out, hash), untilDone{ctx, from}); err != nil {
		return "", s, err
	}
	if err := errors.Join(out.Flush(), f.Sync()); err != nil {
		return "", s, err
	}
	s.SHA256 = hex.EncodeToString(hash.Sum(nil))
	return f.Name(), s, nil
}

// untilDone is a reader that fails once its context has ended.
type untilDone struct {
	ctx context.Context
	io.Reader
}

// Read fails once the context has ended: a copy of a large file would not notice otherwise.
func (r untilDone) Read(p []byte) (int, error) {
	if err := r.ctx.Err(); err != nil {
		return 0, err
	}
	return r.Reader.Read(p)
}

// place moves a synced file to its final name and makes the name durable.
func (r *Repository) place(tmp, path string) error {
	dir := filepath.Dir(path)
	if err := r.library().MkdirAll(dir); err != nil {
		return err
	}
	if err := os.Rename(tmp, path); err != nil {
		return err
	}
	return system.SyncFolder(dir)
}

// Path returns the file of a document, whichever folder has it. The error is [ErrNoFile] if
// it has no file. A symbolic link is no file: it may lead to a file that was never in the library, which an export
// would then publish.
func (r *Repository) Path(ctx context.Context, sha256 string) (string, error) {
	if !catalogue.IsSHA256(sha256) {
		return "", r.failed(fmt.Sprintf("look for %q", sha256), errors.New("it is not a SHA-256"))
	}
	if err := ctx.Err(); err != nil {
		return "", err
	}
	for range 2 { // it may be on its way from one folder to another
		for _, folder := range kept {
			files, err := r.filesOf(folder, sha256)
			if err != nil {
				return "", r.failed("look for "+sha256, err)
			}
			for _, f := range files {
				if f.Type()&fs.ModeSymlink == 0 {
					return r.path(folder, sha256[:2], f.Name()), nil
				}
			}
		}
	}
	return "", r.failed("look for "+sha256, ErrNoFile)
}

// filesOf returns the files in a folder whose names have a hash, with symbolic links.
func (r *Repository) filesOf(folder, sha256 string) (files []fs.DirEntry, err error) {
	entries, err := os.ReadDir(r.path(folder, sha256[:2]))
	if errors.Is(err, os.ErrNotExist) {
		return nil, nil
	}
	for _, e := range entries {
		if sum, _, _ := strings.Cut(e.Name(), "."); sum == sha256 {
			files = append(files, e)
		}
	}
	return files, err
}

// Open opens the file of a document. It looks a second time if another process moves the file
// between the look-up and the opening.
func (r *Repository) Open(ctx context.Context, sha256 string) (*os.File, error) {
	for try := 0; ; try++ {
		path, err := r.Path(ctx, sha256)
		if err != nil {
			return nil, err
		}
		f, err := system.OpenRegular(path)
		if err == nil || !errors.Is(err, os.ErrNotExist) || try > 0 {
			return f, r.failed("open "+sha256, err)
		}
	}
}

// OpenVerified is [Repository.Open] of a file that is compared with its hash while it is read: in place of [io.EOF] it returns
// [ErrWrongHash] if it has other bytes than the document.
func (r *Repository) OpenVerified(ctx context.Context, sha256 string) (io.ReadCloser, error) {
	f, err := r.Open(ctx, sha256)
	if err != nil {
		return nil, err
	}
	return &verifiedFile{f: f, hash: crypto.SHA256.New(), want: sha256}, nil
}

// verifiedFile is a file that is hashed while it is read.
type verifiedFile struct {
	f    *os.File
	hash hash.Hash
	want string
}

// Read compares the hash at the end.
func (v *verifiedFile) Read(p []byte) (int, error) {
	n, err := v.f.Read(p)
	v.hash.Write(p[:n])
	if err == io.EOF {
		if is := hex.EncodeToString(v.hash.Sum(nil)); is != v.want {
			err = fmt.Errorf("%s: %w: its hash is %s (`sluice verify` checks all files)", v.f.Name(), ErrWrongHash, is)
		}
	}
	return n, err
}

// Close closes the file.
func (v *verifiedFile) Close() error { return v.f.Close() }

// safeEnding returns an ending as part of a file's name, with its dot; empty for one that has
// other characters than letters, digits and dots.
func safeEnding(ending string) string {
	ending = strings.ToLower(strings.Trim(ending, "."))
	if ending == "" || len(ending) > 16 {
		return ""
	}
	for i := range len(ending) {
		if c := ending[i]; (c < 'a' || c > 'z') && (c < '0' || c > '9') && c != '.' {
			return ""
		}
	}
	return "." + ending
}
