package main

import (
	"os"
	"path/filepath"
	"testing"
)

func TestContainerFilesAreValid(t *testing.T) {
	names, err := filepath.Glob("../../packaging/Containerfile*")
	if err != nil || len(names) < 2 {
		t.Fatalf("%d container files, %v", len(names), err)
	}
	for _, name := range names {
		if _, err := parse(name); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestInvalidContainerFilesAreErrors(t *testing.T) {
	for _, c := range []struct{ name, text string }{
		{"no stage", "COPY a b\n"},
		{"unknown instruction", "FROM scratch\nCOPPY a b\n"},
		{"lint", "from scratch as Base\nCOPY a b\n"},
		{"default of the target's architecture", "FROM scratch\nARG TARGETARCH=amd64\nCOPY a b\n"},
		{"default for all stages", "ARG TARGETARCH=amd64\nFROM scratch\nCOPY a b\n"},
		{"default among other variables", "FROM scratch\nARG x=1 BUILDOS=linux\nCOPY a b\n"},
	} {
		name := filepath.Join(t.TempDir(), "Containerfile")
		if err := os.WriteFile(name, []byte(c.text), 0o644); err != nil {
			t.Fatal(err)
		}
		if _, err := parse(name); err == nil {
			t.Errorf("%s: no error", c.name)
		}
	}
}

func TestRootHasWhatTheLastStageCopies(t *testing.T) {
	clone, root := t.TempDir(), filepath.Join(t.TempDir(), "root")
	write := func(name, text string, mode os.FileMode) {
		name = filepath.Join(clone, name)
		if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(text), mode); err != nil {
			t.Fatal(err)
		}
	}
	write("tree/bin/program", "x", 0o755)
	write("other", "y", 0o644)
	write("Containerfile", "FROM scratch AS first\nCOPY other /first\n\nFROM scratch\nCOPY tree/ /usr/\nCOPY other /etc/name\n", 0o644)
	if err := makeRoot(clone, filepath.Join(clone, "Containerfile"), root); err != nil {
		t.Fatal(err)
	}
	if info, err := os.Stat(filepath.Join(root, "usr/bin/program")); err != nil || info.Mode() != 0o755 {
		t.Errorf("program: %v, %v", info, err)
	}
	if text, err := os.ReadFile(filepath.Join(root, "etc/name")); err != nil || string(text) != "y" {
		t.Errorf("name: %q, %v", text, err)
	}
	if _, err := os.Stat(filepath.Join(root, "first")); !os.IsNotExist(err) {
		t.Errorf("a file of another stage: %v", err)
	}
}
