//go:build yardstick

package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"sluice/internal/webboxtest"
)

// TestPolitenessAsTheServerCountsIt crawls synthetic webs whose answers take a
// while, and reads from the server how many requests a host had at once, how long
// it was left alone between two, and what came before robots.txt.
func TestPolitenessAsTheServerCountsIt(t *testing.T) {
	dir := t.TempDir()
	program := buildSluice(t, dir)
	boxProgram, err := webboxtest.Build(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		name   string
		web    []string
		flags  []string
		atOnce int
		gap    float64 // milliseconds
	}{
		{"one at a time", []string{"-hosts", "12", "-pages", "15", "-latency", "20ms"}, []string{"--delay", "100ms"}, 1, 100},
		{"two at a time", []string{"-hosts", "12", "-pages", "15", "-latency", "50ms"}, []string{"--delay", "0s", "--per-host", "2"}, 2, -1},
		{"crawl-delay", []string{"-hosts", "12", "-pages", "8", "-latency", "10ms", "-crawl-delay", "0.3"}, []string{"--delay", "20ms"}, 1, 300},
		{"redirects and errors", []string{"-hosts", "8", "-pages", "15", "-latency", "20ms", "-redirects", "0.3", "-errors", "0.1"}, []string{"--delay", "50ms"}, 1, 50},
	} {
		t.Run(tt.name, func(t *testing.T) {
			box, err := webboxtest.Start(t.Context(), boxProgram, tt.web...)
			if err != nil {
				t.Fatal(err)
			}
			defer box.Close()
			seeds, err := box.Seeds()
			if err != nil {
				t.Fatal(err)
			}
			list := filepath.Join(t.TempDir(), "seeds")
			if err := os.WriteFile(list, []byte(strings.Join(seeds, "\n")), 0o644); err != nil {
				t.Fatal(err)
			}
			runSluice(t, program, append([]string{"crawl", "-d", filepath.Join(t.TempDir(), "library"), "--seeds", list,
				"--proxy", box.Proxy, "--scope", "list", "--progress", "none", "--contact", "https://polite.example/"}, tt.flags...)...)
			s, err := box.Stats()
			if err != nil {
				t.Fatal(err)
			}
			fmt.Printf("POLITENESS %-20s %4d requests, %d at once (allowed %d), shortest pause %.0f ms (asked %.0f), %d distinct pages, %d disallowed, %d hosts asked before robots.txt\n",
				tt.name, s.Total.Requests, s.Total.MaxConcurrent, tt.atOnce, s.Total.MinEndGap, tt.gap, s.Total.Distinct, s.Total.Disallowed, s.RobotsLate+s.NoRobots)
			if s.Total.MaxConcurrent > tt.atOnce {
				t.Errorf("%d requests at once to a host, allowed are %d", s.Total.MaxConcurrent, tt.atOnce)
			}
			if s.Total.MinEndGap < tt.gap {
				t.Errorf("a host was left alone for %.1f ms between requests, asked are %.0f", s.Total.MinEndGap, tt.gap)
			}
			if s.Total.Disallowed > 0 || s.RobotsLate+s.NoRobots > 0 {
				t.Errorf("%d disallowed URLs asked for, %d hosts asked before robots.txt", s.Total.Disallowed, s.RobotsLate+s.NoRobots)
			}
			for name, h := range s.Hosts {
				if h.Robots != 1 {
					t.Errorf("%s: robots.txt asked for %d times, want once", name, h.Robots)
				}
			}
		})
	}
}
