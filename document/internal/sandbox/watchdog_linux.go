package sandbox

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"time"
)

// glance is the time between two looks at what a program uses.
const glance = 50 * time.Millisecond

// watch looks at what the program uses until the process ends, and stops it
// when it is too much.
func (k *supervisor) watch() {
	self, _ := os.Readlink("/proc/self") // our name in /proc, which may be that of another namespace
	l := k.job.Command.Limits
	for range time.Tick(glance) {
		if k.stopped.Load() {
			k.killAll() // again, for who was born meanwhile
			continue
		}
		// Limits of the kernel hold for one process; the program may start
		// many, so that all of them are added up.
		u := family(self, l.Processes)
		bytes, entries := k.folder()
		switch {
		case u.cpu+endedChildren() > l.Time:
			k.stop("time")
		case u.memory > l.Memory:
			k.stop("memory")
		case u.processes > l.Processes:
			k.stop("processes")
		case bytes-k.disk+u.unlinked > l.Disk:
			k.stop("disk")
		case entries-k.files > l.Files:
			k.stop("files")
		}
	}
}

// killAll kills all that run now.
func (k *supervisor) killAll() {
	if k.first {
		syscall.Kill(-1, syscall.SIGKILL) // all but ourselves
		return
	}
	// The process group first: this reaches most of them at once. Those that
	// left it are found by their parents.
	syscall.Kill(-k.pid, syscall.SIGKILL)
	end := time.Now().Add(time.Second) // a family may grow while one looks
	descend(strconv.Itoa(os.Getpid()), func(pid string) bool {
		if n, err := strconv.Atoi(pid); err == nil {
			syscall.Kill(n, syscall.SIGKILL)
		}
		return time.Now().Before(end)
	})
}

// use is what processes use.
type use struct {
	processes int
	memory    int64 // bytes
	cpu       time.Duration
	unlinked  int64 // bytes of the files that they hold open, and that have no name any more
}

// family returns what the processes below one use; of more than most, one more.
func family(pid string, most int) (u use) {
	known := map[[2]uint64]bool{}
	descend(pid, func(pid string) bool {
		u.processes++
		statm, _ := os.ReadFile("/proc/" + pid + "/statm")
		var size, resident int64
		fmt.Sscan(string(statm), &size, &resident)
		u.memory += resident * int64(os.Getpagesize())
		u.unlinked += unlinked(pid, known)
		u.cpu += cpu(pid)
		return u.processes <= most
	})
	return u
}

// cpu returns the processor time of a process, and of its children that have
// ended.
func cpu(pid string) time.Duration {
	const ticks = 100 // a second, in what the kernel tells programs (USER_HZ)
	stat, _ := os.ReadFile("/proc/" + pid + "/stat")
	fields := strings.Fields(string(stat[bytes.LastIndexByte(stat, ')')+1:])) // its name may have anything in it
	if len(fields) < 15 {
		return 0
	}
	var sum int64
	for _, field := range fields[11:15] { // utime, stime, cutime, cstime: see proc_pid_stat(5)
		n, _ := strconv.ParseInt(field, 10, 64)
		sum += n
	}
	return time.Duration(sum) * time.Second / ticks
}

// endedChildren returns the processor time of the children of this process that
// have ended, whose parents were gone before.
func endedChildren() time.Duration {
	var u syscall.Rusage
	syscall.Getrusage(syscall.RUSAGE_CHILDREN, &u) //nolint:errcheck // it cannot fail
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

// unlinked counts the bytes of the files without a name that a process holds
// open, each of them once.
func unlinked(pid string, known map[[2]uint64]bool) (bytes int64) {
	open, _ := filepath.Glob("/proc/" + pid + "/fd/*")
	for _, name := range open {
		var s syscall.Stat_t
		if syscall.Stat(name, &s) != nil || s.Mode&syscall.S_IFMT != syscall.S_IFREG || s.Nlink > 0 {
			continue
		}
		if id := [2]uint64{uint64(s.Dev), s.Ino}; !known[id] {
			known[id] = true
			bytes += s.Blocks * 512
		}
	}
	return bytes
}

// descend visits the processes below one, as long as visit wants to.
func descend(pid string, visit func(pid string) bool) {
	known := map[string]bool{pid: true}
	for todo := []string{pid}; len(todo) > 0; todo = todo[1:] {
		threads, _ := filepath.Glob("/proc/" + todo[0] + "/task/*/children")
		for _, t := range threads {
			children, _ := os.ReadFile(t)
			for _, c := range strings.Fields(string(children)) {
				if known[c] {
					continue
				}
				if known[c] = true; !visit(c) {
					return
				}
				todo = append(todo, c)
			}
		}
	}
}

// folder returns what the folder holds: bytes on disk, files and folders. If a part of it cannot be read, these are
// more than a program may make.
func (k *supervisor) folder() (bytes int64, entries int) {
	most := 2 * k.job.Command.Limits.Files
	root, err := os.OpenRoot(k.job.Dir)
	switch {
	case errors.Is(err, fs.ErrNotExist): // it is removed
		return 0, 0
	case err != nil: // the program took the right to read it away: anything may be hidden there
		return 0, most
	}
	defer root.Close()
	// Below root, since the program may replace a folder by a link during the walk.
	fs.WalkDir(root.FS(), ".", func(_ string, d fs.DirEntry, err error) error { //nolint:errcheck // it shows in the numbers
		entries++
		switch {
		case entries > most:
			return fs.SkipAll
		case os.IsNotExist(err): // by now
			return nil
		case err != nil: // too deep, or not readable: files may be hidden there
			entries += most
			return fs.SkipAll
		}
		if info, err := d.Info(); err == nil {
			if s, ok := info.Sys().(*syscall.Stat_t); ok {
				bytes += s.Blocks * 512
			}
		}
		return nil
	})
	return bytes, entries
}
