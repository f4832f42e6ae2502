package corpus

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync"

	"sluice/document"
	"sluice/document/content"
	"sluice/text/vector"
)

// Limits of folders.
const (
	maxPage   = 10_000_000 // bytes of a page that are read
	maxDepth  = 64         // folders below one another
	sniffed   = 3072       // bytes from which the format of a file is known
	readAhead = 64         // files that are read at a time before they are used in order
)

// File returns the parts of the text in a file of any format: of a page as [HTML] does, of any other format all text, with the title
// that the file states. The error is that of the reader, [content.ErrNoText] also for a text without any.
func File(ctx context.Context, reader *document.Reader, path string, hint document.Hint) (Text, error) {
	f, err := os.Open(path)
	if err != nil {
		return Text{}, err
	}
	defer f.Close()
	head := make([]byte, sniffed)
	n, err := io.ReadFull(f, head)
	if err != nil && !errors.Is(err, io.EOF) && !errors.Is(err, io.ErrUnexpectedEOF) {
		return Text{}, err
	}
	head = head[:n]
	name := hint.URL
	if name == "" {
		name = path
	}
	if t := document.Sniff(head, hint.ContentType, name); t.Name == "html" && t.Compressed == "" {
		rest, err := io.ReadAll(io.LimitReader(f, maxPage-int64(n)))
		if err != nil {
			return Text{}, err
		}
		return Text{Type: t.Name, Fields: HTML(append(head, rest...), hint.ContentType)}, nil
	}
	d, err := reader.Read(ctx, path, hint)
	if err != nil {
		return Text{}, err
	}
	return Text{Type: d.Type, Fields: append(titled(d), vector.Field{Text: d.Text})}, nil
}

// titled returns the title that a document states, if it does.
func titled(d *content.Document) (fields []vector.Field) {
	if title := d.Get("title"); title != "" {
		fields = append(fields, Title(title))
	}
	return fields
}

// file is a file of a folder, and its example once it was read.
type file struct {
	path, label string
	text        Text
	err         error
}

// names and values make a row of a file, for conditions: its label is the name of the first folder that leads to it.
func (f *file) names() []string { return []string{DefaultLabel, "file"} }

// values returns the label, or the path.
func (f *file) values(field string) []string {
	switch {
	case field == "file":
		return []string{f.path}
	case field == DefaultLabel && f.label != "":
		return []string{f.label}
	}
	return nil
}

// eachFile calls use with the examples of a folder, in the order of the paths.
func (s *selection) eachFile(ctx context.Context, dir string, o Options, use func(Example) error) error {
	s.label = DefaultLabel
	reader := document.NewReader(document.Options{Workers: runtime.NumCPU()})
	defer reader.Close()
	var waiting []*file
	flush := func() error {
		readAll(ctx, reader, waiting)
		for _, f := range waiting {
			if err := ctx.Err(); err != nil {
				return err
			}
			if f.err != nil {
				s.counts.Unreadable++
				if o.Skipped != nil {
					o.Skipped(f.path, f.err)
				}
			} else if err := use(Example{At: f.path, Labels: []string{f.label}, Fields: f.text.Fields}); err != nil {
				return err
			}
		}
		waiting = waiting[:0]
		return nil
	}
	err := filepath.WalkDir(dir, func(path string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		below, _ := filepath.Rel(dir, path)
		steps := strings.Split(filepath.ToSlash(below), "/")
		switch {
		case path != dir && strings.HasPrefix(entry.Name(), "."):
			if entry.IsDir() {
				return fs.SkipDir
			}
			return nil
		case len(steps) > maxDepth:
			return fmt.Errorf("%s: more than %d folders below one another", path, maxDepth)
		case !entry.Type().IsRegular(): // a symbolic link might lead anywhere
			return nil
		}
		f := &file{path: path}
		if len(steps) > 1 {
			f.label = steps[0]
		}
		if s.accepts(f) && len(s.labels(f)) > 0 {
			waiting = append(waiting, f)
		}
		if len(waiting) < readAhead {
			return nil
		}
		return flush()
	})
	if err != nil {
		return err
	}
	return flush()
}

// readAll reads files, as many at a time as there are processors.
func readAll(ctx context.Context, reader *document.Reader, files []*file) {
	next := make(chan *file)
	var reading sync.WaitGroup
	for range runtime.NumCPU() {
		reading.Go(func() {
			for f := range next {
				f.text, f.err = File(ctx, reader, f.path, document.Hint{})
			}
		})
	}
	for _, f := range files {
		next <- f
	}
	close(next)
	reading.Wait()
}
