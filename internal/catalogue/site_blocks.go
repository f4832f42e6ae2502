package catalogue

import (
	"context"
	"database/sql"
	"fmt"
	"time"

	boilerplate "sluice/text"
)

// SiteBlocks are the blocks that each site repeats on its pages. They are found in a sample of the pages, which
// [Queue.Remove] keeps. The pages that are indexed with an older version of the blocks are in the queue.
type SiteBlocks struct{ *database }

// RepeatedBlocks are the blocks that a site repeats.
type RepeatedBlocks struct {
	Version int64 // grows when they change; 0: none are known yet
	Blocks  boilerplate.BlockSet

	sampled, changes int64 // pages of the sample in which they were found, and changes of it since
}

// firstSample is the number of pages of a site from which it is looked for what they repeat while a crawl runs.
const firstSample = 8

// IsOutdated reports whether a sample has doubled since blocks were looked for in it, or does so with a number of pages more.
func (r *RepeatedBlocks) IsOutdated(more int) bool {
	return r.changes+int64(more) >= max(firstSample, r.sampled)
}

// repeatedColumns are those of a RepeatedBlocks.
const repeatedColumns = "b.version, b.sampled, b.changes, b.repeated"

// scan reads the blocks of a row that begins with other columns.
func (r *RepeatedBlocks) scan(row scanner, others ...any) error {
	var blocks []byte
	err := row.Scan(append(others, &r.Version, &r.sampled, &r.changes, &blocks)...)
	r.Blocks = boilerplate.BlockSetOf(blocks)
	return err
}

// Repeated returns what sites repeat, by host. A site of which nothing is known is not in the map.
func (s *SiteBlocks) Repeated(ctx context.Context, hosts ...string) (map[string]RepeatedBlocks, error) {
	args := make([]any, len(hosts))
	for i, host := range hosts {
		args[i] = host
	}
	rows, err := s.reader.QueryContext(ctx, "SELECT s.host, "+repeatedColumns+" FROM sites s JOIN site_blocks b ON b.site = s.id WHERE s.host IN ("+
		placeholders(len(hosts))+")", args...)
	if err != nil {
		return nil, s.failed("look for what sites repeat", err)
	}
	defer rows.Close()
	all := make(map[string]RepeatedBlocks, len(hosts))
	for rows.Next() {
		var host string
		var r RepeatedBlocks
		if err := r.scan(rows, &host); err != nil {
			return nil, s.failed("look for what sites repeat", err)
		}
		all[host] = r
	}
	return all, s.failed("look for what sites repeat", rows.Err())
}

// SiteSample is the sample of a site's pages.
type SiteSample struct {
	Repeated RepeatedBlocks // as found last
	Pages    boilerplate.Boilerplate

	site, pages, added int64
}

// Add adds a page that is about to be indexed.
func (s *SiteSample) Add(p *IndexedPage) {
	s.Pages.Add(p.Key, p.Blocks)
	if s.pages < boilerplate.SampledPages { // else it may not stay in the sample
		s.pages++
		s.added++
	}
}

// Sample returns the sample of a site. The host is that of a page in the queue.
func (s *SiteBlocks) Sample(ctx context.Context, host string) (*SiteSample, error) {
	all, err := selectAll(ctx, s.reader, scanSiteSample, `SELECT s.id, COALESCE(b.version, 0), COALESCE(b.sampled, 0), COALESCE(b.changes, 0), b.repeated
		FROM sites s LEFT JOIN site_blocks b ON b.site = s.id WHERE s.host = $1`, host)
	if err == nil && len(all) == 0 {
		err = sql.ErrNoRows
	}
	if err == nil {
		err = s.fill(ctx, all[0])
	}
	if err != nil {
		return nil, s.failed("read the sample of "+host, err)
	}
	return all[0], nil
}

// Changed returns the samples of at most n sites that have changed since blocks were looked for in them, see [SiteBlocks.Settle].
func (s *SiteBlocks) Changed(ctx context.Context, n int) ([]*SiteSample, error) {
	all, err := selectAll(ctx, s.reader, scanSiteSample, "SELECT b.site, "+repeatedColumns+" FROM site_blocks b WHERE b.changes > 0 ORDER BY b.site LIMIT $1", n)
	for _, one := range all {
		if err == nil {
			err = s.fill(ctx, one)
		}
	}
	return all, s.failed("look for changed sites", err)
}

// scanSiteSample reads a SiteSample without its pages.
func scanSiteSample(row scanner) (*SiteSample, error) {
	s := new(SiteSample)
	return s, s.Repeated.scan(row, &s.site)
}

