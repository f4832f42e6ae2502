package main

import (
	"context"
	"fmt"

	"sluice/cmd/sluice/internal/screen"
	"sluice/cmd/sluice/internal/settings"
	"sluice/document/genre"
	"sluice/internal/wiring"
	"sluice/library"
)

// judgeCmd records a person's verdict on a document.
type judgeCmd struct {
	folder
	Document string `arg:"" help:"The document: a URL, the first digits of its hash, or the name of its file."`
	Genre    string `placeholder:"GENRE" help:"Its genre: paper, thesis, report, faq, book, slides, poster, cv, course, form, other."`
	Accept   bool   `xor:"state" help:"Accept it, whatever its genre."`
	Reject   bool   `xor:"state" help:"Move it to the trash, whatever its genre."`
}

// Help returns the long text of `sluice judge`.
func (judgeCmd) Help() string {
	return `Sets the genre of a document. Your verdict overrides that of the filter, also when the
document is fetched or read again, and the filter learns from it for later documents.
` + "`sluice convert --again`" + ` applies what the filter has learned to the documents in the library.

With --genre alone the document is accepted if --accept of ` + "`sluice crawl`" + ` names its genre, else it goes to the
trash. With --accept or --reject alone its genre stays, and the filter learns nothing.

A document that you accept is described and indexed like those that the filter accepts. If ` + "`sluice trash empty`" + ` has deleted
its file, the file is fetched again, from the archive or from where it was found.

EXAMPLES

    sluice judge http://www.example.org/papers/smith.pdf --genre thesis
    sluice judge 3fa94c17 --reject
    sluice judge handbook.pdf --genre book --accept`
}

// Run stores the verdict in the journal first and then applies it. It reads the document again
// from the catalogue to report its new state.
func (cmd *judgeCmd) Run(ctx context.Context, c *console) error {
	if cmd.Genre == "" && !cmd.Accept && !cmd.Reject {
		return usagef("verdict missing: add --genre GENRE, --accept or --reject")
	}
	if cmd.Genre != "" {
		if err := settings.CheckGenre(cmd.Genre); err != nil {
			return usagef("--genre: %w", err)
		}
	}
	return c.withCollection(ctx, cmd.path(ctx), func(ctx context.Context, docs *wiring.Collection) error {
		d, err := docs.Find(ctx, cmd.Document)
		if err != nil {
			return err
		}
		var state library.State
		switch {
		case cmd.Accept:
			state = library.Accepted
		case cmd.Reject:
			state = library.Rejected
		}
		cfg, err := fetchConfig(ctx, cmd.path(ctx))
		if err != nil {
			return err
		}
		if err := docs.Judge(ctx, cfg, d.SHA256, cmd.Genre, state); err != nil {
			return err
		}
		d, _, err = docs.Catalogue.Documents.Get(ctx, d.SHA256)
		if err != nil {
			return err
		}
		fmt.Fprintf(c.notes, "%s: %s, %s.\n", screen.Escape(nameOf(&d)), d.Verdict.Genre, d.State)
		return nil
	})
}

// isGenre reports whether s is the name of a genre.
func isGenre(s string) bool { return genre.Genre(s).Valid() }

// nameOf returns what a document is called on the screen: its title, else its URL, file name or hash.
func nameOf(d *library.Document) string {
	for _, f := range d.Fields {
		if f.Name == "title" {
			return f.Value
		}
	}
	if len(d.Locations) > 0 {
		return d.Locations[0].URL
	}
	if d.Name != "" {
		return d.Name
	}
	return d.SHA256
}
