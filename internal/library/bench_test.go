package library_test

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"path/filepath"
	"strconv"
	"syscall"
	"testing"
	"time"

	"sluice/internal/library"
)

// newFetch makes the n-th page of a synthetic web of 200 hosts, each URL and body of its own.
func newFetch(n int) library.Fetch {
	host := "www" + strconv.Itoa(n%200) + ".example.edu"
	hash := sha256.Sum256([]byte(strconv.Itoa(n)))
	return library.Fetch{
		URL:    "http://" + host + "/people/group" + strconv.Itoa(n/200%37) + "/page" + strconv.Itoa(n) + ".html",
		Site:   host,
		Domain: "example.edu",
		Parent: "http://" + host + "/people/group" + strconv.Itoa(n/200%37) + "/",
		Kind:   "page", Depth: 2 + n%5, Level: 2, Status: 200, Type: "html", MIME: "text/html",
		Size: int64(8000 + n%1000), SHA256: hex.EncodeToString(hash[:]), Title: "Page " + strconv.Itoa(n) + " of the group",
		Language: "en", Charset: "utf-8", ETag: `"` + strconv.Itoa(n) + `"`,
		At:   time.Date(2026, 11, 1, 8, 0, 0, 0, time.UTC).Add(time.Duration(n) * 200 * time.Microsecond),
		Took: 42 * time.Millisecond, Wire: 3000, Links: 50, Outcome: library.Got,
		Address: "192.0.2.1:80", Protocol: "HTTP/1.1",
		File: "sluice-20261101080000-00001.warc.gz", Offset: int64(n) * 4000, Length: 3900,
	}
}

// newGroup makes a group of n fetches with the counters that come with them.
func newGroup(serial int64, first, n int) *library.Group {
	g := &library.Group{Serial: serial, Fetches: make([]library.Fetch, n), Archive: library.Mark{File: "a.warc.gz", Offset: serial}}
	for i := range n {
		g.Fetches[i] = newFetch(first + i)
	}
	for i := range min(n, 50) {
		host := g.Fetches[i].Site
		g.Refused = append(g.Refused, library.Count{Site: host, Cause: "scope", N: 3})
		g.HostLinks = append(g.HostLinks, library.HostLink{From: host, To: "www.example.org", N: 1, First: g.Fetches[i].At})
	}
	return g
}

func cpuTime() time.Duration {
	var r syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &r); err != nil {
		return 0
	}
	return time.Duration(r.Utime.Nano() + r.Stime.Nano())
}

func BenchmarkCommit(b *testing.B) {
	for _, size := range []int{100, 500} {
		b.Run(fmt.Sprintf("group=%d", size), func(b *testing.B) {
			c, err := library.Open(filepath.Join(b.TempDir(), "catalog.db"), library.Options{})
			if err != nil {
				b.Fatal(err)
			}
			defer c.Close()
			serial, n := int64(0), 0
			cpu := cpuTime()
			for b.Loop() {
				serial++
				if err := c.Commit(newGroup(serial, n, size)); err != nil {
					b.Fatal(err)
				}
				n += size
			}
			b.ReportMetric(float64((cpuTime()-cpu).Microseconds())/float64(n), "cpu-µs/fetch")
			b.ReportMetric(float64(b.Elapsed().Microseconds())/float64(n), "µs/fetch")
		})
	}
}
