package intake_test

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/iotest"
	"time"

	"sluice/document"
	"sluice/document/genre"
	"sluice/internal/catalogue"
	"sluice/internal/catalogue/catalogtest"
	"sluice/internal/fulltext"
	"sluice/internal/intake"
	"sluice/internal/pdf"
	"sluice/library"
	"sluice/search"
)

func TestMain(m *testing.M) {
	if !document.Serve() {
		os.Exit(m.Run())
	}
}

// desk is a library into which bodies are taken.
type desk struct {
	*intake.Intake
	Catalogue *catalogue.Catalogue
	t         *testing.T
	dir       string
	bodies    map[string]string // by URL
	serial    int64
	asked     atomic.Int64
	asking    sync.Mutex       // guards what a test notes of answers
	broken    map[string]error // what reading the answer of a URL ends with

	headers map[string]http.Header
	from    catalogue.Fetch // whose parent and redirects what is fetched has
}

func newDesk(t *testing.T) *desk {
	t.Helper()
	d := &desk{t: t, dir: t.TempDir(), bodies: map[string]string{}, broken: map[string]error{}}
	cat, err := catalogue.Open(t.Context(), filepath.Join(d.dir, "catalog.db"), catalogue.Options{})
	if err != nil {
		t.Fatal(err)
	}
	repo := catalogtest.OpenRepository(t, filepath.Join(d.dir, "documents"), cat)
	index, err := fulltext.Open(t.Context(), filepath.Join(d.dir, "fulltext.db"))
	if err != nil {
		t.Fatal(err)
	}
	none := map[string]string{}
	for _, tool := range []string{"soffice", "gs", "dvips", "antiword", "catdoc", "catppt", "xls2csv", "tesseract"} {
		none[tool] = "none"
	}
	none["gs"] = filepath.Join(d.dir, "gs")
	if err := os.WriteFile(none["gs"], []byte("#!/bin/sh\nkill -KILL $$\n"), 0o700); err != nil {
		t.Fatal(err)
	}
	reader := document.NewReader(document.Options{Tools: none})
	d.Catalogue = cat
	d.Intake = intake.New(intake.Config{
		Fetches: cat, Queue: cat.Queue, Documents: cat.Documents, SiteBlocks: cat.SiteBlocks, Repository: repo, Index: index, Reader: reader, Filter: genre.Default(),
		Answer: func(_ context.Context, f *catalogue.Fetch) (*intake.Body, error) { return d.body(f.URL) },
		Page:   func(_ context.Context, url string) (*intake.Body, error) { return d.body(url) },
		Log:    slog.New(slog.DiscardHandler),
	})
	t.Cleanup(func() {
		if err := errors.Join(reader.Close(), index.Close(), cat.Close()); err != nil {
			t.Error(err)
		}
	})
	return d
}

func (d *desk) body(url string) (*intake.Body, error) {
	d.asked.Add(1)
	body, ok := d.bodies[url]
	if !ok {
		return nil, fmt.Errorf("%s: %w", url, intake.ErrLost)
	}
	var from io.Reader = strings.NewReader(body)
	switch err := d.broken[url]; {
	case errors.Is(err, io.ErrUnexpectedEOF):
		from = io.MultiReader(from, iotest.ErrReader(err))
	case err != nil:
		return nil, err
	}
	return &intake.Body{ReadCloser: io.NopCloser(from), Header: d.headers[url]}, nil
}

// got records that a body was fetched.
func (d *desk) got(url, typ, body string, what catalogue.Intake) {
	d.t.Helper()
	d.bodies[url] = body
	sum := sha256.Sum256([]byte(body))
	host, _, _ := strings.Cut(strings.TrimPrefix(url, "http://"), "/")
	d.serial++
	err := d.Catalogue.Commit(d.t.Context(), &catalogue.Group{Serial: d.serial, Fetches: []catalogue.Fetch{{
		Fetch: library.Fetch{
			URL: url, Site: host, Domain: host, Kind: "page", Status: 200, Type: typ, Document: what == catalogue.ReadDocument, Outcome: library.Fetched,
			Size: int64(len(body)), SHA256: hex.EncodeToString(sum[:]), At: time.Unix(1_700_000_000+d.serial, 0),
			Parent: d.from.Parent, Via: d.from.Via, CopyOf: d.from.CopyOf,
		},
		File: "x.warc.gz", Intake: what,
	}}})
	if err != nil {
		d.t.Fatal(err)
	}
}

// process runs the intake until its queue is empty.
func (d *desk) process() {
	d.t.Helper()
	last := make(chan struct{})
	close(last)
	if err := d.Run(d.t.Context(), last); err != nil {
		d.t.Fatal(err)
	}
}

