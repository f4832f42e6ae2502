package crawler

import (
	"sluice/crawl"
	"sluice/internal/clock"
)

// Stats returns how far the crawl is. It may be called at any time.
func (c *Crawl) Stats() crawl.Stats {
	counts := c.cfg.Frontier.Counts()
	s := crawl.Stats{Queue: counts.Waiting, Inflight: int(c.pipeline.fetching.Load()), Hosts: counts.Hosts, Paused: c.pause.reason()}
	c.counters.fillStats(&s)
	if at, ok := c.cfg.Frontier.Ready(); ok && s.Queue > 0 && s.Inflight == 0 && clock.Until(c.cfg.Clock, at) > 0 {
		s.Until = at
	}
	if !c.isHeld() {
		s.ETA = c.estimate.left()
	}
	if !c.cfg.Scope.DocumentsOnly {
		s.Forecast = c.outlook.next(s.Queue)
	}
	return s
}

// Metrics returns what the crawl has measured so far. It may be called at any time.
func (c *Crawl) Metrics() crawl.Metrics {
	counts := c.cfg.Frontier.Counts()
	m := crawl.Metrics{
		Stats: c.Stats(), Known: counts.Known, Leased: counts.Leased, Ready: counts.Ready,
		Backlog: map[string]int64{"read": int64(len(c.pipeline.toRead)), "commit": int64(len(c.pipeline.toCommit))},
	}
	c.counters.fillMetrics(&m, c.exchange.InFlight())
	return m
}
