package demo

import (
	"bytes"
	"crypto/sha256"
	"embed"
	"fmt"
	"io/fs"
	"net/http"
	"path"
	"strings"
	"time"
)

//go:embed all:sites papers
var files embed.FS

// site answers for all hosts.
type site struct {
	resources map[string]*resource // by host and path, and query where there is one
	moved     map[string]string    // by host and path: the URL where it is now
}

// resource is one thing that can be asked for.
type resource struct {
	body     []byte
	kind     string // Content-Type
	document bool
}

// changed is when everything was last changed.
var changed = time.Date(2025, 9, 1, 9, 0, 0, 0, time.UTC)

// build makes the whole web.
func build() (*site, error) {
	s := &site{resources: map[string]*resource{}, moved: map[string]string{
		"northbridge.example/":                      "http://www.northbridge.example/",
		"www.cs.northbridge.example/research/":      "/groups/",
		"people.cs.northbridge.example/~amarsh/":    "/~marsh/",
		"library.northbridge.example/tech-reports/": "/reports/",
	}}
	papers, err := readPapers()
	if err != nil {
		return nil, err
	}
	for i := range papers {
		if err := s.addPaper(&papers[i]); err != nil {
			return nil, err
		}
	}
	s.addArchive(papers)
	if err := s.addFiles(); err != nil {
		return nil, err
	}
	return s, nil
}

// addFiles adds what stands under sites.
func (s *site) addFiles() error {
	return fs.WalkDir(files, "sites", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		body, err := files.ReadFile(name)
		if err != nil {
			return err
		}
		key := strings.TrimPrefix(name, "sites/")
		r := &resource{body: body, kind: contentTypes[path.Ext(key)]}
		if text, ok := strings.CutPrefix(string(body), "title:"); ok {
			host, _, _ := strings.Cut(key, "/")
			title, rest, _ := strings.Cut(text, "\n")
			r.body, r.kind = frame(host, strings.TrimSpace(title), rest), framed
		}
		s.resources[key] = r
		if folder, ok := strings.CutSuffix(key, "index.html"); ok {
			s.resources[folder] = r
		}
		return nil
	})
}

// framed is the type of the pages in a frame; the old ones do not say in what charset they are.
const framed = "text/html; charset=utf-8"

var contentTypes = map[string]string{
	".html": "text/html", ".htm": "text/html", ".txt": "text/plain; charset=utf-8", ".xml": "application/xml",
	".pdf": "application/pdf", ".ps": "application/postscript", ".gz": "application/gzip", ".tex": "text/x-tex", ".rtf": "application/rtf", ".bib": "text/x-bibtex; charset=utf-8",
}

// ServeHTTP answers a request as a proxy gets it, with the host in its URL or in its header.
func (s *site) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if r.Method == http.MethodConnect {
		http.Error(w, "there is no https here", http.StatusBadGateway)
		return
	}
	host := strings.ToLower(r.Host)
	if h, ok := strings.CutSuffix(host, ":80"); ok {
		host = h
	}
	key := host + r.URL.Path
	if r.URL.RawQuery != "" {
		key += "?" + r.URL.RawQuery
	}
	switch res := s.resources[key]; {
	case host+r.URL.Path == calendarAt:
		serveCalendar(w, r)
	case res != nil:
		res.serve(w, r)
	case s.moved[key] != "":
		http.Redirect(w, r, s.moved[key], http.StatusMovedPermanently)
	case s.resources[key+"/"] != nil, s.moved[key+"/"] != "":
		http.Redirect(w, r, r.URL.Path+"/", http.StatusMovedPermanently)
	case !s.has(host):
		http.Error(w, "no such host in the sample web: "+host, http.StatusBadGateway)
	default:
		w.Header().Set("Content-Type", framed)
		w.WriteHeader(http.StatusNotFound)
		w.Write(frame(host, "Not found", "<p>There is no such page. It may have been here once.</p>"))
	}
}

func (s *site) has(host string) bool { return s.resources[host+"/"] != nil }

func (r *resource) serve(w http.ResponseWriter, req *http.Request) {
	w.Header().Set("Content-Type", r.kind)
	w.Header().Set("ETag", fmt.Sprintf(`"%x"`, sha256.Sum256(r.body))[:18]+`"`)
	http.ServeContent(w, req, "", changed, bytes.NewReader(r.body))
}
