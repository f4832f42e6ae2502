//go:build linux

package main

import (
	"context"
	"flag"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
	"time"
)

// comparison measures Sluice and other crawlers in turns.
type comparison struct {
	*bench
	tools
	disk, ram        string // folders
	turns, slowTurns int
	hosts, pages     int
	out              io.Writer
}

// section is a part of the comparison, with a table of its own.
type section struct {
	name string
	run  func(*comparison, context.Context) error
}

// sections are the parts of the comparison in the order of docs/performance.md.
var sections = []section{
	{"disk", (*comparison).onDisk},
	{"tmpfs", (*comparison).onTmpfs},
	{"latency", (*comparison).withLatency},
	{"growth", (*comparison).growth},
}

// comparePeers writes the comparison as Markdown, one section of it or all.
func comparePeers(ctx context.Context, args []string) error {
	f := flag.NewFlagSet("bench peers disk|tmpfs|latency|growth|all", flag.ExitOnError)
	c := &comparison{out: os.Stdout}
	f.IntVar(&c.turns, "turns", 5, "runs of each crawler; the median counts")
	f.IntVar(&c.slowTurns, "slow-turns", 2, "runs of each slow peer; 0 leaves them out")
	f.IntVar(&c.hosts, "hosts", 200, "hosts of the synthetic web")
	f.IntVar(&c.pages, "pages", 100, "pages a host; section growth also uses a quarter of it and five times as many")
	f.StringVar(&c.disk, "disk", os.TempDir(), "folder on a disk")
	f.StringVar(&c.ram, "ram", "/dev/shm", "folder on a tmpfs")
	crawleeDir := f.String("crawlee", "", "folder in which Crawlee is installed")
	wanted := "all"
	if len(args) > 0 && !strings.HasPrefix(args[0], "-") {
		wanted, args = args[0], args[1:]
	}
	f.Parse(args)
	if f.NArg() > 0 {
		return fmt.Errorf("unexpected argument %q", f.Arg(0))
	}
	chosen := slices.DeleteFunc(slices.Clone(sections), func(s section) bool { return wanted != "all" && wanted != s.name })
	if len(chosen) == 0 {
		return fmt.Errorf("unknown section %q (use disk, tmpfs, latency, growth or all)", wanted)
	}
	if fileSystem(c.disk) == "tmpfs" {
		return fmt.Errorf("-disk %s: on a tmpfs (choose a folder on a disk)", c.disk)
	}
	if fileSystem(c.ram) != "tmpfs" {
		return fmt.Errorf("-ram %s: not on a tmpfs (choose a folder on one)", c.ram)
	}
	var err error
	if c.bench, err = newBench(c.disk); err != nil {
		return err
	}
	defer c.close()
	if c.tools, err = findTools(c.tmp, *crawleeDir); err != nil {
		return err
	}
	fmt.Fprint(c.out, machine(c.disk, c.versions...))
	if len(c.missing) > 0 {
		fmt.Fprintf(c.out, "Not available, and left out: %s.\n", strings.Join(c.missing, "; "))
	}
	for _, s := range chosen {
		if err := s.run(c, ctx); err != nil {
			return fmt.Errorf("%s: %w", s.name, err)
		}
	}
	_, err = io.WriteString(c.out, notes)
	return err
}

// onDisk compares all crawlers on a disk without latency.
func (c *comparison) onDisk(ctx context.Context) error {
	if err := c.serve(ctx, c.hosts, c.pages, 0); err != nil {
		return err
	}
	t := table{web: c.web}
	t.add(sluiceWith(c.sluice, "Sluice"))
	t.add(append(c.collies(8, 16), c.wget2s(2, 4, 8)...)...)
	if err := c.runTurns(ctx, c.disk, &t, c.turns); err != nil {
		return err
	}
	tail := table{web: c.web}
	tail.add(c.slow()...)
	if err := c.runTurns(ctx, c.disk, &tail, c.slowTurns); err != nil {
		return err
	}
	ratios := t.ratios()
	t.rows = append(t.rows, tail.rows...)
	return c.print("On disk", &t, ratios)
}

// onTmpfs compares the fastest crawlers in memory, where the speed of the disk does not matter.
func (c *comparison) onTmpfs(ctx context.Context) error {
	if err := c.serve(ctx, c.hosts, c.pages, 0); err != nil {
		return err
	}
	t := table{web: c.web}
	t.add(sluiceWith(c.sluice, "Sluice, --warc plain", "--warc", "plain"), sluiceWith(c.sluice, "Sluice, --warc gzip", "--warc", "gzip"))
	t.add(c.wget2s(2, 4, 8)...)
	if err := c.runTurns(ctx, c.ram, &t, c.turns); err != nil {
		return err
	}
	return c.print("On tmpfs", &t, t.ratios())
}

