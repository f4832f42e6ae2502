package summary

import (
	"io"
	"time"

	"sluice/cmd/sluice/internal/screen"
	"sluice/crawl"
	"sluice/library"
)

// record is the JSON form of the last lines of a crawl. Its keys are those of `sluice status --json` and the following, and are documented
// in docs/operating.md: never change one.
type record struct {
	Time    time.Time `json:"time"`
	Message string    `json:"msg"` // "summary"
	crawl.Status
	Limit         crawl.Limit      `json:"limit,omitempty"`           // that has stopped the crawl
	RunBytes      int64            `json:"run_bytes"`                 // received by this run
	RunSeconds    float64          `json:"run_seconds"`               // of fetching
	ErrorsByCause map[string]int64 `json:"errors_by_cause,omitempty"` // of this run
	FailedSeeds   []failedSeed     `json:"failed_seeds,omitempty"`    // of this run
	Challenged    []challenged     `json:"challenges_by_host,omitempty"`
	WithoutTLS    []withoutTLS     `json:"hosts_without_tls,omitempty"`
	Changes       *library.Changes `json:"changes,omitempty"`
}

// failedSeed is the JSON form of a [crawl.FailedSeed].
type failedSeed struct {
	URL   string        `json:"url"`
	Cause library.Cause `json:"cause"`
}

// challenged is the JSON form of a [crawl.HostChallenges].
type challenged struct {
	Host string `json:"host"`
	Kind string `json:"kind"`
	URLs int64  `json:"urls"`
}

// withoutTLS is the JSON form of a [crawl.HostWithoutTLS].
type withoutTLS struct {
	Host  string        `json:"host"`
	Cause library.Cause `json:"cause"`
}

// WriteJSON writes how a crawl ended as one JSON object: the status of the library, and what is known of the run alone.
func WriteJSON(w io.Writer, status crawl.Status, r crawl.Result) error {
	run := r.Stats.Run
	status.State, status.Reason, status.Running, status.PID = r.State, r.Reason, false, 0
	status.Run = &crawl.Counts{Pages: run.Pages, Documents: run.Documents, Redirects: run.Redirects, Errors: run.Errors, Challenges: run.Challenges}
	status.Queue, status.Hosts, status.Forecast = r.Stats.Queue, r.Stats.Hosts, r.Stats.Forecast
	out := record{Time: time.Now(), Message: "summary", Status: status, Limit: r.Limit, RunBytes: run.Bytes, RunSeconds: run.Active.Seconds(), ErrorsByCause: r.Errors, Changes: r.Changes}
	for _, s := range r.FailedSeeds[:min(len(r.FailedSeeds), maxSeeds)] {
		out.FailedSeeds = append(out.FailedSeeds, failedSeed{s.URL, s.Cause})
	}
	for _, c := range r.Challenges {
		out.Challenged = append(out.Challenged, challenged{c.Host, c.Kind, c.URLs})
	}
	for _, h := range r.WithoutTLS {
		out.WithoutTLS = append(out.WithoutTLS, withoutTLS(h))
	}
	return screen.WriteJSON(w, out, "")
}
