package intake_test

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"sluice/document"
	"sluice/internal/catalogue"
	"sluice/internal/intake"
	"sluice/library"
)

// timesOut is a converter that comes to its limit of processor time at once.
const timesOut = "#!/bin/sh\nkill -XCPU $$\n"

const (
	outOfTime   = "not read: out of time"
	budgetCause = "not read: reading budget of its host used up"
)

// causes returns how many documents of a host wait, by cause.
func (d *desk) causes(host string) map[string]int {
	d.t.Helper()
	found := map[string]int{}
	for doc, err := range d.Catalogue.Documents.All(d.t.Context(), "") {
		if err != nil {
			d.t.Fatal(err)
		}
		if doc.Locations[0].Host == host {
			found[string(doc.State)+" "+string(doc.Cause)]++
		}
	}
	return found
}

// TestLoopingDocumentsDoNotHoldTheQueue has a host with many files of some bytes over which the converter loops. They
// are first in the queue; those of the other hosts are read before most of them, and most of them
// wait, which they do without a reader.
func TestLoopingDocumentsDoNotHoldTheQueue(t *testing.T) {
	const loops, papers = 60, 10
	d := newDesk(t)
	if err := os.WriteFile(filepath.Join(d.dir, "gs"), []byte(timesOut), 0o700); err != nil {
		t.Fatal(err)
	}
	d.Workers = 2
	d.Intake = intake.New(withBudget(d.Config, 70*time.Second))
	for i := range loops {
		d.got(fmt.Sprintf("http://loops.example/%d.ps", i), "ps", fmt.Sprintf("%%!\n{} loop %d", i), catalogue.ReadDocument)
	}
	for _, host := range []string{"a.example", "b.example"} {
		for i := range papers {
			d.got(fmt.Sprintf("http://%s/%d.tex", host, i), "tex", paper(fmt.Sprintf("Paper %d of %s", i, host), "Kim Lee", host), catalogue.ReadDocument)
		}
	}
	var order []string
	answer := d.Answer
	d.Answer = func(ctx context.Context, f *catalogue.Fetch) (*intake.Body, error) {
		d.asking.Lock()
		order = append(order, f.Site)
		d.asking.Unlock()
		return answer(ctx, f)
	}
	d.process()
	waiting := d.causes("loops.example")
	if n := waiting["waiting "+outOfTime]; n == 0 || n > 10 || waiting["waiting "+budgetCause] != loops-n {
		t.Errorf("documents of the host: %v; want a few out of time, and the others waiting", waiting)
	}
	for _, host := range []string{"a.example", "b.example"} {
		for cause, n := range d.causes(host) {
			if !strings.HasPrefix(cause, string(library.Accepted)) {
				t.Errorf("%s: %d %s", host, n, cause)
			}
		}
		if last := strings.Count(strings.Join(order, " ")[:strings.LastIndex(strings.Join(order, " "), host)], "loops.example"); last > 20 {
			t.Errorf("the last document of %s is read after %d that loop", host, last)
		}
	}
	if d.queued() != 0 {
		t.Errorf("%d in the queue", d.queued())
	}

	// Later: first a converter that still loops, then one that has been repaired.
	reread := func(budget time.Duration) {
		later := intake.New(withBudget(d.Config, budget))
		for doc, err := range d.Catalogue.Documents.All(t.Context(), "state = waiting") {
			if err != nil {
				t.Fatal(err)
			}
			f, err := later.Reread(t.Context(), &doc)
			if err != nil {
				t.Fatal(err)
			}
			if err := d.Repository.File(t.Context(), []catalogue.Filing{*f}); err != nil {
				t.Fatal(err)
			}
		}
	}
	reread(70 * time.Second)
	if again := d.causes("loops.example"); again["waiting "+budgetCause] < loops-10 {
		t.Errorf("after another attempt: %v", again)
	}
	if err := os.WriteFile(filepath.Join(d.dir, "gs"), []byte("#!/bin/sh\nexit 1\n"), 0o700); err != nil {
		t.Fatal(err)
	}
	reread(0)
	if repaired := d.causes("loops.example"); repaired["rejected damaged"] != loops {
		t.Errorf("after the repair: %v; want all read", repaired)
	}
}

// withBudget returns a configuration with another budget.
func withBudget(c intake.Config, budget time.Duration) intake.Config {
	c.Budget = budget
	return c
}

// TestDocumentsOfOneHostAreReadByAllWorkers holds up each document until as many are read as there are workers.
func TestDocumentsOfOneHostAreReadByAllWorkers(t *testing.T) {
	d := newDesk(t)
	d.Workers = 4
	d.Intake = intake.New(d.Config)
	for i := range 8 {
		d.got(fmt.Sprintf("http://a.example/%d.tex", i), "tex", paper(fmt.Sprint("Paper ", i), "Kim Lee", fmt.Sprint("subject ", i)), catalogue.ReadDocument)
	}
	var begun atomic.Int64
	all := make(chan struct{})
	answer := d.Answer
	d.Answer = func(ctx context.Context, f *catalogue.Fetch) (*intake.Body, error) {
		if begun.Add(1) == int64(d.Workers) {
			close(all)
		}
		select {
		case <-all:
		case <-time.After(5 * time.Minute):
			t.Error("a worker waits for the others in vain")
		}
		return answer(ctx, f)
	}
	d.process()
}

