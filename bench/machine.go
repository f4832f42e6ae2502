//go:build linux

package main

import (
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"time"
)

// machine returns a sentence about the machine of a measurement; dir is the folder that the crawlers wrote to.
func machine(dir string, versions ...string) string {
	return fmt.Sprintf("Measured on %s: %d CPUs (%s), %d GB of memory, %s, %s; %s.\n",
		time.Now().Format(time.DateOnly), runtime.NumCPU(), firstOf("/proc/cpuinfo", "model name"), (meminfoKB("MemTotal")+1<<19)>>20,
		"Linux "+kernel(), fileSystem(dir)+" as disk",
		strings.Join(append([]string{strings.Replace(runtime.Version(), "go", "Go ", 1)}, versions...), ", "))
}

// kernel returns the version of the kernel, without the suffix of its distribution.
func kernel() string {
	version, _, _ := strings.Cut(contents("/proc/sys/kernel/osrelease"), "-")
	return version
}

// contents returns a file as text, "" when it cannot be read.
func contents(name string) string {
	text, _ := os.ReadFile(name)
	return strings.TrimSpace(string(text))
}

// firstOf returns the value of the first line "name : value" of a file.
func firstOf(file, name string) string {
	for line := range strings.Lines(contents(file)) {
		if key, value, ok := strings.Cut(line, ":"); ok && strings.TrimSpace(key) == name {
			return strings.Join(strings.Fields(value), " ")
		}
	}
	return "unknown"
}

// fileSystem returns the type of the file system of a folder, such as ext4 or tmpfs.
func fileSystem(dir string) string {
	dir, err := filepath.Abs(dir)
	if err != nil {
		return "unknown"
	}
	at, kind := "", "unknown"
	for line := range strings.Lines(contents("/proc/self/mounts")) {
		f := strings.Fields(line)
		if len(f) > 2 && len(f[1]) >= len(at) && (f[1] == "/" || dir == f[1] || strings.HasPrefix(dir, f[1]+"/")) {
			at, kind = f[1], f[2]
		}
	}
	return kind
}
