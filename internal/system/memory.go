package system

import (
	"math"
	"os"
	"path/filepath"
	"runtime/debug"
	"strconv"
	"strings"
)

// MemoryLimit is how much memory the process may have, and who says so.
type MemoryLimit struct {
	Bytes int64 // math.MaxInt64 without a limit
	By    string
}

// byUlimit says of a limit that the shell set it.
const byUlimit = "ulimit"

// FindMemoryLimit returns the least limit of the process's memory: that of its control group or of one above it (version 1 or 2), or the
// soft limit of its data or address space (`ulimit -d`, `ulimit -v`).
func FindMemoryLimit() MemoryLimit {
	least := MemoryLimit{Bytes: math.MaxInt64}
	for _, l := range []MemoryLimit{{cgroupLimit(), "its control group"}, {dataLimit(), byUlimit}} {
		if l.Bytes < least.Bytes {
			least = l
		}
	}
	return least
}

// KeepToMemoryLimit has the garbage collector work harder before the process meets its limit of memory: without it the heap may grow to
// twice what is in use, and the process ends although there is room. A limit in the environment (GOMEMLIMIT) stands.
func KeepToMemoryLimit() {
	limit := FindMemoryLimit()
	if limit.Bytes == math.MaxInt64 || os.Getenv("GOMEMLIMIT") != "" { // "off" stands, too
		return
	}
	share := limit.Bytes / 4 * 3 // a quarter is for what the collector does not know: SQLite's caches, threads, programs
	if limit.By == byUlimit {
		share = limit.Bytes / 8 * 3 // what is mapped and not used counts, too: the stack of a thread has 8 MiB where the program uses the C library
	}
	debug.SetMemoryLimit(share)
}

// cgroupLimit returns the least memory limit of the process's control group and of those above it.
func cgroupLimit() int64 {
	var limit int64 = math.MaxInt64
	text, _ := os.ReadFile("/proc/self/cgroup")
	for line := range strings.Lines(string(text)) {
		fields := strings.SplitN(strings.TrimSpace(line), ":", 3)
		if len(fields) != 3 {
			continue
		}
		root, file := "/sys/fs/cgroup", "memory.max"
		if fields[1] == "memory" {
			root, file = "/sys/fs/cgroup/memory", "memory.limit_in_bytes"
		} else if fields[1] != "" {
			continue
		}
		for dir := filepath.Clean("/" + fields[2]); ; dir = filepath.Dir(dir) {
			if n := readNumber(filepath.Join(root, dir, file)); n > 0 && n < 1<<60 { // the kernel writes no limit as a huge number
				limit = min(limit, n)
			}
			if dir == "/" {
				break
			}
		}
	}
	return limit
}

// readNumber returns the number in a file of the kernel, or 0 if missing.
func readNumber(path string) int64 {
	text, err := os.ReadFile(path)
	if err != nil {
		return 0
	}
	n, _ := strconv.ParseInt(strings.TrimSpace(string(text)), 10, 64)
	return n
}
