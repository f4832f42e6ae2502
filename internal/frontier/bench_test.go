package frontier_test

import (
	"fmt"
	"os"
	"runtime"
	"strconv"
	"strings"
	"testing"
	"time"

	"sluice/internal/frontier"
	"sluice/weburl"
)

// pages makes the links of a crawl: each page brings ten new ones of its host.
type pages struct {
	hosts int
	links []frontier.Link
}

func newPages(hosts, group int) *pages {
	return &pages{hosts: hosts, links: make([]frontier.Link, group)}
}

// group returns the links number n and following.
func (p *pages) group(b testing.TB, n int) []frontier.Link { return p.spread(b, n, 1) }

// spread returns the link number n, and each that is apart from the one before.
func (p *pages) spread(b testing.TB, n, apart int) []frontier.Link {
	for i := range p.links {
		host := n / 10 * 7919 % p.hosts // the hosts in no order
		u := fmt.Sprintf("http://www.department%d.example.edu/people/staff/publications/%d/paper-%d.html", host, n%97, n)
		p.links[i] = frontier.Link{URL: parse(b, u), Parent: u[:strings.LastIndexByte(u, '/')+1], Depth: n % 12, Score: -float64(n % 12)}
		n += apart
	}
	return p.links
}

const group = 1000

func openBench(b *testing.B) *frontier.Frontier {
	b.Helper()
	f, err := frontier.Open(b.Context(), b.TempDir(), frontier.Options{})
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() {
		if err := f.Close(); err != nil {
			b.Error(err)
		}
	})
	return f
}

// BenchmarkAdd commits groups of new links.
func BenchmarkAdd(b *testing.B) {
	f, p := openBench(b), newPages(20_000, group)
	n := 0
	for b.Loop() {
		b.StopTimer()
		g := &frontier.Group{Add: p.group(b, n)}
		b.StartTimer()
		if err := f.Commit(b.Context(), g); err != nil {
			b.Fatal(err)
		}
		n += group
	}
	b.ReportMetric(float64(n)/b.Elapsed().Seconds(), "urls/s")
}

// BenchmarkKnown commits groups of links all of which are known.
func BenchmarkKnown(b *testing.B) {
	const urls = 100_000
	f, p := openBench(b), newPages(20_000, group)
	for n := 0; n < urls; n += group {
		if err := f.Commit(b.Context(), &frontier.Group{Add: p.group(b, n)}); err != nil {
			b.Fatal(err)
		}
	}
	n := 0
	for b.Loop() {
		b.StopTimer()
		g := &frontier.Group{Add: p.group(b, n%urls)}
		b.StartTimer()
		if err := f.Commit(b.Context(), g); err != nil {
			b.Fatal(err)
		}
		n += group
	}
	b.ReportMetric(float64(n)/b.Elapsed().Seconds(), "urls/s")
}

// BenchmarkSeen asks for links all of which are known, a page at a time.
func BenchmarkSeen(b *testing.B) {
	f, p := openBench(b), newPages(1000, group)
	links := p.group(b, 0)
	if err := f.Commit(b.Context(), &frontier.Group{Add: links}); err != nil {
		b.Fatal(err)
	}
	keys := make([]weburl.Key, 50)
	for i := range keys {
		keys[i] = links[i].URL.Key()
	}
	out := make([]bool, len(keys))
	for b.Loop() {
		if err := f.Seen(b.Context(), keys, out); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(b.N*len(keys))/b.Elapsed().Seconds(), "urls/s")
}

// BenchmarkNext leases links and ends the leases.
func BenchmarkNext(b *testing.B) {
	f, p := openBench(b), newPages(20_000, group)
	added, served := 0, 0
	for b.Loop() {
		if served >= added-10*group {
			b.StopTimer()
			for range 100 {
				if err := f.Commit(b.Context(), &frontier.Group{Add: p.group(b, added)}); err != nil {
					b.Fatal(err)
				}
				added += group
			}
			b.StartTimer()
		}
		served += serve(b, f, 100)
	}
	b.ReportMetric(float64(served)/b.Elapsed().Seconds(), "urls/s")
}

