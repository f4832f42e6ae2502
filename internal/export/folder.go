package export

import (
	"bufio"
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

// Folder fills a folder, which it makes, with the documents' files under names that people can read, and a list of them,
// index.html. What cannot be read is left out, and told to lack.
func Folder(dir string, records Records, lack func(error)) error {
	return fill(dir, func(list *list, given names) error {
		for r, err := range records {
			if err != nil {
				return err
			}
			name, err := copyFile(dir, given, r)
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

// fill makes a folder and its list, has it filled, and ends the list.
func fill(dir string, do func(*list, names) error) (err error) {
	if err := emptyFolder(dir); err != nil {
		return err
	}
	f, err := os.OpenFile(filepath.Join(dir, indexName), os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o644)
	if err != nil {
		return err
	}
	list := &list{bufio.NewWriter(f)}
	defer func() { err = errors.Join(err, list.end(), f.Close()) }()
	list.WriteString(listHead)
	return do(list, names{indexName: 1})
}

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

func (e *sourceError) Error() string {
	return fmt.Sprintf("document %s from %s: %v", e.sha256, e.url, e.err)
}

func (e *sourceError) Unwrap() error { return e.err }

// copyFile writes a document's file, whole or not at all, and gives its name.
func copyFile(dir string, given names, r *Record) (name string, err error) {
	if r.Open == nil {
		return "", &sourceError{r.SHA256, r.URL, errors.New("its file is not there")}
	}
	from, err := r.Open()
	if err != nil {
		return "", &sourceError{r.SHA256, r.URL, err}
	}
	defer from.Close()
	to, err := given.create(dir, r, ending(r))
	if err != nil {
		return "", err
	}
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

// reading keeps the error of what is read, to tell it from those of what is written.
type reading struct {
	r   io.Reader
	err error
}

func (s *reading) Read(p []byte) (int, error) {
	n, err := s.r.Read(p)
	if err != nil && err != io.EOF {
		s.err = err
	}
	return n, err
}

const indexName = "index.html"

// list is a page that names the files.
type list struct{ *bufio.Writer }

const listHead = `<!DOCTYPE html>
<html lang="en"><head><meta charset="utf-8"><title>Documents</title>
<style>body{font:16px/1.4 sans-serif;margin:2em}table{border-collapse:collapse}td,th{padding:.3em .8em;text-align:left;vertical-align:top;border-bottom:1px solid #ccc}</style>
</head><body><h1>Documents</h1>
<table><thead><tr><th>Title</th><th>Authors</th><th>Year</th><th>Genre</th><th>From</th></tr></thead><tbody>
`

var listRow = template.Must(template.New("row").Parse(
	`<tr><td><a href="{{.File}}">{{.Title}}</a></td><td>{{.Authors}}</td><td>{{.Year}}</td><td>{{.Genre}}</td><td><a href="{{.URL}}">{{.URL}}</a></td></tr>
`))

func (l *list) add(name string, r *Record) error {
	title := clean(r.Title)
	if title == "" {
		title = name
	}
	return listRow.Execute(l, map[string]any{
		"File": "./" + url.PathEscape(name), "Title": title, "Authors": strings.Join(cleanAll(r.Authors), "; "),
		"Year": number(r.published().year), "Genre": clean(r.Genre), "URL": r.address(),
	})
}

func (l *list) end() error {
	l.WriteString("</tbody></table></body></html>\n")
	return l.Flush()
}
