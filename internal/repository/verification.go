package repository

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"iter"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/klauspost/compress/zstd"

	"sluice/internal/catalogue"
	"sluice/internal/system"
	"sluice/library"
)

// Fault is what is wrong with a file of the repository.
type Fault string

// The faults that [Repository.Verify] finds.
const (
	Missing Fault = "missing" // a row says that it exists and it does not
	Damaged Fault = "damaged" // its bytes have changed since it was stored
	Stray   Fault = "stray"   // no row refers to it
)

// Finding is one problem with a file.
type Finding struct {
	Fault  Fault
	What   string        // "document", "text", "pdf", "thumbnail"; "file" for any other
	SHA256 string        // empty for a file that bears no hash
	Path   string        // within the repository's folder; empty when it is missing
	State  library.State // of the document; empty for a stray
	Detail string        // in words
}

// Progress is the progress of Verify.
type Progress struct {
	Documents, Of int64
	Bytes         int64 // read
}

// Verify reads every stored document and compares it with its hash, reads what was made of it,
// and compares the rows of the catalogue with the files. It yields problems; an error is the
// last value that is yielded. A file in another folder than that of its state, as a crash
// leaves it, is moved without a finding, unless the catalogue is read-only. Verify may miss
// what is stored or filed while it runs. After each document it calls progress if that is not
// nil.
func (r *Repository) Verify(ctx context.Context, progress func(Progress)) iter.Seq2[Finding, error] {
	return r.verify(ctx, verification{r: r, progress: progress})
}

// VerifySizes is Verify without reading files: it checks only that they exist, and the sizes of
// documents.
func (r *Repository) VerifySizes(ctx context.Context) iter.Seq2[Finding, error] {
	return r.verify(ctx, verification{r: r, look: true})
}

// verify yields the findings of a verification.
func (r *Repository) verify(ctx context.Context, v verification) iter.Seq2[Finding, error] {
	return func(yield func(Finding, error) bool) {
		v := v
		v.yield, v.more = yield, true
		if err := v.documents(ctx); err != nil && v.more {
			v.more = false
			yield(Finding{}, r.failed("verify", err))
		}
		if err := v.strays(ctx); err != nil && v.more {
			yield(Finding{}, r.failed("verify", err))
		}
	}
}

// verification is one run of Verify.
type verification struct {
	r        *Repository
	yield    func(Finding, error) bool
	progress func(Progress)
	done     Progress
	look     bool // files are not read
	more     bool // findings are wanted
}

// find yields a finding, unless the caller has stopped.
func (v *verification) find(f Finding) {
	if v.more {
		v.more = v.yield(f, nil)
	}
}

// documents checks the files of all rows.
func (v *verification) documents(ctx context.Context) error {
	c := v.r.c
	var err error
	if v.done.Of, err = c.Documents.Count(ctx); err != nil {
		return err
	}
	for id := int64(0); v.more; {
		rows, err := c.Documents.FileRows(ctx, id)
		if err != nil || len(rows) == 0 {
			return err
		}
		for _, d := range rows {
			if id = d.ID; !v.more {
				return nil
			}
			if err := v.document(ctx, d); err != nil {
				return err
			}
			if v.done.Documents++; v.progress != nil {
				v.progress(v.done)
			}
		}
	}
	return nil
}

