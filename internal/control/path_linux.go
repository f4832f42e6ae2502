package control

import (
	"fmt"
	"os"
)

// shortPath returns a path of the folder's socket through the opened folder, until done is called.
func shortPath(dir string) (path string, done func(), err error) {
	folder, err := os.Open(dir)
	if err != nil {
		return "", nil, err
	}
	return fmt.Sprintf("/proc/self/fd/%d/%s", folder.Fd(), socketName), func() { folder.Close() }, nil
}
