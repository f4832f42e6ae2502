package wiring_test

import (
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"testing"

	"sluice/internal/wiring"
)

func TestCompareOfTwoPages(t *testing.T) {
	site := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		words := map[string]string{"/1": "one two three four", "/2": "one two three five", "/3": "quite another text here"}[r.URL.Path]
		if words == "" {
			http.NotFound(w, r)
			return
		}
		w.Header().Set("Content-Type", "text/html")
		fmt.Fprintf(w, `<div class=a><p>%s</div><a href=/2></a><a href=/3></a>`, words)
	}))
	t.Cleanup(site.Close)
	dir := t.TempDir()
	crawlWhole(t, dir, config(site.URL))
	docs, err := open(t, dir).Collection(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	defer docs.Close()
	const page = "http://long.example/"
	for _, c := range []struct {
		a, b  string
		texts float64
	}{{"1", "1", 1}, {"1", "2", 1. / 3}, {"1", "3", 0}} {
		l, err := docs.Compare(t.Context(), page+c.a, page+c.b)
		if err != nil {
			t.Fatal(err)
		}
		if l.Texts != c.texts || l.Estimate < c.texts-0.2 || l.Estimate > c.texts+0.2 || l.Pages == nil || *l.Pages < 0.7 {
			t.Errorf("%s and %s are alike by %+v; want %.2f", c.a, c.b, l, c.texts)
		}
	}
	if _, err := docs.Compare(t.Context(), page+"1", page+"4"); !errors.Is(err, wiring.ErrNoDocument) {
		t.Errorf("against nothing: %v", err)
	}
}
