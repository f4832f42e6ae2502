package sandbox

import (
	"context"
	"errors"
	"os/exec"
	"sync/atomic"
	"time"
)

// runUnprotected runs a program with a timeout and a limit on its output only:
// it may read and write what the user may, and reach the network.
func runUnprotected(ctx context.Context, dir string, c Command) (Result, error) {
	limited, cancel := context.WithTimeout(ctx, c.Limits.Wall())
	defer cancel()
	cmd := exec.CommandContext(limited, c.Path, c.Args...)
	cmd.Dir, cmd.Env = dir, environ(dir, c)
	cmd.WaitDelay = time.Second // for what keeps the output open
	group(cmd)
	var full atomic.Bool
	out, errs := &limitedBuffer{max: c.Limits.Output, full: func() { full.Store(true); cancel() }}, &lastBytes{}
	cmd.Stdout, cmd.Stderr = out, errs
	err := cmd.Run()
	if cmd.ProcessState == nil {
		return Result{}, err
	}
	cmd.Cancel() // what is left of the group
	r := Result{
		Exit:   cmd.ProcessState.ExitCode(),
		Stdout: out.b,
		Stderr: errs.Bytes(),
		CPU:    cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime(),
	}
	switch {
	case full.Load():
		r.Limit = "output"
	case errors.Is(limited.Err(), context.DeadlineExceeded):
		r.Limit = "time"
	case r.Exit < 0:
		r.Signal = cmd.ProcessState.String()
	}
	return r, nil
}
