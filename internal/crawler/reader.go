package crawler

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
	"sluice/internal/archive"
	"sluice/internal/catalogue"
	"sluice/internal/cause"
	"sluice/internal/crawler/internal/host"
	"sluice/internal/crawler/internal/soft404"
	"sluice/internal/crawler/internal/strategy"
	"sluice/internal/crawler/internal/unlinked"
	"sluice/internal/fetch"
	"sluice/internal/frontier"
	"sluice/internal/robots"
	"sluice/internal/system"
	"sluice/library"
	"sluice/page"
	"sluice/weburl"
)

// readerParts is what all readers of a crawl share.
type readerParts struct {
	cfg       *config
	agent     string // product token for robots metas
	rules     *rules
	hosts     *host.Table
	soft404   *soft404.Detector
	unlinked  *unlinked.Prober
	redirects *redirects
	retry     *retrier
	pause     *pause
	bodies    *bodies
	counters  *counters
	shutdown  *shutdown
	judging   *judging
	strategy  *strategy.Strategy
}

// reader makes of answers what is to be stored: it sniffs, hashes, parses and
// compresses. There are as many as processors; each serves one visit at a time.
type reader struct {
	*readerParts
	parser page.Parser
	task   task

	// The links of the page at hand.
	seen   map[weburl.Key]int // place among found; -1: none
	found  []link
	keys   []weburl.Key
	passed []bool
}

// newReader returns a reader with a parser of its own.
func newReader(parts *readerParts) *reader {
	r := &reader{readerParts: parts, seen: map[weburl.Key]int{}}
	r.resetParser()
	return r
}

// resetParser replaces the parser, whose state a panic may have broken.
func (r *reader) resetParser() {
	r.parser = page.Parser{Rules: r.rules.urls, Resources: r.cfg.Scope.Requisites}
}

// run reads until there is no more to read. It reports false when the watchdog has
// replaced the reader.
func (r *reader) run(ctx context.Context, p *pipeline) bool {
	for v := range p.toRead {
		replacement := r.task.begin(v)
		r.read(ctx, v)
		if !r.task.end(replacement) {
			v.robots = nil // the replacement has it
			v.release()
			return false
		}
		if err := p.admit(r.shutdown.ctx, v); err != nil {
			v.discardAnswer() // which abandons it
		}
		p.toCommit <- v
	}
	return true
}

// read never fails: what cannot be read is an outcome of the visit. An error of the
// stores ends the crawl, but a lack of open files pauses it.
func (r *reader) read(ctx context.Context, v *visit) {
	defer v.resp.Release()
	r.counters.endStage(v, stageQueued)
	defer func() {
		if p := recover(); p != nil {
			r.cfg.Log.Error("panic while reading a page", "url", v.url.String(), "panic", p, "stack", string(debug.Stack()))
			r.resetParser()
			v.ending, v.links, v.page = done, nil, nil
			v.row.Outcome, v.row.Cause = library.Failed, library.Cause(classPanic.With(fmt.Sprint(p)))
		}
	}()
	v.row, v.age = newAnswerRow(v), v.resp.Age()
	err := r.readAnswer(ctx, v)
	switch {
	case err == nil:
	case system.IsOutOfFiles(err) && v.replayed == nil && v.lease.Attempt < r.cfg.Politeness.Retries:
		r.pause.begin(outOfFiles(err))
		v.discardAnswer()
		r.retry.postpone(v)
		v.again.Attempt++ // it counts, because the host is asked again: a lack that stays ends the crawl
	default:
		r.shutdown.fail(err)
		v.ending = abandoned
	}
}

// discardAnswer makes a visit one that has brought no answer. The records of robots.txt are kept, and the probe that its
// host is to get.
func (v *visit) discardAnswer() {
	robots := v.robots
	v.robots = nil
	v.release()
	*v = visit{lease: v.lease, url: v.url, began: v.began, since: v.since, robots: robots, site: v.site, unlinked: v.unlinked}
}

// newAnswerRow returns what the catalogue is to know of a visit, as far as the header
// of its answer says it.
func newAnswerRow(v *visit) *catalogue.Fetch {
	row, resp := v.newRow(), v.resp
	row.Status, row.Protocol = resp.Status, resp.Proto
	row.At, row.Took = resp.Start, resp.End.Sub(resp.Start)
	row.Wire = resp.Wire.Len() + int64(len(resp.HeaderBytes))
	row.ETag, row.LastModified = resp.Header.Get("ETag"), resp.Header.Get("Last-Modified")
	row.Truncated = string(resp.Truncated)
	if resp.Addr.IsValid() {
		row.Address = resp.Addr.Addr().String()
	}
	return row
}

