package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"

	"sluice/cmd/sluice/internal/screen"
	"sluice/internal/format"
	"sluice/internal/repository"
	"sluice/internal/system"
	"sluice/internal/wiring"
	"sluice/library"
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

A document from the Web may be malicious. It is opened outside the sandbox, with your rights. If the library has a copy
in PDF of a document in another format, the copy is opened: it was made in the sandbox. A file whose name does not end
as files of its format do is not opened, since its name decides which program the system starts.

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
		path, isSafe, err := viewable(ctx, docs, &d)
		if err == nil {
			path, err = filepath.Abs(path)
		}
		if err != nil {
			return err
		}
		if _, err := fmt.Fprintln(c.out, path); err != nil {
			return err
		}
		if !isSafe {
			fmt.Fprintf(c.notes, "Not opened: its name does not end as files of its format (%s) do. Open it with a program of your choice.\n", screen.Escape(d.Type))
			return nil
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

// viewable returns the file of a document that a viewer is to open: its copy in PDF, or the document itself. It reports whether the
// name ends as files of the document's format do: in a library that others made, it may end as a program does.
func viewable(ctx context.Context, docs *wiring.Contents, d *library.Document) (path string, isSafe bool, err error) {
	if path, ok, err := docs.Repository.ViewPath(ctx, d.SHA256, repository.ViewPDF); ok || err != nil {
		return path, true, err
	}
	if path, err = docs.Repository.Path(ctx, d.SHA256); err != nil {
		return "", false, err
	}
	_, ending, _ := strings.Cut(filepath.Base(path), ".") // before it is the hash
	ending = "." + ending
	ending = strings.TrimSuffix(ending, repository.PackedEnding(d.Wrapped))
	f := format.Of(d.Type)
	isSafe = f != nil && (ending == "."+f.Name || ending == f.File || slices.ContainsFunc(f.Endings, func(e format.Ending) bool { return e.Text == ending }))
	return path, isSafe, system.CheckFileType(path)
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
