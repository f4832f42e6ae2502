package frontier

import (
	"fmt"
	"testing"

	"sluice/weburl"
)

func keyOf(t *testing.T, n int) weburl.Key {
	t.Helper()
	u, err := weburl.Parse(fmt.Sprintf("http://a.example/%d", n))
	if err != nil {
		t.Fatal(err)
	}
	return u.Key()
}

func TestRecentLinksAreBounded(t *testing.T) {
	const preferring, other = Lane(1), Lane(2)
	r := newRecentLinks()
	r.prefersIn(preferring)
	for n := range maxRecentLinks + 10 {
		r.add(keyOf(t, n), record{lane: preferring}, []byte{byte(n)})
	}
	if got := r.links.Len(); got != maxRecentLinks {
		t.Errorf("%d links are kept, want %d", got, maxRecentLinks)
	}
	last := keyOf(t, maxRecentLinks+9)
	if r.entry(keyOf(t, 0), preferring) != nil || r.entry(last, preferring) == nil {
		t.Error("the first link is kept, or the last one is not")
	}
	if r.entry(last, other) != nil {
		t.Error("a link waits in a lane where it is not")
	}
	r.add(last, record{lane: preferring}, make([]byte, maxRecentValue+1))
	if r.entry(last, preferring) != nil {
		t.Error("a link whose value is too long is kept, or with the value it had before")
	}
	r.add(last, record{lane: other}, nil)
	if r.entry(last, other) != nil {
		t.Error("a link of a lane without preferences is kept")
	}
}
