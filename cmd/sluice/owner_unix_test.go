//go:build unix

package main

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestLibraryOfAnotherUserIsOpenedByNameOnly runs commands where another user has left a library, or a part of one.
func TestLibraryOfAnotherUserIsOpenedByNameOnly(t *testing.T) {
	if os.Getuid() != 0 {
		t.Skip("only root may give a file to another user")
	}
	longTest(t)
	const other = 65534
	made := filepath.Join(t.TempDir(), "lib")
	if code, _, errs := runCommand("demo", "-d", made); code != exitDone {
		t.Fatalf("sluice demo: exit code %d\n%s", code, errs)
	}
	for _, c := range []struct {
		name, library, foreign string
	}{
		{"default folder", "library", "library"},
		{"current folder", ".", "."},
		{"settings in a folder for all", ".", "sluice.yaml"},
		{"catalogue", "library", filepath.Join("library", "catalog.db")},
		{"link of another user", "library", "link"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Chdir(t.TempDir())
			if err := os.CopyFS(c.library, os.DirFS(made)); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(filepath.Join(c.library, "sluice.yaml"), []byte("delay: 2s\n"), 0o644); err != nil {
				t.Fatal(err)
			}
			if c.foreign == "link" {
				if err := errors.Join(os.Rename("library", "elsewhere"), os.Symlink("elsewhere", "library")); err != nil {
					t.Fatal(err)
				}
				c.foreign = "library"
			}
			if err := os.Lchown(c.foreign, other, other); err != nil {
				t.Fatal(err)
			}
			for _, command := range []string{"report", "documents", "status"} {
				if code, _, errs := runCommand(command); code != exitUsage || !strings.Contains(errs, "if you trust that user, name the library with -d "+c.library) {
					t.Errorf("sluice %s: exit code %d\n%s", command, code, errs)
				}
			}
			if code, _, errs := runCommand("crawl", "--contact", "me@example.org"); code != exitUsage {
				t.Errorf("sluice crawl: exit code %d\n%s", code, errs)
			}
			if code, _, errs := runCommand("report", "-d", c.library); code != exitDone {
				t.Errorf("sluice report -d: exit code %d\n%s", code, errs)
			}
			if err := os.Lchown(c.foreign, 0, 0); err != nil {
				t.Fatal(err)
			}
			if code, _, errs := runCommand("report"); code != exitDone {
				t.Errorf("sluice report in the user's own library: exit code %d\n%s", code, errs)
			}
		})
	}
}

// TestLinksInPlantedLibraryAreNotFollowed runs commands on a library whose parts were replaced by links to a file of the user.
func TestLinksInPlantedLibraryAreNotFollowed(t *testing.T) {
	longTest(t)
	t.Parallel()
	made := filepath.Join(t.TempDir(), "lib")
	if code, _, errs := runCommand("demo", "-d", made); code != exitDone {
		t.Fatalf("sluice demo: exit code %d\n%s", code, errs)
	}
	precious := filepath.Join(t.TempDir(), "precious")
	if err := os.Mkdir(precious, 0o700); err != nil {
		t.Fatal(err)
	}
	victim := filepath.Join(precious, "victim")
	if err := os.WriteFile(victim, []byte("precious"), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ name, target string }{
		{"lock", victim}, {"catalog.db", victim}, {"documents", precious}, {"documents/hand.jsonl", victim}, {"archive", precious}, {"index", precious},
		{"models", precious}, {"frontier", precious}, {"rebuilt", precious},
	} {
		t.Run(c.name, func(t *testing.T) {
			dir := filepath.Join(t.TempDir(), "lib")
			if err := os.CopyFS(dir, os.DirFS(made)); err != nil {
				t.Fatal(err)
			}
			part := filepath.Join(dir, c.name)
			if err := errors.Join(os.RemoveAll(part), os.Symlink(c.target, part)); err != nil {
				t.Fatal(err)
			}
			for _, args := range [][]string{
				{"crawl", "--again", "--progress", "none", "--max-time", "1s"}, {"judge", aDocument, "--genre", "thesis"}, {"rebuild"},
				{"remove", "--yes", aDocument},
			} {
				args = append([]string{args[0], "-d", dir}, args[1:]...)
				code, _, errs := runCommand(args...)
				if code == exitDone && c.name != "lock" {
					t.Errorf("sluice %q worked", args)
				}
				if code != exitDone && !strings.Contains(errs, "symbolic link") {
					t.Errorf("sluice %q: %s", args, errs)
				}
			}
			if text, err := os.ReadFile(victim); err != nil || string(text) != "precious" {
				t.Errorf("the user's file has %q, %v", text, err)
			}
			if entries, err := os.ReadDir(precious); err != nil || len(entries) != 1 {
				t.Errorf("the user's folder has %v, %v", entries, err)
			}
		})
	}
}
