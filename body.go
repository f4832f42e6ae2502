package sluice

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"sluice/internal/archive"
	"sluice/internal/catalogue"
	"sluice/internal/fetch"
	"sluice/internal/shell"
	"sluice/weburl"
)

// ErrNoBody is the error of asking for the body of a URL that has none in the library.
var ErrNoBody = errors.New("no body of this URL is in the library")

// ErrDamaged is the error of asking for a body whose record is missing or damaged.
var ErrDamaged = errors.New("its record in the archive is missing or damaged")

// Body gives the body that a URL had when it was fetched last, content encoding
// removed. The caller closes it.
func (l *Library) Body(ctx context.Context, url string) (io.ReadCloser, error) {
	cat, err := l.Catalogue(ctx)
	if err != nil {
		return nil, err
	}
	f, err := bodyOf(cat, url)
	if errors.Is(err, ErrNoBody) {
		return rulesOf(cat, url, err)
	}
	if err != nil {
		return nil, err
	}
	for range maxRevisits {
		body, _, original, err := l.open(f)
		if err != nil {
			return nil, fmt.Errorf("%s: %w (%w; see `sluice doctor --full -d %s`)", url, ErrDamaged, err, shell.Quote(l.dir))
		}
		if original == nil {
			return body, nil
		}
		if f, err = firstWith(cat, original.URL, f.SHA256); err != nil {
			return nil, err
		}
	}
	return nil, fmt.Errorf("%s: its records only point to each other", url)
}

// rulesOf gives the robots.txt of a site, which the catalogue keeps for itself.
func rulesOf(cat *catalogue.Catalogue, url string, otherwise error) (io.ReadCloser, error) {
	u, err := weburl.ParseSeed(url)
	if err != nil || u.String() != u.Origin()+"/robots.txt" {
		return nil, otherwise
	}
	row, ok, err := cat.Robots(context.TODO(), u.Origin())
	if err != nil {
		return nil, err
	}
	if !ok || row.Status < 200 || row.Status >= 300 {
		return nil, otherwise
	}
	return io.NopCloser(bytes.NewReader(row.Body)), nil
}

// maxRevisits bounds how many records that point to another one are followed.
const maxRevisits = 4

// firstWith finds the fetch by which a URL had a body first. The later ones point to it, as do the URLs with
// the same body.
func firstWith(cat *catalogue.Catalogue, url, sha256 string) (*catalogue.Fetch, error) {
	story, ok, err := cat.Show(context.TODO(), url)
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
func bodyOf(cat *catalogue.Catalogue, text string) (*catalogue.Fetch, error) {
	u, err := weburl.ParseSeed(text)
	if err != nil {
		return nil, fmt.Errorf("%q: %w", text, err)
	}
	for _, form := range forms(u) {
		v, ok, err := cat.Validator(context.TODO(), form.String())
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
// body, where that lies; and the header that came with it.
func (l *Library) open(f *catalogue.Fetch) (io.ReadCloser, http.Header, *archive.Original, error) {
	if filepath.Base(f.File) != f.File {
		return nil, nil, nil, fmt.Errorf("catalogue: %q is no name of a file", f.File)
	}
	file, err := os.Open(filepath.Join(l.path(archiveName), f.File))
	if err != nil {
		return nil, nil, nil, err
	}
	body, header, original, err := read(file, f)
	if err != nil || original != nil {
		return nil, header, original, errors.Join(err, file.Close())
	}
	return storedBody{body, file}, header, nil, nil
}

// read gives the body of a record that is whole: it is read twice.
func read(file io.ReaderAt, f *catalogue.Fetch) (io.ReadCloser, http.Header, *archive.Original, error) {
	var record *archive.Record
	for _, verify := range []bool{true, false} {
		var err error
		record, err = archive.NewReader(io.NewSectionReader(file, f.Offset, f.Length)).Next()
		if err == nil && verify {
			_, err = record.Verify()
		}
		if err == nil && verify {
			_, err = record.Location()
		}
		if err != nil {
			return nil, nil, nil, fmt.Errorf("%s, the record at byte %d: %w", f.File, f.Offset, err)
		}
	}
	if original := record.Original(); original != nil {
		return nil, record.HTTPHeader(), original, nil
	}
	body, err := fetch.Decode(record.Body, record.HTTPHeader())
	return body, record.HTTPHeader(), nil, err
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

// ArchiveFiles gives the WARC files, oldest first, as far as the catalogue vouches for them, and the names of those
// that it knows and that are not there. After a rebuild from an archive with a damaged end it names no end, and all
// of each file counts, until the next crawl.
func (l *Library) ArchiveFiles(ctx context.Context) (files []ArchiveFile, missing []string, err error) {
	cat, err := l.Catalogue(ctx)
	if err != nil {
		return nil, nil, err
	}
	mark, err := cat.LastMark(ctx)
	if err != nil {
		return nil, nil, err
	}
	if missing, err = cat.Captures.Files(ctx); err != nil {
		return nil, nil, err
	}
	if mark.File == "" && len(missing) == 0 {
		return nil, nil, nil
	}
	if mark.File != "" && !slices.Contains(missing, mark.File) {
		missing = append(missing, mark.File)
	}
	entries, err := os.ReadDir(l.path(archiveName))
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		return nil, nil, err
	}
	for _, e := range entries {
		path := l.path(archiveName, e.Name())
		info, err := os.Stat(path)
		if err != nil || !info.Mode().IsRegular() {
			continue
		}
		missing = slices.DeleteFunc(missing, func(name string) bool { return name == e.Name() })
		size := info.Size()
		if e.Name() == mark.File {
			size = mark.Offset
		}
		if strings.Contains(e.Name(), ".warc") && (mark.File == "" || serial(e.Name()) <= serial(mark.File)) {
			files = append(files, ArchiveFile{path, size})
		}
	}
	slices.SortFunc(files, func(a, b ArchiveFile) int {
		return cmp.Compare(serial(filepath.Base(a.Path)), serial(filepath.Base(b.Path)))
	})
	return files, missing, nil
}

// serial is the part of an archive file's name by which the files are in order.
func serial(name string) string {
	name, _, _ = strings.Cut(name, ".")
	return name[strings.LastIndexByte(name, '-')+1:]
}
