package catalogue

import (
	"context"
	"database/sql"
	"fmt"
	"strings"
)

// statements are the statements of Commit, prepared once on the connection that writes.
type statements struct {
	page, site, findSite        *sql.Stmt
	refused, cited, robots, say *sql.Stmt
	journal, hostLink           *sql.Stmt
	active, progress            *sql.Stmt
	citation, intake            *sql.Stmt
}

// prepare prepares the statements. Counters are added by upserts, so that no statement has to
// read the old value first.
func (s *statements) prepare(ctx context.Context, db *sql.DB) error {
	for _, p := range []struct {
		stmt **sql.Stmt
		text string
	}{
		{&s.page, insertPage},
		{&s.findSite, "SELECT id, domain FROM sites WHERE host = $1"},
		{&s.site, `INSERT INTO sites (id, host, domain) VALUES ($1, $2, $3)
			ON CONFLICT (host) DO UPDATE SET domain = COALESCE(excluded.domain, sites.domain)`},
		{&s.refused, `INSERT INTO refusals (host, cause, links) VALUES ($1, $2, $3)
			ON CONFLICT (host, cause) DO UPDATE SET links = refusals.links + excluded.links`},
		{&s.journal, "INSERT INTO host_link_groups (serial, seen_at, links) VALUES ($1, $2, $3)"},
		{&s.hostLink, `INSERT INTO host_links (from_host, to_host, links, first_seen) VALUES ($1, $2, $3, $4)
			ON CONFLICT (from_host, to_host) DO UPDATE SET links = host_links.links + excluded.links,
			first_seen = CASE WHEN excluded.first_seen < host_links.first_seen THEN excluded.first_seen
			ELSE COALESCE(host_links.first_seen, excluded.first_seen) END`},
		{&s.cited, `INSERT INTO document_links (from_host, url, links) VALUES ($1, $2, $3)
			ON CONFLICT (url, from_host) DO UPDATE SET links = document_links.links + excluded.links`},
		{&s.robots, `INSERT INTO robots (origin, fetched_at, status, cause, body) VALUES ($1, $2, $3, $4, $5)
			ON CONFLICT (origin) DO UPDATE SET fetched_at = excluded.fetched_at, status = excluded.status,
			cause = excluded.cause, body = excluded.body`},
		{&s.say, `UPDATE sites SET fold = $2, scheme = $3, given_up = $4, failures = $5, delay_us = $6,
			gone_at = CASE WHEN $5 = 0 THEN NULL WHEN $4 IS NOT NULL THEN COALESCE(gone_at, $7) ELSE gone_at END WHERE id = $1`},
		{&s.citation, `INSERT INTO citations (url, page, text, first_seen, sure) VALUES ($1, $2, $3, $4, $5)
			ON CONFLICT (url, page, text) DO NOTHING`},
		{&s.intake, `INSERT INTO intake (id, page, kind, attempts, size, file_offset, file_length, got_at, sha256, file, site)
			VALUES ($1, $2, $3, 0, $4, $5, $6, $7, $8, $9, (SELECT site FROM pages WHERE id = $2)) ON CONFLICT (page, sha256) DO UPDATE SET kind = excluded.kind,
			attempts = 0, file_offset = excluded.file_offset, file_length = excluded.file_length, got_at = excluded.got_at,
			file = excluded.file`},
		{&s.active, "UPDATE crawls SET active_us = active_us + $2 WHERE id = $1"},
		{&s.progress, `UPDATE progress SET serial = $1, archive_file = $2, archive_offset = $3, other_wire = other_wire + $4
			WHERE id = 1`},
	} {
		var err error
		if *p.stmt, err = db.PrepareContext(ctx, p.text); err != nil {
			return fmt.Errorf("prepare: %w", err)
		}
	}
	return nil
}

// insertPage inserts a new URL and changes nothing for a known one. Its columns are those of
// pageValues. (Several rows a statement were measured and gain nothing.)
var insertPage = "INSERT INTO pages (" + pageColumns + ") VALUES (" +
	placeholders(1+strings.Count(pageColumns, ",")) + ") ON CONFLICT (url) DO NOTHING"

// pageColumns has numbers before texts, as the table does: SQLite reads a row from its
// beginning, and need not pass over long texts to reach a number.
const pageColumns = `id, site, document, outcome, status, depth, level, fetches, attempt, not_modified, links, size, wire,
	took_us, file_offset, file_length, body_key, type, cause, copy_of, fetched_at, got_at, url, kind, mime, sha256, title, language,
	charset, truncated, parent, via, location, etag, last_modified, address, protocol, file, relevance`
