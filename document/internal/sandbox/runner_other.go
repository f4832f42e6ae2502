//go:build !linux

package sandbox

import (
	"context"
	"os/exec"
)

// Serve does nothing here: the sandbox starts no copies of the binary.
func Serve() bool { return false }

// Protect returns what the machine lets the sandbox do.
func Protect() Protection { return Protection{} }

// runSandboxed is never called, since there is no sandbox.
func runSandboxed(context.Context, string, Command) (Result, error) {
	return Result{}, ErrUnavailable
}

// Confine does nothing here.
func Confine(*exec.Cmd, string) error { return nil }

// Seal does nothing here.
func Seal() error { return nil }
