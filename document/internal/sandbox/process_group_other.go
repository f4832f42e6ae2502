//go:build !unix

package sandbox

import (
	"io/fs"
	"os/exec"
)

// group does nothing where there are no process groups.
func group(cmd *exec.Cmd) {
	cmd.Cancel = func() error { return cmd.Process.Kill() }
}

// links returns 1: how many names a file has is not known here.
func links(fs.FileInfo) uint64 { return 1 }
