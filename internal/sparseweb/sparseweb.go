// Package sparseweb makes sites of more than ten thousand pages with few documents, on which the rules that stop a site early are measured: no recorded web
// has such sites.
//
// The sites are a written model, [Sites]. [FS] has them as a folder of sites, HOST/PATH, as package recordedweb replays one. Equal calls give equal sites. A page
// is made when it is opened, so a site takes no memory.
//
// A site is a tree: each page links to its children, to its parent and to the home page, in directories of some hundred pages. Some of the pages, which the
// model draws, link to one document each.
package sparseweb

import (
	"bytes"
	"fmt"
	"hash/fnv"
	"io/fs"
	"path"
	"strconv"
	"strings"
	"time"
)

// Site is a site of the model.
type Site struct {
	Host  string
	About string         // which pages have documents
	Pages int            // 0 is the home page; a page comes after its parent
	Has   func(int) bool // whether a page has a document
}

// Documents returns how many documents the site has.
func (s *Site) Documents() (n int) {
	for p := range s.Pages {
		if s.Has(p) {
			n++
		}
	}
	return n
}

// Sites returns the sites of the model.
func Sites() []Site {
	return []Site{
		{"none.example", "no document", 15_000, func(int) bool { return false }},
		{"few.example", "on 0.5 % of the pages, anywhere", 14_000, drawn("few", 0.005)},
		{"large.example", "on 0.5 % of the pages, anywhere", 30_000, drawn("large", 0.005)},
		{"enough.example", "on 1.5 % of the pages, anywhere", 14_000, drawn("enough", 0.015)},
		{"late.example", "on 20 % of the pages after page 9,500", 14_000, after(9_500, drawn("late", 0.2))},
		{"too-late.example", "on 20 % of the pages after page 12,000", 14_000, after(12_000, drawn("too late", 0.2))},
		{"beginning.example", "on 4 % of the first 4,000 pages", 24_000, before(4_000, drawn("beginning", 0.04))},
	}
}

// drawn returns a share of pages that is drawn by a name.
func drawn(name string, share float64) func(int) bool {
	return func(p int) bool {
		h := fnv.New64a()
		fmt.Fprintf(h, "%s %d", name, p)
		x := h.Sum64() // whose low digits are those of the input
		x ^= x >> 33
		x *= 0xff51afd7ed558ccd
		x ^= x >> 33
		return float64(x>>11)/(1<<53) < share
	}
}

// after returns those of the pages that come after one.
func after(page int, has func(int) bool) func(int) bool {
	return func(p int) bool { return p > page && has(p) }
}

// before returns those of the pages that come before one.
func before(page int, has func(int) bool) func(int) bool {
	return func(p int) bool { return p < page && has(p) }
}

// children is how many pages a page leads to.
const children = 3

// directory is how many pages a directory has.
const directory = 200

// pathOf returns the path of a page.
func pathOf(p int) string {
	if p == 0 {
		return "/"
	}
	return fmt.Sprintf("/d%d/p%d.html", p/directory, p)
}

// pageAt returns the page of a file; false if there is none.
func (s *Site) pageAt(name string) (int, bool) {
	if name == "index.html" {
		return 0, true
	}
	number, isPage := strings.CutPrefix(strings.TrimSuffix(path.Base(name), ".html"), "p")
	p, err := strconv.Atoi(number)
	return p, isPage && err == nil && p > 0 && p < s.Pages && "/"+name == pathOf(p)
}

// body returns the file of a name; nil if the site has none.
func (s *Site) body(name string) []byte {
	var b bytes.Buffer
	if number, isDocument := strings.CutSuffix(name, ".pdf"); isDocument {
		p, err := strconv.Atoi(path.Base(number))
		if err != nil || p < 0 || p >= s.Pages || !s.Has(p) || name != documentOf(p) {
			return nil
		}
		fmt.Fprintf(&b, "%%PDF-1.4\n%s", words(s.Host+name, 2000))
		return b.Bytes()
	}
	p, ok := s.pageAt(name)
	if !ok {
		return nil
	}
	fmt.Fprintf(&b, "<!doctype html><title>Page %d of %s</title><p>%s\n", p, s.Host, words(fmt.Sprint(s.Host, p), 40))
	for c := p*children + 1; c <= p*children+children && c < s.Pages; c++ {
		fmt.Fprintf(&b, "<a href=%q>%s</a>\n", pathOf(c), words(fmt.Sprint("anchor", s.Host, c), 2))
	}
	fmt.Fprintf(&b, "<a href=%q>up</a> <a href=/>home</a>\n", pathOf(max(p-1, 0)/children))
	if s.Has(p) {
		fmt.Fprintf(&b, "<a href=/%s>%s</a>\n", documentOf(p), words(fmt.Sprint("document", s.Host, p), 3))
	}
	return b.Bytes()
}

// documentOf returns the name of the document of a page.
func documentOf(p int) string { return fmt.Sprintf("files/%d.pdf", p) }

// words returns a number of words of no meaning that a text draws.
func words(text string, n int) string {
	var b strings.Builder
	h := fnv.New32a()
	h.Write([]byte(text))
	x := h.Sum32()
	for range n {
		x = x*1664525 + 1013904223
		fmt.Fprintf(&b, "w%x ", x>>12)
	}
	return b.String()
}

// FS returns sites as a folder.
func FS(sites []Site) fs.FS {
	all := folder{}
	for i := range sites {
		all[sites[i].Host] = &sites[i]
	}
	return all
}

// folder is a folder of sites.
type folder map[string]*Site

// Open implements [fs.FS].
func (f folder) Open(name string) (fs.File, error) {
	host, rest, _ := strings.Cut(name, "/")
	if s := f[host]; s != nil && rest != "" {
		if body := s.body(rest); body != nil {
			return &file{Reader: bytes.NewReader(body), info: info{path.Base(name), int64(len(body))}}, nil
		}
	}
	return nil, &fs.PathError{Op: "open", Path: name, Err: fs.ErrNotExist}
}

// ReadDir implements [fs.ReadDirFS] for the folder of all sites.
func (f folder) ReadDir(name string) (all []fs.DirEntry, err error) {
	if name != "." {
		return nil, &fs.PathError{Op: "readdir", Path: name, Err: fs.ErrNotExist}
	}
	for host := range f {
		all = append(all, siteEntry(host))
	}
	return all, nil
}

// file is an open file.
type file struct {
	*bytes.Reader
	info info
}

func (f *file) Stat() (fs.FileInfo, error) { return f.info, nil }
func (f *file) Close() error               { return nil }

// info is what is said of a file.
type info struct {
	name string
	size int64
}

func (i info) Name() string       { return i.name }
func (i info) Size() int64        { return i.size }
func (i info) Mode() fs.FileMode  { return 0o444 }
func (i info) ModTime() time.Time { return time.Time{} }
func (i info) IsDir() bool        { return false }
func (i info) Sys() any           { return nil }

// siteEntry is the folder of a site, by its host.
type siteEntry string

func (e siteEntry) Name() string               { return string(e) }
func (e siteEntry) IsDir() bool                { return true }
func (e siteEntry) Type() fs.FileMode          { return fs.ModeDir }
func (e siteEntry) Info() (fs.FileInfo, error) { return info{name: string(e)}, nil }
