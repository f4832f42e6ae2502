package main

import (
	"context"
	"errors"
	"fmt"
	"time"

	"sluice/cmd/sluice/internal/units"
	"sluice/library"

	"sluice/cmd/sluice/internal/screen"
	"sluice/internal/wiring"
)

// trashCmd groups the commands for rejected and replaced documents.
type trashCmd struct {
	List    trashListCmd    `cmd:"" default:"withargs" help:"List the documents in the trash with their reasons."`
	Restore trashRestoreCmd `cmd:"" help:"Accept documents that are in the trash."`
	Empty   trashEmptyCmd   `cmd:"" help:"Delete the files of the documents in the trash."`
}

// Help returns the long text of `sluice trash`.
func (trashCmd) Help() string {
	return `The trash contains rejected documents with their verdicts and reasons, and older versions of
documents that have changed, with their successors. They are not searched and not
exported.

` + "`sluice trash restore`" + ` changes a verdict: it accepts a document that is in the trash. ` + "`sluice restore`" + ` changes none: it gets
lost files again.

EXAMPLES

    sluice trash list
    sluice trash restore 3fa94c17
    sluice trash empty --older 30d`
}

// trashListCmd lists the trash.
type trashListCmd struct {
	folder
	JSON bool `name:"json" help:"Print one JSON object per line."`
}

// trashed is the JSON form of a document in the trash.
type trashed struct {
	SHA256     string    `json:"sha256"`
	URL        string    `json:"url,omitempty"`
	Title      string    `json:"title,omitempty"`
	State      string    `json:"state"`
	Reason     string    `json:"reason"`
	Genre      string    `json:"genre,omitempty"`
	Confidence float64   `json:"confidence,omitempty"`
	ReplacedBy string    `json:"replaced_by,omitempty"`
	Size       int64     `json:"size"`
	Kept       bool      `json:"kept"` // the file still exists
	At         time.Time `json:"at,omitzero"`
}

// Run lists documents with the reason why they are in the trash. JSON is written row by row;
// the table needs all rows to align them.
func (cmd *trashListCmd) Run(ctx context.Context, c *console) error {
	return withContents(ctx, cmd.path(ctx), func(docs *wiring.Contents) error {
		table := screen.Table{Width: screen.TerminalWidth(c.out, 0), Columns: []screen.Column{
			{Title: "hash"}, {Title: "genre"}, {Title: "reason", Shrink: true}, {Title: "size", Right: true}, {Title: "document", Shrink: true},
		}}
		for d, err := range docs.Repository.Trash(ctx) {
			if err != nil {
				return err
			}
			if cmd.JSON {
				if err := screen.WriteJSON(c.out, trashedOf(&d), ""); err != nil {
					return err
				}
				continue
			}
			short, err := docs.Catalogue.ShortHash(ctx, d.SHA256)
			if err != nil {
				return err
			}
			table.Rows = append(table.Rows, []string{short, string(d.Verdict.Genre), reasonOf(&d), screen.Bytes(d.Size), nameOf(&d)})
		}
		if cmd.JSON {
			return nil
		}
		if len(table.Rows) == 0 {
			fmt.Fprintln(c.notes, "The trash is empty.")
			return nil
		}
		return table.Write(c.out)
	})
}

// trashedOf returns the JSON form of a document in the trash.
func trashedOf(d *library.Document) trashed {
	t := trashed{SHA256: d.SHA256, State: string(d.State), Reason: reasonOf(d), Genre: string(d.Verdict.Genre), Confidence: d.Verdict.Confidence,
		ReplacedBy: d.ReplacedBy, Size: d.Size, Kept: d.Kept, At: d.Since}
	if len(d.Locations) > 0 {
		t.URL = d.Locations[0].URL
	}
	for _, f := range d.Fields {
		if f.Name == "title" {
			t.Title = f.Value
			break
		}
	}
	return t
}

// reasonOf returns why a document is in its state.
func reasonOf(d *library.Document) string {
	reason := string(d.Cause)
	if d.State == library.Replaced && d.ReplacedBy != "" {
		reason = "replaced by " + d.ReplacedBy[:8]
	}
	if !d.Kept {
		reason += " (file deleted)"
	}
	return reason
}

