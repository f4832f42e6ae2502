package control

import (
	"fmt"
	"math"
	"os"
)

// PathLimit is the length of the longest socket path in bytes. Linux has no limit here: what is too long for the kernel leads through the
// opened folder.
const PathLimit = math.MaxInt

// shortPath returns a path of the folder's socket through the opened folder, until done is called.
func shortPath(dir string) (path string, done func(), err error) {
	folder, err := os.Open(dir)
	if err != nil {
		return "", nil, err
	}
	return fmt.Sprintf("/proc/self/fd/%d/%s", folder.Fd(), socketName), func() { folder.Close() }, nil
}
