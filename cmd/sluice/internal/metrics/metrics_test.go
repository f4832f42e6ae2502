package metrics

import (
	"bytes"
	"context"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/prometheus/client_golang/prometheus/testutil/promlint"
	"github.com/prometheus/common/expfmt"

	"sluice/crawl"
)

// sample is a crawl's metrics with everything in it, also what a server may say to do harm.
func sample(context.Context) (crawl.Metrics, error) {
	h := crawl.Histogram{Count: 3, Sum: 0.5, Buckets: map[float64]uint64{0.1: 1, 1: 3}}
	return crawl.Metrics{
		Stats: crawl.Stats{
			Found: 9, ToRead: 2, ETA: 90 * time.Second, Forecast: &crawl.Forecast{Requests: 1000, Low: 3, High: 40},
			Run:     crawl.Totals{Pages: 12, Documents: 3, Redirects: 1, Errors: 2, Refused: 7, Bytes: 4096},
			Library: crawl.Totals{Pages: 120, Documents: 30, Redirects: 10, Errors: 20},
		},
		Intake: crawl.Intake{
			Accepted: 4, Rejected: 3, Waiting: 1, RejectedBy: map[string]int64{"genre: slides": 2, "x\xff\"\n": 1}, WaitingFor: map[string]int64{"not read": 1},
			NoDocuments: 5, IndexedPages: 6, ReadingTime: 1500 * time.Millisecond, InProgress: 1,
		},
		Status:  map[int]int64{0: 1, 200: 12, 404: 2},
		Errors:  map[string]int64{"status 404": 1, "encoding: \"x\n\xff": 1},
		Refused: map[string]int64{"robots": 7},
		Stages:  map[string]crawl.Histogram{"read": h}, Stores: map[string]crawl.Histogram{"archive": h}, Groups: h,
		Backlog: map[string]int64{"read": 2},
	}, nil
}

func get(t *testing.T, url string) (status int, body []byte) {
	t.Helper()
	res, err := http.Get(url)
	if err != nil {
		t.Fatal(err)
	}
	defer res.Body.Close()
	if body, err = io.ReadAll(res.Body); err != nil {
		t.Fatal(err)
	}
	return res.StatusCode, body
}

func TestTextFormatIsValid(t *testing.T) {
	server := httptest.NewServer(handler(sample, false))
	defer server.Close()
	status, body := get(t, server.URL+"/metrics")
	if status != http.StatusOK {
		t.Fatalf("status %d: %s", status, body)
	}
	problems, err := promlint.New(bytes.NewReader(body)).Lint()
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range problems {
		if strings.HasPrefix(p.Metric, "sluice_") {
			t.Errorf("%s: %s", p.Metric, p.Text)
		}
	}
	families, err := new(expfmt.TextParser).TextToMetricFamilies(bytes.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	if got := families["sluice_pages_total"].GetMetric()[0].GetCounter().GetValue(); got != 12 {
		t.Errorf("sluice_pages_total is %v; want 12", got)
	}
	for name, want := range map[string]float64{
		"sluice_found_documents": 9, "sluice_intake_queue_bodies": 2, "sluice_intake_reading_bodies": 1, "sluice_intake_documents_total": 8,
		"sluice_intake_rejected_total": 3, "sluice_intake_waiting_total": 1, "sluice_intake_no_documents_total": 5, "sluice_intake_pages_total": 6,
		"sluice_intake_reading_seconds_total": 1.5, "sluice_eta_seconds": 90, "sluice_forecast_documents": 43,
	} {
		sum := 0.0
		for _, m := range families[name].GetMetric() {
			sum += m.GetCounter().GetValue() + m.GetGauge().GetValue()
		}
		if sum != want {
			t.Errorf("%s comes to %v; want %v", name, sum, want)
		}
	}
	for _, name := range []string{"sluice_errors_total", "sluice_stage_seconds", "sluice_build_info", "go_goroutines", "process_open_fds"} {
		if families[name] == nil {
			t.Errorf("there is no %s", name)
		}
	}
}

func TestMetricsThatCannotBeCountedFailTheScrape(t *testing.T) {
	failed := false
	server := httptest.NewServer(handler(func(ctx context.Context) (crawl.Metrics, error) {
		if !failed { // as at the start
			return sample(ctx)
		}
		return crawl.Metrics{}, errors.New("database disk image is malformed")
	}, false))
	defer server.Close()
	failed = true
	if status, body := get(t, server.URL+"/metrics"); status != http.StatusInternalServerError || !bytes.Contains(body, []byte("malformed")) {
		t.Errorf("status %d: %s; want 500 and the error", status, body)
	}
}

func TestOnlyGetAndHeadAreAllowed(t *testing.T) {
	server := httptest.NewServer(handler(sample, false))
	defer server.Close()
	for method, want := range map[string]int{"GET": 200, "HEAD": 200, "POST": 405, "DELETE": 405} {
		r, err := http.NewRequest(method, server.URL+"/metrics", nil)
		if err != nil {
			t.Fatal(err)
		}
		res, err := http.DefaultClient.Do(r)
		if err != nil {
			t.Fatal(err)
		}
		res.Body.Close()
		if res.StatusCode != want {
			t.Errorf("%s gives %d; want %d", method, res.StatusCode, want)
		}
	}
}

func TestProfilesAreServedOnlyWhenAskedFor(t *testing.T) {
	for profiles, want := range map[bool]int{false: 404, true: 200} {
		s, err := Listen("127.0.0.1:0")
		if err != nil {
			t.Fatal(err)
		}
		s.Serve(sample, profiles)
		base := strings.TrimSuffix(s.URL(), "metrics")
		for _, path := range []string{"debug/pprof/", "debug/pprof/heap"} {
			if status, _ := get(t, base+path); status != want {
				t.Errorf("profiles %t: /%s gives %d; want %d", profiles, path, status, want)
			}
		}
		if status, body := get(t, base+"debug/pprof/cmdline"); status != 404 {
			t.Errorf("the command line is shown: %s", body)
		}
		http.DefaultClient.CloseIdleConnections()
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	}
}

func TestHostNamesAreRefusedOnLoopback(t *testing.T) {
	s, err := Listen("127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	s.Serve(sample, false)
	for host, want := range map[string]int{"127.0.0.1:9090": 200, "[::1]": 200, "localhost:9090": 200, "evil.example:9090": 403} {
		r := httptest.NewRequest("GET", "/metrics", nil)
		r.Host = host
		w := httptest.NewRecorder()
		if s.http.Handler.ServeHTTP(w, r); w.Code != want {
			t.Errorf("by %q: %d; want %d", host, w.Code, want)
		}
	}
}

func TestListenOnAUsedAddressIsAnError(t *testing.T) {
	s, err := Listen("127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	if _, err := Listen(s.listener.Addr().String()); err == nil {
		t.Error("an address was given out twice")
	}
}
