package archive_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"testing"
	"time"

	"sluice/internal/archive"
	"sluice/internal/archive/archivetest"
)

// chain appends a response at /0 and n revisit records, /1 to /n, each of which refers to the one before. It returns a resolver of
// their URLs and where each lies.
func chain(t *testing.T, n int) (archive.Resolver, []archive.Location) {
	t.Helper()
	m := archive.NewMemory()
	at := map[string]archive.Location{}
	var list []archive.Location
	for i := range n + 1 {
		x := archivetest.Page(fmt.Sprintf("http://a.example/%d", i), []byte("the body"))
		if i > 0 {
			x.Body, x.Len = nil, 0
			x.Revisit = &archive.Original{Profile: archive.SamePayload, URL: fmt.Sprintf("http://a.example/%d", i-1), Time: x.Time}
		}
		e, err := m.Encode(t.Context(), x)
		if err != nil {
			t.Fatal(err)
		}
		ls, err := m.Append(t.Context(), e)
		if err != nil {
			t.Fatal(err)
		}
		at[x.URL], list = ls[0], append(list, ls[0])
	}
	return archive.Resolver{
		Open: m.Read,
		Locate: func(_ context.Context, o *archive.Original) (archive.Location, error) {
			return at[o.URL], nil
		},
	}, list
}

func TestResolverFollowsRevisitRecordsToTheBody(t *testing.T) {
	r, at := chain(t, 3)
	for i, l := range at {
		rec, header, err := r.Resolve(t.Context(), l)
		if err != nil {
			t.Fatalf("Resolve(/%d): %v", i, err)
		}
		if body, err := io.ReadAll(rec.Body); err != nil || string(body) != "the body" || header.Get("Content-Type") == "" {
			t.Errorf("Resolve(/%d) = %q, %v, header %v; want the body of /0", i, body, err, header)
		}
		if err := rec.Close(); err != nil {
			t.Error(err)
		}
	}
	rec, err := r.Follow(t.Context(), &archive.Original{URL: "http://a.example/2", Time: time.Now()})
	if err != nil || rec.URL != "http://a.example/0" {
		t.Fatalf("Follow(/2) = %v, %v; want the record of /0", rec, err)
	}
	rec.Close()
}

func TestResolverEndsALoopOfRevisitRecords(t *testing.T) {
	r, at := chain(t, 1)
	opened := 0
	open := r.Open
	r.Open = func(ctx context.Context, l archive.Location) (*archive.Record, error) {
		opened++
		return open(ctx, l)
	}
	r.Locate = func(context.Context, *archive.Original) (archive.Location, error) { return at[1], nil } // the revisit record itself
	if _, _, err := r.Resolve(t.Context(), at[1]); !errors.Is(err, archive.ErrRevisitLoop) {
		t.Errorf("Resolve = %v, want %v", err, archive.ErrRevisitLoop)
	}
	if opened > 4 {
		t.Errorf("%d records were opened of a loop, want 4 at most", opened)
	}
	missing := errors.New("not in the catalogue")
	r.Locate = func(context.Context, *archive.Original) (archive.Location, error) { return archive.Location{}, missing }
	if _, _, err := r.Resolve(t.Context(), at[1]); !errors.Is(err, missing) {
		t.Errorf("Resolve = %v, want %v", err, missing)
	}
}
