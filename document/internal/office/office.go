// Package office reads the formats of office programs in process: OOXML (DOCX,
// PPTX, XLSX), OpenDocument (ODT, ODP, ODS, and the OpenOffice formats before
// them), EPUB and RTF.
//
// Nothing in a file is run. Files within a file are handed on as they are,
// within the limits of package draft. What a file may unpack to, how many parts
// it may have and how deep they may nest is bounded; ctx bounds the time. An
// encrypted file is [content.ErrEncrypted].
package office

import (
	"context"
	"fmt"
	"io"
	"os"

	"sluice/document/content"
	"sluice/document/internal/docx"
	"sluice/document/internal/draft"
	"sluice/document/internal/epub"
	"sluice/document/internal/odf"
	"sluice/document/internal/pptx"
	"sluice/document/internal/rtf"
	"sluice/document/internal/xlsx"
	"sluice/document/internal/zipdoc"
)

// reader writes the content of a ZIP file into a draft.
type reader func(*zipdoc.File, *draft.Draft) error

// readers are those of the formats that are ZIP files.
var readers = map[string]reader{
	"docx": docx.Read, "pptx": pptx.Read, "xlsx": xlsx.Read, "odt": odf.Read, "odp": odf.Read, "ods": odf.Read, "epub": epub.Read,
}

// Read reads a file of a format. The files within it go to inner, unless that
// is nil.
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

// readInto reads a file into a draft. RTF is the one format that is no ZIP
// file.
func readInto(ctx context.Context, d *draft.Draft, r io.ReaderAt, size int64, format string) error {
	if format == "rtf" {
		return rtf.Read(io.NewSectionReader(r, 0, size), d)
	}
	read := readers[format]
	if read == nil {
		return fmt.Errorf("%w: %s", content.ErrUnknown, format)
	}
	p, err := zipdoc.Open(ctx, r, size)
	if err != nil {
		return err
	}
	return read(p, d)
}
