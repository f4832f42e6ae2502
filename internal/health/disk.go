package health

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"syscall"
	"time"

	"sluice/internal/system"
)

const (
	leastSpace  = 2 << 30   // bytes: an archive file of a gigabyte, and what the stores rewrite
	noSpace     = 100 << 20 // bytes
	leastInodes = 1000
	slowSync    = 50 * time.Millisecond // for each of the three writes of a group
	speedBytes  = 16 << 20
	speedTime   = 2 * time.Second
	syncs       = 8
)

// Disk examines the disk of a folder, or of the nearest one above that is there:
// space, inodes, and how fast it makes things durable, by a file of 16 MB that is
// removed again. It examines the folder for temporary files as well.
func Disk(dir string) []Finding {
	p := part{name: "disk"}
	dir = nearest(dir)
	p.space(dir)
	p.speed(dir)
	p.temporary(os.TempDir())
	return p.list
}

// nearest returns the folder, or the first one above it that is there.
func nearest(dir string) string {
	dir, err := filepath.Abs(dir)
	for err == nil && dir != filepath.Dir(dir) {
		if info, err := os.Stat(dir); err == nil && info.IsDir() {
			break
		}
		dir = filepath.Dir(dir)
	}
	return dir
}

// Free returns how many bytes are free on the disk of a folder, the verdict on that, and what to do.
func Free(dir string) (free int64, v Verdict, remedy string, err error) {
	room, err := system.FreeRoom(dir)
	if err != nil {
		return 0, Warn, "", err
	}
	free, v = room.Bytes, OK
	switch {
	case free < noSpace:
		v = Fail
	case free < leastSpace:
		v = Warn
	}
	if v != OK {
		remedy = "make room, or choose another folder with -d; a crawl stops cleanly when the disk is full"
	}
	return free, v, remedy, nil
}

// space adds a finding about the free space and inodes of a folder's disk.
func (p *part) space(dir string) {
	free, v, remedy, err := Free(dir)
	if err != nil {
		p.add("space", v, "", "%v", err)
		return
	}
	p.add("space", v, remedy, "%s free at %s", megabytes(free), dir)
	room, err := system.FreeRoom(dir)
	switch {
	case err != nil || !room.HasInodes:
	case room.Inodes < leastInodes:
		p.add("inodes", Warn, "delete small files that are not needed; without free inodes the system reports a full disk",
			"%d free", room.Inodes)
	default:
		p.add("inodes", OK, "", "%d free", room.Inodes)
	}
}

// speed writes a file and syncs it, as a crawl does with each group of pages.
func (p *part) speed(dir string) {
	f, err := system.CreateUnnamed(dir, ".sluice-doctor-*")
	if err != nil {
		p.add("writing", cannotWrite(err), "check the permissions of the folder; a crawl needs to write there", "%v", err)
		return
	}
	defer f.Close()
	rate, wait, err := measure(f)
	if err != nil {
		p.add("writing", Fail, "check the disk and the system's log", "%v", err)
		return
	}
	found := fmt.Sprintf("%.0f MB/s; a sync takes %v", rate/1e6, wait.Round(100*time.Microsecond))
	if wait > slowSync {
		p.add("writing", Warn, "put the library on a local disk: each group of pages waits for three syncs", "%s", found)
		return
	}
	p.add("writing", OK, "", "%s", found)
}

// cannotWrite distinguishes a library that is only to be read from one whose disk is full.
func cannotWrite(err error) Verdict {
	if errors.Is(err, os.ErrPermission) || errors.Is(err, syscall.EROFS) {
		return Warn
	}
	return Fail
}

// measure returns bytes a second, and the time of one sync after a small write.
func measure(f *os.File) (rate float64, wait time.Duration, err error) {
	block := make([]byte, 1<<20)
	for i := range block {
		block[i] = byte(i * i >> 3) // no zeros: some file systems do not write them
	}
	begun, n := time.Now(), 0
	for n < speedBytes && time.Since(begun) < speedTime {
		if _, err := f.Write(block); err != nil {
			return 0, 0, err
		}
		n += len(block)
	}
	if err := f.Sync(); err != nil {
		return 0, 0, err
	}
	rate = float64(n) / time.Since(begun).Seconds()
	begun, n = time.Now(), 0
	for n < syncs && (n == 0 || time.Since(begun) < speedTime) {
		if _, err := f.WriteAt(block[:4096], int64(n)*4096); err != nil {
			return 0, 0, err
		}
		if err := f.Sync(); err != nil {
			return 0, 0, err
		}
		n++
	}
	return rate, time.Since(begun) / time.Duration(n), nil
}

// temporary adds a finding about the folder of temporary files, where large bodies go.
func (p *part) temporary(dir string) {
	remedy := "make the folder, or name another one in TMPDIR: bodies too large for memory go there"
	f, err := os.CreateTemp(dir, "sluice-doctor-*")
	if err != nil {
		p.add("temporary files", Fail, remedy, "%v", err)
		return
	}
	f.Close()
	if err := os.Remove(f.Name()); err != nil {
		p.add("temporary files", Warn, remedy, "%v", err)
		return
	}
	if room, err := system.FreeRoom(dir); err == nil && room.Bytes < noSpace {
		p.add("temporary files", Warn, "make room, or name another folder in TMPDIR", "%s free at %s", megabytes(room.Bytes), dir)
		return
	}
	p.add("temporary files", OK, "", "in %s", dir)
}
