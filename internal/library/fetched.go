package library

import (
	"database/sql"
	"errors"
	"time"
)

// Fetched gives the fetch of a URL, by either of the schemes http and https, that began at a time: where its answer
// lies, and the hash of its body. False when there is none.
func (c *Catalogue) Fetched(url string, at time.Time) (f Fetch, ok bool, err error) {
	f = Fetch{URL: url, At: at}
	var file, hash sql.NullString
	err = c.reader.QueryRow(`SELECT file, file_offset, file_length, sha256 FROM v_fetches
		WHERE url IN ($1, $2) AND fetched_at = $3 LIMIT 1`, url, otherScheme(url), stamp(at)).
		Scan(&file, &f.Offset, &f.Length, &hash)
	if errors.Is(err, sql.ErrNoRows) {
		return f, false, nil
	}
	f.File, f.SHA256 = file.String, hash.String
	return f, err == nil && file.Valid, c.failed("look up "+url, err)
}
