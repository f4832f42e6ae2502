//go:build linux

package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"time"

	"sluice/internal/catalogue"
	"sluice/internal/wiring"
	"sluice/internal/wiring/monitor"
)

// soakTest is one long crawl of a faulty web, observed while it runs.
type soakTest struct {
	*bench
	library *wiring.Library
	dir     string
	every   time.Duration // a row is written after this time
	each    int64         // or after so many pages
	last    sample
	begun   time.Time
	rows    []string
}

// sample is the progress of a crawl at one moment.
type sample struct {
	at    time.Duration
	pages int64
}

// runSoak crawls a large faulty web, and shows whether speed and memory stay as they are at the beginning.
func runSoak(ctx context.Context, args []string) (err error) {
	f := flag.NewFlagSet("bench soak", flag.ExitOnError)
	hosts := f.Int("hosts", 2000, "hosts of the synthetic web, which needs 20 kB of memory a page")
	pages := f.Int("pages", 500, "pages a host")
	spoilt := f.Int("spoilt", 10, "URLs in a thousand whose responses are damaged")
	redirects := f.Float64("redirects", 0.005, "share of links within a host that are redirected")
	missing := f.Float64("errors", 0.002, "share of links within a host that lead to a 404 or a 500")
	every := f.Duration("every", 30*time.Second, "write a row after this time")
	each := f.Int64("each", 50_000, "write a row after so many pages")
	limit := f.Duration("limit", 30*time.Minute, "longest time for the crawl")
	dir := f.String("dir", os.TempDir(), "folder for the library")
	f.Parse(args)

	if needed, free := int64(*hosts**pages)*20+1<<20, meminfoKB("MemAvailable"); free > 0 && needed > free {
		return fmt.Errorf("the web needs %d MB of memory, %d MB are free (use fewer -hosts)", needed>>10, free>>10)
	}
	ctx, cancel := context.WithTimeout(ctx, *limit)
	defer cancel()
	m := &soakTest{every: *every, each: *each}
	if m.bench, err = newBench(*dir); err != nil {
		return err
	}
	defer m.close()
	err = m.serve(ctx, *hosts, *pages, 0, "-redirects", fmt.Sprint(*redirects), "-errors", fmt.Sprint(*missing))
	if err != nil {
		return err
	}
	bad, err := startFaults(ctx, strings.TrimPrefix(m.box.Proxy, "http://"), *spoilt)
	if err != nil {
		return err
	}
	m.web.proxy = bad.proxy()
	program, err := buildSluice(m.tmp)
	if err != nil {
		return err
	}
	m.dir = filepath.Join(m.tmp, "library")
	if m.library, err = wiring.Open(m.dir); err != nil {
		return err
	}
	defer m.library.Close()
	if err := m.run(ctx, sluiceWith(program, "Sluice", f.Args()...).command(m.web, m.dir)); err != nil {
		return err
	}
	fmt.Printf("%s\n### %d pages on %d hosts, faults included\n\n%s%s\n", machine(*dir), *hosts**pages, *hosts, soakHead, strings.Join(m.rows, ""))
	return m.judge(ctx, bad)
}

// soakHead is the head of the table.
const soakHead = "| time | pages | pages/s | resident, MiB | heap and stacks, MiB | open files | queue | errors | library, MiB |\n" +
	"| ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |\n"

// run crawls to the end and writes rows meanwhile.
func (m *soakTest) run(ctx context.Context, cmd *exec.Cmd) error {
	var output tail
	cmd.Stderr = &output
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true} // an interrupt ends it cleanly, through ctx
	m.begun = time.Now()
	if err := cmd.Start(); err != nil {
		return err
	}
	fmt.Fprint(m.log, soakHead)
	done := make(chan error, 1)
	go func() { done <- cmd.Wait() }()
	ticker := time.NewTicker(250 * time.Millisecond)
	defer ticker.Stop()
	for {
		select {
		case <-ticker.C:
			if err := m.observe(ctx, cmd.Process.Pid); err != nil {
				fmt.Fprintln(m.log, err)
			}
		case <-ctx.Done():
			cmd.Process.Signal(syscall.SIGTERM)
			select {
			case <-done:
			case <-time.After(30 * time.Second):
				cmd.Process.Kill()
				<-done
			}
			return fmt.Errorf("soak: time limit: %w", ctx.Err())
		case err := <-done:
			if err != nil {
				return fmt.Errorf("sluice: %w: %s", err, output)
			}
			return nil
		}
	}
}

