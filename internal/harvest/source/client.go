package source

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"

	"sluice/document/bibliography"
	"sluice/internal/clock"
	"sluice/internal/credential"
	"sluice/internal/fetch"
	"sluice/internal/seeds/answer"
	"sluice/internal/seeds/engine"
	"sluice/weburl"
)

// The limits of waiting.
const (
	longestWait = 15 * time.Minute // for a service that asks for it
	whole       = 5 * time.Minute  // of one request: repositories are slow
	leastPause  = 2 * time.Second  // before a request is repeated, doubled each time
	mostPause   = 2 * time.Minute  // of these
	longestPace = time.Minute      // between two requests, as a service states it
	usualDelay  = 5 * time.Second

	maxBody      = bibliography.MaxSize
	maxMessage   = 200 // bytes of what a service says in an error
	maxRedirects = 4
)

// client makes the requests to one service, one at a time.
type client struct {
	*fetch.Client
	service *service
	o       *Options
	delay   time.Duration
	next    time.Time // before which nothing is requested
}

// newClient returns a client.
func newClient(s *service, o *Options) (*client, error) {
	c := &client{service: s, o: o, delay: max(s.delay, o.Delay)}
	options := o.Fetch
	options.Secrets = nil
	if key := o.Keys[s.kind]; key != "" && s.keyHeader != "" {
		options.Secrets = credential.New(http.Header{s.keyHeader: {key}}, []string{s.origin + "/"}, nil)
	}
	var err error
	c.Client, err = fetch.New(options)
	return c, err
}

// temporaryError is the error of a request that may be repeated.
type temporaryError struct {
	error
	wait time.Duration // 0: the usual pause
}

// Unwrap returns the error.
func (e *temporaryError) Unwrap() error { return e.error }

// get returns the body of an answer that check accepts. After a fault that may pass, and after an answer that is not what it should be, the request is repeated.
func (c *client) get(ctx context.Context, u weburl.URL, check func(body []byte) error) ([]byte, error) {
	for attempt := 0; ; attempt++ {
		body, err := c.ask(ctx, u)
		if err == nil {
			if err = check(body); err == nil || errors.Is(err, errForgotten) {
				return body, err
			}
			if _, isFinal := errors.AsType[bibliography.OAIError](err); !isFinal {
				err = &temporaryError{error: err}
			}
		}
		temporary, ok := errors.AsType[*temporaryError](err)
		if !ok || attempt >= c.o.Retries || ctx.Err() != nil {
			return nil, c.withoutKey(err)
		}
		wait := temporary.wait
		if wait == 0 {
			wait = min(max(leastPause, c.delay)<<min(attempt, 6), mostPause)
		}
		c.notBefore(wait)
	}
}

// withoutKey returns an error whose text is without the key.
func (c *client) withoutKey(err error) error {
	key := c.o.Keys[c.service.kind]
	if text := err.Error(); key != "" && (strings.Contains(text, key) || strings.Contains(text, url.QueryEscape(key))) {
		hidden := errors.New(strings.NewReplacer(key, "…", url.QueryEscape(key), "…").Replace(text))
		if _, ok := errors.AsType[*refusedError](err); ok {
			return &refusedError{hidden}
		}
		return hidden
	}
	return err
}

// notBefore makes the next request wait.
func (c *client) notBefore(d time.Duration) {
	if at := c.o.Clock.Now().Add(d); at.After(c.next) {
		c.next = at
	}
}

// ask makes one request, and those of its redirects on the same host.
func (c *client) ask(ctx context.Context, u weburl.URL) ([]byte, error) {
	for range maxRedirects + 1 {
		resp, err := c.exchange(ctx, u)
		if err != nil {
			return nil, err
		}
		location := resp.Header.Get("Location")
		if resp.Status/100 != 3 || location == "" {
			return c.received(resp, u)
		}
		resp.Release()
		to, err := weburl.NoRules().NewBase(u).Resolve([]byte(location))
		if err != nil || to.Hostname() != u.Hostname() || u.Scheme() == "https" && to.Scheme() != "https" {
			return nil, fmt.Errorf("it redirects to %s: correct its address", weburl.Redact(location))
		}
		u = to
	}
	return nil, errors.New("it redirects without end")
}

