package library

import "time"

// Changes is what has changed in a library since a moment, such as the start of its last crawl. A page has changed if its bytes have, even if
// only a date in it is another one. A URL is gone if it had a body and answers now that it has none (404, 410, soft 404), or if its host
// could not be reached; one to which no page links any more is not.
type Changes struct {
	Since     time.Time    `json:"since"`
	Pages     ChangeCounts `json:"pages"`
	Documents ChangeCounts `json:"documents"`
}

// ChangeCounts counts URLs. One that was not visited since then, and whose host could be reached, is in none.
type ChangeCounts struct {
	New       int64 `json:"new"`
	Changed   int64 `json:"changed"`
	Unchanged int64 `json:"unchanged"`
	Gone      int64 `json:"gone"`
}
