package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"sluice/cmd/sluice/internal/screen"
	"sluice/cmd/sluice/internal/settings"
	"sluice/internal/demo"
	"sluice/internal/shell"
	"sluice/internal/wiring"
)

// demoCmd crawls the sample web. It is the first command that a new user tries, so it needs no
// network, no configuration and no folder.
type demoCmd struct {
	Dir   string        `short:"d" placeholder:"DIR" help:"Create the library in this folder, which must not contain one yet. Default: a new temporary folder."`
	Delay time.Duration `default:"10ms" placeholder:"TIME" help:"Wait this long between two requests to a host."`
}

// Help returns the long text of `sluice demo`.
func (demoCmd) Help() string {
	return `Serves a small sample web, that of a university, on a loopback address, crawls it, and
shows the report. The web is part of the program; no network is needed. The library stays, so that you
can try other commands on it; the last lines say where it is and how to delete it.

EXAMPLES

    sluice demo
    sluice demo -d /tmp/university`
}

// Run serves the web as a proxy, so that the crawl meets real host names, and shows the report
// and the next commands to try.
func (cmd *demoCmd) Run(ctx context.Context, c *console) error {
	dir, err := cmd.folder(ctx)
	if err != nil {
		return err
	}
	web, err := demo.Start()
	if err != nil {
		return err
	}
	defer web.Close()
	defer c.writeDemoFolder(dir)
	flags := settings.Default()
	flags.Scope, flags.Delay, flags.Proxy, flags.Contact = "list", cmd.Delay, web.Proxy(), "demo@localhost"
	fmt.Fprintf(c.notes, "Crawling the sample web of a fictional university into %s\n", dir)
	saved := savedSettings{Settings: settings.Layer{"scope": {"list"}, "seeds": web.Seeds()}}
	if err := c.crawl(ctx, dir, &plan{flags: flags, seeds: web.Seeds(), save: saved}); err != nil {
		return err
	}
	if err := cmd.report(ctx, c, dir); err != nil {
		return err
	}
	fmt.Fprintf(c.out, `
Try these commands:

  sluice documents -d %[1]s
  sluice search -d %[1]s 'polite crawling'
  sluice pages -d %[1]s --where 'status >= 400'
  sluice show -d %[1]s %[2]s
  sluice export urls -d %[1]s

Then crawl a real site:

  sluice crawl -d mylib --contact YOU@EXAMPLE.ORG https://www.example.org/
`, shell.Quote(dir), web.Seeds()[0])
	return nil
}

// writeDemoFolder says where the library of a demo is and how to delete it, also after an interruption. A folder that is still empty is
// deleted.
func (c *console) writeDemoFolder(dir string) {
	if err := os.Remove(dir); err == nil || errors.Is(err, os.ErrNotExist) {
		return
	}
	fmt.Fprintf(c.out, "\nThe library is in %s. Delete it with:\n\n  rm -r %s\n", screen.Escape(dir), shell.Quote(dir))
}

// folder returns the folder of the demo. Without -d it creates a temporary one.
func (cmd *demoCmd) folder(ctx context.Context) (string, error) {
	if cmd.Dir == "" {
		return os.MkdirTemp("", "sluice-demo-*")
	}
	found, err := wiring.Exists(ctx, cmd.Dir)
	if err != nil {
		return "", err
	}
	if found {
		return "", usagef("%s already contains a library; see it with `sluice report -d %s`", cmd.Dir, shell.Quote(cmd.Dir))
	}
	return filepath.Clean(cmd.Dir), nil
}

// report shows what the demo has crawled, as `sluice report` does.
func (cmd *demoCmd) report(ctx context.Context, c *console, dir string) error {
	fmt.Fprintln(c.out)
	return (&reportCmd{folder: folder{Dir: dir}}).Run(ctx, c)
}
