package main

import (
	"bufio"
	"context"
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/prometheus/common/expfmt"

	"sluice/internal/catalogue"
)

// scrape reads the metrics at a URL by the rules of the format, and sums each up over its labels.
func scrape(t *testing.T, url string) map[string]float64 {
	t.Helper()
	res, err := http.Get(url)
	if err != nil {
		t.Fatal(err)
	}
	defer res.Body.Close()
	families, err := new(expfmt.TextParser).TextToMetricFamilies(res.Body)
	if err != nil {
		t.Fatal(err)
	}
	sums := map[string]float64{}
	for name, f := range families {
		for _, m := range f.GetMetric() {
			sums[name] += m.GetCounter().GetValue() + m.GetGauge().GetValue() + float64(m.GetHistogram().GetSampleCount())
		}
	}
	return sums
}

func TestARunningCrawlIsScraped(t *testing.T) {
	web := httptest.NewServer(http.HandlerFunc(serveWeb))
	defer web.Close()
	dir := t.TempDir()
	talk, out := io.Pipe()
	ended := make(chan int, 1)
	go func() {
		defer out.Close()
		ended <- run(context.Background(), []string{"crawl", "-d", dir, "--proxy", web.URL, "--delay", "2ms", "--progress", "none", "--metrics", "0", "--pprof",
			"http://long.example/n1", "http://www.site.example/"}, strings.NewReader(""), io.Discard, out)
	}()
	lines := bufio.NewScanner(talk)
	var url string
	for lines.Scan() {
		if line, ok := strings.CutPrefix(lines.Text(), "Metrics are at "); ok {
			url = strings.TrimSuffix(line, ".")
			break
		}
	}
	go io.Copy(io.Discard, talk)
	if !strings.HasPrefix(url, "http://127.0.0.1:") {
		t.Fatalf("no address of the metrics on loopback, but %q", url)
	}
	last := map[string]float64{}
	for last["sluice_pages_total"] < 20 {
		now := scrape(t, url)
		for _, name := range []string{"sluice_pages_total", "sluice_fetches_total", "sluice_received_bytes_total", "sluice_stage_seconds"} {
			if now[name] < last[name] {
				t.Fatalf("%s went back from %v to %v", name, last[name], now[name])
			}
		}
		last = now
	}
	res, err := http.Get(strings.Replace(url, "/metrics", "/debug/pprof/goroutine?debug=1", 1))
	if err != nil {
		t.Fatal(err)
	}
	res.Body.Close()
	if res.StatusCode != http.StatusOK {
		t.Errorf("profiles with --pprof: status %d", res.StatusCode)
	}
	http.DefaultClient.CloseIdleConnections()
	if code := run(context.Background(), []string{"stop", "-d", dir}, strings.NewReader(""), io.Discard, io.Discard); code != exitDone {
		t.Errorf("stop exits with %d", code)
	}
	if code := <-ended; code != exitStopped {
		t.Errorf("crawl exits with %d; want %d", code, exitStopped)
	}
	if _, err := http.Get(url); err == nil {
		t.Error("metrics are served after the end of the crawl")
	}
	var report strings.Builder
	if code := run(context.Background(), []string{"report", "-d", dir, "--json"}, strings.NewReader(""), &report, io.Discard); code != exitDone {
		t.Fatalf("report exits with %d", code)
	}
	var r catalogue.Report
	if err := json.Unmarshal([]byte(report.String()), &r); err != nil {
		t.Fatal(err)
	}
	for name, most := range map[string]int64{
		"sluice_pages_total": r.Totals.Pages, "sluice_documents_total": r.Totals.Documents, "sluice_errors_total": r.Totals.Errors,
		"sluice_refused_total": r.Totals.Refused, "sluice_received_bytes_total": r.Totals.Wire,
	} {
		if last[name] > float64(most) || most > 0 && last[name] == 0 {
			t.Errorf("%s was %v; the report comes to %d", name, last[name], most)
		}
	}
}
