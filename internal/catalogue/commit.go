package catalogue

import (
	"context"
	"database/sql"
	"fmt"
)

// Commit writes a group in one transaction; when it returns, the group is on disk. A group
// whose serial is not greater than that of the last one is ignored: it was written before.
// After an error nothing of the group is written, unless only the confirmation was lost; the
// caller may commit the same group again.
func (c *Catalogue) Commit(ctx context.Context, g *Group) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.readOnly {
		return c.failed("commit", ErrReadOnly)
	}
	if c.record == nil {
		panic("catalogue: Commit of a catalogue that was opened for changes of documents only")
	}
	if err := c.record.commit(ctx, g); err != nil {
		c.record.loaded = false
		c.running.drop()
		return c.failed(fmt.Sprintf("commit group %d", g.Serial), err)
	}
	return nil
}

// group writes the parts of a group. Fetches come first: links refer to the ids of their pages.
func (w *writing) group(ctx context.Context, g *Group) error {
	insert := w.tx.Stmt(w.r.put.page)
	for i := range g.Fetches {
		if err := w.fetch(insert, &g.Fetches[i]); err != nil {
			return fmt.Errorf("fetch of %s: %w", g.Fetches[i].URL, err)
		}
	}
	if err := w.soft404s(ctx, g.Soft404s); err != nil {
		return err
	}
	if err := w.counts(g); err != nil {
		return err
	}
	if err := w.citations(g); err != nil {
		return err
	}
	if err := w.stops(g); err != nil {
		return err
	}
	if err := w.hosts(g); err != nil {
		return err
	}
	return w.end(g)
}

// fetch writes one fetch: a new row for a new URL, else a change of the row that exists. Most
// URLs are new, so it tries the insert first and reads a row only if that inserted nothing.
func (w *writing) fetch(insert *sql.Stmt, f *Fetch) error {
	if err := w.renamed(f); err != nil {
		return err
	}
	site, err := w.site(f.Site, f.Domain)
	if err != nil {
		return err
	}
	if key, ok := bodyKey(f.SHA256); ok && gotBody(f) {
		w.bodies = append(w.bodies, key)
	}
	w.values = pageValues(w.values[:0], f, w.state.page+1, site)
	result, err := insert.Exec(w.values...)
	if err != nil {
		return err
	}
	n, err := result.RowsAffected()
	if err == nil && n == 0 {
		return w.again(f)
	}
	w.state.page++
	if err != nil {
		return err
	}
	if class := classOf(f.Outcome, f.Document, gotBody(f)); class != classNone {
		w.sums.urls[class]++
		w.sums.wire += f.Wire
	}
	return w.enqueue(w.state.page, f)
}

// renamed changes the scheme in the row of a URL that was first requested by the other
// scheme, unless the new URL already has a row.
func (w *writing) renamed(f *Fetch) error {
	if f.Was == "" || f.Was == f.URL {
		return nil
	}
	for _, table := range []string{"pages", "locations"} {
		_, err := w.tx.Exec("UPDATE "+table+" SET url = $1 WHERE url = $2 AND NOT EXISTS (SELECT 1 FROM "+table+" WHERE url = $1)",
			text(f.URL), text(f.Was))
		if err != nil {
			return err
		}
	}
	return nil
}

// bodyValues returns the columns for the time and the key of a body; NULL for a fetch without
// one.
func bodyValues(f *Fetch, at string) (got, body any) {
	if !gotBody(f) {
		return nil, nil
	}
	if key, ok := bodyKey(f.SHA256); ok {
		body = int64(key)
	}
	return at, body
}

