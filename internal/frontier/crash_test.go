package frontier_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"github.com/cockroachdb/pebble/v2/vfs"
	"github.com/cockroachdb/pebble/v2/vfs/errorfs"
	"pgregory.net/rapid"

	"sluice/internal/frontier"
	"sluice/weburl"
)

// fataler is what tests and property tests have in common.
type fataler interface {
	Helper()
	Fatal(...any)
}

func parse(t fataler, s string) weburl.URL {
	t.Helper()
	u, err := weburl.Parse(s)
	if err != nil {
		t.Fatal(err)
	}
	return u
}

// drain serves until nothing waits, and counts how often each URL came.
func drain(t fataler, f *frontier.Frontier, now *time.Time) map[string]int {
	t.Helper()
	times, err := serveAll(f, 50, now)
	if err != nil {
		t.Fatal(err)
	}
	return times
}

// serveAll leases n URLs at a time until nothing waits, and counts how often each came.
func serveAll(f *frontier.Frontier, n int, now *time.Time) (times map[string]int, err error) {
	times = map[string]int{}
	for range 1_000_000 {
		leases, err := f.Next(context.Background(), n, nil)
		if err != nil {
			return times, err
		}
		var g frontier.Group
		for _, l := range leases {
			times[l.URL.String()]++
			f.Release(l, *now)
			g.Done = append(g.Done, l.URL.Key())
		}
		if err := f.Commit(context.Background(), &g); err != nil {
			return times, err
		}
		if len(leases) > 0 {
			continue
		}
		at, ok := f.Ready()
		if !ok {
			return times, nil
		}
		if at.After(*now) {
			*now = at
		}
	}
	return times, errors.New("serving does not end")
}

// TestSmallCacheLosesNothing does anything to a frontier that keeps next
// to nothing in memory, with crashes, and then expects each URL that was not
// ended once.
func TestSmallCacheLosesNothing(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		disk := vfs.NewCrashableMem()
		w := &twins{now: time.Date(2026, 11, 1, 8, 0, 0, 0, time.UTC), released: map[weburl.Key]bool{}}
		o := frontier.Options{Delay: time.Second, PerHost: 2, PerAddress: 1, Now: func() time.Time { return w.now }}
		open := func() *frontier.Frontier {
			f, err := frontier.OpenFS("f", disk, o)
			if err != nil {
				t.Fatal(err)
			}
			f.Narrow(rapid.IntRange(1, 4).Draw(t, "queues"), 8, 2)
			w.a, w.b, w.leases = f, frontier.NewMemory(o), nil
			return f
		}
		f := open()
		defer func() { _ = f.Close() }()
		actions := w.actions()
		delete(actions, "")
		actions["next"] = func(t *rapid.T) {
			leases, err := f.Next(t.Context(), rapid.IntRange(1, 5).Draw(t, "n"), nil)
			if err != nil {
				t.Fatal(err)
			}
			for _, l := range leases {
				delete(w.released, l.URL.Key())
			}
			w.leases = append(w.leases, leases...)
		}
		actions["crash"] = func(t *rapid.T) {
			after := disk.CrashClone(vfs.CrashCloneCfg{})
			if err := f.Close(); err != nil {
				t.Fatal(err)
			}
			disk = after
			f = open()
		}
		t.Repeat(actions)
		want := waiting(t, f)
		for _, l := range w.leases {
			want[l.URL.Key()] = false
			w.release(l)
		}
		for u, n := range drain(t, f, &w.now) {
			k := parse(t, u).Key()
			if n != 1 || !want[k] {
				t.Errorf("%s came %d times, waited: %v", u, n, want[k])
			}
			delete(want, k)
		}
		for _, waits := range want {
			if waits {
				t.Error("a link that waits never came")
			}
		}
	})
}

