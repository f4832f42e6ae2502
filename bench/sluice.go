//go:build linux

package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"time"
)

// measureSluice measures Sluice alone.
func measureSluice(ctx context.Context, args []string) error {
	f := flag.NewFlagSet("bench", flag.ExitOnError)
	hosts := f.Int("hosts", 200, "hosts of the synthetic web")
	pages := f.Int("pages", 100, "pages a host")
	latency := f.Duration("latency", 0, "of each response")
	turns := f.Int("turns", 3, "number of runs; the median counts")
	dir := f.String("dir", os.TempDir(), "folder for the libraries")
	limit := f.Duration("limit", 5*time.Minute, "longest time for a run")
	f.Parse(args)

	b, err := newBench(*dir)
	if err != nil {
		return err
	}
	defer b.close()
	if err := b.serve(ctx, *hosts, *pages, *latency); err != nil {
		return err
	}
	program, err := buildSluice(b.tmp)
	if err != nil {
		return err
	}
	c := sluiceWith(program, "Sluice", f.Args()...)
	c.limit = *limit
	t := table{web: b.web}
	t.add(c)
	if err := b.runTurns(ctx, b.tmp, &t, *turns); err != nil {
		return err
	}
	fmt.Print(machine(*dir), "\n", t.String())
	return nil
}
