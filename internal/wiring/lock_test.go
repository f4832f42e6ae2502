package wiring_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"sluice/internal/frontier"
	"sluice/internal/health"
	"sluice/internal/wiring"
	"sluice/internal/wiring/monitor"
	"sluice/weburl"
)

// asked is a context without an end that calls do when its end is asked for.
type asked struct {
	context.Context
	do func()
}

func (a asked) Done() <-chan struct{} {
	a.do()
	return nil
}

// lockSays reports whether the file of a library's lock has a line.
func lockSays(t *testing.T, dir, line string) bool {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(dir, "lock"))
	if err != nil {
		t.Error(err)
	}
	return strings.Contains("\n"+string(text), "\n"+line+"\n")
}

// fill makes a frontier too large to be read at one go.
func fill(t *testing.T, dir string) {
	t.Helper()
	f, err := frontier.Open(t.Context(), filepath.Join(dir, "frontier"), frontier.Options{})
	if err != nil {
		t.Fatal(err)
	}
	var g frontier.Group
	for i := range 10_000 {
		u, err := weburl.Parse(fmt.Sprintf("http://many.example/%d", i))
		if err != nil {
			t.Fatal(err)
		}
		g.Refuse = append(g.Refuse, frontier.Refusal{URL: u, Cause: "test"})
	}
	if err := f.Commit(t.Context(), &g); err != nil {
		t.Fatal(err)
	}
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
}

// TestExaminationReleasesFrontierForCrawl has a crawl begin while the doctor holds the lock.
func TestExaminationReleasesFrontierForCrawl(t *testing.T) {
	dir := finished(t)
	fill(t, dir)
	inCatalogue(t, dir, "UPDATE crawls SET state = 'running'") // as a killed one leaves it
	other, crawls := open(t, dir), open(t, dir)
	begun := make(chan error, 1)
	var once sync.Once
	examined := asked{context.Background(), func() {
		if !lockSays(t, dir, "doctor") {
			return
		}
		once.Do(func() {
			if s, err := monitor.Status(t.Context(), other); err != nil || s.Running || s.State != "interrupted" {
				t.Errorf("Status() while the doctor examines = %+v, %v; want no crawl that runs", s, err)
			}
			go func() {
				c, err := crawls.Crawl(t.Context(), config("http://127.0.0.1:1"))
				if err == nil {
					err = c.Close()
				}
				begun <- err
			}()
			for end := time.Now().Add(5 * time.Minute); !lockSays(t, dir, "wanted") && time.Now().Before(end); {
				time.Sleep(time.Millisecond)
			}
		})
	}}
	var f health.Finding
	for _, found := range open(t, dir).Examine(examined, wiring.Examination{Full: true}) {
		if found.Name == "frontier" {
			f = found
		}
	}
	if f.Verdict != health.Note || !strings.Contains(f.Found, "stopped because a crawl is starting") {
		t.Errorf("examined: %+v; want that it was released", f)
	}
	if err := <-begun; err != nil {
		t.Errorf("Crawl() while the doctor examines: %v", err)
	}
}
