package repository

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"unicode/utf8"

	"github.com/klauspost/compress/zstd"

	"sluice/document/content"
	"sluice/internal/catalogue"
	"sluice/internal/system"
)

// maxReading bounds the size in bytes to which a stored text is unpacked. A damaged file could
// ask for any amount.
const maxReading = 256 << 20

// reading is the stored form of what was read of a document.
type reading struct {
	SHA256 string // of the document
	*content.Document
}

// readingHead returns the bytes with which the stored reading of a document begins. Verify
// compares only these.
func readingHead(sha256 string) string { return `{"SHA256":"` + sha256 + `"` }

// errOtherText is the error for a file whose text belongs to another document.
var errOtherText = errors.New("it is the text of another document")

// StoreText stores what was read of a document. It replaces what was stored before.
func (r *Repository) StoreText(ctx context.Context, sha256 string, d *content.Document) error {
	doing := "store the text of " + sha256
	if !catalogue.IsSHA256(sha256) {
		return r.failed(doing, errors.New("it is not a SHA-256"))
	}
	if err := ctx.Err(); err != nil {
		return r.failed(doing, err)
	}
	path := r.textPath(sha256)
	return r.failed(doing, r.write(path, func(w io.Writer) error {
		z, err := zstd.NewWriter(w, zstd.WithEncoderConcurrency(1))
		if err != nil {
			return err
		}
		return errors.Join(writeReading(z, reading{sha256, d}), z.Close())
	}))
}

// writeReading writes a reading as JSON, its text in pieces: encoding/json would hold several
// copies of a long text.
func writeReading(w io.Writer, r reading) error {
	text, rest := r.Text, *r.Document
	r.Document, rest.Text = &rest, ""
	b, err := json.Marshal(r)
	if err != nil {
		return err
	}
	head, tail, _ := bytes.Cut(b, []byte(`"Text":""`)) // the first is that of the document: those of its lines come after it
	out := bufio.NewWriter(w)
	out.Write(head)
	out.WriteString(`"Text":"`)
	for piece := ""; text != ""; {
		end := min(len(text), maxPiece)
		for end < len(text) && end > maxPiece-utf8.UTFMax && !utf8.RuneStart(text[end]) {
			end--
		}
		piece, text = text[:end], text[end:]
		if b, err = json.Marshal(piece); err != nil {
			return err
		}
		out.Write(b[1 : len(b)-1])
	}
	out.WriteByte('"')
	out.Write(tail)
	out.WriteByte('\n')
	return out.Flush()
}

// maxPiece is the size of a piece in bytes.
const maxPiece = 64 << 10 // bytes

// Text returns what was read of a document. The error is [ErrNoFile] if it was not read, or its
// text is lost.
func (r *Repository) Text(ctx context.Context, sha256 string) (*content.Document, error) {
	doing := "read the text of " + sha256
	if !catalogue.IsSHA256(sha256) {
		return nil, r.failed(doing, errors.New("it is not a SHA-256"))
	}
	if err := ctx.Err(); err != nil {
		return nil, r.failed(doing, err)
	}
	packed, err := system.ReadRegular(r.textPath(sha256))
	if errors.Is(err, os.ErrNotExist) {
		return nil, r.failed(doing, ErrNoFile)
	}
	if err != nil {
		return nil, r.failed(doing, err)
	}
	z, err := zstd.NewReader(bytes.NewReader(packed), zstd.WithDecoderConcurrency(1), zstd.WithDecoderMaxMemory(maxReading))
	if err != nil {
		return nil, r.failed(doing, err)
	}
	defer z.Close()
	d := reading{Document: new(content.Document)}
	err = json.NewDecoder(io.LimitReader(z, maxReading)).Decode(&d)
	if err == nil && d.SHA256 != sha256 {
		err = errOtherText
	}
	if err != nil {
		return nil, r.failed(doing, fmt.Errorf("%w: %w", catalogue.ErrCorrupt, err))
	}
	return d.Document, nil
}

// TextPath returns the file with the text of a document, and whether it exists.
func (r *Repository) TextPath(ctx context.Context, sha256 string) (path string, ok bool, err error) {
	if !catalogue.IsSHA256(sha256) {
		return "", false, nil
	}
	return r.exists(ctx, r.textPath(sha256))
}

// exists returns the path, and whether it has a file. A symbolic link is none.
func (r *Repository) exists(ctx context.Context, path string) (string, bool, error) {
	if err := ctx.Err(); err != nil {
		return "", false, err
	}
	info, err := os.Lstat(path)
	if errors.Is(err, os.ErrNotExist) || err == nil && info.Mode()&fs.ModeSymlink != 0 {
		return path, false, nil
	}
	return path, err == nil, r.failed("look for "+filepath.Base(path), err)
}

// textPath returns the path for the text of a document.
func (r *Repository) textPath(sha256 string) string {
	return r.path(folderText, sha256[:2], sha256+".json.zst")
}

// View is a file made of a document for people to look at. Its value is the ending of the file.
type View string

// The views of a document.
const (
	ViewPDF   View = ".pdf" // a PDF of a document in another format
	ViewThumb View = ".png" // a picture of the first page
)

// StoreView stores a view of a document and records it. write creates the file at the path that
// it gets.
func (r *Repository) StoreView(ctx context.Context, sha256 string, v View, write func(path string) error) error {
	doing := "store a copy of " + sha256
	if !catalogue.IsSHA256(sha256) || v != ViewPDF && v != ViewThumb {
		return r.failed(doing, fmt.Errorf("%q with ending %q is not a view of a document", sha256, v))
	}
	if r.c.ReadOnly {
		return r.failed(doing, catalogue.ErrReadOnly)
	}
	dir, err := os.MkdirTemp(r.path(folderTemp), "view-")
	if err != nil {
		return r.failed(doing, err)
	}
	defer os.RemoveAll(dir)
	made := filepath.Join(dir, "view"+string(v))
	if err := write(made); err != nil {
		return err
	}
	f, err := os.OpenFile(made, os.O_RDWR, 0)
	if err != nil {
		return r.failed(doing, err)
	}
	if err := errors.Join(r.library().Set(made), f.Sync(), f.Close()); err != nil {
		return r.failed(doing, err)
	}
	if err := r.place(made, r.viewPath(sha256, v)); err != nil {
		return r.failed(doing, err)
	}
	return r.c.Documents.ViewMade(ctx, sha256, v == ViewThumb)
}

// ViewPath returns the file of a view, and whether it exists.
func (r *Repository) ViewPath(ctx context.Context, sha256 string, v View) (path string, ok bool, err error) {
	if !catalogue.IsSHA256(sha256) {
		return "", false, nil
	}
	return r.exists(ctx, r.viewPath(sha256, v))
}

// viewPath returns the path for a view of a document.
func (r *Repository) viewPath(sha256 string, v View) string {
	return r.path(folderCopies, sha256[:2], sha256+string(v))
}

// write creates a file completely or not at all.
func (r *Repository) write(path string, fill func(io.Writer) error) error {
	if r.c.ReadOnly {
		return catalogue.ErrReadOnly
	}
	f, err := r.library().CreateTemp(r.path(folderTemp), "write-")
	if err != nil {
		return err
	}
	defer os.Remove(f.Name()) // fails harmlessly once it has been moved
	if err := errors.Join(fill(f), f.Sync(), f.Close()); err != nil {
		return err
	}
	return r.place(f.Name(), path)
}
