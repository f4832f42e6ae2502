package catalogue

import (
	"context"
	"database/sql"
	"fmt"
	"slices"
	"strings"

	"sluice/library"
)

// Documents of one work form a group: documents that are related pair by pair, as formats or
// versions. Each row names the first document of its group.

// maxFormats bounds the formats that are looked for at one place, and maxWork the documents of
// a work that is divided again: a greater one only grows.
const (
	maxFormats = 20
	maxWork    = 1000
)

// relate relates a document to its other formats at the locations where it was found, and to
// the near duplicates that the filing names.
func (f *filing) relate(id int64, d *Filing, at []library.Location) error {
	var parted int64
	if d.Signature != nil { // it comes with what was found by it
		const versions = " FROM relations WHERE (document = $1 OR other = $1) AND relation <> 'format'"
		if _, err := f.one("SELECT COUNT(*)"+versions, []any{id}, &parted); err != nil {
			return err
		}
		if err := f.exec("DELETE"+versions, id); err != nil {
			return err
		}
	}
	joined, err := f.formats(id, at)
	if err != nil {
		return err
	}
	for _, other := range joined {
		if err := f.join(id, other, "format", nil, "same folder and name"); err != nil {
			return err
		}
	}
	for _, r := range d.Relations {
		s, err := f.standing(r.SHA256)
		if err != nil {
			return err
		}
		if s.id == 0 || s.id == id || s.state == library.Removed {
			continue
		}
		if err := f.join(id, s.id, r.Kind, similarity(r.Similarity), r.How); err != nil {
			return fmt.Errorf("relation with %s: %w", r.SHA256, err)
		}
		joined = append(joined, s.id)
	}
	if parted > 0 {
		return f.regroup(id)
	}
	return f.unite(id, joined)
}

// formats returns the documents that have the same folder and name in another format.
func (f *filing) formats(id int64, at []library.Location) (all []int64, err error) {
	for i := range at {
		stem := stemOf(at[i].URL)
		if stem == "" {
			continue
		}
		found, err := f.ids(`SELECT DISTINCT o.document FROM locations l JOIN locations o ON o.stem = $3 AND o.document <> l.document
				JOIN documents d ON d.id = l.document JOIN documents e ON e.id = o.document
			WHERE l.document = $1 AND l.url = $2 AND l.latest = 1 AND o.latest = 1 AND (d.type <> e.type OR COALESCE(d.wrapped, '') <> COALESCE(e.wrapped, ''))
				AND d.state <> 'removed' AND e.state <> 'removed' LIMIT $4`, id, word(at[i].URL), text(stem), maxFormats)
		if err != nil {
			return nil, err
		}
		all = append(all, found...)
	}
	return all, nil
}

// unite merges the works of a document and of others. The work with the lowest number remains.
func (f *filing) unite(id int64, joined []int64) error {
	var works []int64
	for _, d := range append(joined, id) {
		var work int64
		if _, err := f.one("SELECT work FROM documents WHERE id = $1", []any{d}, &work); err != nil {
			return err
		}
		works = append(works, work)
	}
	slices.Sort(works)
	works = slices.Compact(works)
	for _, work := range works[1:] {
		if err := f.exec("UPDATE documents SET work = $2, changes = changes + 1 WHERE work = $1", work, works[0]); err != nil {
			return err
		}
	}
	return nil
}

// similarity returns NULL for 0, which means not measured.
func similarity(s float64) any {
	if s == 0 {
		return nil
	}
	return s
}

// join records that two documents are of one work. Two formats remain formats if their texts
// are found to be similar. The greater id comes first, so that a pair has one row.
func (f *filing) join(a, b int64, relation string, similarity any, how string) error {
	return f.exec(`INSERT INTO relations (document, other, relation, similarity, how) VALUES ($1, $2, $3, $4, $5)
		ON CONFLICT (document, other) DO UPDATE SET similarity = COALESCE(excluded.similarity, relations.similarity),
			how = CASE WHEN excluded.relation = relations.relation THEN excluded.how ELSE relations.how END`,
		max(a, b), min(a, b), word(relation), similarity, text(how))
}

// regroup computes the groups again, for all documents that were of a document's work or are
// related to it now. It is a union-find over the relations.
func (f *filing) regroup(id int64) error {
	works, err := f.ids(`SELECT work FROM documents WHERE id = $1
		UNION SELECT d.work FROM relations r JOIN documents d ON d.id = r.other WHERE r.document = $1
		UNION SELECT d.work FROM relations r JOIN documents d ON d.id = r.document WHERE r.other = $1`, id)
	if err != nil {
		return err
	}
	group := map[int64]int64{} // each document's way to the first of its group
	was := map[int64]int64{}
	for _, work := range works {
		members, err := f.ids("SELECT id FROM documents WHERE work = $1 LIMIT $2", work, maxWork+1)
		if err != nil {
			return err
		}
		if len(group)+len(members) > maxWork {
			return f.unite(id, works) // which are named by documents of theirs
		}
		for _, m := range members {
			group[m], was[m] = m, work
		}
	}
	if len(group) == 1 && was[id] == id {
		return nil
	}
	for m := range was {
		others, err := f.ids("SELECT other FROM relations WHERE document = $1", m)
		if err != nil {
			return err
		}
		for _, o := range others {
			a, b := first(group, m), first(group, o)
			group[max(a, b)] = min(a, b)
		}
	}
	for m, work := range was {
		if now := first(group, m); now != work {
			if err := f.exec("UPDATE documents SET work = $2, changes = changes + 1 WHERE id = $1", m, now); err != nil {
				return err
			}
		}
	}
	return nil
}

