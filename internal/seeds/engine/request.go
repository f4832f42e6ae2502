package engine

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"slices"
	"strings"
	"time"

	"sluice/internal/clock"
	"sluice/internal/fetch"
	"sluice/internal/seeds/answer"
	"sluice/weburl"
)

// ask requests a page of results, politely, and again after a fault that may pass.
func (w *Web) ask(ctx context.Context, u weburl.URL) (*stored, error) {
	if w.choice.description.Kind == string(answer.HTML) && !w.o.IgnoreRobots {
		if err := w.checkRobots(ctx, u); err != nil {
			return nil, err
		}
	}
	for attempt := 0; ; attempt++ {
		s, wait, err := w.request(ctx, u)
		if err == nil || wait < 0 {
			return s, err
		}
		if attempt >= w.o.Retries || ctx.Err() != nil {
			return nil, err
		}
		if wait == 0 {
			wait = min(max(leastPause, w.delay)<<min(attempt, maxDoublings), longestWait)
		}
		w.turn.notBefore(w.o.Clock.Now().Add(wait))
	}
}

// maxDoublings is how often the pause before a repeated request is doubled: more would overflow.
const maxDoublings = 6

// maxRedirects is the most redirects that are followed, on the engine's own host.
const maxRedirects = 3

// request makes a request with the key. After a fault, wait says when it may be repeated: negative never, 0 after the usual pause.
func (w *Web) request(ctx context.Context, u weburl.URL) (s *stored, wait time.Duration, err error) {
	resp, at, err := w.follow(ctx, u, maxRedirects, w.key.add)
	if err != nil {
		return nil, waitAfterFault(err), err
	}
	return w.received(resp, at)
}

// follow makes a request and follows at most a number of redirects on the same host. Prepare returns the URL that is requested in place of each; at is
// the last one before that. The caller releases the response.
func (w *Web) follow(ctx context.Context, u weburl.URL, most int, prepare func(weburl.URL) weburl.URL) (resp *fetch.Response, at weburl.URL, err error) {
	for range most + 1 {
		resp, err := w.exchange(ctx, prepare(u))
		if err != nil {
			return nil, u, err
		}
		location := resp.Header.Get("Location")
		if resp.Status/100 != 3 || location == "" {
			return resp, u, nil
		}
		resp.Release()
		to, err := weburl.NoRules().NewBase(u).Resolve([]byte(location))
		to = w.key.remove(to)
		if err != nil || to.Hostname() != u.Hostname() || u.Scheme() == "https" && to.Scheme() != "https" || to.Origin() != u.Origin() && w.key.isIn(to.String()) {
			return nil, u, fmt.Errorf("redirects to %s: correct its address", weburl.Redact(w.key.redact(location)))
		}
		u = to
	}
	return nil, u, errors.New("redirects without end")
}

// waitAfterFault returns when a request that brought no answer may be repeated: negative never, 0 after the usual pause.
func waitAfterFault(err error) time.Duration {
	if failed, ok := errors.AsType[*fetch.Error](err); ok && failed.Temporary && !failed.IsCancelled() {
		return 0
	}
	return -1
}

// exchange waits for the engine's turn and makes one request.
func (w *Web) exchange(ctx context.Context, u weburl.URL) (*fetch.Response, error) {
	if w.spent != "" {
		return nil, errors.New(w.spent)
	}
	w.turn.busy.Lock()
	defer w.turn.busy.Unlock()
	if d := w.turn.wait(w.o.Clock.Now()); d > 0 {
		if d > usualDelay && w.o.OnWait != nil {
			w.o.OnWait(w.Name(), d)
		}
		if err := clock.Sleep(ctx, w.o.Clock, d); err != nil {
			return nil, err
		}
	}
	if err := w.o.Usage.take(w.Name(), w.choice.description.Quota, w.choice.description.day, w.o.Clock.Now()); err != nil {
		return nil, err
	}
	resp, err := w.client.Do(ctx, &fetch.Request{URL: u, Accept: w.accept(), Whole: whole,
		Limit: func(string, []byte) int64 { return answer.MaxBytes + 1 }})
	w.turn.notBefore(w.o.Clock.Now().Add(w.delay))
	if err != nil && fetch.AsError(err).Cause.Class() == fetch.Guard {
		return nil, fmt.Errorf("is not requested: %w (resolve or allow-private in sluice.yaml permits its address)", err)
	}
	if err != nil {
		return nil, fmt.Errorf("does not respond: %w", err)
	}
	return resp, nil
}

