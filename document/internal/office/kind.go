package office

import (
	"bytes"
	"context"
	"os"
	"slices"

	"sluice/document/internal/compound"
	"sluice/document/internal/zipdoc"
	"sluice/internal/format"
)

// Kind returns what an OLE or ZIP file is by what it has in it; "" when that is
// none of the formats of office programs. Head is how it begins.
func Kind(f *os.File, head []byte) string {
	if bytes.HasPrefix(head, []byte("\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1")) {
		if o := compound.Open(f); o != nil {
			return kindBy(format.Compound, o.Has)
		}
		return ""
	}
	info, err := f.Stat()
	if err != nil || !bytes.HasPrefix(head, []byte("PK\x03\x04")) {
		return ""
	}
	p, err := zipdoc.Open(context.Background(), f, info.Size())
	if err != nil {
		return ""
	}
	return kindBy(format.ZIP, p.Has)
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
