package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"sluice/cmd/sluice/internal/screen"
	"sluice/internal/repository"
	"sluice/internal/restore"
	"sluice/internal/wiring"
)

// verifyCmd compares the documents with their hashes and the catalogue with the disk.
type verifyCmd struct {
	folder
	JSON bool `name:"json" help:"Print one JSON object per line for each problem."`
}

// Help returns the long text of `sluice verify`.
func (verifyCmd) Help() string {
	return `Reads every stored document and compares it with its hash, and compares the catalogue with the
disk. Each problem is a line: a file that is missing, damaged, or stray, which means that it is not in the
catalogue. Of each kind the first hundred are listed; --json lists all. ` + "`sluice restore`" + ` gets missing and damaged files again. A stray does no harm;
` + "`sluice restore --strays`" + ` deletes it.

EXIT CODES

` + "`0`: There are no problems.\n\n`1`: There are problems."
}

// Run writes each problem when it is found, without --json the first ones of each kind, and ends with exit code 1 if there is one, so that a cron
// job notices.
func (cmd *verifyCmd) Run(ctx context.Context, c *console) error {
	return withContents(ctx, cmd.path(ctx), func(docs *wiring.Contents) error {
		var last repository.Progress
		problems, of := 0, map[repository.Fault]int{}
		for f, err := range docs.Repository.Verify(ctx, func(v repository.Progress) { last = v }) {
			if err != nil {
				return err
			}
			problems++
			if of[f.Fault]++; !cmd.JSON && of[f.Fault] > maxNamed {
				continue
			}
			name, err := called(ctx, docs, f)
			if err != nil {
				return err
			}
			if err := cmd.write(c, f, name); err != nil {
				return err
			}
		}
		for _, fault := range slices.Sorted(maps.Keys(of)) {
			if more := of[fault] - maxNamed; more > 0 && !cmd.JSON {
				fmt.Fprintf(c.out, "%-8s and %s more; --json lists all\n", fault, screen.Count(int64(more)))
			}
		}
		fmt.Fprintf(c.notes, "%s, %s read: %s.\n", screen.Counted(last.Documents, "document"), screen.Bytes(last.Bytes),
			screen.Counted(int64(problems), "problem"))
		if problems > 0 {
			return fmt.Errorf("verification found %s; `sluice restore` gets missing and damaged files again, with --strays it deletes strays",
				screen.Counted(int64(problems), "problem"))
		}
		return nil
	})
}

// write writes one problem as JSON or as a line: kind, file, and the document's URL or name.
func (cmd *verifyCmd) write(c *console, f repository.Finding, name string) error {
	if cmd.JSON {
		return screen.WriteJSON(c.out, map[string]string{
			"fault": string(f.Fault), "what": f.What, "sha256": f.SHA256, "name": name, "path": f.Path, "state": string(f.State), "detail": f.Detail,
		}, "")
	}
	line := strings.Join(screen.NonEmpty(cmp.Or(f.Path, f.SHA256), f.Detail, name), "  ")
	_, err := fmt.Fprintf(c.out, "%-8s %-9s %s\n", f.Fault, f.What, screen.Escape(line))
	return err
}

// called returns the URL, else the file name, of the document that a finding is about; it is empty
// for a stray.
func called(ctx context.Context, docs *wiring.Contents, f repository.Finding) (string, error) {
	if f.SHA256 == "" {
		return "", nil
	}
	d, ok, err := docs.Catalogue.Documents.Get(ctx, f.SHA256)
	if err != nil || !ok {
		return "", err
	}
	if len(d.Locations) > 0 {
		return d.Locations[0].URL, nil
	}
	return d.Name, nil
}

// restoreCmd gets missing and damaged files again.
type restoreCmd struct {
	folder
	Documents []string `arg:"" optional:"" name:"document" help:"Only these: URLs, first digits of hashes, or file names. Without any, everything that is missing or damaged."`
	Strays    bool     `help:"Delete files that are not in the catalogue; without it they are only listed."`
}

// Help returns the long text of `sluice restore`.
func (restoreCmd) Help() string {
	return `Restores documents whose files are missing or damaged: from the archive, which has every
response as it was sent, else politely from the URLs where they were found. The bytes must
have the document's hash. Texts, viewing copies and thumbnails are made again from the document.
A document whose file was deleted by ` + "`sluice trash empty`" + ` is restored only if you name it, and stays in the trash.
No verdict changes: to accept a document that is in the trash, use ` + "`sluice trash restore`" + `.

A stray is a file that is not in the catalogue. It is listed; with --strays it is deleted. Look at the strays before you
delete them after a rebuild: a document with a new verdict leaves its old file as a stray.

EXIT CODES

` + "`0`: All files are there.\n\n`1`: A file could not be restored.\n" + `
EXAMPLES

    sluice restore -d mylib
    sluice restore -d mylib http://www.example.org/papers/smith.pdf`
}

// Run writes the result for each file when it is known, because restoring from the Web is as
// slow as a polite crawl.
func (cmd *restoreCmd) Run(ctx context.Context, c *console) error {
	return c.withCollection(ctx, cmd.path(ctx), func(ctx context.Context, docs *wiring.Collection) error {
		cfg, err := fetchConfig(ctx, cmd.path(ctx))
		if err != nil {
			return err
		}
		wanted, err := cmd.wanted(ctx, docs)
		if err != nil {
			return err
		}
		lost, restored, deleted, unnamed := 0, 0, 0, error(nil)
		err = docs.Restore(ctx, cfg, restore.Selection{Documents: wanted, DeleteStrays: cmd.Strays}, func(r restore.Result) {
			f, became := r.Finding, "restored from "+r.From
			switch {
			case r.Err != nil:
				lost++
				became = "not restored: " + r.Err.Error()
			case f.Fault == repository.Stray && cmd.Strays:
				deleted++
				became = "deleted, not in the catalogue"
			case f.Fault == repository.Stray:
				became = "stray, not in the catalogue; --strays deletes it"
			default:
				restored++
			}
			name, failed := called(ctx, docs.Contents, f)
			unnamed = cmp.Or(unnamed, failed)
			if name != "" {
				name = " (" + name + ")"
			}
			fmt.Fprintf(c.out, "%s %s%s: %s\n", f.What, cmp.Or(f.SHA256, f.Path), screen.Escape(name), screen.Escape(became))
		})
		if isInterrupted(ctx, err) {
			return err
		}
		line := screen.Counted(int64(restored), "file") + " restored"
		if lost > 0 {
			line += fmt.Sprintf(", %s not", screen.Count(int64(lost)))
		}
		if deleted > 0 {
			line += fmt.Sprintf(", %s deleted", screen.Counted(int64(deleted), "stray"))
		}
		fmt.Fprintln(c.notes, line+".")
		if err = errors.Join(err, unnamed); err == nil && lost > 0 {
			err = fmt.Errorf("%s could not be restored", screen.Counted(int64(lost), "file"))
		}
		return err
	})
}

// wanted returns the hashes of the named documents; nil means all.
func (cmd *restoreCmd) wanted(ctx context.Context, docs *wiring.Collection) (map[string]bool, error) {
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
