package library_test

import (
	"errors"
	"os"
	"path/filepath"
	"testing"
	"time"

	"sluice/document/content"
	"sluice/internal/library"
)

func TestAPatternCoversWhatItSays(t *testing.T) {
	c, r := shelf(t)
	for _, p := range []string{
		"http://one.example/paper.pdf", "https://part.example/private/*", "HOST.example", "*.all.example", "port.example:8080", "bare.example.",
		"http://root.example",
	} {
		if err := r.Remove(t.Context(), p, "asked by mail"); err != nil {
			t.Fatal(err)
		}
	}
	for url, want := range map[string]bool{
		"http://one.example/paper.pdf": true, "https://one.example/paper.pdf": true, "http://one.example/paper.pdf?x": false, "http://one.example/": false,
		"http://part.example/private/x": true, "http://part.example/private": false, "http://part.example/": false,
		"http://host.example/": true, "https://host.example:8443/x": true, "http://www.host.example/": false, "http://nothost.example/": false,
		"http://all.example/": true, "http://www.all.example/x": true, "http://a.b.all.example:81/": true, "http://small.example/": false,
		"http://port.example:8080/x": true, "http://port.example/x": false, "http://port.example:80/": false,
		"http://bare.example/x": true, "http://root.example/": true, "http://root.example/x": false,
		"mailto:x@host.example": false, "": false,
	} {
		if is, ok, err := c.Removed(url); ok != want || err != nil {
			t.Errorf("Removed(%s) = %+v, %v, %v, want %v", url, is, ok, err, want)
		} else if ok && is.Reason != "asked by mail" {
			t.Errorf("Removed(%s) gives the reason %q", url, is.Reason)
		}
	}
	for _, p := range []string{"", " ", "*", "*.", "a b", "host/path", "ftp://x.example/", "*.*.example", "http://", "http:///x"} {
		if err := r.Remove(t.Context(), p, ""); err == nil {
			t.Errorf("Remove(%q) = nil", p)
		}
	}
}

func TestWhatIsRemovedLeavesNothingAndStaysOut(t *testing.T) {
	c, r := shelf(t)
	ctx := t.Context()
	g := wanted(1, 0, 400) // two URLs a host
	host, other := newFetch(7), newFetch(8)
	again := g.Fetches[7]
	again.At, again.SHA256 = again.At.Add(time.Hour), sumOf("again")
	g.Fetches = append(g.Fetches, again)
	g.DocumentAnchors = []library.Anchor{{Page: host.URL, URL: other.URL, Text: "x"}, {Page: other.URL, URL: host.URL, Text: "y"}}
	commit(t, c, g)
	alone := stored(t, r, "alone", paper("alone", host.URL))
	shared := stored(t, r, "shared", paper("shared", newFetch(207).URL, other.URL))
	if err := r.KeepText(alone, &content.Document{Text: "x"}); err != nil {
		t.Fatal(err)
	}
	if err := r.Edit(ctx, alone, []library.Field{{Name: "title", Value: "x"}}); err != nil {
		t.Fatal(err)
	}
	var captures, documents int
	for taken, err := range c.Matching(ctx, host.Site) {
		if err != nil {
			t.Fatal(err)
		}
		captures += len(taken.Captures)
		documents += len(taken.Documents)
	}
	if captures != 3 || documents != 2 {
		t.Errorf("to be wiped: %d answers and %d documents, want 3 and 2", captures, documents)
	}
	if err := r.Remove(ctx, host.Site, "the owner's wish"); err != nil {
		t.Fatal(err)
	}
	if n := count(t, c, "urls", "site = "+host.Site); n != 0 {
		t.Errorf("%d URLs of the host are left", n)
	}
	if d := got(t, c, alone); d.State != library.Removed || d.Cause != "the owner's wish" || len(d.Fields)+len(d.Locations) > 0 || d.Title() != "" {
		t.Errorf("what stood on that host alone: %+v", d)
	}
	if names, _ := filepath.Glob(filepath.Join(filepath.Dir(filepath.Dir(filepath.Dir(must(r.Path(shared))))), "*", alone[:2], alone+"*")); len(names) > 0 {
		t.Errorf("files are left: %v", names)
	}
	if d := got(t, c, shared); d.State != library.Accepted || d.Copies != 1 || d.Citations != 0 {
		t.Errorf("what another host has, too: %s with %d copies, %d citations", d.State, d.Copies, d.Citations)
	}
	for _, q := range queue(t, c, 0) {
		if q.Fetch.Site == host.Site {
			t.Errorf("%s is still in the queue", q.Fetch.URL)
		}
	}
	file(t, r, paper("late", host.URL), paper("alone", host.URL)) // what was under way
	if _, ok, err := c.Document(ctx, sumOf("late")); ok || err != nil {
		t.Errorf("a document of a removed host is filed: %v, %v", ok, err)
	}
	if d := got(t, c, alone); d.State != library.Removed {
		t.Errorf("what was removed is %s again", d.State)
	}
	commit(t, c, newGroup(2, 500, 10)) // the writer's numbers of pages are not confused
	if err := r.Allow(ctx, host.Site); err != nil {
		t.Fatal(err)
	}
	if err := r.Allow(ctx, host.Site); !errors.Is(err, library.ErrNoRemoval) {
		t.Errorf("Allow for the second time = %v, want ErrNoRemoval", err)
	}
	stored(t, r, "alone", paper("alone", host.URL))
	if d := got(t, c, alone); d.State != library.Accepted || d.Title() != "On alone" {
		t.Errorf("once it is allowed it is %s, %q: the old edit is forgotten", d.State, d.Title())
	}
}