// TestInterruptedReadingIsDeferred ends a run while a converter loops. The next run reads other hosts' documents and the
// host's other one first.
func TestInterruptedReadingIsDeferred(t *testing.T) {
	const loopURL, paperURL, otherURL = "http://a.example/loop.ps", "http://a.example/paper.tex", "http://b.example/owls.tex"
	temp := t.TempDir()
	t.Setenv("TMPDIR", temp)
	d := newDesk(t)
	program := filepath.Join(d.dir, "gs")
	if err := os.WriteFile(program, []byte("#!/bin/sh\n: >begun\nwhile :; do :; done\n"), 0o700); err != nil {
		t.Fatal(err)
	}
	d.got(loopURL, "ps", "%!\n{} loop", catalogue.ReadDocument)
	d.got(paperURL, "tex", paper("Sorting by Heaps of Sand", "Ann Lee", "sandheaps"), catalogue.ReadDocument)
	d.got(otherURL, "tex", paper("Owls at Noon", "Bo Lind", "owls"), catalogue.ReadDocument)
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	ended := make(chan error, 1)
	go func() { ended <- d.Run(ctx, nil) }()
	for deadline := time.Now().Add(5 * time.Minute); !holds(t, temp, "begun"); time.Sleep(5 * time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatal("the converter does not start")
		}
	}
	stop()
	if err := <-ended; err != nil {
		t.Fatal(err)
	}
	if hosts, err := d.Catalogue.Queue.DeferredHosts(t.Context()); err != nil || len(hosts) != 1 || hosts[0] != "a.example" {
		t.Errorf("hosts with deferred bodies: %q, %v; want a.example", hosts, err)
	}
	if err := os.WriteFile(program, []byte("#!/bin/sh\nexit 1\n"), 0o700); err != nil {
		t.Fatal(err)
	}
	var order []string
	answer := d.Answer
	d.Answer = func(ctx context.Context, f *catalogue.Fetch) (*intake.Body, error) {
		order = append(order, f.URL)
		return answer(ctx, f)
	}
	d.Intake = intake.New(d.Config)
	d.process()
	if want := []string{otherURL, paperURL, loopURL}; !slices.Equal(order, want) || d.queued() != 0 {
		t.Errorf("read %q, %d in the queue; want %q", order, d.queued(), want)
	}
}

// TestDocumentOutOfTimeByLimitOfReaderIsReadOnce has converters that reach a limit: dvips its own, which is no
// longer than that of a first reading, and Ghostscript that of the first reading, whose own is longer.
func TestDocumentOutOfTimeByLimitOfReaderIsReadOnce(t *testing.T) {
	const dvi, ps = "http://a.example/loop.dvi", "http://b.example/loop.ps"
	d := newDesk(t)
	tools := map[string]string{"gs": filepath.Join(d.dir, "gs"), "dvips": filepath.Join(d.dir, "dvips")}
	for _, path := range tools {
		if err := os.WriteFile(path, []byte(timesOut), 0o700); err != nil {
			t.Fatal(err)
		}
	}
	reader := document.NewReader(document.Options{Tools: tools})
	t.Cleanup(func() { reader.Close() })
	d.Reader = reader
	d.got(dvi, "dvi", "\xf7\x02 loop", catalogue.ReadDocument)
	d.got(ps, "ps", "%!\n{} loop", catalogue.ReadDocument)
	read := map[string]int{}
	answer := d.Answer
	d.Answer = func(ctx context.Context, f *catalogue.Fetch) (*intake.Body, error) {
		d.asking.Lock()
		read[f.URL]++
		d.asking.Unlock()
		return answer(ctx, f)
	}
	d.Intake = intake.New(d.Config)
	d.process()
	for url, want := range map[string]int{dvi: 1, ps: 2} {
		if doc := d.document(url); read[url] != want || string(doc.State)+" "+string(doc.Cause) != "waiting "+outOfTime {
			t.Errorf("%s is read %d times, and then %s: %s; want %d times, waiting: %s", url, read[url], doc.State, doc.Cause, want, outOfTime)
		}
	}
}

// holds reports whether a folder holds a file of a name, at any depth.
func holds(t *testing.T, dir, name string) (found bool) {
	t.Helper()
	err := filepath.WalkDir(dir, func(_ string, e os.DirEntry, err error) error {
		found = found || e != nil && e.Name() == name
		if errors.Is(err, fs.ErrNotExist) {
			return nil
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return found
}

// TestPageOfHostWithoutBudgetIsNotRead has a text that would be a document after documents that use the budget up.
func TestPageOfHostWithoutBudgetIsNotRead(t *testing.T) {
	const url = "http://loops.example/notes.tex"
	d := newDesk(t)
	if err := os.WriteFile(filepath.Join(d.dir, "gs"), []byte(timesOut), 0o700); err != nil {
		t.Fatal(err)
	}
	d.Intake = intake.New(withBudget(d.Config, 30*time.Second))
	for i := range 5 {
		d.got(fmt.Sprintf("http://loops.example/%d.ps", i), "ps", fmt.Sprintf("%%!\n{} loop %d", i), catalogue.ReadDocument)
	}
	d.got(url, "tex", paper("Sorting by Heaps of Sand", "Ann Lee", "sandheaps"), catalogue.ReadPage)
	d.process()
	s, ok, err := d.Catalogue.Show(t.Context(), url)
	if want := catalogue.NoDocument.With(budgetCause); err != nil || !ok || string(s.Last.Cause) != want {
		t.Errorf("the page has cause %q, %v; want %q", s.Last.Cause, err, want)
	}
	if d.queued() != 0 {
		t.Errorf("%d in the queue", d.queued())
	}
}
