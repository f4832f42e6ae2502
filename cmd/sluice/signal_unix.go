//go:build unix

package main

import (
	"os/signal"
	"syscall"
)

// ignoreFileSizeSignal makes a limit on file sizes an error of the write, like a full disk, and not the end of the program.
func ignoreFileSizeSignal() { signal.Ignore(syscall.SIGXFSZ) }
