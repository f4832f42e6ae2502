package intake

import "sync"

// pages remembers the pages that were read last: one that links to a document links to a dozen.
type pages struct {
	mu    sync.Mutex
	known map[string]*linkingPage // nil: there is none to be had
	order []string
}

// get gives a page, read by the caller's function unless it is known.
func (s *pages) get(url string, read func() *linkingPage) *linkingPage {
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
		s.known = map[string]*linkingPage{}
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
