package main

import (
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// damages are ways in which a store comes to harm. older is the library as it was some groups before.
var damages = []struct {
	name string
	do   func(t *testing.T, dir, older string)
}{
	{"catalogue: random bytes", edited("catalog.db", garbage)},
	{"catalogue: pages in the middle", edited("catalog.db", middleTurned)},
	{"catalogue: truncated", edited("catalog.db", half)},
	{"catalogue: empty", edited("catalog.db", func([]byte) []byte { return nil })},
	{"catalogue: no database", edited("catalog.db", func([]byte) []byte { return []byte(strings.Repeat("no database\n", 999)) })},
	{"catalogue: missing", removed("catalog.db")},
	{"catalogue: an old copy", replaced("catalog.db")},
	{"frontier: missing", removed("frontier")},
	{"frontier: files cut in half", edited("frontier/0*", half)},
	{"frontier: bytes turned over", edited("frontier/0*", middleTurned)},
	{"frontier: manifest gone", removed("frontier/MANIFEST*")},
	{"frontier: marks gone", removed("frontier/marker*")},
	{"frontier: an old copy", replaced("frontier")},
	{"both missing", func(t *testing.T, dir, older string) {
		removed("catalog.db")(t, dir, older)
		removed("frontier")(t, dir, older)
	}},
}

func garbage(b []byte) []byte {
	for i := range b {
		b[i] = byte(i*7 + i>>3)
	}
	return b
}

func half(b []byte) []byte { return b[:len(b)/2] }

func middleTurned(b []byte) []byte {
	for i := len(b) / 4; i < len(b)*3/4; i++ {
		b[i] ^= 0xff
	}
	return b
}

// matches returns the files of a library that a pattern names; there must be one.
func matches(t *testing.T, dir, pattern string) []string {
	t.Helper()
	paths, err := filepath.Glob(filepath.Join(dir, pattern))
	if err != nil || len(paths) == 0 {
		t.Fatalf("no %s in %s (%v)", pattern, dir, err)
	}
	return paths
}

func edited(pattern string, change func([]byte) []byte) func(*testing.T, string, string) {
	return func(t *testing.T, dir, _ string) {
		for _, path := range matches(t, dir, pattern) {
			b, err := os.ReadFile(path)
			if err == nil {
				err = os.WriteFile(path, change(b), 0o644)
			}
			if err != nil {
				t.Fatal(err)
			}
		}
	}
}

func removed(pattern string) func(*testing.T, string, string) {
	return func(t *testing.T, dir, _ string) {
		for _, path := range matches(t, dir, pattern) {
			if err := os.RemoveAll(path); err != nil {
				t.Fatal(err)
			}
		}
	}
}

func replaced(name string) func(*testing.T, string, string) {
	return func(t *testing.T, dir, older string) {
		removed(name)(t, dir, older)
		from := copied(t, older)
		if err := os.Rename(filepath.Join(from, name), filepath.Join(dir, name)); err != nil {
			t.Fatal(err)
		}
	}
}

func copied(t *testing.T, from string) (to string) {
	t.Helper()
	to = filepath.Join(t.TempDir(), "lib")
	if err := os.CopyFS(to, os.DirFS(from)); err != nil {
		t.Fatal(err)
	}
	return to
}

// TestDamagedStoresAreReportedAndRebuilt harms one store of a crawl that stopped half way.
// Whatever command cannot do its work says that `sluice rebuild` makes the store again; it does,
// and the crawl continues and ends with what an undisturbed one gets.
func TestDamagedStoresAreReportedAndRebuilt(t *testing.T) {
	longTest(t)
	t.Parallel()
	web := startKillWeb(t, killShape{name: "small", hosts: 3, pages: 20, flags: []string{"--delay", "0s"}})
	whole := filepath.Join(t.TempDir(), "whole")
	if out, err := web.command(whole).CombinedOutput(); err != nil {
		t.Fatalf("undisturbed crawl: %v\n%s", err, out)
	}
	want := bodies(t, whole)
	stopped := filepath.Join(t.TempDir(), "stopped")
	crawlOn := func(dir string, flags ...string) (string, error) {
		cmd := web.command(dir)
		cmd.Args = append(cmd.Args, flags...)
		out, err := cmd.CombinedOutput()
		return string(out), err
	}
	for _, pages := range []string{"10", "20", "30"} {
		crawlOn(stopped, "--max-pages", pages)
	}
	older := copied(t, stopped)
	for _, pages := range []string{"40", "45", "50"} {
		crawlOn(stopped, "--max-pages", pages)
	}
	for _, d := range damages {
		t.Run(d.name, func(t *testing.T) {
			t.Parallel()
			dir := copied(t, stopped)
			d.do(t, dir, older)
			archived := archivedBytes(t, dir)
			remedy := "`sluice rebuild -d " + dir + "`"
			for _, args := range [][]string{{"report"}, {"status"}, {"pages"}, {"show", "http://h00.example/p0"}, {"check", "http://h00.example/p0"}, {"export", "cdxj"}} {
				out, err := program(append(args, "-d", dir)...).CombinedOutput()
				if err != nil && !strings.Contains(string(out), remedy) {
					t.Errorf("sluice %s:\n%sdoes not say %s", args[0], out, remedy)
				}
			}
			if out, err := crawlOn(dir); err == nil || !strings.Contains(out, remedy) {
				t.Errorf("sluice crawl: %v\n%sdoes not say %s", err, out, remedy)
			}
			if got := archivedBytes(t, dir); got != archived {
				t.Errorf("the archive had %d bytes and has %d", archived, got)
			}
			if out, err := program("rebuild", "-d", dir).CombinedOutput(); err != nil {
				t.Fatalf("rebuild: %v\n%s", err, out)
			}
			if out, err := program("crawl", "-d", dir, "--progress", "none", "--max-pages", "0").CombinedOutput(); err != nil {
				t.Fatalf("crawl after the rebuild: %v\n%s", err, out)
			}
			if got := bodies(t, dir); !maps.Equal(got, want) {
				t.Errorf("%d URLs in the end; an undisturbed crawl got %d", len(got), len(want))
			}
		})
	}
}

// TestKilledRebuildLeavesCompleteLibrary kills rebuilds at random moments. Each time the library
// has all its facts, in its old stores or in new ones.
func TestKilledRebuildLeavesCompleteLibrary(t *testing.T) {
	longTest(t)
	t.Parallel()
	web := startKillWeb(t, killShape{name: "small", hosts: 3, pages: 20, flags: []string{"--delay", "0s"}})
	dir := filepath.Join(t.TempDir(), "lib")
	if out, err := web.command(dir).CombinedOutput(); err != nil {
		t.Fatalf("crawl: %v\n%s", err, out)
	}
	want := bodies(t, dir)
	begun := time.Now()
	if out, err := program("rebuild", "-d", dir).CombinedOutput(); err != nil {
		t.Fatalf("rebuild: %v\n%s", err, out)
	}
	alone := time.Since(begun)
	for range 8 {
		cmd := program("rebuild", "-d", dir)
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		after := rand.N(alone)
		time.Sleep(after) // the very moment does not matter
		cmd.Process.Kill()
		cmd.Wait()
		if got := bodies(t, dir); !maps.Equal(got, want) {
			t.Errorf("killed after %v: %d URLs; want %d", after, len(got), len(want))
		}
	}
	if out, err := program("rebuild", "-d", dir).CombinedOutput(); err != nil {
		t.Errorf("rebuild after kills: %v\n%s", err, out)
	}
	if got := bodies(t, dir); !maps.Equal(got, want) {
		t.Errorf("in the end %d URLs; want %d", len(got), len(want))
	}
	if left, _ := filepath.Glob(filepath.Join(dir, "rebuil*")); len(left) > 0 {
		t.Errorf("left behind: %v", left)
	}
}

func archivedBytes(t *testing.T, dir string) (sum int64) {
	t.Helper()
	for _, path := range matches(t, dir, "archive/*") {
		info, err := os.Stat(path)
		if err != nil {
			t.Fatal(err)
		}
		sum += info.Size()
	}
	return sum
}
