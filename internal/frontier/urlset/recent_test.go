package urlset_test

import (
	"bytes"
	"testing"

	"sluice/internal/frontier/urlset"
	"sluice/weburl"
)

func TestRecentSetHoldsOnlyAdded(t *testing.T) {
	r := urlset.NewRecent(64)
	key := func(i int) weburl.Key {
		u, err := weburl.Parse("http://a.example/" + string(bytes.Repeat([]byte{'x'}, i+1)))
		if err != nil {
			t.Fatal(err)
		}
		return u.Key()
	}
	for i := range 1000 {
		if r.Has(key(i)) {
			t.Fatalf("key %d is there before it was added", i)
		}
		r.Add(key(i))
		if !r.Has(key(i)) {
			t.Fatalf("key %d is not there", i)
		}
	}
	kept := 0
	for i := range 1000 {
		if r.Has(key(i)) {
			kept++
		}
	}
	if kept == 0 || kept > 64 {
		t.Errorf("%d keys are kept, want some and at most 64", kept)
	}
	r.Clear()
	if r.Has(key(999)) || r.Has(weburl.Key{}) {
		t.Error("a cleared set holds something")
	}
}