// first returns the first document of a group. A document that is not in it is its own group.
func first(group map[int64]int64, id int64) int64 {
	for group[id] != id && group[id] != 0 {
		id = group[id]
	}
	return id
}

// signature replaces the data by which near duplicates of a document are found.
func (f *filing) signature(id int64, s *Signature) error {
	if err := f.exec("DELETE FROM bands WHERE document = $1", id); err != nil {
		return err
	}
	bands := slices.Clone(s.Bands[:min(len(s.Bands), maxBands)])
	slices.Sort(bands)
	for _, band := range slices.Compact(bands) {
		if err := f.exec("INSERT INTO bands (band, document) VALUES ($1, $2)", int64(band), id); err != nil {
			return err
		}
	}
	err := f.exec(`INSERT INTO signatures (document, sketch) VALUES ($1, $2)
		ON CONFLICT (document) DO UPDATE SET sketch = excluded.sketch`, id, slices.Concat([]byte{}, s.Sketch))
	if err != nil {
		return err
	}
	return f.exec("UPDATE documents SET title_key = $2 WHERE id = $1", id, text(s.TitleKey))
}

// SimilarDocument is a document that may be a near duplicate of another.
type SimilarDocument struct {
	SHA256, Title, Authors, Type string
	Year                         int
	Sketch                       []byte
	Shared                       int // bands; 0: only the title is equal
}

// Similar returns documents that may be near duplicates of a document with this signature:
// those that share most bands with it, then those with an equal title, at most n in all. The
// document with the given hash and removed documents are left out.
func (ds *Documents) Similar(ctx context.Context, sha256 string, s *Signature, n int) ([]SimilarDocument, error) {
	const columns = "d.sha256, COALESCE(d.title, ''), COALESCE(d.authors, ''), d.type, COALESCE(d.year, 0), g.sketch"
	var found []SimilarDocument
	if bands := s.Bands[:min(len(s.Bands), maxBands)]; len(bands) > 0 {
		keys := make([]string, len(bands))
		for i, band := range bands {
			keys[i] = fmt.Sprint(int64(band))
		}
		var err error
		found, err = selectAll(ctx, ds.reader, scanLikeness, `SELECT `+columns+`, b.shared FROM (
				SELECT document, COUNT(*) AS shared FROM bands WHERE band IN (`+strings.Join(keys, ", ")+`)
				GROUP BY document ORDER BY shared DESC LIMIT $1) AS b
			JOIN documents d ON d.id = b.document JOIN signatures g ON g.document = d.id
			WHERE d.sha256 <> $2 AND d.state <> 'removed' ORDER BY b.shared DESC, d.id`, n+1, sha256)
		if err != nil {
			return nil, ds.failed("look for near duplicates", err)
		}
	}
	if s.TitleKey != "" && len(found) < n {
		titled, err := selectAll(ctx, ds.reader, scanLikeness, `SELECT `+columns+`, 0 FROM documents d JOIN signatures g ON g.document = d.id
			WHERE d.title_key = $1 AND d.sha256 <> $2 AND d.state <> 'removed' ORDER BY d.id LIMIT $3`, s.TitleKey, sha256, n)
		if err != nil {
			return nil, ds.failed("look for equal titles", err)
		}
		for _, t := range titled {
			if !slices.ContainsFunc(found, func(l SimilarDocument) bool { return l.SHA256 == t.SHA256 }) {
				found = append(found, t)
			}
		}
	}
	return found[:min(len(found), n)], nil
}

// scanLikeness reads a [SimilarDocument].
func scanLikeness(row scanner) (l SimilarDocument, err error) {
	err = row.Scan(&l.SHA256, &l.Title, &l.Authors, &l.Type, &l.Year, &l.Sketch, &l.Shared)
	return l, err
}

// Version is another document of the same work.
type Version struct {
	Relation         // with the given document; without a kind if they are of one work only through others
	URL, Title, Type string
	State            library.State
}

// Versions returns the other documents of a document's work, in the order in which they were
// filed.
func (ds *Documents) Versions(ctx context.Context, sha256 string) ([]Version, error) {
	all, err := selectAll(ctx, ds.reader, scanVersion, `SELECT e.sha256, r.relation, r.similarity, r.how, o.url, e.title, e.type, e.state
		FROM documents d JOIN documents e ON e.work = d.work AND e.id <> d.id
			LEFT JOIN relations r ON r.document = CASE WHEN d.id > e.id THEN d.id ELSE e.id END
				AND r.other = CASE WHEN d.id > e.id THEN e.id ELSE d.id END
			LEFT JOIN locations o ON o.id = e.original
		WHERE d.sha256 = $1 ORDER BY e.id LIMIT 1000`, sha256)
	return all, ds.failed("versions of document "+sha256, err)
}

// scanVersion reads a [Version]. Relation and location are NULL for documents related only
// through others.
func scanVersion(row scanner) (v Version, err error) {
	var t [5]sql.NullString
	var s sql.NullFloat64
	err = row.Scan(&v.SHA256, &t[0], &s, &t[1], &t[2], &t[3], &t[4], &v.State)
	v.Kind, v.Similarity, v.How, v.URL, v.Title, v.Type = t[0].String, s.Float64, t[1].String, t[2].String, t[3].String, t[4].String
	return v, err
}
