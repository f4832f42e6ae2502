package office

import (
	"bytes"
	"context"
	"errors"
	"os"
	"slices"

	"sluice/document/content"
	"sluice/document/internal/compound"
	"sluice/document/internal/zipdoc"
	"sluice/internal/format"
)

// Kind returns what an OLE or ZIP file is by what it has in it; "" when that is
// none of the formats of office programs, and of a file that is damaged: its
// reader reports that. Head is how it begins.
func Kind(ctx context.Context, f *os.File, head []byte) (string, error) {
	if bytes.HasPrefix(head, []byte("\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1")) {
		if o := compound.Open(f); o != nil {
			return kindBy(format.Compound, o.Has), nil
		}
		return "", nil
	}
	if !bytes.HasPrefix(head, []byte("PK\x03\x04")) {
		return "", nil
	}
	info, err := f.Stat()
	if err != nil {
		return "", err
	}
	p, err := zipdoc.Open(ctx, f, info.Size())
	switch {
	case errors.Is(err, content.ErrDamaged), errors.Is(err, content.ErrTooLarge), errors.Is(err, content.ErrEncrypted):
		return "", nil
	case err != nil:
		return "", err
	}
	return kindBy(format.ZIP, p.Has), nil
}

// kindBy returns the first format whose main part a container has.
func kindBy(in format.Container, has func(part string) bool) string {
	for _, f := range format.All() {
		if f.In == in && slices.ContainsFunc(f.Main, has) {
			return f.Name
		}
	}
	return ""
}
