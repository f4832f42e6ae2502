package lab

import (
	"cmp"
	"context"
	"math"
	"slices"

	"sluice/page"
	"sluice/weburl"
)

// reachable is a page of a web with what a walk would gain by it.
type reachable struct {
	parent  *reachable // on the tree of the breadth-first walk; nil of a seed
	targets []weburl.Key
	depth   int // requests from a seed to it, itself included
	order   int // of discovery
	fetched bool
}

// Oracle returns the walk of one who knows the web: at each step it requests the shortest path of pages, along the tree of the
// breadth-first walk, that brings the most new targets a request. Of equal ones it takes the one that breadth-first finds
// first. This is greedy, and so not always the best of all walks, but far ahead of any that must discover the web.
func Oracle(ctx context.Context, web *Web, t Targets) (*Walk, error) {
	o := &oracle{walker: walker{web: web, targets: t, Walk: &Walk{}, known: map[weburl.Key]bool{}}, pages: map[weburl.Key]*reachable{}}
	if err := o.explore(ctx); err != nil {
		return nil, err
	}
	known := map[weburl.Key]bool{}
	for {
		best := o.best(known)
		if best == nil {
			return o.Walk, ctx.Err()
		}
		var path []*reachable
		for p := best; p != nil && !p.fetched; p = p.parent {
			path = append(path, p)
		}
		for _, p := range slices.Backward(path) {
			p.fetched = true
			for _, k := range p.targets {
				known[k] = true
			}
			o.Known = append(o.Known, len(known))
		}
	}
}

// oracle explores a web before its walk.
type oracle struct {
	walker
	pages  map[weburl.Key]*reachable
	useful []*reachable // those with targets, in the order of discovery
}

// explore walks the whole web breadth-first.
func (o *oracle) explore(ctx context.Context) error {
	type step struct {
		url  weburl.URL
		page *reachable
	}
	var queue []step
	find := func(u weburl.URL, parent *reachable) {
		if o.pages[u.Key()] != nil {
			return
		}
		p := &reachable{parent: parent, depth: 1, order: len(o.pages)}
		if parent != nil {
			p.depth = parent.depth + 1
		}
		o.pages[u.Key()] = p
		queue = append(queue, step{u, p})
	}
	for _, u := range o.web.seeds {
		find(u, nil)
	}
	for ; len(queue) > 0; queue = queue[1:] {
		at := queue[0]
		a, err := o.web.Get(ctx, at.url)
		if err != nil {
			return err
		}
		if !a.Location.IsZero() && o.web.follows(a.Location) {
			find(a.Location, at.page)
		}
		if a.Page == nil {
			continue
		}
		links, err := o.gain(ctx, at.page, at.url, a.Page)
		if err != nil {
			return err
		}
		for _, l := range links {
			find(l.URL, at.page)
		}
	}
	return nil
}

// gain records the targets of a page, and returns its links.
func (o *oracle) gain(ctx context.Context, r *reachable, u weburl.URL, p *page.Page) ([]*page.Link, error) {
	o.known = map[weburl.Key]bool{} // each page has all its targets
	links, err := o.links(ctx, p)
	if err != nil {
		return nil, err
	}
	if o.targets.Fetched != nil && o.targets.Fetched(u, p) {
		o.known[u.Key()] = true
	}
	for k := range o.known {
		r.targets = append(r.targets, k)
	}
	if len(r.targets) > 0 {
		o.useful = append(o.useful, r)
	}
	return links, nil
}

// best returns the page at the end of the path that brings the most targets a request; nil if none brings any.
func (o *oracle) best(known map[weburl.Key]bool) *reachable {
	var best *reachable
	most := 0.0
	counted := map[weburl.Key]bool{}
	o.useful = slices.DeleteFunc(o.useful, func(r *reachable) bool { return r.fetched })
	slices.SortStableFunc(o.useful, func(a, b *reachable) int { return cmp.Compare(a.order, b.order) })
	for _, r := range o.useful {
		clear(counted)
		requests := 0.0
		for p := r; p != nil && !p.fetched; p = p.parent {
			requests++
			for _, k := range p.targets {
				if !known[k] {
					counted[k] = true
				}
			}
		}
		if gain := float64(len(counted)) / requests; gain > most+math.SmallestNonzeroFloat64 {
			best, most = r, gain
		}
	}
	return best
}
