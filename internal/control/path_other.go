//go:build !linux

package control

import (
	"fmt"
	"runtime"
)

// PathLimit is the length of the longest socket path in bytes.
const PathLimit = maxSocketPath

// shortPath returns an error: only Linux has another path to a socket in a folder.
func shortPath(dir string) (path string, done func(), err error) {
	return "", nil, fmt.Errorf("control socket of %s: %s allows %d bytes for its path; choose a folder with a shorter one",
		dir, runtime.GOOS, PathLimit)
}