// fill adds the pages to a sample.
func (s *SiteBlocks) fill(ctx context.Context, sample *SiteSample) error {
	rows, err := s.reader.QueryContext(ctx, "SELECT key, blocks FROM page_blocks WHERE site = $1", sample.site)
	if err != nil {
		return err
	}
	defer rows.Close()
	for rows.Next() {
		var key int64
		var blocks []byte
		if err := rows.Scan(&key, &blocks); err != nil {
			return err
		}
		sample.Pages.Add(uint64(key), boilerplate.BlockSetOf(blocks))
		sample.pages++
	}
	return rows.Err()
}

// Settle records that blocks were looked for in a sample. If those of [SiteSample.Repeated] are others than before, isNew, the
// version grows, and the pages of the site that are indexed return to the queue, to be indexed without them. It returns their number.
func (s *SiteBlocks) Settle(ctx context.Context, sample *SiteSample, isNew bool) (pages int64, err error) {
	r := &sample.Repeated
	if isNew {
		r.Version++
	}
	r.sampled, r.changes = sample.pages, r.changes+sample.added
	err = s.change(ctx, "record what a site repeats", func(f *filing) error {
		// What was added comes into the sample, and counts as a change, when it is indexed.
		err := f.exec(`INSERT INTO site_blocks (site, version, sampled, changes, repeated) VALUES ($1, $2, $3, -$4, $5)
			ON CONFLICT (site) DO UPDATE SET version = excluded.version, sampled = excluded.sampled, changes = site_blocks.changes + excluded.changes,
			repeated = excluded.repeated`, sample.site, r.Version, r.sampled, r.changes, r.Blocks.Bytes())
		if err != nil || !isNew {
			return err
		}
		pages, err = f.indexAgain("site = $3 AND indexed <= $4", sample.site, r.Version)
		return err
	})
	return pages, err
}

// indexAgain adds the indexed pages of a condition, whose arguments begin with $3, to the queue. Their numbers are lower than all
// others, so that they do not collide with those that a running crawl assigns. It returns how many they are.
func (f *filing) indexAgain(condition string, args ...any) (int64, error) {
	return f.changed(`INSERT INTO intake (id, page, kind, attempts, size, file_offset, file_length, got_at, sha256, file, site)
		SELECT (SELECT COALESCE(MIN(id), $1) FROM intake) - ROW_NUMBER() OVER (ORDER BY id DESC), id, $2, 0, size, file_offset, file_length,
			got_at, sha256, file, site
		FROM pages WHERE indexed > 0 AND got_at IS NOT NULL AND sha256 IS NOT NULL AND NOT EXISTS (SELECT 1 FROM intake i WHERE i.page = pages.id)
			AND `+condition, append([]any{time.Now().UnixMicro(), int64(IndexPage)}, args...)...)
}

// IndexedPage is a page as the index has it.
type IndexedPage struct {
	Version int64                // of what its site repeats, see [RepeatedBlocks]
	Key     uint64               // of the page in the sample of its site
	Blocks  boilerplate.BlockSet // of the page
}

// indexed records that a page of the queue is indexed, and keeps it in the sample of its site if its key is one of the least.
func (f *filing) indexed(queued int64, p *IndexedPage) error {
	var page, site int64
	if ok, err := f.one("SELECT page, site FROM intake WHERE id = $1", []any{queued}, &page, &site); err != nil || !ok {
		return err
	}
	if err := f.exec("UPDATE pages SET indexed = 1 + $2 WHERE id = $1", page, p.Version); err != nil {
		return err
	}
	err := f.exec("INSERT INTO index_deletions (page) SELECT id FROM pages WHERE id = $1 AND got_at IS NULL ON CONFLICT DO NOTHING",
		page) // it turned out to be a soft 404 while it was read
	if err != nil {
		return err
	}
	greatest, key := int64(0), int64(p.Key)
	isFull, err := f.one(fmt.Sprintf("SELECT key FROM page_blocks WHERE site = $1 ORDER BY key LIMIT 1 OFFSET %d", boilerplate.SampledPages-1), []any{site}, &greatest)
	if err != nil || isFull && key > greatest {
		return err
	}
	changed, err := f.changed(`INSERT INTO page_blocks (page, site, key, blocks) VALUES ($1, $2, $3, $4)
		ON CONFLICT (page) DO UPDATE SET blocks = excluded.blocks WHERE blocks <> excluded.blocks`, page, site, key, p.Blocks.Bytes())
	if err != nil || changed == 0 {
		return err
	}
	if isFull {
		err := f.exec(fmt.Sprintf("DELETE FROM page_blocks WHERE site = $1 AND key > (SELECT key FROM page_blocks WHERE site = $1 ORDER BY key LIMIT 1 OFFSET %d)",
			boilerplate.SampledPages-1), site)
		if err != nil {
			return err
		}
	}
	return f.exec(`INSERT INTO site_blocks (site, version, sampled, changes, repeated) VALUES ($1, 0, 0, 1, $2)
		ON CONFLICT (site) DO UPDATE SET changes = changes + 1`, site, []byte{})
}
