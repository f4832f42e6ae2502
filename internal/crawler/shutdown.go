package crawler

import (
	"context"
	"sync/atomic"
)

// shutdown ends a crawl: on request, or for an error that would lose results.
type shutdown struct {
	ctx     context.Context // ends with stop; its cause is the reason
	cancel  context.CancelCauseFunc
	failure atomic.Pointer[error]
}

// newShutdown returns the shutdown of a running crawl.
func newShutdown() *shutdown {
	s := &shutdown{}
	s.ctx, s.cancel = context.WithCancelCause(context.Background()) // it begins before Run, which has the context of the caller
	return s
}

// stopReason is the cause with which a crawl is stopped.
type stopReason string

// Error returns the reason.
func (r stopReason) Error() string { return string(r) }

// stop ends the crawl cleanly.
func (s *shutdown) stop(reason string) { s.cancel(stopReason(reason)) }

// fail ends the crawl for an error: nothing is committed from now on. The first error
// counts.
func (s *shutdown) fail(err error) {
	s.failure.CompareAndSwap(nil, &err)
	s.stop(err.Error())
}

// err returns the error that ended the crawl, or nil.
func (s *shutdown) err() error {
	if err := s.failure.Load(); err != nil {
		return *err
	}
	return nil
}

// isStopped reports whether the crawl is ending.
func (s *shutdown) isStopped() bool { return s.ctx.Err() != nil }
