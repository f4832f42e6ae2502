package wiring_test

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"sluice/crawl"
	"sluice/document/describe"
	"sluice/internal/archive"
	"sluice/internal/collection"
	"sluice/internal/health"
	"sluice/internal/repository"
	"sluice/internal/restore"
	"sluice/internal/wiring"
	"sluice/library"
	"sluice/search"
)

// recorded returns the URLs that any record of an archive names as its target.
func recorded(t *testing.T, dir string) (urls []string) {
	t.Helper()
	for _, path := range matches(t, filepath.Join(dir, "archive", "*.warc*")) {
		for rec, err := range archive.Records(t.Context(), path) {
			if err != nil {
				t.Fatal(err)
			}
			urls = append(urls, rec.URL)
		}
	}
	return urls
}

// hasNothingOf fails when a library knows a URL of a host, but for that it is to stay out.
func hasNothingOf(t *testing.T, dir, host string) {
	t.Helper()
	for _, url := range recorded(t, dir) {
		if strings.Contains(url, host) {
			t.Errorf("the archive has a record of %s", url)
		}
	}
	cat, err := open(t, dir).Catalogue(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	for _, what := range []string{"urls", "sites", "links", "documents", "library"} {
		list, err := cat.List(t.Context(), what, "", 0)
		if err != nil {
			t.Fatal(err)
		}
		for record, err := range list.All() {
			if err != nil {
				t.Fatal(err)
			}
			if text := fmt.Sprint(record); strings.Contains(text, host) {
				t.Errorf("among the %s: %s", what, text)
			}
		}
	}
	found, err := open(t, dir).Search(t.Context(), search.Query{Text: "lighthouse"})
	if err != nil || len(found.Hits) > 0 {
		t.Errorf("it is found: %+v, %v", found, err)
	}
}

func TestRemovedHostStaysOut(t *testing.T) {
	web, dir := newHarbour(t), t.TempDir()
	crawlWhole(t, dir, web.config())
	if r := removePattern(t, dir, "A.Example.:80"); r.URLs != 3 || r.Answers != 4 || r.Lost > 0 {
		t.Errorf("removed %+v; want three URLs, and robots.txt with them out of the archive", r)
	}
	hasNothingOf(t, dir, "a.example")
	both := findClosed(t, dir, "http://b.example/copy.rtf")
	if both.State != library.Accepted || len(both.Locations) != 1 || both.Copies != 1 || both.LinkedFrom != 0 {
		t.Errorf("what another host has, too: %+v", both)
	}
	for name, f := range examine(t, dir, true) {
		if f.Verdict != health.OK {
			t.Errorf("%s: %+v", name, f)
		}
	}
	if r := removePattern(t, dir, "http://a.example/*"); r.URLs != 0 || r.Answers != 0 {
		t.Errorf("removed again: %+v", r)
	}
	web.asked = nil
	repeat := web.config()
	repeat.Again = true
	crawlWhole(t, dir, repeat)
	if i := slices.IndexFunc(web.asked, func(url string) bool { return strings.HasPrefix(url, "a.example") }); i >= 0 {
		t.Errorf("a later crawl asked for %s", web.asked[i])
	}
	for _, lost := range [][]string{nil, {"catalog.db", "catalog.db-wal", "catalog.db-shm", "frontier"}, {"documents"}} {
		for _, name := range lost {
			remove(t, filepath.Join(dir, name))
		}
		rebuild(t, dir, web.config())
		cat, err := open(t, dir).Catalogue(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		if _, is, err := cat.Removed(t.Context(), "http://a.example/"); !is || err != nil {
			t.Errorf("rebuilt without %v, the removal is forgotten: %v", lost, err)
		}
		hasNothingOf(t, dir, "a.example")
		if d := find(t, openCollection(t, dir), "http://b.example/copy.rtf"); d.State != library.Accepted {
			t.Errorf("rebuilt without %v, what stayed is %s", lost, d.State)
		}
	}
}

func TestDocumentIsRemovedByAnyName(t *testing.T) {
	web, whole := newHarbour(t), t.TempDir()
	crawlWhole(t, whole, web.config())
	added := filepath.Join(t.TempDir(), "my own.rtf")
	if err := os.WriteFile(added, []byte(faq("the jetty")), 0o644); err != nil {
		t.Fatal(err)
	}
	add := func(t *testing.T, dir string) (library.Document, error) {
		c, err := open(t, dir).Collection(t.Context(), nil)
		if err != nil {
			t.Fatal(err)
		}
		d, err := c.Add(t.Context(), added, strings.NewReader(faq("the jetty")))
		return d, errors.Join(err, c.Close())
	}
	own, err := add(t, whole)
	if err != nil || own.State != library.Accepted {
		t.Fatal(own, err)
	}
	both := findClosed(t, whole, "copy.rtf")
	for _, test := range []struct {
		what, of string // the hash of what it names
		left     int    // places
	}{
		{"HTTP://A.EXAMPLE:80/%62oth.rtf#page=2", both.SHA256, 1},
		{"https://a.example./both.rtf", both.SHA256, 1},
		{"http://a.example/bo*", both.SHA256, 1},
		{both.SHA256[:8], both.SHA256, 0},
		{strings.ToUpper(both.SHA256), both.SHA256, 0},
		{added, own.SHA256, 0},
		{"file://" + strings.ReplaceAll(added, " ", "%20"), own.SHA256, 0},
		{own.SHA256, own.SHA256, 0},
	} {
		t.Run(test.what, func(t *testing.T) {
			dir := copyOf(t, whole)
			if r := removePattern(t, dir, test.what); r.URLs == 0 {
				t.Errorf("%+v", r)
			}
			c := openCollection(t, dir)
			d, ok, err := c.Catalogue.Documents.Get(t.Context(), test.of)
			if !ok || err != nil || len(d.Locations) != test.left || (d.State == library.Removed) != (test.left == 0) {
				t.Errorf("it is %s, at %v, %v", d.State, d.Locations, err)
			}
			if test.of == own.SHA256 {
				if _, err := add(t, dir); !errors.Is(err, collection.ErrRemoved) {
					t.Errorf("adding it again: %v", err)
				}
				if err := open(t, dir).Allow(t.Context(), test.what); err != nil {
					t.Fatal(err)
				}
				if test.what == test.of {
					return // its URL is kept out, too
				}
				if d, err := add(t, dir); err != nil || d.State != library.Accepted {
					t.Errorf("once it is allowed: %v, %v", d.State, err)
				}
			}
		})
	}
	if _, err := open(t, whole).Remove(t.Context(), "0123abcd", "", nil); !errors.Is(err, wiring.ErrNoDocument) {
		t.Errorf("removing by the beginning of no hash: %v", err)
	}
}

func TestRestoreRepairsWhatVerifyFinds(t *testing.T) {
	web, dir := newHarbour(t), t.TempDir()
	crawlWhole(t, dir, web.config())
	c := openCollection(t, dir)
	own := find(t, c, "own.rtf")
	path, err := c.Repository.Path(t.Context(), own.SHA256)
	if err != nil {
		t.Fatal(err)
	}
	good, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	text := filepath.Join(dir, "documents", "text", own.SHA256[:2], own.SHA256+".json.zst")
	garbled := bytes.Replace(good, []byte("morning"), []byte("evening"), 1)
	for _, test := range []struct {
		name, path string
		bytes      []byte // nil: it is not there
		fault      repository.Fault
		what       string
		verdict    health.Verdict // of the doctor
		archived   bool           // the archive has it
		online     string         // what the URL has
		from       string         // empty: it cannot be restored
	}{
		{"missing", path, nil, repository.Missing, "document", health.Fail, true, string(good), "the archive"},
		{"garbled", path, garbled, repository.Damaged, "document", health.Fail, true, string(good), "the archive"},
		{"cut", path, good[:100], repository.Damaged, "document", health.Fail, true, "", "the archive"},
		{"its text", text, nil, repository.Missing, "text", health.Warn, true, "", "the document"},
		{"a stray", strings.Replace(text, own.SHA256[2:], strings.Repeat("0", 62), 1), []byte("x"), repository.Stray, "text", health.Note, true, "", ""},
		{"not archived", path, nil, repository.Missing, "document", health.Fail, false, string(good), "http://a.example/private/own.rtf"},
		{"changed", path, nil, repository.Missing, "document", health.Fail, false, string(garbled), ""},
	} {
		t.Run(test.name, func(t *testing.T) {
			for _, name := range []string{path, text} {
				if name == test.path && test.bytes == nil {
					remove(t, name)
				}
			}
			if test.bytes != nil {
				if err := os.WriteFile(test.path, test.bytes, 0o644); err != nil {
					t.Fatal(err)
				}
			}
			web.set("a.example/private/own.rtf", test.online)
			if !test.archived {
				remove(t, filepath.Join(dir, "archive"))
			}
			found := verify(t, c)
			if len(found) != 1 || found[0].Fault != test.fault || found[0].What != test.what {
				t.Fatalf("verify finds %+v", found)
			}
			if f := examine(t, dir, true)["documents"]; f.Verdict != test.verdict || len(f.Examples) != 1 || f.Remedy == "" && test.verdict != health.Note {
				t.Errorf("the doctor finds %+v", f)
			}
			var from string
			var failed error
			restored := 0
			err := c.Restore(t.Context(), web.config(), restore.Selection{DeleteStrays: true}, func(r restore.Result) { from, failed, restored = r.From, r.Err, restored+1 })
			if err != nil || restored != 1 || from != test.from || (failed == nil) != (test.from != "" || test.fault == repository.Stray) {
				t.Fatalf("got again from %q, restored %d times: %v, %v", from, restored, failed, err)
			}
			if found := verify(t, c); failed == nil && len(found) > 0 {
				t.Errorf("after it verify finds %+v", found)
			}
		})
	}
}

func verify(t *testing.T, c *wiring.Collection) (all []repository.Finding) {
	t.Helper()
	for f, err := range c.Repository.Verify(t.Context(), nil) {
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, f)
	}
	return all
}

func TestCorrectionsSurviveReadingAgain(t *testing.T) {
	web, dir := newHarbour(t), t.TempDir()
	crawlWhole(t, dir, web.config())
	c := openCollection(t, dir)
	own := find(t, c, "own.rtf")
	if err := c.Edit(t.Context(), own.SHA256, []describe.Field{{Name: "title", Value: "On Lamps"}}); err != nil {
		t.Fatal(err)
	}
	if err := c.Judge(t.Context(), web.config(), own.SHA256, "course", ""); err != nil {
		t.Fatal(err)
	}
	read := 0
	err := c.Convert(t.Context(), true, func(did collection.Converted) {
		if did.Read.Done {
			read++
		}
	})
	if err != nil || read != 2 {
		t.Fatalf("%d documents read, %v; want both", read, err)
	}
	if d := find(t, c, "own.rtf"); d.Get("title") != "On Lamps" || d.Verdict.Genre != "course" || d.State != library.Rejected || !d.Read.After(own.Read) {
		t.Errorf("read again it is %q, %s, %s", d.Get("title"), d.Verdict.Genre, d.State)
	}
}

func TestCorrectionsTeachTheFilter(t *testing.T) {
	dir := t.TempDir()
	if err := open(t, dir).Begin(t.Context()); err != nil {
		t.Fatal(err)
	}
	add := func(about string) library.Document {
		t.Helper()
		letter := fmt.Sprintf(`{\rtf1\ansi Dear friend,\par\par %s}`, strings.Repeat("I went to see "+about+" again, and it was still there, as it was when we were young. ", 40))
		d, err := openCollection(t, dir).Add(t.Context(), about+".rtf", strings.NewReader(letter))
		if err != nil {
			t.Fatal(err)
		}
		return d
	}
	before := add("the first boat")
	for i := range 5 {
		if err := openCollection(t, dir).Judge(t.Context(), crawl.Config{}, add(fmt.Sprint("boat ", i)).SHA256, "course", ""); err != nil {
			t.Fatal(err)
		}
	}
	after := add("the last boat")
	if before.Verdict.By != "model" || before.Verdict.Genre == "course" || after.Verdict.Genre == before.Verdict.Genre && after.Verdict.Confidence >= before.Verdict.Confidence {
		t.Errorf("before %s (%v), after five corrections %s (%v)", before.Verdict.Genre, before.Verdict.Confidence, after.Verdict.Genre, after.Verdict.Confidence)
	}
}

const homework = `\documentclass{article}\title{Homework 3}\begin{document}\maketitle CS 101, due Friday before class. Submit your solutions in the box.
\section*{Problem 1 (10 points)}Show that the list of gulls is sorted. \section*{Problem 2 (20 points)}Write a program, as in [1].
\begin{thebibliography}{9}\bibitem{a} A. Marsh. Reading catalogues. Journal of Libraries 12(3), 2001, pp. 1--20. doi:10.1000/jl.2001.3
\bibitem{b} J. Weil. Finding papers. Proc. of the Conference on Libraries, 2004.\end{thebibliography}\end{document}`

func TestDocumentAcceptedByHandIsDescribed(t *testing.T) {
	if testing.Short() {
		t.Skip("too long with the race detector, which other tests of rebuilding run with")
	}
	web, whole := newHarbour(t), t.TempDir()
	web.set("a.example/", `<a href="/hw.tex">homework</a>`)
	web.set("a.example/hw.tex", homework)
	crawlWhole(t, whole, web.config())
	isWhole := func(t *testing.T, c *wiring.Collection, after string) {
		t.Helper()
		d := find(t, c, "hw.tex")
		references, err := c.Catalogue.Documents.References(t.Context(), d.SHA256)
		if err != nil || d.State != library.Accepted || len(references) != 2 {
			t.Errorf("after %s it is %s, with the references %v, %v", after, d.State, references, err)
		}
		candidates, err := c.Catalogue.List(t.Context(), "candidates", "", 0)
		if err != nil {
			t.Fatal(err)
		}
		n := 0
		for _, err := range candidates.All() {
			if n++; err != nil {
				t.Fatal(err)
			}
		}
		if found, err := c.Index.Search(t.Context(), search.Query{Text: "gulls"}); err != nil || len(found.Hits) != 1 || n != 2 {
			t.Errorf("after %s: %d candidates, found %+v, %v", after, n, found, err)
		}
		if found := verify(t, c); len(found) > 0 {
			t.Errorf("after %s verify finds %+v", after, found)
		}
	}
	takeBack := func(c *wiring.Collection, sum string) error { return c.AcceptFromTrash(t.Context(), web.config(), sum) }
	empty := func(c *wiring.Collection) error {
		_, _, err := c.Repository.EmptyTrash(t.Context(), time.Now().Add(time.Hour))
		return err
	}
	for name, accept := range map[string]func(*wiring.Collection, string) error{
		"a genre": func(c *wiring.Collection, sum string) error {
			return c.Judge(t.Context(), web.config(), sum, "paper", "")
		},
		"a verdict": func(c *wiring.Collection, sum string) error {
			return c.Judge(t.Context(), web.config(), sum, "", library.Accepted)
		},
		"the trash": takeBack,
		"the trash, emptied": func(c *wiring.Collection, sum string) error {
			return errors.Join(empty(c), takeBack(c, sum))
		},
		"the trash, emptied, and restored": func(c *wiring.Collection, sum string) error {
			restored := 0
			err := empty(c)
			err = errors.Join(err, c.Restore(t.Context(), web.config(), restore.Selection{Documents: map[string]bool{sum: true}}, func(r restore.Result) {
				if restored++; r.Err != nil || restored == 1 && r.From != "the archive" {
					t.Errorf("%s restored from %q, %v", r.What, r.From, r.Err)
				}
			}))
			if d := find(t, c, sum); d.State != library.Rejected || !d.Kept || restored != 2 {
				t.Errorf("restored it is %s, %d files", d.State, restored)
			}
			return errors.Join(err, takeBack(c, sum))
		},
		"the trash, emptied, without an archive": func(c *wiring.Collection, sum string) error {
			return errors.Join(empty(c), os.RemoveAll(filepath.Join(c.Repository.TempDir(), "..", "..", "archive")), takeBack(c, sum))
		},
	} {
		t.Run(name, func(t *testing.T) {
			dir := copyOf(t, whole)
			c := openCollection(t, dir)
			d := find(t, c, "hw.tex")
			if d.State != library.Rejected {
				t.Fatalf("at first it is %s, %s", d.State, d.Verdict.Genre)
			}
			if err := accept(c, d.SHA256); err != nil {
				t.Fatal(err)
			}
			isWhole(t, c, "it was accepted")
			if name != "a verdict" { // once is enough
				return
			}
			if err := c.Convert(t.Context(), true, func(collection.Converted) {}); err != nil {
				t.Fatal(err)
			}
			isWhole(t, c, "it was read again")
			for _, lost := range []string{"catalog.db", "catalog.db-wal", "catalog.db-shm", "frontier"} {
				remove(t, filepath.Join(dir, lost))
			}
			rebuild(t, dir, web.config())
			isWhole(t, openCollection(t, dir), "a rebuild")
		})
	}
}
