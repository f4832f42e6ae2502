//go:build yardstick

// Package conformancetest holds the project against suites of cases that others publish: it reads
// them, counts what passes and says so in one form.
//
// The suites belong to a folder beside the project, which [Path] finds; users of the program do not
// have it.
package conformancetest

import (
	"bufio"
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"sluice/internal/webboxtest"
)

// Path returns a path in the folder of data that lies beside the project (SLUICE_SHARED names it
// elsewhere). What is not there fails the test.
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

// longestCase is how long the line of one case may be, in bytes.
const longestCase = 64 << 20

// Cases reads the cases of a file, one JSON object a line. A file without any ends the test; a case that cannot be
// read fails it, and the others are given.
func Cases[T any](t testing.TB, file string) []T {
	t.Helper()
	f, err := os.Open(Path(t, "conformance", file+".jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	var all []T
	lines := bufio.NewScanner(f)
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
		t.Fatalf("%s holds no cases", file)
	}
	return all
}

// Tally counts what passes, suite by suite.
type Tally struct {
	t             testing.TB
	file          string
	suites        []string // in the order in which they came
	passed, cases map[string]int
	agree         []string // ids of cases that pass
	aside         []string // ids of cases that are not counted
}

// NewTally begins to count the cases of a file.
func NewTally(t testing.TB, file string) *Tally {
	return &Tally{t: t, file: file, passed: map[string]int{}, cases: map[string]int{}}
}

// Count takes in one case of a suite. Of one that does not pass, it prints a line "DIFFERS file id",
// and logs what came of it.
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

// SetAside takes in a case that is listed and not counted, and why.
func (y *Tally) SetAside(suite, id, why string) {
	y.aside = append(y.aside, id)
	y.t.Logf("%s %s: not counted: %s", id, suite, why)
}

// Bars are the shares that must pass, in parts of a hundred; 0 asks for nothing.
type Bars struct {
	All    float64            // of all cases together
	Suite  float64            // of each suite of large or more cases
	Suites map[string]float64 // of these suites, however small, which must be there
}

// large is how many cases a suite has whose share says something; what lies here may be a part of one of thirty.
const large = 20

// Report prints a line "CONFORMANCE file suite passed cases" for each suite and a line "AGREES file id..." of all that
// passes. It fails the test where less passes than the bars ask for, and where there is nothing to hold to a bar.
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
		y.hold(y.file+" "+s, p, n, bar)
	}
	for _, s := range slices.Sorted(maps.Keys(want.Suites)) {
		if y.cases[s] == 0 {
			y.t.Errorf("%s: there is no case of the suite %s, of which %g %% must pass", y.file, s, want.Suites[s])
		}
	}
	fmt.Println("AGREES", y.file, strings.Join(y.agree, " "))
	if len(y.aside) > 0 {
		fmt.Println("SET-ASIDE", y.file, strings.Join(y.aside, " "))
	}
	y.hold(y.file, passed, cases, want.All)
}

// hold says what share passes, and fails the test when that is below the bar.
func (y *Tally) hold(what string, passed, cases int, bar float64) {
	y.t.Helper()
	switch share := 100 * float64(passed) / float64(cases); {
	case cases == 0:
		y.t.Errorf("%s: there are no cases, of which %g %% must pass", what, bar)
	case share < bar:
		y.t.Errorf("%s: %d of %d pass, %.1f %%, want %g %%", what, passed, cases, share, bar)
	default:
		y.t.Logf("%s: %d of %d pass, %.1f %%", what, passed, cases, share)
	}
}
