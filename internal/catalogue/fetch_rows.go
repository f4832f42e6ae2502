package catalogue

import (
	"database/sql"
	"strings"
	"time"

	"sluice/library"
)

// fetchColumns are the columns that scanFetch reads, of pages as p and sites as s.
const fetchColumns = `p.url, s.host, s.domain, p.parent, p.kind, p.depth, p.level, p.status, p.type, p.mime, p.document, p.size,
	p.sha256, p.title, p.language, p.charset, p.etag, p.last_modified, p.location, p.cause, p.truncated, p.copy_of,
	p.not_modified, p.fetched_at, p.got_at, p.took_us, p.wire, p.links, p.outcome, p.attempt, p.via, p.address, p.protocol,
	p.file, p.file_offset, p.file_length, p.relevance`

// fetchFrom is the beginning of a query for fetches; a condition follows.
const fetchFrom = "SELECT " + fetchColumns + " FROM pages p JOIN sites s ON s.id = p.site WHERE "

// scanFetch reads a row of fetchColumns. It returns the last state of the URL, and when its
// body was received ("" without one).
func scanFetch(row scanner) (f Fetch, gotAt string, err error) {
	var at string
	var took int64
	var t [20]sql.NullString
	err = row.Scan(&f.URL, &f.Site, &t[0], &t[1], &t[2], &f.Depth, &f.Level, &f.Status, &t[3], &t[4], &f.Document, &f.Size,
		&t[5], &t[6], &t[7], &t[8], &t[9], &t[10], &t[11], &t[12], &t[13], &t[14],
		&f.NotModified, &at, &t[15], &took, &f.Wire, &f.Links, &f.Outcome, &f.Attempt, &t[16], &t[17], &t[18],
		&t[19], &f.Offset, &f.Length, &f.Relevance)
	f.Domain, f.Parent, f.Kind, f.Type, f.MIME = t[0].String, t[1].String, t[2].String, t[3].String, t[4].String
	f.SHA256, f.Title, f.Language, f.Charset = t[5].String, t[6].String, t[7].String, t[8].String
	f.ETag, f.LastModified, f.Location = t[9].String, t[10].String, t[11].String
	f.Cause, f.Truncated, f.CopyOf = library.Cause(t[12].String), t[13].String, t[14].String
	f.Address, f.Protocol, f.File = t[17].String, t[18].String, t[19].String
	f.At, f.Took = timeOf(at), time.Duration(took)*time.Microsecond
	if t[16].Valid {
		f.Via = strings.Split(t[16].String, "\n")
	}
	return f, t[15].String, err
}

// bodyOf returns the fetch that brought the body of a URL, made from the last state of that
// URL. The state may be that of a later fetch without a body.
func bodyOf(f Fetch, gotAt string) Fetch {
	if f.Outcome != library.Fetched {
		f.Outcome, f.Status, f.Cause, f.Location = library.Fetched, 200, "", ""
	}
	f.At, f.NotModified = timeOf(gotAt), false
	return f
}
