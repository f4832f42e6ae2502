// Package nameset is a bounded set of names, for work that is done once for each of them.
package nameset

import "sync"

// Set remembers up to Max names; then it forgets all of them, so that a name may count
// as new once more. It is safe for concurrent use.
type Set struct {
	Max int

	mu    sync.Mutex
	names map[string]struct{}
}

// Add adds a name and reports whether it is new.
func (s *Set) Add(name string) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if _, ok := s.names[name]; ok {
		return false
	}
	if s.names == nil || len(s.names) >= s.Max {
		s.names = map[string]struct{}{}
	}
	s.names[name] = struct{}{}
	return true
}

// Remove removes a name, so that it counts as new again.
func (s *Set) Remove(name string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.names, name)
}
