package sluice

import (
	"context"
	"fmt"
	"os"
	"time"

	"sluice/crawl"
	"sluice/internal/control"
	"sluice/internal/frontier"
	"sluice/weburl"
)

// answers is what a running crawl answers to other processes.
type answers struct{ c *Crawl }

var _ control.Crawl = answers{}

func (a answers) Stop(reason string) { a.c.Stop(reason) }

func (a answers) Explain(ctx context.Context, url string) (crawl.Verdict, error) {
	return a.c.Explain(ctx, url)
}

func (a answers) Known(ctx context.Context, url string) (control.URL, error) {
	return knownURL(ctx, a.c.stores.Frontier, url)
}

func (a answers) Status() Status {
	stats := a.c.Stats()
	s := Status{
		Running: true, PID: os.Getpid(), State: "running", Started: a.c.begun, Seconds: stats.Totals.Active.Seconds(),
		Pages: stats.Pages, Found: stats.Found, Documents: stats.Documents,
		Accepted: stats.Accepted, Rejected: stats.Rejected, RejectedBy: stats.RejectedBy, Unread: stats.Unread,
		ToRead: stats.ToRead, Errors: stats.Errors, Refused: stats.Refused, Bytes: stats.Bytes, Queue: stats.Queue, Hosts: stats.Hosts,
		ActiveHosts: stats.Active, Inflight: stats.Inflight, PagesPerSecond: stats.PagesPerSecond, BytesPerSecond: stats.BytesPerSecond,
	}
	switch {
	case stats.Paused != "":
		s.State, s.Reason = "paused", stats.Paused
	case stats.Stalled != "":
		s.Reason = "no progress: " + stats.Stalled
	case stats.Resting:
		s.State, s.Reason = "resting", "idle hours (--idle)"
	case time.Until(stats.Until) > time.Second:
		s.Reason = "waiting for the delays of all hosts, until " + stats.Until.Local().Format(time.TimeOnly)
	}
	return s
}

// knownURL returns what a frontier knows of a URL.
func knownURL(ctx context.Context, f *frontier.Frontier, text string) (control.URL, error) {
	u, err := weburl.ParseSeed(text)
	if err != nil {
		return control.URL{}, fmt.Errorf("%q: %w", text, err)
	}
	var known [1]frontier.Known
	if err := f.Known(ctx, []weburl.Key{u.Key()}, known[:]); err != nil {
		return control.URL{}, err
	}
	k := known[0]
	return control.URL{URL: u.String(), State: k.State.String(), Cause: k.Cause, Parent: k.Parent, Depth: k.Depth}, nil
}
