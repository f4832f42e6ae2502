package frontier_test

import (
	"context"
	"fmt"
	"sync"
	"testing"
	"time"

	"github.com/cockroachdb/pebble/v2/vfs"

	"sluice/internal/frontier"
)

// slowDisk is a file system whose reads of tables wait as long as it is stopped.
type slowDisk struct {
	vfs.FS
	mu      sync.Mutex
	stopped chan struct{} // nil: reads go on; closed when they may
	waiting chan struct{} // gets a token for each read that waits
}

func (d *slowDisk) stop() {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.stopped = make(chan struct{})
}

func (d *slowDisk) goOn() {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.stopped != nil {
		close(d.stopped)
		d.stopped = nil
	}
}

func (d *slowDisk) wait() {
	d.mu.Lock()
	stopped := d.stopped
	d.mu.Unlock()
	if stopped != nil {
		select {
		case d.waiting <- struct{}{}:
		default:
		}
		<-stopped
	}
}

func (d *slowDisk) Open(name string, opts ...vfs.OpenOption) (vfs.File, error) {
	f, err := d.FS.Open(name, opts...)
	return slowFile{f, d}, err
}

type slowFile struct {
	vfs.File
	disk *slowDisk
}

func (f slowFile) Read(p []byte) (int, error) {
	f.disk.wait()
	return f.File.Read(p)
}

func (f slowFile) ReadAt(p []byte, at int64) (int, error) {
	f.disk.wait()
	return f.File.ReadAt(p, at)
}

// onSlowDisk opens a frontier whose links and hosts are in tables on a slow disk, with room in memory for few of them.
func onSlowDisk(t *testing.T) (*frontier.Frontier, *slowDisk) {
	t.Helper()
	disk := &slowDisk{FS: vfs.NewMem(), waiting: make(chan struct{}, 1)}
	open := func() *frontier.Frontier {
		f, err := frontier.OpenFS("f", disk, frontier.Options{Delay: time.Hour, Keys: 64, Cache: 1})
		if err != nil {
			t.Fatal(err)
		}
		f.Narrow(4, 8, 4)
		return f
	}
	f := open()
	for h := range 40 {
		if err := f.Commit(t.Context(), &frontier.Group{Add: run(t, fmt.Sprintf("h%d", h), 0, 0, 40, func(i int) float64 { return -float64(i) })}); err != nil {
			t.Fatal(err)
		}
	}
	if err := f.Flush(); err != nil {
		t.Fatal(err)
	}
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
	f = open()
	t.Cleanup(func() {
		disk.goOn()
		if err := f.Close(); err != nil {
			t.Error(err)
		}
	})
	return f, disk
}

// TestHostsDoNotWaitForOthersDiskReads stops the disk while one call reads, and makes the calls that need memory only.
func TestHostsDoNotWaitForOthersDiskReads(t *testing.T) {
	for name, read := range map[string]func(context.Context, *frontier.Frontier) error{
		"Next": func(ctx context.Context, f *frontier.Frontier) error {
			f.Narrow(40, 1000, 4) // there is room again for what is on disk only
			_, err := f.Next(ctx, 50, nil)
			return err
		},
		"Known": func(ctx context.Context, f *frontier.Frontier) error {
			var known [1]frontier.Known
			return f.Known(ctx, keysOf(run(t, "h7", 0, 3, 1, func(int) float64 { return 0 })), known[:])
		},
		"Scan": func(ctx context.Context, f *frontier.Frontier) error {
			_, _, err := f.Scan(ctx, 0, "", 1000)
			return err
		},
		"Commit of known links": func(ctx context.Context, f *frontier.Frontier) error {
			g := frontier.Group{Done: keysOf(run(t, "h9", 0, 0, 40, func(int) float64 { return 0 }))}
			for _, l := range run(t, "h10", 0, 0, 40, func(int) float64 { return 0 }) {
				g.Move = append(g.Move, frontier.Move{URL: l.URL, Lane: 1})
			}
			return f.Commit(ctx, &g)
		},
		"Commit that drops a lane": func(ctx context.Context, f *frontier.Frontier) error {
			return f.Commit(ctx, &frontier.Group{Drop: []frontier.Lane{0}})
		},
	} {
		t.Run(name, func(t *testing.T) {
			f, disk := onSlowDisk(t)
			leases, err := f.Next(t.Context(), 1, nil)
			if err != nil || len(leases) != 1 {
				t.Fatalf("Next = %v, %v; want one lease", leases, err)
			}
			disk.stop()
			done := make(chan error, 1)
			go func() { done <- read(t.Context(), f) }()
			select {
			case <-disk.waiting:
			case err := <-done:
				t.Fatalf("it did not read the disk: %v", err)
			}
			memory := make(chan struct{})
			go func() {
				defer close(memory)
				f.Counts()
				f.Lanes()
				f.Ready()
				f.Release(leases[0], time.Now())
				for _, host := range []string{leases[0].Host, "h30.example", "new.example"} {
					f.SetDelay(host, time.Second)
					f.SetAddresses(host, []string{"192.0.2.1"})
					f.PauseHost(host, time.Now().Add(time.Minute))
					f.CloseHost(host, "gone")
				}
			}()
			select {
			case <-memory:
			case <-time.After(5 * time.Minute):
				t.Fatal("calls that need memory only wait for the disk")
			}
			disk.goOn()
			if err := <-done; err != nil {
				t.Error(err)
			}
		})
	}
}

