package sandbox

import (
	"bytes"
	"context"
	"encoding/gob"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"sync"
	"sync/atomic"
	"syscall"
	"time"
)

// stage is the environment variable with the role of a copy of the binary:
// "supervisor", "program" or "self". A user who sets it to "none" makes the
// program behave as on a system that has no sandbox.
const stage = "SLUICE_SANDBOX"

// grace is the time that the supervisor has to end all processes when asked to.
const grace = 10 * time.Second

// job is the order to the supervisor, as gob on its standard input. The input then
// stays open: when it is closed, by the caller or by the caller's death, the
// supervisor kills the program.
type job struct {
	Dir     string
	Home    string // of the user, which the program must not read; the copies have no environment
	Command Command
}

// outcome is the supervisor's answer, as gob on its standard output.
type outcome struct {
	Result Result
	Error  string // why the program was not started
}

// Serve does the work of a copy of the binary that the sandbox has started, and
// returns true when it was one: then main must end. It must be called before
// main does anything else.
func Serve() bool {
	served.Store(true)
	switch os.Getenv(stage) {
	case "supervisor":
		supervise()
	case "program":
		launch()
	case "self":
		launchSelf()
	default:
		return false
	}
	return true
}

// served guards against a program that does not call Serve, whose copies would
// do its own work once more.
var served atomic.Bool

// isolated says whether the system lets us make the namespaces. It is found out
// once.
var isolated = sync.OnceValue(func() bool {
	cmd := supervisorCommand(true)
	cmd.Stdin = nil // at its end at once: no job
	return served.Load() && cmd.Run() == nil
})

// supervisorCommand returns the command that starts a supervisor.
func supervisorCommand(namespaces bool) *exec.Cmd {
	// Not by the binary's name: another may bear it by now.
	cmd := exec.Command("/proc/self/exe")
	cmd.Args = []string{"sluice-sandbox"}
	cmd.Env = []string{stage + "=supervisor", "GOMAXPROCS=1", "GOTRACEBACK=none"}
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true} // a Ctrl-C at the terminal is for the caller
	if namespaces {
		isolate(cmd.SysProcAttr)
		cmd.SysProcAttr.Cloneflags |= syscall.CLONE_NEWPID
	}
	return cmd
}

// isolate starts a process in new namespaces, but for that of processes.
func isolate(attr *syscall.SysProcAttr) {
	uid, gid := os.Getuid(), os.Getgid()
	inside := uid
	if uid == 0 {
		inside = 65534 // root in there would have rights in there
	}
	attr.Cloneflags |= syscall.CLONE_NEWUSER | syscall.CLONE_NEWNET | syscall.CLONE_NEWIPC | syscall.CLONE_NEWUTS
	attr.UidMappings = []syscall.SysProcIDMap{{ContainerID: inside, HostID: uid, Size: 1}}
	attr.GidMappings = []syscall.SysProcIDMap{{ContainerID: inside, HostID: gid, Size: 1}}
}

// userHome returns the user's home without symbolic links; empty if it is not known.
func userHome() string {
	home, err := os.UserHomeDir()
	if err != nil {
		return ""
	}
	return resolved(home)
}

// runSandboxed starts the supervisor, hands it the job and waits for the
// outcome.
func runSandboxed(ctx context.Context, dir string, c Command) (Result, error) {
	if !served.Load() {
		return Result{}, errors.New("start sandbox: Serve was not called at the start of main")
	}
	cmd := supervisorCommand(isolated())
	var answer, complaint bytes.Buffer
	cmd.Stdout, cmd.Stderr = &answer, &complaint
	order, err := cmd.StdinPipe()
	if err != nil {
		return Result{}, err
	}
	if err := cmd.Start(); err != nil {
		return Result{}, err
	}
	stop := context.AfterFunc(ctx, func() { order.Close() })
	defer stop()
	// The supervisor keeps the time; this is for a supervisor that does not.
	late := time.AfterFunc(c.Limits.Wall()+grace, func() { cmd.Process.Kill() })
	defer late.Stop()

	sent := gob.NewEncoder(order).Encode(job{dir, userHome(), c})
	ended := cmd.Wait() // closes order
	var o outcome
	if err := gob.NewDecoder(&answer).Decode(&o); err != nil {
		said := lastBytes{complaint.Bytes()}
		return Result{}, fmt.Errorf("run sandbox: supervisor failed: %w", errors.Join(ended, sent, errors.New(string(said.Bytes()))))
	}
	if o.Error != "" {
		return o.Result, errors.New(o.Error)
	}
	return o.Result, nil
}
