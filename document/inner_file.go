package document

import (
	"context"
	"errors"
	"os"
	"strings"
	"time"

	"sluice/document/content"
	"sluice/document/internal/draft"
	"sluice/internal/format"
)

// What of the files within a document is read. How many there are, and how
// large, package draft bounds.
const (
	timeInner    = 30 * time.Second // for all of them
	maxInnerText = 8 << 20          // bytes of text of all of them
)

// readInner reads the files within a document, whose text comes after its own,
// and whose names are fields "attachment"; after them the files within those,
// as long as the limits of package draft for all of them together allow. It
// reports whether there was any text. What cannot be read is skipped.
func (r *Reader) readInner(parent context.Context, d *content.Document, files *draft.Files) bool {
	ctx, cancel := context.WithTimeout(parent, timeInner)
	defer cancel()
	room := min(maxInnerText, content.MaxText-len(d.Text))
	var text strings.Builder
	for i := 0; i < len(files.All()); i++ {
		f := files.All()[i]
		if f.Name != "" && len(d.Fields) < content.MaxFields {
			d.Fields = append(d.Fields, content.Field{Name: "attachment", Value: f.Name})
		}
		if len(f.Data) == 0 || ctx.Err() != nil || text.Len() >= room {
			continue
		}
		s, harmless := r.readInnerText(ctx, f, files)
		if !harmless {
			break
		}
		if text.Len()+len(s)+1 > room {
			s = strings.ToValidUTF8(s[:max(0, room-text.Len()-1)], "")
		}
		if s != "" {
			text.WriteString("\n" + s)
		}
	}
	if d.Text == "" {
		d.Text = strings.TrimPrefix(text.String(), "\n")
	} else {
		d.Text += text.String()
	}
	return text.Len() > 0
}

// readInnerText is the text of a file within another; "" if it has none or is
// of no format that people write documents in. The files within it are added to
// the others. It is not harmless when it asks for too much.
func (r *Reader) readInnerText(ctx context.Context, f draft.File, files *draft.Files) (text string, harmless bool) {
	path, err := r.writeTemporary(f.Data)
	if err != nil {
		return "", true
	}
	defer os.Remove(path)
	var d *content.Document
	err = r.with(ctx, path, Hint{URL: f.Name}, func(ctx context.Context, f file) (err error) {
		if !isReadInside(f.format) {
			return ErrUnknown
		}
		d, err = r.read(ctx, f, files)
		return err
	})
	if d == nil {
		return "", !errors.Is(err, ErrTooLarge)
	}
	return strings.ReplaceAll(d.Text, "\f", "\n"), true
}

// isReadInside reports whether files of a format are read that lie within
// others. Those that a program must convert first are not: one document could
// start hundreds of them.
func isReadInside(name string) bool {
	f := format.Of(name)
	return f.ReadAs == "" && (f.Reader == format.PDF || f.Reader == format.Office || f.Reader == format.Markup)
}

// writeTemporary writes data to a file of its own and returns its name.
func (r *Reader) writeTemporary(data []byte) (name string, err error) {
	f, err := os.CreateTemp(r.options.TempDir, "sluice-inner-*")
	if err != nil {
		return "", err
	}
	_, err = f.Write(data)
	if e := f.Close(); err == nil {
		err = e
	}
	if err != nil {
		os.Remove(f.Name())
		return "", err
	}
	return f.Name(), nil
}
