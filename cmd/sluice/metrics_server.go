package main

import (
	"errors"
	"fmt"
	"io/fs"

	"sluice/cmd/sluice/internal/metrics"
	"sluice/cmd/sluice/internal/settings"
	"sluice/internal/system"
	"sluice/internal/wiring"
)

// metricsServer serves the metrics of a crawl if the flag --metrics is set.
type metricsServer struct {
	server   *metrics.Server // nil without --metrics
	profiles bool
}

// listenMetrics opens the address of --metrics, before the crawl changes anything: a wrong address is
// wrong use.
func (c *console) listenMetrics(f *settings.Flags) (metricsServer, error) {
	if f.Metrics == "" {
		return metricsServer{}, nil
	}
	server, err := metrics.Listen(string(f.Metrics))
	if errors.Is(err, system.ErrAddressUnavailable) {
		return metricsServer{}, usagef("metrics: %w; choose an address of this machine, such as 127.0.0.1:9090", err)
	}
	if errors.Is(err, system.ErrAddressInUse) || errors.Is(err, fs.ErrPermission) {
		return metricsServer{}, usagef("metrics: %w; choose another port, or 0 for any free port", err)
	}
	if err != nil {
		return metricsServer{}, usagef("metrics: %w", err)
	}
	fmt.Fprintf(c.notes, "Metrics are at %s.\n", server.URL())
	return metricsServer{server, f.Pprof}, nil
}

// serve starts to answer requests.
func (m metricsServer) serve(running *wiring.Crawl) {
	if m.server != nil {
		m.server.Serve(running.Metrics, m.profiles)
	}
}

// Close closes the address.
func (m metricsServer) Close() error {
	if m.server == nil {
		return nil
	}
	return m.server.Close()
}
