package recordedweb

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"net"
	"net/http"
	"net/url"
	"path"
	"slices"
	"strings"
	"syscall"

	"sluice/internal/fetch"
)

// sites is a folder with a folder for each host.
type sites struct {
	fsys  fs.FS
	hosts map[string]bool
}

// Sites returns the web of a folder of sites: HOST/PATH is what http://HOST/PATH and https://HOST/PATH answer with.
//
// A file's type is that of its ending, else of its content. A folder is answered by its index.html or index.htm, and
// by a redirect if the URL lacks the slash at its end. A query is first looked for as a part of the file's name
// (page?id=3), as mirroring tools write it, and else makes no difference. A path that is missing is answered by
// PATH.html if that is there. Files must not change while the web is in use.
func Sites(fsys fs.FS, o Options) (*Web, error) {
	entries, err := fs.ReadDir(fsys, ".")
	if err != nil {
		return nil, fmt.Errorf("open recorded sites: %w", err)
	}
	s := &sites{fsys: fsys, hosts: map[string]bool{}}
	for _, e := range entries {
		if e.IsDir() && !strings.HasPrefix(e.Name(), ".") {
			s.hosts[e.Name()] = true
		}
	}
	if len(s.hosts) == 0 {
		return nil, errors.New("open recorded sites: no folder is named after a host")
	}
	return newWeb(s, o)
}

// hasHost implements source: a site answers on all ports.
func (s *sites) hasHost(host string) bool { return s.hosts[host] || s.hosts[withoutPort(host)] }

// withoutPort returns the name of a host that may have a port.
func withoutPort(host string) string {
	if name, _, err := net.SplitHostPort(host); err == nil {
		return name
	}
	return host
}

// seeds implements source: of each site its home page, or the index page that is the least deep if it has none.
func (s *sites) seeds() []string {
	var list []string
	for _, host := range slices.Sorted(maps.Keys(s.hosts)) {
		u := url.URL{Scheme: "http", Host: host, Path: s.start(host)}
		list = append(list, u.String())
	}
	return list
}

// maxFolders bounds the folders of a site in which an index page is looked for.
const maxFolders = 10_000

// start returns the path at which a site begins.
func (s *sites) start(host string) string {
	queue := []string{host}
	for n := 0; n < len(queue) && n < maxFolders; n++ {
		entries, err := fs.ReadDir(s.fsys, queue[n])
		if err != nil {
			continue
		}
		for _, e := range entries {
			switch {
			case e.IsDir():
				queue = append(queue, queue[n]+"/"+e.Name())
			case e.Name() == "index.html", e.Name() == "index.htm":
				return strings.TrimPrefix(queue[n], host) + "/"
			}
		}
	}
	return "/"
}

// answer implements source: the file of the URL's path.
func (s *sites) answer(_ context.Context, r *fetch.Request) (*answer, error) {
	u := r.URL
	p, err := url.PathUnescape(u.Path())
	if err != nil || strings.Contains(p, "\x00") {
		return nil, errNotRecorded
	}
	folder := u.Host()
	if !s.hosts[folder] {
		folder = withoutPort(folder)
	}
	f, name, err := s.find(folder, p, u.Query())
	if errors.Is(err, errFolder) {
		to := url.URL{Path: p + "/", RawQuery: u.Query()}
		return redirectAnswer(to.String()), nil
	}
	if err != nil {
		return nil, err
	}
	a, err := fileAnswer(f, name, r)
	if err != nil {
		f.Close()
	}
	return a, err
}

// errFolder is the error of finding a folder whose URL lacks the slash at its end.
var errFolder = errors.New("is a folder")

// find opens the file that answers for a path and a query of a host.
func (s *sites) find(host, p, query string) (f fs.File, name string, err error) {
	names := make([]string, 0, 4)
	if query != "" {
		names = append(names, p+"?"+query)
		if plain, err := url.QueryUnescape(query); err == nil && plain != query {
			names = append(names, p+"?"+plain)
		}
	}
	switch {
	case strings.HasSuffix(p, "/"):
		names = append(names, p+"index.html", p+"index.htm")
	case strings.HasSuffix(p, ".html"):
		names = append(names, p)
	default:
		names = append(names, p, p+".html")
	}
	for _, name := range names {
		f, err := s.open(host, name)
		if !errors.Is(err, errNotRecorded) {
			return f, name, err
		}
	}
	return nil, "", errNotRecorded
}

