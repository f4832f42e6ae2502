package sluice

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"sluice/internal/archive"
	"sluice/internal/fetch"
	"sluice/internal/library"
	"sluice/weburl"
)

// ErrNoBody is the error of asking for the body of a URL that has none in the library.
var ErrNoBody = errors.New("no body of this URL is in the library")

// Body gives the body that a URL had when it was fetched last, content encoding
// removed. The caller closes it.
func (l *Library) Body(url string) (io.ReadCloser, error) {
	catalogue, err := l.Catalogue()
	if err != nil {
		return nil, err
	}
	f, err := bodyOf(catalogue, url)
	if err != nil {
		return nil, err
	}
	for range maxRevisits {
		body, original, err := l.open(f)
		if err != nil || original == nil {
			return body, err
		}
		if f, err = firstWith(catalogue, original.URL, f.SHA256); err != nil {
			return nil, err
		}
	}
	return nil, fmt.Errorf("%s: its records only point to each other", url)
}

// maxRevisits bounds how many records that point to another one are followed.
const maxRevisits = 4

// firstWith finds the fetch by which a URL had a body first. The later ones point to it, as do the URLs with
// the same body.
func firstWith(catalogue *library.Catalogue, url, sha256 string) (*library.Fetch, error) {
	story, ok, err := catalogue.Show(url)
	if err != nil {
		return nil, err
	}
	if ok {
		for i, f := range story.Fetches {
			if f.File != "" && f.SHA256 == sha256 {
				return &story.Fetches[i], nil
			}
		}
	}
	return nil, fmt.Errorf("%s: %w", url, ErrNoBody)
}

// bodyOf finds the fetch that brought the body of a URL, by either scheme.
func bodyOf(catalogue *library.Catalogue, text string) (*library.Fetch, error) {
	u, err := weburl.ParseSeed(text)
	if err != nil {
		return nil, fmt.Errorf("%q: %w", text, err)
	}
	for _, form := range forms(u) {
		v, ok, err := catalogue.Validator(form.String())
		if err != nil {
			return nil, err
		}
		if ok && v.Fetch.File != "" {
			return &v.Fetch, nil
		}
	}
	return nil, fmt.Errorf("%s: %w", u, ErrNoBody)
}

// forms gives the forms in which the catalogue may know a URL.
func forms(u weburl.URL) []weburl.URL {
	out := []weburl.URL{u, u.WithScheme("http"), u.WithScheme("https")}
	if folded, ok := u.DefaultPage(); ok {
		out = append(out, folded, folded.WithScheme("http"), folded.WithScheme("https"))
	}
	return out
}

// Forms gives the forms in which the catalogue may know a URL that a person
// wrote: as it is, by the other scheme, and as the folder of a default page.
func Forms(text string) ([]string, error) {
	u, err := weburl.ParseSeed(text)
	if err != nil {
		return nil, fmt.Errorf("%q: %w", text, err)
	}
	var out []string
	for _, form := range forms(u) {
		if !slices.Contains(out, form.String()) {
			out = append(out, form.String())
		}
	}
	return out, nil
}

// open gives the body of a fetch, or, of a record that only points to an equal
// body, where that lies.
func (l *Library) open(f *library.Fetch) (io.ReadCloser, *archive.Original, error) {
	if filepath.Base(f.File) != f.File {
		return nil, nil, fmt.Errorf("catalogue: %q is no name of a file", f.File)
	}
	file, err := os.Open(filepath.Join(l.path(archiveName), f.File))
	if err != nil {
		return nil, nil, err
	}
	record, err := archive.NewReader(io.NewSectionReader(file, f.Offset, f.Length)).Next()
	if err != nil {
		return nil, nil, errors.Join(fmt.Errorf("%s: %w", f.File, err), file.Close())
	}
	if original := record.Original(); original != nil {
		return nil, original, file.Close()
	}
	body, err := fetch.Decode(record.Body, record.HTTPHeader())
	if err != nil {
		return nil, nil, errors.Join(fmt.Errorf("%s: %w", f.URL, err), file.Close())
	}
	return storedBody{body, file}, nil, nil
}

// storedBody is a decoded body and the file that it is read from.
type storedBody struct {
	io.ReadCloser
	file io.Closer
}

func (b storedBody) Close() error { return errors.Join(b.ReadCloser.Close(), b.file.Close()) }

// ArchiveFile is a WARC file of a library.
type ArchiveFile struct {
	Path string
	Size int64 // bytes that are good; of the file that a crawl writes there may be more, not yet durable
}

// ArchiveFiles gives the WARC files, oldest first, as far as the catalogue vouches for them.
func (l *Library) ArchiveFiles() ([]ArchiveFile, error) {
	catalogue, err := l.Catalogue()
	if err != nil {
		return nil, err
	}
	mark, err := catalogue.LastMark()
	if err != nil || mark.File == "" {
		return nil, err
	}
	entries, err := os.ReadDir(l.path(archiveName))
	if err != nil {
		return nil, err
	}
	var files []ArchiveFile
	for _, e := range entries {
		info, err := e.Info()
		if err != nil {
			return nil, err
		}
		size := info.Size()
		if e.Name() == mark.File {
			size = mark.Offset
		}
		if strings.Contains(e.Name(), ".warc") && serial(e.Name()) <= serial(mark.File) {
			files = append(files, ArchiveFile{filepath.Join(l.path(archiveName), e.Name()), size})
		}
	}
	slices.SortFunc(files, func(a, b ArchiveFile) int {
		return cmp.Compare(serial(filepath.Base(a.Path)), serial(filepath.Base(b.Path)))
	})
	return files, nil
}

// serial is the part of an archive file's name by which the files are in order.
func serial(name string) string {
	name, _, _ = strings.Cut(name, ".")
	return name[strings.LastIndexByte(name, '-')+1:]
}
