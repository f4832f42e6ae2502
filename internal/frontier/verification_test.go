package frontier

import (
	"context"
	"errors"
	"fmt"
	"testing"

	"sluice/weburl"
)

func TestVerifyFindsLostLinksAndWrongCounters(t *testing.T) {
	dir := t.TempDir()
	f := filled(t, dir)
	wrong, err := verify(f)
	if err != nil || len(wrong) > 0 {
		t.Fatalf("Verify() of a sound frontier: %q, %v", wrong, err)
	}
	var keys [][]byte
	err = f.store.Each(t.Context(), keyWaiting, func(k, _ []byte) error {
		keys = append(keys, append([]byte(nil), k...))
		return nil
	})
	if err != nil || len(keys) == 0 {
		t.Fatalf("links that wait: %d, %v", len(keys), err)
	}
	if err := f.store.DB.Delete(keys[0], nil); err != nil {
		t.Fatal(err)
	}
	if wrong, err = verify(f); err != nil || len(wrong) != 2 {
		t.Errorf("Verify() without one of the links: %q, %v; want a lost link and a wrong counter", wrong, err)
	}
}

func TestVerifyEndsWithItsContext(t *testing.T) {
	f := filled(t, t.TempDir())
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if err := f.Verify(ctx, func(string) {}); err == nil {
		t.Error("Verify() of 10,000 URLs with a context that has ended returns no error")
	}
}

func filled(t *testing.T, dir string) *Frontier {
	t.Helper()
	f, err := Open(t.Context(), dir, Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { f.store.Close() })
	var g Group
	for i := range 10_000 {
		u, err := weburl.Parse(fmt.Sprintf("http://host%d.example/%d", i%50, i))
		if err != nil {
			t.Fatal(err)
		}
		if i%10 == 0 {
			g.Refuse = append(g.Refuse, Refusal{URL: u, Cause: "test"})
		} else {
			g.Add = append(g.Add, Link{URL: u})
		}
	}
	if err := f.Commit(t.Context(), &g); err != nil {
		t.Fatal(err)
	}
	return f
}

func verify(f *Frontier) (wrong []string, err error) {
	err = f.Verify(context.Background(), func(what string) { wrong = append(wrong, what) })
	return wrong, err
}

func TestOpenEndsWithItsContext(t *testing.T) {
	ctx, cancel := context.WithCancelCause(t.Context())
	errStop := errors.New("enough")
	cancel(errStop)
	if _, err := Open(ctx, t.TempDir(), Options{}); !errors.Is(err, errStop) {
		t.Errorf("Open() with a context that has ended: %v; want its cause", err)
	}
}