// TestHostSettingOnDiskIsKept closes and opens hosts that are not in memory.
func TestHostSettingOnDiskIsKept(t *testing.T) {
	f, _ := onSlowDisk(t)
	f.CloseHost("h30.example", "gone")
	f.CloseHost("h31.example", "gone")
	f.CloseHost("h31.example", "")
	closed := map[string]int{}
	for range 20 {
		leases, err := f.Next(t.Context(), 10, nil)
		if err != nil {
			t.Fatal(err)
		}
		for _, l := range leases {
			if l.Closed != "" {
				closed[l.Host]++
			}
		}
	}
	if closed["h30.example"] != 40 || len(closed) != 1 {
		t.Errorf("links given out of closed hosts: %v; want the 40 of h30.example", closed)
	}
}

// TestNextIsServedBetweenSlicesOfScan counts what Scan looks at while Next would have to wait, and calls Next whenever it need not.
func TestNextIsServedBetweenSlicesOfScan(t *testing.T) {
	const hosts, each = 40, 150
	f, err := frontier.OpenFS("f", vfs.NewMem(), frontier.Options{Delay: time.Hour})
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	for h := range hosts {
		if err := f.Commit(t.Context(), &frontier.Group{Add: run(t, fmt.Sprintf("h%d", h), 0, 0, each, func(i int) float64 { return -float64(i) })}); err != nil {
			t.Fatal(err)
		}
	}
	leased := map[string]bool{}
	looks, most, slices, within := 0, 0, 0, false
	f.Between(func() {
		switch {
		case within:
		case f.IsReading():
			looks++
			most = max(most, looks)
		default:
			looks, within = 0, true
			leases, err := f.Next(t.Context(), 1, nil)
			if within = false; err != nil || len(leases) != 1 {
				t.Errorf("Next within Scan = %v, %v; want one lease", leases, err)
				return
			}
			slices++
			leased[leases[0].URL.String()] = true
		}
	})
	found := map[string]bool{}
	for cursor, more := frontier.Cursor(""), true; more; more = cursor != "" {
		var links []frontier.Link
		if links, cursor, err = f.Scan(t.Context(), 0, cursor, hosts*each); err != nil {
			t.Fatal(err)
		}
		for _, l := range links {
			if found[l.URL.String()] {
				t.Errorf("%s is found twice", l.URL)
			}
			found[l.URL.String()] = true
		}
	}
	f.Between(nil)
	if most > frontier.ScanSlice || slices < hosts*each/frontier.ScanSlice {
		t.Errorf("Scan looks at %d links while Next waits, in %d slices; want at most %d", most, slices, frontier.ScanSlice)
	}
	for h := range hosts {
		for _, l := range run(t, fmt.Sprintf("h%d", h), 0, 0, each, func(int) float64 { return 0 }) {
			if u := l.URL.String(); !found[u] && !leased[u] {
				t.Errorf("%s is neither found nor leased", u)
			}
		}
	}
}