// waiting lists the URLs that wait, of all that the property tests use.
func waiting(t *rapid.T, f *frontier.Frontier) map[weburl.Key]bool {
	want := map[weburl.Key]bool{}
	for _, h := range []string{"a", "b", "c", "d.e", "f:8080"} {
		for p := range 8 {
			k := parse(t, fmt.Sprintf("http://%s/%d", h, p)).Key()
			var known [1]frontier.Known
			if err := f.Known(t.Context(), []weburl.Key{k}, known[:]); err != nil {
				t.Fatal(err)
			}
			if known[0].State == frontier.Waiting {
				want[k] = true
			}
		}
	}
	return want
}

// TestCrashLosesNoGroup ends the disk at random moments: each group whose
// Commit returned is there, and each group is there as a whole or not at all.
func TestCrashLosesNoGroup(t *testing.T) {
	for seed := range uint64(20) {
		rng := rand.New(rand.NewPCG(seed, 1))
		disk := vfs.NewCrashableMem()
		f, err := frontier.OpenFS("f", disk, frontier.Options{PerHost: 10})
		if err != nil {
			t.Fatal(err)
		}
		var acknowledged atomic.Int64
		finished := make(chan struct{})
		const groups, size = 300, 10
		go func() {
			defer close(finished)
			for i := range groups {
				var g frontier.Group
				for j := range size {
					g.Add = append(g.Add, frontier.Link{URL: parse(t, fmt.Sprintf("http://h%d.example/%d/%d", j, i, j)), Lane: frontier.Lane(j % 3)})
				}
				if leases, err := f.Next(t.Context(), 5, nil); err != nil {
					t.Error(err)
				} else {
					for _, l := range leases {
						f.Release(l, time.Now())
						g.Done = append(g.Done, l.URL.Key())
					}
				}
				g.State = map[string][]byte{"group": fmt.Append(nil, i)}
				if err := f.Commit(t.Context(), &g); err != nil {
					t.Error(err)
				}
				acknowledged.Store(int64(i + 1))
			}
		}()
		time.Sleep(time.Duration(rng.IntN(20_000)) * time.Microsecond)
		least := acknowledged.Load()
		after := disk.CrashClone(vfs.CrashCloneCfg{UnsyncedDataPercent: rng.IntN(101), RNG: rng})
		<-finished
		if err := f.Close(); err != nil {
			t.Fatal(err)
		}
		checkWhole(t, after, least, size)
	}
}

func checkWhole(t *testing.T, disk vfs.FS, least int64, size int) {
	t.Helper()
	f, err := frontier.OpenFS("f", disk, frontier.Options{PerHost: 10})
	if err != nil {
		t.Fatalf("open after a crash: %v", err)
	}
	defer func() {
		if err := f.Close(); err != nil {
			t.Error(err)
		}
	}()
	groups := int64(0)
	if v, err := f.State(t.Context(), "group"); err != nil {
		t.Fatal(err)
	} else if v != nil {
		if _, err := fmt.Sscan(string(v), &groups); err != nil {
			t.Fatal(err)
		}
		groups++
	}
	if groups < least {
		t.Errorf("%d groups are there, %d were acknowledged", groups, least)
	}
	counts := f.Counts()
	if counts.Known != groups*int64(size) {
		t.Errorf("%d URLs are known, want %d of %d groups", counts.Known, groups*int64(size), groups)
	}
	now := time.Now()
	if got := drain(t, f, &now); int64(len(got)) != counts.Waiting || !slices.Equal(slices.Compact(slices.Sorted(maps.Values(got))), once(got)) {
		t.Errorf("%d URLs came, want %d, each once", len(got), counts.Waiting)
	}
}

func once(got map[string]int) []int {
	if len(got) == 0 {
		return nil
	}
	return []int{1}
}

