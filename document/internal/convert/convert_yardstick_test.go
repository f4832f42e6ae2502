//go:build yardstick

package convert_test

import (
	"bufio"
	"compress/gzip"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"sluice/document/internal/convert"
	"sluice/internal/conformancetest"
)

// endings are those of the labelled documents that external programs must read.
var endings = []string{"ps", "eps", "ps.gz", "dvi", "doc", "ppt"}

// labelled are the paths of the labelled documents of one ending, unpacked.
func labelled(t *testing.T, ending string) []string {
	web := conformancetest.Path(t, "web")
	f, err := os.Open(filepath.Join(web, "labels.tsv"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	var paths []string
	for in := bufio.NewScanner(f); in.Scan(); {
		host, rest, _ := strings.Cut(in.Text(), "\t")
		path, _, _ := strings.Cut(rest, "\t")
		if strings.HasSuffix(strings.ToLower(path), "."+ending) {
			paths = append(paths, filepath.Join(web, "sites", host, filepath.FromSlash(path)))
		}
	}
	return paths
}

// unpacked is a file without its compression.
func unpacked(t *testing.T, path string) string {
	if !strings.HasSuffix(path, ".gz") {
		return path
	}
	in, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer in.Close()
	z, err := gzip.NewReader(in)
	if err != nil {
		t.Fatal(err)
	}
	out, err := os.Create(filepath.Join(t.TempDir(), "unpacked"))
	if err != nil {
		t.Fatal(err)
	}
	defer out.Close()
	if _, err := io.Copy(out, z); err != nil {
		t.Fatal(err)
	}
	return out.Name()
}

// TestRealDocumentsConvert makes a PDF of every labelled document that external
// programs must read, and the text of those that small programs read.
func TestRealDocumentsConvert(t *testing.T) {
	tools := convert.Find(nil)
	for _, tool := range tools.List(t.Context()) {
		if tool.Path == "" {
			t.Logf("%s is missing: apt-get install %s", tool.Title, tool.Package)
		} else {
			t.Logf("%s %s: %s", tool.Title, tool.Version, tool.Path)
		}
	}
	var all, good int
	for _, ending := range endings {
		format := strings.TrimSuffix(ending, ".gz")
		for _, path := range labelled(t, ending) {
			all++
			start := time.Now()
			in, out := unpacked(t, path), filepath.Join(t.TempDir(), "out.pdf")
			_, err := tools.PDF(t.Context(), in, format, out)
			words := -1
			if err == nil && (format == "doc" || format == "ppt") {
				var text string
				if text, err = tools.Text(t.Context(), in, format); err == nil {
					words = len(strings.Fields(text))
				}
			}
			if err != nil || words == 0 {
				t.Errorf("%s: %v, %d words", path, err, words)
				continue
			}
			good++
			size := int64(0)
			if info, err := os.Stat(out); err == nil {
				size = info.Size()
			}
			t.Logf("%s: PDF of %d bytes, %v", filepath.Base(path), size, time.Since(start).Round(time.Millisecond))
		}
	}
	t.Logf("converted: %d of %d", good, all)
	if all == 0 {
		t.Error("no documents")
	}
}
