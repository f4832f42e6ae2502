//go:build yardstick

package document_test

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"golang.org/x/net/html/charset"

	"sluice/document"
	"sluice/document/mediatype"
	"sluice/internal/conformancetest"
)

func lines(t *testing.T, name string, each func(line []byte)) {
	f, err := os.Open(name)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	in := bufio.NewScanner(f)
	in.Buffer(nil, 64<<20)
	for in.Scan() {
		each(in.Bytes())
	}
	if in.Err() != nil {
		t.Fatal(in.Err())
	}
}

func TestConformanceMIMETypes(t *testing.T) {
	type mimeCase struct {
		ID, Suite        string
		Input            *string
		Headers          []string
		Output, Encoding *string
	}
	y := conformancetest.NewTally(t, "mime_types")
	for _, c := range conformancetest.Cases[mimeCase](t, "mime_types") {
		m, err := mediatype.OfHeaders(c.Headers)
		if c.Input != nil {
			m, err = mediatype.Parse(*c.Input)
		}
		_, label := charset.Lookup(m.Param("charset"))
		ok := (err == nil) == (c.Output != nil)
		if ok && err == nil {
			ok = m.String() == *c.Output && (c.Encoding == nil || strings.EqualFold(*c.Encoding, label))
		}
		y.Count(c.Suite, c.ID, ok, "%q, charset %q, %v", m, label, err)
	}
	y.Report(conformancetest.Bars{All: 95, Suite: 95})
}

// served are the types that a server gives by a file's ending.
var served = map[string]string{
	".pdf": "application/pdf", ".ps": "application/postscript", ".gz": "application/gzip", ".tex": "text/x-tex",
	".dvi": "application/x-dvi", ".ppt": "application/vnd.ms-powerpoint",
	".pptx": "application/vnd.openxmlformats-officedocument.presentationml.presentation", ".html": "text/html", ".htm": "text/html",
}

func head(t *testing.T, name string) []byte {
	f, err := os.Open(name)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	b, err := io.ReadAll(io.LimitReader(f, 3072))
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// TestRealDocumentsAreSniffed holds every labelled document of the real sites
// against its type, as a server sends it and with headers that say nothing or
// wrong.
func TestRealDocumentsAreSniffed(t *testing.T) {
	web := conformancetest.Path(t, "web")
	found, total := map[string]int{}, 0
	headers := []string{"served", "application/octet-stream", "", "text/html"}
	first := true
	lines(t, filepath.Join(web, "labels.tsv"), func(line []byte) {
		col := strings.Split(string(line), "\t")
		if first = first && col[0] == "host"; first {
			return
		}
		name := filepath.Join(web, "sites", col[0], filepath.FromSlash(strings.TrimPrefix(col[1], "/")))
		b := head(t, name)
		total++
		for _, h := range headers {
			header := h
			if h == "served" {
				if header = served[strings.ToLower(filepath.Ext(name))]; header == "" {
					header = http.DetectContentType(b)
				}
			}
			ty := document.Sniff(b, header, "http://"+col[0]+"/"+col[1])
			if ty.Document {
				found[h]++
			} else {
				t.Logf("%s %s as %q: %+v", col[0], col[1], header, ty)
			}
			if noName := document.Sniff(b, header, "http://"+col[0]+"/download?id=1"); noName.Document {
				found[h+" nameless"]++
			}
		}
	})
	if total == 0 {
		t.Fatal("no documents")
	}
	for _, h := range slices.Sorted(maps.Keys(found)) {
		fmt.Printf("documents sniffed with header %q: %d of %d\n", h, found[h], total)
	}
	for _, h := range headers[:3] {
		if found[h] < total {
			t.Errorf("header %q: %d of %d", h, found[h], total)
		}
	}
}

func TestRealPagesAreSniffed(t *testing.T) {
	root := conformancetest.Path(t, "web", "sites")
	found, total := map[string]int{}, 0
	err := filepath.WalkDir(root, func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		if e := strings.ToLower(filepath.Ext(name)); e != ".html" && e != ".htm" {
			return nil
		}
		b := head(t, name)
		if bytes.HasPrefix(b, []byte("%PDF-")) { // a document under the name of a page
			return nil
		}
		total++
		for _, h := range []string{"text/html", "application/octet-stream", "application/pdf"} {
			if ty := document.Sniff(b, h, "http://host/"+filepath.ToSlash(name)); ty.Name == "html" {
				found[h]++
			} else {
				t.Logf("%s as %q: %+v", name, h, ty)
			}
		}
		return nil
	})
	if err != nil || total == 0 {
		t.Fatal(err, total)
	}
	for _, h := range slices.Sorted(maps.Keys(found)) {
		fmt.Printf("pages sniffed with header %q: %d of %d\n", h, found[h], total)
	}
	if found["text/html"] < total {
		t.Errorf("%d of %d", found["text/html"], total)
	}
}
