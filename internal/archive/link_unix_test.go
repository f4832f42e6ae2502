//go:build unix

package archive_test

import (
	"errors"
	"os"
	"path/filepath"
	"testing"

	"sluice/internal/archive"
	"sluice/internal/archive/archivetest"
)

// TestLinkOfAnotherUserIsNotWrittenThrough puts a link in place of the last file: its own user's link is followed, another user's only to read.
func TestLinkOfAnotherUserIsNotWrittenThrough(t *testing.T) {
	if os.Geteuid() != 0 {
		t.Skip("only the administrator can make links of other users")
	}
	const nobody = 65534
	dir := t.TempDir()
	a := mustOpen(t, dir, archive.Options{}, archive.Position{})
	e, err := a.Encode(t.Context(), archivetest.Page("http://a.example/", []byte("body")))
	if err != nil {
		t.Fatal(err)
	}
	defer e.Release()
	at, err := a.Append(t.Context(), e)
	if err != nil {
		t.Fatal(err)
	}
	end, err := a.Sync(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if err := a.Close(); err != nil {
		t.Fatal(err)
	}
	path, target := filepath.Join(dir, end.File), filepath.Join(t.TempDir(), "target")
	if err := errors.Join(os.Rename(path, target), os.Symlink(target, path)); err != nil {
		t.Fatal(err)
	}
	b, err := archive.Open(t.Context(), dir, archive.Options{}, end)
	if err != nil {
		t.Fatalf("Open() with a link of this user: %v", err)
	}
	if err := b.Close(); err != nil {
		t.Fatal(err)
	}
	if err := os.Lchown(path, nobody, nobody); err != nil {
		t.Fatal(err)
	}
	f, err := os.OpenFile(target, os.O_WRONLY|os.O_APPEND, 0)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := f.WriteString("left by a crash"); err != nil { // which Open would cut off
		t.Fatal(err)
	}
	f.Close()
	before, err := os.ReadFile(target)
	if err != nil {
		t.Fatal(err)
	}
	rec, err := archive.ReadFrom(t.Context(), dir, at[0])
	if err != nil {
		t.Fatalf("ReadFrom() a link of another user: %v", err)
	}
	rec.Close()
	if _, err := archive.Open(t.Context(), dir, archive.Options{}, end); !errors.Is(err, archive.ErrLink) {
		t.Errorf("Open() = %v; want ErrLink", err)
	}
	if _, err := archive.Erase(t.Context(), dir, end, at...); !errors.Is(err, archive.ErrLink) {
		t.Errorf("Erase() = %v; want ErrLink", err)
	}
	if err := archive.EraseOrigins(t.Context(), dir, end, func(string) bool { return true }, at...); !errors.Is(err, archive.ErrLink) {
		t.Errorf("EraseOrigins() = %v; want ErrLink", err)
	}
	if after, err := os.ReadFile(target); err != nil || string(after) != string(before) {
		t.Errorf("the file behind the link has changed, %v", err)
	}
}
