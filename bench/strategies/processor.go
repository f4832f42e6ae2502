//go:build linux

package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"time"

	"sluice/focus"
	"sluice/internal/lab"
	"sluice/internal/webboxtest"
)

// processorWebs are the webs on which the processor time is measured: with most pages, and with most dead links, which cost a crawl little.
var processorWebs = []string{webboxtest.Sites, "code.dccouncil.gov", "virtual.acl2020.org", "webkb-cornell", "webkb-washington"}

// ofStrategy matches the functions by which the engine calls a strategy, and all of the frontier and its store, which read and write on its behalf.
const ofStrategy = `crawler/internal/strategy\.\(\*Strategy\)\.(SetTopic|Restore|PlaceSeed|Place|PlaceAgain|ShowKept|FoundAgain|Learn|Refuse|Tend|choose|SaveState|Saved)$` +
	`|sluice/internal/frontier|cockroachdb/pebble`

// profileTime is how long each profile of a crawl lasts; the one under way when the crawl ends is lost.
const profileTime = 2 * time.Second

// processor measures the processor time of the default strategy in crawls.
func (o *options) processor(ctx context.Context, out io.Writer, webs []webboxtest.Web) error {
	dir, err := os.MkdirTemp("", "processor-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	c, err := buildCrawler(ctx, dir)
	if err != nil {
		return err
	}
	t := lab.Table{
		Title: "Processor time of a crawl",
		About: "The share of the default strategy in the processor time of whole crawls, by their profiles: the time in the strategy, in the frontier and in its store, with all that they read, write and merge on disk, less what breadth-first takes there for as much of all other work. Then the time of a request in all, by the profiles and by the system's count, which has the programs that read documents, too.",
		Head:  []string{"web", "requests", "profiled s", "strategy %", "profiled ms a request", "breadth-first", "ms a request", "breadth-first"},
	}
	for _, w := range webs {
		if !slices.Contains(processorWebs, w.Name) {
			continue
		}
		row, err := c.processorRow(ctx, w)
		if err != nil {
			return err
		}
		t.Rows = append(t.Rows, row)
	}
	fmt.Fprint(out, "## Processor time\n\n")
	writeTable(out, t)
	return nil
}

// processorRow measures one web.
func (c *boxCrawler) processorRow(ctx context.Context, w webboxtest.Web) ([]string, error) {
	got, err := c.profiled(ctx, w, focus.Default)
	if err != nil {
		return nil, err
	}
	plain, err := c.profiled(ctx, w, lab.BreadthFirst)
	if err != nil {
		return nil, err
	}
	// The rest is the same work in both crawls. It tells how much faster the machine was in one of them.
	more := got.strategy.Seconds() - plain.strategy.Seconds()*got.rest().Seconds()/plain.rest().Seconds()
	share := 100 * more / got.total.Seconds()
	fmt.Fprintf(os.Stderr, "%s: %.1f %% of %s\n", w.Name, share, got.total)
	row := []string{w.Name, fmt.Sprint(got.requests), fmt.Sprintf("%.1f", got.total.Seconds()), fmt.Sprintf("%.1f", share)}
	for _, ms := range []float64{got.each(got.total), plain.each(plain.total), got.each(got.cpu), plain.each(plain.cpu)} {
		row = append(row, fmt.Sprintf("%.2f", ms))
	}
	return row, nil
}

// profiledCrawl is the processor time of a crawl.
type profiledCrawl struct {
	requests        int
	strategy, total time.Duration // by the profiles
	cpu             time.Duration // by the system
}

// rest returns the time of all that has nothing to do with the strategy.
func (p *profiledCrawl) rest() time.Duration { return p.total - p.strategy }

// each returns a time for each request, in milliseconds.
func (p *profiledCrawl) each(of time.Duration) float64 {
	return of.Seconds() * 1e3 / float64(max(1, p.requests))
}

// profiled crawls a web and takes profiles.
func (c *boxCrawler) profiled(ctx context.Context, w webboxtest.Web, strategy string) (*profiledCrawl, error) {
	var profiles []string
	var failed error
	got, err := c.crawl(ctx, w, course{strategy: strategy, during: func(ctx context.Context, metrics string) {
		profiles, failed = c.profile(ctx, "http://"+metrics)
	}})
	if err = errors.Join(err, failed); err != nil {
		return nil, err
	}
	if len(profiles) == 0 {
		return nil, fmt.Errorf("%s: the crawl was too short for a profile", w.Name)
	}
	p := &profiledCrawl{requests: len(got.requests), cpu: got.cpu}
	p.strategy, p.total, err = timeOf(ctx, ofStrategy, profiles)
	return p, err
}

// profile takes profiles of a crawl until it ends.
func (c *boxCrawler) profile(ctx context.Context, metrics string) (names []string, err error) {
	for ctx.Err() == nil {
		b, err := getProfile(ctx, fmt.Sprintf("%s/debug/pprof/profile?seconds=%d", metrics, int(profileTime.Seconds())))
		if err != nil { // it has not begun, or has ended
			select {
			case <-ctx.Done():
			case <-time.After(100 * time.Millisecond):
			}
			continue
		}
		f, err := os.CreateTemp(c.dir, "profile-")
		if err != nil {
			return names, err
		}
		_, err = f.Write(b)
		if err = errors.Join(err, f.Close()); err != nil {
			return names, err
		}
		names = append(names, f.Name())
	}
	return names, nil
}

// getProfile returns a profile.
func getProfile(ctx context.Context, url string) ([]byte, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, url, nil)
	if err != nil {
		return nil, err
	}
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		return nil, err
	}
	defer resp.Body.Close()
	b, err := io.ReadAll(resp.Body)
	if err == nil && resp.StatusCode != http.StatusOK {
		err = errors.New(resp.Status)
	}
	return b, err
}

// accounted matches what pprof prints of the samples that it shows.
var accounted = regexp.MustCompile(`Showing nodes accounting for ([0-9.]+)ms, .* of ([0-9.]+)ms total`)

// timeOf returns the time in profiles of the functions that a pattern matches, with all that they call, and of all functions.
func timeOf(ctx context.Context, pattern string, profiles []string) (of, total time.Duration, err error) {
	args := append([]string{"tool", "pprof", "-top", "-unit=ms", "-nodefraction=0", "-nodecount=1000000", "-focus=" + pattern}, profiles...)
	cmd := exec.CommandContext(ctx, "go", args...)
	var complaints bytes.Buffer
	cmd.Stderr = &complaints
	cmd.Env = append(os.Environ(), "PPROF_TMPDIR="+filepath.Dir(profiles[0]))
	b, err := cmd.Output()
	if err != nil {
		return 0, 0, fmt.Errorf("go tool pprof: %w\n%s", err, complaints.String())
	}
	m := accounted.FindSubmatch(b)
	if m == nil {
		return 0, 0, fmt.Errorf("go tool pprof printed no sum:\n%s", b)
	}
	var ms [2]float64
	for i := range ms {
		if ms[i], err = strconv.ParseFloat(string(m[i+1]), 64); err != nil {
			return 0, 0, err
		}
	}
	return time.Duration(ms[0] * float64(time.Millisecond)), time.Duration(ms[1] * float64(time.Millisecond)), nil
}