func (d *desk) document(url string) library.Document {
	d.t.Helper()
	sum := sha256.Sum256([]byte(d.bodies[url]))
	doc, ok, err := d.Catalogue.Documents.Get(d.t.Context(), hex.EncodeToString(sum[:]))
	if err != nil || !ok {
		d.t.Fatalf("%s: no document: %v", url, err)
	}
	return doc
}

func (d *desk) queued() int64 {
	d.t.Helper()
	n, err := d.Catalogue.Queue.Len(d.t.Context())
	if err != nil {
		d.t.Fatal(err)
	}
	return n
}

func (d *desk) hits(query string) int {
	d.t.Helper()
	r, err := d.Index.Search(d.t.Context(), search.Query{Text: query})
	if err != nil {
		d.t.Fatal(err)
	}
	return r.Total
}

// paper is a LaTeX source of a paper on a subject.
func paper(title, author, subject string) string {
	section := strings.Repeat("We measure "+subject+" on three data sets, and compare our method with earlier work [1], which it exceeds. ", 30)
	return `\documentclass{article}\title{` + title + `}\author{` + author + ` \\ University of Northbridge \\ a@northbridge.example}
\begin{document}\maketitle\begin{abstract}We present a method for ` + subject + ` and show in experiments that it works.\end{abstract}
\section{Introduction}` + section + `\section{Related work}` + section + `\section{Method}` + section + `\section{Experiments}` + section + `\section{Conclusions}` + section + `
\begin{thebibliography}{9}\bibitem{a} A. Marsh. Reading catalogues. Journal of Libraries 12(3), 2001, pp. 1--20. doi:10.1000/jl.2001.3
\bibitem{b} J. Weil. Finding papers. Proc. of the Conference on Libraries, 2004.\end{thebibliography}\end{document}`
}

const homework = `\documentclass{article}\title{Homework 3}\begin{document}\maketitle CS 101, due Friday before class. Submit your solutions in the box.
\section*{Problem 1 (10 points)}Show that the list is sorted. \section*{Problem 2 (20 points)}Write a program. \end{document}`

func TestFetchedDocumentIsJudgedDescribedFiledAndFound(t *testing.T) {
	d := newDesk(t)
	d.got("http://a.example/p.tex", "tex", paper("Sorting by Heaps of Sand", "Ann Lee", "sandheaps"), catalogue.ReadDocument)
	d.got("http://a.example/hw3.tex", "tex", homework, catalogue.ReadDocument)
	d.process()
	p := d.document("http://a.example/p.tex")
	if p.State != library.Accepted || p.Verdict.Genre != "paper" || len(p.Verdict.Reasons) == 0 {
		t.Errorf("the paper is %s, %s (%v)", p.State, p.Verdict.Genre, p.Verdict.Reasons)
	}
	title := ""
	for _, f := range p.Fields {
		if f.Name == "title" && title == "" {
			title = f.Value
		}
	}
	if title != "Sorting by Heaps of Sand" {
		t.Errorf("title %q", title)
	}
	if h := d.document("http://a.example/hw3.tex"); h.State != library.Rejected || h.Cause != "genre: course" {
		t.Errorf("the homework is %s: %s", h.State, h.Cause)
	}
	if n := d.hits("sandheaps"); n != 1 {
		t.Errorf("%d hits for a word of the paper", n)
	}
	if n := d.hits("author:lee title:heaps"); n != 1 {
		t.Errorf("%d hits by author and title", n)
	}
	if n := d.hits("homework"); n != 0 {
		t.Errorf("%d hits for what was rejected", n)
	}
	if s := d.Stats(); s.Accepted != 1 || s.Rejected != 1 {
		t.Errorf("counted %+v", s)
	}
	if n := d.queued(); n != 0 {
		t.Errorf("%d bodies wait still", n)
	}
}

