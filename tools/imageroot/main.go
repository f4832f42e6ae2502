// Command imageroot makes the folder that a container file describes, without a program for containers and without a network:
// it checks the syntax of the file and carries out the COPY lines of its last stage. The folder must not exist.
//
//	go -C tools run ./imageroot .. ../packaging/Containerfile /tmp/root
package main

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"log"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"

	"github.com/moby/buildkit/frontend/dockerfile/instructions"
	"github.com/moby/buildkit/frontend/dockerfile/linter"
	"github.com/moby/buildkit/frontend/dockerfile/parser"
)

func main() {
	log.SetFlags(0)
	if len(os.Args) != 4 {
		log.Fatal("usage: imageroot CLONE CONTAINERFILE FOLDER")
	}
	if err := makeRoot(os.Args[1], os.Args[2], os.Args[3]); err != nil {
		log.Fatal("imageroot: ", err)
	}
}

// makeRoot makes the folder root from a clone and a container file.
func makeRoot(clone, name, root string) error {
	stages, err := parse(name)
	if err != nil {
		return err
	}
	if err := os.Mkdir(root, 0o755); err != nil {
		return err
	}
	for _, command := range stages[len(stages)-1].Commands {
		c, ok := command.(*instructions.CopyCommand)
		if !ok {
			continue
		}
		fmt.Println(c)
		if err := carryOut(c, clone, root); err != nil {
			return fmt.Errorf("%s: %w", c, err)
		}
	}
	return nil
}

// parse returns the stages of a container file. What the linter finds is an error, and so is a default for a variable of the platform.
func parse(name string) ([]instructions.Stage, error) {
	f, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	file, err := parser.Parse(f)
	if err != nil {
		return nil, err
	}
	var found []error
	lint := linter.New(&linter.Config{Warn: func(rule, description, url, message string, at []parser.Range) {
		found = append(found, fmt.Errorf("%s: %s", rule, message))
	}})
	stages, global, err := instructions.Parse(file.AST, lint)
	for i := range global {
		found = append(found, checkDefaults(&global[i]))
	}
	for _, stage := range stages {
		for _, command := range stage.Commands {
			if arg, ok := command.(*instructions.ArgCommand); ok {
				found = append(found, checkDefaults(arg))
			}
		}
	}
	return stages, errors.Join(append(found, err)...)
}

// checkDefaults returns an error if an ARG line has a default for a variable that the builder sets: BuildKit then uses the default,
// whatever the platform of the image is.
func checkDefaults(c *instructions.ArgCommand) error {
	for _, arg := range c.Args {
		switch arg.Key {
		case "TARGETPLATFORM", "TARGETOS", "TARGETARCH", "TARGETVARIANT", "BUILDPLATFORM", "BUILDOS", "BUILDARCH", "BUILDVARIANT":
			if arg.Value != nil {
				return fmt.Errorf("%s: remove the default; it replaces the value for the platform of the image", c)
			}
		}
	}
	return nil
}

// carryOut copies what a COPY line names. What comes from another stage is taken from this machine, which has certificates
// as that stage has them.
func carryOut(c *instructions.CopyCommand, clone, root string) error {
	owner := -1
	if user, _, ok := strings.Cut(c.Chown, ":"); ok {
		id, err := strconv.Atoi(user)
		if err != nil {
			return err
		}
		owner = id
	}
	for _, from := range c.SourcePaths {
		from = os.Expand(from, func(string) string { return runtime.GOARCH }) // TARGETARCH, the only variable
		if c.From == "" {
			from = filepath.Join(clone, from)
		}
		if err := copyAll(from, filepath.Join(root, c.DestPath), owner); err != nil {
			return err
		}
	}
	return nil
}

// copyAll copies a file to a file, or the content of a folder into a folder, with its modes.
func copyAll(from, to string, owner int) error {
	return filepath.WalkDir(from, func(name string, e fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		below, err := filepath.Rel(from, name)
		if err != nil {
			return err
		}
		target := filepath.Join(to, below)
		info, err := os.Stat(name)
		switch {
		case err != nil:
			return err
		case !e.IsDir():
			err = copyFile(name, target)
		case below == ".":
			return os.MkdirAll(target, 0o755)
		default:
			err = os.MkdirAll(target, 0o755)
		}
		if err == nil {
			err = os.Chmod(target, info.Mode())
		}
		if err == nil && owner >= 0 {
			err = os.Chown(target, owner, owner)
		}
		return err
	})
}

// copyFile copies a file.
func copyFile(from, to string) error {
	if err := os.MkdirAll(filepath.Dir(to), 0o755); err != nil {
		return err
	}
	in, err := os.Open(from)
	if err != nil {
		return err
	}
	defer in.Close()
	out, err := os.Create(to)
	if err != nil {
		return err
	}
	if _, err := io.Copy(out, in); err != nil {
		out.Close()
		return err
	}
	return out.Close()
}
