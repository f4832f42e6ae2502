// Command structure measures how a Go module is divided: the size of its packages, files and functions, the names that
// packages export, comments, the methods of its largest types, and the uses between the files of one package.
//
//	go -C tools run ./structure ..
//
// Files of tests, generated files, testdata and modules below the folder are left out. The direction of a package's files
// is the order in which the fewest uses run back up, as the heuristic of P. Eades, X. Lin and W. F. Smyth, A fast and
// effective heuristic for the feedback arc set problem, 1993, finds it. A use of a method counts if only one type of the
// package has a method of that name.
package main

import (
	"cmp"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"log"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

func main() {
	log.SetFlags(0)
	root := "."
	if len(os.Args) > 1 {
		root = os.Args[1]
	}
	packages, err := load(root)
	if err != nil {
		log.Fatal("structure: ", err)
	}
	report(packages)
}

// goPackage is the code of one folder.
type goPackage struct {
	dir   string
	files []*sourceFile
}

// sourceFile is one parsed file and what was counted in it.
type sourceFile struct {
	name      string
	syntax    *ast.File
	lines     int // all lines
	code      int // lines that are not blank
	comments  int // lines that hold a comment
	functions []int
}

// load parses all packages of the module in root.
func load(root string) ([]*goPackage, error) {
	byDir := map[string]*goPackage{}
	err := filepath.WalkDir(root, func(path string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if entry.IsDir() {
			return enter(root, path, entry.Name())
		}
		if !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
			return nil
		}
		file, err := parseFile(path)
		if err != nil || file == nil {
			return err
		}
		dir, err := filepath.Rel(root, filepath.Dir(path))
		if err != nil {
			return err
		}
		if byDir[dir] == nil {
			byDir[dir] = &goPackage{dir: dir}
		}
		byDir[dir].files = append(byDir[dir].files, file)
		return nil
	})
	return slices.SortedFunc(maps.Values(byDir), func(a, b *goPackage) int { return strings.Compare(a.dir, b.dir) }), err
}

// enter reports by its error whether a folder is left out.
func enter(root, path, name string) error {
	if path == root {
		return nil
	}
	if name == "testdata" || strings.HasPrefix(name, ".") {
		return filepath.SkipDir
	}
	if _, err := os.Stat(filepath.Join(path, "go.mod")); err == nil {
		return filepath.SkipDir
	}
	return nil
}

// parseFile returns nil for a generated file.
func parseFile(path string) (*sourceFile, error) {
	source, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	set := token.NewFileSet()
	syntax, err := parser.ParseFile(set, path, source, parser.ParseComments)
	if err != nil {
		return nil, err
	}
	if ast.IsGenerated(syntax) {
		return nil, nil
	}
	file := &sourceFile{name: filepath.Base(path), syntax: syntax}
	for line := range strings.Lines(string(source)) {
		file.lines++
		if strings.TrimSpace(line) != "" {
			file.code++
		}
	}
	commented := map[int]bool{}
	for _, group := range syntax.Comments {
		for _, comment := range group.List {
			for line := set.Position(comment.Pos()).Line; line <= set.Position(comment.End()).Line; line++ {
				commented[line] = true
			}
		}
	}
	file.comments = len(commented)
	for _, decl := range syntax.Decls {
		if f, ok := decl.(*ast.FuncDecl); ok {
			file.functions = append(file.functions, set.Position(f.End()).Line-set.Position(f.Pos()).Line+1)
		}
	}
	return file, nil
}

// report prints the figures of all packages together, then those of each package.
func report(packages []*goPackage) {
	var sizes, counts, names, fileSizes, functionSizes []int
	var code, comments, uses, up int
	rows := make([]string, 0, len(packages))
	for _, p := range packages {
		lines, pCode, pComments := 0, 0, 0
		for _, f := range p.files {
			lines += f.lines
			pCode += f.code
			pComments += f.comments
			fileSizes = append(fileSizes, f.lines)
			functionSizes = append(functionSizes, f.functions...)
		}
		exported := p.exported()
		pUses, pUp := p.uses()
		code, comments, uses, up = code+pCode, comments+pComments, uses+pUses, up+pUp
		sizes, counts, names = append(sizes, lines), append(counts, len(p.files)), append(names, exported)
		rows = append(rows, fmt.Sprintf("%-42s %7d %6d %9d %8.1f %6d %4d %6s",
			p.dir, lines, len(p.files), exported, percent(pComments, pCode), pUses, pUp, share(pUp, pUses)))
	}
	fmt.Printf("packages                       %d\n", len(packages))
	fmt.Printf("lines a package, p50 / p90     %d / %d\n", quantile(sizes, 50), quantile(sizes, 90))
	fmt.Printf("files a package, p50 / p90     %d / %d\n", quantile(counts, 50), quantile(counts, 90))
	fmt.Printf("exported names, p50 / p90      %d / %d\n", quantile(names, 50), quantile(names, 90))
	fmt.Printf("lines a file, p50 / p90        %d / %d\n", quantile(fileSizes, 50), quantile(fileSizes, 90))
	fmt.Printf("lines a function, p50 / p90    %d / %d\n", quantile(functionSizes, 50), quantile(functionSizes, 90))
	fmt.Printf("comment lines                  %.1f %%\n", percent(comments, code))
	fmt.Printf("uses between files, back up    %d, %d (%s)\n", uses, up, share(up, uses))
	fmt.Println("methods of the largest types")
	for _, m := range largest(packages, 8) {
		fmt.Printf("  %4d  %s\n", m.methods, m.name)
	}
	fmt.Printf("\n%-42s %7s %6s %9s %8s %6s %4s %6s\n", "package", "lines", "files", "exported", "comm. %", "uses", "up", "up %")
	for _, row := range rows {
		fmt.Println(row)
	}
}

