package export

import (
	"bufio"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"html/template"
	"io"
	"net/url"
	"os"
	"path/filepath"
	"strings"
)

// ErrNotEmpty is the error of exporting into a folder that has something in it.
var ErrNotEmpty = errors.New("the folder is not empty (name a new one)")

// Folder fills a folder, which it makes, with the documents' files, and two lists of them:
// index.html for people, and catalogue.jsonl with the original name, the URL and the hash of each
// file. A document that cannot be read is left out and reported to lack.
func Folder(dir string, records Records, naming Naming, lack func(error)) error {
	return fill(dir, func(list *list, given names) error {
		for r, err := range records {
			if err != nil {
				return err
			}
			name, err := copyFile(dir, given, naming, r)
			if err != nil {
				var source *sourceError
				if !errors.As(err, &source) {
					return err
				}
				lack(source)
				continue
			}
			if err := list.add(name, r); err != nil {
				return err
			}
		}
		return nil
	})
}

// fill makes a folder and its lists, has it filled, and ends the lists.
func fill(dir string, do func(*list, names) error) (err error) {
	if err := emptyFolder(dir); err != nil {
		return err
	}
	mark := filepath.Join(dir, incompleteName)
	if err := os.WriteFile(mark, []byte(incompleteText), 0o644); err != nil {
		return err
	}
	defer func() {
		if err == nil {
			err = os.Remove(mark)
		} else {
			err = errors.Join(err, emptyAgain(dir))
		}
	}()
	var list list
	given := names{}
	for _, l := range []struct {
		to   **bufio.Writer
		name string
	}{{&list.page, indexName}, {&list.lines, catalogueName}} {
		f, err := os.OpenFile(filepath.Join(dir, l.name), os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o644)
		if err != nil {
			return err
		}
		defer func() { err = errors.Join(err, f.Close()) }()
		*l.to = bufio.NewWriter(f)
		given[l.name] = 1
	}
	list.page.WriteString(listHead)
	return errors.Join(do(&list, given), list.end())
}

// The file that marks a folder while it is filled: an export that is killed leaves it.
const (
	incompleteName = "INCOMPLETE"
	incompleteText = "This export is not complete. Unless it still runs, it was killed: delete the folder and export again.\n"
)

// emptyAgain deletes what an export that failed has written into a folder, the mark last. The folder was empty before.
func emptyAgain(dir string) error {
	there, err := os.ReadDir(dir)
	if err != nil {
		return err
	}
	for _, entry := range there {
		if entry.Name() == incompleteName {
			continue
		}
		if err := os.RemoveAll(filepath.Join(dir, entry.Name())); err != nil {
			return err
		}
	}
	return os.Remove(filepath.Join(dir, incompleteName))
}

// emptyFolder makes a folder and its parents, or accepts one that is empty. Nothing of the user's
// is overwritten.
func emptyFolder(dir string) error {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return err
	}
	there, err := os.ReadDir(dir)
	if err == nil && len(there) > 0 {
		err = fmt.Errorf("%s: %w", dir, ErrNotEmpty)
	}
	return err
}

// A sourceError says that a document's file could not be read.
type sourceError struct {
	sha256, url string
	err         error
}

// Error implements error.
func (e *sourceError) Error() string {
	from := ""
	if e.url != "" {
		from = " from " + e.url
	}
	return fmt.Sprintf("document %s%s: %v", e.sha256, from, e.err)
}

// Unwrap returns the error of the file.
func (e *sourceError) Unwrap() error { return e.err }

// copyFile writes a document's file, whole or not at all, and returns its name.
func copyFile(dir string, given names, naming Naming, r *Record) (name string, err error) {
	if r.Open == nil {
		return "", &sourceError{r.SHA256, r.URL, errors.New("its file is not there")}
	}
	from, err := r.Open()
	if err != nil {
		return "", &sourceError{r.SHA256, r.URL, err}
	}
	defer from.Close()
	stem, ending := naming(r)
	to, err := given.create(dir, stem, ending)
	if err != nil {
		return "", err
	}
	// Errors of reading and of writing are kept apart: a lost source leaves out one document, a
	// full disk ends the export.
	source := &reading{r: from}
	_, err = io.Copy(to, source)
	if err = errors.Join(err, to.Close()); err != nil {
		err = errors.Join(err, os.Remove(to.Name()))
	}
	if source.err != nil {
		return "", &sourceError{r.SHA256, r.URL, source.err}
	}
	return filepath.Base(to.Name()), err
}

// reading keeps the error of what is read, to distinguish it from errors of writing.
type reading struct {
	r   io.Reader
	err error
}

// Read implements [io.Reader].
func (s *reading) Read(p []byte) (int, error) {
	n, err := s.r.Read(p)
	if err != nil && err != io.EOF {
		s.err = err
	}
	return n, err
}

// The lists of an exported folder. No document can have one of these names.
const (
	indexName     = "index.html"
	catalogueName = "catalogue.jsonl"
)

// list names the files: on a page for people, and line by line for programs.
type list struct{ page, lines *bufio.Writer }

// listHead is the beginning of index.html, complete in itself: the folder must be readable without
// a network.
const listHead = `<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8"><title>Documents</title>
<style>body{font:16px/1.4 sans-serif;margin:2em}table{border-collapse:collapse}td,th{padding:.3em .8em;text-align:left;vertical-align:top;border-bottom:1px solid #ccc}</style>
</head><body><h1>Documents</h1>
<table><thead><tr><th>Title</th><th>Authors</th><th>Year</th><th>Genre</th><th>From</th></tr></thead><tbody>
`

// listRow is one row of index.html. The template escapes what comes from the Web, and refuses URLs
// such as javascript:.
var listRow = template.Must(template.New("row").Parse(
	`<tr><td><a href="{{.File}}">{{.Title}}</a></td><td>{{.Authors}}</td><td>{{.Year}}</td><td>{{.Genre}}</td><td><a href="{{.URL}}">{{.URL}}</a></td></tr>
`))

// listed is a line of the catalogue.
type listed struct {
	File    string   `json:"file"`
	Name    string   `json:"name"` // as the server called it
	URL     string   `json:"url"`
	URLs    []string `json:"urls"`
	Title   string   `json:"title"`
	Authors []string `json:"authors"`
	Year    *int32   `json:"year"`
	Genre   string   `json:"genre"`
	Type    string   `json:"type"`
	SHA256  string   `json:"sha256"` // of the document, which the file is unless it is a text made of it
}

// add writes the entry of a file to both lists.
func (l *list) add(name string, r *Record) error {
	row := rowOf(r)
	lines := json.NewEncoder(l.lines)
	lines.SetEscapeHTML(false)
	if err := lines.Encode(listed{name, valid(r.Name), row.URL, row.URLs, row.Title, row.Authors, row.Year, row.Genre, row.Type, row.SHA256}); err != nil {
		return err
	}
	// "./" keeps a name that contains a colon from being read as a URL with a scheme.
	return listRow.Execute(l.page, map[string]any{
		"File": "./" + url.PathEscape(name), "Title": cmp.Or(row.Title, name), "Authors": strings.Join(row.Authors, "; "),
		"Year": number(r.published().year), "Genre": row.Genre, "URL": row.URL,
	})
}

// end completes both lists.
func (l *list) end() error {
	l.page.WriteString("</tbody></table></body></html>\n")
	return errors.Join(l.page.Flush(), l.lines.Flush())
}
