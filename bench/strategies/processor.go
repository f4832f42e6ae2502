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

// ofStrategy matches the functions by which the engine calls a strategy. Reading what waits on its behalf is a part of them.
const ofStrategy = `crawler/internal/strategy\.\(\*Strategy\)\.(SetTopic|Restore|PlaceSeed|Place|PlaceAgain|Learn|Refuse|Tend|choose|SaveState|Saved)$`

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
		About: "The share of the default strategy in the processor time of whole crawls, by their profiles: all calls of the strategy, with what is read from disk for it, but not what is written. Then the time of a request with it, which is profiled, and with breadth-first, which is not, by the system's count, with all that is written.",
		Head:  []string{"web", "requests", "profiled s", "strategy %", "ms a request", "breadth-first"},
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
	var profiles []string
	var failed error
	got, err := c.crawl(ctx, w, course{strategy: focus.Default, during: func(ctx context.Context, metrics string) {
		profiles, failed = c.profile(ctx, "http://"+metrics)
	}})
	if err = errors.Join(err, failed); err != nil {
		return nil, err
	}
	if len(profiles) == 0 {
		return nil, fmt.Errorf("%s: the crawl was too short for a profile", w.Name)
	}
	share, total, err := shareOf(ctx, ofStrategy, profiles)
	if err != nil {
		return nil, err
	}
	plain, err := c.crawl(ctx, w, course{strategy: lab.BreadthFirst})
	if err != nil {
		return nil, err
	}
	fmt.Fprintf(os.Stderr, "%s: %.1f %% of %s\n", w.Name, share, total)
	each := func(of crawled) string {
		return fmt.Sprintf("%.2f", of.cpu.Seconds()*1e3/float64(max(1, len(of.requests))))
	}
	return []string{w.Name, fmt.Sprint(len(got.requests)), fmt.Sprintf("%.1f", total.Seconds()), fmt.Sprintf("%.1f", share), each(got), each(plain)}, nil
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

// shareOf returns the share, in percent, of the functions that a pattern matches, with all that they call, in profiles, and the time of these.
func shareOf(ctx context.Context, pattern string, profiles []string) (percent float64, total time.Duration, err error) {
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
	of, err := strconv.ParseFloat(string(m[1]), 64)
	if err != nil {
		return 0, 0, err
	}
	all, err := strconv.ParseFloat(string(m[2]), 64)
	return 100 * of / all, time.Duration(all * float64(time.Millisecond)), err
}
