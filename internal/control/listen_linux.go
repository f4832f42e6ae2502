package control

import (
	"context"
	"net"
	"syscall"

	"golang.org/x/sys/unix"
)

// listen opens a socket that only its owner may open, from the first moment: the file gets the permissions that the socket has before it is bound.
func listen(path string) (net.Listener, error) {
	config := net.ListenConfig{Control: func(_, _ string, c syscall.RawConn) error {
		var failed error
		if err := c.Control(func(fd uintptr) { failed = unix.Fchmod(int(fd), 0o600) }); err != nil {
			return err
		}
		return failed
	}}
	return config.Listen(context.Background(), "unix", path) // it does not wait for anything
}
