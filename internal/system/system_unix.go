//go:build unix

package system

import (
	"errors"
	"math"
	"os"
	"os/user"
	"path/filepath"
	"runtime"
	"strconv"
	"syscall"

	"golang.org/x/sys/unix"
)

const (
	connRefused        = unix.ECONNREFUSED
	connReset          = unix.ECONNRESET
	hostUnreachable    = unix.EHOSTUNREACH
	netUnreachable     = unix.ENETUNREACH
	addressUnavailable = unix.EADDRNOTAVAIL
	addressInUse       = unix.EADDRINUSE
)

const noFollow = unix.O_NOFOLLOW

// isLink knows the answer of POSIX, and that of FreeBSD.
func isLink(err error) bool {
	return errors.Is(err, unix.ELOOP) || runtime.GOOS == "freebsd" && errors.Is(err, unix.EMLINK)
}

func isAlive(pid int) bool { return !errors.Is(syscall.Kill(pid, 0), syscall.ESRCH) }

func isTrusted(info os.FileInfo) bool {
	s, ok := info.Sys().(*syscall.Stat_t)
	return !ok || s.Uid == 0 || int(s.Uid) == os.Geteuid()
}

func ownerOf(info os.FileInfo) string {
	s, ok := info.Sys().(*syscall.Stat_t)
	if !ok {
		return ""
	}
	id := strconv.FormatUint(uint64(s.Uid), 10)
	if u, err := user.LookupId(id); err == nil {
		return u.Username
	}
	return id
}

func setOwner(f *os.File, of os.FileInfo) error {
	want, ok := of.Sys().(*syscall.Stat_t)
	info, err := f.Stat()
	if err != nil || !ok {
		return err
	}
	is, ok := info.Sys().(*syscall.Stat_t)
	if !ok || is.Uid == want.Uid && is.Gid == want.Gid {
		return nil
	}
	if f.Chown(int(want.Uid), int(want.Gid)) == nil {
		return nil
	}
	if is.Gid == want.Gid {
		return nil
	}
	return f.Chown(-1, int(want.Gid))
}

func lock(f *os.File, m lockMode) error {
	how := unix.LOCK_SH
	if m&exclusive != 0 {
		how = unix.LOCK_EX
	}
	if m&noWait != 0 {
		how |= unix.LOCK_NB
	}
	for {
		err := unix.Flock(int(f.Fd()), how)
		switch {
		case errors.Is(err, unix.EINTR): // by a signal, while it waits
			continue
		case errors.Is(err, unix.EWOULDBLOCK):
			return ErrLocked
		}
		return err
	}
}

func freeRoom(dir string) (Room, error) {
	var s unix.Statfs_t
	if err := unix.Statfs(dir, &s); err != nil {
		return Room{}, &os.PathError{Op: "statfs", Path: dir, Err: err}
	}
	// The types of the fields differ between the systems.
	return Room{Bytes: int64(s.Bavail) * int64(s.Bsize), Inodes: int64(s.Ffree), HasInodes: s.Files > 0}, nil
}

func isFull(err error) bool { return errors.Is(err, syscall.ENOSPC) || errors.Is(err, syscall.EDQUOT) }

func isOutOfFiles(err error) bool {
	return errors.Is(err, syscall.EMFILE) || errors.Is(err, syscall.ENFILE)
}

func checkReadable(dir string) error { return unix.Access(dir, unix.R_OK|unix.X_OK) }

func checkWritable(dir string) error { return unix.Access(dir, unix.W_OK|unix.X_OK) }

func openFileLimit() (uint64, error) {
	var l syscall.Rlimit
	if err := syscall.Getrlimit(syscall.RLIMIT_NOFILE, &l); err != nil {
		return math.MaxUint64, os.NewSyscallError("getrlimit", err)
	}
	return uint64(l.Cur), nil
}

// dataLimit returns the least of the soft limits of data and address space.
func dataLimit() int64 {
	var limit int64 = math.MaxInt64
	for _, resource := range []int{unix.RLIMIT_DATA, unix.RLIMIT_AS} {
		var l unix.Rlimit
		if unix.Getrlimit(resource, &l) == nil && uint64(l.Cur) < 1<<60 { // systems write no limit as different huge numbers
			limit = min(limit, int64(l.Cur))
		}
	}
	return limit
}

func syncFolder(dir string) error {
	f, err := os.Open(filepath.Clean(dir))
	if err != nil {
		return err
	}
	return errors.Join(f.Sync(), f.Close())
}

func syncFile(path string) error {
	f, err := os.Open(filepath.Clean(path))
	if err != nil {
		return err
	}
	err = f.Sync()
	if errors.Is(err, syscall.EINVAL) || errors.Is(err, syscall.EROFS) { // a file system without writing, as on a CD, has no fsync
		err = nil
	}
	return errors.Join(err, f.Close())
}

func createUnnamed(dir, pattern string) (*os.File, error) {
	f, err := os.CreateTemp(dir, pattern)
	if err != nil {
		return nil, err
	}
	if err := os.Remove(f.Name()); err != nil {
		return nil, errors.Join(err, f.Close())
	}
	return f, nil
}
