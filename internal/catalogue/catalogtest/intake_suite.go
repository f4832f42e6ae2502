package catalogtest

import (
	"slices"
	"testing"

	"sluice/internal/catalogue"
)

// Intake checks the contract on which an intake relies: the order of the queue, its attempts,
// and that filing a document or skipping a body ends its row. make returns an empty catalogue.
func Intake(t *testing.T, make func(t *testing.T) *catalogue.Catalogue) {
	ctx := t.Context()
	c := make(t)
	Commit(t, c, NewDocuments(1, 0, 4))
	q := Queue(t, c, 0)
	if len(q) != 4 || !slices.IsSortedFunc(q, func(a, b catalogue.Queued) int { return int(a.ID - b.ID) }) {
		t.Fatalf("queue of %d bodies, want 4 in the order in which they came", len(q))
	}
	if rest := Queue(t, c, q[1].ID); len(rest) != 2 || rest[0].ID != q[2].ID {
		t.Errorf("%d bodies follow the second one, want 2", len(rest))
	}
	if err := c.Queue.Begin(ctx, q[0].ID, q[1].ID); err != nil {
		t.Fatal(err)
	}
	if err := c.Queue.Return(ctx, q[1].ID); err != nil {
		t.Fatal(err)
	}
	if again := Queue(t, c, 0); again[0].Tries != 1 || again[1].Tries != 0 {
		t.Errorf("attempts %d and %d, want 1 and 0", again[0].Tries, again[1].Tries)
	}
	d := Paper("one", q[0].Fetch.URL)
	d.SHA256, d.Queue = q[0].Fetch.SHA256, q[0].ID
	if _, err := c.Documents.File(ctx, d); err != nil {
		t.Fatal(err)
	}
	if err := c.Queue.Remove(ctx, catalogue.Skipped{ID: q[1].ID, Cause: catalogue.CauseNoDocument + "a menu"}); err != nil {
		t.Fatal(err)
	}
	if n, err := c.Queue.Len(ctx); n != 2 || err != nil {
		t.Errorf("Len = %d, %v; want the 2 that are neither filed nor skipped", n, err)
	}
	if row, ok, err := c.Documents.Row(ctx, d.SHA256); !ok || err != nil || row.State != catalogue.Accepted {
		t.Errorf("Row = %+v, %v, %v; want an accepted document", row, ok, err)
	}
	stale, err := c.Documents.Stale(ctx, 10)
	if err != nil || len(stale) != 1 {
		t.Fatalf("Stale = %d documents, %v; want the one that was filed", len(stale), err)
	}
	if err := c.Documents.MarkIndexed(ctx, stale...); err != nil {
		t.Fatal(err)
	}
	if stale, err = c.Documents.Stale(ctx, 10); err != nil || len(stale) != 0 {
		t.Errorf("Stale = %d documents, %v; want none once they are indexed", len(stale), err)
	}
}
