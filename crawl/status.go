package crawl

import "time"

// Status is the state of a library's crawl: of the one that runs, or of the last one.
type Status struct {
	Running bool      `json:"running"`
	PID     int       `json:"pid,omitempty"` // of the process that crawls
	State   State     `json:"state"`
	Reason  string    `json:"reason,omitempty"` // which limit, who stopped it, what it waits for
	Started time.Time `json:"started,omitzero"`
	Ended   time.Time `json:"ended,omitzero"`
	Seconds float64   `json:"seconds"` // of activity, over all sessions

	// What the library has, as its report says. Each URL counts once: as a page, a document, a redirect, an error or a challenge.
	Pages     int64 `json:"pages"`
	Found     int64 `json:"found"` // URLs of documents, fetched or not
	Documents int64 `json:"documents"`

	// Documents of the library by what became of them.
	Accepted   int64            `json:"accepted"`
	Rejected   int64            `json:"rejected"`
	RejectedBy map[string]int64 `json:"rejected_by,omitempty"` // by [library.Cause]
	Unread     int64            `json:"unread"`

	ToRead         int64   `json:"to_read"`      // documents and pages in the queue, those that are being read included
	OCR            OCR     `json:"ocr,omitzero"` // what is being read by OCR
	Redirects      int64   `json:"redirects"`
	Errors         int64   `json:"errors"`
	Challenges     int64   `json:"challenges"`
	Visited        int64   `json:"visited"` // pages, documents, redirects, errors and challenges
	Refused        int64   `json:"refused"`
	Bytes          int64   `json:"bytes"`
	Queue          int64   `json:"queue"`
	Hosts          int64   `json:"hosts"`
	ActiveHosts    int     `json:"active_hosts"`
	Inflight       int     `json:"inflight"`
	PagesPerSecond float64 `json:"pages_per_second"`
	BytesPerSecond float64 `json:"bytes_per_second"`
	ETA            float64 `json:"eta_seconds,omitempty"` // estimated time until nothing is left to fetch, or a limit is reached; 0: not known

	Forecast *Forecast `json:"forecast,omitempty"` // what the next requests find; nil when nothing waits

	Run *Counts `json:"run,omitempty"` // what this run has fetched; nil when none runs
}

// Counts counts the URLs that a run has fetched. Each counts once.
type Counts struct {
	Pages      int64 `json:"pages"`
	Documents  int64 `json:"documents"`
	Redirects  int64 `json:"redirects"`
	Errors     int64 `json:"errors"`
	Challenges int64 `json:"challenges"`
}
