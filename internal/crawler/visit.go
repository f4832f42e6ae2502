package crawler

import (
	"slices"
	"time"

	"sluice/focus"
	"sluice/internal/archive"
	"sluice/internal/catalogue"
	"sluice/internal/challenge"
	"sluice/internal/crawler/internal/host"
	"sluice/internal/crawler/internal/robotscache"
	"sluice/internal/crawler/internal/siterules"
	"sluice/internal/crawler/internal/strategy"
	"sluice/internal/crawler/internal/unlinked"
	"sluice/internal/fetch"
	"sluice/internal/frontier"
	"sluice/internal/provenance"
	"sluice/library"
	"sluice/page"
	"sluice/topic"
	"sluice/weburl"
)

// visit is one lease on its way through the stages: fetched by a fetcher, read by a reader, made durable by the committer. One
// goroutine has it at a time.
type visit struct {
	lease  frontier.Lease
	url    weburl.URL       // requested: the lease's, perhaps at the other scheme
	former string           // hash of the body that the library had before; empty if there was none
	known  *catalogue.Fetch // body in the library from an earlier crawl, on which the request was conditional
	began  time.Time
	since  time.Time // its present stage began; zero when it is not measured

	robots *robotscache.Answer // if robots.txt had to be requested first
	site   siterules.Lease     // its place in the budget of its site
	resp   *fetch.Response

	ending    ending
	again     frontier.Link   // what waits again, for the ending waitsAgain
	requeue   []frontier.Link // other URLs that are done and wait again
	cause     string          // for the ending refused
	row       *catalogue.Fetch
	age       time.Duration     // of its body, as the server says
	replayed  *archive.Location // where its answer is stored already, in a replay
	record    *archive.Encoded
	page      *page.Page
	topic     *topic.Topic        // by which the page was judged
	challenge challenge.Challenge // that the answer is; its kind is empty for any other answer
	likely    bool                // the page looks like a document
	announced string              // type of a document that the header of the answer, or its URL, announces
	links     []link
	outside   []weburl.URL       // links to other hosts, known or not
	anchors   []catalogue.Anchor // links to what may be documents, known or not
	points    bool               // it has links that surely lead to documents
	widens    bool               // its redirect target replaces a seed
	probe     weburl.URL         // to be fetched for package soft404
	unlinked  weburl.URL         // to be fetched for package unlinked
	missing   bool               // its host answers so when it has nothing
	concluded bool               // of a probe: its answer shows how its host answers
	earlier   []unlinked.Earlier // of a probe: answers before it that are soft 404s
	unlisted  *page.Page         // the page that such an answer looks like, for its links
	worth     float64
	counts    bool  // the strategy learns from it
	documents int   // new ones that it links to
	weight    int64 // in links, of a page with very many
}

// ending is how a lease ends.
type ending uint8

const (
	abandoned ending = iota // it waits again unchanged: the crawl stopped
	done
	refused
	waitsAgain
	unleased // there was no lease: the visit comes out of the archive
)

// link is a link that a visit found.
type link struct {
	page.Link
	defaultPage weburl.URL // URL as found, when it was replaced by its folder
	kind        frontier.Kind
	via         []string
	parent      string
	depth       int
	announced   time.Time // of its last change, by the sitemap that has it; zero: unknown
	cause       string    // refused by this rule; empty when it may wait
	soft        bool      // the refusal concerns this link, not its URL
	notDue      bool      // the library has it, and the crawl does not request it again
	format      bool      // another link of the page to this URL names the format of a document
}

// apply enters the verdict of the rules.
func (l *link) apply(v verdict) { l.kind, l.cause, l.soft = v.kind, v.cause, v.soft }

// refuse ends a visit by a rule.
func (v *visit) refuse(cause string) *visit {
	v.ending, v.cause = refused, cause
	return v
}

// fail ends a visit at a time without an answer, for a cause that has nothing to do with its host.
func (v *visit) fail(at time.Time, cause string) {
	v.ending, v.row = done, v.newRow()
	v.row.At, v.row.Outcome, v.row.Cause = at, library.Failed, library.Cause(cause)
}

// retry queues a URL again.
func (v *visit) retry(u weburl.URL, attempt int, notBefore time.Time) {
	v.ending, v.again = waitsAgain, v.lease.Link
	v.again.URL, v.again.Attempt, v.again.NotBefore = u, attempt, notBefore
	if v.row != nil {
		v.row.Outcome = library.Retried
	}
}

// newRow returns what the catalogue is to know of a visit, as far as it is known before the answer.
func (v *visit) newRow() *catalogue.Fetch {
	u, l := v.url, v.lease
	row := &catalogue.Fetch{
		Fetch: library.Fetch{
			URL: u.String(), Site: u.Host(), Domain: u.Domain(), Parent: l.Parent, Kind: provenance.KindName(l.Kind),
			Depth: l.Depth, Level: u.Level(), Attempt: l.Attempt, Via: l.Via,
		},
	}
	if _, folded := v.defaultPage(); folded {
		row.Via = l.Via[:len(l.Via)-1]
	}
	if twin := host.Twin(u).String(); slices.Contains(l.Via, twin) {
		row.Was = twin
	}
	return row
}

// defaultPage returns the default page whose URL was replaced by that of the visit, its folder.
func (v *visit) defaultPage() (weburl.URL, bool) {
	if len(v.lease.Via) == 0 {
		return weburl.URL{}, false
	}
	u, err := weburl.NoRules().Parse(v.lease.Via[len(v.lease.Via)-1])
	if err != nil {
		return u, false
	}
	folder, ok := u.DefaultPage()
	return u, ok && folder.Key() == v.url.Key()
}

// isRequested reports whether a person has named the document: no rule knows better.
func isRequested(l *frontier.Lease) bool { return l.Kind == frontier.Foreign && l.Parent == "" }

// claimsDocument reports whether an answer is said to be a document, whatever it is.
func (v *visit) claimsDocument() bool {
	return v.announced != "" || weburl.DocumentEnding(v.url) || v.lease.Kind == frontier.Foreign && !isRequested(&v.lease)
}

// forStrategy returns the visit as the strategy sees it.
func (v *visit) forStrategy() *focus.Visit {
	f := &focus.Visit{URL: v.url, Page: v.page, Depth: v.lease.Depth, Lane: strategy.FromFrontier(v.lease.Lane), Score: v.lease.Score,
		Worth: v.worth, Documents: v.documents}
	if v.page != nil {
		f.Age = v.age
	}
	if v.unlisted != nil { // its links to documents are placed by it
		f.Page = v.unlisted
	}
	if v.row != nil {
		f.Status, f.Type, f.Document = v.row.Status, v.row.Type, v.row.Document
		if v.row.Relevance != nil {
			f.Relevance = *v.row.Relevance
		}
	}
	return f
}

// releaseRecords releases the records that the archive has.
func (v *visit) releaseRecords() {
	if v.record != nil {
		v.record.Release()
		v.record = nil
	}
	if v.robots != nil {
		for _, e := range v.robots.Records {
			e.Release()
		}
		v.robots.Records = nil
	}
}

// release releases everything that a visit holds, once it is committed.
func (v *visit) release() {
	v.releaseRecords()
	if v.page != nil {
		v.page.Release()
		v.page = nil
	}
	if v.unlisted != nil {
		v.unlisted.Release()
		v.unlisted = nil
	}
}
