package sandbox

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"runtime"
	"syscall"

	"golang.org/x/sys/unix"
)

// Confine changes a command that starts this program once more, so that the copy
// is confined as other programs are before its main goes on behind [Serve]: it can write below
// one folder (empty: none), read only what the system has installed, and
// has no network and no capabilities. Where the machine has no sandbox it is started as it
// is.
//
// The copy confines itself on one thread and then executes itself, since threads
// that Go has started before would not be confined.
func Confine(cmd *exec.Cmd, writable string) error {
	if !served.Load() || Protect() == (Protection{}) {
		return nil
	}
	order, err := json.Marshal(job{Dir: writable, Command: Command{Args: cmd.Args, Env: cmd.Env}})
	if err != nil {
		return err
	}
	cmd.Env = []string{stage + "=self", orderVar + "=" + string(order), "GOMAXPROCS=1"}
	if cmd.SysProcAttr == nil {
		cmd.SysProcAttr = &syscall.SysProcAttr{}
	}
	// Not in a process namespace: it is one process, whose signals go to itself alone once it is sealed.
	if isolated() {
		isolate(cmd.SysProcAttr)
	}
	return nil
}

// launchSelf confines this process and executes this program again. It never
// returns: if it fails, it ends the process.
func launchSelf() {
	runtime.LockOSThread() // what is given up is the thread's
	fmt.Fprintln(os.Stderr, confineSelf())
	os.Exit(exitNotBegun)
}

// confineSelf is launchSelf until something fails.
func confineSelf() error {
	var j job
	if err := json.Unmarshal([]byte(os.Getenv(orderVar)), &j); err != nil {
		return fmt.Errorf("start confined: %w", err)
	}
	if err := giveUpPrivileges(); err != nil {
		return err
	}
	self := "/proc/self/exe"
	if err := restrictFiles(j.Dir, append(systemFiles(), self)); err != nil {
		return fmt.Errorf("restrict files: %w", err)
	}
	if hasFilters() {
		if err := filterCalls(false); err != nil {
			return fmt.Errorf("install system call filter: %w", err)
		}
	}
	return fmt.Errorf("execute program: %w", syscall.Exec(self, j.Command.Args, j.Command.Env))
}

// Seal takes from a copy that [Confine] started whatever it does not need any
// more once it is ready: from then on it can compute and use the files that it has open,
// and can open, run and signal nothing. It holds for all threads.
func Seal() error {
	confined, _, errno := unix.Syscall6(unix.SYS_PRCTL, unix.PR_GET_NO_NEW_PRIVS, 0, 0, 0, 0, 0)
	if errno != 0 || confined == 0 || !hasFilters() {
		return nil
	}
	if err := seal(); err != nil {
		return fmt.Errorf("install system call filter: %w", err)
	}
	return nil
}
