// Package office reads the formats of office programs in process: OOXML (DOCX, PPTX, XLSX), OpenDocument (ODT, ODP, ODS, and the
// OpenOffice formats before them), EPUB and RTF.
//
// Nothing in a file is run. Files within a file are handed on as they are, within the limits of package draft. What a
// file may unpack to, how many parts it may have and how deep they may nest is bounded; ctx bounds the time. An
// encrypted file is [content.ErrEncrypted].
package office

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"

	"sluice/document/content"
	"sluice/document/internal/draft"
	"sluice/document/internal/sax"
)

// reader writes into a draft what a parcel says.
type reader func(*parcel, *draft.Draft) error

var readers = map[string]reader{
	"docx": readDOCX, "pptx": readPPTX, "xlsx": readXLSX, "odt": readODF, "odp": readODF, "ods": readODF, "epub": readEPUB,
}

// Reads tells whether the package reads a format.
func Reads(format string) bool { return readers[format] != nil || format == "rtf" }

// Read reads a file of a format. The files within it go to inner, unless that is nil.
func Read(ctx context.Context, name, format string, inner *draft.Files) (*content.Document, error) {
	f, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return nil, err
	}
	return ReadFrom(ctx, f, info.Size(), format, inner)
}

// ReadFrom reads a file of a format that is size bytes long.
func ReadFrom(ctx context.Context, r io.ReaderAt, size int64, format string, inner *draft.Files) (*content.Document, error) {
	d := draft.New(ctx, format)
	d.Files = inner
	return d.End(readInto(ctx, d, r, size, format))
}

func readInto(ctx context.Context, d *draft.Draft, r io.ReaderAt, size int64, format string) error {
	if format == "rtf" {
		return readRTF(io.NewSectionReader(r, 0, size), d)
	}
	read := readers[format]
	if read == nil {
		return fmt.Errorf("%w: %s", content.ErrUnknown, format)
	}
	p, err := open(ctx, r, size)
	if err != nil {
		return err
	}
	return read(p, d)
}

// partial turns an error about a part that a document can do without into what is missing of the document; nil stays nil, and
// what ends the reading of the whole comes back.
func partial(d *draft.Draft, err error) error {
	switch {
	case err == nil:
		return nil
	case errors.Is(err, context.Canceled), errors.Is(err, context.DeadlineExceeded), errors.Is(err, content.ErrTooLarge):
		return err
	case errors.Is(err, content.ErrEncrypted) && d.Empty():
		return err
	case errors.Is(err, content.ErrDamaged), errors.Is(err, sax.ErrPart):
		d.Cut("damaged")
		return nil
	}
	return err
}
