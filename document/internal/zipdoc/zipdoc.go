// Package zipdoc reads documents that are ZIP files, entry by entry, within
// limits that hold for all entries together.
package zipdoc

import (
	"archive/zip"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"path"
	"strings"
	"syscall"

	"sluice/document/content"
	"sluice/document/internal/draft"
	"sluice/document/internal/htmltext"
	"sluice/document/internal/sax"
)

// Limits of a ZIP file.
const (
	MaxEntries = 20_000

	maxDirectory = 8 << 20 // bytes

	maxPart   = 128 << 20 // bytes of one entry, unpacked
	maxPage   = 16 << 20  // bytes of one that is a page of HTML, which is held whole
	maxAll    = 256 << 20 // bytes of all entries that are read, unpacked
	maxRatio  = 200       // unpacked to packed, of what is over freeRatio
	freeRatio = 4 << 20   // bytes: XML packs well while it is small
	maxTags   = 4 << 20   // of all entries that are read
)

// File is a ZIP file whose entries are read by name, within limits that hold
// for all of them together.
type File struct {
	ctx   context.Context
	files map[string]*zip.File // by name in lower case, with slashes
	Names []string             // as they come
	left  int64                // bytes that may still be unpacked
	tags  int                  // that may still be read
}

// Open reads the directory of a ZIP file.
func Open(ctx context.Context, r io.ReaderAt, size int64) (*File, error) {
	head := make([]byte, 8)
	if _, err := r.ReadAt(head, 0); err == nil && string(head) == "\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" {
		return nil, oleError(io.NewSectionReader(r, 0, size))
	}
	in := &directory{ReaderAt: r, left: maxDirectory}
	z, err := zip.NewReader(in, size)
	switch {
	case errors.Is(err, content.ErrTooLarge):
		return nil, err
	case err != nil && !errors.Is(err, zip.ErrInsecurePath):
		return nil, damage("incomplete ZIP file", err)
	}
	// From here on entries are read, which have their own limits.
	in.read = true
	if len(z.File) > MaxEntries {
		return nil, fmt.Errorf("%w: the ZIP file has %d entries, more than %d", content.ErrTooLarge, len(z.File), MaxEntries)
	}
	p := &File{ctx: ctx, files: make(map[string]*zip.File, len(z.File)), left: maxAll, tags: maxTags}
	for _, f := range z.File {
		name := key(f.Name)
		// Of entries with the same name the first counts, as in office
		// programs; a second one could hide other content from other readers.
		if _, twice := p.files[name]; !twice {
			p.files[name] = f
			p.Names = append(p.Names, name)
		}
	}
	return p, nil
}

// directory reads a ZIP file, and until its directory has been read no more of
// it than any honest one has.
type directory struct {
	io.ReaderAt
	left int
	read bool
}

// ReadAt reads, and fails once more was read than a directory may have.
func (d *directory) ReadAt(b []byte, at int64) (int, error) {
	if !d.read {
		if d.left -= len(b); d.left < 0 {
			return 0, fmt.Errorf("%w: the ZIP file's directory has more than %d MB", content.ErrTooLarge, maxDirectory>>20)
		}
	}
	return d.ReaderAt.ReadAt(b, at)
}

// oleError returns why an OLE file is no ZIP file: Office wraps encrypted
// documents so.
func oleError(r io.Reader) error {
	head, err := io.ReadAll(io.LimitReader(r, 1<<20))
	if err != nil {
		return err
	}
	wide := func(s string) []byte { return []byte(strings.Join(strings.Split(s, ""), "\x00")) }
	if bytes.Contains(head, wide("EncryptedPackage")) || bytes.Contains(head, wide("EncryptionInfo")) {
		return fmt.Errorf("%w: password required", content.ErrEncrypted)
	}
	return fmt.Errorf("%w: an OLE file with the name of another format", content.ErrDamaged)
}

