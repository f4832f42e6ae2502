package intake

import (
	"context"
	"errors"

	"sluice/document/content"
	"sluice/document/describe"
	"sluice/internal/catalogue"
	"sluice/internal/repository"
)

// addHints adds what the library knows of a document's first lines: which of them the documents of its host repeat, and what others cite
// that begins so.
func (in *Intake) addHints(ctx context.Context, f *catalogue.Filing, d *content.Document, said *linking) (err error) {
	lines := describe.FirstLines(d)
	if len(f.Locations) > 0 {
		if said.repeated, err = in.Documents.RepeatedLines(ctx, f.Locations[0].Host, lines); err != nil {
			return err
		}
	}
	if said.cited, err = in.Documents.CitedTitles(ctx, f.SHA256, lines); err != nil {
		return err
	}
	for _, line := range lines {
		f.FirstLines = append(f.FirstLines, catalogue.FirstLine{Text: line, IsRepeated: said.repeated[line]})
	}
	return nil
}

// describedAtOnce is the number of documents that are looked up together to be described again.
const describedAtOnce = 50

// describeAgain describes documents again whose title begins with what their host turned out to repeat.
func (in *Intake) describeAgain(ctx context.Context) error {
	for {
		doubtful, err := in.Documents.DoubtfulTitles(ctx, describedAtOnce)
		if err != nil || len(doubtful) == 0 {
			return err
		}
		for _, sha256 := range doubtful {
			if err := in.describeOne(ctx, sha256); err != nil {
				return err
			}
		}
		if err := in.index(ctx, nil); err != nil {
			return err
		}
	}
}

// describeOne describes a document again. One that cannot be read any more keeps its title.
func (in *Intake) describeOne(ctx context.Context, sha256 string) error {
	d, ok, err := in.Documents.Get(ctx, sha256)
	if err != nil {
		return err
	}
	if ok {
		f, err := in.Reread(ctx, &d)
		switch {
		case errors.Is(err, repository.ErrNoFile):
		case err != nil:
			return err
		case !f.Read.IsZero():
			return in.Repository.File(ctx, []catalogue.Filing{*f})
		}
	}
	return in.Documents.Undoubt(ctx, sha256)
}
