//go:build linux

package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"strconv"
	"syscall"
	"time"
)

// used is what a process and its children used.
type used struct {
	wall time.Duration
	cpu  time.Duration // user and system
	rss  int64         // peak of resident bytes
	cut  bool          // it was killed at its limit
	exit error         // how it ended by itself, nil for success
}

// measure runs a command to its end. At the limit it is killed, with all processes that it has started.
func measure(ctx context.Context, limit time.Duration, cmd *exec.Cmd) (u used, err error) {
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	cmd.WaitDelay = 5 * time.Second // for its children to close its output
	begun := time.Now()
	if err := cmd.Start(); err != nil {
		return u, err
	}
	done := make(chan error, 1)
	go func() { done <- cmd.Wait() }()
	end := time.NewTimer(limit)
	defer end.Stop()
	// The peak that the kernel reports at the end includes what this process had resident when it started the other.
	// So the peak is read from /proc while it runs.
	look := time.NewTicker(20 * time.Millisecond)
	defer look.Stop()
	for {
		select {
		case <-look.C:
			u.rss = max(u.rss, statusKB(cmd.Process.Pid, "VmHWM")<<10)
		case <-end.C:
			u.cut = true
			syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL)
		case <-ctx.Done():
			syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL)
			<-done
			return u, ctx.Err()
		case u.exit = <-done:
			u.wall = time.Since(begun)
			u.cpu = cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime()
			return u, nil
		}
	}
}

// statusKB returns one figure of a process's status, in kB; 0 when it is missing.
func statusKB(pid int, name string) int64 {
	status, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", pid))
	if err != nil {
		return 0
	}
	_, rest, ok := bytes.Cut(status, []byte("\n"+name+":"))
	if !ok {
		return 0
	}
	n, _ := strconv.ParseInt(string(bytes.Fields(rest)[0]), 10, 64)
	return n
}

// settle waits until all written data is on the disk, so that no run is slowed by the one before.
func settle(ctx context.Context) error {
	syscall.Sync()
	for range 100 {
		if meminfoKB("Dirty")+meminfoKB("Writeback") < 1024 {
			break
		}
		if err := pause(ctx, 100*time.Millisecond); err != nil {
			return err
		}
	}
	return pause(ctx, 500*time.Millisecond)
}

// pause waits for a duration, or until ctx ends.
func pause(ctx context.Context, d time.Duration) error {
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-time.After(d):
		return nil
	}
}

// meminfoKB returns one figure of /proc/meminfo, in kB; 0 when it is missing.
func meminfoKB(name string) int64 {
	info, err := os.ReadFile("/proc/meminfo")
	if err != nil {
		return 0
	}
	_, rest, ok := bytes.Cut(append([]byte("\n"), info...), []byte("\n"+name+":"))
	if !ok {
		return 0
	}
	n, _ := strconv.ParseInt(string(bytes.Fields(rest)[0]), 10, 64)
	return n
}

// errNothing is the error for a run without any page.
var errNothing = errors.New("fetched no page")
