//go:build yardstick

package describe_test

import (
	"bufio"
	"compress/gzip"
	"context"
	"encoding/json"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"unicode"

	"golang.org/x/text/unicode/norm"

	"sluice/document"
	"sluice/document/bibtex"
	"sluice/document/content"
	"sluice/document/describe"
	"sluice/internal/conformancetest"
	"sluice/internal/labelledtest"
	"sluice/page"
	"sluice/weburl"
)

// The bars, in hundredths.
const (
	titleBar   = 95
	authorBar  = 90
	subjectBar = 90 // of the classes that are given
	aboutBar   = 60 // of the documents, that they are given one that is right
)

// TestMain lets the test binary be the processes that a reader starts.
func TestMain(m *testing.M) {
	if document.Serve() {
		return
	}
	os.Exit(m.Run())
}

// normalTitle keeps a title's letters and digits: NFKC, lower case. The Turkish letter without a dot is the same as one with a dot, which
// its capital is in the tables.
func normalTitle(s string) string {
	return strings.Map(func(r rune) rune {
		if r == 'ı' {
			return 'i'
		}
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			return unicode.ToLower(r)
		}
		return -1
	}, norm.NFKC.String(s))
}

// normalName keeps a family name and the first initial, without accents. A name in East Asian letters is the same with and without
// a space within it.
func normalName(s string) string {
	if !strings.ContainsFunc(s, func(r rune) bool {
		return unicode.IsLetter(r) && !unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Hangul)
	}) {
		s = strings.ReplaceAll(s, " ", "")
	}
	fold := func(s string) string {
		return strings.Map(func(r rune) rune {
			if r == 'ı' {
				return 'i'
			}
			if unicode.IsLetter(r) {
				return unicode.ToLower(r)
			}
			return -1
		}, norm.NFKD.String(s))
	}
	n := bibtex.ParseName(s)
	given := []rune(fold(n.Given))
	return fold(n.Particle+n.Family) + " " + string(given[:min(1, len(given))])
}

// score counts titles that are exact and authors that are right.
type score struct {
	documents, titles     int
	right, wrong, missing int
}

// count compares a description with the truth, and logs the differences.
func (s *score) count(t *testing.T, id, title, wantTitle string, authors, wantAuthors []string) {
	before := *s
	s.add(title, wantTitle, authors, wantAuthors)
	if s.titles == before.titles {
		t.Logf("%s\n  title %q\n   want %q", id, title, wantTitle)
	}
	if s.wrong != before.wrong || s.missing != before.missing {
		t.Logf("%s\n  authors %q\n     want %q", id, authors, wantAuthors)
	}
}

// add compares a description with the truth.
func (s *score) add(title, wantTitle string, authors, wantAuthors []string) {
	s.documents++
	if normalTitle(title) == normalTitle(wantTitle) {
		s.titles++
	}
	want := map[string]bool{}
	for _, a := range wantAuthors {
		want[normalName(a)] = true
	}
	for _, a := range authors {
		if key := normalName(a); want[key] {
			delete(want, key)
			s.right++
		} else {
			s.wrong++
		}
	}
	s.missing += len(want)
}

// titleRate is the share of exact titles in hundredths.
func (s score) titleRate() float64 { return 100 * float64(s.titles) / float64(max(1, s.documents)) }

// f1 is the harmonic mean of precision and recall of authors over all documents
// together, in hundredths.
func (s score) f1() float64 {
	return 100 * 2 * float64(s.right) / float64(max(1, 2*s.right+s.wrong+s.missing))
}

func (s score) report(set string) {
	fmt.Printf("QUALITY describe %s: %d documents, title exact %.1f %%, authors F1 %.1f %% (precision %.1f %%, recall %.1f %%)\n", set, s.documents,
		s.titleRate(), s.f1(), 100*float64(s.right)/float64(max(1, s.right+s.wrong)), 100*float64(s.right)/float64(max(1, s.right+s.missing)))
}

