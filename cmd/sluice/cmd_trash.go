package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"sluice"
	"sluice/cmd/sluice/internal/screen"
	"sluice/cmd/sluice/internal/settings"
	"sluice/internal/catalogue"
)

type trashCmd struct {
	List    trashListCmd    `cmd:"" default:"withargs" help:"List what is in the trash, and why."`
	Restore trashRestoreCmd `cmd:"" help:"Take documents out of the trash: they are accepted."`
	Empty   trashEmptyCmd   `cmd:"" help:"Throw away the files in the trash for good."`
}

func (trashCmd) Help() string {
	return `The trash has the documents that were rejected, each with its verdict and reason, and older
versions of documents that have changed, each with its successor. They are not
searched and not exported.

EXAMPLES

    sluice trash list
    sluice trash restore 3fa94c17
    sluice trash empty --older 30d`
}

type trashListCmd struct {
	folder
	JSON bool `name:"json" help:"One JSON object a line."`
}

// thrown is a document in the trash, as JSON.
type thrown struct {
	SHA256     string    `json:"sha256"`
	URL        string    `json:"url,omitempty"`
	Title      string    `json:"title,omitempty"`
	State      string    `json:"state"`
	Reason     string    `json:"reason"`
	Genre      string    `json:"genre,omitempty"`
	Confidence float64   `json:"confidence,omitempty"`
	ReplacedBy string    `json:"replaced_by,omitempty"`
	Size       int64     `json:"size"`
	Kept       bool      `json:"kept"` // the file is there still
	At         time.Time `json:"at,omitzero"`
}

func (cmd *trashListCmd) Run(ctx context.Context, c *console) error {
	return c.withCollection(ctx, cmd.path(), func(ctx context.Context, docs *sluice.Collection) error {
		table := screen.Table{Width: screen.TerminalWidth(c.out, 0), Columns: []screen.Column{
			{Title: "hash"}, {Title: "genre"}, {Title: "reason", Shrink: true}, {Title: "size", Right: true}, {Title: "document", Shrink: true},
		}}
		for d, err := range docs.Repository.Trash(ctx) {
			if err != nil {
				return err
			}
			if cmd.JSON {
				if err := json.NewEncoder(c.out).Encode(thrownOf(&d)); err != nil {
					return err
				}
				continue
			}
			table.Rows = append(table.Rows, []string{d.SHA256[:12], d.Verdict.Genre, reasonOf(&d), screen.Bytes(d.Size), nameOf(&d)})
		}
		if cmd.JSON {
			return nil
		}
		if len(table.Rows) == 0 {
			fmt.Fprintln(c.err, "The trash is empty.")
			return nil
		}
		return table.Write(c.out)
	})
}

func thrownOf(d *catalogue.Document) thrown {
	t := thrown{SHA256: d.SHA256, State: string(d.State), Reason: reasonOf(d), Genre: d.Verdict.Genre, Confidence: d.Verdict.Confidence,
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

// reasonOf says why a document is in its state.
func reasonOf(d *catalogue.Document) string {
	reason := d.Cause
	if d.State == catalogue.Replaced && d.ReplacedBy != "" {
		reason = "replaced by " + d.ReplacedBy[:12]
	}
	if !d.Kept {
		reason += " (thrown away)"
	}
	return reason
}

type trashRestoreCmd struct {
	folder
	Documents []string `arg:"" name:"document" help:"The documents: URLs, first digits of hashes, or names of files."`
}

func (cmd *trashRestoreCmd) Run(ctx context.Context, c *console) error {
	return c.withCollection(ctx, cmd.path(), func(ctx context.Context, docs *sluice.Collection) error {
		cfg, err := fetchConfig(ctx, cmd.path())
		if err != nil {
			return err
		}
		var errs []error
		for _, what := range cmd.Documents {
			d, err := docs.Find(ctx, what)
			if err == nil {
				err = docs.TakeBack(ctx, cfg, d.SHA256)
			}
			if err != nil {
				errs = append(errs, err)
				continue
			}
			fmt.Fprintf(c.err, "%s: accepted.\n", screen.Escape(nameOf(&d)))
		}
		return errors.Join(errs...)
	})
}

type trashEmptyCmd struct {
	folder
	Older settings.Age `placeholder:"TIME" help:"Only what was put there longer ago than this, such as 36h, 30d or 2w."`
}

func (trashEmptyCmd) Help() string {
	return `Deletes the files of the documents in the trash, and what was read of them. The
catalogue remembers their hashes, so that they are known when they are met again,
and the archive has the answers that brought them: from there, else from where they were found,
` + "`sluice trash restore`" + ` and ` + "`sluice restore`" + ` get one again that you name.`
}

func (cmd *trashEmptyCmd) Run(ctx context.Context, c *console) error {
	return c.withCollection(ctx, cmd.path(), func(ctx context.Context, docs *sluice.Collection) error {
		n, bytes, err := docs.EmptyTrash(ctx, time.Now().Add(-time.Duration(cmd.Older)))
		if err != nil {
			return err
		}
		fmt.Fprintf(c.err, "%s thrown away, %s.\n", screen.Counted(int64(n), "document"), screen.Bytes(bytes))
		return nil
	})
}
