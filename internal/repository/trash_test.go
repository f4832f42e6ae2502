package repository_test

import (
	"errors"
	"testing"
	"time"

	"sluice/internal/repository"
	"sluice/library"
)

func TestTrashCountsFromDayOfRejection(t *testing.T) {
	c, r := shelf(t)
	old := stored(t, r, "one", at("one", "http://a.example/1.pdf", 0, library.Accepted)) // judged on the first day
	before := time.Now()
	stored(t, r, "two", at("two", "http://a.example/1.pdf", 1, library.Accepted))
	if d := got(t, c, old); d.State != library.Replaced || d.Since.Before(before.Truncate(time.Microsecond)) {
		t.Errorf("it is %s since %v, want replaced since now", d.State, d.Since)
	}
	if n, _, err := r.EmptyTrash(t.Context(), before); n != 0 || err != nil {
		t.Errorf("EmptyTrash of what came before = %d, %v; want 0", n, err)
	}
	if n := count(t, c, "library", "state = replaced and state_at >= "+before.UTC().Format(time.DateOnly)); n != 1 {
		t.Errorf("%d listed by the time of the state, want 1", n)
	}
	if n, _, err := r.EmptyTrash(t.Context(), time.Now().Add(time.Second)); n != 1 || err != nil {
		t.Errorf("EmptyTrash of all = %d, %v; want 1", n, err)
	}
}

func TestTrashRestoresUntilEmptied(t *testing.T) {
	c, r := shelf(t)
	ctx := t.Context()
	rejected := stored(t, r, "cv", at("cv", "http://a.example/cv.pdf", 0, library.Rejected))
	replaced := stored(t, r, "one", at("one", "http://a.example/1.pdf", 0, library.Accepted))
	newer := stored(t, r, "two", at("two", "http://a.example/1.pdf", 1, library.Accepted))
	inTrash := func() (n int) {
		for _, err := range r.Trash(ctx) {
			if err != nil {
				t.Fatal(err)
			}
			n++
		}
		return n
	}
	if n := inTrash(); n != 2 {
		t.Errorf("%d in the trash, want 2", n)
	}
	for _, sum := range []string{rejected, replaced} {
		if err := r.AcceptFromTrash(ctx, sum); err != nil {
			t.Fatal(err)
		}
		if d := got(t, c, sum); d.State != library.Accepted || d.Cause != "" || d.ReplacedBy != "" || folderOf(t, r, sum) != "accepted" {
			t.Errorf("restored: %s %q, in %s", d.State, d.Cause, folderOf(t, r, sum))
		}
	}
	file(t, r, at("two", "http://a.example/1.pdf", 2, library.Accepted))
	if d := got(t, c, replaced); d.State != library.Accepted {
		t.Errorf("what a person restored is %s after the newer one was seen again", d.State)
	}
	if err := r.AcceptFromTrash(ctx, newer); !errors.Is(err, repository.ErrNotInTrash) {
		t.Errorf("Restore of what is accepted = %v, want ErrNotInTrash", err)
	}
	if err := r.Judge(ctx, rejected, "", library.Rejected); err != nil {
		t.Fatal(err)
	}
	if n, _, err := r.EmptyTrash(ctx, day(-1)); n != 0 || err != nil {
		t.Errorf("EmptyTrash of what is older = %d, %v, want 0", n, err)
	}
	n, bytes, err := r.EmptyTrash(ctx, time.Now().Add(time.Hour))
	if n != 1 || bytes != 2 || err != nil || folderOf(t, r, rejected) != "" || inTrash() != 1 {
		t.Errorf("EmptyTrash = %d, %d, %v", n, bytes, err)
	}
	copied := at("cv", "http://b.example/cv.pdf", 3, library.Waiting) // met once more: known, and thrown away again
	copied.Read = time.Time{}
	stored(t, r, "cv", copied)
	if d := got(t, c, rejected); d.State != library.Rejected || d.Kept || len(d.Locations) != 2 || folderOf(t, r, rejected) != "" {
		t.Errorf("a copy of what was thrown away: %s, kept %t, in %q", d.State, d.Kept, folderOf(t, r, rejected))
	}
	if err := r.AcceptFromTrash(ctx, rejected); !errors.Is(err, repository.ErrNoFile) {
		t.Errorf("Restore of what was thrown away = %v, want ErrNoFile", err)
	}
	for _, f := range verify(t, r) {
		if f.What != "text" { // which was never stored
			t.Errorf("Verify finds %+v", f)
		}
	}
}