// open opens a file of a host.
func (s *sites) open(host, p string) (fs.File, error) {
	name := path.Join(host, path.Clean("/"+p)) // never outside of the host's folder
	f, err := s.fsys.Open(name)
	if err != nil {
		if isMissing(err) {
			return nil, errNotRecorded
		}
		return nil, err
	}
	info, err := f.Stat()
	switch {
	case err == nil && info.IsDir():
		err = errFolder
	case err == nil && !info.Mode().IsRegular():
		err = errNotRecorded
	}
	if err != nil {
		f.Close()
		return nil, err
	}
	return f, nil
}

// isMissing reports whether an error of opening a file means that no file has that name, or can have it.
func isMissing(err error) bool {
	return errors.Is(err, fs.ErrNotExist) || errors.Is(err, fs.ErrInvalid) ||
		errors.Is(err, syscall.ENOTDIR) || errors.Is(err, syscall.ENAMETOOLONG)
}

// fileAnswer makes the answer of a file, whose Close is the answer's.
func fileAnswer(f fs.File, name string, r *fetch.Request) (*answer, error) {
	info, err := f.Stat()
	if err != nil {
		return nil, err
	}
	modified := info.ModTime().UTC().Format(http.TimeFormat)
	etag := fmt.Sprintf(`"%x-%x"`, info.ModTime().Unix(), info.Size())
	validators := fmt.Sprintf("ETag: %s\r\nLast-Modified: %s\r\n", etag, modified)
	if r.ETag == etag || r.ETag == "" && r.LastModified == modified {
		f.Close()
		return newAnswer(http.StatusNotModified, validators, ""), nil
	}
	head := make([]byte, 512) // as much as http.DetectContentType looks at
	n, err := io.ReadFull(f, head)
	if err != nil && err != io.EOF && err != io.ErrUnexpectedEOF {
		return nil, err
	}
	head = head[:n]
	fields := fmt.Sprintf("%sContent-Type: %s\r\nContent-Length: %d\r\n", validators, contentType(name, head), info.Size())
	a := newAnswer(http.StatusOK, fields, "")
	a.body = struct {
		io.Reader
		io.Closer
	}{io.MultiReader(strings.NewReader(string(head)), f), f}
	return a, nil
}

// types are the types of files by their endings. The machine's own table is not used, so that a web is the same on all.
var types = map[string]string{
	".html": "text/html", ".htm": "text/html", ".xhtml": "application/xhtml+xml", ".shtml": "text/html", ".php": "text/html",
	".asp": "text/html", ".aspx": "text/html", ".jsp": "text/html", ".txt": "text/plain", ".md": "text/markdown",
	".css": "text/css", ".csv": "text/csv", ".js": "text/javascript", ".json": "application/json",
	".xml": "application/xml", ".rss": "application/rss+xml", ".atom": "application/atom+xml", ".rdf": "application/rdf+xml",
	".pdf": "application/pdf", ".ps": "application/postscript", ".epub": "application/epub+zip", ".rtf": "application/rtf",
	".doc": "application/msword", ".docx": "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
	".xls": "application/vnd.ms-excel", ".xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
	".ppt": "application/vnd.ms-powerpoint", ".pptx": "application/vnd.openxmlformats-officedocument.presentationml.presentation",
	".odt": "application/vnd.oasis.opendocument.text", ".gz": "application/gzip", ".zip": "application/zip",
	".png": "image/png", ".jpg": "image/jpeg", ".jpeg": "image/jpeg", ".gif": "image/gif", ".svg": "image/svg+xml",
	".webp": "image/webp", ".ico": "image/vnd.microsoft.icon", ".mp4": "video/mp4", ".mp3": "audio/mpeg",
	".woff": "font/woff", ".woff2": "font/woff2", ".ttf": "font/ttf",
}

// contentType returns the type of a file by the ending of its name, else by its first bytes. Text gets no charset:
// what the page declares must count.
func contentType(name string, head []byte) string {
	name, _, _ = strings.Cut(name, "?")
	sniffed, _, _ := strings.Cut(http.DetectContentType(head), ";")
	return cmp.Or(types[strings.ToLower(path.Ext(name))], sniffed)
}

// newAnswer returns an answer with header lines as a server sends them.
func newAnswer(status int, fields, body string) *answer {
	return &answer{
		header: fmt.Appendf(nil, "HTTP/1.1 %d %s\r\n%s\r\n", status, http.StatusText(status), fields),
		body:   io.NopCloser(strings.NewReader(body)),
	}
}

// textAnswer returns an answer in plain text.
func textAnswer(status int, body string) *answer {
	return newAnswer(status, fmt.Sprintf("Content-Type: text/plain\r\nContent-Length: %d\r\n", len(body)), body)
}

// redirectAnswer returns a redirect.
func redirectAnswer(to string) *answer {
	return newAnswer(http.StatusMovedPermanently, "Location: "+to+"\r\nContent-Length: 0\r\n", "")
}
