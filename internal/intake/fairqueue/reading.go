package fairqueue

import (
	"errors"
	"time"

	"sluice/document/content"
)

// FirstLimit is the processor time that a document may take the first time. What needs more is deferred, and read again
// without this limit. What it then takes beyond is wasted unless the document is accepted. Nearly all documents
// need less: a paper a second, a scan of some hundred pages ten.
const FirstLimit = 30 * time.Second

const (
	minTimeout = 20 * time.Second // that a timeout counts at least
	waiting    = 4                // seconds by the clock that a timeout occupies a reader count as one of the processor
)

// Reading is the cost and the outcome of reading one document.
type Reading struct {
	CPU      time.Duration
	Elapsed  time.Duration // by the clock
	Cut      bool          // part of it is missing because the time ran out
	Err      error         // of the reader, if nothing was read
	Accepted bool          // the library keeps it
	Deferred bool          // it took more than [FirstLimit] and is read again later
}

// IsTimeout reports whether time ran out.
func (r *Reading) IsTimeout() bool { return r.Cut || errors.Is(r.Err, content.ErrTime) }

// cost returns the time that it counts.
func (r *Reading) cost() time.Duration {
	if r.IsTimeout() {
		return max(r.CPU, r.Elapsed/waiting, minTimeout)
	}
	return max(r.CPU, least)
}

// wasted returns how much of the cost led to nothing: all of it after a timeout or another error, otherwise what is
// beyond FirstLimit. A document that is whole but says nothing, such as a scan or an encrypted one, is an answer, and an archive of
// scans is no attack.
func (r *Reading) wasted() time.Duration {
	switch {
	case r.Accepted, r.Deferred:
		return 0
	case r.Cut, r.Err != nil && !r.isAnswer():
		return r.cost()
	}
	return max(0, r.cost()-FirstLimit)
}

// isAnswer reports whether the error says what the document is.
func (r *Reading) isAnswer() bool {
	for _, answer := range []error{content.ErrNoText, content.ErrEncrypted, content.ErrEmpty, content.ErrUnknown} {
		if errors.Is(r.Err, answer) {
			return true
		}
	}
	return false
}
