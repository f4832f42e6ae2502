package progress

import (
	"encoding/json"
	"time"

	"sluice/crawl"
)

// record is the JSON form of a line of progress. Its keys are documented in docs/operating.md: never change one.
type record struct {
	Time      time.Time       `json:"time"`
	Message   string          `json:"msg"`       // "progress"
	Pages     int64           `json:"pages"`     // of the library, as its report has them
	Documents int64           `json:"documents"` // of the library
	Errors    int64           `json:"errors"`    // of the library
	Accepted  int64           `json:"accepted"`
	Rejected  int64           `json:"rejected"`
	ToRead    int64           `json:"to_read"`      // documents and pages that wait to be read, or are being read
	OCR       crawl.OCR       `json:"ocr,omitzero"` // what is being read by OCR
	Queue     int64           `json:"queue"`
	Hosts     int64           `json:"hosts"`
	Bytes     int64           `json:"bytes"`
	Seconds   float64         `json:"seconds"` // of activity
	PerSecond float64         `json:"pages_per_second"`
	ETA       float64         `json:"eta_seconds,omitempty"` // estimated, until nothing is left to fetch
	Forecast  *crawl.Forecast `json:"forecast,omitempty"`    // what the next requests find
	Waiting   string          `json:"waiting,omitempty"`     // what keeps the crawl from fetching
}

// jsonLine returns one line of progress as a JSON object, beside the objects of a log in JSON.
func jsonLine(s crawl.Stats) string {
	line, err := json.Marshal(record{
		Time: time.Now(), Message: "progress", Pages: s.Library.Pages, Documents: s.Library.Documents, Errors: s.Library.Errors,
		Accepted: s.Accepted, Rejected: s.Rejected, ToRead: s.ToRead, OCR: s.OCR, Queue: s.Queue, Hosts: s.Hosts, Bytes: s.Library.Bytes, Seconds: s.Totals.Active.Seconds(),
		PerSecond: s.PagesPerSecond, ETA: s.ETA.Round(time.Second).Seconds(), Forecast: s.Forecast, Waiting: waitingFor(s),
	})
	if err != nil { // a number that JSON does not have, such as an infinite rate
		return "{}"
	}
	return string(line)
}
