package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"

	"sluice/internal/wiring"
)

// openCmd opens a document in the viewer of the system.
type openCmd struct {
	folder
	Document string `arg:"" help:"The document: a URL, the first digits of its hash, or the name of its file."`
}

// Help returns the long text of `sluice open`.
func (openCmd) Help() string {
	return `Opens the file of a document in the program that the system has for its format, and prints the path of the
file. Without a display, or without such a program, it only prints the path.

A document from the Web may be malicious. It is opened outside the sandbox, with your rights.

EXAMPLES

    sluice open -d mylib smith.pdf
    sluice open 3fa94c17`
}

// Run starts the viewer without a shell: the path is its only argument.
func (cmd *openCmd) Run(ctx context.Context, c *console) error {
	return withContents(ctx, cmd.path(ctx), func(docs *wiring.Contents) error {
		d, err := docs.Find(ctx, cmd.Document)
		if err != nil {
			return err
		}
		path, err := docs.Repository.Path(ctx, d.SHA256)
		if err == nil {
			path, err = filepath.Abs(path)
		}
		if err != nil {
			return err
		}
		if _, err := fmt.Fprintln(c.out, path); err != nil {
			return err
		}
		viewer := viewerOf(runtime.GOOS)
		if viewer == nil {
			fmt.Fprintln(c.notes, "There is no display; open this file on another machine.")
			return nil
		}
		run := exec.CommandContext(ctx, viewer[0], append(viewer[1:], path)...)
		run.Stdout, run.Stderr = c.out, c.err
		if err := run.Run(); errors.Is(err, exec.ErrNotFound) {
			fmt.Fprintf(c.notes, "%s is not installed; open this file with a program of your choice.\n", viewer[0])
			return nil
		} else if err != nil {
			return fmt.Errorf("open %s with %s: %w", path, viewer[0], err)
		}
		return nil
	})
}

// viewerOf returns the command that opens a file on a system; nil where there is no display.
func viewerOf(system string) []string {
	switch system {
	case "darwin":
		return []string{"open"}
	case "windows":
		return []string{"rundll32", "url.dll,FileProtocolHandler"}
	}
	if os.Getenv("DISPLAY") == "" && os.Getenv("WAYLAND_DISPLAY") == "" {
		return nil
	}
	return []string{"xdg-open"}
}
