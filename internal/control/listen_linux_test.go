package control

import (
	"net"
	"os"
	"path/filepath"
	"syscall"
	"testing"
)

// TestSocketIsNeverOpenToOthers: nothing changes the permissions after the socket is there, so those that it has now it had from the first moment.
func TestSocketIsNeverOpenToOthers(t *testing.T) {
	old := syscall.Umask(0)
	defer syscall.Umask(old)
	path := filepath.Join(t.TempDir(), socketName)
	listener, err := listen(path)
	if err != nil {
		t.Fatal(err)
	}
	defer listener.Close()
	info, err := os.Lstat(path)
	if err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("the socket has the permissions %v, %v; want 0600", info.Mode().Perm(), err)
	}
	c, err := net.Dial("unix", path)
	if err != nil {
		t.Fatal(err)
	}
	c.Close()
}
