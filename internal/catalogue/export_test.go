package catalogue

import (
	"context"
	"fmt"
	"io/fs"
	"testing"

	"sluice/internal/sqlitefile"
)

// FillDisk makes the disk seem full for the writer, until the function that it returns is called.
func FillDisk(t *testing.T, c *Catalogue) (room func()) {
	t.Helper()
	var pages int64
	if err := c.writer.QueryRow("PRAGMA page_count").Scan(&pages); err != nil {
		t.Fatal(err)
	}
	set := func(n int64) {
		var is int64
		if err := c.writer.QueryRow(fmt.Sprintf("PRAGMA max_page_count = %d", n)).Scan(&is); err != nil {
			t.Fatal(err)
		}
	}
	set(pages)
	return func() { set(1 << 30) }
}

// MakeOld makes a catalogue as a version of its schema before this one had it.
func MakeOld(t *testing.T, path string, version int) {
	t.Helper()
	name, err := sqlitefile.Name(path, writerPragmas)
	if err != nil {
		t.Fatal(err)
	}
	db, err := openPool(name, 1)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	steps, err := fs.Glob(migrations, "migrations/*.sql")
	if err != nil {
		t.Fatal(err)
	}
	tx, err := db.Begin()
	if err != nil {
		t.Fatal(err)
	}
	defer tx.Rollback()
	for i := range version {
		if err := step(t.Context(), tx, steps[i], i+1); err != nil {
			t.Fatal(err)
		}
	}
	if err := tx.Commit(); err != nil {
		t.Fatal(err)
	}
}

// ForgetMatches makes a catalogue one whose documents an earlier version has filed, and indexed without citations.
func ForgetMatches(ctx context.Context, c *Catalogue) error {
	for _, table := range []string{"document_citations", "document_keys", "reference_keys"} {
		if _, err := c.writer.ExecContext(ctx, "DELETE FROM "+table); err != nil {
			return err
		}
	}
	_, err := c.writer.ExecContext(ctx, "UPDATE documents SET matched = 0, cited = 0, citations = 0")
	return err
}

// WrongCitations returns the hashes of the documents whose stored number of citations differs from the counted one, and the number
// of works that were marked and not counted.
func WrongCitations(ctx context.Context, c *Catalogue) (sums []string, marked int, err error) {
	sums, err = selectAll(ctx, c.reader, scanText, `SELECT d.sha256 FROM documents d WHERE d.citations <> (
		SELECT COUNT(DISTINCT c.work) FROM documents m JOIN document_citations x ON x.cited = m.id JOIN documents c ON c.id = x.document
		WHERE m.work = d.work AND c.work <> d.work AND c.state = 'accepted')`)
	if err == nil {
		err = c.reader.QueryRowContext(ctx, "SELECT COUNT(*) FROM stale_citations").Scan(&marked)
	}
	return sums, marked, err
}
