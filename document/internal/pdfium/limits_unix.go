//go:build unix

package pdfium

import (
	"fmt"
	"os"
	"runtime"
	"strconv"

	"golang.org/x/sys/unix"

	"sluice/document/internal/sandbox"
)

// The limits of a child.
const (
	maxAddresses = 3 << 30 // bytes of address space: Go's runtime reserves 1.2 GB, PDFium's memory 288 MB
	maxSpent     = 900     // seconds of CPU
)

// limitProcess sets the limits of the process, which can never be raised again.
// It is called after PDFium was loaded: PDFium may have to be compiled, and the
// result written to the cache folder.
func limitProcess() error {
	for _, l := range []struct {
		name  string
		what  int
		limit uint64
	}{
		{"file size", unix.RLIMIT_FSIZE, 0},
		{"core file", unix.RLIMIT_CORE, 0},
		{"address space", unix.RLIMIT_AS, maxAddresses},
		{"CPU time", unix.RLIMIT_CPU, maxSpent},
	} {
		// macOS refuses this limit, and keeps none: there PDFium's own memory is
		// bounded, and the time of a document.
		if runtime.GOOS == "darwin" && l.what == unix.RLIMIT_AS {
			continue
		}
		if err := unix.Setrlimit(l.what, rlimit(l.limit)); err != nil {
			return fmt.Errorf("%s: %w", l.name, err)
		}
	}
	return nil
}

// Protection returns, in words, what protects the machine from a document.
func Protection() string {
	limits := "memory, processor time and written files"
	if runtime.GOOS == "darwin" { // see limitProcess
		limits = "processor time and written files"
	}
	own := "a process of its own"
	if kept := sandbox.Protect().KeptFrom(); kept != "" {
		own += ", kept from " + kept + ","
	}
	return own + " with limits of " + limits + "; " + webAssembly
}

// lowerPriority lets other processes go first. On Linux niceness is a thread's:
// each that there is gets it, and hands it on.
func lowerPriority() {
	threads, err := os.ReadDir("/proc/self/task")
	if err != nil {
		unix.Setpriority(unix.PRIO_PROCESS, 0, 5) //nolint:errcheck // a wish
	}
	for _, t := range threads {
		if id, err := strconv.Atoi(t.Name()); err == nil {
			unix.Setpriority(unix.PRIO_PROCESS, id, 5) //nolint:errcheck // a wish
		}
	}
}

// cpuSeconds is the CPU time of this process so far, in seconds.
func cpuSeconds() float64 {
	var u unix.Rusage
	if unix.Getrusage(unix.RUSAGE_SELF, &u) != nil {
		return 0
	}
	seconds := func(t unix.Timeval) float64 { return float64(t.Sec) + float64(t.Usec)/1e6 }
	return seconds(u.Utime) + seconds(u.Stime)
}

// isOwn reports whether a folder is the user's, no link, and nobody else may write there.
func isOwn(folder string) bool {
	var s unix.Stat_t
	return unix.Lstat(folder, &s) == nil && s.Mode&unix.S_IFMT == unix.S_IFDIR && int(s.Uid) == os.Geteuid() && s.Mode&0o022 == 0
}
