package fetch_test

import (
	"context"
	"errors"
	"net/netip"
	"testing"
	"time"

	"sluice/internal/fetch"
)

// TestReachEndsWithItsContext: a name server that does not answer delays no caller whose context has ended.
func TestReachEndsWithItsContext(t *testing.T) {
	asked, release := make(chan struct{}), make(chan struct{})
	defer close(release)
	c := newClient(t, fetch.Options{Lookup: func(context.Context, string) ([]netip.Addr, error) {
		close(asked)
		<-release
		return nil, errors.New("too late")
	}})
	u := request(t, "http://silent.example/").URL
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() { ended <- c.Reach(ctx, u) }()
	<-asked
	cancel()
	select {
	case err := <-ended:
		if got := causeOf(t, err); got != "dns: timeout" {
			t.Errorf("cause %q", got)
		}
	case <-time.After(5 * time.Minute):
		t.Error("it waits on")
	}
}
