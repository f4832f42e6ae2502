//go:build !linux

package system

import "os"

// lockHolder is not known: these systems do not list locks.
func lockHolder(*os.File) (pid int, ok bool) { return 0, false }
