// Package metrics serves the metrics of a crawl to Prometheus, and to other programs that read
// its text format: [Listen] opens the address, [Server.Serve] answers for a crawl.
//
// The names of metrics and labels are stable; docs/operating.md lists them.
package metrics

import (
	"context"
	"strconv"
	"strings"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"

	"sluice/crawl"
	"sluice/internal/version"
)

// A Source returns the metrics of a crawl. It is called for each scrape, several times at once. Its error is the answer to the scrape.
type Source func(context.Context) (crawl.Metrics, error)

// registry gathers the metrics of a crawl, of Go's runtime and of the process.
func registry(from Source) *prometheus.Registry {
	r := prometheus.NewRegistry()
	r.MustRegister(from, collectors.NewGoCollector(), collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}))
	return r
}

// The metrics. Counters begin at zero with each process, as Prometheus expects.
var (
	pages      = describe("pages_total", "Pages fetched: responses with a body that are no documents.")
	documents  = describe("documents_total", "Documents fetched.")
	redirects  = describe("redirects_total", "Redirects fetched.")
	library    = describe("library_urls", "URLs of the library by their last response, as its report counts them: page, document, redirect, error, challenge.", "class")
	received   = describe("received_bytes_total", "Bytes that came over the wire.")
	active     = describe("active_seconds_total", "Time that the crawl has run.")
	answers    = describe("fetches_total", "Fetches by HTTP status, including those that will be retried; status 0: no response.", "status")
	failed     = describe("errors_total", "URLs that failed permanently, by cause.", "cause")
	refused    = describe("refused_total", "Links that a rule refused, by cause.", "cause")
	retries    = describe("retries_total", "Failed fetches whose URL will be retried, by cause.", "cause")
	robots     = describe("robots_total", "Responses to requests for robots.txt.")
	hostDelays = describe("host_rests_total", "Delays of a host after a fault, or because it asked for one.")
	pauses     = describe("pauses_total", "Pauses of the whole crawl because of a local fault.")
	stalls     = describe("stalls_total", "Times that the watchdog found a request without progress.")

	queue    = describe("queue_urls", "URLs in the frontier by state: waiting, leased (being fetched, or not committed yet).", "state")
	known    = describe("known_urls", "Known URLs, in any state.")
	hosts    = describe("hosts", "Hosts by state: waiting (with waiting links), ready (those of them that may get a request now), active (with a request in progress).", "state")
	left     = describe("eta_seconds", "Estimated time until nothing is left to fetch, or a limit is reached. Missing while it is not known.")
	expected = describe("forecast_documents", "Documents that the next 1,000 requests find, with a probability of nine in ten. Missing while nothing waits.", "bound")
	requests = describe("requests", "Requests in progress by what they wait for; idle: about to start.", "waiting_for")
	backlog  = describe("backlog_visits", "Visits that wait for a free stage.", "stage")
	state    = describe("state", "1 for the state of the crawl: running, resting (idle hours), paused (because of a local fault), stalled.", "state")

	found         = describe("found_documents", "URLs of documents, fetched or not: of this and earlier runs.")
	intakeQueue   = describe("intake_queue_bodies", "Documents and pages in the queue of the intake.")
	intakeReading = describe("intake_reading_bodies", "Documents that are being read.")
	intakeTotal   = describe("intake_documents_total", "Documents processed, by state: accepted, rejected, waiting (not read).", "state")
	rejected      = describe("intake_rejected_total", "Documents rejected, by genre or other cause.", "cause")
	unread        = describe("intake_waiting_total", "Documents that could not be read and wait, by cause.", "cause")
	none          = describe("intake_no_documents_total", "Pages and texts that looked like documents but are not.")
	indexed       = describe("intake_pages_total", "Pages indexed.")
	reading       = describe("intake_reading_seconds_total", "Time to read, judge and describe documents, summed over all readers.")

	stages = describe("stage_seconds", "Time that a visit spends in each stage.", "stage")
	stores = describe("store_seconds", "Time until a group of visits is durable in each store.", "store")
	groups = describe("group_fetches", "Fetches in a group that is made durable at once.")
	build  = describe("build_info", "The version of the program, with the value 1.", "version")
)

// describe returns the description of a metric. All names begin with "sluice_".
func describe(name, help string, labels ...string) *prometheus.Desc {
	return prometheus.NewDesc("sluice_"+name, help, labels, nil)
}

// Describe implements [prometheus.Collector].
func (from Source) Describe(out chan<- *prometheus.Desc) { prometheus.DescribeByCollect(from, out) }

// Collect implements [prometheus.Collector].
func (from Source) Collect(out chan<- prometheus.Metric) {
	ctx, cancel := context.WithTimeout(context.Background(), readTimeout) // a collector gets no context
	defer cancel()
	m, err := from(ctx)
	if err != nil {
		out <- prometheus.NewInvalidMetric(found, err)
		return
	}
	c := collector{out}
	c.counters(m)
	c.gauges(m)
	c.intake(m)
	for name, h := range m.Stages {
		c.histogram(stages, h, name)
	}
	for name, h := range m.Stores {
		c.histogram(stores, h, name)
	}
	c.histogram(groups, m.Groups)
	c.value(build, 1, version.Number)
}