// readAnswer goes through the steps of reading. The order matters: the type is needed
// for the content, and the links of the content for the comparison with other answers.
func (r *reader) readAnswer(ctx context.Context, v *visit) error {
	if v.lease.Kind == frontier.Probe {
		return r.readProbe(ctx, v)
	}
	if err := r.judgeStatus(ctx, v); err != nil {
		return err
	}
	if err := r.identify(v); err != nil {
		return err
	}
	if v.row.Outcome == library.Fetched {
		if err := r.content(ctx, v); err != nil {
			return err
		}
	}
	r.detectSoft404(v)
	if err := r.compareUnlinked(ctx, v); err != nil {
		return err
	}
	if err := r.countChallenge(ctx, v); err != nil {
		return err
	}
	r.counters.endStage(v, stageRead)
	err := r.encode(ctx, v)
	r.counters.endStage(v, stageEncode)
	return err
}

// judgeStatus decides by the status how the visit ends.
func (r *reader) judgeStatus(ctx context.Context, v *visit) error {
	row, resp := v.row, v.resp
	v.ending, row.Outcome = done, library.Fetched
	switch s := resp.Status; {
	case s == http.StatusNotModified && v.known != nil:
		row.NotModified = true
	case s >= 300 && s < 400 && s != http.StatusNotModified && (s != http.StatusMultipleChoices || resp.Header.Get("Location") != ""):
		return r.redirects.follow(ctx, v, resp.Header.Get("Location"))
	case s >= 200 && s < 300:
		r.judgeBody(v)
	default:
		if is, err := r.refusedByChallenge(ctx, v); is || err != nil {
			return err
		}
		return r.judgeFault(ctx, v)
	}
	return nil
}

// judgeBody decides how the visit ends whose body may be cut off or in an unknown
// encoding.
func (r *reader) judgeBody(v *visit) {
	row := v.row
	switch why := v.resp.Truncated; {
	case why == fetch.Disconnected || why == fetch.OverTime:
		row.Cause = library.Cause(classTruncated.With(string(why)))
		if v.lease.Attempt < r.cfg.Politeness.Retries {
			v.retry(v.lease.URL, v.lease.Attempt+1, r.cfg.Clock.Now().Add(r.retry.pauseAfter(v)))
		}
	case v.resp.Undecoded != "":
		row.Cause = library.Cause(v.resp.Undecoded)
		r.retry.retryOrFail(v, false, time.Time{})
	case why != "":
		row.Cause = library.Cause(classTruncated.With(string(why)))
	}
}

// judgeFault decides how the visit ends whose status is a fault.
func (r *reader) judgeFault(ctx context.Context, v *visit) error {
	status := v.resp.Status
	v.row.Cause = library.Cause(fmt.Sprintf("status %d", status))
	wait := r.challengePause(v)
	if !asksForPause(status) || v.replayed != nil {
		r.retry.retryOrFail(v, mayPass(status), v.resp.End.Add(wait))
		return nil
	}
	effect, err := r.hosts.RecordChallenge(ctx, v.url, string(v.row.Cause), v.resp.Start, v.resp.End, wait)
	if err != nil {
		return err
	}
	r.retry.retryOrFail(v, effect.GivenUp == "", v.resp.End.Add(wait))
	return r.retry.apply(ctx, v.url.Host(), effect, v.resp.End.Add(effect.Pause))
}

// asksForPause reports whether a status is the answer of a host that has no time now.
func asksForPause(status int) bool {
	return status == http.StatusTooManyRequests || status == http.StatusServiceUnavailable
}

// mayPass reports whether a status may be another one later.
func mayPass(status int) bool {
	switch status {
	case 408, 425, 429, 500, 502, 503, 504, 520, 521, 522, 523, 524:
		return true
	}
	return false
}

// identify fills in size, hash and type of the body.
func (r *reader) identify(v *visit) (err error) {
	row, body := v.row, &v.resp.Content
	if row.NotModified {
		inherit(row, v.known)
		return nil
	}
	row.Size = body.Len()
	head, err := readUpTo(body, fetch.HeadSize)
	if err != nil {
		return fmt.Errorf("read body of %s: %w", v.url, err)
	}
	typ := document.Sniff(head, v.resp.Header.Get("Content-Type"), v.url.String())
	row.Type, row.MIME = typ.Name, typ.MIME
	if said := document.Announced(v.resp.Header.Get("Content-Type"), v.url.String()); said.Document {
		v.announced = said.Name
	}
	row.Document = typ.Document && row.Outcome == library.Fetched
	if row.Size == 0 {
		return nil
	}
	if row.SHA256, err = hexSHA256(body); err != nil {
		return fmt.Errorf("read body of %s: %w", v.url, err)
	}
	return nil
}

