// Package submission finds what a person wants to add to a library: the documents in a folder, and the files and URLs that the records of a
// bibliography name.
//
// [Folder] yields the documents of a folder, [Bibliography] those of a bibliography, each as an [Item]. Links that lead out of a folder are
// not followed: a bibliography may come from another person, and one that names /etc/passwd must not bring it into a library.
package submission

import (
	"errors"
	"fmt"
	"io/fs"
	"iter"
	"os"
	"path/filepath"
	"strings"

	"sluice/document/bibliography"
	"sluice/internal/format"
)

// The most that is read of a folder.
const (
	MaxFiles = 200_000 // files of all kinds
	MaxDepth = 32      // folders below the first
)

// An Item is one thing to add: a file or URLs. An item that has neither is a record of a bibliography that names neither.
type Item struct {
	Path   string               // of a file: as a person would name it
	URLs   []string             // of a record without a file
	Record *bibliography.Record // nil: the item is from no bibliography
	Where  string               // the place of the record: "refs.bib:12: roe99"

	root *os.Root // of the file
	name string   // of the file in root
}

// Open opens the file of an item for reading. The caller closes it. Only a regular file is opened: it alone has an end and a size. An
// error does not name the file: the caller has its path.
func (i *Item) Open() (f *os.File, err error) {
	if i.root == nil {
		f, err = openRegular(os.Stat, os.Open, i.Path)
	} else {
		f, err = openRegular(i.root.Stat, i.root.Open, i.name)
	}
	if err != nil {
		return nil, cause(err)
	}
	return f, nil
}

// openRegular opens a regular file by the functions of a folder.
func openRegular(stat func(string) (fs.FileInfo, error), open func(string) (*os.File, error), name string) (*os.File, error) {
	info, err := stat(name)
	if err != nil {
		return nil, err
	}
	if !info.Mode().IsRegular() {
		return nil, errNoFile
	}
	return open(name)
}

var errNoFile = errors.New("not a file")

// errLibrary is the error for a folder that is a library.
var errLibrary = errors.New("it is the folder of a library; name the folder of your files")

// errTooMany ends the reading of a folder that has too many files.
var errTooMany = fmt.Errorf("more than %d files; add its folders one by one", MaxFiles)

// Skipped counts what a folder has besides documents.
type Skipped struct {
	Others int // files that are no documents by their names
	Hidden int // files and folders whose names begin with a dot
	Links  int // symbolic links
	Deep   int // folders below MaxDepth

	Libraries int // folders of libraries: their documents are documents already
}

// Folder yields the documents below a folder, by the endings of their names, in the order of their paths. Bibliographies in the folder itself
// come first, with the files that their records name: reference managers export one beside its files. Their records without a file are not
// yielded. What was not yielded is counted in skipped. An error of one file does not end the reading.
func Folder(root *os.Root, skipped *Skipped) iter.Seq2[Item, error] {
	return func(yield func(Item, error) bool) {
		described := map[string]bool{}
		for item, err := range exported(root) {
			if err == nil && item.name == "" {
				continue
			}
			described[item.name] = true
			if !yield(item, err) {
				return
			}
		}
		files := 0
		if isLibrary(root, ".") {
			yield(Item{}, fmt.Errorf("%s: %w", root.Name(), errLibrary))
			return
		}
		err := fs.WalkDir(root.FS(), ".", func(path string, entry fs.DirEntry, err error) error {
			name := filepath.FromSlash(path)
			if err != nil {
				if !yield(Item{}, fmt.Errorf("%s: %w", filepath.Join(root.Name(), name), err)) {
					return fs.SkipAll
				}
				return nil
			}
			if done, err := skip(root, path, entry, skipped); done {
				return err
			}
			if files++; files > MaxFiles {
				return fmt.Errorf("%s: %w", root.Name(), errTooMany)
			}
			if described[name] || bibliography.IsName(path) {
				return nil
			}
			if !isDocument(path) {
				skipped.Others++
				return nil
			}
			if !yield(Item{Path: filepath.Join(root.Name(), name), root: root, name: name}, nil) {
				return fs.SkipAll
			}
			return nil
		})
		if err != nil {
			yield(Item{}, err)
		}
	}
}

// skip reports whether an entry of a folder is no file to look at, and counts it.
func skip(root *os.Root, path string, entry fs.DirEntry, skipped *Skipped) (bool, error) {
	switch {
	case path == ".":
		return true, nil
	case strings.HasPrefix(entry.Name(), "."):
		skipped.Hidden++
		if entry.IsDir() {
			return true, fs.SkipDir
		}
		return true, nil
	case entry.IsDir():
		if isLibrary(root, path) {
			skipped.Libraries++
			return true, fs.SkipDir
		}
		if strings.Count(path, "/") >= MaxDepth {
			skipped.Deep++
			return true, fs.SkipDir
		}
		return true, nil
	case entry.Type()&fs.ModeSymlink != 0:
		skipped.Links++
		return true, nil
	case !entry.Type().IsRegular():
		skipped.Others++
		return true, nil
	}
	return false, nil
}

// isLibrary reports whether a folder is that of a library.
func isLibrary(root *os.Root, path string) bool {
	info, err := root.Lstat(filepath.Join(filepath.FromSlash(path), "catalog.db"))
	return err == nil && info.Mode().IsRegular()
}

// isDocument reports whether a name has the ending of a format of documents, also compressed.
func isDocument(name string) bool {
	name = strings.ToLower(name)
	ending := filepath.Ext(name)
	if ending == ".gz" || ending == ".z" || ending == ".bz2" {
		ending = filepath.Ext(strings.TrimSuffix(name, ending))
	}
	f := format.OfEnding(ending)
	return f != nil && f.Document || format.LeadsToDocument(ending)
}

// exported yields the files that bibliographies in the folder itself name.
func exported(root *os.Root) iter.Seq2[Item, error] {
	return func(yield func(Item, error) bool) {
		entries, err := fs.ReadDir(root.FS(), ".")
		if err != nil {
			return // the walk returns it
		}
		for _, entry := range entries {
			if !entry.Type().IsRegular() || strings.HasPrefix(entry.Name(), ".") || !mayBeBibliography(entry.Name()) {
				continue
			}
			for item, err := range within(root, root, entry.Name()) {
				if errors.Is(err, bibliography.ErrFormat) {
					break
				}
				if !yield(item, err) {
					return
				}
			}
		}
	}
}

// mayBeBibliography reports whether a file in a folder may be a bibliography; of JSON only the content shows it.
func mayBeBibliography(name string) bool {
	return bibliography.IsName(name) || strings.EqualFold(filepath.Ext(name), ".json")
}
