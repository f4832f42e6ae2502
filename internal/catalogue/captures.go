package catalogue

import (
	"context"
	"database/sql"
	"iter"
	"time"
)

// Captures lists the answers that are in the archive.
type Captures struct{ *database }

// Capture is one answer in the archive.
type Capture struct {
	URL      string
	SURT     string // the key by which web archives sort
	At       time.Time
	Status   int
	MIME     string // of the URL's last body
	SHA256   string
	Location string // where a redirect led
	File     string // archive file
	Offset   int64  // of the record in it
	Length   int64
}

// All yields every answer that is in the archive, sorted by SURT and then by time. The database
// sorts, in a temporary file if there are many. An error is the last value that is yielded.
func (c *Captures) All(ctx context.Context) iter.Seq2[Capture, error] {
	return func(yield func(Capture, error) bool) {
		rows, err := c.reader.QueryContext(ctx, `SELECT surt(url) AS key, url, fetched_at, status, mime, sha256, location,
				file, file_offset, file_length
			FROM (SELECT p.url, f.fetched_at, f.status, p.mime, f.sha256, f.location, f.file, f.file_offset, f.file_length
				FROM fetches f JOIN pages p ON p.id = f.page
				UNION ALL
				SELECT url, fetched_at, status, mime, sha256, location, file, file_offset, file_length
				FROM pages WHERE fetches = 1) AS answers
			WHERE file IS NOT NULL ORDER BY key, fetched_at`)
		if err != nil {
			yield(Capture{}, c.failed("list captures", err))
			return
		}
		defer rows.Close()
		for rows.Next() {
			capture, err := scanCapture(rows)
			if err != nil {
				yield(Capture{}, c.failed("list captures", err))
				return
			}
			if !yield(capture, nil) {
				return
			}
		}
		if err := rows.Err(); err != nil {
			yield(Capture{}, c.failed("list captures", err))
		}
	}
}

// scanCapture reads the columns of a [Capture]. A query that has no media type selects NULL in
// its place.
func scanCapture(rows scanner) (c Capture, err error) {
	var at string
	var mime, hash, location sql.NullString
	err = rows.Scan(&c.SURT, &c.URL, &at, &c.Status, &mime, &hash, &location, &c.File, &c.Offset, &c.Length)
	c.At, c.MIME, c.SHA256, c.Location = timeOf(at), mime.String, hash.String, location.String
	return c, err
}
