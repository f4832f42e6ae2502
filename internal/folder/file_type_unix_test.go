//go:build unix

package folder_test

import (
	"errors"
	"net"
	"os"
	"path/filepath"
	"syscall"
	"testing"

	"sluice/internal/folder"
	"sluice/internal/system"
)

func TestPipesAndSocketsInLibraryAreRefused(t *testing.T) {
	for _, name := range []string{
		"catalog.db", "catalog.db-wal", "archive", "documents", "documents/hand.jsonl", "index/fulltext.db", "models", "frontier", "frontier/LOCK", "lock",
		"control.sock", "rebuild.tmp", "seeds/candidates.jsonl", "seeds/answers/x.json.gz",
	} {
		d := folder.Dir(t.TempDir())
		if err := errors.Join(os.MkdirAll(filepath.Dir(d.Path(name)), 0o700), d.CheckLinks(t.Context()), syscall.Mkfifo(d.Path(name), 0o600)); err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		if err := d.CheckLinks(t.Context()); !errors.Is(err, system.ErrFileType) {
			t.Errorf("CheckLinks() with a pipe in place of %s: %v", name, err)
		}
	}
	for name, want := range map[string]error{"control.sock": nil, "catalog.db": system.ErrFileType} {
		dir, err := os.MkdirTemp("", "lib") // the path of a socket is short
		if err != nil {
			t.Fatal(err)
		}
		defer os.RemoveAll(dir)
		d := folder.Dir(dir)
		l, err := net.Listen("unix", d.Path(name))
		if err != nil {
			t.Fatal(err)
		}
		if err := d.CheckLinks(t.Context()); !errors.Is(err, want) {
			t.Errorf("CheckLinks() with a socket named %s: %v, want %v", name, err, want)
		}
		if err := l.Close(); err != nil {
			t.Fatal(err)
		}
	}
}
