package frontier_test

import (
	"bytes"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"sluice/internal/frontier"
	"sluice/weburl"
)

// mustParse returns a URL.
func mustParse(t *testing.T, s string) weburl.URL {
	t.Helper()
	u, err := weburl.Parse(s)
	if err != nil {
		t.Fatal(err)
	}
	return u
}

// TestErasedTextIsInNoFile erases a host from a frontier that knows it in every way: links that wait, now and later, parents, redirects,
// refused links, state, and the host itself.
func TestErasedTextIsInNoFile(t *testing.T) {
	const host, kept = "zqhosjxw.example", "kept.example"
	dir := filepath.Join(t.TempDir(), "frontier")
	open := func() *frontier.Frontier {
		t.Helper()
		f, err := frontier.Open(t.Context(), dir, frontier.Options{})
		if err != nil {
			t.Fatal(err)
		}
		return f
	}
	gone, stays := "http://"+host+"/zqpatjvk", "http://"+kept+"/"
	link := func(url, parent string, via ...string) frontier.Link {
		return frontier.Link{URL: mustParse(t, url), Parent: parent, Via: via, Depth: 1}
	}
	later := link(gone+"/later", gone)
	later.NotBefore = time.Now().Add(time.Hour)
	laterKept := link(stays+"later", gone)
	laterKept.NotBefore = later.NotBefore
	f := open()
	for _, g := range []*frontier.Group{
		{
			Add:    []frontier.Link{link(gone, ""), link(stays, gone), link(stays+"redirected", stays, stays+"moved", gone), later, laterKept, link(stays+"free", stays)},
			Refuse: []frontier.Refusal{{URL: mustParse(t, gone+"/refused"), Parent: gone, Cause: "robots.txt"}, {URL: mustParse(t, stays+"refused"), Parent: gone, Cause: "robots.txt"}},
			State: map[string][]byte{
				"seeds": []byte(gone + "\n" + stays + "\n"), "crawl/site/" + host: []byte("{}"), "crawl/site/" + kept: []byte("{}"),
			},
		},
		{Done: []weburl.Key{mustParse(t, gone).Key()}}, // its link is deleted, and lies in the files
	} {
		if err := f.Commit(t.Context(), g); err != nil {
			t.Fatal(err)
		}
	}
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
	words := []string{"zqhosjxw", "zqpatjvk"}
	for _, word := range words {
		if !inFiles(t, dir, word) {
			t.Errorf("%s is in no file before it is erased", word)
		}
	}
	matches := func(url string) bool { return strings.HasPrefix(url, "http://"+host+"/") }
	for range 2 { // again, as after an interruption
		if err := frontier.Erase(t.Context(), dir, matches, "removed"); err != nil {
			t.Fatal(err)
		}
	}
	for _, word := range words {
		if inFiles(t, dir, word) {
			t.Errorf("%s is still in a file", word)
		}
	}
	f = open()
	defer f.Close()
	if err := f.Verify(t.Context(), func(what string) { t.Error(what) }); err != nil {
		t.Fatal(err)
	}
	if c := f.Counts(); c.Waiting != 4 || c.Hosts != 1 {
		t.Errorf("%d links wait at %d hosts, want 4 at 1", c.Waiting, c.Hosts)
	}
	for url, want := range map[string]frontier.Known{
		gone:                 {State: frontier.Done},
		gone + "/later":      {State: frontier.Refused, Cause: "removed"},
		gone + "/refused":    {State: frontier.Refused, Cause: "robots.txt"},
		stays + "refused":    {State: frontier.Refused, Cause: "robots.txt"},
		stays:                {State: frontier.Waiting, Depth: 1},
		stays + "later":      {State: frontier.Waiting, Depth: 1},
		stays + "redirected": {State: frontier.Waiting, Depth: 1, Parent: stays},
		stays + "free":       {State: frontier.Waiting, Depth: 1, Parent: stays},
	} {
		is := make([]frontier.Known, 1)
		if err := f.Known(t.Context(), []weburl.Key{mustParse(t, url).Key()}, is); err != nil || is[0] != want {
			t.Errorf("%s is %+v, %v; want %+v", url, is[0], err, want)
		}
	}
	if state, err := f.State(t.Context(), "seeds"); err != nil || string(state) != stays+"\n" {
		t.Errorf("the state is %q, %v", state, err)
	}
	for _, name := range []string{host, kept} {
		if state, err := f.State(t.Context(), "crawl/site/"+name); err != nil || (len(state) > 0) != (name == kept) {
			t.Errorf("the state of %s is %q, %v", name, state, err)
		}
	}
	if err := f.Commit(t.Context(), &frontier.Group{Requeue: []frontier.Link{link(gone, "")}}); err != nil { // after it was allowed again
		t.Fatal(err)
	}
	if c := f.Counts(); c.Waiting != 5 || c.Hosts != 2 {
		t.Errorf("after a URL of the host was added again %d links wait at %d hosts, want 5 at 2", c.Waiting, c.Hosts)
	}
}

// inFiles reports whether a file below a folder has a word.
func inFiles(t *testing.T, dir, word string) (found bool) {
	t.Helper()
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		b, err := os.ReadFile(path)
		found = found || bytes.Contains(b, []byte(word))
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return found
}
