package crawl

import "sync"

// once remembers names it has been asked for, boundedly.
type once struct {
	mu   sync.Mutex
	seen map[string]struct{}
}

// first tells whether a name is asked for the first time.
func (o *once) first(name string) bool {
	o.mu.Lock()
	defer o.mu.Unlock()
	if _, ok := o.seen[name]; ok {
		return false
	}
	if o.seen == nil || len(o.seen) >= maxHostsKnown {
		o.seen = map[string]struct{}{}
	}
	o.seen[name] = struct{}{}
	return true
}
