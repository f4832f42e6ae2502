package main

import (
	"fmt"
	"strings"

	"sluice/cmd/sluice/internal/screen"
	"sluice/internal/version"
)

// versionCmd prints the version. `sluice --version` does the same, because users expect it.
type versionCmd struct {
	JSON bool `name:"json" help:"Print JSON."`
}

// Run writes the version and how the program was built, one fact per line.
func (v *versionCmd) Run(c *console) error {
	build := version.Current()
	if v.JSON {
		return screen.WriteJSON(c.out, build, "  ")
	}
	var b strings.Builder
	fmt.Fprintf(&b, "sluice %s\n", build.Version)
	if build.Commit != "" {
		fmt.Fprintf(&b, "commit %s", build.Commit)
		if build.Modified {
			b.WriteString(" with local changes")
		}
		fmt.Fprintf(&b, "\ndate   %s\n", build.Date)
	}
	fmt.Fprintf(&b, "go     %s\nsystem %s\n", strings.TrimPrefix(build.Go, "go"), build.System)
	_, err := c.out.Write([]byte(b.String()))
	return err
}
