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

	"sluice"
	"sluice/internal/catalogue"
)

// marathon is one long crawl of a faulty web, watched while it runs.
type marathon struct {
	*bench
	library *sluice.Library
	dir     string
	every   time.Duration // a row at the latest then
	each    int64         // or after so many pages
	last    sample
	begun   time.Time
	rows    []string
}

// sample is how a crawl stands at one moment.
type sample struct {
	at    time.Duration
	pages int64
}

// soak crawls a large faulty web, and shows whether speed and memory stay as they are at the beginning.
func soak(ctx context.Context, args []string) (err error) {
	f := flag.NewFlagSet("bench soak", flag.ExitOnError)
	hosts := f.Int("hosts", 2000, "hosts of the synthetic web, which takes 20 kB of memory a page")
	pages := f.Int("pages", 500, "pages a host")
	spoilt := f.Int("spoilt", 10, "URLs of a thousand whose answers are spoilt on the way")
	redirects := f.Float64("redirects", 0.005, "share of links within a host that go through a redirect")
	missing := f.Float64("errors", 0.002, "share of links within a host that end in a 404 or a 500")
	every := f.Duration("every", 30*time.Second, "write a row after this time")
	each := f.Int64("each", 50_000, "write a row after so many pages")
	limit := f.Duration("limit", 30*time.Minute, "longest that it may take")
	dir := f.String("dir", os.TempDir(), "folder for the library")
	f.Parse(args)

	if needed, free := int64(*hosts**pages)*20+1<<20, meminfoKB("MemAvailable"); free > 0 && needed > free {
		return fmt.Errorf("the web takes %d MB of memory, of which %d are free; try fewer -hosts", needed>>10, free>>10)
	}
	ctx, cancel := context.WithTimeout(ctx, *limit)
	defer cancel()
	m := &marathon{every: *every, each: *each}
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
	if m.library, err = sluice.Open(m.dir); err != nil {
		return err
	}
	defer m.library.Close()
	if err := m.run(ctx, sluiceWith(program, "Sluice", f.Args()...).command(m.web, m.dir)); err != nil {
		return err
	}
	fmt.Printf("%s\n### %d pages on %d hosts, faults included\n\n%s%s\n", machine(*dir), *hosts**pages, *hosts, soakHead, strings.Join(m.rows, ""))
	return m.judge(bad)
}

const soakHead = "| time | pages | pages/s | resident, MiB | heap and stacks, MiB | open files | queue | errors | library, MiB |\n" +
	"| ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: | ---: |\n"

// run crawls to the end and takes rows meanwhile.
func (m *marathon) run(ctx context.Context, cmd *exec.Cmd) error {
	var said tail
	cmd.Stderr = &said
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true} // an interrupt ends it cleanly, through ctx
	m.begun = time.Now()
	if err := cmd.Start(); err != nil {
		return err
	}
	fmt.Fprint(m.log, soakHead)
	done := make(chan error, 1)
	go func() { done <- cmd.Wait() }()
	look := time.NewTicker(250 * time.Millisecond)
	defer look.Stop()
	for {
		select {
		case <-look.C:
			if err := m.look(ctx, cmd.Process.Pid); err != nil {
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
			return fmt.Errorf("not done in time: %w", ctx.Err())
		case err := <-done:
			if err != nil {
				return fmt.Errorf("sluice: %w: %s", err, said)
			}
			return nil
		}
	}
}

// look takes a row when it is time for one.
func (m *marathon) look(ctx context.Context, pid int) error {
	s, err := m.library.Status(ctx)
	if err != nil || !s.Running {
		return nil // it begins, or has ended
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

// judge compares what the server counted with what the library has.
func (m *marathon) judge(bad *faults) error {
	s, err := m.box.Stats()
	if err != nil {
		return err
	}
	cat, err := m.library.Catalogue(context.Background())
	if err != nil {
		return err
	}
	had, err := cat.Report(context.TODO())
	if err != nil {
		return err
	}
	total, all := s.Total, int64(m.web.hosts*m.web.pages)
	ok, maps := tally(had.Status, "200"), tally(had.Types, "sitemap")
	whole := ok.Pages - ok.Errors - maps.Pages
	fmt.Printf("\nSpoilt on the way: %s; %d URLs were spoilt each time.\n", bad, bad.lost.Load())
	fmt.Printf("The server answered with %d of %d pages, %d times with one that it had sent before, with %d redirects and %d errors; "+
		"at most %d requests at once to a host, %d hosts asked before their robots.txt, %d disallowed URLs.\n",
		total.Distinct, all, total.Pages-total.Distinct, total.Redirects, total.Errors4xx+total.Errors5xx,
		total.MaxConcurrent, s.RobotsLate+s.NoRobots, total.Disallowed)
	fmt.Printf("The library has %d pages whole, %d documents, %d redirects, %d errors after %.0f s.\n",
		whole, had.Totals.Documents, had.Totals.Redirects, had.Totals.Errors, had.Rates.Active)
	var wrong []string
	if run := had.Crawls[len(had.Crawls)-1]; run.State != "done" {
		wrong = append(wrong, "the crawl is not done: "+run.State+" "+run.Reason)
	}
	if all-whole > bad.lost.Load() {
		wrong = append(wrong, fmt.Sprintf("%d pages are missing, of which at most %d could not be had", all-whole, bad.lost.Load()))
	}
	if total.MaxConcurrent > 2 || s.RobotsLate+s.NoRobots+total.Disallowed > 0 {
		wrong = append(wrong, "a host was not treated as it asked")
	}
	if len(wrong) > 0 {
		return errors.New(strings.Join(wrong, "; "))
	}
	return nil
}

func tally(all []catalogue.Tally, name string) catalogue.Tally {
	for _, t := range all {
		if t.Name == name {
			return t
		}
	}
	return catalogue.Tally{}
}
