// Command bench measures the speed and memory of a crawl against the web box.
//
//	go run ./bench [-hosts 200] [-pages 100] [-latency 0] [-turns 3] [-dir FOLDER] [-- crawl flags]
//
// Each turn starts a web box, runs the sluice program on all of its hosts as a
// process of its own, and prints what the server counted and what the process
// used. Server and crawler share the machine.
package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"syscall"
	"time"

	"sluice/internal/webboxtest"
)

func main() {
	hosts := flag.Int("hosts", 200, "hosts of the synthetic web")
	pages := flag.Int("pages", 100, "pages a host")
	latency := flag.Duration("latency", 0, "of each answer")
	turns := flag.Int("turns", 3, "runs, of which the median counts")
	dir := flag.String("dir", "", "folder for the libraries; default a temporary one")
	limit := flag.Duration("limit", 5*time.Minute, "longest a run may take")
	flag.Parse()
	if err := run(*hosts, *pages, *latency, *turns, *dir, *limit, flag.Args()); err != nil {
		fmt.Fprintln(os.Stderr, "bench:", err)
		os.Exit(1)
	}
}

// turn is what one run came to.
type turn struct {
	rate, cpu float64 // pages a second; CPU seconds per 1,000 pages
	rss       int64   // MiB
	stats     *webboxtest.Stats
}

func run(hosts, pages int, latency time.Duration, turns int, dir string, limit time.Duration, flags []string) error {
	tmp, err := os.MkdirTemp(dir, "bench-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(tmp)
	box, err := webboxtest.Build(tmp)
	if err != nil {
		return err
	}
	program := filepath.Join(tmp, "sluice")
	if out, err := exec.Command("go", "build", "-o", program, "./cmd/sluice").CombinedOutput(); err != nil {
		return fmt.Errorf("build: %w\n%s", err, out)
	}
	fmt.Printf("%d hosts, %d pages each, latency %v, %d CPUs, %s, %s\n", hosts, pages, latency, runtime.NumCPU(), runtime.Version(), time.Now().Format(time.DateOnly))
	fmt.Printf("%-6s %9s %14s %8s %8s %8s %8s %10s\n", "turn", "pages/s", "CPU s/1000 p", "RSS MiB", "pages", "refetch", "at once", "late robots")
	var all []turn
	for i := range turns {
		t, err := one(tmp, box, program, i, limit, flags, "-hosts", fmt.Sprint(hosts), "-pages", fmt.Sprint(pages), "-latency", latency.String())
		if err != nil {
			return err
		}
		s := t.stats.Total
		fmt.Printf("%-6d %9.0f %14.3f %8d %8d %8d %8d %10d\n", i+1, t.rate, t.cpu, t.rss, s.Distinct, s.Pages-s.Distinct, s.MaxConcurrent, t.stats.RobotsLate+t.stats.NoRobots)
		all = append(all, t)
	}
	slices.SortFunc(all, func(a, b turn) int { return int(a.rate - b.rate) })
	m := all[len(all)/2]
	fmt.Printf("%-6s %9.0f %14.3f %8d\n", "median", m.rate, m.cpu, m.rss)
	return nil
}

func one(tmp, box, program string, n int, limit time.Duration, flags []string, web ...string) (turn, error) {
	ctx, cancel := context.WithTimeout(context.Background(), limit)
	defer cancel()
	b, err := webboxtest.Start(ctx, box, web...)
	if err != nil {
		return turn{}, err
	}
	defer b.Close()
	seeds, err := b.Seeds()
	if err != nil {
		return turn{}, err
	}
	list := filepath.Join(tmp, "seeds")
	if err := os.WriteFile(list, []byte(strings.Join(seeds, "\n")), 0o644); err != nil {
		return turn{}, err
	}
	library := filepath.Join(tmp, fmt.Sprint("library-", n))
	defer os.RemoveAll(library)
	args := append([]string{"crawl", "-d", library, "--seeds", list, "--proxy", b.Proxy, "--scope", "list", "--progress", "none",
		"--delay", "0s", "--per-host", "2", "--contact", "https://bench.example/"}, flags...)
	cmd := exec.CommandContext(ctx, program, args...)
	cmd.Stderr = os.Stderr
	if err := cmd.Run(); err != nil {
		return turn{}, fmt.Errorf("sluice %s: %w", strings.Join(args, " "), err)
	}
	s, err := b.Stats()
	if err != nil {
		return turn{}, err
	}
	used := cmd.ProcessState.SysUsage().(*syscall.Rusage)
	cpu := cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime()
	return turn{rate: s.PagesPerSecond, cpu: cpu.Seconds() / float64(s.Total.Distinct) * 1000, rss: used.Maxrss >> 10, stats: s}, nil
}
