//go:build unix

package main

import (
	"bytes"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	_ "modernc.org/sqlite"
)

const (
	aPage     = "http://people.cs.northbridge.example/~lindqvist/"
	aDocument = "http://people.cs.northbridge.example/~lindqvist/long-walks.pdf"
)

// reading are the commands that only read, on the library "lib". $OUT is a folder that the reader may write to.
var reading = []string{
	"status", "status --json", "check " + aPage, "check --json http://elsewhere.example/",
	"report", "report --json", "pages", "pages --json", "documents", "documents --where genre=paper --json", "sites", "sites --json",
	"links", "links --json", "show " + aPage, "show --json " + aDocument, "show " + aDocument + " --against " + aPage,
	"search walks", "search --json graph", "cat " + aPage, "cat " + aDocument,
	"verify", "verify --json", "trash list", "trash list --json", "remove --list",
	"export bibtex", "export ris", "export csl-json", "export jsonl", "export parquet", "export urls", "export catalogue",
	"export warc --list", "export warc", "export cdxj", "export wacz -o $OUT/all.wacz", "export markdown -o $OUT/markdown", "export folder -o $OUT/folder",
}

// reader is a user who may read a library and not write to it.
type reader struct {
	program, dir string // the folder holds the program and the library "lib"
	out          string // a folder of the reader's own
}

// newReader makes a library of the sample web and returns a user who is not its owner. As root the user is nobody, since root may write
// everywhere; else it is the owner, whom the modes bind.
func newReader(t *testing.T) *reader {
	t.Helper()
	// Not t.TempDir: other users may not enter it.
	dir, err := os.MkdirTemp("", "sluice-reader-")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		makeWritable(t, dir, true)
		os.RemoveAll(dir)
	})
	r := &reader{program: filepath.Join(dir, "sluice"), dir: dir, out: filepath.Join(dir, "out")}
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	program, err := os.ReadFile(self)
	syscall.ForkLock.RLock() // a process that another test begins meanwhile would have the program open, which then cannot be run
	err = errors.Join(err, os.WriteFile(r.program, program, 0o755))
	syscall.ForkLock.RUnlock()
	if err := errors.Join(err, os.Mkdir(r.out, 0o777), os.Chmod(dir, 0o755), os.Chmod(r.out, 0o777)); err != nil {
		t.Fatal(err)
	}
	if out, err := r.command(t, "demo -d lib", false).CombinedOutput(); err != nil {
		t.Fatalf("sluice demo: %v\n%s", err, out)
	}
	return r
}

// command returns a command of the program, by the owner or by the reader.
func (r *reader) command(t *testing.T, line string, asReader bool) *exec.Cmd {
	t.Helper()
	line = strings.ReplaceAll(line, "$OUT", r.out)
	cmd := exec.CommandContext(t.Context(), r.program, strings.Fields(line)...)
	cmd.Dir = r.dir
	cmd.Env = append(os.Environ(), "HOME="+r.out, "TMPDIR="+r.out)
	if asReader && os.Getuid() == 0 {
		cmd.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: 65534, Gid: 65534}}
	}
	return cmd
}

// run returns what a command prints.
func (r *reader) run(t *testing.T, line string, asReader bool) (stdout, stderr string, err error) {
	t.Helper()
	cmd := r.command(t, line, asReader)
	var out, errs bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &errs
	err = cmd.Run()
	return out.String(), errs.String(), err
}

// emptyOut deletes what exports have left.
func (r *reader) emptyOut(t *testing.T) {
	t.Helper()
	entries, err := os.ReadDir(r.out)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		if err := os.RemoveAll(filepath.Join(r.out, e.Name())); err != nil {
			t.Fatal(err)
		}
	}
}

// makeWritable sets the modes of all below a folder: for its owner, or for no user.
func makeWritable(t *testing.T, dir string, writable bool) {
	t.Helper()
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		mode := fs.FileMode(0o444)
		if d.IsDir() {
			mode = 0o555
		}
		if writable {
			mode |= 0o200
		}
		return os.Chmod(path, mode)
	})
	if err != nil {
		t.Error(err)
	}
}

