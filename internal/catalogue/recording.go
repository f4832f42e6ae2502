package catalogue

import (
	"context"
	"database/sql"
	"fmt"
)

// recording writes the groups of a crawl, one after the other. Its fields, but for bodies, are guarded by the mu of the database.
type recording struct {
	*database
	put       statements
	state     progress
	loaded    bool // state is read from the database; false after a failed write
	sites     map[string]int64
	links     hostLinks
	bodies    bodyFilter
	originals *originals // what is cached of the bodies that groups replace
}

// progress is what the writer knows of the database between two groups. It is kept in memory so
// that a commit need not read it again.
type progress struct {
	serial int64
	mark   Mark
	page   int64 // the last page's id
	site   int64 // the last site's id
	intake int64 // the last id in the queue
}

// newRecording returns the recording that continues what the database has.
func newRecording(ctx context.Context, db *database, originals *originals) (*recording, error) {
	r := &recording{database: db, originals: originals}
	if err := r.put.prepare(ctx, db.writer); err != nil {
		return nil, err
	}
	if err := r.load(ctx); err != nil {
		return nil, err
	}
	return r, r.loadBodies(ctx)
}

// load reads the state of the writer: when a catalogue is opened, and after a group that
// failed, when it is unknown what was written.
func (r *recording) load(ctx context.Context) error {
	p, err := readProgress(ctx, r.writer)
	if err != nil {
		return fmt.Errorf("read progress: %w", err)
	}
	err = r.writer.QueryRowContext(ctx, `SELECT (SELECT COALESCE(MAX(id), 0) FROM pages), (SELECT COALESCE(MAX(id), 0) FROM sites),
		(SELECT COALESCE(MAX(id), 0) FROM intake)`).Scan(&p.page, &p.site, &p.intake)
	if err != nil {
		return fmt.Errorf("read the last page: %w", err)
	}
	if err := r.loadHostLinks(ctx); err != nil {
		return err
	}
	r.state, r.sites, r.loaded = p, map[string]int64{}, true
	return nil
}

// readProgress reads the one row of the table of progress. It leaves the last ids at 0.
func readProgress(ctx context.Context, db *sql.DB) (p progress, err error) {
	var file sql.NullString
	err = db.QueryRowContext(ctx, "SELECT serial, archive_file, archive_offset FROM progress WHERE id = 1").
		Scan(&p.serial, &file, &p.mark.Offset)
	p.mark.File = file.String
	return p, err
}

// loadBodies fills the filter from the index of bodies when a catalogue is opened.
func (r *recording) loadBodies(ctx context.Context) error {
	rows, err := r.reader.QueryContext(ctx, "SELECT body_key FROM pages WHERE body_key IS NOT NULL")
	if err != nil {
		return fmt.Errorf("read bodies: %w", err)
	}
	defer rows.Close()
	keys := make([]uint64, 0, 4096)
	for rows.Next() {
		var key int64
		if err := rows.Scan(&key); err != nil {
			return fmt.Errorf("read bodies: %w", err)
		}
		keys = append(keys, uint64(key))
		if len(keys) == cap(keys) {
			r.bodies.add(keys)
			keys = keys[:0]
		}
	}
	r.bodies.add(keys)
	return rows.Err()
}

// writing is one transaction of Commit.
type writing struct {
	r       *recording
	tx      *sql.Tx
	state   progress // what the catalogue's becomes
	values  []any
	bodies  []uint64 // that are new
	ids     []int64  // of the pages of the group's fetches
	sums    sums     // what is added to those of the library
	changed bool     // a body that the catalogue held was replaced
	first   string   // stamp and text of the row of links between hosts
	text    []byte
}

// commit writes a group. The state in memory changes only after the transaction has committed.
func (r *recording) commit(ctx context.Context, g *Group) error {
	if !r.loaded {
		if err := r.load(ctx); err != nil {
			return err
		}
	}
	if g.Serial <= r.state.serial {
		return nil
	}
	tx, err := r.writer.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer tx.Rollback()
	w := writing{r: r, tx: tx, state: r.state}
	if err := w.group(ctx, g); err != nil {
		return err
	}
	if err := tx.Commit(); err != nil {
		return err
	}
	r.state = w.state
	r.bodies.add(w.bodies)
	r.addSums(&w.sums)
	if w.changed {
		r.originals.clear()
	}
	return r.noted(ctx, g, w.first, len(w.text))
}