// observe writes a row when it is time for one.
func (m *soakTest) observe(ctx context.Context, pid int) error {
	s, err := monitor.Status(ctx, m.library)
	if err != nil || !s.Running {
		return nil // it has not begun, or has ended
	}
	now := sample{time.Since(m.begun), s.Pages}
	if now.at-m.last.at < m.every && now.pages-m.last.pages < m.each {
		return nil
	}
	size, err := sizeOf(m.dir)
	if err != nil {
		return err
	}
	files, err := os.ReadDir(fmt.Sprintf("/proc/%d/fd", pid))
	if err != nil {
		return nil // it has ended
	}
	row := fmt.Sprintf("| %.0f s | %d | %.0f | %d | %d | %d | %d | %d | %d |\n", now.at.Seconds(), now.pages,
		float64(now.pages-m.last.pages)/(now.at-m.last.at).Seconds(), statusKB(pid, "VmRSS")>>10, statusKB(pid, "RssAnon")>>10,
		len(files), s.Queue, s.Errors, size>>20)
	fmt.Fprint(m.log, row)
	m.last, m.rows = now, append(m.rows, row)
	return nil
}

// sizeOf returns the size of all files in a folder.
func sizeOf(dir string) (n int64, err error) {
	err = filepath.WalkDir(dir, func(_ string, d fs.DirEntry, err error) error {
		if errors.Is(err, fs.ErrNotExist) {
			return nil
		}
		if err != nil || !d.Type().IsRegular() {
			return err
		}
		if info, err := d.Info(); err == nil {
			n += info.Size()
		}
		return nil
	})
	return n, err
}

// judge compares what the server counted with what the library contains. A difference that the faults do not explain is an
// error.
func (m *soakTest) judge(ctx context.Context, bad *faults) error {
	s, err := m.box.Stats()
	if err != nil {
		return err
	}
	cat, err := m.library.Catalogue(ctx)
	if err != nil {
		return err
	}
	had, err := cat.Report(ctx)
	if err != nil {
		return err
	}
	total, all := s.Total, int64(m.web.hosts*m.web.pages)
	ok, maps := tally(had.Status, "200"), tally(had.Types, "sitemap")
	whole := ok.Pages - ok.Errors - maps.Pages
	fmt.Printf("\nDamaged responses: %s; %d URLs were damaged every time.\n", bad, bad.lost.Load())
	fmt.Printf("The server sent %d of %d pages, %d repeated pages, %d redirects and %d errors; at most %d requests at once to a host, "+
		"%d hosts requested before their robots.txt, %d disallowed URLs.\n",
		total.Distinct, all, total.Pages-total.Distinct, total.Redirects, total.Errors4xx+total.Errors5xx,
		total.MaxConcurrent, s.RobotsLate+s.NoRobots, total.Disallowed)
	fmt.Printf("The library has %d complete pages, %d documents, %d redirects and %d errors after %.0f s.\n",
		whole, had.Totals.Documents, had.Totals.Redirects, had.Totals.Errors, had.Rates.Active)
	var wrong []string
	if run := had.Crawls[len(had.Crawls)-1]; run.State != "done" {
		wrong = append(wrong, "the crawl did not finish: "+run.State+" "+run.Reason)
	}
	if all-whole > bad.lost.Load() {
		wrong = append(wrong, fmt.Sprintf("%d pages are missing, at most %d of them because of faults", all-whole, bad.lost.Load()))
	}
	if total.MaxConcurrent > 2 || s.RobotsLate+s.NoRobots+total.Disallowed > 0 {
		wrong = append(wrong, "a host got too many requests at once, or requests that its robots.txt disallows")
	}
	if len(wrong) > 0 {
		return errors.New(strings.Join(wrong, "; "))
	}
	return nil
}

// tally returns the count of a name.
func tally(all []catalogue.Tally, name string) catalogue.Tally {
	for _, t := range all {
		if t.Name == name {
			return t
		}
	}
	return catalogue.Tally{}
}
