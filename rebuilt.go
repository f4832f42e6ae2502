package sluice

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"time"

	"sluice/internal/archive"
	"sluice/internal/lock"
	"sluice/internal/shell"
)

// New stores are made in a folder of their own, which gets its second name when they are whole. From then on they
// count: whoever opens the library next puts them in their places, if that was cut off.
const (
	rebuildName = "rebuild.tmp"
	rebuiltName = "rebuilt"
	stampName   = "time" // in rebuilt: by which the old stores are called, however often their moving is begun
)

// isWritten sees that all of the new catalogue is in its file: SQLite leaves in the log, without a word, what a full
// disk or another reader keeps it from bringing there.
func (l *Library) isWritten() error {
	log, err := os.Stat(l.path(rebuildName, catalogueName+"-wal"))
	if err == nil && log.Size() > 0 {
		return fmt.Errorf("%s could not be written to its end (make room, and leave the file to this command; then run the same command again)", l.path(rebuildName, catalogueName))
	}
	return nil
}

// declareRebuilt makes the new stores count.
func (l *Library) declareRebuilt() error {
	if err := os.WriteFile(l.path(rebuildName, stampName), []byte(l.unusedStamp()), 0o644); err != nil {
		return err
	}
	if err := syncFolder(l.path(rebuildName)); err != nil {
		return err
	}
	if err := os.Rename(l.path(rebuildName), l.path(rebuiltName)); err != nil {
		return err
	}
	return syncFolder(l.dir)
}

// takeRebuilt puts new stores that count in the place of the old ones, and tells what these are called now. Each
// step can be done again. The caller holds the lock.
func (l *Library) takeRebuilt() (moved []string, err error) {
	if !exists(l.path(rebuiltName)) {
		return nil, nil
	}
	stamp := l.stamp()
	aside := func(name, ending string) error {
		if !exists(l.path(name + ending)) {
			return nil
		}
		to := asideName(name, stamp) + ending
		moved = append(moved, to)
		return os.Rename(l.path(name+ending), l.path(to))
	}
	for _, store := range []struct {
		name    string
		endings []string // of the files that go with it, itself last
	}{
		{frontierName, []string{""}},
		{catalogueName, []string{"-wal", "-shm", ""}},
	} {
		if !exists(l.path(rebuiltName, store.name)) {
			continue
		}
		for _, ending := range store.endings {
			if err := aside(store.name, ending); err != nil {
				return moved, err
			}
		}
		if err := os.Rename(l.path(rebuiltName, store.name), l.path(store.name)); err != nil {
			return moved, err
		}
	}
	return moved, errors.Join(syncFolder(l.dir), os.RemoveAll(l.path(rebuiltName)))
}

// asideName is what a store is called that has been replaced.
func asideName(name, stamp string) string { return name + ".damaged-" + stamp }

// aside gives the names of the stores that rebuilds have replaced.
func (l *Library) aside() (names []string, err error) {
	entries, err := os.ReadDir(l.dir)
	for _, e := range entries {
		if strings.HasPrefix(e.Name(), asideName(catalogueName, "")) || strings.HasPrefix(e.Name(), asideName(frontierName, "")) {
			names = append(names, e.Name())
		}
	}
	return names, err
}

// stamp gives the time by which a rebuild calls the old stores.
func (l *Library) stamp() string {
	text, err := os.ReadFile(l.path(rebuiltName, stampName))
	if err != nil || !isStamp.Match(text) { // a power loss may have emptied it
		return l.unusedStamp()
	}
	return string(text)
}

var isStamp = regexp.MustCompile(`^\d{14}(-\d+)?$`)

// unusedStamp gives the time, in a form under which nothing was moved aside before.
func (l *Library) unusedStamp() string {
	now := time.Now().UTC().Format("20060102150405")
	for n := 1; ; n++ {
		stamp := now
		if n > 1 {
			stamp = fmt.Sprintf("%s-%d", now, n)
		}
		if !exists(l.path(asideName(frontierName, stamp))) && !exists(l.path(asideName(catalogueName, stamp))) {
			return stamp
		}
	}
}

// settle ends a rebuild that was cut off in its last step.
func (l *Library) settle(ctx context.Context) error {
	if !exists(l.path(rebuiltName)) {
		return nil
	}
	locked, err := lock.Acquire(ctx, l.dir, lock.Access)
	if err != nil {
		return err
	}
	_, err = l.takeRebuilt()
	return errors.Join(err, locked.Release())
}

// lost tells of a store that is missing although there is an archive: catalogue and frontier are made before it.
func (l *Library) lost(names ...string) error {
	there, err := archive.Exists(l.path(archiveName))
	if err != nil || !there {
		return err
	}
	for _, name := range names {
		if !l.has(name) {
			return l.disagree("%s is missing or empty, though %s holds what was got", l.path(name), l.path(archiveName))
		}
	}
	return nil
}

// has tells whether a store is there, and no empty file in its place.
func (l *Library) has(name string) bool {
	info, err := os.Stat(l.path(name))
	return err == nil && (info.Size() > 0 || !info.Mode().IsRegular())
}

// disagree says what is wrong with stores that do not belong together, and what to do.
func (l *Library) disagree(format string, args ...any) error {
	return fmt.Errorf("%s (put it back, or `sluice rebuild -d %s` makes it anew from the archive)", fmt.Sprintf(format, args...), shell.Quote(l.dir))
}

func exists(path string) bool {
	_, err := os.Stat(path)
	return err == nil
}

// syncFolder makes the names in a folder durable.
func syncFolder(path string) error {
	f, err := os.Open(filepath.Clean(path))
	if err != nil {
		return err
	}
	return errors.Join(f.Sync(), f.Close())
}
