package lab

import (
	"context"
	"math"
	"slices"

	"sluice/page"
	"sluice/weburl"
)

// reachable is a page of a web with what a walk would gain by it.
type reachable struct {
	url     weburl.URL
	parent  *reachable // on the tree of the breadth-first walk; nil of a seed
	targets []weburl.Key
	depth   int // requests from a seed to it, itself included
	fetched bool
}

// Oracle returns the walk of one who knows the web: at each step it requests the shortest path of pages, along the tree of the
// breadth-first walk, that brings the most new targets a request. Of equal ones it takes the one that breadth-first finds
// first. This is greedy, and so not always the best of all walks, but far ahead of any that must discover the web.
func Oracle(ctx context.Context, web *Web, t Targets) (*Walk, error) {
	o := &oracle{walker: walker{web: web, targets: t, Walk: &Walk{}, known: map[weburl.Key]bool{}, seen: map[weburl.Key]*waitingLink{}}, pages: map[weburl.Key]*reachable{}}
	if err := o.explore(ctx); err != nil {
		return nil, err
	}
	o.known, o.Found = map[weburl.Key]bool{}, nil
	for {
		best := o.best()
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
				o.know(k)
			}
			a, err := web.Get(ctx, p.url)
			if err != nil {
				return nil, err
			}
			o.record(p.url, a, o.relevance(a.Page))
		}
	}
}

// oracle explores a web before its walk.
type oracle struct {
	walker
	pages  map[weburl.Key]*reachable
	useful []*reachable // those with targets, in the order of discovery, which is that of their requests
}

// explore walks the whole web breadth-first.
func (o *oracle) explore(ctx context.Context) error {
	var queue []*reachable
	find := func(u weburl.URL, parent *reachable) {
		if o.pages[u.Key()] != nil {
			return
		}
		p := &reachable{url: u, parent: parent, depth: 1}
		if parent != nil {
			p.depth = parent.depth + 1
		}
		o.pages[u.Key()] = p
		queue = append(queue, p)
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
			find(a.Location, at)
		}
		if a.Page == nil {
			continue
		}
		found, err := o.gain(ctx, at, a.Page)
		if err != nil {
			return err
		}
		for _, l := range found.pages {
			find(l.URL, at)
		}
	}
	return nil
}

// gain records the targets of a page, and returns its links.
func (o *oracle) gain(ctx context.Context, r *reachable, p *page.Page) (links, error) {
	o.known = map[weburl.Key]bool{} // each page has all its targets
	found, err := o.links(ctx, p)
	if err != nil {
		return links{}, err
	}
	o.fetched(r.url, p, o.relevance(p))
	r.targets, o.Found = o.Found, nil
	if len(r.targets) > 0 {
		o.useful = append(o.useful, r)
	}
	return found, nil
}

// best returns the page at the end of the path that brings the most targets a request; nil if none brings any.
func (o *oracle) best() *reachable {
	var best *reachable
	most := 0.0
	counted := map[weburl.Key]bool{}
	o.useful = slices.DeleteFunc(o.useful, func(r *reachable) bool { return r.fetched })
	for _, r := range o.useful {
		clear(counted)
		requests := 0.0
		for p := r; p != nil && !p.fetched; p = p.parent {
			requests++
			for _, k := range p.targets {
				if !o.known[k] {
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
