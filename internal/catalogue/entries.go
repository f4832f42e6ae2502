package catalogue

import (
	"context"
	"time"

	"sluice/internal/query"
	"sluice/library"
)

// Entry is one decision of a person, as the journal in the repository records it (see package
// repository).
type Entry struct {
	At      time.Time     `json:"at"`
	Do      string        `json:"do"` // one of the constants below
	SHA256  string        `json:"sha256,omitempty"`
	Genre   string        `json:"genre,omitempty"`
	State   library.State `json:"state,omitempty"`
	Fields  []EntryField  `json:"fields,omitempty"`
	URL     string        `json:"url,omitempty"`
	Name    string        `json:"name,omitempty"`
	Type    string        `json:"type,omitempty"`
	Wrapped string        `json:"wrapped,omitempty"`
	Size    int64         `json:"size,omitempty"`
	Pattern query.Pattern `json:"pattern,omitempty"`
	Reason  string        `json:"reason,omitempty"`

	// Refiled marks a "judge" of a document whose file, once deleted from the trash, is in the
	// repository again.
	Refiled bool `json:"-"`
}

// EntryField is a field of a document that a person set.
type EntryField struct {
	Name  string `json:"name"`
	Value string `json:"value"`
}

// The decisions of an [Entry]. A word is on disk: never change one.
const (
	DoJudge  = "judge"
	DoEdit   = "edit"
	DoRecord = "record" // what a bibliography says of the document
	DoAdd    = "add"
	DoRemove = "remove"
	DoAllow  = "allow"
)

// Apply applies decisions of people in one transaction and returns where files now belong.
// Applying an entry twice has the effect of applying it once. Decisions about documents that
// were removed are ignored, and so is [DoAdd]: see [Documents.File].
func (ds *Documents) Apply(ctx context.Context, doing string, entries ...Entry) (Moves, error) {
	return ds.changeFiles(ctx, doing, func(f *filing) error {
		for _, e := range entries {
			if err := f.apply(ctx, e); err != nil {
				return err
			}
		}
		return nil
	})
}

// apply applies one decision.
func (f *filing) apply(ctx context.Context, e Entry) error {
	if s, err := f.standing(e.SHA256); err != nil || s.state == library.Removed {
		return err
	}
	switch e.Do {
	case DoJudge:
		err := f.judge(Correction{SHA256: e.SHA256, Genre: e.Genre, State: e.State, At: e.At})
		if err != nil || !e.Refiled {
			return err
		}
		f.moved[e.SHA256] = library.Accepted
		return f.exec("UPDATE documents SET kept = 1 WHERE sha256 = $1", e.SHA256)
	case DoEdit:
		return f.edit(ctx, "edits", e)
	case DoRecord:
		return f.edit(ctx, "bibliography_fields", e)
	case DoRemove:
		return f.remove(ctx, Removal{Pattern: e.Pattern, Reason: e.Reason, At: e.At})
	case DoAllow:
		f.removals = true
		return f.exec("DELETE FROM removals WHERE pattern = $1", word(string(e.Pattern)))
	}
	return nil
}
