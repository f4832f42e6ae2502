package repository_test

import (
	"database/sql"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"sluice/document/content"
	"sluice/document/describe"
	"sluice/internal/catalogue"
	"sluice/internal/query"
	"sluice/internal/repository"
	"sluice/library"
)

func TestPatternMatchesURLs(t *testing.T) {
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
		if is, ok, err := c.Removed(t.Context(), url); ok != want || err != nil {
			t.Errorf("Removed(%s) = %+v, %v, %v, want %v", url, is, ok, err, want)
		} else if ok && is.Reason != "asked by mail" {
			t.Errorf("Removed(%s) gives the reason %q", url, is.Reason)
		}
	}
	for _, p := range []string{"", " ", "*", "*.", "a b", "host/path", "ftp://x.example/", "*.*.example", "http://", "http:///x", "http://one.ex*", "*.x.example:81", "sha256:12", "file:///", "file://host/x", "a@b.example"} {
		if err := r.Remove(t.Context(), p, ""); err == nil {
			t.Errorf("Remove(%q) = nil", p)
		}
	}
}

func TestPatternIsCanonical(t *testing.T) {
	sum := strings.Repeat("0a", 32)
	for pattern, want := range map[string]string{
		"HTTP://WWW.One.Example:80/%7esmith/x.pdf#top": "http://www.one.example/~smith/x.pdf",
		"https://one.example.:443/a/../b":              "https://one.example/b",
		"http://one.example":                           "http://one.example/",
		"http://One.example/%7Esmith/*":                "http://one.example/~smith/*",
		"http://one.example:80/priv*":                  "http://one.example/priv*",
		"http://one.example/list?id=*":                 "http://one.example/list?id=*",
		"http://one.example/?utm_source=*":             "http://one.example/?utm_source=*",
		"One.Example.":                                 "one.example",
		"one.example:8080":                             "one.example:8080",
		"one.example:80":                               "http://one.example/*",
		"one.example:443":                              "https://one.example/*",
		"*.One.example.":                               "*.one.example",
		"Bücher.example":                               "xn--bcher-kva.example",
		"file:///home/a b/thesis.pdf":                  "file:///home/a%20b/thesis.pdf",
		"file:///home/a%20b/*":                         "file:///home/a%20b/*",
		"sha256:" + strings.ToUpper(sum):               "sha256:" + sum,
	} {
		c, r := shelf(t)
		if err := r.Remove(t.Context(), pattern, ""); err != nil {
			t.Errorf("Remove(%s): %v", pattern, err)
			continue
		}
		all, err := c.Removals.All(t.Context())
		if err != nil || len(all) != 1 || string(all[0].Pattern) != want {
			t.Errorf("%s is kept as %v, %v; want %s", pattern, all, err, want)
		}
		if err := r.Allow(t.Context(), pattern); err != nil {
			t.Errorf("Allow(%s): %v", pattern, err)
		}
	}
}

// TestOfAHostNothingIsLeft looks into every table for the name of a host that was removed.
func TestOfAHostNothingIsLeft(t *testing.T) {
	for _, folded := range []bool{false, true} {
		dir := t.TempDir()
		path := filepath.Join(dir, "catalog.db")
		c := open(t, path)
		g := wanted(1, 0, 200)
		host, other := newFetch(7), newFetch(8)
		g.Fetches[8].Parent, g.Fetches[8].Via, g.Fetches[8].CopyOf = host.URL, []string{"http://kept.example/1", host.URL}, host.URL
		g.HostLinks = []catalogue.HostLink{{From: host.Site, To: other.Site, N: 1}, {From: other.Site, To: host.Site, N: 2}, {From: other.Site, To: "kept.example", N: 3}}
		g.Robots = append(g.Robots, catalogue.Robots{Origin: "http://" + host.Site, At: host.At, Status: 200, Body: []byte("Disallow: /")})
		g.DocumentAnchors = []catalogue.Anchor{{Page: host.URL, URL: other.URL, Text: "x"}, {Page: other.URL, URL: host.URL, Text: "y"}}
		commit(t, c, g)
		if folded {
			if err := c.Close(); err != nil {
				t.Fatal(err)
			}
			c = open(t, path)
		}
		r := openRepository(t, filepath.Join(dir, "documents"), c)
		shared := paper("shared", other.URL, host.URL)
		shared.Locations[0].Parent = host.URL
		stored(t, r, "shared", shared)
		if err := r.Remove(t.Context(), strings.ToUpper(host.Site)+".", ""); err != nil {
			t.Fatal(err)
		}
		if rows := rowsWith(t, path, host.Site); len(rows) != 1 || !strings.HasPrefix(rows[0], "removals: ") {
			t.Errorf("after it was folded: %t; the host is named in\n%s", folded, strings.Join(rows, "\n"))
		}
		if rows := rowsWith(t, path, "kept.example"); len(rows) < 2 {
			t.Errorf("what concerned another host is gone: %s", rows)
		}
		commit(t, c, newGroup(2, 500, 10))
		if err := c.Close(); err != nil {
			t.Fatal(err)
		}
		if rows := rowsWith(t, path, host.Site); len(rows) != 1 {
			t.Errorf("it is back in\n%s", strings.Join(rows, "\n"))
		}
	}
}

