package outage

import (
	"context"
	"errors"
	"math/rand/v2"
	"net"
	"net/netip"
	"testing"
	"testing/synctest"
	"time"

	"sluice/internal/clock"
	"sluice/internal/fetch"
	"sluice/weburl"
)

// offline returns a Detector without a network.
func offline(t *testing.T, seeds ...string) *Detector {
	return withNames(t, func() error { return errors.New("no network") }, seeds...)
}

// withNames returns a Detector for which no host has an address.
func withNames(t *testing.T, lookUp func() error, seeds ...string) *Detector {
	t.Helper()
	client, err := fetch.New(fetch.Options{Lookup: func(context.Context, string) ([]netip.Addr, error) { return nil, lookUp() }})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(client.Close)
	return New(Options{Network: client, Seeds: seeds, Patience: 2 * time.Hour, Clock: clock.Real, Random: rand.IntN})
}

// wantVerdict checks the verdict on a failed request that began some time ago.
func (o *Detector) wantVerdict(t *testing.T, url string, cause fetch.Cause, ago time.Duration, want Verdict) {
	t.Helper()
	u, err := weburl.Parse(url)
	if err != nil {
		t.Fatal(err)
	}
	if got := o.Judge(t.Context(), u, time.Now().Add(-ago), &fetch.Error{Cause: cause, Temporary: true}); got != want {
		t.Errorf("%s: %s: verdict %d, want %d", url, cause, got, want)
	}
}

func (o *Detector) hasAnswerFrom(t *testing.T, url string) {
	t.Helper()
	u, err := weburl.Parse(url)
	if err != nil {
		t.Fatal(err)
	}
	o.RecordAnswer(u, time.Now())
}

// TestUnreachableHostsAreExcusedForTwoHours: when the only hosts
// that ever answered cannot be reached, no witness is left.
func TestUnreachableHostsAreExcusedForTwoHours(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		const here, there, gone = "http://here.example/", "http://there.example/", "connect: unreachable"
		o := offline(t)
		o.hasAnswerFrom(t, here)
		for range 12 {
			o.wantVerdict(t, here, gone, 0, NetworkDown)
			o.wantVerdict(t, there, gone, 0, NetworkDown) // which does not restart the time
			time.Sleep(10 * time.Minute)
		}
		o.wantVerdict(t, here, gone, 0, NetworkLost)
		o.wantVerdict(t, there, gone, 0, NetworkLost)

		o.hasAnswerFrom(t, here)
		time.Sleep(time.Minute)
		o.wantVerdict(t, here, gone, 0, NetworkDown) // a new doubt, with a time of its own
		time.Sleep(10 * time.Hour)                   // idle hours
		o.wantVerdict(t, here, gone, 0, NetworkDown)
	})
}

// TestFailureIsExcusedWhenNetworkChanged: requests that were under way when
// the network went down, or that began before it was back, fail in many ways.
func TestFailureIsExcusedWhenNetworkChanged(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		const here, there, gone, stalled = "http://here.example/", "http://there.example/", "dns: timeout", "timeout: stall"
		o := offline(t, there)
		o.hasAnswerFrom(t, here)
		o.wantVerdict(t, there, stalled, time.Minute, HostFault)
		time.Sleep(time.Minute)
		o.wantVerdict(t, there, gone, 0, NetworkDown)
		time.Sleep(10 * time.Second)
		o.wantVerdict(t, here, stalled, 20*time.Second, Excused)
		o.wantVerdict(t, here, "reset", 5*time.Second, HostFault) // it began when the network was down already
		o.hasAnswerFrom(t, here)
		time.Sleep(10 * time.Second)
		o.wantVerdict(t, there, gone, 15*time.Second, Excused)
		o.wantVerdict(t, there, gone, 5*time.Second, Excused) // its name may not have been found before
		o.wantVerdict(t, there, stalled, 5*time.Second, HostFault)
		o.wantVerdict(t, there, gone, 0, NetworkDown) // again
	})
}

func TestRequestDuringOutageIsExcused(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		const here, there, gone = "http://here.example/", "http://there.example/", "dns: timeout"
		back := false
		o := withNames(t, func() error {
			if back {
				return &net.DNSError{Err: "no such host", IsNotFound: true}
			}
			return errors.New("no network")
		})
		o.hasAnswerFrom(t, here)
		o.wantVerdict(t, there, gone, 0, NetworkDown)
		time.Sleep(time.Minute)
		back = true
		o.wantVerdict(t, there, gone, 5*time.Second, Excused)
		time.Sleep(time.Minute)
		o.wantVerdict(t, there, gone, 5*time.Second, HostFault)
	})
}

// TestRecentAnswerProvesNetworkWithoutWitness: no host is connected to.
func TestRecentAnswerProvesNetworkWithoutWitness(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		const here, there, gone = "http://here.example/", "http://there.example/", "timeout: connect"
		o := offline(t)
		time.Sleep(time.Minute)
		o.hasAnswerFrom(t, here)
		time.Sleep(time.Second)
		o.wantVerdict(t, there, gone, 10*time.Second, HostFault)
		time.Sleep(time.Second)
		o.wantVerdict(t, there, gone, 10*time.Second, NetworkDown) // the answer is an old one by now
	})
}

func TestCancelledAttemptExcuses(t *testing.T) {
	o := offline(t, "http://seed.example/")
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	u, err := weburl.Parse("http://here.example/")
	if err != nil {
		t.Fatal(err)
	}
	if got := o.Judge(ctx, u, time.Now(), &fetch.Error{Cause: "dns: timeout", Temporary: true}); got != Excused || o.isDown {
		t.Errorf("verdict %d, the network down %v; want %d and no word of the network", got, o.isDown, Excused)
	}
}