func TestAnEntryBelongsToTheDocumentBesideIt(t *testing.T) {
	d := newDesk(t)
	const list, preprint, journal, last = "http://a.example/", "http://a.example/preprint.tex", "http://a.example/journal.tex", "http://a.example/last.tex"
	d.got(list, "html", `<li>Sorting by Heaps of Sand <a href=preprint.tex>preprint</a> <a href=journal.tex>final</a> <a href=cite.php>BibTeX</a>
		<li>Other Heaps of Sand <a href=last.tex>final</a> <a href=icon>*</a> <a href=last.bib>BibTeX</a>`, catalogue.IndexPage)
	d.bodies["http://a.example/cite.php"] = "@article{lee, title={Sorting by Heaps of Sand}, journal={Journal of Heaps}}"
	d.bodies["http://a.example/last.bib"] = "@article{lee2, title={Other Heaps of Sand}, journal={Letters on Heaps}}"
	d.got(preprint, "tex", paper("Sorting by Heaps of Sand", "Ann Lee", "sandheaps"), catalogue.ReadDocument)
	d.got(journal, "tex", paper("Sorting by Heaps of Sand", "Ann Lee", "sandheaps, in print"), catalogue.ReadDocument)
	d.got(last, "tex", paper("Other Heaps of Sand", "Ann Lee", "gravel"), catalogue.ReadDocument)
	d.serial++
	g := &catalogue.Group{Serial: d.serial}
	for _, url := range []string{preprint, journal, last} {
		g.DocumentAnchors = append(g.DocumentAnchors, catalogue.Anchor{Page: list, URL: url})
	}
	if err := d.Catalogue.Commit(t.Context(), g); err != nil {
		t.Fatal(err)
	}
	d.process()
	for url, want := range map[string]string{preprint: "", journal: "Journal of Heaps", last: "Letters on Heaps"} {
		venue := ""
		for _, f := range d.document(url).Fields {
			if f.Name == "venue" {
				venue = f.Value
			}
		}
		if venue != want {
			t.Errorf("%s: venue %q, want %q", url, venue, want)
		}
	}
}

func TestEqualBytesAreReadOnceWithTwoLocations(t *testing.T) {
	d := newDesk(t)
	text := paper("One of Two", "Bo Chen", "twins")
	d.got("http://a.example/one.tex", "tex", text, catalogue.ReadDocument)
	d.process()
	read := d.document("http://a.example/one.tex").Read
	d.got("http://b.example/two.tex", "tex", text, catalogue.ReadDocument)
	d.process()
	doc := d.document("http://b.example/two.tex")
	if len(doc.Locations) != 2 || doc.Locations[0].URL != "http://a.example/one.tex" {
		t.Errorf("locations %+v, want two, the first fetched first", doc.Locations)
	}
	if !doc.Read.Equal(read) {
		t.Error("equal bytes were read again")
	}
}

// pages is a PDF of one page with a picture at hand.
func pages(drawing string) string {
	return string(pdf.File("", "<< /Type /Catalog /Pages 2 0 R >>", "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
		"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R /Resources << /XObject << /I 5 0 R >> >> >>",
		pdf.Stream("", drawing),
		pdf.Stream("/Type /XObject /Subtype /Image /Width 1 /Height 1 /BitsPerComponent 8 /ColorSpace /DeviceGray", "x")))
}

func TestUnreadableDocumentIsKeptWithCause(t *testing.T) {
	d := newDesk(t)
	old := "\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + strings.Repeat("\x00", 504) + "\xec\xa5" + strings.Repeat("\x00", 4000)
	for url, want := range map[string]struct {
		typ, body string
		state     library.State
		cause     string
	}{
		"http://a.example/old.doc":   {"doc", old, library.Waiting, "needs"},
		"http://a.example/torn.docx": {"docx", "PK\x03\x04\x14\x00\x00\x00\x08\x00" + strings.Repeat("x", 3000), library.Rejected, "damaged"},
		"http://a.example/three.pdf": {"pdf", "%PD", library.Rejected, ""},
		"http://a.example/blank.xml": {"xml", "<?xml version='1.0'?><r/>", library.Rejected, "no text"},
		"http://a.example/blank.pdf": {"pdf", pages(""), library.Rejected, "no text"},
		"http://a.example/scan.pdf":  {"pdf", pages("q 612 0 0 792 0 0 cm /I Do Q"), library.Waiting, "not read: scan, needs Tesseract"},
		"http://a.example/killed.ps": {"ps", "%!PS-Adobe-2.0\n", library.Waiting, "not read: Ghostscript was killed"},
	} {
		d.got(url, want.typ, want.body, catalogue.ReadDocument)
		d.process()
		doc := d.document(url)
		if doc.State != want.state || !strings.Contains(string(doc.Cause), want.cause) || doc.Cause == "" {
			t.Errorf("%s: %s: %q; want %s: …%s…", url, doc.State, doc.Cause, want.state, want.cause)
		}
		if _, err := d.Repository.Path(t.Context(), doc.SHA256); err != nil {
			t.Errorf("%s: %v", url, err)
		}
	}
}

