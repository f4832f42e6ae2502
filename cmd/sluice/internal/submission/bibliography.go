package submission

import (
	"errors"
	"fmt"
	"io"
	"iter"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"sluice/document/bibliography"
)

// maxURLs is the most URLs of one record that are added: further ones are copies.
const maxURLs = 5

// errOutside is the error of a record that names a file outside the folder of its bibliography.
var errOutside = errors.New("it is outside the folder of the bibliography; add it by its own name, or name its folder with --files")

// Bibliography yields the files and URLs that the records of a bibliography name: the files of a record that has any, else its URLs. A record
// that names neither is yielded as it is. The error of a record, or of a file that it names, comes with an item that has its place, and the
// record if that could be read. bibFolder is the folder of the bibliography, name its name there; files are read from the folder
// files only, relative to it.
func Bibliography(bibFolder, files *os.Root, name string) iter.Seq2[Item, error] {
	return within(bibFolder, files, name)
}

// within is [Bibliography].
func within(bibFolder, files *os.Root, name string) iter.Seq2[Item, error] {
	return func(yield func(Item, error) bool) {
		path := filepath.Join(bibFolder.Name(), name)
		f, err := openRegular(bibFolder.Stat, bibFolder.Open, name)
		if err != nil {
			yield(Item{}, fmt.Errorf("%s: %w", path, err))
			return
		}
		defer f.Close()
		if strings.EqualFold(filepath.Ext(name), ".json") && !isCSL(f) {
			yield(Item{}, fmt.Errorf("%s: %w", path, bibliography.ErrFormat))
			return
		}
		for r, err := range bibliography.Read(f) {
			if err != nil {
				var item Item
				if bad, ok := errors.AsType[*bibliography.RecordError](err); ok {
					item.Where = fmt.Sprintf("%s:%d", path, bad.Line)
					err = fmt.Errorf("%s: %w", item.Where, unnumbered(bad))
				} else {
					err = fmt.Errorf("%s: %w", path, err)
				}
				if !yield(item, err) {
					return
				}
				continue
			}
			if !ofRecord(files, &r, path, yield) {
				return
			}
		}
	}
}

// unnumbered returns the error of a record without its line, which stands before it already.
func unnumbered(bad *bibliography.RecordError) error {
	if bad.Key == "" {
		return bad.Err
	}
	return fmt.Errorf("record %s: %w", bad.Key, bad.Err)
}

// isCSL reports whether a JSON file has the members of CSL-JSON in its first item, and moves back to its beginning.
func isCSL(f *os.File) bool {
	head, err := io.ReadAll(io.LimitReader(f, 64<<10))
	if _, back := f.Seek(0, io.SeekStart); err != nil || back != nil {
		return false
	}
	text := string(head)
	return strings.Contains(text, `"title"`) && strings.Contains(text, `"type"`) && (strings.Contains(text, `"issued"`) || strings.Contains(text, `"author"`))
}

// ofRecord yields the items of one record.
func ofRecord(files *os.Root, r *bibliography.Record, path string, yield func(Item, error) bool) bool {
	where := fmt.Sprintf("%s:%d", path, r.Line)
	if r.Key != "" {
		where += ": " + r.Key
	}
	found, failed := false, false
	// Reference managers attach snapshots of web pages beside the document.
	hasDocument := slices.ContainsFunc(r.Files, isDocument)
	for _, named := range r.Files {
		if hasDocument && !isDocument(named) {
			continue
		}
		name, err := inside(files, named)
		if err == nil {
			_, err = files.Stat(name)
		}
		if err != nil {
			failed = true
			if !yield(Item{Record: r, Where: where}, fmt.Errorf("%s: file %s: %w", where, named, cause(err))) {
				return false
			}
			continue
		}
		found = true
		if !yield(Item{Path: filepath.Join(files.Name(), name), Record: r, Where: where, root: files, name: name}, nil) {
			return false
		}
	}
	if found || failed && len(r.URLs) == 0 {
		return true
	}
	return yield(Item{URLs: r.URLs[:min(len(r.URLs), maxURLs)], Record: r, Where: where}, nil)
}

// inside returns the name in a folder of a path that a record names.
func inside(folder *os.Root, path string) (string, error) {
	if filepath.IsAbs(path) {
		whole, err := filepath.Abs(folder.Name())
		if err != nil {
			return "", err
		}
		if path, err = filepath.Rel(whole, path); err != nil {
			return "", errOutside
		}
	}
	if path = filepath.Clean(path); !filepath.IsLocal(path) {
		return "", errOutside
	}
	return path, nil
}

// cause returns the cause of an error of a file without the operation and the name, which stand before it already. A link that leads out of
// the folder has no error of its own.
func cause(err error) error {
	if e, ok := errors.AsType[*os.PathError](err); ok {
		if strings.Contains(e.Err.Error(), "escapes") {
			return errOutside
		}
		return e.Err
	}
	return err
}
