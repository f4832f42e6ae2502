package intake

import (
	"context"
	"fmt"
	"runtime/debug"

	"sluice/internal/library"
)

// take makes of a body what is to be filed. Only the library's own failures stop it; those of the body are its cause.
func (in *Intake) take(ctx context.Context, q library.Queued) *taken {
	t := &taken{id: q.ID}
	if ctx.Err() == nil {
		in.takeInto(ctx, t, q)
	}
	t.undone = t.failed == nil && t.filing == nil && ctx.Err() != nil
	return t
}

func (in *Intake) takeInto(ctx context.Context, t *taken, q library.Queued) {
	if q.Intake == library.IndexPage {
		t.page = in.page(ctx, &q.Fetch)
		return
	}
	body, err := in.Answer(ctx, &q.Fetch)
	if err != nil { // its record is damaged: the doctor tells, and a restore fetches it again
		in.Log.Warn("a fetched document cannot be read out of the archive", "url", q.Fetch.URL, "err", err)
		return
	}
	defer body.Close()
	s := &source{fetch: &q.Fetch, header: body.Header, contentType: body.ContentType, tries: q.Tries, page: q.Intake == library.ReadPage}
	take := in.document
	if s.page {
		take = in.likely
	}
	filing, err := take(ctx, s, body)
	switch {
	case err != nil && ctx.Err() == nil:
		t.failed = fmt.Errorf("document %s: %w", q.Fetch.URL, err)
	case filing != nil:
		filing.Queue = q.ID
		t.filing = filing
	}
}

// safely runs what reads foreign text, and makes an error of a panic.
func (in *Intake) safely(url string, do func()) (err error) {
	defer func() {
		if p := recover(); p != nil {
			in.Log.Error("panic while reading a document", "url", url, "panic", p, "stack", string(debug.Stack()))
			err = fmt.Errorf("panic: %v", p)
		}
	}()
	do()
	return nil
}