// exchange waits for the turn of the service and makes one request.
func (c *client) exchange(ctx context.Context, u weburl.URL) (*fetch.Response, error) {
	if d := clock.Until(c.o.Clock, c.next); d > 0 {
		if d > usualDelay && c.o.OnWait != nil {
			c.o.OnWait(d)
		}
		if err := clock.Sleep(ctx, c.o.Clock, d); err != nil {
			return nil, err
		}
	}
	resp, err := c.Do(ctx, &fetch.Request{URL: c.withKey(u), Accept: c.service.accept, Whole: whole, Limit: func(string, []byte) int64 { return maxBody + 1 }})
	c.notBefore(c.delay)
	if err == nil {
		return resp, nil
	}
	failed := fetch.AsError(err)
	if failed.Cause.Class() == fetch.Guard {
		return nil, fmt.Errorf("it is not requested: %w (resolve or allow-private in sluice.yaml permits its address)", err)
	}
	err = fmt.Errorf("it does not respond: %w", err)
	if failed.Temporary && !failed.IsCancelled() {
		return nil, &temporaryError{error: err}
	}
	return nil, err
}

// withKey returns a URL with the key of the service as its parameter, if it has one and the URL is of the service.
func (c *client) withKey(u weburl.URL) weburl.URL {
	key := c.o.Keys[c.service.kind]
	if key == "" || c.service.keyParameter == "" || u.Origin() != c.service.origin {
		return u
	}
	with, err := weburl.NoRules().Parse(u.String() + "&" + c.service.keyParameter + "=" + url.QueryEscape(key))
	if err != nil {
		return u
	}
	return with
}

// received returns the body of a response, and releases it.
func (c *client) received(resp *fetch.Response, u weburl.URL) ([]byte, error) {
	defer resp.Release()
	now := c.o.Clock.Now()
	body, err := io.ReadAll(io.LimitReader(resp.Content.Reader(), maxBody+1))
	if err != nil {
		return nil, err
	}
	if d := paceOf(resp.Header); d > c.delay {
		c.delay = d
		c.notBefore(d)
	}
	wait := engine.Wait(resp.Header, now)
	if resp.Status == http.StatusOK {
		switch {
		case len(body) > maxBody:
			return nil, fmt.Errorf("an answer is larger than %d MB", maxBody>>20)
		case resp.Truncated != "":
			return nil, &temporaryError{error: cutOff(resp.Truncated)}
		}
		if kind := recognizeChallenge(resp, u, body); kind != "" {
			return nil, &temporaryError{error: &refusedError{fmt.Errorf("it answers with a page in place of records: %s", kind)}}
		}
		if wait > 0 && wait <= longestWait { // the limit is used up with this request
			c.notBefore(wait)
		}
		return body, nil
	}
	if c.service.isError != nil && c.service.isError(body) { // some repositories state errors with a status of failure
		return body, nil
	}
	return nil, c.failure(resp, u, body, wait)
}

// cutOff returns the error for a body that is not whole.
func cutOff(why fetch.Truncation) error {
	cause := fetch.Cause(fetch.Timeout.With("whole"))
	if why != fetch.OverTime {
		cause = "closed"
	}
	return &fetch.Error{Cause: cause, Err: fmt.Errorf("an answer is cut off: %s", why), Temporary: true}
}

// failure returns the error for a status of failure.
func (c *client) failure(resp *fetch.Response, u weburl.URL, body []byte, wait time.Duration) error {
	err := fmt.Errorf("it answers with status %d%s", resp.Status, says(body))
	kind := recognizeChallenge(resp, u, body)
	if kind != "" {
		err = fmt.Errorf("%w (%s)", err, kind)
	}
	isTemporary := resp.Status == http.StatusTooManyRequests || resp.Status >= 500 || resp.Status == http.StatusForbidden && wait > 0
	switch resp.Status {
	case http.StatusUnauthorized, http.StatusPaymentRequired, http.StatusForbidden, http.StatusUnavailableForLegalReasons, http.StatusTooManyRequests:
		err = &refusedError{err}
	default:
		if kind != "" || isTemporary && wait > 0 {
			err = &refusedError{err}
		}
	}
	switch {
	case !isTemporary:
		return err
	case wait > longestWait:
		at := c.o.Clock.Now().Add(wait).UTC().Format("2006-01-02 15:04 UTC")
		return fmt.Errorf("%w; it can be asked again at %s: run the same command then, it goes on there", err, at)
	}
	return &temporaryError{err, wait}
}

// says returns what a service says in an error.
func says(body []byte) string {
	message := answer.Message(body)
	if message == "" {
		return ""
	}
	return ": " + strings.ToValidUTF8(message[:min(len(message), maxMessage)], "")
}

// paceOf returns the time between two requests that a service states, as Crossref does: X-Rate-Limit-Limit requests in X-Rate-Limit-Interval ("1s").
func paceOf(h http.Header) time.Duration {
	n, err := strconv.ParseFloat(strings.TrimSpace(h.Get("X-Rate-Limit-Limit")), 64)
	interval, errInterval := time.ParseDuration(strings.TrimSpace(h.Get("X-Rate-Limit-Interval")))
	if err != nil || errInterval != nil || n < 1 || interval <= 0 {
		return 0
	}
	return min(time.Duration(float64(interval)/n), longestPace)
}
