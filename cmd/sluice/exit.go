package main

import (
	"errors"
	"fmt"
	"io"
	"strings"

	"sluice/cmd/sluice/internal/screen"
	"sluice/internal/collection"
	"sluice/internal/credential"
	"sluice/internal/fetch"
	"sluice/internal/wiring"
	"sluice/library"
)

// The exit codes. Failed URLs, however many, are results and change none of them.
const (
	exitDone    = 0
	exitError   = 1
	exitUsage   = 2
	exitStopped = 3 // by a limit or by the user
)

// A usageError is an invalid use of the command line or of sluice.yaml. Its exit code is 2.
type usageError struct{ err error }

// Error returns the text of the cause: the kind shows in the exit code alone.
func (e usageError) Error() string { return e.err.Error() }

// Unwrap returns the cause, so that errors.Is and errors.As look through.
func (e usageError) Unwrap() error { return e.err }

// usagef returns a [usageError] with a text in the manner of fmt.Errorf.
func usagef(format string, args ...any) error { return usageError{fmt.Errorf(format, args...)} }

// errStopped ends a crawl that has work left. The message is already written.
var errStopped = errors.New("stopped")

// exitCode writes an error to stderr and returns its exit code. Errors may quote the Web, so they are
// escaped, and URLs of the user, whose passwords are left out.
func exitCode(err error, stderr io.Writer) int {
	var usage usageError
	switch {
	case err == nil:
		return exitDone
	case errors.Is(err, errStopped):
		return exitStopped
	}
	for line := range strings.SplitSeq(err.Error(), "\n") {
		fmt.Fprintln(stderr, "sluice:", screen.Escape(credential.RedactText(line)))
	}
	if do := advice(err); do != "" {
		fmt.Fprintln(stderr, "sluice:", do)
	}
	if errors.As(err, &usage) {
		return exitUsage
	}
	return exitError
}

// advice returns which command or flag helps against an error; empty for an error that says so itself. The packages below do not know the
// command line.
func advice(err error) string {
	_, wouldLose := errors.AsType[*library.LossError](err)
	failed, _ := errors.AsType[*fetch.Error](err)
	switch {
	case wouldLose:
		return "--force rebuilds without what is missing"
	case failed != nil && failed.Cause == fetch.ProxyAuthentication:
		return "--proxy http://USER:PASSWORD@HOST:PORT has the credentials of a proxy"
	case failed != nil && failed.Cause.Class() == fetch.Proxy:
		return "check that the proxy runs; --proxy names another one, --proxy '' none"
	case errors.Is(err, wiring.ErrEmpty):
		return "begin a library with `sluice crawl -d DIR URL`"
	case errors.Is(err, wiring.ErrNoDocument):
		return "`sluice documents` and `sluice search` list documents"
	case errors.Is(err, collection.ErrRemoved):
		return "`sluice remove --list` says why a document was removed, and `sluice remove --allow` ends its removal"
	}
	return ""
}