// BenchmarkScan reads a lane from its beginning to its end, a thousand links a call.
func BenchmarkScan(b *testing.B) {
	const urls = 100_000
	f, p := openBench(b), newPages(20_000, group)
	for n := 0; n < urls; n += group {
		if err := f.Commit(b.Context(), &frontier.Group{Add: p.group(b, n)}); err != nil {
			b.Fatal(err)
		}
	}
	read, cursor := 0, frontier.Cursor("")
	for b.Loop() {
		links, next, err := f.Scan(b.Context(), 0, cursor, group)
		if err != nil {
			b.Fatal(err)
		}
		read, cursor = read+len(links), next
	}
	b.ReportMetric(float64(read)/b.Elapsed().Seconds(), "urls/s")
}

// serve takes up to n links and ends them in one group.
func serve(b testing.TB, f *frontier.Frontier, n int) int {
	leases, err := f.Next(b.Context(), n, nil)
	if err != nil {
		b.Fatal(err)
	}
	var g frontier.Group
	now := time.Now()
	for _, l := range leases {
		f.Release(l, now)
		g.Done = append(g.Done, l.URL.Key())
	}
	if err := f.Commit(b.Context(), &g); err != nil {
		b.Fatal(err)
	}
	return len(leases)
}

// BenchmarkGrowth fills a frontier with SLUICE_FRONTIER_URLS links, of one host
// for a hundred of them, and prints at each million how fast links are added,
// found known (pages of late, pages of any age with ten links of a host each, and
// links of any age each of another host), and given out, and the memory of the
// process. It is for running by hand:
//
//	SLUICE_FRONTIER_URLS=10000000 go test -run - -bench Growth -benchtime 1x -timeout 0 ./internal/frontier
func BenchmarkGrowth(b *testing.B) {
	total, err := strconv.Atoi(os.Getenv("SLUICE_FRONTIER_URLS"))
	if err != nil {
		b.Skip("SLUICE_FRONTIER_URLS is not set")
	}
	const step = 1_000_000
	for b.Loop() {
		f := openBench(b)
		p := newPages(max(total/100, 1), group)
		fmt.Printf("%12s %10s %10s %10s %10s %10s %8s\n", "URLs", "new/s", "of late/s", "any page/s", "any link/s", "next/s", "MiB")
		for n := 0; n < total; n += step {
			add := commits(b, f, p, n, step, group, 1)
			late := commits(b, f, p, n+step-200_000, 200_000, group, 1)
			anyPage := commits(b, f, p, 0, 100_000, (n+step)/100, 1)
			anyLink := commits(b, f, p, 0, 20_000, 13, (n+step)/group-1)
			served, start := 0, time.Now()
			for served < 100_000 {
				served += serve(b, f, 200)
			}
			next := float64(served) / time.Since(start).Seconds()
			fmt.Printf("%12d %10.0f %10.0f %10.0f %10.0f %10.0f %8d\n", n+step, add, late, anyPage, anyLink, next, resident(b))
		}
	}
}

// commits commits count links, the first of them number n, each group step numbers
// after the one before and its links so far apart, and tells how many a second.
func commits(b *testing.B, f *frontier.Frontier, p *pages, n, count, step, apart int) float64 {
	var spent time.Duration
	for i := range count / group {
		g := &frontier.Group{Add: p.spread(b, n+i*step, apart)}
		start := time.Now()
		if err := f.Commit(b.Context(), g); err != nil {
			b.Fatal(err)
		}
		spent += time.Since(start)
	}
	return float64(count) / spent.Seconds()
}

// resident returns the memory of the process in MiB, the heap's where the system does not tell.
func resident(b *testing.B) int {
	status, err := os.ReadFile("/proc/self/status")
	if err != nil {
		var m runtime.MemStats
		runtime.ReadMemStats(&m)
		return int(m.Sys >> 20)
	}
	for line := range strings.Lines(string(status)) {
		if rest, ok := strings.CutPrefix(line, "VmRSS:"); ok {
			kib, err := strconv.Atoi(strings.Fields(rest)[0])
			if err != nil {
				b.Fatal(err)
			}
			return kib >> 10
		}
	}
	return 0
}
