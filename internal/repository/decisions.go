package repository

import (
	"context"
	"errors"
	"fmt"
	"time"

	"sluice/document/describe"
	"sluice/internal/catalogue"
	"sluice/library"
)

// Judge records a person's verdict on a document, which applies from now on and can train a
// filter. Either genre or state may be empty; an earlier verdict on it then remains. The error
// is [ErrNoFile] if a document is to be accepted whose file was deleted from the trash.
func (r *Repository) Judge(ctx context.Context, sha256, genre string, state library.State) error {
	switch {
	case !catalogue.IsSHA256(sha256):
		return fmt.Errorf("judge %q: it is not a SHA-256", sha256)
	case genre == "" && state == "":
		return errors.New("judge a document: neither genre nor state is given")
	case state != "" && state != library.Accepted && state != library.Rejected:
		return fmt.Errorf("judge a document: state %q is neither accepted nor rejected", state)
	}
	e := catalogue.Entry{At: time.Now().UTC(), Do: catalogue.DoJudge, SHA256: sha256, Genre: genre, State: state}
	if state == library.Accepted {
		d, ok, err := r.c.Documents.Row(ctx, sha256)
		if err != nil {
			return err
		}
		if e.Refiled = ok && !d.Kept && d.State != library.Removed; e.Refiled {
			if _, err := r.Path(ctx, sha256); err != nil {
				return err
			}
		}
	}
	return r.record(ctx, "judge document "+sha256, e)
}

// Edit sets fields of a document by hand: all values of each given name. One empty value
// removes the correction of a name, so that the value found in the document counts again. Source and confidence of the given
// fields are ignored.
func (r *Repository) Edit(ctx context.Context, sha256 string, fields []describe.Field) error {
	return r.setFields(ctx, catalogue.DoEdit, sha256, fields)
}

// SetRecord records what a bibliography says of a document, whether it is here or not: all values of a name at once. It stands behind what
// people correct and before what is found in the document.
func (r *Repository) SetRecord(ctx context.Context, sha256 string, fields []describe.Field) error {
	return r.setFields(ctx, catalogue.DoRecord, sha256, fields)
}

// setFields records fields of a document.
func (r *Repository) setFields(ctx context.Context, do, sha256 string, fields []describe.Field) error {
	if !catalogue.IsSHA256(sha256) {
		return fmt.Errorf("edit %q: it is not a SHA-256", sha256)
	}
	if len(fields) == 0 || len(fields) > catalogue.MaxFields {
		return fmt.Errorf("edit a document: %d fields are given (1 to %d can be)", len(fields), catalogue.MaxFields)
	}
	e := catalogue.Entry{At: time.Now().UTC(), Do: do, SHA256: sha256}
	for _, f := range fields {
		if f.Name == "" {
			return errors.New("edit a document: a field has no name")
		}
		e.Fields = append(e.Fields, catalogue.EntryField{Name: f.Name, Value: f.Value})
	}
	return r.record(ctx, "edit document "+sha256, e)
}