// inherit fills in what an unchanged body was found to be before.
func inherit(row, known *catalogue.Fetch) {
	row.Size, row.Type, row.MIME, row.Document, row.SHA256 = known.Size, known.Type, known.MIME, known.Document, known.SHA256
	row.Title, row.Language, row.Charset, row.CopyOf = known.Title, known.Language, known.Charset, known.CopyOf
	if cause.Of(string(known.Cause)) == catalogue.NoDocument {
		row.Cause = known.Cause
	}
	if row.ETag == "" {
		row.ETag = known.ETag
	}
	if row.LastModified == "" {
		row.LastModified = known.LastModified
	}
}

// readUpTo returns up to limit bytes of a body.
func readUpTo(b *fetch.Body, limit int64) ([]byte, error) {
	if all, ok := b.Bytes(); ok {
		return all[:min(int64(len(all)), limit)], nil
	}
	// The length is known: a buffer that grows would leave several times as much behind it, of many bodies at a time.
	all := make([]byte, min(b.Len(), limit))
	n, err := io.ReadFull(b.Reader(), all)
	return all[:n], err
}

// content reads the body: a page's title and links, a sitemap's entries.
func (r *reader) content(ctx context.Context, v *visit) (err error) {
	row := v.row
	if !r.cfg.Politeness.IgnoreRobots && robots.Directives(v.resp.Header.Values("X-Robots-Tag"), r.agent).NoIndex {
		row.Cause = causeNoIndex
	}
	switch {
	case v.lease.Kind == frontier.Foreign: // a document or nothing
		err = r.foreignPage(ctx, v)
	case v.lease.Kind == frontier.Requisite:
		err = r.styleSheet(v)
	case row.Type == "html":
		err = r.html(ctx, v)
	case !row.Document:
		err = r.sitemap(ctx, v)
	}
	if row.Outcome == library.Fetched && row.Type == "html" && v.claimsDocument() && !v.likely && row.Cause == "" {
		row.Cause = library.Cause(catalogue.NoDocument.With(catalogue.CauseWebPage))
	}
	return err
}

// html parses a page, from the answer or, if that was "not modified", from the archive.
func (r *reader) html(ctx context.Context, v *visit) error {
	body, contentType, err := r.body(ctx, v)
	if isLost(err) {
		v.endUnreadable(err)
		return nil
	}
	if err != nil {
		return err
	}
	body = gunzip(body, r.cfg.Limits.PageSize)
	p := r.parser.Parse(body, page.Source{URL: v.url, ContentType: contentType})
	row := v.row
	row.Title, row.Language, row.Charset, row.Links = p.Title, p.Lang, p.Charset, len(p.Links)
	if r.isNotThePage(v, p, body) {
		p.Release()
		return nil
	}
	v.page = p
	if err := r.judging.judge(ctx, v); err != nil {
		return err
	}
	_, v.likely = genre.QuickPage(p)
	var d robots.Directive
	if !r.cfg.Politeness.IgnoreRobots {
		d = directives(v.resp.Header.Values("X-Robots-Tag"), metaRobots(p, r.agent), r.agent)
	}
	if d.NoIndex {
		row.Cause = causeNoIndex
	}
	if row.NotModified && v.known.Cause == causeCopies { // as when it came
		row.Cause = causeCopies
		return nil
	}
	return r.pageLinks(ctx, v, p, d.NoFollow)
}

// body returns the body of a page, from the answer or from the archive. The error is a [lostError] if the archive no longer has it.
func (r *reader) body(ctx context.Context, v *visit) (body []byte, contentType string, err error) {
	if v.row.NotModified {
		return r.bodies.read(ctx, v.known)
	}
	body, err = readUpTo(&v.resp.Content, r.cfg.Limits.PageSize)
	if err != nil {
		return nil, "", fmt.Errorf("read body of %s: %w", v.url, err)
	}
	return body, v.resp.Header.Get("Content-Type"), nil
}

