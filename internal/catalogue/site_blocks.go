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

	site  int64
	isNew bool // the repeated blocks have changed since they were read
}

// Change records that the site repeats other blocks than before.
func (s *SiteSample) Change(repeated boilerplate.BlockSet) {
	s.Repeated.Blocks, s.isNew = repeated, true
	s.Repeated.Version++
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
	}
	return rows.Err()
}

// Settle records that blocks were looked for in samples. If a site repeats others than before ([SiteSample.Change]), its pages
// that are indexed return to the queue, to be indexed without them, and its documents of HTML become stale. It returns the number of
// the pages.
func (s *SiteBlocks) Settle(ctx context.Context, samples ...*SiteSample) (pages int64, err error) {
	err = s.change(ctx, "record what sites repeat", func(f *filing) error {
		pages, err = f.settle(samples, nil)
		return err
	})
	return pages, err
}

// settle records that blocks were looked for in samples, to which this transaction has added some pages, by site.
func (f *filing) settle(samples []*SiteSample, added map[int64]int64) (pages int64, err error) {
	for _, s := range samples {
		r := &s.Repeated
		// Not 0: another process may have added some.
		err := f.exec(`INSERT INTO site_blocks (site, version, sampled, changes, repeated) VALUES ($1, $2, $3, 0, $5)
			ON CONFLICT (site) DO UPDATE SET version = excluded.version, sampled = excluded.sampled, changes = site_blocks.changes - $4,
			repeated = excluded.repeated`, s.site, r.Version, s.Pages.Len(), r.changes+added[s.site], r.Blocks.Bytes())
		if err != nil {
			return pages, err
		}
		if s.isNew {
			// The index of URLs finds the documents of the site: without it, each change of a site would be a scan of all documents.
			err := f.exec(`UPDATE documents SET changes = changes + 1 WHERE +state = 'accepted' AND +type = 'html' AND id IN
				(SELECT l.document FROM sites s JOIN locations l ON l.url >= 'http://' || s.host || '/' AND l.url < 'http://' || s.host || '0' WHERE s.id = $1
				UNION SELECT l.document FROM sites s JOIN locations l ON l.url >= 'https://' || s.host || '/' AND l.url < 'https://' || s.host || '0'
				WHERE s.id = $1)`, s.site)
			if err != nil {
				return pages, err
			}
			n, err := f.indexAgain("site = $3 AND indexed <= $4", s.site, r.Version)
			if err != nil {
				return pages, err
			}
			pages += n
		}
	}
	return pages, nil
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

	Relevance *float64 // of the page without what its site repeats; nil: as it was
}

// sampledPage is a page that may belong to the sample of its site.
type sampledPage struct {
	id int64
	*IndexedPage
}

// indexed records that a page of the queue is indexed, and adds it to those that may belong to the sample of its site.
func (f *filing) indexed(queued int64, p *IndexedPage, pages map[int64][]sampledPage) error {
	var page, site int64
	var isGone bool
	ok, err := f.one(`UPDATE pages SET indexed = 1 + $2, relevance = COALESCE($3, relevance) WHERE id = (SELECT page FROM intake WHERE id = $1)
		RETURNING id, site, got_at IS NULL`, []any{queued, p.Version, share(p.Relevance)}, &page, &site, &isGone)
	if err != nil || !ok {
		return err
	}
	if isGone { // it turned out to be a soft 404 while it was read
		if err := f.exec("INSERT INTO index_deletions (page) VALUES ($1) ON CONFLICT DO NOTHING", page); err != nil {
			return err
		}
	}
	pages[site] = append(pages[site], sampledPage{page, p})
	return nil
}

// sample keeps those of a site's pages in its sample whose keys are among the least. It returns how many have changed it.
func (f *filing) sample(site int64, pages []sampledPage) (changes int64, err error) {
	greatest := int64(0)
	isFull, err := f.one(fmt.Sprintf("SELECT key FROM page_blocks WHERE site = $1 ORDER BY key LIMIT 1 OFFSET %d", boilerplate.SampledPages-1), []any{site}, &greatest)
	if err != nil {
		return 0, err
	}
	for _, p := range pages {
		key := int64(p.Key)
		if isFull && key > greatest {
			continue
		}
		n, err := f.changed(`INSERT INTO page_blocks (page, site, key, blocks) VALUES ($1, $2, $3, $4)
			ON CONFLICT (page) DO UPDATE SET blocks = excluded.blocks WHERE blocks <> excluded.blocks`, p.id, site, key, p.Blocks.Bytes())
		if err != nil {
			return 0, err
		}
		changes += n
	}
	if changes == 0 {
		return 0, nil
	}
	err = f.exec(fmt.Sprintf("DELETE FROM page_blocks WHERE site = $1 AND key > (SELECT key FROM page_blocks WHERE site = $1 ORDER BY key LIMIT 1 OFFSET %d)",
		boilerplate.SampledPages-1), site)
	if err != nil {
		return 0, err
	}
	return changes, f.exec(`INSERT INTO site_blocks (site, version, sampled, changes, repeated) VALUES ($1, 0, 0, $2, $3)
		ON CONFLICT (site) DO UPDATE SET changes = changes + $2`, site, changes, []byte{})
}