func (s score) hold(t *testing.T, set string, documents int) {
	if labelledtest.CheckCount(t, "documents of "+set, s.documents, documents) && (s.titleRate() < titleBar || s.f1() < authorBar) {
		t.Errorf("%s: title %.1f %%, authors F1 %.1f %%; the bars are %d %% and %d %%", set, s.titleRate(), s.f1(), titleBar, authorBar)
	}
}

// TestQualityOfDescriptionsOfRealDocuments reads the accepted documents of the
// real sites, and the pages that link to them, and holds title and authors
// against what their first pages show.
func TestQualityOfDescriptionsOfRealDocuments(t *testing.T) {
	sites := conformancetest.Path(t, "web", "sites")
	genres := labels(t, conformancetest.Path(t, "web", "labels.tsv"))
	links := linkingPages(t, sites)
	r := labelledtest.NewReader(t)
	truth, err := os.ReadFile("testdata/truth.tsv")
	if err != nil {
		t.Fatal(err)
	}
	var alone, linked score
	byGenre := map[string]*score{}
	unread := 0
	right := subjects(t)
	var subject classes
	for row := range strings.SplitSeq(strings.TrimSpace(string(truth)), "\n") {
		col := append(strings.Split(row, "\t"), "", "", "")
		host, path, title := col[0], col[1], col[2]
		if host == "host" {
			continue
		}
		var authors []string
		if col[3] != "" {
			authors = strings.Split(col[3], "; ")
		}
		id, url := host+path, "http://"+host+path
		file := filepath.Join(sites, host, filepath.FromSlash(path))
		if !labelledtest.FileExists(file) {
			t.Logf("%s is not there", id)
			continue
		}
		d, err := r.Read(context.Background(), file, url)
		if err != nil {
			t.Logf("%s: %v", id, err)
			unread++
			d = &content.Document{}
		}
		x := describe.Describe(d, describe.Around{URL: url})
		alone.count(t, id, x.Get("title"), title, x.All("author"), authors)
		x = describe.Describe(d, describe.Around{URL: url, Links: links[id]})
		linked.count(t, "with links "+id, x.Get("title"), title, x.All("author"), authors)
		subject.count(t, id, x.All("subject"), right)
		genre := genres[id]
		if byGenre[genre] == nil {
			byGenre[genre] = &score{}
		}
		byGenre[genre].count(t, genre+" "+id, x.Get("title"), title, x.All("author"), authors)
	}
	fmt.Printf("QUALITY describe: %d documents could not be read; they count as wrong\n", unread)
	alone.report("web, from the file alone")
	linked.report("web, with the linking pages")
	for _, genre := range slices.Sorted(maps.Keys(byGenre)) {
		byGenre[genre].report("web, " + genre)
	}
	linked.hold(t, "web", 150)
	subject.hold(t, 40)
}

// classes counts the ACM classes that documents are given.
type classes struct{ documents, about, given, right int }

// subjects returns the classes of the second level that people accept for each
// document of a table.
func subjects(t *testing.T) map[string][]string {
	table, err := os.ReadFile("testdata/subjects.tsv")
	if err != nil {
		t.Fatal(err)
	}
	right := map[string][]string{}
	for row := range strings.SplitSeq(strings.TrimSpace(string(table)), "\n") {
		col := strings.Split(row, "\t")
		right[col[0]+col[1]] = strings.Split(col[2], "; ")
	}
	return right
}

func (c *classes) count(t *testing.T, id string, given []string, all map[string][]string) {
	right, ok := all[id]
	if !ok {
		return
	}
	c.documents++
	before := c.right
	for _, s := range given {
		_, second, _ := strings.Cut(s, " > ")
		if c.given++; slices.Contains(right, second) {
			c.right++
		} else {
			t.Logf("subject of %s: %q, want one of %q", id, s, right)
		}
	}
	if c.right > before {
		c.about++
	}
}

