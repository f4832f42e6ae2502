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

	Pages     int64 `json:"pages"`
	Found     int64 `json:"found"`     // URLs of documents, fetched or not
	Documents int64 `json:"documents"` // fetched

	// Documents by what became of them: of this run, or of the whole library when none runs.
	Accepted   int64            `json:"accepted"`
	Rejected   int64            `json:"rejected"`
	RejectedBy map[string]int64 `json:"rejected_by,omitempty"` // by [library.Cause]
	Unread     int64            `json:"unread"`

	ToRead         int64   `json:"to_read"` // documents and pages in the queue
	Errors         int64   `json:"errors"`
	Refused        int64   `json:"refused"`
	Bytes          int64   `json:"bytes"`
	Queue          int64   `json:"queue"`
	Hosts          int64   `json:"hosts"`
	ActiveHosts    int     `json:"active_hosts"`
	Inflight       int     `json:"inflight"`
	PagesPerSecond float64 `json:"pages_per_second"`
	BytesPerSecond float64 `json:"bytes_per_second"`
}
