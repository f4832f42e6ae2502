//go:build !linux

package control

import (
	"errors"
	"net"
	"os"
)

// listen opens a socket that only its owner may open. Until its permissions are set they are those of the umask: these systems have no way to set them before.
func listen(path string) (net.Listener, error) {
	listener, err := net.Listen("unix", path)
	if err != nil {
		return nil, err
	}
	if err := os.Chmod(path, 0o600); err != nil {
		return nil, errors.Join(err, listener.Close())
	}
	return listener, nil
}