func TestBodyThatKeepsCrashingReaderIsGivenUp(t *testing.T) {
	d := newDesk(t)
	d.got("http://a.example/deadly.tex", "tex", paper("Deadly", "Cy Dee", "death"), catalogue.ReadDocument)
	q, err := d.Catalogue.Queue.Next(t.Context(), 0, 0, 1)
	if err != nil || len(q) != 1 {
		t.Fatal(q, err)
	}
	for range catalogue.MaxTries { // as runs that were killed leave it
		if err := d.Catalogue.Queue.Begin(t.Context(), q[0].ID); err != nil {
			t.Fatal(err)
		}
	}
	d.process()
	if doc := d.document("http://a.example/deadly.tex"); doc.State != library.Waiting || !strings.Contains(string(doc.Cause), "has ended the program") {
		t.Errorf("%s: %q", doc.State, doc.Cause)
	}
}

func TestInterruptedBodyIsUsedAsReceived(t *testing.T) {
	d := newDesk(t)
	d.got("http://a.example/torn.tex", "tex", paper("Torn Off", "Kay Lot", "tearing"), catalogue.ReadDocument)
	d.broken["http://a.example/torn.tex"] = io.ErrUnexpectedEOF
	d.process()
	if doc := d.document("http://a.example/torn.tex"); doc.State != library.Accepted {
		t.Errorf("%s: %q", doc.State, doc.Cause)
	}
}

func TestLostResponseIsFiledWithCause(t *testing.T) {
	d := newDesk(t)
	d.got("http://a.example/lost.tex", "tex", paper("Lost", "Mo Nye", "loss"), catalogue.ReadDocument)
	d.broken["http://a.example/lost.tex"] = intake.ErrLost
	d.process()
	if doc := d.document("http://a.example/lost.tex"); doc.State != library.Waiting || !strings.Contains(string(doc.Cause), "archive") {
		t.Errorf("%s: %q", doc.State, doc.Cause)
	}
}

func TestMachineFaultKeepsBodyInQueue(t *testing.T) {
	d := newDesk(t)
	d.got("http://a.example/p.tex", "tex", paper("Later", "Oz Pym", "time"), catalogue.ReadDocument)
	d.broken["http://a.example/p.tex"] = errors.New("too many open files")
	for range 2 {
		d.process()
	}
	q, err := d.Catalogue.Queue.Next(t.Context(), 0, 0, 9)
	if err != nil || len(q) != 1 || q[0].Tries != 0 {
		t.Fatalf("the queue has %v, %v; want the body, never tried", q, err)
	}
	delete(d.broken, "http://a.example/p.tex")
	d.process()
	if doc := d.document("http://a.example/p.tex"); doc.State != library.Accepted {
		t.Errorf("%s: %q", doc.State, doc.Cause)
	}
}

func TestStoppedIntakeKeepsQueue(t *testing.T) {
	d := newDesk(t)
	const n = 40
	for i := range n {
		d.got(fmt.Sprintf("http://a.example/%d.tex", i), "tex", paper(fmt.Sprint("Paper ", i), "Ed Fox", fmt.Sprint("matter", i)), catalogue.ReadDocument)
	}
	answer, stopped := d.Answer, make(chan struct{})
	d.Answer = func(ctx context.Context, f *catalogue.Fetch) (*intake.Body, error) {
		if d.asked.Load() > n/2 { // the others are not read before the stop, however late that is
			<-stopped
		}
		return answer(ctx, f)
	}
	ctx, stop := context.WithCancel(t.Context())
	ended := make(chan error)
	go func() { ended <- d.Run(ctx, make(chan struct{})) }()
	for d.asked.Load() < 3 { // which are under way
		time.Sleep(time.Millisecond)
	}
	stop()
	close(stopped)
	if err := <-ended; err != nil {
		t.Fatal(err)
	}
	left := d.queued()
	if left == 0 || left >= n {
		t.Errorf("%d of %d wait after the stop", left, n)
	}
	q, err := d.Catalogue.Queue.Next(t.Context(), 0, 0, n)
	if err != nil {
		t.Fatal(err)
	}
	for _, one := range q {
		if one.Tries != 0 {
			t.Errorf("%s counts as tried %d times", one.Fetch.URL, one.Tries)
		}
	}
	d.process()
	if n := d.queued(); n != 0 {
		t.Errorf("%d wait after all", n)
	}
	if s := d.Stats(); s.Accepted != n {
		t.Errorf("accepted %d of %d: %+v", s.Accepted, n, s)
	}
}

