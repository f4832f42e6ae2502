// Package version holds the version of the program and reports from which commit, when and for which
// system it was built.
package version

import (
	"runtime"
	"runtime/debug"
	"time"
)

// Number is the version of this program. The commit of a release has the tag "v" + Number.
const Number = "0.1.0"

// Product is the program with its version, as it names itself to sites and in the files that it writes.
const Product = "Sluice/" + Number

// Values that `make dist` sets with the linker, because it builds without the version control data of Go.
var (
	full   = Number // Number, with a suffix if the commit is not the tagged one
	commit string
	date   string // time of the commit, RFC 3339
)

// A Build describes how a program was built. Commit and Date are empty if that is not known, for
// example in a program that was built outside a clone.
type Build struct {
	Version  string `json:"version"`
	Commit   string `json:"commit,omitempty"`
	Modified bool   `json:"modified,omitempty"` // files differed from the commit
	Date     string `json:"date,omitempty"`     // time of the commit, RFC 3339 in UTC
	Go       string `json:"go"`
	System   string `json:"system"` // operating system and architecture, such as linux/amd64
}

// Current returns the build of the running program: what the linker has set, else what Go
// recorded about the clone.
func Current() Build {
	b := Build{Version: full, Commit: commit, Date: date, Go: runtime.Version(), System: runtime.GOOS + "/" + runtime.GOARCH}
	if info, ok := debug.ReadBuildInfo(); ok && commit == "" {
		b.recorded(info.Settings)
	}
	if t, err := time.Parse(time.RFC3339, b.Date); err == nil {
		b.Date = t.UTC().Format(time.RFC3339)
	}
	return b
}

// recorded sets commit and date to what Go has recorded about the clone.
func (b *Build) recorded(settings []debug.BuildSetting) {
	for _, s := range settings {
		switch s.Key {
		case "vcs.revision":
			b.Commit = s.Value
		case "vcs.time":
			b.Date = s.Value
		case "vcs.modified":
			b.Modified = s.Value == "true"
		}
	}
}
