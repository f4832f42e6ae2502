//go:build !unix

package sandbox

import "os/exec"

func group(cmd *exec.Cmd) {
	cmd.Cancel = func() error { return cmd.Process.Kill() }
}
