//go:build yardstick && linux

package main

import (
	"testing"

	"sluice/crawl"
	"sluice/internal/webboxtest"
	"sluice/internal/wiring"
)

// BenchmarkCrawl crawls a synthetic web whole, into a library on disk:
//
//	go test -tags yardstick -run - -bench Crawl -benchtime 1x -cpuprofile cpu.out ./bench
func BenchmarkCrawl(b *testing.B) {
	program, err := webboxtest.Build(b.TempDir())
	if err != nil {
		b.Fatal(err)
	}
	pages := 0.0
	for b.Loop() {
		b.StopTimer()
		box, err := webboxtest.Start(b.Context(), program, "-hosts", "200", "-pages", "100")
		if err != nil {
			b.Fatal(err)
		}
		seeds, err := box.Seeds()
		if err != nil {
			b.Fatal(err)
		}
		lib, err := wiring.Open(b.TempDir())
		if err != nil {
			b.Fatal(err)
		}
		c, err := lib.Crawl(b.Context(), crawl.Config{Seeds: seeds, Scope: crawl.Scope{Kind: crawl.ScopeList}, Network: crawl.Network{Proxy: box.Proxy}, Politeness: crawl.Politeness{Delay: -1, PerHost: 2}})
		if err != nil {
			b.Fatal(err)
		}
		b.StartTimer()
		if _, err := c.Run(b.Context()); err != nil {
			b.Fatal(err)
		}
		b.StopTimer()
		stats, err := box.Stats()
		if err != nil {
			b.Fatal(err)
		}
		pages += float64(stats.Total.Distinct)
		lib.Close()
		box.Close()
		b.StartTimer()
	}
	b.ReportMetric(pages/b.Elapsed().Seconds(), "pages/s")
}
