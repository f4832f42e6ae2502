package sluice_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"go/ast"
	"go/doc"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestPublicPackagesUsePublicTypes keeps every public package usable from outside the module: no exported name of one mentions a type that is
// declared in an internal package, also not by an alias, a field, a method or a type argument.
func TestPublicPackagesUsePublicTypes(t *testing.T) {
	exports := exportData(t, "./...")
	lookup := func(path string) (io.ReadCloser, error) { return os.Open(exports[path]) }
	imported := importer.ForCompiler(token.NewFileSet(), "gc", lookup)
	var public []string
	for path := range exports {
		if isOurs(path) && !isInternal(path) {
			public = append(public, path)
		}
	}
	slices.Sort(public)
	if len(public) < 10 {
		t.Fatalf("only %d public packages were found: %q", len(public), public)
	}
	for _, path := range public {
		p, err := imported.Import(path)
		if err != nil {
			t.Fatal(err)
		}
		for _, leak := range leaks(p) {
			t.Error(leak)
		}
	}
}

func TestInternalTypesInAnAPIAreFound(t *testing.T) {
	const hidden = `package hidden; type T struct{}`
	const api = `package api
		import "sluice/internal/hidden"
		type Field struct{ F hidden.T }
		type Alias = hidden.T
		type Method int
		func (Method) M() hidden.T { return hidden.T{} }
		func Parameter(map[string]*hidden.T) {}
		type List[E any] []E
		var Argument List[hidden.T]
		type base struct{ F []hidden.T }
		type Embedding struct{ base }
		type Interface interface{ M(func(hidden.T)) }
		func Constraint[E ~[]hidden.T](E) {}
		type Clean struct{ private hidden.T }
		func (Clean) private2() hidden.T { return hidden.T{} }
		var unexported hidden.T`
	packages := packageMap{}
	packages.check(t, "sluice/internal/hidden", hidden)
	got := leaks(packages.check(t, "sluice/api", api))
	var want []string
	for _, at := range []string{"Alias", "Argument", "Constraint", "Embedding.base.F", "Field.F", "Interface.M", "Method.M", "Parameter"} {
		want = append(want, "sluice/api."+at+" has the type sluice/internal/hidden.T")
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("leaks (-want +got):\n%s", diff)
	}
}

// packageMap are packages by their import paths.
type packageMap map[string]*types.Package

// Import implements [types.Importer].
func (m packageMap) Import(path string) (*types.Package, error) { return m[path], nil }

// check adds the package of a source.
func (m packageMap) check(t *testing.T, path, source string) *types.Package {
	t.Helper()
	files := token.NewFileSet()
	f, err := parser.ParseFile(files, "source.go", source, 0)
	if err != nil {
		t.Fatal(err)
	}
	if m[path], err = (&types.Config{Importer: m}).Check(path, files, []*ast.File{f}, nil); err != nil {
		t.Fatal(err)
	}
	return m[path]
}

// leaks returns where the exported names of a package refer to internal types.
func leaks(p *types.Package) []string {
	w := apiWalk{seen: map[types.Type]bool{}}
	for _, name := range p.Scope().Names() {
		if o := p.Scope().Lookup(name); o.Exported() {
			w.object(p.Path()+"."+name, o)
		}
	}
	return w.leaks
}

// TestPublicPackagesHaveExamples checks that the documentation of every public package begins with an example that is run.
func TestPublicPackagesHaveExamples(t *testing.T) {
	for path := range exportData(t, "./...") {
		if !isOurs(path) || isInternal(path) {
			continue
		}
		folder := "." + strings.TrimPrefix(path, "sluice")
		tests, err := filepath.Glob(filepath.Join(folder, "*_test.go"))
		if err != nil {
			t.Fatal(err)
		}
		if !slices.ContainsFunc(tests, func(file string) bool { return hasExample(t, file) }) {
			t.Errorf("package %s has no func Example with its output", path)
		}
	}
}

// hasExample reports whether a file of tests has an example of the whole package whose output is checked.
func hasExample(t *testing.T, file string) bool {
	f, err := parser.ParseFile(token.NewFileSet(), file, nil, parser.ParseComments)
	if err != nil {
		t.Fatal(err)
	}
	return slices.ContainsFunc(doc.Examples(f), func(e *doc.Example) bool { return e.Name == "" && e.Output != "" })
}

