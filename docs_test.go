package sluice_test

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

var (
	proofs = regexp.MustCompile("`([^`]+)`((?:,? (?:Test|Fuzz)[A-Za-z0-9_/-]+)+)")
	named  = regexp.MustCompile(`(?:Test|Fuzz)[A-Za-z0-9_/-]+`)
)

// unproven are the faults without a test: there is no topic classifier yet.
var unproven = map[int]bool{89: true}

// TestFaultsNameTheirTests keeps docs/faults.md true: ninety rows, and every test that they name is there.
func TestFaultsNameTheirTests(t *testing.T) {
	text, err := os.ReadFile("docs/faults.md")
	if err != nil {
		t.Fatal(err)
	}
	n := 0
	for line := range strings.Lines(string(text)) {
		cells := strings.Split(strings.Trim(strings.TrimSpace(line), "|"), " | ")
		if !strings.HasPrefix(line, fmt.Sprintf("| %d |", n+1)) {
			continue
		}
		n++
		if len(cells) != 4 {
			t.Errorf("fault %d: %d cells, want 4", n, len(cells))
			continue
		}
		tests := 0
		for _, p := range proofs.FindAllStringSubmatch(cells[3], -1) {
			for _, test := range named.FindAllString(p[2], -1) {
				tests++
				if !hasTest(t, p[1], test) {
					t.Errorf("fault %d: no test %s in %s", n, test, p[1])
				}
			}
		}
		if all := len(named.FindAllString(cells[3], -1)); all != tests || all == 0 && !unproven[n] {
			t.Errorf("fault %d: %d tests are named, %d of them with their folder: %s", n, all, tests, cells[3])
		}
	}
	if n != 90 {
		t.Errorf("%d rows in order, want 90", n)
	}
}

// hasTest reports whether a folder has a test, or the script of one.
func hasTest(t *testing.T, folder, name string) bool {
	t.Helper()
	if script, ok := strings.CutPrefix(name, "TestScripts/"); ok {
		_, err := os.Stat(filepath.Join(folder, "testdata", script+".txtar"))
		return err == nil
	}
	name, _, _ = strings.Cut(name, "/")
	files, err := filepath.Glob(filepath.Join(folder, "*_test.go"))
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if strings.Contains(string(text), "\nfunc "+name+"(") {
			return true
		}
	}
	return false
}
