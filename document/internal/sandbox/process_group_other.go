//go:build !unix

package sandbox

import "os/exec"

// group does nothing where there are no process groups.
func group(cmd *exec.Cmd) {
	cmd.Cancel = func() error { return cmd.Process.Kill() }
}