func (c *classes) hold(t *testing.T, documents int) {
	precision, about := 100*float64(c.right)/float64(max(1, c.given)), 100*float64(c.about)/float64(max(1, c.documents))
	fmt.Printf("QUALITY describe subjects: %d documents, %d classes given, %.1f %% of them right; %.1f %% of the documents have one that is right\n", c.documents, c.given, precision, about)
	if labelledtest.CheckCount(t, "documents with known subjects", c.documents, documents) && (precision < subjectBar || about < aboutBar) {
		t.Errorf("%.1f %% of the classes right, %.1f %% of the documents with one; the bars are %d %% and %d %%", precision, about, subjectBar, aboutBar)
	}
}

// labels returns the genre of each document by host and path.
func labels(t *testing.T, name string) map[string]string {
	b, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	genres := map[string]string{}
	for row := range strings.SplitSeq(string(b), "\n") {
		if col := strings.Split(row, "\t"); len(col) > 2 {
			genres[col[0]+col[1]] = col[2]
		}
	}
	return genres
}

// linkingPages reads all pages of the sites and returns the links to documents,
// by the document's host and path.
func linkingPages(t *testing.T, sites string) map[string][]describe.Link {
	links := map[string][]describe.Link{}
	var p page.Parser
	err := filepath.WalkDir(sites, func(name string, e fs.DirEntry, err error) error {
		if ext := strings.ToLower(filepath.Ext(name)); err != nil || e.IsDir() || ext != ".html" && ext != ".htm" {
			return err
		}
		rel, err := filepath.Rel(sites, name)
		if err != nil {
			return err
		}
		body, err := os.ReadFile(name)
		if err != nil {
			return err
		}
		u, err := weburl.Parse("http://" + filepath.ToSlash(rel))
		if err != nil {
			return nil // a file's name that is no URL
		}
		pg := p.Parse(body, page.Source{URL: u, ContentType: "text/html"})
		defer pg.Release()
		for i := range pg.Links {
			l := &pg.Links[i]
			to := l.URL.String()
			_, id, ok := strings.Cut(to, "://")
			if !ok || len(links[id]) > 20 {
				continue
			}
			switch strings.ToLower(filepath.Ext(id)) {
			case ".pdf", ".ps", ".gz", ".tex", ".dvi", ".doc", ".docx":
				links[id] = append(links[id], describe.Link{Page: u.String(), Anchor: pg.Anchor(l), Around: pg.Around(l, 40), Metas: slices.Clone(pg.Citations)})
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return links
}

// TestQualityOfDescriptionsOfPlainText holds what is found in texts without
// layout against the publisher's records. The records are written as TeX, and
// some differ from what the paper prints; that counts as wrong.
func TestQualityOfDescriptionsOfPlainText(t *testing.T) {
	texts := map[string]string{}
	records(t, conformancetest.Path(t, "corpora", "doctype.jsonl.gz"), func(r record) { texts[r.ID] = r.Text })
	var s score
	records(t, conformancetest.Path(t, "corpora", "bib", "pmlr.jsonl.gz"), func(r record) {
		if text, ok := texts[r.Key]; ok {
			x := describe.Describe(&content.Document{Text: text}, describe.Around{})
			s.count(t, r.Key, x.Get("title"), bibtex.Text(r.Title), x.All("author"), r.Authors)
		}
	})
	s.report("pmlr, text without layout")
	s.hold(t, "pmlr", 100)
}

type record struct {
	ID, Key, Text, Title string
	Authors              []string
}

func records(t *testing.T, name string, each func(record)) {
	f, err := os.Open(name)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	z, err := gzip.NewReader(f)
	if err != nil {
		t.Fatal(err)
	}
	in := bufio.NewScanner(z)
	in.Buffer(nil, 64<<20)
	for in.Scan() {
		var r record
		if err := json.Unmarshal(in.Bytes(), &r); err != nil {
			t.Fatal(err)
		}
		each(r)
	}
	if in.Err() != nil {
		t.Fatal(in.Err())
	}
}
