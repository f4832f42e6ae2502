package convert

import (
	"context"
	"regexp"
	"time"

	"sluice/document/content"
	"sluice/document/internal/sandbox"
)

// List returns every program, the missing ones too. It asks the programs for
// their versions, which takes some seconds.
func (t *Tools) List(ctx context.Context) []content.Tool {
	var list []content.Tool
	for _, p := range programs {
		version := ""
		if t.has(p.name) {
			version = t.ask(ctx, p)
		}
		list = append(list, content.Tool{Name: p.name, Title: p.title, Path: t.paths[p.name], Version: version, For: p.use, Package: p.debian})
	}
	return list
}

// versionNumber matches the first number with dots: each program has a sentence
// of its own around it.
var versionNumber = regexp.MustCompile(`\d+(\.\d+)+`)

// versionTime is how long a program may take to report its version.
const versionTime = 10 * time.Second // for a program to print its version

// ask runs a program and returns the version that it prints, or "".
func (t *Tools) ask(ctx context.Context, p program) string {
	folder, err := sandbox.Open(t.TempDir)
	if err != nil {
		return ""
	}
	defer folder.Close()
	r, err := folder.Run(ctx, sandbox.Command{
		Path: t.paths[p.name], Args: p.version, Limits: sandbox.Limits{Time: t.within(versionTime), Space: officeSpace},
		Unsandboxed: t.Unsafe,
	})
	if err != nil {
		return ""
	}
	return versionNumber.FindString(string(append(r.Stdout, r.Stderr...)))
}
