//go:build unix

package main

import (
	"io"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

func TestExportWritesIntoANamedPipe(t *testing.T) {
	lib, _ := mixed(t)
	pipe := filepath.Join(t.TempDir(), "pipe")
	if err := syscall.Mkfifo(pipe, 0o600); err != nil {
		t.Fatal(err)
	}
	f, err := os.OpenFile(pipe, os.O_RDWR, 0) // held open: neither side waits for the other
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if code, _, complaints := runCommand("export", "-d", lib, "urls", "-o", pipe); code != exitDone {
		t.Fatalf("exit code %d\n%s", code, complaints)
	}
	if info, err := os.Lstat(pipe); err != nil || info.Mode().Type() != os.ModeNamedPipe {
		t.Fatalf("the pipe is %v now, %v", info.Mode(), err)
	}
	_, want, _ := runCommand("export", "-d", lib, "urls")
	got := make([]byte, len(want))
	if _, err := io.ReadFull(f, got); err != nil || string(got) != want {
		t.Errorf("through the pipe came %q, %v, want %q", got, err, want)
	}
}

func TestExportKeepsASymbolicLink(t *testing.T) {
	lib, _ := mixed(t)
	dir := t.TempDir()
	for name, before := range map[string]string{"file": "what was there", "missing": ""} {
		file, link := filepath.Join(dir, name), filepath.Join(dir, "link to "+name)
		if before != "" {
			if err := os.WriteFile(file, []byte(before), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		if err := os.Symlink(name, link); err != nil {
			t.Fatal(err)
		}
		if code, _, complaints := runCommand("export", "-d", lib, "urls", "-o", link); code != exitDone {
			t.Fatalf("exit code %d\n%s", code, complaints)
		}
		if to, err := os.Readlink(link); err != nil || to != name {
			t.Errorf("the link leads to %q, %v", to, err)
		}
		if b, err := os.ReadFile(file); err != nil || !strings.HasPrefix(string(b), "http://") {
			t.Errorf("%s has %q, %v", name, b, err)
		}
	}
	if names, err := os.ReadDir(dir); err != nil || len(names) != 4 {
		t.Errorf("the folder has %v, %v", names, err)
	}
}
