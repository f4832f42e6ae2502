package crawler

import (
	"context"
	"fmt"
	"sync"

	"sluice/crawl"
	"sluice/internal/crawler/internal/strategy"
	"sluice/internal/forecast"
)

// forecastKey is the key under which the frontier keeps what the forecast knows.
const forecastKey = "crawl/forecast"

// outlook forecasts what the next requests of a crawl find. It may be used by many goroutines at a time.
type outlook struct {
	mu        sync.Mutex
	estimator forecast.Estimator
}

// stateReader reads what the frontier keeps under a key; nil if it keeps nothing.
type stateReader interface {
	State(ctx context.Context, key string) ([]byte, error)
}

// KeptForecast returns the forecast of a crawl that does not run, of which so many URLs wait; nil if there is none.
func KeptForecast(ctx context.Context, f stateReader, waiting int64) (*crawl.Forecast, error) {
	var o outlook
	if err := o.load(ctx, f); err != nil || !o.began() {
		return nil, err
	}
	return o.next(waiting), nil
}

// load reads what an earlier run has left. What cannot be used is as if there was nothing.
func (o *outlook) load(ctx context.Context, f stateReader) error {
	state, err := f.State(ctx, forecastKey)
	if err != nil {
		return fmt.Errorf("frontier: %w", err)
	}
	o.mu.Lock()
	defer o.mu.Unlock()
	o.estimator.Restore(state)
	return nil
}

// append returns the state that a group writes.
func (o *outlook) append() []byte {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.estimator.Append(nil)
}

// began reports whether a request was made.
func (o *outlook) began() bool {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.estimator != forecast.Estimator{}
}

// add adds a visit whose links have been placed; links of them wait for a request that the strategy chooses.
func (o *outlook) add(v *visit, links int) {
	o.mu.Lock()
	defer o.mu.Unlock()
	isDocument := v.row != nil && v.row.Document
	switch {
	case v.lease.Lane == strategy.Documents:
		o.estimator.Document(isDocument)
	case strategy.IsOwn(v.lease.Lane):
		found := v.documents
		if isDocument { // which no link announced
			found++
		}
		o.estimator.Request(found, links)
	}
}

// next returns the forecast when so many URLs wait; nil when none does.
func (o *outlook) next(waiting int64) *crawl.Forecast {
	if waiting <= 0 {
		return nil
	}
	o.mu.Lock()
	defer o.mu.Unlock()
	in := o.estimator.Next(waiting)
	return &crawl.Forecast{Requests: forecast.Requests, Low: in.Low, High: in.High}
}
