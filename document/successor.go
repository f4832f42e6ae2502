package document

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"

	"sluice/document/content"
	"sluice/document/internal/draft"
	"sluice/document/internal/legacy"
	"sluice/document/internal/markup"
)

// readConverted reads a DOC, PPT or XLS: LibreOffice converts it to DOCX, PPTX or
// XLSX. Without LibreOffice, smaller programs extract its text, faster but without
// its structure. The metadata of the file is read here.
func (r *Reader) readConverted(ctx context.Context, f file, inner *draft.Files) (*content.Document, error) {
	if err := legacy.Encrypted(f.path); err != nil {
		return nil, err
	}
	d, err := r.readSuccessor(ctx, f, inner)
	if err != nil && !errors.Is(err, ErrEncrypted) && ctx.Err() == nil {
		if plain, plainErr := r.readPlain(ctx, f); plainErr == nil {
			d, err = plain, nil
		} else if _, missing := errors.AsType[*NeedsError](err); missing {
			err = plainErr
		}
	}
	if d != nil {
		d.Type = f.format
		d.Fields = slices.DeleteFunc(d.Fields, func(c content.Field) bool { return c.Name != "picture" }) // the rest speaks of the copy
		own, failed := legacy.Properties(ctx, f.path)
		if failed != nil {
			return nil, failed
		}
		d.Fields = append(own, d.Fields...)
	}
	return d, err
}

// readSuccessor reads what LibreOffice makes of an old file.
func (r *Reader) readSuccessor(ctx context.Context, f file, inner *draft.Files) (*content.Document, error) {
	dir, err := os.MkdirTemp(r.options.TempDir, "sluice-renewed-*")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	renewed := f
	renewed.path = filepath.Join(dir, "new")
	if renewed.format, err = r.tools().ConvertToSuccessor(ctx, f.path, f.format, renewed.path); err != nil {
		return nil, err
	}
	return r.read(ctx, renewed, inner)
}

// readPlain reads the text that smaller programs find in an old file.
func (r *Reader) readPlain(ctx context.Context, f file) (*content.Document, error) {
	text, err := r.tools().Text(ctx, f.path, f.format)
	if err != nil {
		return nil, err
	}
	return markup.ReadBytes(ctx, []byte(text), "text", markup.Hint{ContentType: "text/plain; charset=utf-8"})
}
