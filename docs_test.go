package sluice_test

import (
	"fmt"
	"go/parser"
	"go/token"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

var (
	proofs = regexp.MustCompile("`([^`]+)`((?:,? (?:Test|Fuzz)[A-Za-z0-9_/-]+)+)")
	named  = regexp.MustCompile(`(?:Test|Fuzz)[A-Za-z0-9_/-]+`)
)

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
		if all := len(named.FindAllString(cells[3], -1)); all != tests || all == 0 {
			t.Errorf("fault %d: %d tests are named, %d of them with their folder: %s", n, all, tests, cells[3])
		}
	}
	if n != 90 {
		t.Errorf("%d rows in order, want 90", n)
	}
}

var (
	figure = regexp.MustCompile(`"QUALITY ([^ :%]*)`)
	fence  = regexp.MustCompile("(?m)^<!-- ([a-z]+) -->\n```$")
)

// TestQualityHasAPlaceForEachFigure looks for the fences of docs/quality.md behind which tools/quality.awk puts what tests measure.
func TestQualityHasAPlaceForEachFigure(t *testing.T) {
	doc, err := os.ReadFile("docs/quality.md")
	if err != nil {
		t.Fatal(err)
	}
	places := map[string]bool{}
	for _, m := range fence.FindAllStringSubmatch(string(doc), -1) {
		places[m[1]] = false
	}
	err = filepath.WalkDir(".", func(name string, _ fs.DirEntry, err error) error {
		if err != nil || !strings.HasSuffix(name, "_yardstick_test.go") {
			return err
		}
		source, err := os.ReadFile(name)
		for _, m := range figure.FindAllSubmatch(source, -1) {
			if _, ok := places[string(m[1])]; !ok {
				t.Errorf("%s: docs/quality.md has no place for %q", name, m[1])
			}
			places[string(m[1])] = true
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	for subject, isMeasured := range places {
		if !isMeasured {
			t.Errorf("docs/quality.md: no test measures %q", subject)
		}
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

// TestMapNamesEveryPackage compares the list in docs/architecture.md with the packages of the tree, in both directions. No entry begins with a package
// with which another has begun: merges of two versions of the list leave such entries.
func TestMapNamesEveryPackage(t *testing.T) {
	tree := packages(t)
	named, begun := map[string]bool{}, map[string]bool{}
	for _, e := range entries(t, tree) {
		if begun[e.packages[0]] {
			t.Errorf("two entries of the map begin with %s", e.packages[0])
		}
		begun[e.packages[0]] = true
		for _, name := range e.packages {
			named[name] = true
			if _, exists := tree[name]; exists == e.isLater {
				t.Errorf("%s is in the tree: %t; (later) on the map: %t", name, exists, e.isLater)
			}
		}
	}
	for folder := range tree {
		if !named[folder] {
			t.Errorf("the map does not name %s", folder)
		}
	}
}

// TestImportsRunDownTheMap compares the imports of the packages with the order of the list in docs/architecture.md.
func TestImportsRunDownTheMap(t *testing.T) {
	tree := packages(t)
	list := entries(t, tree)
	// position returns the index of the entry of a package: of the outermost folder, if the list has folders that contain it.
	position := func(folder string) int {
		for n := range len(folder) + 1 {
			if n < len(folder) && folder[n] != '/' {
				continue
			}
			if i := slices.IndexFunc(list, func(e entry) bool { return slices.Contains(e.packages, folder[:n]) }); i >= 0 {
				return i
			}
		}
		t.Fatalf("the map does not name %s", folder)
		return 0
	}
	for folder, imports := range tree {
		from := position(folder)
		if folder == "internal/catalogue/catalogtest" || list[from].isOutside {
			continue
		}
		for _, other := range imports {
			if position(other) < from {
				t.Errorf("%s imports %s, which stands above it on the map", folder, other)
			}
		}
	}
}

// packages returns the packages of the repository by folder, each with the folders that it imports. Folders named testdata are left out.
func packages(t *testing.T) map[string][]string {
	t.Helper()
	tree := map[string][]string{}
	err := filepath.WalkDir(".", func(name string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && (d.Name() == "testdata" || len(d.Name()) > 1 && d.Name()[0] == '.'):
			return fs.SkipDir
		case d.IsDir() || filepath.Ext(name) != ".go" || strings.HasSuffix(name, "_test.go"):
			return nil
		}
		file, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.ImportsOnly)
		if err != nil {
			return err
		}
		folder := filepath.ToSlash(filepath.Dir(name))
		imports := tree[folder]
		for _, i := range file.Imports {
			if other, ok := strings.CutPrefix(strings.Trim(i.Path.Value, `"`), "sluice/"); ok {
				imports = append(imports, other)
			}
		}
		tree[folder] = imports
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return tree
}

// entry is an entry of the list of packages in docs/architecture.md.
type entry struct {
	packages  []string // by their folders; first those that the entry begins with
	isLater   bool     // the tree does not have them yet
	isOutside bool     // they stand outside the floors
}

var (
	packageList = regexp.MustCompile(`(?s)\n    6  cmd/sluice .*?\n\n`)
	entryBegin  = regexp.MustCompile(`(?m)^ {4}([0-9-]| ) {2,4}([a-z0-9/]+(?:, [a-z0-9/]+)*)`)
	packagePath = regexp.MustCompile(`[a-z0-9]+(?:/[a-z0-9]+)+`)
	inBrackets  = regexp.MustCompile(`\([^)]*\)`)
	groupLabel  = regexp.MustCompile(`[^,;]*: `)
)

// entries returns the list of packages in docs/architecture.md. An entry begins with a package or several, and names others by paths in its
// text. If it begins with a folder named internal, its text is the list of the packages in there.
func entries(t *testing.T, tree map[string][]string) (list []entry) {
	t.Helper()
	file, err := os.ReadFile("docs/architecture.md")
	if err != nil {
		t.Fatal(err)
	}
	all := packageList.FindString(string(file))
	begins := entryBegin.FindAllStringSubmatchIndex(all, -1)
	if len(begins) == 0 {
		t.Fatal("docs/architecture.md has no list of packages")
	}
	isOutside := false
	for i, at := range begins {
		end := len(all)
		if i+1 < len(begins) {
			end = begins[i+1][0]
		}
		heading, text := all[at[4]:at[5]], strings.TrimSpace(all[at[5]:end])
		isOutside = isOutside || all[at[2]:at[3]] == "-"
		e := entry{isLater: strings.HasSuffix(text, "(later)"), isOutside: isOutside}
		if strings.HasSuffix(heading, "/internal") {
			text = groupLabel.ReplaceAllString(inBrackets.ReplaceAllString(text, ""), "")
			for _, name := range strings.FieldsFunc(text, func(r rune) bool { return r == ',' || r == ';' }) {
				e.packages = append(e.packages, folderOf(heading+"/"+strings.TrimSpace(name), tree))
			}
		} else {
			for _, name := range append(strings.Split(heading, ", "), packagePath.FindAllString(text, -1)...) {
				e.packages = append(e.packages, folderOf(name, tree))
			}
		}
		list = append(list, e)
	}
	return list
}

// folderOf returns the folder of a package that may be named by the last parts of its path, and the name if there is no folder.
func folderOf(name string, tree map[string][]string) string {
	if name == "sluice" {
		return "."
	}
	if _, exact := tree[name]; exact || !strings.Contains(name, "/") {
		return name
	}
	for _, folder := range slices.Sorted(maps.Keys(tree)) {
		if strings.HasSuffix(folder, "/"+name) {
			return folder
		}
	}
	return name
}
