//go:build !linux

package pdfium

import (
	"os"
	"os/exec"
)

// program returns the path of this program.
func program() (string, error) { return os.Executable() }

// dieWithParent does nothing here: a child sees by the end of its requests that
// its parent is gone.
func dieWithParent(*exec.Cmd) {}
