package catalogue

import (
	"context"
	"database/sql"
	"slices"
	"time"

	"sluice/document/describe"
	"sluice/document/genre"
	"sluice/library"
)

// The decisions of people about documents are stored by hash, in tables of their own and in a
// journal beside the documents, and is put over what was read and judged each time that a
// document is filed.

// Correction is a person's verdict.
type Correction struct {
	SHA256 string
	Genre  string        // empty: as judged
	State  library.State // Accepted, Rejected, or empty: as it follows from the genre
	At     time.Time
}

// corrected replaces the verdict of a document by that of a person, if there is one.
func (f *filing) corrected(d *library.Document) error {
	var said, state sql.NullString
	found, err := f.one("SELECT genre, state FROM corrections WHERE sha256 = $1", []any{d.SHA256}, &said, &state)
	if err != nil || !found {
		return err
	}
	if said.Valid {
		d.Verdict = library.Verdict{Genre: genre.Genre(said.String), Confidence: 1, By: byUser, Reasons: personSaid}
	}
	if state.Valid && (d.State == library.Accepted || d.State == library.Rejected || d.State == library.Replaced) {
		d.Verdict.By, d.State = byUser, library.State(state.String)
		d.Cause = causeSaid(d.State)
	}
	return nil
}

// edited returns the fields of a document. Those that a person set come first, then those of a bibliography, so that they are
// the best of their name.
func (f *filing) edited(sha256 string, found []describe.Field) ([]describe.Field, error) {
	s, err := f.stmt(`SELECT name, value, 0 AS rank, position FROM edits WHERE sha256 = $1
		UNION ALL SELECT name, value, 1, position FROM bibliography_fields WHERE sha256 = $1 ORDER BY rank, name, position`)
	if err != nil {
		return nil, err
	}
	rows, err := s.Query(sha256)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	var fields []describe.Field
	for rows.Next() {
		e := describe.Field{Source: sourceUser, Confidence: 1}
		var rank, position int
		if err := rows.Scan(&e.Name, &e.Value, &rank, &position); err != nil {
			return nil, err
		}
		if rank > 0 {
			e.Source, e.Confidence = describe.Bibliography, describe.BibliographyConfidence
		}
		fields = append(fields, e)
	}
	found = slices.DeleteFunc(slices.Clone(found), func(e describe.Field) bool {
		return e.Source == sourceUser || e.Source == describe.Bibliography
	})
	return append(fields, found...), rows.Err()
}

// judge records a person's verdict and changes the document if there is one.
func (f *filing) judge(c Correction) error {
	err := f.exec(`INSERT INTO corrections (sha256, genre, state, at) VALUES ($1, $2, $3, $4) ON CONFLICT (sha256) DO UPDATE SET
		genre = COALESCE(excluded.genre, corrections.genre), state = COALESCE(excluded.state, corrections.state), at = excluded.at`,
		c.SHA256, text(c.Genre), text(string(c.State)), stamp(c.At))
	if err != nil {
		return err
	}
	s, err := f.standing(c.SHA256)
	if err != nil || s.id == 0 || s.state == library.Removed {
		return err
	}
	if c.Genre != "" {
		err = f.exec("UPDATE documents SET genre = $2, confidence = 1, judged_by = 'user', reasons = $3, judged_at = $4, changes = changes + 1 WHERE id = $1",
			s.id, text(c.Genre), reasonText(personSaid), stamp(c.At))
		if err != nil {
			return err
		}
	}
	if c.State == "" || c.State == s.state || s.state == library.Waiting { // what waits takes the state once it is read
		return nil
	}
	err = f.exec(`UPDATE documents SET state = $2, cause = $3, judged_by = 'user', judged_at = $4, state_at = $4, replaced_by = NULL,
		changes = changes + 1 WHERE id = $1`, s.id, string(c.State), text(causeSaid(c.State)), stamp(c.At))
	if err != nil {
		return err
	}
	f.moved[c.SHA256] = c.State
	return f.reviewAll(s.id)
}

// personSaid is the reason of a verdict by a person.
var personSaid = []genre.Reason{{Feature: "a person said so", Weight: 1}}

// causeSaid returns the cause of a state that a person has chosen. Only a rejection shows one.
func causeSaid(s library.State) library.Cause {
	if s == library.Rejected {
		return "a person said so"
	}
	return ""
}

// edit records the values of an entry in a table, all values of a name at once, and changes the
// document. A name with one empty value gets back what was found in the document.
func (f *filing) edit(ctx context.Context, table string, e Entry) error {
	cleared := map[string]bool{}
	for i, field := range e.Fields {
		if !cleared[field.Name] {
			cleared[field.Name] = true
			if err := f.exec("DELETE FROM "+table+" WHERE sha256 = $1 AND name = $2", e.SHA256, word(field.Name)); err != nil {
				return err
			}
		}
		if field.Value == "" {
			continue
		}
		err := f.exec("INSERT INTO "+table+" (sha256, name, position, value, at) VALUES ($1, $2, $3, $4, $5)",
			e.SHA256, word(field.Name), i, word(field.Value), stamp(e.At))
		if err != nil {
			return err
		}
	}
	s, err := f.standing(e.SHA256)
	if err != nil || s.id == 0 || s.state == library.Removed {
		return err
	}
	return f.redescribe(ctx, s.id, e.SHA256)
}

// redescribe writes the fields of a document and their summary again, from what was found and
// what people set since.
func (f *filing) redescribe(ctx context.Context, id int64, sha256 string) error {
	found, err := f.fields(ctx, id)
	if err != nil {
		return err
	}
	fields, err := f.edited(sha256, found)
	if err != nil {
		return err
	}
	s := summarize(fields)
	read := s.language == "" && summarize(found).language == "" // no field has it: it was found in the text
	err = f.exec(`UPDATE documents SET title = $2, authors = $3, year = $4, venue = $5, doi = $6, abstract = $7,
		language = CASE WHEN $8 = 1 THEN language ELSE $9 END, changes = changes + 1 WHERE id = $1`,
		id, text(s.title), text(s.authors), nonZero(s.year), text(s.venue), text(s.doi), text(s.abstract), flag(read), text(s.language))
	if err != nil {
		return err
	}
	if err := f.putFields(id, fields); err != nil {
		return err
	}
	return f.cite(id)
}

// fields returns the stored fields of a document.
func (f *filing) fields(ctx context.Context, id int64) ([]describe.Field, error) {
	return selectAll(ctx, f.tx, scanField, fieldsOf, id)
}

// Corrections returns all verdicts of people, the oldest first.
func (ds *Documents) Corrections(ctx context.Context) ([]Correction, error) {
	all, err := selectAll(ctx, ds.reader, scanCorrection, "SELECT sha256, genre, state, at FROM corrections ORDER BY at, sha256")
	return all, ds.failed("read corrections", err)
}

// Correction returns a person's decision about a document, or the zero value.
func (ds *Documents) Correction(ctx context.Context, sha256 string) (one Correction, err error) {
	all, err := selectAll(ctx, ds.reader, scanCorrection, "SELECT sha256, genre, state, at FROM corrections WHERE sha256 = $1", sha256)
	if len(all) > 0 {
		one = all[0]
	}
	return one, ds.failed("read a correction", err)
}

// scanCorrection reads a [Correction].
func scanCorrection(row scanner) (one Correction, err error) {
	var genre, state sql.NullString
	var at string
	err = row.Scan(&one.SHA256, &genre, &state, &at)
	one.Genre, one.State, one.At = genre.String, library.State(state.String), timeOf(at)
	return one, err
}
