//go:build unix

package sandbox

import (
	"os/exec"
	"syscall"
)

// group makes a program the leader of a process group that is killed as one.
func group(cmd *exec.Cmd) {
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	cmd.Cancel = func() error { return syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }
}