// trashRestoreCmd accepts documents that are in the trash.
type trashRestoreCmd struct {
	folder
	Documents []string `arg:"" name:"document" help:"The documents: URLs, first digits of hashes, or file names."`
}

// Run accepts each named document. If a file was deleted it is fetched again, which needs the
// settings of the crawl.
func (cmd *trashRestoreCmd) Run(ctx context.Context, c *console) error {
	return c.withCollection(ctx, cmd.path(ctx), func(ctx context.Context, docs *wiring.Collection) error {
		cfg, err := fetchConfig(ctx, cmd.path(ctx))
		if err != nil {
			return err
		}
		var errs []error
		for _, what := range cmd.Documents {
			d, err := docs.Find(ctx, what)
			if err == nil {
				err = docs.AcceptFromTrash(ctx, cfg, d.SHA256)
			}
			if err != nil {
				errs = append(errs, err)
				continue
			}
			fmt.Fprintf(c.notes, "%s: accepted.\n", screen.Escape(nameOf(&d)))
		}
		return errors.Join(errs...)
	})
}

// trashEmptyCmd deletes the files of documents in the trash, and keeps their rows.
type trashEmptyCmd struct {
	folder
	confirmation
	Older units.Age `placeholder:"TIME" help:"Only documents that have been in the trash longer than this, such as 36h, 30d or 2w."`
}

// Help returns the long text of `sluice trash empty`.
func (trashEmptyCmd) Help() string {
	return `Deletes the files of the documents in the trash, and their texts, to make room. The catalogue keeps their
hashes and metadata, so that they are recognized when they are found again, and the archive keeps the responses
that contained them: to erase a document everywhere, use ` + "`sluice remove`" + `. ` + "`sluice trash restore`" + ` and ` + "`sluice restore`" + ` get a document that you name from
there, else from the URLs where it was found.

The command shows what it would delete and asks. Where standard input is not a terminal, it needs --yes.

EXAMPLES

    sluice trash empty --dry-run
    sluice trash empty --older 30d --yes`
}

// Run deletes the files and reports how much space they took.
func (cmd *trashEmptyCmd) Run(ctx context.Context, c *console) error {
	before := time.Now().Add(-time.Duration(cmd.Older))
	if err := cmd.check(c); err != nil {
		return err
	}
	if !cmd.Yes {
		if some, err := cmd.preview(ctx, c, before); err != nil || !some || cmd.DryRun {
			return err
		}
		if err := c.ask("Delete these files?"); err != nil {
			return err
		}
	}
	return c.withCollection(ctx, cmd.path(ctx), func(ctx context.Context, docs *wiring.Collection) error {
		n, bytes, err := docs.Repository.EmptyTrash(ctx, before)
		if err != nil {
			return err
		}
		fmt.Fprintf(c.notes, "%s deleted, %s.\n", screen.Counted(int64(n), "document"), screen.Bytes(bytes))
		return nil
	})
}

// maxTitles is the number of documents that a preview of a deletion names.
const maxTitles = 5

// preview writes what would be deleted and reports whether there is anything.
func (cmd *trashEmptyCmd) preview(ctx context.Context, c *console, before time.Time) (some bool, err error) {
	var n, bytes int64
	var titles []string
	err = withContents(ctx, cmd.path(ctx), func(docs *wiring.Contents) error {
		for d, err := range docs.Repository.TrashFiles(ctx, before) {
			if err != nil {
				return err
			}
			n++
			bytes += d.Size
			if len(titles) < maxTitles {
				titles = append(titles, nameOf(&d))
			}
		}
		return nil
	})
	if err != nil {
		return false, err
	}
	if n == 0 {
		fmt.Fprintln(c.notes, "Nothing to delete: no document in the trash has a file and is old enough.")
		return false, nil
	}
	out := cmd.previewTo(c)
	fmt.Fprintf(out, "The files of %s in the trash, %s:\n", screen.Counted(n, "document"), screen.Bytes(bytes))
	writeTitles(out, titles, n)
	return true, nil
}
