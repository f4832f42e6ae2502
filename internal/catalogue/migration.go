package catalogue

import (
	"context"
	"database/sql"
	"embed"
	"fmt"
	"io/fs"
)

// migrations holds the schema as numbered steps, NNNN_name.sql, applied in their order. A step
// that was published is never changed: a later step corrects it.
//
//go:embed migrations/*.sql
var migrations embed.FS

// migrate upgrades the schema in one transaction: after a crash it is as it was. With look it
// only checks the version.
func migrate(ctx context.Context, db *sql.DB, look bool) error {
	steps, err := fs.Glob(migrations, "migrations/*.sql")
	if err != nil {
		return err
	}
	version, err := schemaVersion(ctx, db)
	switch {
	case err != nil:
		return err
	case version > len(steps):
		return fmt.Errorf("schema version %d, this program knows %d: %w", version, len(steps), ErrNewer)
	case look && version == 0:
		return ErrBlank
	case look && version < len(steps):
		return fmt.Errorf("schema version %d, this program needs %d: %w", version, len(steps), ErrOlder)
	}
	if version == len(steps) {
		return nil
	}
	tx, err := db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer tx.Rollback()
	for ; version < len(steps); version++ {
		if err := step(ctx, tx, steps[version], version+1); err != nil {
			return fmt.Errorf("%s: %w", steps[version], err)
		}
	}
	return tx.Commit()
}

// schemaVersion returns the version of the schema, 0 for an empty database. A database with
// tables but no version is that of another program.
func schemaVersion(ctx context.Context, db *sql.DB) (version int, err error) {
	tables, versioned := 0, 0
	err = db.QueryRowContext(ctx, "SELECT COUNT(*), COALESCE(SUM(CASE WHEN name = 'schema_version' THEN 1 ELSE 0 END), 0) "+
		"FROM sqlite_master WHERE type = 'table'").Scan(&tables, &versioned)
	switch {
	case err != nil:
		return 0, err
	case versioned == 1:
		err = db.QueryRowContext(ctx, "SELECT COALESCE(MAX(version), 0) FROM schema_version").Scan(&version)
		return version, err
	case tables > 0:
		return 0, ErrForeign
	}
	return 0, nil
}

// step applies one migration and records its version.
func step(ctx context.Context, tx *sql.Tx, name string, version int) error {
	text, err := migrations.ReadFile(name)
	if err != nil {
		return err
	}
	if _, err := tx.ExecContext(ctx, "CREATE TABLE IF NOT EXISTS schema_version (version INTEGER PRIMARY KEY, applied TEXT NOT NULL)"); err != nil {
		return err
	}
	if _, err := tx.ExecContext(ctx, string(text)); err != nil {
		return err
	}
	_, err = tx.ExecContext(ctx, "INSERT INTO schema_version (version, applied) VALUES ($1, CURRENT_TIMESTAMP)", version)
	return err
}
