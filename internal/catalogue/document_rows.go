package catalogue

import (
	"database/sql"
	"encoding/json"

	"sluice/document/describe"
	"sluice/document/genre"
	"sluice/library"
)

// documentColumns are the columns that scanDocument reads, of v_library as v and documents as
// d.
const documentColumns = `d.id, v.sha256, v.size, v.type, v.wrapped, v.name, v.state, v.reason, v.genre, d.confidence, v.judged_by, d.reasons,
	d.pages, d.words, v.language, d.pdf, d.thumbnail, d.kept, d.changes, v.added_at, v.judged_at, v.read_at, v.linked_from, v.citations, v.copies, v.work, v.replaced_by, v.state_at, v.cut, d.relevance`

// scanDocument reads the columns of documentColumns. Fields and locations stay empty: see
// complete.
func scanDocument(row scanner) (d numbered, err error) {
	var t [10]sql.NullString
	var confidence sql.NullFloat64
	var added, since string
	var judged, read sql.NullString
	err = row.Scan(&d.id, &d.SHA256, &d.Size, &d.Type, &t[0], &t[1], &d.State, &t[2], &t[3], &confidence, &t[4], &t[5],
		&d.Pages, &d.Words, &t[6], &d.PDF, &d.Thumbnail, &d.Kept, &d.changes, &added, &judged, &read, &d.LinkedFrom, &d.Citations, &d.Copies, &t[7], &t[8], &since, &t[9], &d.Relevance)
	d.Wrapped, d.Name, d.Cause, d.Language, d.Work, d.ReplacedBy = t[0].String, t[1].String, library.Cause(t[2].String), t[6].String, t[7].String, t[8].String
	d.Verdict = library.Verdict{Genre: genre.Genre(t[3].String), Confidence: confidence.Float64, By: t[4].String}
	d.Cut = t[9].String
	d.Added, d.Judged, d.Read, d.Since = timeOf(added), timeOf(judged.String), timeOf(read.String), timeOf(since)
	if err == nil && t[5].Valid {
		err = json.Unmarshal([]byte(t[5].String), &d.Verdict.Reasons)
	}
	return d, err
}

// numbered is a document with the id of its row, and the number of its changes that the full-text index has to follow.
type numbered struct {
	library.Document
	id, changes int64
}

// fieldsOf selects the fields of a document in their order.
const fieldsOf = "SELECT name, value, source, confidence FROM document_fields WHERE document = $1 ORDER BY position"

// scanField reads the columns of fieldsOf.
func scanField(row scanner) (e describe.Field, err error) {
	var source sql.NullString
	var confidence sql.NullFloat64
	err = row.Scan(&e.Name, &e.Value, &source, &confidence)
	e.Source, e.Confidence = source.String, confidence.Float64
	return e, err
}

// locationColumns are the columns that scanLocation reads, of locations as l.
const locationColumns = `l.url, l.host, l.name, l.parent, l.etag, l.last_modified, l.first_seen, l.last_seen, l.size, l.added, l.latest`

// scanLocation reads the columns of locationColumns.
func scanLocation(row scanner) (l library.Location, err error) {
	var t [5]sql.NullString
	var first, last string
	err = row.Scan(&l.URL, &t[0], &t[1], &t[2], &t[3], &t[4], &first, &last, &l.Size, &l.Added, &l.Latest)
	l.Host, l.Name, l.Parent, l.ETag = t[0].String, t[1].String, t[2].String, t[3].String
	l.LastModified, l.First, l.Last = timeOf(t[4].String), timeOf(first), timeOf(last)
	return l, err
}