func percent(part, whole int) float64 { return 100 * float64(part) / float64(max(whole, 1)) }

// share is empty where there is nothing to share.
func share(part, whole int) string {
	if whole == 0 {
		return "-"
	}
	return fmt.Sprintf("%.0f %%", percent(part, whole))
}

// quantile returns the smallest value that p per cent of the values do not exceed.
func quantile(values []int, p int) int {
	if len(values) == 0 {
		return 0
	}
	sorted := slices.Sorted(slices.Values(values))
	return sorted[min((len(sorted)*p)/100, len(sorted)-1)]
}

// declarations yields each package-level name of a file, methods as Type.method.
func (f *sourceFile) declarations(yield func(name string)) {
	for _, decl := range f.syntax.Decls {
		switch d := decl.(type) {
		case *ast.FuncDecl:
			if d.Recv == nil {
				yield(d.Name.Name)
				continue
			}
			yield(receiver(d.Recv.List[0].Type) + "." + d.Name.Name)
		case *ast.GenDecl:
			for _, spec := range d.Specs {
				switch s := spec.(type) {
				case *ast.TypeSpec:
					yield(s.Name.Name)
				case *ast.ValueSpec:
					for _, name := range s.Names {
						yield(name.Name)
					}
				}
			}
		}
	}
}

// receiver returns the name of a receiver's type.
func receiver(e ast.Expr) string {
	switch t := e.(type) {
	case *ast.StarExpr:
		return receiver(t.X)
	case *ast.IndexExpr:
		return receiver(t.X)
	case *ast.IndexListExpr:
		return receiver(t.X)
	case *ast.Ident:
		return t.Name
	}
	return "?"
}

// exported counts the exported names of a package, without methods and fields.
func (p *goPackage) exported() int {
	n := 0
	for _, f := range p.files {
		f.declarations(func(name string) {
			if !strings.Contains(name, ".") && ast.IsExported(name) {
				n++
			}
		})
	}
	return n
}

// uses counts the pairs of files of which one uses names of the other, and those that run against the package's direction.
func (p *goPackage) uses() (all, up int) {
	home := map[string]int{} // package-level name, or .method, to its file; -1: several
	for i, f := range p.files {
		f.declarations(func(name string) {
			at := i
			if dot := strings.IndexByte(name, '.'); dot >= 0 {
				name = name[dot:]
				if _, there := home[name]; there {
					at = -1
				}
			}
			home[name] = at
		})
	}
	n := len(p.files)
	edges := make([]map[int]bool, n)
	for i, f := range p.files {
		edges[i] = map[int]bool{}
		use := func(name string) {
			if to, ok := home[name]; ok && to >= 0 && to != i {
				edges[i][to] = true
			}
		}
		for _, ident := range f.syntax.Unresolved {
			use(ident.Name)
		}
		ast.Inspect(f.syntax, func(node ast.Node) bool {
			if s, ok := node.(*ast.SelectorExpr); ok {
				use("." + s.Sel.Name)
			}
			return true
		})
	}
	rank := direction(edges)
	for from := range edges {
		for to := range edges[from] {
			all++
			if rank[from] > rank[to] {
				up++
			}
		}
	}
	return all, up
}

// direction ranks files so that few uses run from a higher rank to a lower one.
func direction(edges []map[int]bool) []int {
	n := len(edges)
	left := map[int]bool{}
	for i := range n {
		left[i] = true
	}
	degree := func(v int) (out, in int) {
		for to := range edges[v] {
			if left[to] {
				out++
			}
		}
		for from := range edges {
			if left[from] && edges[from][v] {
				in++
			}
		}
		return out, in
	}
	var first, last []int
	for len(left) > 0 {
		order := slices.Sorted(maps.Keys(left))
		taken := false
		for _, v := range order {
			if out, _ := degree(v); out == 0 {
				last, taken = append(last, v), true
				delete(left, v)
			} else if _, in := degree(v); in == 0 {
				first, taken = append(first, v), true
				delete(left, v)
			}
		}
		if taken || len(left) == 0 {
			continue
		}
		best := slices.MaxFunc(slices.Sorted(maps.Keys(left)), func(a, b int) int {
			aOut, aIn := degree(a)
			bOut, bIn := degree(b)
			return cmp.Compare(aOut-aIn, bOut-bIn)
		})
		first = append(first, best)
		delete(left, best)
	}
	slices.Reverse(last)
	rank := make([]int, n)
	for r, v := range append(first, last...) {
		rank[v] = r
	}
	return rank
}

// typeSize is a type with the number of its methods.
type typeSize struct {
	name    string
	methods int
}

// largest returns the n types with the most methods.
func largest(packages []*goPackage, n int) []typeSize {
	count := map[string]int{}
	for _, p := range packages {
		for _, f := range p.files {
			f.declarations(func(name string) {
				if owner, _, ok := strings.Cut(name, "."); ok {
					count[p.dir+"."+owner]++
				}
			})
		}
	}
	var all []typeSize
	for name, methods := range count {
		all = append(all, typeSize{name, methods})
	}
	slices.SortFunc(all, func(a, b typeSize) int {
		return cmp.Or(cmp.Compare(b.methods, a.methods), strings.Compare(a.name, b.name))
	})
	return all[:min(n, len(all))]
}