// document checks the files of one row.
func (v *verification) document(ctx context.Context, d catalogue.FileRow) error {
	if !d.Kept || d.State == library.Removed {
		return ctx.Err() // a file that is left of it is a stray
	}
	path, err := v.r.Path(ctx, d.SHA256)
	if errors.Is(err, ErrNoFile) {
		v.find(Finding{Fault: Missing, What: "document", SHA256: d.SHA256, State: d.State, Detail: "it has a row and no file"})
		return v.made(d)
	}
	if err != nil {
		return err
	}
	sum, size, err := v.hash(ctx, path, d)
	switch {
	case errors.Is(err, os.ErrNotExist): // it was moved or removed just now
		return nil
	case ctx.Err() != nil:
		return ctx.Err()
	case err != nil:
		v.find(v.at(Finding{Fault: Damaged, What: "document", SHA256: d.SHA256, State: d.State, Detail: err.Error()}, path))
	case sum != d.SHA256:
		detail := fmt.Sprintf("%d bytes with another hash", size)
		if size != d.Size {
			detail = fmt.Sprintf("%d bytes in the place of %d", size, d.Size)
		}
		v.find(v.at(Finding{Fault: Damaged, What: "document", SHA256: d.SHA256, State: d.State, Detail: detail}, path))
	default:
		if err := v.repairPlace(ctx, d, path); err != nil {
			return err
		}
	}
	return v.made(d)
}

// repairPlace moves a file to the folder of its row. It reads the row again: a crawl may have changed
// it since.
func (v *verification) repairPlace(ctx context.Context, d catalogue.FileRow, path string) error {
	if v.r.c.ReadOnly || filepath.Base(filepath.Dir(filepath.Dir(path))) == folderOf(d.State) {
		return nil
	}
	now, ok, err := v.r.c.Documents.Row(ctx, d.SHA256)
	if err != nil || !ok || now.State == library.Removed {
		return err
	}
	return v.r.moveFile(ctx, d.SHA256, now.State)
}

// made checks the text and the views of a document.
func (v *verification) made(d catalogue.FileRow) error {
	for _, m := range []struct {
		what, path string
		expected   bool
		sound      func(*os.File) error
	}{
		{"text", v.r.textPath(d.SHA256), d.Read, soundText(d.SHA256)},
		{"pdf", v.r.viewPath(d.SHA256, ViewPDF), d.PDF, beginsWith("%PDF-")},
		{"thumbnail", v.r.viewPath(d.SHA256, ViewThumb), d.Thumbnail, beginsWith("\x89PNG\r\n\x1a\n")},
	} {
		if !m.expected {
			continue
		}
		f, err := system.OpenRegular(m.path)
		if errors.Is(err, os.ErrNotExist) {
			v.find(Finding{Fault: Missing, What: m.what, SHA256: d.SHA256, State: d.State, Detail: "it can be made again from the document"})
			continue
		}
		if errors.Is(err, system.ErrFileType) {
			v.find(v.at(Finding{Fault: Damaged, What: m.what, SHA256: d.SHA256, State: d.State, Detail: err.Error()}, m.path))
			continue
		}
		if err != nil {
			return err
		}
		if v.look {
			m.sound = func(*os.File) error { return nil }
		}
		if err := errors.Join(m.sound(f), f.Close()); err != nil {
			v.find(v.at(Finding{Fault: Damaged, What: m.what, SHA256: d.SHA256, State: d.State, Detail: err.Error()}, m.path))
		}
	}
	return nil
}

// soundText returns a check that unpacks a text. The packed form has a checksum, and its
// beginning the hash of the document.
func soundText(sha256 string) func(*os.File) error {
	return func(f *os.File) error {
		z, err := zstd.NewReader(f, zstd.WithDecoderConcurrency(1), zstd.WithDecoderMaxMemory(maxReading))
		if err != nil {
			return err
		}
		defer z.Close()
		head := make([]byte, len(readingHead(sha256)))
		_, err = io.ReadFull(z, head)
		if err == nil && string(head) != readingHead(sha256) {
			return errOtherText
		}
		if err == nil {
			_, err = io.Copy(io.Discard, io.LimitReader(z, maxReading))
		}
		return err
	}
}

// beginsWith returns a check for the first bytes of a format.
func beginsWith(head string) func(*os.File) error {
	return func(f *os.File) error {
		b := make([]byte, len(head))
		n, err := io.ReadFull(f, b)
		if err == nil && string(b) != head {
			err = fmt.Errorf("it begins with %q", b)
		} else if err != nil {
			err = fmt.Errorf("it ends after %d bytes: %w", n, err)
		}
		return err
	}
}

