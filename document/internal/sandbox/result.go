package sandbox

import (
	"bytes"
	"fmt"
	"regexp"
	"strings"
	"time"
	"unicode"
)

// Result is how a program ended, and what it said.
type Result struct {
	Exit   int    // status that it ended with; -1 when a signal ended it
	Signal string // that ended it: "SIGSEGV"; empty for none
	Limit  string // that it was stopped for: "time", "memory", "disk", "files", "processes", "output"; empty for none
	Stdout []byte
	Stderr []byte        // the last 8 KiB
	CPU    time.Duration // processor time of all its processes
	Memory int64         // bytes that its largest process held
}

// OK reports whether the program ended by itself and was content.
func (r Result) OK() bool { return r.Exit == 0 && r.Signal == "" && r.Limit == "" }

// Says is the line in which the program says what is wrong: the first that
// begins with "Error" or has TeX's exclamation mark, on standard error or else
// on standard output; or the last line of either.
func (r Result) Says() string {
	var last string
	for _, said := range [][]byte{r.Stderr, r.Stdout} {
		for line := range bytes.Lines(said[:min(len(said), 2*maxTail)]) {
			if wrong.Match(line) {
				return sentence(line)
			}
		}
		line := bytes.TrimSpace(said)
		if line = line[bytes.LastIndexByte(line, '\n')+1:]; last == "" {
			last = sentence(line)
		}
	}
	return last
}

// wrong matches the line in which a program names an error.
var wrong = regexp.MustCompile(`(?i)^error\b|: ! `)

// sentence returns a line of output as a part of a message: short, and without
// what a terminal would obey.
func sentence(line []byte) string {
	return strings.ToValidUTF8(strings.TrimSpace(strings.Map(printable, string(line[:min(len(line), 200)]))), "")
}

// printable maps characters that cannot be printed to spaces.
func printable(r rune) rune {
	if !unicode.IsPrint(r) {
		return ' '
	}
	return r
}

// String says in words how it ended.
func (r Result) String() string {
	var how string
	switch {
	case r.Limit != "":
		return "stopped at its limit of " + r.Limit
	case r.Signal != "":
		how = "ended by " + r.Signal
	case r.Exit != 0:
		how = fmt.Sprintf("ended with status %d", r.Exit)
	default:
		return "ended well"
	}
	if said := r.Says(); said != "" {
		how += ": " + said
	}
	return how
}

// lastBytes keeps the end of what is written to it.
type lastBytes struct{ b []byte }

// maxTail is how much of the end of standard error is kept.
const maxTail = 8 << 10

// Write keeps the end of what is written.
func (t *lastBytes) Write(p []byte) (int, error) {
	t.b = append(t.b, p...)
	if len(t.b) > 2*maxTail {
		t.b = append(t.b[:0], t.b[len(t.b)-maxTail:]...)
	}
	return len(p), nil
}

// Bytes returns the end of what was written.
func (t *lastBytes) Bytes() []byte { return t.b[max(0, len(t.b)-maxTail):] }

// limitedBuffer keeps the beginning of what is written to it, and calls full
// once there is more than max.
type limitedBuffer struct {
	b    []byte
	max  int
	full func()
}

func (h *limitedBuffer) Write(p []byte) (int, error) {
	room := h.max - len(h.b)
	h.b = append(h.b, p[:min(len(p), room)]...)
	if len(p) > room && h.full != nil {
		h.full()
		h.full = nil
	}
	return len(p), nil
}