// latency is that of each response in the section latency.
const latency = 50 * time.Millisecond

// withLatency compares the crawlers when each response takes some time, as on the Web, with at most two requests at once to
// a host.
func (c *comparison) withLatency(ctx context.Context) error {
	if err := c.serve(ctx, c.hosts, c.pages, latency); err != nil {
		return err
	}
	t := table{web: c.web}
	t.add(sluiceWith(c.sluice, "Sluice"), sluiceWith(c.sluice, "Sluice, --workers 400", "--workers", "400"))
	if c.colly != "" {
		t.add(colly(c.colly, 2, true))
	}
	polite := len(t.rows)
	if c.wget2 {
		t.add(wget2(400))
	}
	if err := c.runTurns(ctx, c.disk, &t, c.turns); err != nil {
		return err
	}
	limited := table{rows: t.rows[:polite]} // wget2 cannot limit requests to a host
	return c.print("On disk, two requests at once a host", &t, limited.ratios())
}

// growth compares the fastest crawlers on webs of several sizes.
func (c *comparison) growth(ctx context.Context) error {
	for _, pages := range []int{max(c.pages/4, 1), c.pages, c.pages * 5} {
		if err := c.serve(ctx, c.hosts, pages, 0); err != nil {
			return err
		}
		fast, slow := table{web: c.web}, table{web: c.web}
		fast.add(append(c.wget2s(4), sluiceWith(c.sluice, "Sluice"))...)
		slow.add(c.collies(16)...)
		for _, t := range []*table{&fast, &slow} {
			for i := range t.rows {
				t.rows[i].limit = long
			}
		}
		if err := c.runTurns(ctx, c.disk, &fast, min(c.turns, 3)); err != nil {
			return err
		}
		if err := c.runTurns(ctx, c.disk, &slow, 1); err != nil {
			return err
		}
		fast.rows = append(fast.rows, slow.rows...)
		if err := c.print("Growth", &fast, fast.ratios()); err != nil {
			return err
		}
	}
	return nil
}

// wget2s returns wget2 with several numbers of threads, nothing if it is not installed.
func (c *comparison) wget2s(threads ...int) (all []crawler) {
	for _, n := range threads {
		if c.wget2 {
			all = append(all, wget2(n))
		}
	}
	return all
}

// collies returns Colly with several numbers of requests at once, nothing if it is not available.
func (c *comparison) collies(atOnce ...int) (all []crawler) {
	for _, n := range atOnce {
		if c.colly != "" {
			all = append(all, colly(c.colly, n, false))
		}
	}
	return all
}

// slow returns the crawlers whose rate is known before they have fetched everything.
func (c *comparison) slow() (all []crawler) {
	if c.httrack {
		all = append(all, httrack())
	}
	if c.crawlee != "" {
		all = append(all, crawlee(c.crawlee))
	}
	if c.scrapy {
		all = append(all, scrapy(c.spider))
	}
	return all
}

// print writes a section.
func (c *comparison) print(title string, t *table, ratios string) error {
	answers := "no latency"
	if t.web.latency > 0 {
		answers = fmt.Sprintf("%v latency", t.web.latency)
	}
	_, err := fmt.Fprintf(c.out, "\n### %s: %d pages on %d hosts, %s\n\n%s\n%s", title, t.web.hosts*t.web.pages, t.web.hosts, answers, t, ratios)
	return err
}

// notes describes how to read the tables, and what the crawlers do and do not do in their time.
const notes = `
Pages/s is what the server counted: distinct pages from its first request to its last; with several turns, the median and the range. CPU
and memory are those of the crawler's process. 'Pages' is the minimum of all turns. 'Twice' (pages fetched again), 'late robots' (hosts
requested before their robots.txt, or without it), 'at once' (concurrent requests at a host; without latency they are too short to
overlap) and 'disallowed' are the maximum of all turns. The crawlers run in turns, and all data of one is on the disk before the next
starts. The fastest peer is the one with the highest median.

| as run here | obeys robots.txt | limits requests to a host | stores pages | continues after a crash |
| --- | --- | --- | --- | --- |
| Sluice | yes | yes | complete requests and responses, WARC | yes |
| wget2 | yes | no | bodies, a file each | no |
| Colly | yes, as an option | yes, except for robots.txt | no | no |
| httrack | yes, after the first page of a host | no; few connections in total | bodies, a file each, links rewritten | yes |
| Crawlee | yes, as an option | no | no | no; its queue is in memory |
| Scrapy | yes | yes | no | no; its queue is in memory |
`
