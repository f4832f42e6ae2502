//go:build linux

package main

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"sluice/internal/lab"
	"sluice/internal/webboxtest"
	"sluice/weburl"
)

// boxCrawler crawls recorded webs through the web box.
type boxCrawler struct {
	dir, box, program string // a folder for what crawls leave; the programs
}

// buildCrawler builds the web box and the program into a folder.
func buildCrawler(ctx context.Context, dir string) (*boxCrawler, error) {
	box, err := webboxtest.Build(dir)
	if err != nil {
		return nil, err
	}
	c := &boxCrawler{dir: dir, box: box, program: filepath.Join(dir, "sluice")}
	if out, err := exec.CommandContext(ctx, "go", "build", "-o", c.program, "sluice/cmd/sluice").CombinedOutput(); err != nil {
		return nil, fmt.Errorf("build sluice: %w\n%s", err, out)
	}
	return c, nil
}

// course is how a web is crawled.
type course struct {
	strategy string
	workers  int // requests at a time; 0: the default
	most     int // responses; 0: all
	// During, if set, is called while the crawl runs, with the address of its metrics. Its context ends with the crawl.
	during func(ctx context.Context, metrics string)
}

// crawled is what came of a crawl.
type crawled struct {
	requests []weburl.URL  // as the web box had them
	cpu      time.Duration // of the program
}

// crawl crawls a web, without delays, and returns what the web box was asked for.
func (c *boxCrawler) crawl(ctx context.Context, w webboxtest.Web, by course) (got crawled, err error) {
	dir, err := os.MkdirTemp(c.dir, "crawl-")
	if err != nil {
		return got, err
	}
	defer os.RemoveAll(dir)
	log := filepath.Join(dir, "requests.log")
	flags := []string{"-root", w.Dir, "-log", log}
	if w.Documents != "" {
		flags = append(flags, "-stubs", w.Documents, "-html")
	}
	box, err := webboxtest.Start(ctx, c.box, flags...)
	if err != nil {
		return got, err
	}
	defer box.Close()
	args, err := c.arguments(dir, box.Proxy, w, by)
	if err != nil {
		return got, err
	}
	if by.during != nil {
		address, err := webboxtest.FreePort()
		if err != nil {
			return got, err
		}
		args = append(args, "--metrics", address, "--pprof")
		during, end := context.WithCancel(ctx)
		done := make(chan struct{})
		go func() {
			defer close(done)
			by.during(during, address)
		}()
		defer func() { end(); <-done }()
	}
	if got.cpu, err = c.run(ctx, args, log); err != nil {
		return got, err
	}
	f, err := os.Open(log)
	if err != nil {
		return got, err
	}
	defer f.Close()
	got.requests, err = lab.ReadLog(f)
	return got, err
}

// arguments returns the command line of a crawl.
func (c *boxCrawler) arguments(dir, proxy string, w webboxtest.Web, by course) ([]string, error) {
	seeds := filepath.Join(dir, "seeds.txt")
	if err := os.WriteFile(seeds, []byte(strings.Join(w.Seeds, "\n")), 0o644); err != nil {
		return nil, err
	}
	args := []string{"crawl", "-d", filepath.Join(dir, "library"), "--seeds", seeds, "--strategy", by.strategy, "--scope", "list", "--proxy", proxy,
		"--delay", "0s", "--per-host", "1", "--sitemaps=false", "--progress", "none", "--index", "documents", "--contact", "https://yardstick.example/"}
	if by.workers > 0 {
		args = append(args, "--workers", strconv.Itoa(by.workers))
	}
	if by.most > 0 {
		args = append(args, "--max-pages", strconv.Itoa(by.most))
	}
	hosts, err := hostsOf(w)
	if err != nil {
		return nil, err
	}
	for _, h := range hosts {
		args = append(args, "--allow", h)
	}
	return args, nil
}

// hostsOf returns the hosts of a web.
func hostsOf(w webboxtest.Web) (hosts []string, err error) {
	if w.Hosts != nil {
		return w.Hosts, nil
	}
	entries, err := os.ReadDir(w.Dir)
	for _, e := range entries {
		hosts = append(hosts, e.Name())
	}
	return hosts, err
}

// stoppedByLimit is the exit code of a crawl that a limit has ended.
const stoppedByLimit = 3

// run runs the program until its requests end, and returns its processor time.
func (c *boxCrawler) run(ctx context.Context, args []string, log string) (time.Duration, error) {
	idle, cancel := context.WithCancel(ctx)
	defer cancel()
	cmd := exec.CommandContext(idle, c.program, args...)
	cmd.Env = append(os.Environ(), "PATH="+c.dir) // no programs that read documents: the order of requests is what is measured
	cmd.Cancel = func() error { return cmd.Process.Signal(os.Interrupt) }
	var out bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &out
	go interruptWhenIdle(idle, cancel, log)
	if err := cmd.Run(); err != nil && idle.Err() == nil && cmd.ProcessState.ExitCode() != stoppedByLimit {
		return 0, fmt.Errorf("crawl: %w\n%s", err, out.String())
	}
	return cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime(), ctx.Err()
}

// idleTime is how long no request comes until a crawl counts as done: it still reads documents then, which takes longer than all requests.
const idleTime = 8 * time.Second

// interruptWhenIdle cancels when a log has not grown for some time.
func interruptWhenIdle(ctx context.Context, cancel func(), log string) {
	const step = time.Second
	ticker := time.NewTicker(step)
	defer ticker.Stop()
	last, still := int64(0), time.Duration(0)
	for still < idleTime {
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
