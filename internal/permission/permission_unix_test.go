//go:build unix

package permission_test

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"
	"testing"

	"sluice/internal/permission"
)

func TestNewFilesHavePermissionsOfCatalogue(t *testing.T) {
	for _, c := range []struct {
		name               string
		catalogue, archive fs.FileMode // 0: it is not there
		umask              int
		file, folder       fs.FileMode
	}{
		{"new library", 0, 0, 0o022, 0o600, 0o700},
		{"new library without an umask", 0, 0, 0, 0o600, 0o700},
		{"private", 0o600, 0o755, 0o022, 0o600, 0o700},
		{"group reads", 0o640, 0, 0o022, 0o640, 0o750},
		{"all read", 0o644, 0, 0o022, 0o644, 0o755},
		{"group writes", 0o660, 0, 0o002, 0o660, 0o770},
		{"group writes, not under the umask", 0o660, 0, 0o022, 0o640, 0o750},
		{"umask of the owner alone", 0o644, 0, 0o077, 0o600, 0o700},
		{"others never write", 0o666, 0, 0, 0o664, 0o775},
		{"a medium without writing", 0o444, 0, 0o022, 0o644, 0o755},
		{"catalogue lost", 0, 0o750, 0o022, 0o640, 0o750},
	} {
		t.Run(c.name, func(t *testing.T) {
			dir := t.TempDir()
			l := permission.Library(dir)
			if c.catalogue != 0 {
				writeFile(t, filepath.Join(dir, "catalog.db"), c.catalogue)
			}
			if c.archive != 0 {
				if err := errors.Join(os.Mkdir(filepath.Join(dir, "archive"), 0o700), os.Chmod(filepath.Join(dir, "archive"), c.archive)); err != nil {
					t.Fatal(err)
				}
			}
			defer syscall.Umask(syscall.Umask(c.umask))
			foreign := filepath.Join(dir, "foreign")
			writeFile(t, foreign, 0o644)
			f, err := l.CreateTemp(dir, "temp-")
			if err != nil {
				t.Fatal(err)
			}
			defer f.Close()
			if err := errors.Join(l.Ensure(filepath.Join(dir, "file")), l.MkdirAll(filepath.Join(dir, "a", "b")), l.Set(foreign)); err != nil {
				t.Fatal(err)
			}
			for path, want := range map[string]fs.FileMode{
				filepath.Join(dir, "file"): c.file, f.Name(): c.file, foreign: c.file,
				filepath.Join(dir, "a"): c.folder, filepath.Join(dir, "a", "b"): c.folder,
			} {
				if mode := modeOf(t, path); mode != want {
					t.Errorf("%s has %o, want %o", path, mode, want)
				}
			}
		})
	}
}

func TestWhoMayNotWriteMayNotLock(t *testing.T) {
	for _, c := range []struct{ before, after fs.FileMode }{
		{0, 0o600}, {0o600, 0o600}, {0o640, 0o600}, {0o644, 0o600}, {0o660, 0o660}, {0o664, 0o660}, {0o666, 0o666},
	} {
		dir := t.TempDir()
		path := filepath.Join(dir, "lock")
		if c.before != 0 {
			writeFile(t, path, c.before)
		}
		f, err := permission.Library(dir).OpenLock(path)
		if err != nil {
			t.Fatal(err)
		}
		f.Close()
		if mode := modeOf(t, path); mode != c.after {
			t.Errorf("a lock with %o has %o after it was opened, want %o", c.before, mode, c.after)
		}
	}
}

func TestLinksAreNotFollowed(t *testing.T) {
	dir := t.TempDir()
	l := permission.Library(dir)
	target, link := filepath.Join(dir, "target"), filepath.Join(dir, "link")
	if err := os.Symlink(target, link); err != nil {
		t.Fatal(err)
	}
	if _, err := l.OpenFile(link, os.O_RDWR|os.O_CREATE); !errors.Is(err, syscall.ELOOP) {
		t.Errorf("OpenFile() of a link: %v", err)
	}
	if _, err := l.OpenLock(link); !errors.Is(err, syscall.ELOOP) {
		t.Errorf("OpenLock() of a link: %v", err)
	}
	if err := l.Ensure(link); err != nil {
		t.Errorf("Ensure() of a link: %v", err)
	}
	if _, err := os.Stat(target); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("the target of a link was made: %v", err)
	}
}

func writeFile(t *testing.T, path string, mode fs.FileMode) {
	t.Helper()
	if err := errors.Join(os.WriteFile(path, nil, 0o600), os.Chmod(path, mode)); err != nil {
		t.Fatal(err)
	}
}

func modeOf(t *testing.T, path string) fs.FileMode {
	t.Helper()
	info, err := os.Stat(path)
	if err != nil {
		t.Fatal(err)
	}
	return info.Mode().Perm()
}
