package crawl

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"net/http"
	"runtime/debug"
	"strings"
	"time"

	"sluice/document"
	"sluice/document/genre"
	"sluice/internal/catalogue"
	"sluice/internal/fetch"
	"sluice/internal/frontier"
	"sluice/internal/robots"
	"sluice/page"
	"sluice/weburl"
)

// reader makes of answers what is to be stored: it sniffs, hashes, parses and
// compresses. There are as many as processors.
type reader struct {
	c      *Crawl
	parser page.Parser
	task   task

	// The links of the page at hand.
	seen   map[weburl.Key]int // place among found; -1: none
	found  []link
	keys   []weburl.Key
	passed []bool
}

func (c *Crawl) newReader() *reader {
	return &reader{c: c, parser: c.newParser(), seen: map[weburl.Key]int{}}
}

func (c *Crawl) newParser() page.Parser {
	return page.Parser{Rules: c.rules.url, Resources: c.cfg.Requisites}
}

// run reads until there is no more to read, or another one has taken its place.
func (r *reader) run() {
	for v := range r.c.toRead {
		instead := r.task.begin(v)
		r.read(v)
		if !r.task.end(instead) {
			v.robots = nil // which is committed instead has it
			v.release()
			return
		}
		r.c.admit(v)
		r.c.toCommit <- v
	}
	r.c.reading.Done()
}

// read never fails: what cannot be read is an outcome of the visit.
func (r *reader) read(v *visit) {
	resp := v.resp
	defer resp.Release()
	r.c.stats.pass(v, stageQueued)
	defer func() {
		if p := recover(); p != nil {
			r.c.cfg.Log.Error("panic while reading a page", "url", v.url.String(), "panic", p, "stack", string(debug.Stack()))
			r.parser = r.c.newParser()
			v.ending, v.links, v.page = done, nil, nil
			v.row.Outcome, v.row.Cause = catalogue.Failed, fmt.Sprint("panic: ", p)
		}
	}()
	v.row = r.c.newRow(v)
	row := v.row
	row.Status, row.Protocol = resp.Status, resp.Proto
	row.At, row.Took = resp.Start, resp.End.Sub(resp.Start)
	row.Wire = resp.Wire.Len() + int64(len(resp.HeaderBytes))
	row.ETag, row.LastModified = resp.Header.Get("ETag"), resp.Header.Get("Last-Modified")
	row.Truncated = resp.Truncated
	if resp.Addr.IsValid() {
		row.Address = resp.Addr.Addr().String()
	}
	r.judgeStatus(v)
	r.digest(v)
	if row.Outcome == catalogue.Got {
		r.content(v)
	}
	r.weigh(v)
	r.c.stats.pass(v, stageRead)
	r.keep(v)
	r.c.stats.pass(v, stageEncode)
}

// judgeStatus decides by the status how the visit ends.
func (r *reader) judgeStatus(v *visit) {
	row, resp, c := v.row, v.resp, r.c
	v.ending, row.Outcome = done, catalogue.Got
	switch s := resp.Status; {
	case s == 304 && v.known != nil:
		row.NotModified = true
	case s >= 300 && s < 400 && s != 304 && (s != 300 || resp.Header.Get("Location") != ""):
		c.redirected(v, resp.Header.Get("Location"))
	case s >= 200 && s < 300:
		switch why := row.Truncated; {
		case why == "disconnect" || why == "time":
			row.Cause = "truncated: " + why
			if v.lease.Attempt < c.cfg.Retries {
				v.retry(v.lease.URL, v.lease.Attempt+1, time.Now().Add(backoff(c.hosts.pause, v.lease.Attempt+1)))
			}
		case resp.Undecoded != "":
			row.Cause = resp.Undecoded
			c.retryOrFail(v, false, time.Time{})
		case why != "":
			row.Cause = "truncated: " + why
		}
	default:
		row.Cause = statusCause(s)
		wait := backoff(c.hosts.pause, v.lease.Attempt+1)
		if after, ok := fetch.RetryAfter(resp.Header, resp.End); ok {
			wait = min(after, longestWait)
		}
		if s == 429 || s == 503 {
			c.leave(v.url.Host(), resp.End.Add(wait))
		}
		c.retryOrFail(v, passing(s), resp.End.Add(wait))
	}
}