// snapshot returns names, modes, sizes and times of all below a folder.
func snapshot(t *testing.T, dir string) string {
	t.Helper()
	var b strings.Builder
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		info, err := d.Info()
		if err == nil {
			fmt.Fprintln(&b, path, info.Mode(), info.Size(), info.ModTime())
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// TestReadOnlyLibrary reads another user's library, which cannot be written to.
func TestReadOnlyLibrary(t *testing.T) {
	longTest(t)
	t.Parallel()
	r := newReader(t)
	t.Run("every reading command", r.testReadingCommands)
	t.Run("log of a killed process", r.testLog)
	t.Run("crawl of the owner", r.testCrawlOfOwner)
}

// testReadingCommands runs every command that only reads. They print what they print to the owner, and change nothing.
func (r *reader) testReadingCommands(t *testing.T) {
	lib := filepath.Join(r.dir, "lib")
	want := map[string]string{}
	for _, line := range reading {
		out, errs, err := r.run(t, withLibrary(line), false)
		if err != nil {
			t.Errorf("sluice %s by the owner: %v\n%s", line, err, errs)
		}
		want[line] = out
	}
	asked := []string{"status --json", "check " + aPage, "show " + aPage, "report"} // what looks at the lock, or could
	for _, c := range []struct {
		name  string
		lines []string
		make  func() error
	}{
		{"with its lock", reading, func() error { return nil }},
		{"with an unreadable lock", asked, func() error { return os.Chmod(filepath.Join(lib, "lock"), 0) }},
		{"without a lock", asked, func() error {
			return errors.Join(os.Chmod(lib, 0o755), os.Remove(filepath.Join(lib, "lock")), os.Chmod(lib, 0o555))
		}},
	} {
		makeWritable(t, lib, false)
		if err := c.make(); err != nil {
			t.Fatal(err)
		}
		before := snapshot(t, lib)
		for _, line := range c.lines {
			r.emptyOut(t)
			out, errs, err := r.run(t, withLibrary(line), true)
			if err != nil {
				t.Errorf("%s: sluice %s: %v\n%s", c.name, line, err, errs)
			} else if out != want[line] && !strings.Contains(line, "warc") { // a WARC has its own time
				t.Errorf("%s: sluice %s printed\n%s\nto the owner\n%s", c.name, line, out, want[line])
			}
		}
		if _, errs, err := r.run(t, "doctor -d lib", true); err != nil {
			t.Errorf("%s: sluice doctor: %v\n%s", c.name, err, errs)
		}
		if after := snapshot(t, lib); after != before {
			t.Errorf("%s: the library was changed from\n%s\nto\n%s", c.name, before, after)
		}
	}
}

// withLibrary adds the library to a command line.
func withLibrary(line string) string {
	if command, rest, found := strings.Cut(line, " "); found && command != "trash" {
		return command + " -d lib " + rest
	}
	return line + " -d lib"
}

// testLog adds a change to the log of the catalogue that was never copied into the database, as a killed process leaves it. It must be seen.
func (r *reader) testLog(t *testing.T) {
	lib := filepath.Join(r.dir, "lib")
	makeWritable(t, lib, true)
	changeInLog(t, filepath.Join(lib, "catalog.db"), "UPDATE crawls SET reason = 'changed in the log'")
	for _, c := range []struct {
		name string
		make func() error
	}{
		{"log and its index", func() error { return nil }},
		{"log without its index", func() error { return os.Remove(filepath.Join(lib, "catalog.db-shm")) }},
	} {
		makeWritable(t, lib, true)
		if err := c.make(); err != nil {
			t.Fatal(err)
		}
		makeWritable(t, lib, false)
		before := snapshot(t, lib)
		out, errs, err := r.run(t, "report -d lib", true)
		if err != nil || !strings.Contains(out, "changed in the log") {
			t.Errorf("%s: sluice report: %v\n%s%s", c.name, err, out, errs)
		}
		if out, errs, err := r.run(t, "search -d lib walks", true); err != nil || !strings.Contains(out, "Long Walks") {
			t.Errorf("%s: sluice search: %v\n%s%s", c.name, err, out, errs)
		}
		if after := snapshot(t, lib); after != before {
			t.Errorf("%s: the library was changed from\n%s\nto\n%s", c.name, before, after)
		}
	}
	if err := os.Chmod(filepath.Join(lib, "catalog.db-wal"), 0); err != nil {
		t.Fatal(err)
	}
	if out, errs, err := r.run(t, "report -d lib", true); err == nil || !strings.Contains(errs, "catalog.db-wal: permission denied") {
		t.Errorf("unreadable log: sluice report: %v\n%s%s", err, out, errs)
	}
}

// changeInLog changes a database, and leaves database and log as a process does that is killed then.
func changeInLog(t *testing.T, path, statement string) {
	t.Helper()
	ctx := context.Background()
	db, err := sql.Open("sqlite", path)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	db.SetMaxOpenConns(1)
	for _, s := range []string{"PRAGMA journal_mode=wal", "PRAGMA wal_autocheckpoint=0", statement} {
		if _, err := db.ExecContext(ctx, s); err != nil {
			t.Fatal(err)
		}
	}
	kept := map[string][]byte{}
	for _, ending := range []string{"", "-wal", "-shm"} {
		if kept[ending], err = os.ReadFile(path + ending); err != nil {
			t.Fatal(err)
		}
	}
	if err := db.Close(); err != nil { // copies the log into the database
		t.Fatal(err)
	}
	for ending, content := range kept {
		if err := os.WriteFile(path+ending, content, 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

// openToOthers is chmod -R go+rX, while a crawl makes and deletes files.
func openToOthers(t *testing.T, dir string) {
	t.Helper()
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		var info fs.FileInfo
		if err == nil {
			info, err = d.Info()
		}
		if err == nil {
			mode := info.Mode().Perm()
			err = os.Chmod(path, mode|mode&0o500>>3|mode&0o500>>6)
		}
		if errors.Is(err, fs.ErrNotExist) {
			return nil
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}

// testCrawlOfOwner reads a library while its owner crawls: a command works, or says why it does not.
func (r *reader) testCrawlOfOwner(t *testing.T) {
	const first = "http://people.cs.northbridge.example/"      // a seed, which is fetched at once
	crawl := r.command(t, "demo -d running --delay 1m", false) // it must last longer than the commands below
	if err := crawl.Start(); err != nil {
		t.Fatal(err)
	}
	defer func() {
		if err := crawl.Process.Signal(os.Interrupt); err != nil {
			t.Error(err)
		}
		crawl.Wait() // its status is that of a crawl that was stopped
	}()
	waitFor := func(line, what string, asReader bool) {
		for end := time.Now().Add(5 * time.Minute); ; time.Sleep(300 * time.Millisecond) { // each try is a process
			out, errs, err := r.run(t, line, asReader)
			if err == nil && strings.Contains(out, what) {
				return
			}
			if time.Now().After(end) {
				t.Fatalf("sluice %s: %v; want %q\n%s%s", line, err, what, out, errs)
			}
		}
	}
	waitFor("pages -d running", first, false)
	openToOthers(t, filepath.Join(r.dir, "running")) // the files that are made from now on as well
	for line, want := range map[string]string{
		"status -d running": "running (only the owner of the library may ask the crawl", "pages -d running": first, "report -d running": "Totals",
		"documents -d running": "", "export urls -d running": first, "show -d running " + first: "Everyone", "cat -d running " + first: "<html",
	} {
		waitFor(line, want, true)
	}
	_, errs, err := r.run(t, "check -d running "+first, true)
	if err == nil || !strings.Contains(errs, "only the owner of the library may ask the crawl") {
		t.Errorf("sluice check: %v\n%s", err, errs)
	}
	// The lock is as a crawl makes it: unreadable to who may not write.
	if err := os.Chmod(filepath.Join(r.dir, "running", "lock"), 0); err != nil {
		t.Fatal(err)
	}
	for line, want := range map[string]string{
		"status -d running": "running", "status -d running --json": `"state":"running"`, "report -d running --json": `"state": "running"`,
		"doctor -d running": "; crawl 1: running",
	} {
		out, errs, err := r.run(t, line, true)
		if !strings.Contains(out, want) || strings.Contains(out, "interrupted") {
			t.Errorf("sluice %s with an unreadable lock: %v; want %q\n%s%s", line, err, want, out, errs)
		}
	}
}
