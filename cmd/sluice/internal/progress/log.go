package progress

import (
	"io"
	"strings"
	"sync"

	"sluice/cmd/sluice/internal/screen"
	"sluice/internal/credential"
)

// Log is the output of a logger while a view comes and goes: lines are written to the view while
// one is shown, because anything else would break it, and to standard error before and after. Lines
// are escaped, because they may quote the Web, and the passwords of URLs are left out. It may be used by several goroutines.
type Log struct {
	mu sync.Mutex
	to io.Writer
}

// NewLog returns a log that writes to w.
func NewLog(w io.Writer) *Log { return &Log{to: w} }

// SetOutput makes the log write to w from now on.
func (l *Log) SetOutput(w io.Writer) {
	l.mu.Lock()
	l.to = w
	l.mu.Unlock()
}

// Write writes one line.
func (l *Log) Write(p []byte) (int, error) {
	l.mu.Lock()
	to := l.to
	l.mu.Unlock() // a view has a lock of its own, and may be slow
	line := screen.Escape(credential.RedactText(strings.TrimSuffix(string(p), "\n"))) + "\n"
	if _, err := io.WriteString(to, line); err != nil {
		return 0, err
	}
	return len(p), nil
}