// rowsWith returns the rows of all tables of a catalogue in which a text stands.
func rowsWith(t *testing.T, path, text string) (found []string) {
	t.Helper()
	db, err := sql.Open("sqlite", path)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	tables, err := db.Query("SELECT name FROM sqlite_master WHERE type = 'table'")
	if err != nil {
		t.Fatal(err)
	}
	defer tables.Close()
	for tables.Next() {
		var table string
		if err := tables.Scan(&table); err != nil {
			t.Fatal(err)
		}
		rows, err := db.Query("SELECT * FROM " + table)
		if err != nil {
			t.Fatal(err)
		}
		columns, err := rows.Columns()
		if err != nil {
			t.Fatal(err)
		}
		values, into := make([]any, len(columns)), make([]any, len(columns))
		for i := range values {
			into[i] = &values[i]
		}
		for rows.Next() {
			if err := rows.Scan(into...); err != nil {
				t.Fatal(err)
			}
			if row := fmt.Sprintf("%s: %s", table, values); strings.Contains(row, text) {
				found = append(found, row)
			}
		}
		rows.Close()
	}
	return found
}

func TestDocumentRemovedByHashStaysOutAtEveryURL(t *testing.T) {
	c, r := shelf(t)
	sum := stored(t, r, "one", paper("one", "http://a.example/1.pdf", "http://b.example/1.pdf"))
	other := stored(t, r, "two", paper("two", "http://a.example/2.pdf"))
	if err := r.Remove(t.Context(), string(query.HashPattern(sum)), "a wish"); err != nil {
		t.Fatal(err)
	}
	for _, url := range []string{"http://a.example/1.pdf", "http://c.example/1.pdf"} {
		stored(t, r, "one", paper("one", url))
		if d := got(t, c, sum); d.State != library.Removed || len(d.Locations) > 0 || folderOf(t, r, sum) != "" {
			t.Errorf("met again at %s it is %s, in %q", url, d.State, folderOf(t, r, sum))
		}
	}
	if d := got(t, c, other); d.State != library.Accepted {
		t.Errorf("another document is %s", d.State)
	}
	if err := r.Allow(t.Context(), string(query.HashPattern(sum))); err != nil {
		t.Fatal(err)
	}
	stored(t, r, "one", paper("one", "http://c.example/1.pdf"))
	if d := got(t, c, sum); d.State != library.Accepted || folderOf(t, r, sum) != "accepted" {
		t.Errorf("once it is allowed it is %s, in %q", d.State, folderOf(t, r, sum))
	}
}

