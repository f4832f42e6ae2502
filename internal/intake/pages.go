package intake

import (
	"sync"

	"sluice/page"
)

// pages remembers the pages that were read last: one that links to a document links to a dozen.
type pages struct {
	mu    sync.Mutex
	known map[string]*page.Page // nil: there is none to be had
	order []string
}

// get gives a page, read by the caller's function unless it is known.
func (s *pages) get(url string, read func() *page.Page) *page.Page {
	s.mu.Lock()
	p, ok := s.known[url]
	s.mu.Unlock()
	if ok {
		return p
	}
	p = read()
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.known == nil {
		s.known = map[string]*page.Page{}
	}
	if _, twice := s.known[url]; !twice {
		s.known[url] = p
		s.order = append(s.order, url)
	}
	if len(s.order) > pagesKept {
		delete(s.known, s.order[0])
		s.order = s.order[1:]
	}
	return p
}
