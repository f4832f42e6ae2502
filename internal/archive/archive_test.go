package archive_test

import (
	"testing"

	"sluice/internal/archive"
	"sluice/internal/archive/archivetest"
)

func TestContract(t *testing.T) {
	for name, open := range map[string]func(t *testing.T) archivetest.Store{
		"memory": func(t *testing.T) archivetest.Store { return archive.NewMemory() },
		"gzip": func(t *testing.T) archivetest.Store {
			return mustOpen(t, t.TempDir(), archive.Options{}, archive.Position{})
		},
		"plain": func(t *testing.T) archivetest.Store {
			return mustOpen(t, t.TempDir(), archive.Options{Plain: true}, archive.Position{})
		},
	} {
		t.Run(name, func(t *testing.T) { archivetest.Test(t, open) })
	}
}

func mustOpen(t testing.TB, dir string, o archive.Options, at archive.Position) *archive.Archive {
	t.Helper()
	a, err := archive.Open(dir, o, at)
	if err != nil {
		t.Fatalf("Open(%s, %+v, %v): %v", dir, o, at, err)
	}
	t.Cleanup(func() { a.Close() })
	return a
}