func TestRemovedDocumentLeavesNothingAndStaysOut(t *testing.T) {
	c, r := shelf(t)
	ctx := t.Context()
	g := wanted(1, 0, 400) // two URLs a host
	host, other := newFetch(7), newFetch(8)
	again := g.Fetches[7]
	again.At, again.SHA256 = again.At.Add(time.Hour), sumOf("again")
	g.Fetches = append(g.Fetches, again)
	g.DocumentAnchors = []catalogue.Anchor{{Page: host.URL, URL: other.URL, Text: "x"}, {Page: other.URL, URL: host.URL, Text: "y"}}
	commit(t, c, g)
	alone := stored(t, r, "alone", paper("alone", host.URL))
	shared := stored(t, r, "shared", paper("shared", newFetch(207).URL, other.URL))
	if err := r.StoreText(ctx, alone, &content.Document{Text: "x"}); err != nil {
		t.Fatal(err)
	}
	if err := r.Edit(ctx, alone, []describe.Field{{Name: "title", Value: "x"}}); err != nil {
		t.Fatal(err)
	}
	var captures, documents int
	for taken, err := range c.Removals.URLs(ctx, host.Site) {
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
	if d := got(t, c, alone); d.State != library.Removed || d.Cause != "the owner's wish" || len(d.Fields)+len(d.Locations) > 0 || d.Get("title") != "" {
		t.Errorf("what stood on that host alone: %+v", d)
	}
	if names, _ := filepath.Glob(filepath.Join(filepath.Dir(filepath.Dir(filepath.Dir(must(r.Path(ctx, shared))))), "*", alone[:2], alone+"*")); len(names) > 0 {
		t.Errorf("files are left: %v", names)
	}
	if d := got(t, c, shared); d.State != library.Accepted || d.Copies != 1 || d.LinkedFrom != 0 {
		t.Errorf("what another host has, too: %s with %d copies, %d citations", d.State, d.Copies, d.LinkedFrom)
	}
	for _, q := range queue(t, c, 0) {
		if q.Fetch.Site == host.Site {
			t.Errorf("%s is still in the queue", q.Fetch.URL)
		}
	}
	file(t, r, paper("late", host.URL), paper("alone", host.URL)) // what was under way
	if _, ok, err := c.Documents.Get(ctx, sumOf("late")); ok || err != nil {
		t.Errorf("a document of a removed host is filed: %v, %v", ok, err)
	}
	if d := got(t, c, alone); d.State != library.Removed {
		t.Errorf("what was removed is %s again", d.State)
	}
	commit(t, c, newGroup(2, 500, 10)) // the writer's numbers of pages are not confused
	if err := r.Allow(ctx, host.Site); err != nil {
		t.Fatal(err)
	}
	if err := r.Allow(ctx, host.Site); !errors.Is(err, repository.ErrNoRemoval) {
		t.Errorf("Allow for the second time = %v, want ErrNoRemoval", err)
	}
	stored(t, r, "alone", paper("alone", host.URL))
	if d := got(t, c, alone); d.State != library.Accepted || d.Get("title") != "On alone" {
		t.Errorf("once it is allowed it is %s, %q: the old edit is forgotten", d.State, d.Get("title"))
	}
}

func TestPathThatNamesHostIsNoHost(t *testing.T) {
	c, r := shelf(t)
	const mirrored = "http://mirror.example/www.all.example/x.pdf"
	below := []string{"http://a.b.all.example:81/x.pdf", "http://all.example/x.pdf", "https://www.all.example/x.pdf"}
	for _, u := range append(below, mirrored, "http://small.example/?u=http://www.all.example/") {
		stored(t, r, u, paper(u, u))
	}
	var matching []string
	for taken, err := range c.Removals.URLs(t.Context(), "*.all.example") {
		if err != nil {
			t.Fatal(err)
		}
		matching = append(matching, taken.URL)
	}
	if d := cmp.Diff(below, matching); d != "" {
		t.Errorf("Matching (-want +got):\n%s", d)
	}
	if err := r.Remove(t.Context(), "*.all.example", ""); err != nil {
		t.Fatal(err)
	}
	if d := got(t, c, sumOf(mirrored)); d.State != library.Accepted || len(d.Locations) != 1 || folderOf(t, r, d.SHA256) != "accepted" {
		t.Errorf("a document of another host is %s with %d locations", d.State, len(d.Locations))
	}
	for _, u := range below {
		if d := got(t, c, sumOf(u)); d.State != library.Removed {
			t.Errorf("%s is %s", u, d.State)
		}
	}
}

func TestRemovalDeletesDecisions(t *testing.T) {
	dir := t.TempDir()
	c := open(t, filepath.Join(dir, "catalog.db"))
	docs := filepath.Join(dir, "documents")
	r := openRepository(t, docs, c)
	secret := paper("secret", "http://a.example/secret.pdf")
	secret.Locations[0].Added, secret.Locations[0].Name = true, "secret.pdf"
	sum, other := stored(t, r, "secret", secret), stored(t, r, "other", paper("other", "http://b.example/"))
	ctx := t.Context()
	err := errors.Join(r.Edit(ctx, sum, []describe.Field{{Name: "title", Value: "A secret title"}}), r.Judge(ctx, sum, "thesis", ""),
		r.Edit(ctx, other, []describe.Field{{Name: "title", Value: "Another"}}))
	if err != nil {
		t.Fatal(err)
	}
	journal := filepath.Join(docs, "hand.jsonl")
	before, err := os.ReadFile(journal)
	if err != nil || strings.Count(string(before), "\n") != 4 {
		t.Fatalf("the journal before, %v:\n%s", err, before)
	}
	if err := r.Remove(ctx, "a.example", "a wish"); err != nil {
		t.Fatal(err)
	}
	after, err := os.ReadFile(journal)
	if s := string(after); err != nil || strings.Contains(s, "secret") || strings.Contains(s, sum) || !strings.Contains(s, "Another") ||
		!strings.Contains(s, `"pattern":"a.example"`) {
		t.Errorf("the journal after, %v:\n%s", err, s)
	}
	if err := os.WriteFile(journal, append(after, before...), 0o644); err != nil { // as a copy of old would have it
		t.Fatal(err)
	}
	if _, err := r.ApplyJournal(ctx); err != nil {
		t.Fatal(err)
	}
	if all, err := c.Documents.Corrections(ctx); len(all) != 0 || err != nil {
		t.Errorf("said again of what was removed: %v, %v", all, err)
	}
	late := stored(t, r, "late", paper("late", "http://a.example/late.pdf")) // it was on its way
	if err := r.StoreText(ctx, late, &content.Document{Text: "x"}); err != nil {
		t.Fatal(err)
	}
	file(t, r, paper("late", "http://a.example/late.pdf"))
	for _, name := range files(t, docs) {
		if strings.Contains(name, late) {
			t.Errorf("what is to stay out is still at %s", name)
		}
	}
	if err := r.Edit(ctx, other, []describe.Field{{Name: "year", Value: "1999"}}); err != nil { // into the journal that is new
		t.Fatal(err)
	}
	if b, err := os.ReadFile(journal); err != nil || !strings.Contains(string(b), "1999") {
		t.Errorf("the journal takes no more lines: %v", err)
	}
}

func TestDocumentWithoutFileCannotBeAccepted(t *testing.T) {
	c, r := shelf(t)
	ctx := t.Context()
	thrown := func(body, url string, state library.State) string {
		t.Helper()
		sum := stored(t, r, body, at(body, url, 0, state))
		if state == library.Accepted {
			stored(t, r, body+" newer", at(body+" newer", url, 1, state))
		}
		if _, _, err := r.EmptyTrash(ctx, time.Now().Add(time.Second)); err != nil || folderOf(t, r, sum) != "" {
			t.Fatal(err, folderOf(t, r, sum))
		}
		return sum
	}
	cv := thrown("cv", "http://a.example/cv.pdf", library.Rejected)
	if err := r.Judge(ctx, cv, "", library.Accepted); !errors.Is(err, repository.ErrNoFile) {
		t.Errorf("Judge without the file = %v, want ErrNoFile", err)
	}
	if d := got(t, c, cv); d.State != library.Rejected {
		t.Errorf("it is %s", d.State)
	}
	if _, err := r.Store(ctx, strings.NewReader("cv"), "pdf"); err != nil { // its bytes are met again
		t.Fatal(err)
	}
	if err := r.Judge(ctx, cv, "", library.Accepted); err != nil {
		t.Fatal(err)
	}
	again := at("cv", "http://b.example/cv.pdf", 2, library.Waiting)
	again.Read = time.Time{}
	stored(t, r, "cv", again)
	if d := got(t, c, cv); d.State != library.Accepted || !d.Kept || folderOf(t, r, cv) != "accepted" {
		t.Errorf("with its file it is %s, kept %t, in %q", d.State, d.Kept, folderOf(t, r, cv))
	}
	old := thrown("one", "http://a.example/1.pdf", library.Accepted)
	back := at("one", "http://a.example/1.pdf", 3, library.Waiting) // the site took it back
	back.Read = time.Time{}
	stored(t, r, "one", back)
	if d := got(t, c, old); d.State != library.Waiting || !d.Read.IsZero() || !d.Kept || folderOf(t, r, old) != "waiting" {
		t.Errorf("what came back without its text is %s, read at %v, in %q; want it to be read again", d.State, d.Read, folderOf(t, r, old))
	}
}

func must(path string, err error) string {
	if err != nil {
		panic(err)
	}
	return path
}

func TestRemovalIsVisibleToOtherProcesses(t *testing.T) {
	dir := t.TempDir()
	crawl := open(t, filepath.Join(dir, "catalog.db"))
	if _, ok, err := crawl.Removed(t.Context(), "http://a.example/"); ok || err != nil {
		t.Fatal(ok, err)
	}
	beside, err := catalogue.Open(t.Context(), filepath.Join(dir, "catalog.db"), catalogue.Options{Beside: true})
	if err != nil {
		t.Fatal(err)
	}
	defer beside.Close()
	if err := openRepository(t, dir, beside).Remove(t.Context(), "a.example", ""); err != nil {
		t.Fatal(err)
	}
	for deadline := time.Now().Add(5 * time.Minute); ; time.Sleep(20 * time.Millisecond) {
		if _, ok, err := crawl.Removed(t.Context(), "http://a.example/"); ok || err != nil {
			break
		} else if time.Now().After(deadline) {
			t.Fatal("the removal is not known after five minutes")
		}
	}
}

// verify returns what Verify finds, by fault and kind of file.
func verify(t testing.TB, r *repository.Repository) (all []repository.Finding) {
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
