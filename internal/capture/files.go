package capture

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"

	"sluice/internal/archive"
	"sluice/internal/catalogue"
	"sluice/internal/folder"
)

// File is a WARC file of a catalogue.
type File struct {
	Path string
	Size int64 // bytes that are good; the file to which a crawl writes may have more, which are not durable yet
}

// Progress says where the last record of the catalogue ends.
type Progress interface {
	LastMark(ctx context.Context) (catalogue.Mark, error)
}

// Captures names the files in which the catalogue has records.
type Captures interface {
	Files(ctx context.Context) ([]string, error)
}

// Files returns the WARC files of a library, oldest first, as far as the catalogue names them, and the names of those that it names and
// that are missing. After a rebuild from an archive with a damaged end the catalogue names no end, and each file counts to its own end,
// until the next crawl.
func Files(ctx context.Context, dir folder.Dir, p Progress, c Captures) (files []File, missing []string, err error) {
	mark, err := p.LastMark(ctx)
	if err != nil {
		return nil, nil, err
	}
	if missing, err = c.Files(ctx); err != nil {
		return nil, nil, err
	}
	if mark.File == "" && len(missing) == 0 {
		return nil, nil, nil
	}
	if mark.File != "" && !slices.Contains(missing, mark.File) {
		missing = append(missing, mark.File)
	}
	names, err := archive.Files(ctx, dir.Archive())
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, nil, err
	}
	last, _ := archive.Serial(mark.File)
	for _, name := range names {
		path := filepath.Join(dir.Archive(), name)
		info, err := os.Stat(path)
		if errors.Is(err, fs.ErrNotExist) {
			continue // it was removed since, and is missing
		}
		if err != nil {
			return nil, nil, err
		}
		missing = slices.DeleteFunc(missing, func(s string) bool { return s == name })
		size := info.Size()
		if name == mark.File {
			size = mark.Offset
		}
		if n, _ := archive.Serial(name); mark.File == "" || n <= last {
			files = append(files, File{path, size})
		}
	}
	return files, missing, nil
}