// digest fills size, hash and type of the body.
func (r *reader) digest(v *visit) {
	row, body := v.row, &v.resp.Content
	if row.NotModified {
		r.inherit(row, v.known)
		return
	}
	row.Size = body.Len()
	head := r.head(body)
	typ := document.Sniff(head, v.resp.Header.Get("Content-Type"), v.url.String())
	row.Type, row.MIME = typ.Name, typ.MIME
	if said := document.Announced(v.resp.Header.Get("Content-Type"), v.url.String()); said.Document {
		v.announced = said.Name
	}
	row.Document = typ.Document && row.Outcome == catalogue.Got
	if row.Size > 0 {
		row.SHA256, _ = sum(body)
	}
}

// inherit takes over what an unchanged body was found to be.
func (r *reader) inherit(row, known *catalogue.Fetch) {
	row.Size, row.Type, row.MIME, row.Document, row.SHA256 = known.Size, known.Type, known.MIME, known.Document, known.SHA256
	row.Title, row.Language, row.Charset, row.CopyOf = known.Title, known.Language, known.Charset, known.CopyOf
	if strings.HasPrefix(known.Cause, catalogue.NoDocument) {
		row.Cause = known.Cause
	}
	if row.ETag == "" {
		row.ETag = known.ETag
	}
	if row.LastModified == "" {
		row.LastModified = known.LastModified
	}
}

func (r *reader) head(b *fetch.Body) []byte {
	if all, ok := b.Bytes(); ok {
		return all[:min(len(all), fetch.HeadSize)]
	}
	head := make([]byte, fetch.HeadSize)
	n, _ := io.ReadFull(b.Reader(), head)
	return head[:n]
}

// content reads what the body says: a page's title and links, a sitemap's entries.
func (r *reader) content(v *visit) {
	row := v.row
	if !r.c.cfg.IgnoreRobots && robots.Directives(v.resp.Header.Values("X-Robots-Tag"), r.c.agent).NoIndex {
		row.Cause = causeNoIndex
	}
	switch {
	case v.lease.Kind == frontier.Foreign: // a document or nothing
	case v.lease.Kind == frontier.Requisite:
		r.requisite(v)
	case row.Type == "html":
		r.html(v)
	case !row.Document && r.isSitemap(v):
		r.sitemap(v)
	}
	if row.Type == "html" && v.isPosing() && !v.likely && row.Cause == "" {
		row.Cause = catalogue.NoDocument + catalogue.WebPage
	}
}

// html parses a page, from the answer or, when that was "not modified", from the archive.
func (r *reader) html(v *visit) {
	body, contentType, err := r.body(v)
	if err != nil {
		r.unreadable(v, err)
		return
	}
	p := r.parser.Parse(unpacked(body, r.c.cfg.MaxPage), page.Source{URL: v.url, ContentType: contentType})
	v.page = p
	row := v.row
	row.Title, row.Language, row.Charset, row.Links = p.Title, p.Lang, p.Charset, len(p.Links)
	_, v.likely = genre.QuickPage(p)
	d := directives(v.resp.Header.Values("X-Robots-Tag"), metaRobots(p, r.c.agent), r.c.agent)
	obey := !r.c.cfg.IgnoreRobots
	if obey && d.NoIndex {
		row.Cause = causeNoIndex
	}
	if row.NotModified && v.known.Cause == causeCopies { // as when it came
		row.Cause = causeCopies
		return
	}
	r.links(v, p, obey && d.NoFollow)
}

func (r *reader) body(v *visit) (body []byte, contentType string, err error) {
	if v.row.NotModified {
		return r.c.stored(v.known)
	}
	body, err = readAll(&v.resp.Content, r.c.cfg.MaxPage)
	return body, v.resp.Header.Get("Content-Type"), err
}

// unpacked undoes a gzip that no header told of.
func unpacked(body []byte, limit int64) []byte {
	if !bytes.HasPrefix(body, []byte("\x1f\x8b")) {
		return body
	}
	r, err := fetch.Decode(bytes.NewReader(body), http.Header{"Content-Encoding": {"gzip"}})
	if err != nil {
		return body
	}
	defer r.Close()
	plain, _ := io.ReadAll(io.LimitReader(r, limit)) // as much as can be had
	return plain
}

