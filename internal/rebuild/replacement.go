package rebuild

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"syscall"
	"time"

	"sluice/internal/folder"
	"sluice/internal/lock"
	"sluice/internal/system"
)

// The new stores are made in a folder of their own. It gets its second name when they are complete. From then on they belong to the library:
// if their installation is interrupted, the next process that opens the library completes it.
const (
	tmpName      = "rebuild.tmp"
	completeName = "rebuilt"
	stampName    = "time" // file in the folder: the ending of the old stores' new names, however often their moving is begun
)

// newDir is the folder in which the new stores are made; they have the same names there as in a library.
func newDir(dir folder.Dir) folder.Dir { return folder.Dir(dir.Path(tmpName)) }

// completeDir is the folder of new stores that are whole and not installed yet.
func completeDir(dir folder.Dir) folder.Dir { return folder.Dir(dir.Path(completeName)) }

// Discard removes what a rebuild that failed or was killed has left. The caller holds the lock.
func Discard(dir folder.Dir) error { return os.RemoveAll(string(newDir(dir))) }

// Finish installs new stores of a library if that was interrupted before. It locks the folder only in that case.
func Finish(ctx context.Context, dir folder.Dir) error {
	if complete, err := folder.Exists(string(completeDir(dir))); err != nil || !complete {
		return err
	}
	locked, err := lock.Acquire(ctx, string(dir), lock.Access)
	if errors.Is(err, fs.ErrPermission) || errors.Is(err, syscall.EROFS) {
		return fmt.Errorf("library %s: a rebuild was interrupted at its last step; any command of a user who may write there finishes it: %w", dir, err)
	}
	if err != nil {
		return err
	}
	_, err = Install(dir)
	return errors.Join(err, locked.Release())
}

// checkWritten returns an error if a part of the new catalogue is not in its file. SQLite reports no error when a full disk or another
// reader keeps it from moving the log's content there.
func checkWritten(dir folder.Dir) error {
	path := newDir(dir).Catalogue()
	unwritten, err := folder.HasContent(path + "-wal")
	if err != nil {
		return err
	}
	if unwritten {
		return fmt.Errorf("%s could not be written completely (make room on the disk, do not open the file meanwhile, and run the same command again)", path)
	}
	return nil
}

// declareComplete makes the new stores those of the library.
func declareComplete(dir folder.Dir) error {
	tmp := newDir(dir)
	stamp, err := unusedStamp(dir)
	if err != nil {
		return err
	}
	if err := os.WriteFile(tmp.Path(stampName), []byte(stamp), 0o600); err != nil {
		return err
	}
	if err := system.SyncFolder(string(tmp)); err != nil {
		return err
	}
	if err := os.Rename(string(tmp), string(completeDir(dir))); err != nil {
		return err
	}
	return system.SyncFolder(string(dir))
}

// Install replaces the stores of a library with new ones that are whole, if there are any, and returns the names of the old ones now. An
// interruption does not matter: each step can be done again. The caller holds the lock.
func Install(dir folder.Dir) (moved []string, err error) {
	complete := completeDir(dir)
	if whole, err := folder.Exists(string(complete)); err != nil || !whole {
		return nil, err
	}
	stamp, err := readStamp(dir)
	if err != nil {
		return nil, err
	}
	rename := func(path, ending string) error {
		if there, err := folder.Exists(path + ending); err != nil || !there {
			return err
		}
		to := replacedPath(path, stamp) + ending
		moved = append(moved, filepath.Base(to))
		return os.Rename(path+ending, to)
	}
	for _, store := range []struct {
		from, to string
		endings  []string // of the files that belong to it, itself last
	}{
		{complete.Frontier(), dir.Frontier(), []string{""}},
		{complete.Catalogue(), dir.Catalogue(), []string{"-wal", "-shm", ""}},
	} {
		isNew, err := folder.Exists(store.from)
		if err != nil {
			return moved, err
		}
		if !isNew { // it was moved before the interruption
			continue
		}
		for _, ending := range store.endings {
			if err := rename(store.to, ending); err != nil {
				return moved, err
			}
		}
		if err := os.Rename(store.from, store.to); err != nil {
			return moved, err
		}
	}
	return moved, errors.Join(system.SyncFolder(string(dir)), os.RemoveAll(string(complete)))
}

// replacedPath is the path of an old store that has been replaced.
func replacedPath(path, stamp string) string { return path + ".damaged-" + stamp }

// Replaced returns the names of the stores in a library's folder that rebuilds have replaced.
func Replaced(dir folder.Dir) (names []string, err error) {
	entries, err := os.ReadDir(string(dir))
	for _, e := range entries {
		path := dir.Path(e.Name())
		if strings.HasPrefix(path, replacedPath(dir.Catalogue(), "")) || strings.HasPrefix(path, replacedPath(dir.Frontier(), "")) {
			names = append(names, e.Name())
		}
	}
	return names, err
}

// readStamp returns the ending of the old stores' new names that a rebuild has chosen.
func readStamp(dir folder.Dir) (string, error) {
	text, err := system.ReadRegular(completeDir(dir).Path(stampName))
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return "", err
	}
	if !isStamp.Match(text) { // a power loss may have emptied or removed it
		return unusedStamp(dir)
	}
	return string(text), nil
}

var isStamp = regexp.MustCompile(`^\d{14}(-\d+)?$`)

// unusedStamp returns the time, in a form that no store has in its name.
func unusedStamp(dir folder.Dir) (string, error) {
	now := time.Now().UTC().Format("20060102150405")
	for n := 1; ; n++ {
		stamp := now
		if n > 1 {
			stamp = fmt.Sprintf("%s-%d", now, n)
		}
		frontier, err1 := folder.Exists(replacedPath(dir.Frontier(), stamp))
		catalogue, err2 := folder.Exists(replacedPath(dir.Catalogue(), stamp))
		if err := errors.Join(err1, err2); err != nil || !frontier && !catalogue {
			return stamp, err
		}
	}
}
