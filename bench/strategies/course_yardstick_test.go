//go:build yardstick && linux

package main

import (
	"bytes"
	"context"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"sluice/focus"
	"sluice/internal/lab"
	"sluice/internal/webboxtest"
	"sluice/weburl"
)

// crawlSeed is the seed of what is random in a crawl, and in the first run of the lab.
const crawlSeed = 1

// TestCrawlTakesTheCourseOfTheLab crawls webs through the web box, with one worker and without delays, and compares the requests until 80
// and 90 % of the documents were known with those of the lab. They may differ by 2 % of the web's requests: a crawl also probes what hosts
// answer to what they do not have.
func TestCrawlTakesTheCourseOfTheLab(t *testing.T) {
	dir := t.TempDir()
	webs, err := webboxtest.Webs(dir)
	if err != nil {
		t.Fatal(err)
	}
	box, err := webboxtest.Build(dir)
	if err != nil {
		t.Fatal(err)
	}
	program := filepath.Join(dir, "sluice")
	if out, err := exec.Command("go", "build", "-o", program, "sluice/cmd/sluice").CombinedOutput(); err != nil {
		t.Fatalf("build sluice: %v\n%s", err, out)
	}
	for _, c := range []struct{ web, strategy string }{
		{"webkb-cornell", "breadth-first"}, {"virtual.acl2020.org", "tag-path-bandit"},
		{webboxtest.Sites, "adaptive"}, {"webkb-cornell", "adaptive"}, {"webkb-washington", "adaptive"},
	} {
		t.Run(c.web+"/"+c.strategy, func(t *testing.T) {
			w := webs[slices.IndexFunc(webs, func(w webboxtest.Web) bool { return w.Name == c.web })]
			web, documents, err := openWeb(t.Context(), w)
			if err != nil {
				t.Fatal(err)
			}
			defer web.Close()
			targets := lab.Documents(web, documents)
			s, err := focus.Named(c.strategy, crawlSeed)
			if err != nil {
				t.Fatal(err)
			}
			walk, err := lab.Run(t.Context(), web, s, targets, lab.Limits{})
			if err != nil {
				t.Fatal(err)
			}
			crawled, err := lab.Score(t.Context(), web, crawlRequests(t, box, program, w, c.strategy), targets)
			if err != nil {
				t.Fatal(err)
			}
			want, got := walk.SearchLengths(walk.Targets()), crawled.SearchLengths(walk.Targets())
			t.Logf("lab %v of %d requests, crawl %v of %d", want, len(walk.Known), got, len(crawled.Known))
			for i, share := range lab.Shares {
				if (share == 0.8 || share == 0.9) && math.Abs(float64(got[i]-want[i])) > 0.02*float64(len(walk.Known)) {
					t.Errorf("%.0f %% after %d requests in the lab, after %d in a crawl", 100*share, want[i], got[i])
				}
			}
		})
	}
}

// crawlRequests crawls a web and returns the requests that the web box had.
func crawlRequests(t *testing.T, boxProgram, program string, w webboxtest.Web, strategy string) []weburl.URL {
	t.Helper()
	dir := t.TempDir()
	log := filepath.Join(dir, "requests.log")
	flags := []string{"-root", w.Dir, "-log", log}
	if w.Documents != "" {
		flags = append(flags, "-stubs", w.Documents, "-html")
	}
	box, err := webboxtest.Start(t.Context(), boxProgram, flags...)
	if err != nil {
		t.Fatal(err)
	}
	defer box.Close()
	seeds := filepath.Join(dir, "seeds.txt")
	if err := os.WriteFile(seeds, []byte(strings.Join(w.Seeds, "\n")), 0o644); err != nil {
		t.Fatal(err)
	}
	args := []string{"crawl", "-d", filepath.Join(dir, "library"), "--seeds", seeds, "--strategy", strategy, "--scope", "list", "--proxy", box.Proxy,
		"--delay", "0s", "--per-host", "1", "--workers", "1", "--sitemaps=false", "--progress", "none", "--index", "documents", "--contact", "https://yardstick.example/"}
	for _, h := range hostsOf(t, w) {
		args = append(args, "--allow", h)
	}
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	cmd := exec.CommandContext(ctx, program, args...)
	cmd.Env = append(os.Environ(), "PATH="+dir) // no programs that read documents: their order is what is measured
	cmd.Cancel = func() error { return cmd.Process.Signal(os.Interrupt) }
	var out bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &out
	go interruptWhenIdle(ctx, cancel, log)
	if err := cmd.Run(); err != nil && ctx.Err() == nil {
		t.Fatalf("crawl: %v\n%s", err, out.String())
	}
	f, err := os.Open(log)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	requests, err := lab.ReadLog(f)
	if err != nil {
		t.Fatal(err)
	}
	return requests
}

// hostsOf returns the hosts of a web.
func hostsOf(t *testing.T, w webboxtest.Web) []string {
	t.Helper()
	if w.Hosts != nil {
		return w.Hosts
	}
	entries, err := os.ReadDir(w.Dir)
	if err != nil {
		t.Fatal(err)
	}
	var hosts []string
	for _, e := range entries {
		hosts = append(hosts, e.Name())
	}
	return hosts
}

// idle is how long no request comes until a crawl counts as done: it still reads documents then, which takes longer than all requests.
const idle = 20 * time.Second

// interruptWhenIdle cancels when a log has not grown for some time.
func interruptWhenIdle(ctx context.Context, cancel func(), log string) {
	const step = time.Second
	ticker := time.NewTicker(step)
	defer ticker.Stop()
	last, still := int64(0), time.Duration(0)
	for still < idle {
		select {
		case <-ctx.Done():
			return
		case <-ticker.C:
		}
		still += step
		if info, err := os.Stat(log); err == nil && info.Size() != last {
			last, still = info.Size(), 0
		}
	}
	cancel()
}