func must(path string, err error) string {
	if err != nil {
		panic(err)
	}
	return path
}

func TestARemovalIsKnownToOtherProcesses(t *testing.T) {
	dir := t.TempDir()
	crawl := open(t, filepath.Join(dir, "catalog.db"))
	if _, ok, err := crawl.Removed("http://a.example/"); ok || err != nil {
		t.Fatal(ok, err)
	}
	beside, err := library.Open(filepath.Join(dir, "catalog.db"), library.Options{Beside: true})
	if err != nil {
		t.Fatal(err)
	}
	defer beside.Close()
	if err := repository(t, dir, beside).Remove(t.Context(), "a.example", ""); err != nil {
		t.Fatal(err)
	}
	for deadline := time.Now().Add(10 * time.Second); ; time.Sleep(20 * time.Millisecond) {
		if _, ok, err := crawl.Removed("http://a.example/"); ok || err != nil {
			break
		} else if time.Now().After(deadline) {
			t.Fatal("the removal is not known after ten seconds")
		}
	}
}

func TestTheTrashGivesBackUntilItIsEmptied(t *testing.T) {
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
		if err := r.Restore(ctx, sum); err != nil {
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
	if err := r.Restore(ctx, newer); !errors.Is(err, library.ErrNotInTrash) {
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
	if err := r.Restore(ctx, rejected); !errors.Is(err, library.ErrNoFile) {
		t.Errorf("Restore of what was thrown away = %v, want ErrNoFile", err)
	}
	for _, f := range verify(t, r) {
		if f.What != "text" { // which nobody stored
			t.Errorf("Verify finds %+v", f)
		}
	}
}

// verify gives what Verify finds, by fault and kind of file.
func verify(t testing.TB, r *library.Repository) (all []library.Finding) {
	t.Helper()
	for f, err := range r.Verify(t.Context(), nil) {
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, f)
	}
	return all
}

func writeFile(t testing.TB, path, text string) {
	t.Helper()
	if err := errors.Join(os.MkdirAll(filepath.Dir(path), 0o755), os.WriteFile(path, []byte(text), 0o644)); err != nil {
		t.Fatal(err)
	}
}
