package main

import (
	"path/filepath"

	"sluice"
	"sluice/cmd/sluice/internal/settings"
)

// folder is the flag by which a command finds its library.
type folder struct {
	Dir string `short:"d" group:"output" placeholder:"DIR" help:"The library's folder. Without it: the current one if it holds a library, else ./library."`
}

func (f folder) path() string {
	if f.Dir != "" {
		return f.Dir
	}
	if settings.Exists(".") || sluice.Exists(".") {
		return "."
	}
	return filepath.Join(".", "library")
}
