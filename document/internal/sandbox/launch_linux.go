package sandbox

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"syscall"

	"golang.org/x/sys/unix"
)

// orderVar is the environment variable that tells a copy which program to
// become: a job as JSON.
const orderVar = "SLUICE_SANDBOX_JOB"

// failures is where become says why it did not; at its end when it did.
const failures = 3

const (
	maxOpen      = 256 // files that a process may have open at once
	threads      = 8   // that count as one process
	niceness     = 10  // reading documents must not stall the crawl
	exitNotBegun = 126
)

// launch gives up every right that the program must not have, then replaces
// this process by the program. It never returns: if it fails, it ends the
// process.
func launch() {
	runtime.LockOSThread() // what is given up is the thread's
	unix.CloseOnExec(failures)
	err := launchJob()
	fmt.Fprint(os.NewFile(failures, "failures"), err)
	os.Exit(exitNotBegun)
}

// launchJob restricts this process and replaces it by the program of the job.
// The order matters: each step must still be allowed to do the next.
func launchJob() error {
	var j job
	if err := json.Unmarshal([]byte(os.Getenv(orderVar)), &j); err != nil {
		return err
	}
	// What the program writes is for this process only: the folder may be in a
	// directory that others can read.
	unix.Umask(0o077)
	unix.Setpriority(unix.PRIO_PROCESS, 0, niceness)
	os.WriteFile("/proc/self/oom_score_adj", []byte("1000"), 0) // when memory is short: this one first
	if err := giveUpPrivileges(); err != nil {
		return err
	}
	// Files come before calls: setting Landlock's rules takes calls that the
	// filter could refuse later.
	if err := restrictFiles(j.Dir, readable(j.Command.Path, j.Home, j.Dir)); err != nil {
		return fmt.Errorf("confine to %s: %w", j.Dir, err)
	}
	argv := append([]string{j.Command.Path}, j.Command.Args...)
	env := environ(j.Dir, j.Command)
	if hasFilters() {
		if err := filterCalls(j.Command.DenyWriteChecks); err != nil {
			return fmt.Errorf("install system call filter: %w", err)
		}
	}
	// Last, since the limit on address space stops Go itself.
	if err := setLimits(j.Command.Limits); err != nil {
		return err
	}
	return syscall.Exec(j.Command.Path, argv, env)
}

// giveUpPrivileges drops the capabilities of this thread and what it becomes,
// and every way to gain any: without that neither Landlock nor the call filter
// can be set by a process without privileges, and a program with the
// set-user-ID bit could regain them.
func giveUpPrivileges() error {
	if err := unix.Prctl(unix.PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0); err != nil {
		return fmt.Errorf("give up new privileges: %w", err)
	}
	for c := uintptr(0); unix.Prctl(unix.PR_CAPBSET_DROP, c, 0, 0, 0) == nil; c++ { // a root without rights
	}
	return nil
}

// setLimits sets the limits of the process. A limit that is lower already
// stays.
func setLimits(l Limits) error {
	seconds := uint64((l.Time + 999_999_999) / 1e9)
	limits := []struct {
		name     string
		resource int
		max      uint64
	}{
		{"core", unix.RLIMIT_CORE, 0},
		{"time", unix.RLIMIT_CPU, seconds},
		{"disk", unix.RLIMIT_FSIZE, uint64(l.Disk)},
		{"open files", unix.RLIMIT_NOFILE, maxOpen},
		{"processes", unix.RLIMIT_NPROC, uint64(l.Processes * threads)},
		{"space", unix.RLIMIT_AS, uint64(l.Space)},
	}
	for _, limit := range limits {
		// Elsewhere the limit would count all processes of the user, and an
		// innocent program could not start.
		if limit.resource == unix.RLIMIT_NPROC && !counted() {
			continue
		}
		var now syscall.Rlimit
		if err := syscall.Getrlimit(limit.resource, &now); err != nil {
			return fmt.Errorf("limit %s: %w", limit.name, err)
		}
		now.Max = min(now.Max, limit.max)
		now.Cur = now.Max
		if limit.resource == unix.RLIMIT_CPU {
			now.Max++ // the signal of the soft limit shows the cause, the hard limit only kills
		}
		if err := syscall.Setrlimit(limit.resource, &now); err != nil {
			return fmt.Errorf("limit %s: %w", limit.name, err)
		}
	}
	return nil
}

// counted reports whether the processes of the user are counted in the sandbox
// alone, not together with all that the user has running elsewhere: in a user
// namespace, of a kernel (5.14) that Landlock's second version (5.19) implies.
func counted() bool {
	uids, _ := os.ReadFile("/proc/self/uid_map")
	var inside, outside, size int64
	fmt.Sscan(string(uids), &inside, &outside, &size)
	return size == 1 && landlock() >= 2
}

// readable is what a program may read besides its folder: what the system has
// installed, where it is itself, and of /etc and /proc what programs need to
// start: not who the users are, nor what else runs. The folders next to the
// program are no installation if the user's home or the program's work lies in
// them: a library may.
func readable(program, home, work string) []string {
	paths := systemFiles()
	for _, p := range []string{program, resolved(program)} {
		dir := filepath.Dir(p)
		// As /opt/office/program/soffice, whose parts are next to the folder
		// of programs.
		for _, base := range []string{"bin", "program"} {
			if filepath.Base(dir) == base && !holds(filepath.Dir(dir), home, work) {
				dir = filepath.Dir(dir)
				break
			}
		}
		// A program that lies in such a folder itself gets no more than its file.
		if paths = append(paths, p); !holds(dir, home, work) {
			paths = append(paths, dir)
		}
	}
	return paths
}

// holds reports whether a folder is one of some private folders or above it.
func holds(dir string, private ...string) bool {
	if dir == "/" {
		return true
	}
	dir = resolved(dir)
	return slices.ContainsFunc(private, func(p string) bool {
		return p != "" && (dir == resolved(p) || strings.HasPrefix(resolved(p), dir+"/"))
	})
}

// systemFiles are the files of the system that programs need to start.
func systemFiles() []string {
	return []string{
		"/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/opt", "/nix/store", "/gnu/store", "/snap",
		"/var/lib/texmf", "/var/lib/ghostscript", "/var/lib/libreoffice", "/var/spool/libreoffice", "/var/cache/fonts", "/var/cache/fontconfig",
		"/etc/ld.so.cache", "/etc/ld.so.preload", "/etc/localtime", "/etc/alternatives", "/etc/fonts", "/etc/libreoffice", "/etc/ghostscript",
		"/etc/texmf", "/etc/papersize", "/etc/paperspecs", "/etc/catdocrc", "/etc/static",
		"/proc/self", "/proc/cpuinfo", "/proc/meminfo", "/proc/filesystems", "/sys/devices/system", "/dev/zero", "/dev/full", "/dev/random", "/dev/urandom",
	}
}

// resolved returns a path without symbolic links.
func resolved(path string) string {
	if real, err := filepath.EvalSymlinks(path); err == nil {
		return real
	}
	return path
}