// TestFullDiskIsAnError fails every write from some moment on.
func TestFullDiskIsAnError(t *testing.T) {
	for _, after := range []int{0, 1, 5, 50} {
		var full atomic.Bool
		disk := vfs.NewCrashableMem()
		failing := errorfs.Wrap(disk, errorfs.InjectorFunc(func(op errorfs.Op) error {
			if full.Load() && op.Kind.ReadOrWrite() == errorfs.OpIsWrite {
				return syscall.ENOSPC
			}
			return nil
		}))
		f, err := frontier.OpenFS("lib/frontier", failing, frontier.Options{})
		if err != nil {
			t.Fatal(err)
		}
		add := func(i int) error {
			return f.Commit(t.Context(), &frontier.Group{Add: []frontier.Link{{URL: parse(t, fmt.Sprintf("http://a.example/%d", i))}}})
		}
		for i := range after {
			if err := add(i); err != nil {
				t.Fatal(err)
			}
		}
		full.Store(true)
		err = add(after)
		if !errors.Is(err, syscall.ENOSPC) || !strings.Contains(err.Error(), "lib/frontier") {
			t.Errorf("Commit on a full disk: %v", err)
		}
		if _, err := f.Next(t.Context(), 1, nil); err == nil {
			t.Error("Next after a write that failed")
		}
		if err := f.Commit(t.Context(), &frontier.Group{}); err == nil {
			t.Error("Commit after a write that failed")
		}
		if err := f.Close(); err == nil {
			t.Error("Shutdown is silent about a write that failed")
		}
		f, err = frontier.OpenFS("lib/frontier", disk.CrashClone(vfs.CrashCloneCfg{}), frontier.Options{})
		if err != nil {
			t.Fatalf("open again: %v", err)
		}
		if got := f.Counts().Known; got != int64(after) {
			t.Errorf("%d URLs are known, want %d", got, after)
		}
		if err := f.Close(); err != nil {
			t.Error(err)
		}
	}
}

// TestOpenOnFullDiskIsAnError has a log that cannot be written out as tables: Pebble itself tries for ever.
func TestOpenOnFullDiskIsAnError(t *testing.T) {
	whole, dir := filepath.Join(t.TempDir(), "frontier"), filepath.Join(t.TempDir(), "frontier")
	f, err := frontier.Open(t.Context(), whole, frontier.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if err := f.Commit(t.Context(), &frontier.Group{Add: []frontier.Link{{URL: parse(t, "http://a.example/")}}}); err != nil {
		t.Fatal(err)
	}
	if err := os.CopyFS(dir, os.DirFS(whole)); err != nil { // as a crash leaves it
		t.Fatal(err)
	}
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
	var full atomic.Bool
	full.Store(true)
	failing := errorfs.Wrap(vfs.Default, errorfs.InjectorFunc(func(op errorfs.Op) error {
		if full.Load() && op.Kind.ReadOrWrite() == errorfs.OpIsWrite && strings.HasSuffix(op.Path, ".sst") {
			return syscall.ENOSPC
		}
		return nil
	}))
	open := func() (*frontier.Frontier, error) { return frontier.OpenFS(dir, failing, frontier.Options{}) }
	if _, err := open(); !errors.Is(err, syscall.ENOSPC) || !strings.Contains(err.Error(), dir+": the disk is full (make room") {
		t.Errorf("open on a full disk: %v", err)
	}
	if _, err := open(); !errors.Is(err, frontier.ErrInUse) || !strings.Contains(err.Error(), "since it failed") {
		t.Errorf("open again at once: %v", err)
	}
	full.Store(false)
	for deadline := time.Now().Add(5 * time.Minute); ; time.Sleep(10 * time.Millisecond) {
		if f, err = open(); err == nil {
			break
		}
		if time.Now().After(deadline) {
			t.Fatalf("open with room: %v", err)
		}
	}
	if f.Counts().Known != 1 {
		t.Errorf("%d URLs are known, want 1", f.Counts().Known)
	}
	if err := f.Close(); err != nil {
		t.Error(err)
	}
}

func TestOpeningErrorOfSystemIsNoDamage(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "frontier")
	fill(t, dir, vfs.Default, 0, 1)
	for _, cause := range []error{syscall.EMFILE, syscall.ENFILE, syscall.EACCES, syscall.EROFS} {
		failing := errorfs.Wrap(vfs.Default, errorfs.InjectorFunc(func(op errorfs.Op) error {
			if op.Kind == errorfs.OpOpen {
				return &fs.PathError{Op: "open", Path: op.Path, Err: cause}
			}
			return nil
		}))
		if _, err := frontier.OpenFS(dir, failing, frontier.Options{}); !errors.Is(err, cause) || errors.Is(err, frontier.ErrDamaged) {
			t.Errorf("OpenFS() when opening a file fails with %v: %v; want that error and no damage", cause, err)
		}
	}
}

