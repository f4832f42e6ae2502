package main

import (
	"io"
	"sync"
	"time"

	"sluice/cmd/sluice/internal/progress"
	"sluice/cmd/sluice/internal/screen"
	"sluice/internal/wiring"
	"sluice/library"
)

// removalProgress is how far a removal has come.
type removalProgress struct {
	begun time.Time

	mu      sync.Mutex // guards the fields below
	step    wiring.RemovalStep
	removed library.Removal
}

// show starts a view of the progress.
func (p *removalProgress) show(errs io.Writer) io.Closer {
	p.begun = time.Now()
	return progress.ShowLine(errs, p.line)
}

// set records what a removal does now.
func (p *removalProgress) set(step wiring.RemovalStep, removed library.Removal) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.step, p.removed = step, removed
}

// line returns the progress in a line.
func (p *removalProgress) line() string {
	p.mu.Lock()
	defer p.mu.Unlock()
	line := "removing"
	if p.step != "" {
		line += ": " + string(p.step)
	}
	if n := p.removed.Answers; n > 0 {
		line += ", " + screen.Counted(int64(n), "response") + " overwritten"
	}
	return line + ", " + screen.Clock(time.Since(p.begun))
}
