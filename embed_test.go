package sluice_test

import (
	"bytes"
	"flag"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

var update = flag.Bool("update", false, "update the golden files")

// TestProgramOutsideTheModule compiles and runs the program in testdata/embed, which is a module of its own, and compares what it prints.
func TestProgramOutsideTheModule(t *testing.T) {
	if testing.Short() {
		t.Skip("it links a program")
	}
	dir := t.TempDir()
	for name, from := range map[string]string{"go.mod": "testdata/embed/go.mod", "go.sum": "go.sum"} { // the build completes them
		text, err := os.ReadFile(from)
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, name), text, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	program := filepath.Join(dir, "embed.exe")
	run(t, exec.CommandContext(t.Context(), "go", "build", "-mod=mod", "-modfile", filepath.Join(dir, "go.mod"), "-o", program, "."), "GOPROXY=off", "GOWORK=off")
	got := run(t, exec.CommandContext(t.Context(), program))
	const golden = "testdata/embed/output.txt"
	if *update {
		if err := os.WriteFile(golden, got, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(golden)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), string(got)); diff != "" {
		t.Errorf("%s (-want +got):\n%s", golden, diff)
	}
}

// TestReadmeShowsTheProgram keeps the program in the README equal to the one that is tested.
func TestReadmeShowsTheProgram(t *testing.T) {
	readme, err := os.ReadFile("README.md")
	if err != nil {
		t.Fatal(err)
	}
	program, err := os.ReadFile("testdata/embed/main.go")
	if err != nil {
		t.Fatal(err)
	}
	before, rest, _ := strings.Cut(string(readme), "\n```go\n")
	shown, after, ok := strings.Cut(rest, "\n```\n")
	if !ok {
		t.Fatal("README.md shows no Go program")
	}
	if *update {
		text := before + "\n```go\n" + strings.TrimSpace(string(program)) + "\n```\n" + after
		if err := os.WriteFile("README.md", []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	if diff := cmp.Diff(strings.TrimSpace(string(program)), shown); diff != "" {
		t.Errorf("the README differs from testdata/embed/main.go; go test -update copies it (-want +got):\n%s", diff)
	}
}

// run runs a command in testdata/embed and returns its output.
func run(t *testing.T, c *exec.Cmd, env ...string) []byte {
	t.Helper()
	var message bytes.Buffer
	c.Dir, c.Env, c.Stderr = "testdata/embed", append(os.Environ(), env...), &message
	out, err := c.Output()
	if err != nil {
		t.Fatalf("%s: %v\n%s", strings.Join(c.Args, " "), err, &message)
	}
	return out
}
