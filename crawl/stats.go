package crawl

import "time"

// Totals is what was done so far. A URL that was fetched counts once: as a page, a document, a redirect, an error or a challenge.
type Totals struct {
	Pages      int64 // answers with a body that are no documents: status 2xx, or not modified
	Documents  int64
	Redirects  int64
	Errors     int64 // URLs that failed for good
	Challenges int64 // answers that are not what was asked for, such as a captcha or a login form
	Unchanged  int64 // of the pages and documents, those whose body the library had; they do not count against Limits.Pages
	Refused    int64 // links that a rule forbids
	Bytes      int64 // over the wire
	Active     time.Duration
}

// URLs returns the number of URLs that were fetched, whatever came of them.
func (t Totals) URLs() int64 { return t.Pages + t.Documents + t.Redirects + t.Errors + t.Challenges }

// Minus returns what was done since an earlier moment.
func (t Totals) Minus(before Totals) Totals {
	return Totals{
		Pages: t.Pages - before.Pages, Documents: t.Documents - before.Documents, Redirects: t.Redirects - before.Redirects,
		Errors: t.Errors - before.Errors, Challenges: t.Challenges - before.Challenges, Unchanged: t.Unchanged - before.Unchanged, Refused: t.Refused - before.Refused,
		Bytes: t.Bytes - before.Bytes, Active: t.Active - before.Active,
	}
}

// Stats is how far a crawl is.
type Stats struct {
	Totals                       // of this crawl, over all its runs
	Run            Totals        // of this run
	Library        Totals        // of the library, as its report has them: of all its crawls, each URL by its last answer. In memory: of this crawl
	Queue          int64         // URLs that wait
	Inflight       int           // requests under way
	ActiveHosts    int           // hosts with requests under way
	Hosts          int64         // hosts with links that wait
	Elapsed        time.Duration // of this run
	PagesPerSecond float64       // of the last ten seconds, documents included
	BytesPerSecond float64
	ETA            time.Duration // estimated time until nothing is left to fetch, or a limit is reached; 0: not known
	Forecast       *Forecast     // what the next requests find; nil when nothing waits, or only documents are fetched
	Until          time.Time     // no host may be requested from before then; zero: one may
	Resting        bool          // by the idle hours
	Paused         string        // the fault on our side for which the crawl pauses; empty when it does not
	Stalled        string        // the request that makes no progress; empty when all do

	// The documents of the library, as its report has them; they may be some seconds old. A crawl in memory has none.
	Found                      int64 // URLs of documents, fetched or not
	Accepted, Rejected, Unread int64
	RejectedBy                 map[string]int64 // by [library.Cause]
	ToRead                     int64            // documents and pages in the queue, those that are being read included
	OCR                        OCR              // what is being read by OCR
}

// OCR is how far the documents are that are being read by OCR, which takes seconds for a page.
type OCR struct {
	Documents int64 `json:"documents"`
	Read      int64 `json:"pages_read"` // of them, those tried: with or without text found
	Pages     int64 `json:"pages"`      // to be tried of them, at most
}

// Metrics is what a crawl measures of itself. Counters begin at zero with each run.
type Metrics struct {
	Stats        // pages that turned out to be documents are counted as pages, but in Library
	Known  int64 // URLs in any state
	Leased int64 // URLs handed out and not yet recorded
	Ready  int64 // hosts that may be requested from now

	Robots     int64 // answers to requests for robots.txt
	HostPauses int64 // pauses of a host, after a fault or on its request
	Pauses     int64 // pauses of the whole crawl, for a fault on our side
	Stalls     int64 // times that the watchdog found a request without progress

	Status  map[int]int64    // fetches by HTTP status, 0 without an answer
	Errors  map[string]int64 // failed URLs by [library.Cause]
	Retries map[string]int64 // failed fetches after which the URL waits again, by [library.Cause]
	Refused map[string]int64 // refused links by [library.Cause]

	Challenges map[string]int64 // URLs that brought only a challenge, by [library.Cause]

	Requests map[string]int64 // requests under way by what they wait for: dns, connect, tls, first byte, body
	Backlog  map[string]int64 // visits that wait for a free stage: read, commit

	Stages map[string]Histogram // seconds that a visit spends in each stage
	Stores map[string]Histogram // seconds that a group takes to be durable in each store
	Groups Histogram            // fetches a group

	Intake Intake
}

// Intake is what became of the documents and pages that a library has processed. The counts are those of one run of a crawl, or of the
// other work for which the library was opened.
type Intake struct {
	Accepted, Rejected, Waiting int64            // documents filed
	RejectedBy, WaitingFor      map[string]int64 // of them, by [library.Cause]
	AcceptedPages               int64            // of the accepted: pages, which are documents from then on
	NoDocuments                 int64            // pages and texts that only looked like documents
	IndexedPages                int64            // made searchable
	InProgress                  int64            // bodies that are being read
	OCR                         OCR              // of them, those by OCR
	ReadingTime                 time.Duration    // that bodies took to be read, judged and described, summed over all readers
}

// Histogram is how often a quantity was how large.
type Histogram struct {
	Count   uint64
	Sum     float64
	Buckets map[float64]uint64 // of those counted, how many were at most so large
}

// Forecast is how many more documents the next requests of a crawl find: Low to High, with a probability of nine in ten. It continues as
// the crawl does, whether or not a limit ends it first. The requests are those that the strategy chooses: for pages, redirects and dead
// links. Fewer are made if nothing waits before. Documents that are known and wait to be fetched are not among the more.
type Forecast struct {
	Requests int64 `json:"requests"`
	Low      int64 `json:"low"`
	High     int64 `json:"high"`
}
