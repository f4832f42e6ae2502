package crawl

import (
	"context"
	"errors"
	"net"
	"net/netip"
	"testing"
	"testing/synctest"
	"time"

	"sluice/internal/fetch"
	"sluice/weburl"
)

// offline makes an outage that asks without a network.
func offline(t *testing.T, seeds ...string) *outage {
	return withNames(t, func() error { return errors.New("no network") }, seeds...)
}

// withNames makes an outage for which nobody has an address.
func withNames(t *testing.T, says func() error, seeds ...string) *outage {
	t.Helper()
	client, err := fetch.New(fetch.Options{Lookup: func(context.Context, string) ([]netip.Addr, error) { return nil, says() }})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(client.Close)
	return newOutage(client, seeds)
}

// wantVerdict has a request fail that began so long ago.
func (o *outage) wantVerdict(t *testing.T, url, cause string, ago time.Duration, want blame) {
	t.Helper()
	u, err := weburl.Parse(url)
	if err != nil {
		t.Fatal(err)
	}
	if got := o.judge(t.Context(), u, time.Now().Add(-ago), &fetch.Error{Cause: cause, Temporary: true}); got != want {
		t.Errorf("%s: %s: verdict %d, want %d", url, cause, got, want)
	}
}

func (o *outage) hears(t *testing.T, url string) {
	t.Helper()
	u, err := weburl.Parse(url)
	if err != nil {
		t.Fatal(err)
	}
	o.answered(u, time.Now())
}

// TestHostsThatAreAllGoneHaveTheBenefitOfTheDoubtForTwoHours: when the only ones
// that ever answered cannot be reached, nobody is left to tell whether it is them.
func TestHostsThatAreAllGoneHaveTheBenefitOfTheDoubtForTwoHours(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		const here, there, gone = "http://here.example/", "http://there.example/", "connect: unreachable"
		o := offline(t)
		o.hears(t, here)
		for range 12 {
			o.wantVerdict(t, here, gone, 0, down)
			o.wantVerdict(t, there, gone, 0, down) // which does not begin the time anew
			time.Sleep(10 * time.Minute)
		}
		o.wantVerdict(t, here, gone, 0, vain)
		o.wantVerdict(t, there, gone, 0, vain)

		o.hears(t, here)
		time.Sleep(time.Minute)
		o.wantVerdict(t, here, gone, 0, down) // a new doubt, with a time of its own
		time.Sleep(10 * time.Hour)            // a rest by the settings
		o.wantVerdict(t, here, gone, 0, down)
	})
}

// TestAFaultBeforeTheNetworkTurnedDoesNotCount: requests that were under way when
// the network went, or that began before it was back, end in many ways.
func TestAFaultBeforeTheNetworkTurnedDoesNotCount(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		const here, there, gone, stalled = "http://here.example/", "http://there.example/", "dns: timeout", "timeout: stall"
		o := offline(t, there)
		o.hears(t, here)
		o.wantVerdict(t, there, stalled, time.Minute, theirs)
		time.Sleep(time.Minute)
		o.wantVerdict(t, there, gone, 0, down)
		time.Sleep(10 * time.Second)
		o.wantVerdict(t, here, stalled, 20*time.Second, excused)
		o.wantVerdict(t, here, "reset", 5*time.Second, theirs) // it began when the network was down already
		o.hears(t, here)
		time.Sleep(10 * time.Second)
		o.wantVerdict(t, there, gone, 15*time.Second, excused)
		o.wantVerdict(t, there, gone, 5*time.Second, excused) // its name may not have been found before
		o.wantVerdict(t, there, stalled, 5*time.Second, theirs)
		o.wantVerdict(t, there, gone, 0, down) // again
	})
}

func TestARequestThatSawTheEndOfAnOutageDoesNotCount(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		const here, there, gone = "http://here.example/", "http://there.example/", "dns: timeout"
		back := false
		o := withNames(t, func() error {
			if back {
				return &net.DNSError{Err: "no such host", IsNotFound: true}
			}
			return errors.New("no network")
		})
		o.hears(t, here)
		o.wantVerdict(t, there, gone, 0, down)
		time.Sleep(time.Minute)
		back = true
		o.wantVerdict(t, there, gone, 5*time.Second, excused)
		time.Sleep(time.Minute)
		o.wantVerdict(t, there, gone, 5*time.Second, theirs)
	})
}

// TestAnAnswerMeanwhileTellsThatTheNetworkIsThere, without that anybody is asked.
func TestAnAnswerMeanwhileTellsThatTheNetworkIsThere(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		const here, there, gone = "http://here.example/", "http://there.example/", "timeout: connect"
		o := offline(t)
		time.Sleep(time.Minute)
		o.hears(t, here)
		time.Sleep(time.Second)
		o.wantVerdict(t, there, gone, 10*time.Second, theirs)
		time.Sleep(time.Second)
		o.wantVerdict(t, there, gone, 10*time.Second, down) // the answer is an old one by now
	})
}

func TestNobodyIsAskedWhenTheCrawlEnds(t *testing.T) {
	o := offline(t, "http://seed.example/")
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	u, err := weburl.Parse("http://here.example/")
	if err != nil {
		t.Fatal(err)
	}
	if got := o.judge(ctx, u, time.Now(), &fetch.Error{Cause: "dns: timeout", Temporary: true}); got != excused || o.isDown {
		t.Errorf("verdict %d, the network down %v; want %d and no word of the network", got, o.isDown, excused)
	}
}
