//go:build yardstick

package document_test

import (
	"context"
	"encoding/base64"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"sluice/document"
	"sluice/document/content"
	"sluice/internal/conformancetest"
)

// inProcess are the formats that no program of others is needed for.
var inProcess = []string{"docx", "pptx", "odt", "odp", "epub", "rtf", "tex", "xml", "md", "txt", "html", "pdf"}

// byPrograms are those that external programs read.
var byPrograms = []string{"doc", "ppt", "ps", "dvi"}

const (
	longestRead  = time.Minute // of one file
	mostMemory   = 1 << 30     // bytes that this process may get from the system
	phraseSuffix = "-phrases"
)

// TestConformanceDocuments reads every file, which must end in time, within
// memory, and with a document or an error; and looks for the phrases that the
// original tests find, which also come from metadata and links.
func TestConformanceDocuments(t *testing.T) {
	type documentCase struct {
		ID, Suite, File, Ext, Expect string
		Data                         string `json:"data_b64"`
		Contains                     []string
	}
	r := document.NewReader(document.Options{TempDir: t.TempDir()})
	defer r.Close()
	y := conformancetest.NewTally(t, "documents")
	found, wanted, whole, cases := map[string]int{}, map[string]int{}, 0, 0
	for _, c := range conformancetest.Cases[documentCase](t, "documents") {
		data, err := base64.StdEncoding.DecodeString(c.Data)
		if err != nil {
			t.Fatal(err)
		}
		path := filepath.Join(t.TempDir(), filepath.Base(c.File))
		if err := os.WriteFile(path, data, 0o600); err != nil {
			t.Fatal(err)
		}
		began := time.Now()
		ctx, cancel := context.WithTimeout(t.Context(), longestRead)
		d, err := r.Read(ctx, path, document.Hint{})
		survived := ctx.Err() == nil && ((d == nil) == (err != nil) || errors.Is(err, document.ErrNoText))
		cancel()
		y.Count(c.Suite, c.ID, survived, "%s after %v: %v", c.File, time.Since(began), err)
		kind := "in-process" + phraseSuffix
		switch {
		case c.Expect != "text":
			continue
		case slices.Contains(byPrograms, c.Ext):
			kind = "by-programs" + phraseSuffix
			if needs := (*document.NeedsError)(nil); errors.As(err, &needs) {
				y.SetAside(kind, c.ID, err.Error())
				continue
			}
		case !slices.Contains(inProcess, c.Ext):
			y.SetAside(kind, c.ID, c.Ext+" is no format of documents")
			continue
		}
		all := true
		for _, p := range c.Contains {
			ok := says(d, p)
			all = all && ok
			wanted[c.Ext]++
			if ok {
				found[c.Ext]++
			}
			y.Count(kind, c.ID, ok, "%s: %q (%v)", c.File, p, err)
		}
		if kind == "in-process"+phraseSuffix && len(c.Contains) > 0 {
			if cases++; all {
				whole++
			}
		}
	}
	for _, ext := range slices.Sorted(maps.Keys(wanted)) {
		t.Logf("%s: %d of %d phrases", ext, found[ext], wanted[ext])
	}
	t.Logf("files read in process with all their phrases: %d of %d", whole, cases)
	var m runtime.MemStats
	if runtime.ReadMemStats(&m); m.Sys > mostMemory {
		t.Errorf("%d MB of memory", m.Sys>>20)
	}
	fmt.Printf("documents: %d MB of memory in all\n", m.Sys>>20)
	y.Report(conformancetest.Bars{Suites: map[string]float64{
		"tika-hostile": 100, "tika-text": 100, "pdfjs-seeds": 100, "nutch-parse-tika": 100, "in-process" + phraseSuffix: 85, "by-programs" + phraseSuffix: 85,
	}})
}

// says looks for a phrase in all that is known of a document; white space
// counts as one space.
func says(d *content.Document, phrase string) bool {
	if d == nil {
		return false
	}
	var all strings.Builder
	all.WriteString(d.Text)
	for _, f := range d.Fields {
		all.WriteString("\n" + f.Value)
	}
	for _, l := range d.Links {
		all.WriteString("\n" + l)
	}
	fold := func(s string) string { return strings.Join(strings.Fields(s), " ") }
	return strings.Contains(fold(all.String()), fold(phrase))
}