// at returns a finding with its path in the repository's folder.
func (v *verification) at(f Finding, path string) Finding {
	if rel, err := filepath.Rel(v.r.dir, path); err == nil {
		path = filepath.ToSlash(rel)
	}
	f.Path = path
	return f
}

// hash returns the hash and the size of a document's file. With look it returns the hash of the
// row if the size is right.
func (v *verification) hash(ctx context.Context, path string, d catalogue.FileRow) (sum string, size int64, err error) {
	if v.look {
		info, err := os.Stat(path)
		if err == nil && info.Size() == d.Size {
			return d.SHA256, d.Size, ctx.Err()
		} else if err == nil {
			size = info.Size()
		}
		return "", size, errors.Join(err, ctx.Err())
	}
	f, err := system.OpenRegular(path)
	if err != nil {
		return "", 0, err
	}
	defer f.Close()
	h := sha256.New()
	for err == nil {
		if err = ctx.Err(); err != nil {
			return "", size, err
		}
		var n int64
		n, err = io.CopyN(h, f, 1<<20)
		size += n
		v.done.Bytes += n
	}
	if err != io.EOF {
		return "", size, err
	}
	return hex.EncodeToString(h.Sum(nil)), size, nil
}

// strays checks that each file belongs to a row.
func (v *verification) strays(ctx context.Context) error {
	for _, folder := range append([]string{folderText, folderCopies}, kept...) {
		err := filepath.WalkDir(v.r.path(folder), func(path string, e fs.DirEntry, err error) error {
			switch {
			case errors.Is(err, os.ErrNotExist):
				return nil
			case err != nil:
				return err
			case !v.more:
				return fs.SkipAll
			case e.IsDir():
				return ctx.Err()
			}
			return v.stray(ctx, folder, path)
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// freshFile is the age up to which a waiting file may be stored and not filed yet.
const freshFile = 10 * time.Minute

// stray checks one file.
func (v *verification) stray(ctx context.Context, folder, path string) error {
	sum, _, _ := strings.Cut(filepath.Base(path), ".")
	what := map[string]string{folderText: "text", folderCopies: "pdf"}[folder]
	switch {
	case what == "":
		what = "document"
	case strings.HasSuffix(path, string(ViewThumb)):
		what = "thumbnail"
	}
	if !catalogue.IsSHA256(sum) || filepath.Base(filepath.Dir(path)) != sum[:2] {
		v.find(v.at(Finding{Fault: Stray, What: "file", Detail: "the repository does not use names of this form"}, path))
		return nil
	}
	info, err := os.Stat(path)
	if errors.Is(err, fs.ErrNotExist) { // it was filed or removed since
		return nil
	}
	if err != nil {
		return err
	}
	if folder == folderWaiting && time.Since(info.ModTime()) < freshFile {
		return nil
	}
	known, queued, err := v.r.c.Documents.IsExpected(ctx, sum)
	if err == nil && known && what == "document" {
		return v.second(ctx, sum, path)
	}
	if err != nil || known || queued { // one that is queued is on its way
		return err
	}
	v.find(v.at(Finding{Fault: Stray, What: what, SHA256: sum, Detail: "no row refers to it"}, path))
	return nil
}

// second reports a file of a document that has another one, as two processes leave it that
// store the same bytes under different endings at the same time.
func (v *verification) second(ctx context.Context, sum, path string) error {
	if info, err := os.Lstat(path); err == nil && info.Mode()&fs.ModeSymlink != 0 {
		v.find(v.at(Finding{Fault: Stray, What: "document", SHA256: sum, Detail: "it is a symbolic link, which is not followed"}, path))
		return nil
	}
	is, err := v.r.Path(ctx, sum)
	if errors.Is(err, ErrNoFile) { // it was thrown away just now
		return nil
	}
	if err == nil && is != path {
		v.find(v.at(Finding{Fault: Stray, What: "document", SHA256: sum, Detail: "the document has another file"}, path))
	}
	return err
}
