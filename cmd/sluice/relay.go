package main

import (
	"io"
	"strings"
	"sync"

	"sluice/cmd/sluice/internal/screen"
)

// relay is where the log goes: to the view while one is shown, to stderr before
// and after. Whatever it says about the Web is escaped.
type relay struct {
	mu sync.Mutex
	to io.Writer
}

func (r *relay) set(to io.Writer) {
	r.mu.Lock()
	r.to = to
	r.mu.Unlock()
}

// Write takes one line of the log.
func (r *relay) Write(p []byte) (int, error) {
	r.mu.Lock()
	to := r.to
	r.mu.Unlock()
	line := screen.Escape(strings.TrimSuffix(string(p), "\n")) + "\n"
	if _, err := io.WriteString(to, line); err != nil {
		return 0, err
	}
	return len(p), nil
}