// exportData returns the files with the export data of packages and of all that they import, by import path. Commands are left out.
func exportData(t *testing.T, patterns ...string) map[string]string {
	t.Helper()
	list := exec.CommandContext(t.Context(), "go", append([]string{"list", "-export", "-deps", "-json=ImportPath,Export,Name"}, patterns...)...)
	var text, message bytes.Buffer
	list.Stdout, list.Stderr = &text, &message
	if err := list.Run(); err != nil {
		t.Fatalf("%v: %v\n%s", list.Args, err, &message)
	}
	exports := map[string]string{}
	for d := json.NewDecoder(&text); ; {
		var p struct{ ImportPath, Export, Name string }
		err := d.Decode(&p)
		if errors.Is(err, io.EOF) {
			return exports
		}
		if err != nil {
			t.Fatal(err)
		}
		if p.Name != "main" {
			exports[p.ImportPath] = p.Export
		}
	}
}

// isOurs reports whether a package is of this module.
func isOurs(path string) bool { return path == "sluice" || strings.HasPrefix(path, "sluice/") }

// isInternal reports whether only this module can import a package.
func isInternal(path string) bool { return slices.Contains(strings.Split(path, "/"), "internal") }

// apiWalk looks for internal types in all that an exported name refers to.
type apiWalk struct {
	seen  map[types.Type]bool
	leaks []string
}

// object looks at a variable, constant, function or type.
func (w *apiWalk) object(at string, o types.Object) {
	if name, ok := o.(*types.TypeName); ok {
		w.declared(at, name)
		return
	}
	w.use(at, o.Type())
}

// declared looks at the declaration of a type: what it is an alias of, or its underlying type and its methods.
func (w *apiWalk) declared(at string, name *types.TypeName) {
	if alias, ok := name.Type().(*types.Alias); ok {
		w.use(at, alias.Rhs())
		return
	}
	named, ok := name.Type().(*types.Named)
	if !ok {
		return
	}
	w.use(at, named.Underlying())
	for method := range named.Methods() {
		if method.Exported() {
			w.use(at+"."+method.Name(), method.Type())
		}
	}
}

// use looks at a type where it is used. Types of other public packages are looked at where they are declared.
func (w *apiWalk) use(at string, t types.Type) {
	switch t := t.(type) {
	case *types.Alias:
		w.named(at, t.Obj(), t.TypeArgs())
		w.use(at, t.Rhs())
	case *types.Named:
		w.named(at, t.Obj(), t.TypeArgs())
	case *types.Pointer:
		w.use(at, t.Elem())
	case *types.Slice:
		w.use(at, t.Elem())
	case *types.Array:
		w.use(at, t.Elem())
	case *types.Chan:
		w.use(at, t.Elem())
	case *types.Map:
		w.use(at, t.Key())
		w.use(at, t.Elem())
	case *types.Signature:
		for v := range t.Params().Variables() {
			w.use(at, v.Type())
		}
		for v := range t.Results().Variables() {
			w.use(at, v.Type())
		}
	case *types.Struct:
		for field := range t.Fields() {
			if field.Exported() || field.Embedded() { // an embedded type shows its fields and methods, whatever its name
				w.use(at+"."+field.Name(), field.Type())
			}
		}
	case *types.Interface:
		for i := range t.NumEmbeddeds() {
			w.use(at, t.EmbeddedType(i))
		}
		for method := range t.ExplicitMethods() {
			w.use(at+"."+method.Name(), method.Type())
		}
	case *types.Union:
		for term := range t.Terms() {
			w.use(at, term.Type())
		}
	case *types.TypeParam:
		if !w.seen[t] {
			w.seen[t] = true
			w.use(at, t.Constraint())
		}
	}
}

// named reports a name that is declared in an internal package, and looks at its type arguments. An unexported type of a public package is
// looked at where it is used.
func (w *apiWalk) named(at string, name *types.TypeName, args *types.TypeList) {
	for arg := range args.Types() {
		w.use(at, arg)
	}
	switch p := name.Pkg(); {
	case p == nil || !isOurs(p.Path()):
	case isInternal(p.Path()):
		w.leaks = append(w.leaks, at+" has the type "+p.Path()+"."+name.Name())
	case !name.Exported() && !w.seen[name.Type()]:
		w.seen[name.Type()] = true
		w.declared(at, name)
	}
}