// accept returns the header that asks for the format of the answers.
func (w *Web) accept() string {
	if w.choice.description.Kind == string(answer.JSON) {
		return "application/json"
	}
	return "" // as a browser does
}

// received returns the answer of a response, and releases it.
func (w *Web) received(resp *fetch.Response, u weburl.URL) (*stored, time.Duration, error) {
	defer resp.Release()
	now := w.o.Clock.Now()
	body, err := io.ReadAll(io.LimitReader(resp.Content.Reader(), answer.MaxBytes+1))
	if err != nil {
		return nil, -1, err
	}
	body = w.key.redactBytes(body) // some engines repeat the request in their answers
	if resp.Status == http.StatusOK {
		if resp.Truncated != "" && len(body) <= answer.MaxBytes {
			return nil, 0, fmt.Errorf("answer cut off: %s", resp.Truncated)
		}
		if pause := restOf(resp.Header, now); pause > longestWait {
			w.spent = "its limit is used up until " + clockTime(now.Add(pause))
		} else if pause > 0 {
			w.turn.notBefore(now.Add(pause))
		}
		return &stored{At: now, Type: resp.Header.Get("Content-Type"), Content: body}, 0, nil
	}
	wait, err := w.waitAfter(resp, body, now), w.refusal(resp, body, now, u)
	if wait < 0 && (resp.Status/100 == 4 && resp.Status != http.StatusNotFound && resp.Status != http.StatusBadRequest || resp.Status == http.StatusServiceUnavailable) {
		w.spent = err.Error() // it concerns all phrases
	}
	return nil, wait, err
}

// waitAfter returns when a request that was refused may be repeated: negative never, 0 after the usual pause.
func (w *Web) waitAfter(resp *fetch.Response, body []byte, now time.Time) time.Duration {
	if resp.Status != http.StatusTooManyRequests && resp.Status < 500 || isQuota(resp.Status, body) {
		return -1
	}
	wait := Wait(resp.Header, now)
	if wait > longestWait {
		return -1
	}
	return wait
}

// Wait returns how long the header of an answer asks to wait before the next request, by Retry-After or by the X-RateLimit headers; 0 if it does not.
func Wait(h http.Header, now time.Time) time.Duration {
	wait, ok := fetch.RetryAfter(h, now)
	if !ok {
		wait = restOf(h, now)
	}
	return wait
}

// quotaWords are words of engines whose quota is used up; a wait of minutes does not help.
var quotaWords = []string{"quota", "daily limit", "dailylimit", "insufficient credit", "usage limit", "payment"}

// isQuota reports whether an answer says that a quota is used up, and not only that requests come too fast.
func isQuota(status int, body []byte) bool {
	text := strings.ToLower(answer.Message(body))
	return status == http.StatusPaymentRequired ||
		(status == http.StatusForbidden || status == http.StatusTooManyRequests) && slices.ContainsFunc(quotaWords, func(w string) bool { return strings.Contains(text, w) })
}

// refusal returns the error of an answer that is no list of results.
func (w *Web) refusal(resp *fetch.Response, body []byte, now time.Time, u weburl.URL) error {
	says := w.says(body)
	if c, is := challengeIn(resp.Status, resp.Header, body, resp.Header.Get("Content-Type"), u); is && says == "" {
		says = ": " + c
	}
	wait := Wait(resp.Header, now)
	until := ""
	if wait > 0 {
		until = "; it can be asked again at " + clockTime(now.Add(wait))
	}
	switch {
	case isQuota(resp.Status, body):
		return fmt.Errorf("its quota is used up (status %d)%s%s", resp.Status, says, until)
	case resp.Status == http.StatusTooManyRequests:
		return fmt.Errorf("too many requests (status %d)%s%s", resp.Status, says, until)
	case resp.Status == http.StatusUnauthorized || resp.Status == http.StatusForbidden:
		return fmt.Errorf("refuses the request or its key (status %d)%s", resp.Status, says)
	}
	return fmt.Errorf("answers with status %d%s%s", resp.Status, says, until)
}

// clockTime returns a moment for people.
func clockTime(t time.Time) string { return t.UTC().Format("2006-01-02 15:04:05 UTC") }
