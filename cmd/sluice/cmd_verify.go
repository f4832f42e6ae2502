package main

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"sluice"
	"sluice/cmd/sluice/internal/screen"
	"sluice/internal/repository"
)

type verifyCmd struct {
	folder
	JSON bool `name:"json" help:"One JSON object a line for each finding."`
}

func (verifyCmd) Help() string {
	return `Reads every stored document and compares it with its hash, and the rows of the catalogue
with what is on disk. Each finding is a line: missing, damaged, or stray, which is a file that nothing
in the catalogue tells of. ` + "`sluice restore`" + ` gets again what is missing or damaged; a stray does no harm, and
goes with ` + "`sluice restore --strays`" + `.

EXIT CODES

` + "`0`: All is as it should be.\n\n`1`: Something is not."
}

// errFaulty ends a command that has found faults, and has said so.
var errFaulty = errors.New("not all is as it should be; `sluice restore` gets again what is missing or damaged, and with --strays deletes what is stray")

func (cmd *verifyCmd) Run(ctx context.Context, c *console) error {
	return c.withCollection(ctx, cmd.path(), func(ctx context.Context, docs *sluice.Collection) error {
		var last repository.Verified
		faults := 0
		for f, err := range docs.Repository.Verify(ctx, func(v repository.Verified) { last = v }) {
			if err != nil {
				return err
			}
			faults++
			if err := cmd.write(c, f, called(ctx, docs, f)); err != nil {
				return err
			}
		}
		fmt.Fprintf(c.err, "%s, %s read: %s.\n", screen.Counted(last.Documents, "document"), screen.Bytes(last.Bytes),
			screen.Counted(int64(faults), "fault"))
		if faults > 0 {
			return errFaulty
		}
		return nil
	})
}

func (cmd *verifyCmd) write(c *console, f repository.Finding, name string) error {
	if cmd.JSON {
		return json.NewEncoder(c.out).Encode(map[string]string{
			"fault": string(f.Fault), "what": f.What, "sha256": f.SHA256, "name": name, "path": f.Path, "state": string(f.State), "detail": f.Detail,
		})
	}
	line := strings.Join(screen.NonEmpty(cmp.Or(f.Path, f.SHA256), f.Detail, name), "  ")
	_, err := fmt.Fprintf(c.out, "%-8s %-9s %s\n", f.Fault, f.What, screen.Escape(line))
	return err
}

// called gives the URL, else the name, of the document that a finding is about; empty for a stray.
func called(ctx context.Context, docs *sluice.Collection, f repository.Finding) string {
	d, ok, err := docs.Catalogue.Document(ctx, f.SHA256)
	if f.SHA256 == "" || !ok || err != nil {
		return ""
	}
	if len(d.Locations) > 0 {
		return d.Locations[0].URL
	}
	return d.Name
}

type restoreCmd struct {
	folder
	Documents []string `arg:"" optional:"" name:"document" help:"Only these: URLs, first digits of hashes, or names of files. Without any, all that is missing or damaged."`
	Strays    bool     `help:"Delete the files that no document has; without it they are only named."`
}

func (restoreCmd) Help() string {
	return `Gets again the documents whose files are missing or damaged: first from the archive, which
has every answer as it came, then from the URLs where they were found, politely. What
comes must have the document's hash. Texts, viewing copies and pictures are made again from the document.
A document that ` + "`sluice trash empty`" + ` has thrown away comes back only if you name it, and stays in the trash.

A stray, which is a file that nothing in the catalogue tells of, is named; with --strays it is deleted. After a rebuild
look at the strays first: a document that is judged otherwise now is one, too.

EXIT CODES

` + "`0`: All is there.\n\n`1`: Something could not be had.\n" + `
EXAMPLES

    sluice restore -d mylib
    sluice restore -d mylib http://www.example.org/papers/smith.pdf`
}

func (cmd *restoreCmd) Run(ctx context.Context, c *console) error {
	return c.withCollection(ctx, cmd.path(), func(ctx context.Context, docs *sluice.Collection) error {
		cfg, err := fetchConfig(ctx, cmd.path())
		if err != nil {
			return err
		}
		wanted, err := cmd.wanted(ctx, docs)
		if err != nil {
			return err
		}
		lost := 0
		err = docs.GetAgain(ctx, cfg, wanted, cmd.Strays, func(f repository.Finding, from string, err error) {
			became := "restored from " + from
			switch {
			case err != nil:
				lost++
				became = "not restored: " + err.Error()
			case f.Fault == repository.Stray && cmd.Strays:
				became = "deleted, no document has it"
			case f.Fault == repository.Stray:
				became = "stray, no document has it; --strays deletes it"
			}
			name := called(ctx, docs, f)
			if name != "" {
				name = " (" + name + ")"
			}
			fmt.Fprintf(c.out, "%s %s%s: %s\n", f.What, cmp.Or(f.SHA256, f.Path), screen.Escape(name), screen.Escape(became))
		})
		if err == nil && lost > 0 {
			err = fmt.Errorf("%s could not be restored", screen.Counted(int64(lost), "file"))
		}
		return err
	})
}

// wanted gives the hashes of the documents that are named; nil for all.
func (cmd *restoreCmd) wanted(ctx context.Context, docs *sluice.Collection) (map[string]bool, error) {
	if len(cmd.Documents) == 0 {
		return nil, nil
	}
	wanted := map[string]bool{}
	for _, what := range cmd.Documents {
		d, err := docs.Find(ctx, what)
		if err != nil {
			return nil, err
		}
		wanted[d.SHA256] = true
	}
	return wanted, nil
}
