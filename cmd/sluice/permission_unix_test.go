//go:build unix

package main

import (
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// TestLibraryIsPrivateUntilItsOwnerOpensIt makes a library, and opens it for a group as its owner does. What other commands add then can be read by
// the group, as far as the umask allows.
func TestLibraryIsPrivateUntilItsOwnerOpensIt(t *testing.T) {
	longTest(t)
	defer syscall.Umask(syscall.Umask(0o022))
	dir := filepath.Join(t.TempDir(), "lib")
	if err := os.Mkdir(dir, 0o755); err != nil { // by a person with mkdir, who has not thought of permissions
		t.Fatal(err)
	}
	command := func(args ...string) {
		t.Helper()
		if code, out, errs := runCommand(args...); code != exitDone {
			t.Fatalf("sluice %q: exit code %d\n%s%s", args, code, out, errs)
		}
	}
	command("demo", "-d", dir)
	command("judge", "-d", dir, aDocument, "--genre", "report")
	eachMode(t, dir, func(path string, mode fs.FileMode) {
		if mode&0o077 != 0 && path != dir {
			t.Errorf("new library: %s has %o", path, mode)
		}
	})
	old := map[string]bool{}
	eachMode(t, dir, func(path string, mode fs.FileMode) {
		old[path] = true
		if err := os.Chmod(path, mode|mode&0o500>>3); err != nil { // chmod -R g+rX
			t.Fatal(err)
		}
	})
	if err := os.RemoveAll(filepath.Join(dir, "models")); err != nil { // it is made again
		t.Fatal(err)
	}
	added := filepath.Join(t.TempDir(), "added.txt")
	if err := os.WriteFile(added, []byte("A note on permissions\n\nThis is a text of a few words.\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	command("add", "-d", dir, added)
	command("rebuild", "-d", dir)
	command("rebuild", "-d", dir, "--index")
	command("judge", "-d", dir, aDocument, "--genre", "thesis")
	runCommand("crawl", "-d", dir, "--progress", "none", "--again", "--max-time", "1s") // its hosts cannot be reached; it writes all the same
	n := 0
	eachMode(t, dir, func(path string, mode fs.FileMode) {
		want := fs.FileMode(0o640)
		if mode.IsDir() {
			want = 0o750
		}
		if strings.Contains(path, ".damaged-") { // a rebuild has replaced it
			return
		}
		if filepath.Base(path) == "lock" || filepath.Base(path) == "LOCK" {
			want = 0o600
		}
		if path == dir {
			want = 0o755
		}
		if mode.Perm() != want {
			t.Errorf("library that a group may read: %s has %o, want %o", path, mode.Perm(), want)
		}
		if !old[path] {
			n++
		}
	})
	if n < 5 {
		t.Errorf("%d new files, want some", n)
	}
}

// eachMode calls do with the mode of all below a folder.
func eachMode(t *testing.T, dir string, do func(path string, mode fs.FileMode)) {
	t.Helper()
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		info, err := d.Info()
		if err == nil {
			do(path, info.Mode())
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}
