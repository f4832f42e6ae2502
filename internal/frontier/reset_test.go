package frontier_test

import (
	"os"
	"testing"

	"sluice/internal/frontier"
)

// TestResetSurvivesCrash: nothing lies between what is forgotten and what is remembered instead.
func TestResetSurvivesCrash(t *testing.T) {
	dir := t.TempDir()
	f, err := frontier.Open(t.Context(), dir, frontier.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer func() { f.Close() }()
	g := frontier.Group{Add: []frontier.Link{{URL: parse(t, "http://a.example/")}}, State: map[string][]byte{"old": []byte("1")}}
	if err := f.Commit(t.Context(), &g); err != nil {
		t.Fatal(err)
	}
	if err := f.Reset(t.Context(), map[string][]byte{"new": []byte("2")}); err != nil {
		t.Fatal(err)
	}
	left := t.TempDir() // by a crash: on disk now, and no farewell
	if err := os.CopyFS(left, os.DirFS(dir)); err != nil {
		t.Fatal(err)
	}
	crashed, err := frontier.Open(t.Context(), left, frontier.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer crashed.Close()
	for key, want := range map[string]string{"old": "", "new": "2"} {
		if got, err := crashed.State(t.Context(), key); err != nil || string(got) != want {
			t.Errorf("State(%s) = %q, %v; want %q", key, got, err, want)
		}
	}
	if n := crashed.Counts().Known; n != 0 {
		t.Errorf("%d URLs are known; want none", n)
	}
}
