//go:build unix

package outfile_test

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"
	"testing"

	"sluice/cmd/sluice/internal/outfile"
)

func write(text string) func(io.Writer) error {
	return func(w io.Writer) error {
		_, err := io.WriteString(w, text)
		return err
	}
}

func TestOutputKeepsPermissionsOfFile(t *testing.T) {
	for _, c := range []struct {
		name   string
		before fs.FileMode // 0: no file
		umask  int
		after  fs.FileMode
	}{
		{"new file", 0, 0o022, 0o644},
		{"new file under the umask of the owner alone", 0, 0o077, 0o600},
		{"private", 0o600, 0o022, 0o600},
		{"of a group", 0o660, 0o077, 0o660},
		{"program", 0o755, 0o022, 0o755},
	} {
		t.Run(c.name, func(t *testing.T) {
			defer syscall.Umask(syscall.Umask(c.umask))
			name := filepath.Join(t.TempDir(), "out")
			if c.before != 0 {
				if err := errors.Join(os.WriteFile(name, []byte("old"), 0o600), os.Chmod(name, c.before)); err != nil {
					t.Fatal(err)
				}
			}
			if err := outfile.Write(t.Context(), name, write("new")); err != nil {
				t.Fatal(err)
			}
			info, err := os.Stat(name)
			if err != nil {
				t.Fatal(err)
			}
			if text, err := os.ReadFile(name); err != nil || string(text) != "new" || info.Mode().Perm() != c.after {
				t.Errorf("it has %o and %q, %v; want %o", info.Mode().Perm(), text, err, c.after)
			}
		})
	}
}

func TestOutputKeepsOwnerAndGroup(t *testing.T) {
	if os.Getuid() != 0 {
		t.Skip("only root may give a file to another user")
	}
	name := filepath.Join(t.TempDir(), "out")
	if err := errors.Join(os.WriteFile(name, []byte("old"), 0o640), os.Chown(name, 65534, 65533)); err != nil {
		t.Fatal(err)
	}
	if err := outfile.Write(t.Context(), name, write("new")); err != nil {
		t.Fatal(err)
	}
	info, err := os.Stat(name)
	if err != nil {
		t.Fatal(err)
	}
	if s := info.Sys().(*syscall.Stat_t); s.Uid != 65534 || s.Gid != 65533 || info.Mode().Perm() != 0o640 {
		t.Errorf("it belongs to %d:%d and has %o", s.Uid, s.Gid, info.Mode().Perm())
	}
}

func TestLinkOfAnotherUserIsNotFollowed(t *testing.T) {
	if os.Getuid() != 0 {
		t.Skip("only root may give a link to another user")
	}
	dir := t.TempDir()
	target, link := filepath.Join(dir, "target"), filepath.Join(dir, "link")
	if err := errors.Join(os.WriteFile(target, []byte("old"), 0o600), os.Symlink(target, link), os.Lchown(link, 65534, 65534)); err != nil {
		t.Fatal(err)
	}
	if err := outfile.Write(t.Context(), link, write("new")); !errors.Is(err, outfile.ErrForeignLink) {
		t.Errorf("Write() to a link of another user: %v", err)
	}
	if text, err := os.ReadFile(target); err != nil || string(text) != "old" {
		t.Errorf("the target has %q, %v", text, err)
	}
}
