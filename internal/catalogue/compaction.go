package catalogue

import (
	"context"
	"errors"
)

// Compact writes the database again without what was deleted: SQLite keeps deleted text in free pages and in its log. It takes as long as copying the
// database, and as much room on the disk. The error is [ErrBusy] if another process that reads the catalogue keeps the log.
func (r *Removals) Compact(ctx context.Context) error {
	return r.failed("erase what was deleted", r.compact(ctx))
}

func (db *database) compact(ctx context.Context) error {
	// One connection for all: the settings are of the connection. The copy goes to the disk, since memory may have no room for it.
	conn, err := db.writer.Conn(ctx)
	if err != nil {
		return err
	}
	defer conn.Close()
	for _, statement := range []string{"PRAGMA secure_delete = on", "PRAGMA temp_store = file", "VACUUM"} {
		if _, err = conn.ExecContext(ctx, statement); err != nil {
			break
		}
	}
	// The connection is used again, also if the copy failed or was interrupted.
	if _, resetting := conn.ExecContext(context.WithoutCancel(ctx), "PRAGMA temp_store = memory"); resetting != nil {
		err = errors.Join(err, resetting)
	}
	if err != nil {
		return err
	}
	var busy, frames, copied int
	if err := conn.QueryRowContext(ctx, "PRAGMA wal_checkpoint(truncate)").Scan(&busy, &frames, &copied); err != nil {
		return err
	}
	if busy != 0 {
		return ErrBusy
	}
	return nil
}
