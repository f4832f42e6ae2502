package pdfium

import (
	"os"
	"os/exec"
	"syscall"
)

// program is this program's own file, even when another has taken its name
// since.
func program() (string, error) {
	if _, err := os.Stat("/proc/self/exe"); err == nil {
		return "/proc/self/exe", nil
	}
	return os.Executable()
}

// dieWithParent makes the kernel kill a child when its parent ends, and keeps
// signals of the terminal from it.
func dieWithParent(cmd *exec.Cmd) {
	cmd.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL, Setpgid: true}
}