// collector sends metrics to the registry.
type collector struct{ out chan<- prometheus.Metric }

// counters writes what has happened since the process started.
func (c collector) counters(m crawl.Metrics) {
	c.count(pages, m.Run.Pages)
	c.count(documents, m.Run.Documents)
	c.count(redirects, m.Run.Redirects)
	c.count(received, m.Run.Bytes)
	c.add(active, prometheus.CounterValue, m.Run.Active.Seconds())
	for status, n := range m.Status {
		c.count(answers, n, strconv.Itoa(status))
	}
	for cause, n := range m.Errors {
		c.count(failed, n, cause)
	}
	for cause, n := range m.Refused {
		c.count(refused, n, cause)
	}
	for cause, n := range m.Retries {
		c.count(retries, n, cause)
	}
	c.count(robots, m.Robots)
	c.count(hostDelays, m.HostPauses)
	c.count(pauses, m.Pauses)
	c.count(stalls, m.Stalls)
}

// gauges writes the present state. All states of the crawl are written, with 0 for those that
// it is not in, so that a query for a state always finds a series.
func (c collector) gauges(m crawl.Metrics) {
	for class, n := range map[string]int64{"page": m.Library.Pages, "document": m.Library.Documents, "redirect": m.Library.Redirects, "error": m.Library.Errors, "challenge": m.Library.Challenges} {
		c.value(library, n, class)
	}
	c.value(queue, m.Queue, "waiting")
	c.value(queue, m.Leased, "leased")
	c.value(known, m.Known)
	c.value(hosts, m.Hosts, "waiting")
	c.value(hosts, m.Ready, "ready")
	c.value(hosts, int64(m.ActiveHosts), "active")
	if m.ETA > 0 {
		c.add(left, prometheus.GaugeValue, m.ETA.Seconds())
	}
	if m.Forecast != nil {
		c.value(expected, m.Forecast.Low, "low")
		c.value(expected, m.Forecast.High, "high")
	}
	for _, stage := range []string{"idle", "dns", "connect", "tls", "first byte", "body"} {
		c.value(requests, m.Requests[stage], strings.ReplaceAll(stage, " ", "_"))
	}
	for stage, n := range m.Backlog {
		c.value(backlog, n, stage)
	}
	is := map[crawl.State]int64{crawl.Running: 0, crawl.Resting: 0, crawl.Paused: 0, crawl.Stalled: 0}
	is[stateOf(m.Stats)] = 1
	for name, n := range is {
		c.value(state, n, string(name))
	}
}

// intake writes the metrics of documents.
func (c collector) intake(m crawl.Metrics) {
	c.value(found, m.Found)
	c.value(intakeQueue, m.ToRead)
	c.value(intakeReading, m.Intake.InProgress)
	c.count(intakeTotal, m.Intake.Accepted, "accepted")
	c.count(intakeTotal, m.Intake.Rejected, "rejected")
	c.count(intakeTotal, m.Intake.Waiting, "waiting")
	for cause, n := range m.Intake.RejectedBy {
		c.count(rejected, n, cause)
	}
	for cause, n := range m.Intake.WaitingFor {
		c.count(unread, n, cause)
	}
	c.count(none, m.Intake.NoDocuments)
	c.count(indexed, m.Intake.IndexedPages)
	c.add(reading, prometheus.CounterValue, m.Intake.ReadingTime.Seconds())
}

// stateOf returns the state of a crawl. A pause or a stall counts before idle hours: it needs action.
func stateOf(s crawl.Stats) crawl.State {
	switch {
	case s.Paused != "":
		return crawl.Paused
	case s.Stalled != "":
		return crawl.Stalled
	case s.Resting:
		return crawl.Resting
	}
	return crawl.Running
}

// count writes a counter.
func (c collector) count(d *prometheus.Desc, n int64, labels ...string) {
	c.add(d, prometheus.CounterValue, float64(n), labels...)
}

// value writes a gauge.
func (c collector) value(d *prometheus.Desc, n int64, labels ...string) {
	c.add(d, prometheus.GaugeValue, float64(n), labels...)
}

// add writes a number as a counter or a gauge.
func (c collector) add(d *prometheus.Desc, kind prometheus.ValueType, n float64, labels ...string) {
	m, err := prometheus.NewConstMetric(d, kind, n, clean(labels)...)
	c.send(d, m, err)
}

// histogram writes a histogram whose buckets the crawl has counted.
func (c collector) histogram(d *prometheus.Desc, h crawl.Histogram, labels ...string) {
	m, err := prometheus.NewConstHistogram(d, h.Count, h.Sum, h.Buckets, labels...)
	c.send(d, m, err)
}

// send sends a metric, or an error that the scrape then reports.
func (c collector) send(d *prometheus.Desc, m prometheus.Metric, err error) {
	if err != nil {
		m = prometheus.NewInvalidMetric(d, err)
	}
	c.out <- m
}

// clean makes labels valid UTF-8: causes may quote a server, and Prometheus refuses invalid ones.
func clean(labels []string) []string {
	for i := range labels {
		labels[i] = strings.ToValidUTF8(labels[i], "\uFFFD")
	}
	return labels
}