// gunzip decodes a body that is in gzip although no header names it.
func gunzip(body []byte, limit int64) []byte {
	if !bytes.HasPrefix(body, []byte("\x1f\x8b")) {
		return body
	}
	r, err := fetch.Decode(bytes.NewReader(body), http.Header{"Content-Encoding": {"gzip"}})
	if err != nil {
		return body
	}
	defer r.Close()
	plain, _ := io.ReadAll(io.LimitReader(r, limit)) // the part before an error is worth reading
	return plain
}

// endUnreadable ends the visit whose body the archive no longer has: it is requested again without a condition.
func (v *visit) endUnreadable(err error) {
	v.row.Cause = library.Cause(classUnreadable.With(err.Error()))
	v.retry(v.lease.URL, v.lease.Attempt+1, time.Time{})
}

// metaRobots returns the metas that are addressed to everyone or to this crawler.
func metaRobots(p *page.Page, agent string) []string {
	var metas []string
	for _, m := range p.Robots {
		if m.Name == "robots" || strings.EqualFold(m.Name, agent) {
			metas = append(metas, m.Content)
		}
	}
	return metas
}

// directives joins the directives of headers and metas about following and indexing.
func directives(header []string, metas []string, agent string) robots.Directive {
	d := robots.Directives(header, agent)
	m := robots.Directives(metas, agent)
	d.NoIndex = d.NoIndex || m.NoIndex
	d.NoFollow = d.NoFollow || m.NoFollow
	return d
}

// detectSoft404 compares an answer with others of its host. The links of a soft 404 are
// refused, but for those to documents.
func (r *reader) detectSoft404(v *visit) {
	row := v.row
	redirectedHere := len(row.Via) > 0 && row.Was == ""
	if v.replayed != nil || v.ending != done || redirectedHere || v.lease.Kind == frontier.Foreign || v.lease.Kind == frontier.Sitemap {
		return
	}
	var soft bool
	if soft, v.probe = r.soft404.Observe(v.url, v.sketch); !soft {
		return
	}
	if row.Cause == "" {
		row.Cause = causeSoft404
	}
	v.refuseLinks()
}

// sketch returns what an answer looks like. Documents and faults look like nothing.
func (v *visit) sketch() (s soft404.Sketch, ok bool) {
	switch row := v.row; {
	case row.Outcome == library.Redirected:
		return soft404.SketchRedirect(row.Location), true
	case row.Outcome == library.Fetched && v.page != nil:
		return soft404.SketchPage(v.page.Title, v.page.Text, v.url), true
	}
	return s, false
}

// encode makes the archive's records of the answer. A body that the library has already
// is recorded as a reference to it.
func (r *reader) encode(ctx context.Context, v *visit) error {
	row, resp := v.row, v.resp
	if at := v.replayed; at != nil {
		row.File, row.Offset, row.Length = at.File, at.Offset, at.Length
		return nil
	}
	x := newExchange(v.url, resp)
	x.PayloadType = row.MIME
	wire := row.SHA256
	if row.NotModified {
		x.Revisit = &archive.Original{Profile: archive.NotModified, URL: v.known.URL, Time: v.known.At}
		x.Body, x.Len, wire = nil, 0, ""
	} else if !resp.Wire.Same(&resp.Content) {
		var err error
		if wire, err = hexSHA256(&resp.Wire); err != nil {
			return fmt.Errorf("read body of %s: %w", v.url, err)
		}
	}
	if wire != "" {
		x.PayloadDigest = digestPrefix + wire
	}
	if err := r.refer(ctx, v, x); err != nil {
		return err
	}
	x.Metadata = metadata(v)
	var err error
	if v.record, err = r.cfg.Archive.Encode(ctx, x); err != nil {
		return fmt.Errorf("archive %s: %w", v.url, err)
	}
	return nil
}

// refer makes a revisit record of an exchange whose body the archive has already.
func (r *reader) refer(ctx context.Context, v *visit, x *archive.Exchange) error {
	row := v.row
	if row.SHA256 == "" || row.NotModified || row.Truncated != "" {
		return nil
	}
	first, _, err := r.cfg.Catalogue.Copies(ctx, row.Site, row.SHA256)
	if err != nil {
		return fmt.Errorf("catalogue: %w", err)
	}
	if first == nil {
		return nil
	}
	if has, err := r.bodies.hasPayload(ctx, first, x.PayloadDigest); err != nil || !has {
		return err
	}
	if first.URL != row.URL {
		row.CopyOf = first.URL
	}
	x.Revisit = &archive.Original{Profile: archive.SamePayload, URL: first.URL, Time: first.At}
	x.Body, x.Len = nil, 0
	return nil
}
