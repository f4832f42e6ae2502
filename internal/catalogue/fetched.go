package catalogue

import (
	"context"
	"database/sql"
	"errors"
	"time"
)

// Fetched gives the fetch of a URL, by either of the schemes http and https, that began in a millisecond: where its
// answer lies, and the hash of its body. False when there is none.
func (c *Catalogue) Fetched(ctx context.Context, url string, at time.Time) (f Fetch, ok bool, err error) {
	at = at.Truncate(time.Millisecond)
	f = Fetch{URL: url, At: at}
	var file, hash sql.NullString
	err = c.reader.QueryRowContext(ctx, `SELECT file, file_offset, file_length, sha256 FROM v_fetches
		WHERE url IN ($1, $2) AND fetched_at BETWEEN $3 AND $4 LIMIT 1`,
		url, otherScheme(url), stamp(at), stamp(at.Add(time.Millisecond-time.Microsecond))).
		Scan(&file, &f.Offset, &f.Length, &hash)
	if errors.Is(err, sql.ErrNoRows) {
		return f, false, nil
	}
	f.File, f.SHA256 = file.String, hash.String
	return f, err == nil && file.Valid, c.failed("look up "+url, err)
}
