package crawler

import (
	"context"
	"maps"
	"slices"

	"sluice/internal/catalogue"
	"sluice/internal/crawler/internal/siterules"
	"sluice/internal/crawler/internal/strategy"
	"sluice/internal/earlystop"
	"sluice/internal/frontier"
	"sluice/weburl"
)

// newYield returns the counts by which sites are stopped early; nil if none is.
func newYield(cfg *config) *earlystop.Book {
	if !cfg.EarlyStop.On {
		return nil
	}
	o := cfg.EarlyStop
	return earlystop.New(cfg.Frontier, earlystop.Options{Pages: o.Pages, Recheck: o.Recheck, Share: o.Share, Price: o.Price})
}

// countYield counts what a visit has yielded for its site. The links that it has placed are those of the group from before on, and so many of them wait in lanes of
// the strategy. What is replayed was decided before.
func (r *recorder) countYield(ctx context.Context, v *visit, before, links int) error {
	if r.yield == nil || v.replayed != nil || v.row == nil {
		return nil
	}
	for i := range r.links.Add[before:] {
		if l := &r.links.Add[before+i]; strategy.IsOwn(l.Lane) {
			if err := r.yield.AddLink(ctx, l.URL.Host()); err != nil {
				return err
			}
		}
	}
	if v.lease.Kind == frontier.Seed && len(v.lease.Via) == 0 { // no page has linked to it
		if err := r.yield.AddLink(ctx, v.lease.URL.Host()); err != nil {
			return err
		}
	}
	isDocument := v.row.Document
	switch {
	case v.lease.Lane == strategy.Documents:
		if parent, err := weburl.ParseSeed(v.lease.Parent); err == nil {
			return r.yield.AddDocument(ctx, parent.Host(), isDocument)
		}
	case strategy.IsOwn(v.lease.Lane) && v.lease.Kind != frontier.Probe:
		found := v.documents
		if isDocument { // which no link announced
			found++
		}
		stop, err := r.yield.AddPage(ctx, v.lease.URL.Host(), found, links)
		if stop != nil {
			r.stops[v.lease.URL.Host()] = stop
		}
		return err
	}
	return nil
}

// recordStops adds the rows of the sites that the group stops.
func (r *recorder) recordStops() {
	for _, host := range slices.Sorted(maps.Keys(r.stops)) {
		s := r.stops[host]
		r.rows.Stops = append(r.rows.Stops, catalogue.SiteStop{Host: host, At: r.last, Rule: s.Rule, Pages: s.Pages, Found: s.Found, Waiting: s.Waiting,
			MissedLow: s.Missed.Low, MissedHigh: s.Missed.High})
	}
}

// applyStops stops sites in the state that the group writes. The caller holds commits: rules that are set meanwhile are not overwritten.
func (r *recorder) applyStops() error {
	for host, s := range r.stops {
		err := r.sites.Stop(host, s.String(), func(state map[string][]byte) error {
			maps.Copy(r.links.State, state)
			return nil
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// closeStopped ends what waits of the sites that the group has stopped.
func (r *recorder) closeStopped() {
	for _, host := range slices.Sorted(maps.Keys(r.stops)) {
		r.cfg.Frontier.CloseHost(host, siterules.CauseStopped)
		r.cfg.Log.Info("site stopped", "host", host, "reason", r.stops[host].String())
	}
}
