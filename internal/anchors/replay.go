package anchors

import (
	"context"
	"strings"

	"sluice/page"
	"sluice/weburl"
)

// maxHops bounds the redirects that are followed from one URL.
const maxHops = 10

// maxAnchor bounds the bytes of an anchor that are kept.
const maxAnchor = 256

// step is a link that a breadth-first crawl follows: from its parent to a page or document that no page before linked to.
type step struct {
	parent  int // in the log; a seed has none, and depth 0
	depth   int
	anchor  string
	desired bool // it leads to a desired document
}

// replay replays a recording breadth-first.
type replay struct {
	web   Web
	o     Options
	seen  map[weburl.Key]bool
	queue []found
	steps []step // the log
	pages int
}

// found is a URL that waits to be visited.
type found struct {
	url weburl.URL
	step
}

// run visits all that can be reached.
func (r *replay) run(ctx context.Context) error {
	for _, u := range r.o.Seeds {
		r.find(u, step{})
	}
	for len(r.queue) > 0 && len(r.steps) < maxSteps {
		at := r.queue[0]
		r.queue[0] = found{}
		r.queue = r.queue[1:]
		if err := ctx.Err(); err != nil {
			return context.Cause(ctx)
		}
		p, err := r.page(ctx, at.url)
		if err != nil {
			return err
		}
		if p != nil {
			r.visit(p, at.step)
		}
	}
	return nil
}

// page returns the page at a URL; nil if none was recorded there.
func (r *replay) page(ctx context.Context, u weburl.URL) (*page.Page, error) {
	for range maxHops {
		a, err := r.web.Get(ctx, u)
		if err != nil {
			return nil, err
		}
		if a.Location.IsZero() {
			return a.Page, nil
		}
		if u = a.Location; r.seen[u.Key()] {
			return nil, nil
		}
		r.seen[u.Key()] = true
	}
	return nil, nil
}

// visit enters a page in the log and queues what it links to.
func (r *replay) visit(p *page.Page, s step) {
	r.pages++
	if r.o.OnPage != nil {
		r.o.OnPage()
	}
	at := len(r.steps)
	r.steps = append(r.steps, s)
	for i := range p.Links {
		l := &p.Links[i]
		anchor := p.Anchor(l)
		if len(anchor) > maxAnchor {
			anchor = strings.ToValidUTF8(anchor[:maxAnchor], "")
		}
		r.find(l.URL, step{parent: at, depth: s.depth + 1, anchor: anchor})
	}
}

// find enters a document in the log and queues a page, if the URL is new.
func (r *replay) find(u weburl.URL, s step) {
	key := u.Key()
	if r.seen[key] || len(r.queue)+len(r.steps) >= maxSteps {
		return
	}
	r.seen[key] = true
	switch desired, isDocument := r.o.Documents[key]; {
	case isDocument && s.depth > 0:
		s.desired = desired
		r.steps = append(r.steps, s)
	case !isDocument && !weburl.DocumentEnding(u) && !weburl.NeverPage(u):
		r.queue = append(r.queue, found{u.Clone(), s})
	}
}
