//go:build yardstick

package page_test

import (
	"bufio"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"testing"
)

// shared returns a path in the folder of data shared by all checkouts.
func shared(t *testing.T, elements ...string) string {
	t.Helper()
	root := os.Getenv("SLUICE_SHARED")
	if root == "" {
		dir, err := os.Getwd()
		if err != nil {
			t.Fatal(err)
		}
		for {
			if _, err := os.Stat(filepath.Join(dir, "go.mod")); err == nil {
				break
			}
			if dir == filepath.Dir(dir) {
				t.Fatal("no go.mod above the package")
			}
			dir = filepath.Dir(dir)
		}
		root = filepath.Join(filepath.Dir(dir), "shared")
	}
	path := filepath.Join(append([]string{root}, elements...)...)
	if _, err := os.Stat(path); err != nil {
		t.Fatalf("%v (set SLUICE_SHARED)", err)
	}
	return path
}

// testCase is a case of a conformance suite, with the fields of all suites of this package.
type testCase struct {
	ID              string
	Suite           string
	Base            json.RawMessage
	HTML            *string
	HTMLBase64      string `json:"html_b64"`
	Body            *string
	BodyBase64      string `json:"body_b64"`
	Encoding        string
	ContentType     string `json:"content_type"`
	Options         map[string]any
	Expected        json.RawMessage
	ExpectedText    *string  `json:"expected_text"`
	ExpectedTitle   *string  `json:"expected_title"`
	ExpectedLinks   []string `json:"expected_links"`
	ExpectedSeconds *float64 `json:"expected_seconds"`
	ExpectedURL     *string  `json:"expected_url"`
	Content         *string
	Match           string
	Srcset          string
	Label           string
	Note            string
}

// cases reads a file of cases.
func cases(t *testing.T, file string) []testCase {
	t.Helper()
	f, err := os.Open(shared(t, "conformance", file))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	var list []testCase
	for d := json.NewDecoder(bufio.NewReader(f)); d.More(); {
		var c testCase
		if err := d.Decode(&c); err != nil {
			t.Fatal(err)
		}
		list = append(list, c)
	}
	if len(list) == 0 {
		t.Fatalf("%s holds no cases", file)
	}
	return list
}

func (c *testCase) html() []byte { return textOrBytes(c.HTML, c.HTMLBase64) }

func (c *testCase) body() []byte { return textOrBytes(c.Body, c.BodyBase64) }

func textOrBytes(text *string, encoded string) []byte {
	if text != nil {
		return []byte(*text)
	}
	b, _ := base64.StdEncoding.DecodeString(encoded)
	return b
}

func (c *testCase) base() string { return stringOrBytes(c.Base) }

func (c *testCase) expected() string { return stringOrBytes(c.Expected) }

// stringOrBytes reads a JSON string, or an object that holds one in base64.
func stringOrBytes(raw json.RawMessage) string {
	var s string
	if json.Unmarshal(raw, &s) == nil {
		return s
	}
	var encoded struct{ B64 []byte }
	json.Unmarshal(raw, &encoded)
	return string(encoded.B64)
}

// tally counts the cases of each suite of a file, and fails a suite that passes too few.
type tally struct {
	t      *testing.T
	file   string
	suites []string
	passed map[string]int
	total  map[string]int
}

func newTally(t *testing.T, file string) *tally {
	return &tally{t: t, file: file, passed: map[string]int{}, total: map[string]int{}}
}

func (y *tally) count(c testCase, ok bool, got string) {
	if y.total[c.Suite] == 0 {
		y.suites = append(y.suites, c.Suite)
	}
	y.total[c.Suite]++
	if ok {
		y.passed[c.Suite]++
	} else {
		y.t.Logf("%s %s %s: got %s", c.ID, c.Suite, c.Note, got)
	}
}

// report prints a line a suite, and fails when fewer than so many in a hundred passed, over the suites together.
func (y *tally) report(percent float64, suites ...string) {
	y.t.Helper()
	if suites == nil {
		suites = y.suites
	}
	passed, total := 0, 0
	for _, s := range suites {
		fmt.Println("CONFORMANCE", y.file, s, y.passed[s], y.total[s])
		passed += y.passed[s]
		total += y.total[s]
	}
	if float64(passed)*100 < percent*float64(total) {
		y.t.Errorf("%s: %d of %d passed, want %g %%", y.file, passed, total, percent)
	}
}
