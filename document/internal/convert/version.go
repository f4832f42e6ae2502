package convert

import (
	"context"
	"regexp"
	"time"

	"sluice/document/internal/sandbox"
)

// List returns every program, the missing ones too. The first call asks the
// programs for their versions, which takes some seconds.
func (t *Tools) List() []Tool {
	t.asked.Do(func() {
		t.versions = map[string]string{}
		for _, p := range programs {
			if t.has(p.name) {
				t.versions[p.name] = t.ask(p)
			}
		}
	})
	var list []Tool
	for _, p := range programs {
		list = append(list, Tool{p.name, p.title, t.paths[p.name], t.versions[p.name], p.use, p.debian})
	}
	return list
}

var versionNumber = regexp.MustCompile(`\d+(\.\d+)+`)

const versionTime = 10 * time.Second // for a program to tell its version

// ask runs a program for its version; empty if it does not report one.
func (t *Tools) ask(p program) string {
	folder, err := sandbox.Open(t.TempDir)
	if err != nil {
		return ""
	}
	defer folder.Close()
	r, err := folder.Run(context.Background(), sandbox.Command{
		Path: t.paths[p.name], Args: p.version, Limits: sandbox.Limits{Time: t.within(versionTime), Space: officeSpace},
	})
	if err != nil {
		return ""
	}
	return versionNumber.FindString(string(append(r.Stdout, r.Stderr...)))
}
