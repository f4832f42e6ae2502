//go:build yardstick

// Package conformancetest runs test suites that others have published: it reads their cases, counts those that pass, and
// reports them in one format.
//
// The suites are in a folder beside the project, which [Path] finds; users of the program do not have it.
package conformancetest

import (
	"bufio"
	"compress/gzip"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"sluice/internal/webboxtest"
)

// Path returns a path in the folder of data beside the project (or in that of SLUICE_SHARED). A missing file fails the test.
func Path(t testing.TB, elements ...string) string {
	t.Helper()
	root, err := webboxtest.Shared()
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(append([]string{root}, elements...)...)
	if _, err := os.Stat(path); err != nil {
		t.Fatalf("%v (set SLUICE_SHARED)", err)
	}
	return path
}

// longestCase is the greatest length of the line of one case, in bytes.
const longestCase = 64 << 20

// Cases returns the cases of a file, one JSON object a line. A file without cases ends the test. A case that cannot be read
// fails it and is left out.
func Cases[T any](t testing.TB, file string) []T {
	t.Helper()
	return readCases[T](t, file, openFile(t, Path(t, "conformance", file+".jsonl")))
}

// CompressedCases is Cases for a file that is compressed by gzip.
func CompressedCases[T any](t testing.TB, file string) []T {
	t.Helper()
	plain, err := gzip.NewReader(openFile(t, Path(t, "conformance", file+".jsonl.gz")))
	if err != nil {
		t.Fatal(err)
	}
	return readCases[T](t, file, plain)
}

// Plain opens a file that is compressed by gzip, until the end of the test. Its name is as in [Path].
func Plain(t testing.TB, elements ...string) io.Reader {
	t.Helper()
	plain, err := gzip.NewReader(openFile(t, Path(t, elements...)))
	if err != nil {
		t.Fatal(err)
	}
	return plain
}

// openFile opens a file until the end of the test.
func openFile(t testing.TB, name string) *os.File {
	t.Helper()
	f, err := os.Open(name)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { f.Close() })
	return f
}

// readCases reads the cases of a file.
func readCases[T any](t testing.TB, file string, r io.Reader) []T {
	t.Helper()
	var all []T
	lines := bufio.NewScanner(r)
	lines.Buffer(nil, longestCase)
	for lines.Scan() {
		var c T
		if err := json.Unmarshal(lines.Bytes(), &c); err != nil {
			t.Errorf("%s: %v in %.100s", file, err, lines.Bytes())
			continue
		}
		all = append(all, c)
	}
	if err := lines.Err(); err != nil {
		t.Fatal(err)
	}
	if len(all) == 0 {
		t.Fatalf("%s has no cases", file)
	}
	return all
}

// Tally counts the cases that pass, suite by suite.
type Tally struct {
	t             testing.TB
	file          string
	suites        []string // in order of their first case
	passed, cases map[string]int
	agree         []string // ids of cases that pass
	aside         []string // ids of cases that are not counted
}

// NewTally returns a tally for the cases of a file.
func NewTally(t testing.TB, file string) *Tally {
	return &Tally{t: t, file: file, passed: map[string]int{}, cases: map[string]int{}}
}

// Count counts a case of a suite. If it does not pass, Count prints a line "DIFFERS file id" and logs the details.
func (y *Tally) Count(suite, id string, passed bool, format string, args ...any) {
	y.t.Helper()
	if y.cases[suite] == 0 {
		y.suites = append(y.suites, suite)
	}
	y.cases[suite]++
	if passed {
		y.passed[suite]++
		y.agree = append(y.agree, id)
		return
	}
	fmt.Println("DIFFERS", y.file, id)
	y.t.Logf("%s %s: %s", id, suite, fmt.Sprintf(format, args...))
}

// SetAside lists a case that is not counted, and why.
func (y *Tally) SetAside(suite, id, why string) {
	y.aside = append(y.aside, id)
	y.t.Logf("%s %s: not counted: %s", id, suite, why)
}

// Bars are the shares that must pass, in percent; 0 requires nothing.
type Bars struct {
	All    float64            // of all cases together
	Suite  float64            // of each suite of large or more cases
	Suites map[string]float64 // of these suites of any size, which must exist
}

// large is the least number of cases of a suite whose share is checked. A smaller one may be a part of a suite.
const large = 20

// Report prints a line "CONFORMANCE file suite passed cases" for each suite, and a line "AGREES file id..." with all cases
// that pass. It fails the test if fewer pass than the bars require, or if there are no cases for a bar.
func (y *Tally) Report(want Bars) {
	y.t.Helper()
	passed, cases := 0, 0
	for _, s := range y.suites {
		p, n := y.passed[s], y.cases[s]
		fmt.Println("CONFORMANCE", y.file, s, p, n)
		passed, cases = passed+p, cases+n
		bar := want.Suites[s]
		if n >= large {
			bar = max(bar, want.Suite)
		}
		y.check(y.file+" "+s, p, n, bar)
	}
	for _, s := range slices.Sorted(maps.Keys(want.Suites)) {
		if y.cases[s] == 0 {
			y.t.Errorf("%s: no case of the suite %s, of which %g %% must pass", y.file, s, want.Suites[s])
		}
	}
	fmt.Println("AGREES", y.file, strings.Join(y.agree, " "))
	if len(y.aside) > 0 {
		fmt.Println("SET-ASIDE", y.file, strings.Join(y.aside, " "))
	}
	y.check(y.file, passed, cases, want.All)
}

// check logs the share that passes, and fails the test if it is below the bar.
func (y *Tally) check(what string, passed, cases int, bar float64) {
	y.t.Helper()
	switch share := 100 * float64(passed) / float64(cases); {
	case cases == 0:
		y.t.Errorf("%s: no cases, of which %g %% must pass", what, bar)
	case share < bar:
		y.t.Errorf("%s: %d of %d pass, %.1f %%, want %g %%", what, passed, cases, share, bar)
	default:
		y.t.Logf("%s: %d of %d pass, %.1f %%", what, passed, cases, share)
	}
}
