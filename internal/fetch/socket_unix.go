//go:build unix

package fetch

import "syscall"

// isQuiet reports whether a socket that does not block is open with nothing to read.
func isQuiet(fd uintptr) bool {
	var b [1]byte
	_, _, err := syscall.Recvfrom(int(fd), b[:], syscall.MSG_PEEK)
	return err == syscall.EAGAIN || err == syscall.EINTR
}
