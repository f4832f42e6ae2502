package main

import (
	"errors"
	"fmt"
	"syscall"

	"sluice"
	"sluice/cmd/sluice/internal/metrics"
	"sluice/cmd/sluice/internal/settings"
)

// watched serves the metrics of a crawl when they are wanted.
type watched struct {
	server   *metrics.Server // nil: not wanted
	profiles bool
}

// listen takes the address that --metrics names, before anything else begins.
func (c *console) listen(f *settings.Flags) (watched, error) {
	if f.Metrics == "" {
		return watched{}, nil
	}
	server, err := metrics.Listen(string(f.Metrics))
	if errors.Is(err, syscall.EADDRNOTAVAIL) {
		return watched{}, usagef("metrics: %w; choose an address of this machine, such as 127.0.0.1:9090", err)
	}
	if errors.Is(err, syscall.EADDRINUSE) || errors.Is(err, syscall.EACCES) {
		return watched{}, usagef("metrics: %w; choose another port, or 0 for any that is free", err)
	}
	if err != nil {
		return watched{}, usagef("metrics: %w", err)
	}
	fmt.Fprintf(c.err, "Metrics are at %s.\n", server.URL())
	return watched{server, f.Pprof}, nil
}

func (w watched) serve(running *sluice.Crawl) {
	if w.server != nil {
		w.server.Serve(running.Metrics, w.profiles)
	}
}

// Close ends the serving.
func (w watched) Close() error {
	if w.server == nil {
		return nil
	}
	return w.server.Close()
}
