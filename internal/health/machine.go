package health

import (
	"bufio"
	"errors"
	"fmt"
	"math"
	"os"
	"runtime"
	"runtime/debug"
	"strconv"
	"strings"
	"time"

	"sluice/internal/system"
)

// Sizes below which something is said.
const (
	leastMemory = 256 << 20 // bytes that a crawl of some hosts takes
	leastFiles  = 32        // open files without which a crawl does not begin
	otherFiles  = 400       // besides connections: the stores' own, and bodies on disk
	keptIdle    = 1024      // connections that are kept for the next request, at least
)

// Machine examines processors, memory, the limit of open files, and the clock.
// Workers is how many requests at a time a crawl is to make.
func Machine(workers int) []Finding {
	p := part{name: "machine"}
	p.add("processors", OK, "", "%d (%s/%s)", runtime.GOMAXPROCS(0), runtime.GOOS, runtime.GOARCH)
	p.memory()
	p.openFiles(workers)
	p.clock(time.Now())
	return p.list
}

// memory adds a finding about the memory that this process may use: of the machine, or of its limit.
func (p *part) memory() {
	total, free := meminfo("MemTotal"), meminfo("MemAvailable")
	limit := system.FindMemoryLimit()
	found := fmt.Sprintf("%s, %s of it free", megabytes(total), megabytes(free))
	if total == 0 {
		found, free = "not known on this system", math.MaxInt64
	}
	if limit.Bytes != math.MaxInt64 && (total == 0 || limit.Bytes < total) {
		found += fmt.Sprintf("; limited to %s by %s", megabytes(limit.Bytes), limit.By)
		free = min(free, limit.Bytes)
	}
	if soft := debug.SetMemoryLimit(-1); os.Getenv("GOMEMLIMIT") != "" && soft != math.MaxInt64 {
		found += fmt.Sprintf("; GOMEMLIMIT is %s", megabytes(soft))
	}
	if free < leastMemory {
		p.add("memory", Warn, "end other programs, raise the limit, or crawl with fewer --workers", "%s", found)
		return
	}
	p.add("memory", OK, "", "%s", found)
}

// megabytes returns a number of bytes as people read it.
func megabytes(n int64) string {
	if n >= 10_000<<20 {
		return fmt.Sprintf("%d GiB", n>>30)
	}
	return fmt.Sprintf("%d MiB", n>>20)
}

// meminfo returns a line of /proc/meminfo in bytes, or 0 if missing.
func meminfo(name string) int64 {
	f, err := os.Open("/proc/meminfo")
	if err != nil {
		return 0
	}
	defer f.Close()
	lines := bufio.NewScanner(f)
	for lines.Scan() {
		if rest, ok := strings.CutPrefix(lines.Text(), name+":"); ok {
			n, _ := strconv.ParseInt(strings.TrimSuffix(strings.TrimSpace(rest), " kB"), 10, 64)
			return n << 10
		}
	}
	return 0
}

// openFiles reports the limit of this process. Go has raised the soft limit to
// the hard one at the program's start.
func (p *part) openFiles(workers int) {
	limit, err := system.OpenFileLimit()
	switch {
	case errors.Is(err, errors.ErrUnsupported):
		p.add("open files", OK, "", "no limit is known on this system")
	case err != nil:
		p.add("open files", Warn, "", "read limit of open files: %v", err)
	default:
		p.files(int64(min(limit, math.MaxInt32)), workers)
	}
}

// files adds a finding about the limit of open files, which bounds connections.
func (p *part) files(limit int64, workers int) {
	need := int64(workers + max(workers, keptIdle) + otherFiles)
	remedy := fmt.Sprintf("raise it: `ulimit -n %d` in the shell that starts the crawl, or LimitNOFILE=%[1]d in its unit", max(65536, need))
	switch {
	case limit < leastFiles:
		p.add("open files", Fail, remedy, "%d at a time; a crawl needs %d", limit, leastFiles)
	case limit < need:
		p.add("open files", Warn, remedy, "%d at a time; %d workers need up to %d: a crawl makes fewer requests at a time", limit, workers, need)
	default:
		p.add("open files", OK, "", "%d at a time; %d workers need up to %d", limit, workers, need)
	}
}

// clock holds the time against that of the program's own file.
func (p *part) clock(now time.Time) {
	zone, _ := now.Zone()
	found := now.Format(time.DateTime) + " " + zone
	path, err := os.Executable()
	if err == nil {
		if info, err := os.Stat(path); err == nil && info.ModTime().After(now.Add(24*time.Hour)) {
			p.add("clock", Fail, "set the clock: certificates cannot be checked, and responses get a wrong date",
				"%s, which is before the program was installed", found)
			return
		}
	}
	p.add("clock", OK, "", "%s", found)
}