// groups and groupSize are what the stores have that are spoiled.
const groups, groupSize = 40, 100

// fill enters groups into a frontier, each with its number as state. They are in its log then; the next opening moves
// them into tables.
func fill(t *testing.T, dir string, disk vfs.FS, from, to int) {
	t.Helper()
	f, err := frontier.OpenFS(dir, disk, frontier.Options{})
	if err != nil {
		t.Fatal(err)
	}
	for i := from; i < to; i++ {
		g := frontier.Group{State: map[string][]byte{"group": fmt.Append(nil, i+1)}}
		for j := range groupSize {
			g.Add = append(g.Add, frontier.Link{URL: parse(t, fmt.Sprintf("http://h%d.example/%d", j, i)), Lane: frontier.Lane(i % 2)})
		}
		if err := f.Commit(t.Context(), &g); err != nil {
			t.Fatal(err)
		}
	}
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
}

// TestDamagedStoreIsAnError spoils each file of a store in several ways: while the links are in the log, and when most
// are in tables. What is damaged in a table is always found. Of a log, and of the list of tables,
// what stands before the damage may be left: then it is whole groups, the first ones, and the state tells how many; or
// groups are missing between others, which Verify finds. Nothing else makes a difference.
//
// The disks are in memory: a store that has failed continues writing to its own for a while.
func TestDamagedStoreIsAnError(t *testing.T) {
	const dir = "lib/frontier"
	log, tables := vfs.NewMem(), vfs.NewMem()
	fill(t, dir, log, 0, groups)
	for i := range 4 {
		fill(t, dir, tables, i*groups/4, (i+1)*groups/4)
	}
	for what, whole := range map[string]vfs.FS{"log": log, "tables": tables} {
		if testing.Short() && whole == log {
			continue
		}
		if got, err := useAll(dir, copied(t, whole, dir)); err != nil || got.n != groups*groupSize || got.at != groups || len(got.wrong) > 0 {
			t.Fatalf("%s, nothing spoiled: %+v, %v", what, got, err)
		}
		names, err := whole.List(dir)
		if err != nil {
			t.Fatal(err)
		}
		for _, name := range names {
			table, partly := strings.HasSuffix(name, ".sst"), strings.HasSuffix(name, ".log") || strings.HasPrefix(name, "MANIFEST")
			for how, spoil := range map[string]func([]byte) []byte{
				"empty":                func([]byte) []byte { return nil },
				"halved":               func(b []byte) []byte { return b[:len(b)/2] },
				"flipped":              func(b []byte) []byte { b[len(b)/2] ^= 0xff; return b },
				"flipped near the end": func(b []byte) []byte { b[len(b)*9/10] ^= 0xff; return b },
				"zeroed":               func(b []byte) []byte { return make([]byte, len(b)) },
			} {
				disk := copied(t, whole, dir)
				if !rewrite(t, disk, disk.PathJoin(dir, name), spoil) {
					continue // it has no content
				}
				got, err := useAll(dir, disk)
				switch {
				case err != nil:
					if !errors.Is(err, frontier.ErrDamaged) || !strings.Contains(err.Error(), dir) {
						t.Errorf("%s, %s %s: the error does not tell what to do: %v", what, name, how, err)
					}
				case table,
					len(got.wrong) > 0 && !partly,
					len(got.wrong) == 0 && (got.n != got.at*groupSize || got.at != groups && !partly):
					t.Errorf("%s, %s %s: no error, %+v", what, name, how, got)
				}
			}
		}
	}
}

