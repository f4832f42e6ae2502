//go:build yardstick

package archive_test

import (
	"bufio"
	"bytes"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"sluice/internal/archive"
)

// shared is the folder of the data that others made.
func shared(t *testing.T) string {
	t.Helper()
	if dir := os.Getenv("SLUICE_SHARED"); dir != "" {
		return dir
	}
	dir, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	for ; dir != "/"; dir = filepath.Dir(dir) {
		if _, err := os.Stat(filepath.Join(dir, "go.mod")); err == nil {
			return filepath.Join(filepath.Dir(dir), "shared")
		}
	}
	t.Fatal("no go.mod above the test")
	return ""
}

type warcCase struct {
	ID, Suite, File, Expect string
	Data                    []byte
}

func warcCases(t *testing.T) []warcCase {
	t.Helper()
	f, err := os.Open(filepath.Join(shared(t), "conformance", "warc_files.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	var cases []warcCase
	lines := bufio.NewScanner(f)
	lines.Buffer(nil, 64<<20)
	for lines.Scan() {
		var c struct {
			warcCase
			B64 string `json:"data_b64"`
		}
		if err := json.Unmarshal(lines.Bytes(), &c); err != nil {
			t.Fatal(err)
		}
		if c.Data, err = base64.StdEncoding.DecodeString(c.B64); err != nil {
			t.Fatal(err)
		}
		cases = append(cases, c.warcCase)
	}
	if err := lines.Err(); err != nil {
		t.Fatal(err)
	}
	return cases
}

// TestConformanceWARC reads the WARC files of other projects: every record of the
// valid ones, and the others without harm. ARC, CDX and WACZ files are listed, not
// counted; ARC must be recognised.
func TestConformanceWARC(t *testing.T) {
	passed, cases := map[string]int{}, map[string]int{}
	for _, c := range warcCases(t) {
		n, err := readWARC(c.Data)
		name := strings.TrimSuffix(c.File, ".gz")
		switch {
		case strings.HasSuffix(name, ".arc"):
			t.Logf("not counted: %s: %v", c.File, err)
			if !errors.Is(err, archive.ErrARC) {
				t.Errorf("%s was not recognised as ARC: %v", c.File, err)
			}
		case !strings.HasSuffix(name, ".warc"):
			t.Logf("not counted: %s: %v", c.File, err)
			testCDXJ(t, c)
		default:
			cases[c.Suite]++
			if c.Expect == "survive" || err == nil && n > 0 {
				passed[c.Suite]++
			} else {
				t.Logf("%s %s: %d records, %v", c.ID, c.File, n, err)
			}
			t.Logf("%s (%s): %d records, %v", c.File, c.Expect, n, err)
		}
	}
	for _, suite := range slices.Sorted(maps.Keys(cases)) {
		fmt.Println("CONFORMANCE warc_files", suite, passed[suite], cases[suite])
		if passed[suite] < cases[suite] {
			t.Errorf("%s: %d of %d pass, want all", suite, passed[suite], cases[suite])
		}
	}
}

// readWARC reads every record to its end.
func readWARC(data []byte) (n int, err error) {
	in := archive.NewReader(bytes.NewReader(data))
	for {
		r, err := in.Next()
		if err == io.EOF {
			return n, nil
		}
		if err != nil {
			return n, err
		}
		body, err := io.ReadAll(r.Body)
		if err != nil {
			return n, err
		}
		if int64(len(body)) != r.Size {
			return n, fmt.Errorf("%s: body of %d bytes, want %d", r.URL, len(body), r.Size)
		}
		n++
	}
}

// testCDXJ reads the lines of a CDXJ file, and those that we write of it again.
func testCDXJ(t *testing.T, c warcCase) {
	if !strings.HasSuffix(c.File, ".cdxj") {
		return
	}
	for line := range strings.Lines(string(c.Data)) {
		e, err := archive.ParseEntry(line)
		if err != nil {
			t.Errorf("%s: %v", c.File, err)
			continue
		}
		if again, err := archive.ParseEntry(e.String()); err != nil || again != e {
			t.Errorf("%s: %v, %v, want %v", c.File, again, err, e)
		}
	}
}