// pageValues appends the values of a new row to v, in the order of pageColumns.
func pageValues(v []any, f *Fetch, id, site int64) []any {
	at := stamp(f.At)
	got, body := bodyValues(f, at)
	return append(v, id, site, flag(f.Document), int64(f.Outcome), int64(f.Status), int64(f.Depth), int64(f.Level),
		int64(1), int64(f.Attempt), flag(f.NotModified), int64(f.Links), f.Size, f.Wire,
		f.Took.Microseconds(), f.Offset, f.Length, body, text(f.Type), text(f.Cause), text(f.CopyOf), at, got, text(f.URL),
		text(f.Kind), text(f.MIME), text(f.SHA256), text(f.Title), text(f.Language),
		text(f.Charset), text(f.Truncated), text(f.Parent), lines(f.Via), text(f.Location), text(f.ETag),
		text(f.LastModified), text(f.Address), text(f.Protocol), text(f.File), share(f.Relevance))
}

// maxSites bounds the host ids that are kept in memory. When it is reached all are dropped:
// reading one again costs little.
const maxSites = 1 << 16

// site returns the id of a host's row. It inserts a row for a new host, and adds the
// registrable domain to a row without one. Only hosts with a domain are cached, so that a later
// call can still add it.
func (w *writing) site(host, domain string) (int64, error) {
	if id, ok := w.r.sites[host]; ok {
		return id, nil
	}
	var id int64
	var known sql.NullString
	name, registered := text(host), text(domain)
	if name == nil {
		name = ""
	}
	err := w.tx.Stmt(w.r.put.findSite).QueryRow(name).Scan(&id, &known)
	if err == sql.ErrNoRows {
		w.state.site++
		id = w.state.site
	} else if err != nil {
		return 0, err
	}
	if !known.Valid || err == sql.ErrNoRows {
		if _, err := w.tx.Stmt(w.r.put.site).Exec(id, name, registered); err != nil {
			return 0, err
		}
	}
	if len(w.r.sites) >= maxSites {
		clear(w.r.sites)
	}
	if domain != "" {
		w.r.sites[host] = id
	}
	return id, nil
}

// counts adds the group's counters: refused links, links to documents and links between hosts.
func (w *writing) counts(g *Group) error {
	add := w.tx.Stmt(w.r.put.refused)
	for _, r := range g.Refused {
		w.sums.refused += r.N
		if _, err := add.Exec(word(r.Site), word(r.Cause), r.N); err != nil {
			return fmt.Errorf("refused links of %s: %w", r.Site, err)
		}
	}
	add = w.tx.Stmt(w.r.put.cited)
	for _, l := range g.Cited {
		if _, err := add.Exec(word(l.From), word(l.URL), l.N); err != nil {
			return fmt.Errorf("links to %s: %w", l.URL, err)
		}
	}
	return w.journal(g)
}

// hosts writes what was learned about hosts and origins.
func (w *writing) hosts(g *Group) error {
	at := stamp(g.time())
	for _, s := range g.Sites {
		id, err := w.site(s.Host, "")
		if err == nil {
			_, err = w.tx.Stmt(w.r.put.say).Exec(id, text(s.Fold), text(s.Scheme), text(s.GivenUp), int64(s.Failures),
				s.Delay.Microseconds(), at)
		}
		if err != nil {
			return fmt.Errorf("site %s: %w", s.Host, err)
		}
	}
	for _, r := range g.Robots {
		_, err := w.tx.Stmt(w.r.put.robots).Exec(word(r.Origin), stamp(r.At), int64(r.Status), text(r.Cause), r.Body)
		if err != nil {
			return fmt.Errorf("robots.txt of %s: %w", r.Origin, err)
		}
	}
	return nil
}

// end records the progress of the crawl. A group without a mark leaves the archive's mark
// unchanged.
func (w *writing) end(g *Group) error {
	if g.Crawl != 0 && g.Active > 0 {
		if _, err := w.tx.Stmt(w.r.put.active).Exec(g.Crawl, g.Active.Microseconds()); err != nil {
			return fmt.Errorf("time of crawl %d: %w", g.Crawl, err)
		}
	}
	w.sums.active += g.Active
	w.sums.wire += g.Wire
	w.state.serial = g.Serial
	if g.Archive != (Mark{}) {
		w.state.mark = g.Archive
	}
	_, err := w.tx.Stmt(w.r.put.progress).Exec(w.state.serial, text(w.state.mark.File), w.state.mark.Offset, g.Wire)
	return err
}
