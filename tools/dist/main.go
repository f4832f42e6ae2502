// Command dist makes the files of a release, from a clone, into its folder dist: for each system the tree that an
// installation has, an archive of it and an SBOM; Debian packages; and SHA256SUMS.
//
//	go -C tools run ./dist .. linux/amd64 linux/arm64
//
// The same commit and the same version of Go make the same bytes: every time is that of the commit, and nothing about the
// machine is recorded.
package main

import (
	"fmt"
	"log"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

func main() {
	log.SetFlags(0)
	if len(os.Args) < 3 {
		log.Fatal("usage: dist CLONE SYSTEM/ARCHITECTURE...")
	}
	if err := makeRelease(os.Args[1], os.Args[2:]); err != nil {
		log.Fatal("dist: ", err)
	}
}

// makeRelease makes the files of all systems in the folder dist of a clone, which is emptied first.
func makeRelease(clone string, systems []string) error {
	clone, err := filepath.Abs(clone)
	if err != nil {
		return err
	}
	out := filepath.Join(clone, "dist")
	if err := os.RemoveAll(out); err != nil {
		return err
	}
	if err := os.MkdirAll(out, 0o755); err != nil {
		return err
	}
	src, err := readSource(clone)
	if err != nil {
		return err
	}
	texts, err := derive(src)
	if err != nil {
		return err
	}
	var made []string
	for _, system := range systems {
		files, err := makeSystem(src, texts, out, system)
		if err != nil {
			return fmt.Errorf("%s: %w", system, err)
		}
		made = append(made, files...)
		fmt.Println(strings.Join(files, "\n"))
	}
	if err := makeImageFolders(filepath.Join(out, "image")); err != nil {
		return err
	}
	return writeChecksums(out, made)
}

// makeImageFolders makes the empty folders that a container image needs, which git cannot keep: one for temporary files,
// and one for a library.
func makeImageFolders(root string) error {
	if err := os.MkdirAll(filepath.Join(root, "library"), 0o755); err != nil {
		return err
	}
	tmp := filepath.Join(root, "tmp")
	if err := os.Mkdir(tmp, 0o755); err != nil {
		return err
	}
	return os.Chmod(tmp, 0o777|os.ModeSticky)
}

// makeSystem builds the program for one system, and returns the names of its files in the folder out.
func makeSystem(src *source, texts []file, out, system string) ([]string, error) {
	goos, arch, ok := strings.Cut(system, "/")
	if !ok {
		return nil, fmt.Errorf("the name of a system is like linux/amd64")
	}
	name := "sluice"
	if goos == "windows" {
		name += ".exe"
	}
	root := filepath.Join(out, goos+"-"+arch)
	program := filepath.Join(root, "bin", name)
	if err := src.build(program, "GOOS="+goos, "GOARCH="+arch); err != nil {
		return nil, err
	}
	modules, err := src.modules(program)
	if err != nil {
		return nil, err
	}
	terms, err := src.licences(modules)
	if err != nil {
		return nil, err
	}
	all, err := tree(src, program, append(texts, terms...))
	if err != nil {
		return nil, err
	}
	if err := writeTree(root, all, src.date); err != nil {
		return nil, err
	}
	base := fmt.Sprintf("sluice-%s-%s-%s", src.version, goos, arch)
	archive := base + ".tar.gz"
	write := writeTar
	if goos == "windows" {
		archive, write = base+".zip", writeZip
	}
	if err := write(filepath.Join(out, archive), base, all, src.date); err != nil {
		return nil, err
	}
	bom := base + ".cdx.json"
	if err := writeSBOM(filepath.Join(out, bom), src, program, modules); err != nil {
		return nil, err
	}
	files := []string{archive, bom}
	if goos == "linux" {
		deb, err := writeDeb(out, src, arch, all)
		if err != nil {
			return nil, err
		}
		files = append(files, deb)
	}
	return files, nil
}

// run returns the output of a command that runs in a folder; env is added to the environment.
func run(dir string, env []string, name string, args ...string) (string, error) {
	cmd := exec.Command(name, args...)
	cmd.Dir, cmd.Env = dir, append(os.Environ(), env...)
	out, err := cmd.Output()
	if exit, ok := err.(*exec.ExitError); ok {
		return "", fmt.Errorf("%s %s: %w\n%s", name, strings.Join(args, " "), err, exit.Stderr)
	}
	return string(out), err
}
