package sandbox

import (
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

// watch looks at what the program uses until the process ends, and stops it when it is too much.
func (k *guard) watch() {
	self, _ := os.Readlink("/proc/self") // our name in /proc, which may be that of another namespace
	l := k.job.Command.Limits
	for range time.Tick(glance) {
		if k.stopped.Load() {
			k.strike() // again, for who was born meanwhile
			continue
		}
		processes, memory := family(self, l.Processes)
		bytes, entries := k.folder()
		switch {
		case memory > l.Memory:
			k.stop("memory")
		case processes > l.Processes:
			k.stop("processes")
		case bytes-k.disk > l.Disk:
			k.stop("disk")
		case entries-k.files > l.Files:
			k.stop("files")
		}
	}
}

// strike kills all that run now.
func (k *guard) strike() {
	if k.first {
		syscall.Kill(-1, syscall.SIGKILL) // all but ourselves
		return
	}
	syscall.Kill(-k.pid, syscall.SIGKILL)
	end := time.Now().Add(time.Second) // a family may grow while one looks
	descend(strconv.Itoa(os.Getpid()), func(pid string) bool {
		if n, err := strconv.Atoi(pid); err == nil {
			syscall.Kill(n, syscall.SIGKILL)
		}
		return time.Now().Before(end)
	})
}

// family counts the processes below one, up to one more than most, and the bytes that they hold in memory.
func family(pid string, most int) (processes int, memory int64) {
	descend(pid, func(pid string) bool {
		processes++
		statm, _ := os.ReadFile("/proc/" + pid + "/statm")
		var size, resident int64
		fmt.Sscan(string(statm), &size, &resident)
		memory += resident * int64(os.Getpagesize())
		return processes <= most
	})
	return processes, memory
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

// folder tells what the folder holds: bytes on disk, files and folders.
func (k *guard) folder() (bytes int64, entries int) {
	most := 2 * k.job.Command.Limits.Files
	filepath.WalkDir(k.job.Dir, func(_ string, d fs.DirEntry, err error) error {
		entries++
		switch {
		case entries > most:
			return fs.SkipAll
		case os.IsNotExist(err): // by now
			return nil
		case err != nil: // too deep, or closed to us: somebody hides something
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