// copied returns a disk of its own with a copy of a folder.
func copied(t *testing.T, from vfs.FS, dir string) vfs.FS {
	t.Helper()
	to := vfs.NewMem()
	if ok, err := vfs.Clone(from, to, dir, dir); err != nil || !ok {
		t.Fatal(ok, err)
	}
	return to
}

// rewrite changes the content of a file; false when it has none.
func rewrite(t *testing.T, disk vfs.FS, path string, change func([]byte) []byte) bool {
	t.Helper()
	f, err := disk.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	b, err := io.ReadAll(f)
	if err := errors.Join(err, f.Close()); err != nil {
		t.Fatal(err)
	}
	if len(b) == 0 {
		return false
	}
	f, err = disk.Create(path, vfs.WriteCategoryUnspecified)
	if err != nil {
		t.Fatal(err)
	}
	_, err = f.Write(change(b))
	if err := errors.Join(err, f.Sync(), f.Close()); err != nil {
		t.Fatal(err)
	}
	return true
}

// used is what came of the use of a frontier.
type used struct {
	at    int      // the group at which it stood
	n     int      // URLs that it gave out
	wrong []string // that Verify found
}

// useAll opens a frontier, serves all that waits, reads the whole store and closes it.
func useAll(dir string, disk vfs.FS) (got used, err error) {
	now := time.Now()
	f, err := frontier.OpenFS(dir, disk, frontier.Options{PerHost: 100, Now: func() time.Time { return now }})
	if err != nil {
		return got, err
	}
	defer func() {
		if e := f.Close(); err == nil {
			err = e
		}
	}()
	at, err := f.State(context.Background(), "group")
	if err != nil {
		return got, err
	}
	got.at, _ = strconv.Atoi(string(at)) // none is 0
	times, err := serveAll(f, groupSize, &now)
	if got.n = len(times); err != nil {
		return got, err
	}
	return got, f.Verify(context.Background(), func(what string) { got.wrong = append(got.wrong, what) })
}

func TestFolderHasOneUser(t *testing.T) {
	dir := t.TempDir()
	f, err := frontier.Open(t.Context(), dir, frontier.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := frontier.Open(t.Context(), dir, frontier.Options{}); !errors.Is(err, frontier.ErrInUse) || !strings.Contains(err.Error(), dir) {
		t.Errorf("a second Open: %v", err)
	}
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
}

func TestReadOnlyLooksAndChangesNothing(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "frontier")
	if _, err := frontier.OpenReadOnly(t.Context(), dir); !errors.Is(err, fs.ErrNotExist) && err == nil {
		t.Error("a frontier that is not there is opened")
	}
	fill(t, dir, vfs.Default, 0, groups)
	fill(t, dir, vfs.Default, groups, groups) // from the log into tables
	f, err := frontier.OpenReadOnly(t.Context(), dir)
	if err != nil {
		t.Fatal(err)
	}
	if got := f.Counts(); got.Waiting != groups*groupSize || got.Hosts != groupSize {
		t.Errorf("Counts = %+v", got)
	}
	var known [1]frontier.Known
	if err := f.Known(t.Context(), []weburl.Key{parse(t, "http://h7.example/13").Key()}, known[:]); err != nil || known[0].State != frontier.Waiting || known[0].Lane != 1 {
		t.Errorf("Known = %+v, %v", known[0], err)
	}
	if err := f.Commit(t.Context(), &frontier.Group{}); err == nil {
		t.Error("Commit on what is only read")
	}
	if err := f.Close(); err != nil {
		t.Error(err)
	}
}