// unreadable is for a body that cannot be read back. One that the library was to
// have is asked for anew, without a condition.
func (r *reader) unreadable(v *visit, err error) {
	v.row.Cause = "unreadable: " + err.Error()
	if v.row.NotModified {
		v.retry(v.lease.URL, v.lease.Attempt+1, time.Time{})
	}
}

// metaRobots gives the metas that are addressed to everyone or to us.
func metaRobots(p *page.Page, agent string) []string {
	var metas []string
	for _, m := range p.Robots {
		if m.Name == "robots" || strings.EqualFold(m.Name, agent) {
			metas = append(metas, m.Content)
		}
	}
	return metas
}

// links takes each link of a page once. Those that the frontier knows are passed
// over before the rules are asked: nearly all are.
func (r *reader) links(v *visit, p *page.Page, nofollow bool) {
	clear(r.seen)
	r.found, r.keys = r.found[:0], r.keys[:0]
	c := r.c
	r.seen[v.url.Key()] = -1
	r.stated(v, p)
	for i := range p.Links {
		l := link{Link: p.Links[i], parent: v.url.String(), depth: v.lease.Depth + 1}
		if folder, ok := c.hosts.folded(l.URL); ok {
			l.named, l.URL = l.URL, folder
		}
		sure := isDocument(&l.Link)
		if v.points = v.points || sure; (sure || p.MayBeDocument(&p.Links[i])) && len(v.anchors) < maxAnchors { // each link, also the second one to a document
			v.anchors = append(v.anchors, catalogue.Anchor{Page: v.url.String(), URL: l.URL.String(), Text: p.Anchor(&l.Link), Sure: sure})
		}
		key := l.URL.Key()
		if first, twice := r.seen[key]; twice {
			if first >= 0 && l.URL.Host() != v.url.Host() && p.NamesFormat(&l.Link) { // a title, and "PDF" behind it
				r.found[first].format = true
			}
			continue
		}
		if !c.cfg.IgnoreRobots && (nofollow || l.NoFollow) {
			l.cause, l.soft = causeNoFollow, true
		} else {
			r.seen[key] = len(r.found)
		}
		r.found, r.keys = append(r.found, l), append(r.keys, key)
	}
	known := r.known(v)
	for i := range r.found {
		l := &r.found[i]
		if l.URL.Host() != v.url.Host() {
			v.outside = append(v.outside, l.URL)
		}
		if known[i] && l.named.IsZero() {
			continue
		}
		if l.cause == "" {
			judged := c.rules.checkLink(&l.Link, v.url, p.Raw(&l.Link))
			if judged.cause == causeScope && (l.format || p.NamesFormat(&l.Link)) {
				judged = c.rules.checkAs(l.URL, v.url, p.Raw(&l.Link), true)
			}
			l.kind, l.cause, l.soft = judged.kind, judged.cause, judged.soft
		}
		if l.cause == "" && c.cfg.MaxDepth > 0 && l.depth > c.cfg.MaxDepth {
			l.cause, l.soft = causeDepth, true
		}
		v.links = append(v.links, *l)
	}
}

const maxAnchors = 5000 // links to documents that are kept of one page

// known tells of each key whether its link can be passed over. A strategy that
// thinks again about waiting links is to see them all.
func (r *reader) known(v *visit) []bool {
	r.passed = append(r.passed[:0], make([]bool, len(r.keys))...)
	if r.c.strategy.again == nil {
		if err := r.c.cfg.Frontier.Seen(context.TODO(), r.keys, r.passed); err != nil {
			r.c.fatal(fmt.Errorf("frontier: %w", err))
			v.ending = abandoned
		}
	}
	return r.passed
}

// readAll gives up to limit bytes of a body.
func readAll(b *fetch.Body, limit int64) ([]byte, error) {
	if all, ok := b.Bytes(); ok {
		return all[:min(int64(len(all)), limit)], nil
	}
	return io.ReadAll(io.LimitReader(b.Reader(), limit))
}
