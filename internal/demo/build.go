package demo

import (
	"io/fs"
	"path"
	"strings"
)

// build returns the whole web.
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

// addFiles adds the files below sites.
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
