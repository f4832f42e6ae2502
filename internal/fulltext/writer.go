package fulltext

import (
	"context"
	"database/sql"
	"errors"
)

// writer writes the rows of one transaction.
//
// FTS5 gathers what a transaction inserts in memory, and writes it down at the end, or whenever
// a statement begins that SQLite might have to undo alone. So all that is deleted is deleted
// first, and no statement besides the inserts is of that kind: no RETURNING, no upsert.
type writer struct {
	*Index
	tx                                            *sql.Tx
	last                                          int64 // id
	words, docs, texts, findFacet, addFacet, word *sql.Stmt
}

// writer returns a writer for one transaction. What the index remembered of vocabulary and facets
// is dropped if a process has tidied the file since, because their rows may be gone.
func (x *Index) writer(ctx context.Context, tx *sql.Tx) (*writer, error) {
	w := &writer{Index: x, tx: tx}
	var tidied int64
	err := tx.QueryRowContext(ctx, "SELECT (SELECT coalesce(max(id), 0) FROM texts), (SELECT value FROM marks WHERE name = 'tidied')").Scan(&w.last, &tidied)
	if err != nil {
		return nil, err
	}
	forgotten := tidied != x.tidied // by whatever process
	x.tidied = tidied
	if x.known == nil || len(x.known) > maxKnown || forgotten {
		x.known = map[string]struct{}{}
	}
	if x.facets == nil || len(x.facets) > maxFacets || forgotten {
		x.facets = map[facet]uint64{}
	}
	for _, s := range []struct {
		to  **sql.Stmt
		sql string
	}{
		{&w.texts, "INSERT INTO texts (id, key, url, title, authors, abstract, body) VALUES (?, ?, ?, ?, ?, ?, ?)"},
		{&w.docs, "INSERT INTO docs VALUES (?, ?)"},
		{&w.words, "INSERT INTO words (rowid, title, authors, keywords, subjects, abstract, headings, anchors, body) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)"},
		{&w.findFacet, "SELECT id FROM facets WHERE name = ? AND value = ?"},
		{&w.addFacet, "INSERT INTO facets (name, value) VALUES (?, ?)"},
		{&w.word, "INSERT OR IGNORE INTO vocabulary VALUES (?)"},
	} {
		var err error
		if *s.to, err = tx.PrepareContext(ctx, s.sql); err != nil {
			return nil, err
		}
	}
	return w, nil
}

// put writes one row to all tables.
func (w *writer) put(ctx context.Context, r *row) error {
	w.last++
	if _, err := w.texts.ExecContext(ctx, w.last, r.Key, r.url, r.title, r.authors, r.abstract, r.body); err != nil {
		return err
	}
	f := facts{year: uint64(min(max(r.Year, 0), 9999)), citations: uint64(max(r.Citations, 0)), links: uint64(max(r.LinkedFrom, 0)), size: uint64(r.size), work: r.work, title: r.sorted}
	if r.Page {
		f.page = 1
	}
	if r.Work != "" && r.Work != r.Key {
		f.later = 1
	}
	for _, v := range []struct {
		id *uint64
		facet
	}{{&f.genre, facet{"genre", r.Genre}}, {&f.kind, facet{"type", r.Type}}, {&f.site, facet{"site", r.Site}}, {&f.language, facet{"language", r.language}}} {
		var err error
		if *v.id, err = w.facetID(ctx, v.facet); err != nil {
			return err
		}
	}
	for _, subject := range r.subjects {
		id, err := w.facetID(ctx, facet{"subject", subject})
		if err != nil {
			return err
		}
		if id != 0 {
			f.subjects = append(f.subjects, id)
		}
	}
	if _, err := w.docs.ExecContext(ctx, w.last, f.pack()); err != nil {
		return err
	}
	if _, err := w.words.ExecContext(ctx, append([]any{w.last}, r.columns...)...); err != nil {
		return err
	}
	for _, word := range r.vocabulary {
		// Most words of a text are known, and a statement for each of them would cost more than all
		// others together.
		if _, ok := w.known[word]; ok {
			continue
		}
		if _, err := w.word.ExecContext(ctx, word); err != nil {
			return err
		}
		w.known[word] = struct{}{}
	}
	return nil
}

// facetID returns the id of a facet, which is added if it is new; 0 for an empty value.
func (w *writer) facetID(ctx context.Context, f facet) (id uint64, err error) {
	if f.value == "" {
		return 0, nil
	}
	if id, ok := w.facets[f]; ok {
		return id, nil
	}
	err = w.findFacet.QueryRowContext(ctx, f.name, f.value).Scan(&id)
	if errors.Is(err, sql.ErrNoRows) {
		var added sql.Result
		if added, err = w.addFacet.ExecContext(ctx, f.name, f.value); err == nil {
			var last int64
			last, err = added.LastInsertId()
			id = uint64(last)
		}
	}
	if err != nil {
		return 0, err
	}
	w.facets[f] = id
	return id, nil
}
