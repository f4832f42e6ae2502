package control_test

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"sluice/crawl"
	"sluice/internal/control"
)

// scripted is a crawl with given answers.
type scripted struct {
	stopped   string
	uncounted error // of the status
}

func (s *scripted) Status(context.Context) (crawl.Status, error) {
	return crawl.Status{Running: true, Pages: 7}, s.uncounted
}

func (s *scripted) Stop(reason string) { s.stopped = reason }

func (s *scripted) Explain(_ context.Context, url string) (crawl.Verdict, error) {
	return crawl.Verdict{URL: url, Fetch: true}, nil
}

func (s *scripted) Known(_ context.Context, url string) (control.URL, error) {
	return control.URL{}, errors.New("no URL: " + url)
}

func TestRunningCrawlAnswersUntilItIsClosed(t *testing.T) {
	for name, dir := range map[string]string{"short path": t.TempDir(), "path longer than a socket's": filepath.Join(t.TempDir(), strings.Repeat("x", 120))} {
		t.Run(name, func(t *testing.T) {
			if err := os.MkdirAll(dir, 0o755); err != nil {
				t.Fatal(err)
			}
			var c scripted
			client := control.NewClient(dir)
			if _, err := client.Status(t.Context()); !errors.Is(err, control.ErrNoCrawl) {
				t.Errorf("Status() before Serve(): %v; want ErrNoCrawl", err)
			}
			server, err := control.Serve(dir, &c)
			if err != nil {
				t.Fatal(err)
			}
			if s, err := client.Status(t.Context()); err != nil || !s.Running || s.Pages != 7 {
				t.Errorf("Status() = %+v, %v", s, err)
			}
			const url = "http://a.example/?q=1&r=2"
			if v, err := client.Explain(t.Context(), url); err != nil || !v.Fetch || v.URL != url {
				t.Errorf("Explain() = %+v, %v", v, err)
			}
			if _, err := client.Known(t.Context(), "::"); err == nil || err.Error() != "ask the running crawl: no URL: ::" {
				t.Errorf("Known() of no URL: %v", err)
			}
			if _, err := client.Stop(t.Context()); err != nil || c.stopped == "" {
				t.Errorf("Stop(): %v; stopped %q", err, c.stopped)
			}
			if err := server.Close(); err != nil {
				t.Error(err)
			}
			if _, err := client.Status(t.Context()); !errors.Is(err, control.ErrNoCrawl) {
				t.Errorf("Status() after Close(): %v; want ErrNoCrawl", err)
			}
		})
	}
}

func TestStatusThatCannotBeCountedIsAnError(t *testing.T) {
	c := scripted{uncounted: errors.New("database disk image is malformed")}
	dir := t.TempDir()
	server, err := control.Serve(dir, &c)
	if err != nil {
		t.Fatal(err)
	}
	defer server.Close()
	client := control.NewClient(dir)
	if _, err := client.Status(t.Context()); err == nil || !strings.Contains(err.Error(), c.uncounted.Error()) {
		t.Errorf("Status(): %v; want %v", err, c.uncounted)
	}
	if s, err := client.Stop(t.Context()); err != nil || !s.Running || c.stopped == "" {
		t.Errorf("Stop() = %+v, %v, reason %q; want the crawl to stop", s, err, c.stopped)
	}
}
