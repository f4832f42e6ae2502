package main

import (
	"testing"
	"time"

	"sluice/cmd/sluice/internal/settings"
	"sluice/crawl"
)

func TestRaisedLimitDoublesTheLimitThatWasReached(t *testing.T) {
	flags := &settings.Flags{}
	flags.MaxPages, flags.MaxTime, flags.MaxBytes = 5, time.Minute, 1000
	for _, test := range []struct {
		result crawl.Result
		want   string
	}{
		{crawl.Result{State: crawl.Limited, Limit: crawl.LimitPages}, " --max-pages 10"},
		{crawl.Result{State: crawl.Limited, Limit: crawl.LimitPages, Stats: crawl.Stats{Totals: crawl.Totals{Pages: 6, Documents: 2}}}, " --max-pages 16"},
		{crawl.Result{State: crawl.Limited, Limit: crawl.LimitTime}, " --max-time 2m0s"},
		{crawl.Result{State: crawl.Limited, Limit: crawl.LimitBytes}, " --max-bytes 2KB"},
		{crawl.Result{State: crawl.Stopped, Reason: "max-pages is what the user typed as a reason"}, ""},
		{crawl.Result{State: crawl.Done}, ""},
	} {
		if got := raisedLimit(flags, test.result); got != test.want {
			t.Errorf("raisedLimit(%+v) = %q, want %q", test.result, got, test.want)
		}
	}
}
