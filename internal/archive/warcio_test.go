package archive_test

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"os/exec"
	"path/filepath"
	"slices"
	"testing"

	"sluice/internal/archive"
	"sluice/internal/archive/archivetest"
)

// TestWarcioReadsOurFiles lets the reference tool of the field find the records. It
// needs the command warcio: npm install --global warcio@2.4.11.
func TestWarcioReadsOurFiles(t *testing.T) {
	warcio, err := exec.LookPath("warcio")
	if err != nil {
		t.Skip("the command warcio is not here")
	}
	kinds(t, func(t *testing.T, o archive.Options) {
		dir := t.TempDir()
		a := mustOpen(t, dir, o, archive.Position{})
		at, _ := add(t, a, 0, 5)
		at = at[1:3]
		again := archivetest.Page("http://example.org/again", nil)
		again.Revisit = &archive.Original{Profile: archive.SamePayload, URL: "http://example.org/1", Time: again.Time}
		for _, x := range []*archive.Exchange{again, archivetest.Page("http://example.org/big", webPage(3<<20))} {
			e, err := a.Encode(t.Context(), x)
			if err != nil {
				t.Fatal(err)
			}
			ls, err := a.Append(t.Context(), e)
			if err != nil {
				t.Fatal(err)
			}
			at = append(at, ls...)
		}
		path := files(t, dir)[0]
		check := func() {
			t.Helper()
			if got, want := warcioIndex(t, warcio, path), ourIndex(t, path); !slices.Equal(got, want) {
				t.Errorf("warcio finds\n%q\nwant\n%q", got, want)
			}
		}
		check()
		if _, err := archive.Erase(t.Context(), dir, archive.Position{}, at...); err != nil {
			t.Fatal(err)
		}
		check()
	})
}

func warcioIndex(t *testing.T, warcio, path string) []string {
	t.Helper()
	out, err := exec.CommandContext(t.Context(), warcio, "index", path).Output()
	if err != nil {
		t.Fatalf("warcio index: %v", err)
	}
	var lines []string
	in := bufio.NewScanner(bytes.NewReader(out))
	for in.Scan() {
		var r struct {
			Offset json.Number
			Type   string `json:"warc-type"`
			URI    string `json:"warc-target-uri"`
		}
		if err := json.Unmarshal(in.Bytes(), &r); err != nil {
			t.Fatalf("warcio index: %s: %v", in.Bytes(), err)
		}
		lines = append(lines, fmt.Sprintf("%s %s %s", r.Offset, r.Type, r.URI))
	}
	return lines
}

// ourIndex says the same of each record by our own Reader.
func ourIndex(t *testing.T, path string) []string {
	t.Helper()
	var lines []string
	for r, err := range archive.Records(t.Context(), path) {
		if err != nil {
			t.Fatal(err)
		}
		if _, err := io.Copy(io.Discard, r.Body); err != nil {
			t.Fatal(err)
		}
		l, err := r.Location(t.Context())
		if err != nil || l.File != filepath.Base(path) {
			t.Fatalf("Location() = %v, %v", l, err)
		}
		lines = append(lines, fmt.Sprintf("%d %s %s", l.Offset, r.Type, r.URL))
	}
	return lines
}
