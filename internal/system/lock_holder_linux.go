package system

import (
	"bufio"
	"fmt"
	"os"
	"strconv"
	"strings"
	"syscall"

	"golang.org/x/sys/unix"
)

// lockHolder reads the list of the kernel. Its lines are: number, kind, ADVISORY, WRITE or READ, process, device and inode, range. A line of a process
// that waits has an arrow behind the number.
func lockHolder(f *os.File) (pid int, ok bool) {
	info, err := f.Stat()
	if err != nil {
		return 0, false
	}
	stat, isStat := info.Sys().(*syscall.Stat_t)
	locks, err := os.Open("/proc/locks")
	if err != nil || !isStat {
		return 0, false
	}
	defer locks.Close()
	file := fmt.Sprintf("%02x:%02x:%d", unix.Major(stat.Dev), unix.Minor(stat.Dev), stat.Ino)
	for lines := bufio.NewScanner(locks); lines.Scan(); {
		fields := strings.Fields(lines.Text())
		if len(fields) < 6 || fields[1] != "FLOCK" || fields[5] != file {
			continue
		}
		pid, err := strconv.Atoi(fields[4])
		return pid, err == nil && pid > 0 // a process outside the container has none
	}
	return 0, false
}