// key is how an entry is looked up: names differ in case and in slashes between
// programs.
func key(name string) string {
	return strings.ToLower(strings.TrimPrefix(path.Clean("/"+strings.ReplaceAll(name, `\`, "/")), "/"))
}

// Entry returns the entry of a name, or nil if missing.
func (p *File) Entry(name string) *zip.File { return p.files[key(name)] }

// Has reports whether there is an entry of this name.
func (p *File) Has(name string) bool { return p.Entry(name) != nil }

// part opens an entry. What it reads is counted, and reading ends with an error
// where a limit is passed or the time is over.
func (p *File) part(name string) (io.ReadCloser, error) {
	f := p.Entry(name)
	if f == nil {
		return nil, fmt.Errorf("%w: the part %s is missing", content.ErrDamaged, name)
	}
	if f.Flags&1 != 0 {
		return nil, fmt.Errorf("%w: part %s: password required", content.ErrEncrypted, name)
	}
	rc, err := f.Open()
	if err != nil {
		return nil, damage("part "+name, err)
	}
	limit := int64(maxPart)
	// Honest XML does not pack better than this; bombs do.
	if ratio := int64(min(f.CompressedSize64, maxPart)) * maxRatio; ratio < limit {
		limit = max(ratio, freeRatio)
	}
	return &counted{ReadCloser: rc, parcel: p, name: name, left: limit}, nil
}

// damage returns why bytes of a file cannot be read: the file is damaged, unless
// the system failed to read it.
func damage(what string, err error) error {
	if _, failed := errors.AsType[syscall.Errno](err); failed {
		return fmt.Errorf("%s: %w", what, err)
	}
	return fmt.Errorf("%w: %s: %w", content.ErrDamaged, what, err)
}

// counted reads an entry within its own limit and that of the parcel.
type counted struct {
	io.ReadCloser
	parcel *File
	name   string
	left   int64
}

// Read reads within the limits of the entry and of the file. Tags are counted
// since each costs far more memory than its bytes.
func (c *counted) Read(b []byte) (int, error) {
	if err := c.parcel.ctx.Err(); err != nil {
		return 0, fmt.Errorf("part %s: %w", c.name, err)
	}
	n, err := c.ReadCloser.Read(b)
	c.left -= int64(n)
	c.parcel.left -= int64(n)
	c.parcel.tags -= bytes.Count(b[:n], []byte("<"))
	if c.left < 0 || c.parcel.left < 0 || c.parcel.tags < 0 {
		return n, fmt.Errorf("%w: part %s unpacks to more than is read", content.ErrTooLarge, c.name)
	}
	if err != nil && !errors.Is(err, io.EOF) {
		err = damage("part "+c.name, err)
	}
	return n, err
}

// Xml reads an entry as XML.
func (p *File) Xml(name string, h sax.Handler) error {
	in, err := p.part(name)
	if err != nil {
		return err
	}
	defer in.Close()
	if err := sax.Read(in, h); err != nil {
		return fmt.Errorf("part %s: %w", name, err)
	}
	return nil
}

// Optional reads an entry as XML that a document can do without. One that is
// missing says nothing; of one that is damaged or encrypted, the draft notes
// that a part cannot be read. The error is one that ends the reading of the
// whole, as of [Partial].
func (p *File) Optional(d *draft.Draft, name string, h sax.Handler) error {
	if !p.Has(name) {
		return nil
	}
	err := p.Xml(name, h)
	if errors.Is(err, content.ErrEncrypted) { // the content shows whether it can be read
		d.Cut(content.CutDamaged)
		return nil
	}
	return Partial(d, err)
}

// Bytes reads an entry whole, up to so many bytes.
func (p *File) Bytes(name string, most int64) ([]byte, error) {
	in, err := p.part(name)
	if err != nil {
		return nil, err
	}
	defer in.Close()
	b, err := io.ReadAll(io.LimitReader(in, most))
	if err != nil {
		return nil, err
	}
	return b, nil
}

// Page adds the text of an entry that is a page of HTML.
func (p *File) Page(d *draft.Draft, name, contentType string) error {
	b, err := p.Bytes(name, maxPage+1)
	if err != nil {
		return err
	}
	if len(b) > maxPage {
		d.Cut(content.CutSize)
	}
	htmltext.Flow(d, b[:min(len(b), maxPage)], contentType, "")
	return nil
}

// Partial turns an error about a part that a document can do without into what
// is missing of the document; nil stays nil, and what ends the reading of the
// whole comes back.
func Partial(d *draft.Draft, err error) error {
	switch {
	case err == nil:
		return nil
	case errors.Is(err, context.Canceled), errors.Is(err, context.DeadlineExceeded), errors.Is(err, content.ErrTooLarge):
		return err
	case errors.Is(err, content.ErrEncrypted) && d.Empty():
		return err
	case errors.Is(err, content.ErrDamaged), errors.Is(err, sax.ErrPart):
		d.Cut(content.CutDamaged)
		return nil
	}
	return err
}
