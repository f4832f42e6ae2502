package intake

import (
	"context"
	"errors"
	"fmt"
	"io"
	"syscall"

	"sluice/document"
	"sluice/internal/catalogue"
	"sluice/internal/intake/fairqueue"
	"sluice/internal/system"
	"sluice/library"
)

// process reads a body and returns what is to be filed. Only failures of the library itself
// stop the intake; a fault of the body becomes its cause.
func (in *Intake) process(ctx context.Context, q catalogue.Queued) *result {
	t := &result{id: q.ID, again: q.Tries > 0}
	_, t.topics = in.topic()
	if ctx.Err() == nil {
		in.processInto(ctx, t, q)
	}
	t.undone = t.undone || t.failed == nil && t.filing == nil && ctx.Err() != nil
	return t
}

// processInto fills in the result. The attempt is counted before the body is read, so that a
// body that kills the process is known by its attempts.
func (in *Intake) processInto(ctx context.Context, t *result, q catalogue.Queued) {
	if q.Intake == catalogue.IndexPage {
		in.indexPage(ctx, t, q)
		return
	}
	if t.failed = in.begin(ctx, q.ID); t.failed != nil {
		return
	}
	body, err := in.Answer(ctx, &q.Fetch)
	if err != nil && ctx.Err() != nil {
		return // it may look lost, see isLost
	}
	if err != nil {
		in.fileUnreadable(t, q, err)
		return
	}
	defer body.Close()
	s := &source{fetch: &q.Fetch, header: body.Header, contentType: body.ContentType, tries: q.Tries, page: q.Intake != catalogue.ReadDocument}
	if q.Deferral == 0 {
		s.limit = fairqueue.FirstLimit
	}
	take := in.document
	if s.page {
		take = in.likelyDocument
	}
	ocr, ended := in.counted.reading()
	until := &untilError{Reader: body}
	measured, used := document.MeasureCPU(ctx)
	filing, err := take(document.WatchOCR(measured, ocr), s, until)
	ended()
	t.reading = s.outcome(filing, used())
	switch {
	case s.stopped:
		t.failed = in.Queue.Defer(context.WithoutCancel(ctx), q.ID) // or each run would begin with it
	case errors.Is(err, errLong):
		if t.failed = in.Queue.Defer(ctx, q.ID); t.failed == nil {
			in.deferred.Store(true)
			t.undone = true
		}
	case until.fault != nil && ctx.Err() == nil:
		in.fileUnreadable(t, q, until.fault)
	case system.IsOutOfFiles(err):
		in.Log.Warn("read document later", "url", q.Fetch.URL, "err", err)
		in.left.Store(true)
		t.undone = true
	case err != nil && ctx.Err() == nil:
		t.failed = fmt.Errorf("document %s: %w", q.Fetch.URL, err)
	case filing != nil:
		filing.Queue = q.ID
		t.filing, t.likely = filing, s.page
	case ctx.Err() == nil:
		if t.none = s.none; q.Intake == catalogue.ReadOrIndex {
			in.indexPage(ctx, t, q)
		}
	}
}

// indexPage fills in the text of a page. One that cannot be read now stays in the queue.
func (in *Intake) indexPage(ctx context.Context, t *result, q catalogue.Queued) {
	var err error
	t.page, err = in.page(ctx, &q.Fetch)
	switch {
	case err != nil:
		in.Log.Warn("read page later", "url", q.Fetch.URL, "err", err)
		in.left.Store(true)
		t.undone = true
	case t.page != nil:
		t.page.isNew = !q.Indexed
	}
}

// isLost reports whether an error is of an answer that will not be there later either. To the
// archive, a reading that ctx ends looks like damage.
func isLost(ctx context.Context, err error) bool { return errors.Is(err, ErrLost) && ctx.Err() == nil }

// readPage reads the beginning of a page; nil, without an error, if the page breaks off or is
// damaged.
func readPage(ctx context.Context, body io.Reader) ([]byte, error) {
	html, err := io.ReadAll(io.LimitReader(body, maxPage))
	if err == nil {
		return html, nil
	}
	if isFault(err) || ctx.Err() != nil {
		return nil, err
	}
	return nil, nil
}

// isFault reports whether an error is of this machine and says nothing about what was read.
func isFault(err error) bool {
	_, is := errors.AsType[syscall.Errno](err)
	return is
}

// fileUnreadable handles an answer that cannot be read. One that the archive has lost is filed
// with that cause, so that it is known and can be restored; any other stays in the queue.
func (in *Intake) fileUnreadable(t *result, q catalogue.Queued, err error) {
	in.Log.Warn("read document from archive", "url", q.Fetch.URL, "err", err)
	if !errors.Is(err, ErrLost) {
		in.left.Store(true)
		t.undone = true
		return
	}
	if q.Intake != catalogue.ReadDocument {
		return
	}
	s := &source{fetch: &q.Fetch}
	t.filing = &catalogue.Filing{Queue: q.ID, Via: q.Fetch.Via, Document: library.Document{
		SHA256: q.Fetch.SHA256, Size: q.Fetch.Size, Type: q.Fetch.Type, Name: s.name(), Added: q.Fetch.At,
		State: library.Waiting, Cause: library.Cause("not read: " + ErrLost.Error()), Locations: []library.Location{s.location()},
	}}
}

// untilError is a reader that ends where a body breaks off, as a browser does: an incomplete
// document may still be readable.
type untilError struct {
	io.Reader
	fault error // of this machine, after which the body is read again later
}

// Read returns [io.EOF] for any error but a fault of this machine.
func (r *untilError) Read(p []byte) (int, error) {
	n, err := r.Reader.Read(p)
	switch {
	case err == nil:
	case isFault(err):
		r.fault = err
	default:
		err = io.EOF
	}
	return n, err
}

// result is the outcome of one body.
type result struct {
	id      int64             // of its row in the queue
	filing  *catalogue.Filing // nil for what is not filed: pages
	likely  bool              // it was fetched as a page
	none    string            // why it is no document though it looked like one
	page    *pageText
	failed  error              // the library's own failure, which ends the intake
	again   bool               // an earlier run began with it and came to no end
	reading *fairqueue.Reading // what reading it took; nil: it was not read
	topics  int                // that judged before its own
	undone  bool               // it stays in the queue for the next run: ctx ended first, or a fault of this machine may pass
}
