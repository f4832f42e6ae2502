package pdfium

import (
	"os"
	"os/exec"
	"syscall"
)

// program is this program's own file, even when another has taken its name since.
func program() (string, error) {
	if _, err := os.Stat("/proc/self/exe"); err == nil {
		return "/proc/self/exe", nil
	}
	return os.Executable()
}

// tie lets a child die with its parent, and not hear what a terminal says to the parent.
func tie(cmd *exec.Cmd) {
	cmd.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL, Setpgid: true}
}

// yieldTo lets the parent, which may be fetching, go before its child. That it cannot is no fault.
func yieldTo(cmd *exec.Cmd) { _ = syscall.Setpriority(syscall.PRIO_PROCESS, cmd.Process.Pid, niceness) }

const niceness = 10
