//go:build !linux

package pdfium

import (
	"os"
	"os/exec"
)

func program() (string, error) { return os.Executable() }

// tie: a child sees by the end of its requests that its parent is gone.
func tie(*exec.Cmd) {}
