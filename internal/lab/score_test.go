package lab_test

import (
	"slices"
	"strings"
	"testing"

	"sluice/focus"
	"sluice/internal/lab"
)

func TestLoggedRequestsAreScored(t *testing.T) {
	web := open(t, lab.Options{}, tree())
	log := "1\ta.example\t/robots.txt\n2\ta.example\t/\n3\ta.example\t/papers.html\n4\ta.example\t/one.pdf\n\nno URL\n" +
		"http://a.example/9/last.html\nhttp://a.example/gone.html?x=1\n"
	requests, err := lab.ReadLog(strings.NewReader(log))
	if err != nil {
		t.Fatal(err)
	}
	w, err := lab.Score(t.Context(), web, requests, lab.Documents(web, nil))
	if err != nil {
		t.Fatal(err)
	}
	if want := []int{0, 2, 3, 3}; !slices.Equal(w.Known, want) {
		t.Errorf("known after each request %v, want %v", w.Known, want)
	}
	if want := []int{200, 200, 200, 404}; !slices.Equal(w.Status, want) {
		t.Errorf("status %v, want %v", w.Status, want)
	}
}

func TestScoreOfAWalkIsTheWalk(t *testing.T) {
	web := open(t, lab.Options{}, tree())
	want := walk(t, web, focus.BreadthFirst{}, lab.Documents(web, nil))
	requests, err := lab.ReadLog(strings.NewReader(strings.Join(want.Requests, "\n")))
	if err != nil {
		t.Fatal(err)
	}
	got, err := lab.Score(t.Context(), web, requests, lab.Documents(web, nil))
	if err != nil {
		t.Fatal(err)
	}
	if !slices.Equal(got.Known, want.Known) || !slices.Equal(got.Found, want.Found) || !slices.Equal(got.Bytes, want.Bytes) {
		t.Errorf("known %v, found %v, bytes %v; want %v, %v, %v", got.Known, got.Found, got.Bytes, want.Known, want.Found, want.Bytes)
	}
}

func TestLogWithoutRequestsIsRefused(t *testing.T) {
	for log, want := range map[string]string{"": "no request", "1\ta.example\t/robots.txt\n": "no request", strings.Repeat("x", 1<<17): "after 0 requests"} {
		if _, err := lab.ReadLog(strings.NewReader(log)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%.20q: %v, want an error with %q", log, err, want)
		}
	}
}

func TestHostsThatAreNotRecordedAreNotRequested(t *testing.T) {
	web := open(t, lab.Options{}, map[string]string{"a.example/index.html": `<!doctype html><a href=http://b.example/>b</a> <a href=http://c.example/>c</a>`, "b.example/index.html": "<!doctype html>b"})
	w := walk(t, web, focus.BreadthFirst{}, lab.Documents(web, nil))
	if want := []string{"http://a.example/", "http://b.example/"}; !slices.Equal(w.Requests, want) {
		t.Errorf("requests %q, want %q", w.Requests, want)
	}
}
