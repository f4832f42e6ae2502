package main

import (
	"errors"
	"fmt"
	"io"
	"strings"

	"sluice/cmd/sluice/internal/screen"
)

// The exit codes. Failed URLs, however many, are results and change none of them.
const (
	exitDone    = 0
	exitError   = 1
	exitUsage   = 2
	exitStopped = 3 // by a limit or by the user
)

// usageError is a wrong use of the command line or of sluice.yaml.
type usageError struct{ err error }

func (e usageError) Error() string { return e.err.Error() }
func (e usageError) Unwrap() error { return e.err }

func usagef(format string, args ...any) error { return usageError{fmt.Errorf(format, args...)} }

// errStopped ends a crawl that has work left. What there is to say has been said.
var errStopped = errors.New("stopped")

// exitCode says on stderr what went wrong and gives the code for it.
func exitCode(err error, stderr io.Writer) int {
	var usage usageError
	switch {
	case err == nil:
		return exitDone
	case errors.Is(err, errStopped):
		return exitStopped
	}
	for line := range strings.SplitSeq(err.Error(), "\n") {
		fmt.Fprintln(stderr, "sluice:", screen.Escape(line))
	}
	if errors.As(err, &usage) {
		return exitUsage
	}
	return exitError
}
