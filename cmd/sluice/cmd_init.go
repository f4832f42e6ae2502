package main

import (
	"context"
	"fmt"

	"sluice/cmd/sluice/internal/profile"
	"sluice/cmd/sluice/internal/settings"
	"sluice/internal/permission"
	"sluice/internal/shell"
)

// initCmd writes a settings file to begin with.
type initCmd struct {
	folder
	Profile string `enum:"${profiles}" default:"polite" help:"The purpose of the library: slow and careful, whole sites, papers from many sites, or a site of your own."`
}

// Help returns the long text of `sluice init`.
func (initCmd) Help() string {
	return `Writes a commented sluice.yaml for a purpose, to be edited before the first crawl. It is never
needed: without it ` + "`sluice crawl`" + ` uses the defaults. A sluice.yaml that is there already is kept.

EXAMPLES

    sluice init -d mylib --profile papers
    sluice crawl -d mylib https://www.example.org/`
}

// Run refuses to replace a settings file: it may hold the work of a person.
func (cmd *initCmd) Run(ctx context.Context, c *console) error {
	dir := cmd.path(ctx)
	if settings.Exists(dir) {
		return fmt.Errorf("%s already has a %s; edit it, or name another folder with -d", dir, settings.FileName)
	}
	text, ok := profile.Text(cmd.Profile)
	if !ok {
		return usagef("--profile: unknown profile %q", cmd.Profile)
	}
	if err := permission.Library(dir).MkdirAll(dir); err != nil {
		return err
	}
	if err := settings.Create(dir, text); err != nil {
		return err
	}
	name := shell.Quote(dir)
	fmt.Fprintf(c.out, "%s/%s written. Edit it, then start with `sluice crawl -d %[1]s URL`.\n", name, settings.FileName)
	return nil
}