func TestDocumentWhoseReadingIsStoppedWaits(t *testing.T) {
	d := newDesk(t)
	const url = "http://a.example/long.tex"
	d.got(url, "tex", strings.Replace(paper("Long Walks", "Ed Fox", "walks"), `\section{Method}`, strings.Repeat(`\section{Method} We walk. `, 200_000), 1), catalogue.ReadDocument)
	ctx, stop := context.WithCancel(t.Context())
	ended := make(chan error)
	go func() { ended <- d.Run(ctx, make(chan struct{})) }()
	sum := fmt.Sprintf("%x", sha256.Sum256([]byte(d.bodies[url])))
	for stored := false; !stored; time.Sleep(time.Millisecond) {
		_, err := d.Repository.Path(ctx, sum)
		stored = err == nil
	}
	stop()
	if err := <-ended; err != nil {
		t.Fatal(err)
	}
	if s := d.Stats(); s.Rejected+s.Waiting != 0 || d.queued() != 1 {
		t.Errorf("stopped, %d wait: %+v", d.queued(), s)
	}
}

func TestVersionsOfOneWorkAreReported(t *testing.T) {
	d := newDesk(t)
	text := paper("The Two Versions of a Paper", "Hal Ivy", "versions")
	d.got("http://a.example/preprint.tex", "tex", text, catalogue.ReadDocument)
	d.got("http://b.example/final.tex", "tex", strings.Replace(text, "three data sets", "four data sets", 3), catalogue.ReadDocument)
	other := strings.ReplaceAll(paper("Something Else Entirely", "Hal Ivy", "owls"), "on three data sets, and compare our method with earlier work [1], which it exceeds",
		"by night, count what they have eaten, and ask whether the mice of the year before [1] explain it")
	d.got("http://b.example/other.tex", "tex", other, catalogue.ReadDocument)
	d.process()
	versions, err := d.Catalogue.Documents.Versions(t.Context(), d.document("http://b.example/final.tex").SHA256)
	if err != nil {
		t.Fatal(err)
	}
	if n := d.hits(`"two versions of a paper"`); n != 1 {
		t.Errorf("%d hits, want one of both", n)
	}
	if len(versions) != 1 || versions[0].URL != "http://a.example/preprint.tex" || versions[0].Similarity < 0.8 {
		t.Errorf("versions %+v, want the preprint, much alike", versions)
	}
}

func TestAddedFileIsJudgedLikeFetchedOne(t *testing.T) {
	d := newDesk(t)
	f, err := d.Add(t.Context(), "submitted.tex", strings.NewReader(paper("Handed In", "Ida Jay", "hands")))
	if err != nil {
		t.Fatal(err)
	}
	if err := d.Repository.File(t.Context(), []catalogue.Filing{*f}); err != nil {
		t.Fatal(err)
	}
	if err := d.Refresh(t.Context()); err != nil {
		t.Fatal(err)
	}
	doc, ok, err := d.Catalogue.Documents.Get(t.Context(), f.SHA256)
	if err != nil || !ok || doc.State != library.Accepted || !doc.Locations[0].Added {
		t.Errorf("%+v, %v, %v", doc, ok, err)
	}
	if n := d.hits("title:handed"); n != 1 {
		t.Errorf("%d hits", n)
	}
}

func TestStoredFileHasEndingOfFormat(t *testing.T) {
	d := newDesk(t)
	long := strings.Repeat("a very long name, ", 20)
	for url, c := range map[string]struct{ typ, ending, name string }{
		"http://a.example/right.tex":               {"tex", ".tex", "right.tex"},
		"http://a.example/wrong.doc":               {"tex", ".tex", "wrong.doc"},
		"http://a.example/old.ltx":                 {"tex", ".ltx", "old.ltx"},
		"http://a.example/packed.tex.gz":           {"tex", ".tex.gz", "packed.tex.gz"},
		"http://a.example/unknown.doc":             {"jats", ".doc", "unknown.doc"}, // which no ending shows
		"http://a.example/" + long + "end.tex.bz2": {"tex", ".tex.bz2", long[:247] + ".tex.bz2"},
		"http://a.example/" + long + "é.x":         {"tex", ".tex", long[:253] + ".x"},
		"http://a.example/" + long + "no ending":   {"tex", ".tex", long[:255]},
	} {
		d.got(url, c.typ, paper("Sorting by "+url, "Ann Lee", "heaps"), catalogue.ReadDocument)
		d.process()
		doc := d.document(url)
		path, err := d.Repository.Path(t.Context(), doc.SHA256)
		if _, ending, _ := strings.Cut(filepath.Base(path), "."); err != nil || "."+ending != c.ending || doc.Name != c.name {
			t.Errorf("%s is stored as .%s (%v) and called %q, want %s and %q", url, ending, err, doc.Name, c.ending, c.name)
		}
	}
}
