//go:build linux

package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"time"

	"sluice/internal/webboxtest"
)

// bench is a temporary folder and the web that is served to the crawlers.
type bench struct {
	tmp     string // removed at the end
	program string // of the web box
	box     *webboxtest.Box
	web     web
	log     io.Writer
}

// web is the synthetic web that is crawled.
type web struct {
	hosts, pages int // pages a host
	latency      time.Duration
	seeds        string // a file
	proxy        string // URL
}

// newBench makes a temporary folder within dir and compiles the web box.
func newBench(dir string) (*bench, error) {
	tmp, err := os.MkdirTemp(dir, "bench-")
	if err != nil {
		return nil, err
	}
	b := &bench{tmp: tmp, log: os.Stderr}
	if b.program, err = webboxtest.Build(tmp); err != nil {
		b.close()
		return nil, err
	}
	return b, nil
}

// serve starts a web box and stops the one before.
func (b *bench) serve(ctx context.Context, hosts, pages int, latency time.Duration, flags ...string) (err error) {
	b.unserve()
	flags = append([]string{"-hosts", fmt.Sprint(hosts), "-pages", fmt.Sprint(pages), "-latency", latency.String()}, flags...)
	if b.box, err = webboxtest.Start(ctx, b.program, flags...); err != nil {
		return err
	}
	seeds, err := b.box.Seeds()
	if err != nil {
		return err
	}
	b.web = web{hosts, pages, latency, filepath.Join(b.tmp, "seeds"), b.box.Proxy}
	return os.WriteFile(b.web.seeds, []byte(strings.Join(seeds, "\n")+"\n"), 0o644)
}

// unserve stops the web box.
func (b *bench) unserve() {
	if b.box != nil {
		b.box.Close()
		b.box = nil
	}
}

// close stops the web box and removes the folder.
func (b *bench) close() {
	b.unserve()
	os.RemoveAll(b.tmp)
}

// turn is the result of one run.
type turn struct {
	used
	rate  float64 // distinct pages a second from the server's first request to its last
	stats *webboxtest.Stats
}

// cpuPerThousand returns the CPU seconds for 1,000 pages.
func (t turn) cpuPerThousand() float64 {
	return t.cpu.Seconds() / float64(max(t.stats.Total.Distinct, 1)) * 1000
}

// runCrawler runs a crawler once in a new folder within dir, which is removed afterwards.
func (b *bench) runCrawler(ctx context.Context, c crawler, dir string) (t turn, err error) {
	if err := b.box.Reset(); err != nil {
		return t, err
	}
	out, err := os.MkdirTemp(dir, "bench-run-")
	if err != nil {
		return t, err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(out), settle(ctx)) }()
	cmd := c.command(b.web, out)
	var output tail
	cmd.Dir, cmd.Stdout, cmd.Stderr = out, &output, &output
	if t.used, err = measure(ctx, c.limit, cmd); err != nil {
		return t, fmt.Errorf("%s: %w", c.name, err)
	}
	if t.stats, err = b.box.Stats(); err != nil {
		return t, err
	}
	t.rate = t.stats.PagesPerSecond
	if t.stats.Total.Distinct == 0 {
		return t, fmt.Errorf("%s: %w: %s", c.name, errNothing, output)
	}
	if c.own && t.exit != nil && !t.cut {
		return t, fmt.Errorf("%s: %w: %s", c.name, t.exit, output)
	}
	return t, nil
}

// tail is a writer that keeps the end of a program's output.
type tail []byte

// Write implements [io.Writer]. It keeps the last bytes only.
func (s *tail) Write(p []byte) (int, error) {
	*s = append(*s, p...)
	*s = (*s)[max(0, len(*s)-2000):]
	return len(p), nil
}

// String returns what was kept, without surrounding white space.
func (s tail) String() string { return strings.TrimSpace(string(s)) }
