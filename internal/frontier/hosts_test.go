package frontier_test

import (
	"fmt"
	"testing"
	"time"

	"github.com/cockroachdb/pebble/v2/vfs"

	"sluice/internal/frontier"
)

// TestHostsWithEqualHashAreDistinct serves two hosts whose names have the same
// hash, from a store that keeps next to no hosts in memory.
func TestHostsWithEqualHashAreDistinct(t *testing.T) {
	first, second := sameNumber(t)
	disk := vfs.NewCrashableMem()
	now := time.Date(2026, 11, 1, 8, 0, 0, 0, time.UTC)
	open := func() *frontier.Frontier {
		f, err := frontier.OpenFS("f", disk, frontier.Options{Now: func() time.Time { return now }})
		if err != nil {
			t.Fatal(err)
		}
		f.Narrow(1, 1, 1)
		return f
	}
	f := open()
	defer func() {
		if err := f.Close(); err != nil {
			t.Error(err)
		}
	}()
	add := func(names ...string) {
		var g frontier.Group
		for _, name := range names {
			g.Add = append(g.Add, frontier.Link{URL: parse(t, "http://"+name)})
		}
		if err := f.Commit(t.Context(), &g); err != nil {
			t.Fatal(err)
		}
	}
	add(first+"/1", second+"/1", "other.example/1")
	f.CloseHost(second, "gone")
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
	f = open()
	add(second+"/2", first+"/2")
	want := map[string]string{first: "", second: "gone", "other.example": ""}
	times := map[string]int{}
	for range 20 {
		leases, err := f.Next(t.Context(), 10, nil)
		if err != nil {
			t.Fatal(err)
		}
		var g frontier.Group
		for _, l := range leases {
			if l.Host != l.URL.Host() || l.Closed != want[l.Host] {
				t.Errorf("%s came from host %s, closed %q, want %q", l.URL, l.Host, l.Closed, want[l.Host])
			}
			times[l.Host]++
			f.Release(l, now)
			g.Done = append(g.Done, l.URL.Key())
		}
		if err := f.Commit(t.Context(), &g); err != nil {
			t.Fatal(err)
		}
	}
	if times[first] != 2 || times[second] != 2 || times["other.example"] != 1 {
		t.Errorf("links that came: %v, want 2 of %s and of %s and one of the other", times, first, second)
	}
}

// sameNumber finds two host names of one number.
func sameNumber(t *testing.T) (string, string) {
	names := map[uint32]string{}
	for i := range 1_000_000 {
		name := fmt.Sprintf("h%d.example", i)
		number := frontier.HostNumber(name)
		if other, ok := names[number]; ok {
			return other, name
		}
		names[number] = name
	}
	t.Fatal("no two names have one number")
	return "", ""
}

// TestStoreOfAnotherFormatIsRefused says what makes it again.
func TestStoreOfAnotherFormatIsRefused(t *testing.T) {
	disk := vfs.NewMem()
	f, err := frontier.OpenFS("f", disk, frontier.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if err := f.SetFormat(1); err != nil {
		t.Fatal(err)
	}
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
	const want = "frontier f: made by another version of sluice: format 1, this one reads 2 (`sluice rebuild -d .` rebuilds it from the archive)"
	if _, err := frontier.OpenFS("f", disk, frontier.Options{}); err == nil || err.Error() != want {
		t.Errorf("open: %v, want %s", err, want)
	}
}
