package wiring_test

import (
	"context"
	"database/sql"
	"errors"
	"io"
	"io/fs"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"testing/iotest"

	"sluice/crawl"
	"sluice/internal/capture"
	"sluice/internal/catalogue"
	"sluice/internal/models"
	"sluice/internal/removal"
	"sluice/internal/restore"
	"sluice/library"
)

// failing is a library whose parts return errors.
type failing struct {
	removal.Documents
	restore.Repository
	identify, show, body, replace error
	reading                       error
	replaced                      int
}

func (f *failing) Identify(context.Context, string) ([]string, error) { return nil, f.identify }

func (f *failing) Get(context.Context, string) (library.Document, bool, error) {
	d := library.Document{SHA256: strings.Repeat("0", 64)}
	d.Locations = []library.Location{{URL: "file:///gone.pdf"}} // which the Web does not have
	return d, true, nil
}

func (f *failing) Show(context.Context, string) (*catalogue.Details, bool, error) {
	return &catalogue.Details{Fetches: []catalogue.Fetch{{Fetch: library.Fetch{SHA256: strings.Repeat("0", 64)}, File: "1.warc"}}}, true, f.show
}

func (f *failing) Body(context.Context, *catalogue.Fetch) (io.ReadCloser, http.Header, error) {
	var r io.Reader = strings.NewReader("")
	if f.reading != nil {
		r = iotest.ErrReader(f.reading)
	}
	return io.NopCloser(r), nil, f.body
}

func (f *failing) ReplaceFile(_ context.Context, _ string, from io.Reader) error {
	f.replaced++
	_, err := io.Copy(io.Discard, from)
	return errors.Join(err, f.replace)
}

func TestRemovalReturnsErrorsOfTheCatalogue(t *testing.T) {
	l := removal.Library{Documents: &failing{identify: sql.ErrConnDone}}
	if _, err := l.Remove(t.Context(), "folder/own.rtf", ""); !errors.Is(err, sql.ErrConnDone) {
		t.Errorf("Remove() = %v; want the catalogue's error", err)
	}
}

func TestRestoreFetchesOnlyUnarchivedDocuments(t *testing.T) {
	damaged := func(err error) error { return errors.Join(capture.ErrDamaged, err) }
	const web = "no URL is known"
	for _, test := range []struct {
		name string
		lib  failing
		says string
	}{
		{"the catalogue fails", failing{show: sql.ErrConnDone}, sql.ErrConnDone.Error()},
		{"a revisit record cannot be looked up", failing{body: sql.ErrConnDone}, sql.ErrConnDone.Error()},
		{"the disk is full", failing{replace: syscall.ENOSPC}, syscall.ENOSPC.Error()},
		{"no rights", failing{body: damaged(fs.ErrPermission)}, web}, // without an errno it is damage
		{"no rights by the system", failing{body: damaged(syscall.EACCES)}, syscall.EACCES.Error()},
		{"a damaged record", failing{body: damaged(io.ErrUnexpectedEOF)}, web},
		{"a missing file", failing{body: damaged(syscall.ENOENT)}, web},
		{"no body", failing{body: capture.ErrNoBody}, web},
		{"a broken encoding", failing{reading: io.ErrUnexpectedEOF}, web},
	} {
		r := restore.New(restore.Parts{Documents: &test.lib, Stories: &test.lib, Repository: &test.lib, Bodies: &test.lib})
		from, err := r.Deleted(t.Context(), crawl.Config{}, strings.Repeat("0", 64))
		if from != "" || err == nil || !strings.Contains(err.Error(), test.says) {
			t.Errorf("%s: from %q, %v; want %q", test.name, from, err, test.says)
		}
	}
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	lib := &failing{body: damaged(context.Canceled)}
	r := restore.New(restore.Parts{Documents: lib, Stories: lib, Repository: lib, Bodies: lib})
	if _, err := r.Deleted(ended, crawl.Config{}, strings.Repeat("0", 64)); err != context.Canceled {
		t.Errorf("when the context has ended: %v", err)
	}
}

func TestDamagedLearnedFilterIsReported(t *testing.T) {
	s := models.Store{Dir: t.TempDir()}
	if _, err := s.Filter(t.Context()); err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(s.Dir, "genre.learned")
	if err := os.WriteFile(path, []byte("rubbish"), 0o644); err != nil {
		t.Fatal(err)
	}
	if _, err := s.Filter(t.Context()); err == nil || !strings.Contains(err.Error(), path) || !strings.Contains(err.Error(), "delete it") {
		t.Errorf("Filter() = %v; want an error that names %s", err, path)
	}
}
