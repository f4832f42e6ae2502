package main

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/goreleaser/nfpm/v2"
	"github.com/goreleaser/nfpm/v2/deb"
	"github.com/goreleaser/nfpm/v2/files"
)

// writeDeb writes the Debian package of an architecture and returns its name. The program needs nothing else; what reads
// older formats is only recommended.
func writeDeb(out string, src *source, arch string, all []file) (string, error) {
	info := &nfpm.Info{
		Name: "sluice", Arch: arch, Platform: "linux", Version: src.version, Release: "1", MTime: src.date,
		Section: "web", Priority: "optional", License: "Apache-2.0", Maintainer: "The Sluice authors <sluice@localhost>",
		Description: `polite web crawler that builds a library of documents
Crawls the sites that you name, completely and politely, and makes a library
of what it finds: every response (WARC), a catalogue (SQLite), and the
documents with genre, metadata, full-text search and exports.`,
		Overridables: nfpm.Overridables{
			Recommends: []string{"ghostscript", "libreoffice", "tesseract-ocr"},
			Suggests:   []string{"antiword", "catdoc", "texlive-base"},
		},
	}
	scratch, err := os.MkdirTemp("", "sluice-deb-*")
	if err != nil {
		return "", err
	}
	defer os.RemoveAll(scratch)
	for i, f := range debianFiles(all) {
		name := filepath.Join(scratch, fmt.Sprint(i))
		if err := os.WriteFile(name, f.data, 0o600); err != nil {
			return "", err
		}
		info.Contents = append(info.Contents, &files.Content{
			Source: name, Destination: "/usr/" + f.path,
			FileInfo: &files.ContentFileInfo{Owner: "root", Group: "root", Mode: f.mode, MTime: src.date},
		})
	}
	info = nfpm.WithDefaults(info)
	if err := nfpm.PrepareForPackager(info, "deb"); err != nil {
		return "", err
	}
	name := deb.Default.ConventionalFileName(info)
	return name, create(filepath.Join(out, name), func(w io.Writer) error { return deb.Default.Package(info, w) })
}

// debianFiles returns the files in the places and forms of Debian: the manual compressed, zsh's completion among those of
// vendors, and one file with the licences.
func debianFiles(all []file) []file {
	var out []file
	copyright := []byte("Sluice is under the licence Apache-2.0; Debian has its text in /usr/share/common-licenses/Apache-2.0.\n\n")
	for _, f := range all {
		switch {
		case strings.HasPrefix(f.path, "share/man/"):
			f.path, f.data = f.path+".gz", compressed(f.data)
		case strings.HasPrefix(f.path, "share/zsh/"):
			f.path = "share/zsh/vendor-completions/_sluice"
		case f.path == docs+"/LICENSE":
			continue
		case f.path == notices:
			f.path, f.data = docs+"/copyright", append(copyright, f.data...)
		}
		out = append(out, f)
	}
	return out
}

// compressed returns data in gzip, without a name and a time.
func compressed(data []byte) []byte {
	var b bytes.Buffer
	w, _ := gzip.NewWriterLevel(&b, gzip.BestCompression) // the level exists
	w.Write(data)                                         // writing to a buffer does not fail
	w.Close()
	return b.Bytes()
}
