// Package engine has the engines that the seed finder asks.
//
// [Choices] are those of the Web: the known ones (see builtins) and those that a file describes ([Parse]). [Open] makes one that can be asked: it
// requests page after page as a crawl would, through package fetch with its guard of addresses, waits between requests, obeys what the engine says
// about its limits, and keeps each answer in a [Cache]. [NewList] reads files, [NewSitemap] the sitemaps of a site, [NewLibrary] and [NewReferences] the
// library itself.
//
// # What is obeyed
//
// Between two requests to an engine pass the delay of the library and that of the engine's description, whichever is longer. Its quota of requests a day is
// counted over all searches of the library. Retry-After and X-RateLimit-Remaining with X-RateLimit-Reset are obeyed: a wait of up to two minutes
// is waited, a longer one ends the engine's part of the search, with the time at which it can go on. Result pages in HTML are made for
// people: they are requested only if the engine's robots.txt allows it. An interface in JSON is made for programs, whatever robots.txt says to crawlers.
//
// # Keys
//
// Keys come from the environment. They are sent to the origin of their engine alone, and never for its robots.txt. An engine may repeat a key in its
// answers: it is removed from links, and replaced in answers before they are read and in every error. It is no part of what is stored.
package engine

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"maps"
	"net"
	"net/http"
	"net/netip"
	"strconv"
	"strings"
	"time"

	"sluice/internal/clock"
	"sluice/internal/credential"
	"sluice/internal/fetch"
	"sluice/internal/robots"
	"sluice/internal/seeds"
	"sluice/internal/seeds/answer"
	"sluice/weburl"
)

// Options say how engines of the Web are asked. The zero value asks without delays, and repeats nothing.
type Options struct {
	Fetch        fetch.Options // how requests are made; its secrets are not used
	Delay        time.Duration // between two requests to an engine, at least
	Retries      int           // of a request, after a fault that may pass
	IgnoreRobots bool          // robots.txt is neither requested nor obeyed

	Turns *Turns      // of the engines that are asked at the same time; nil: this one is asked alone
	Cache *Cache      // nil: nothing is kept
	Usage *Usage      // nil: quotas are not counted
	Fresh bool        // the cache is written, and not read
	Clock clock.Clock // nil: that of the machine

	// OnWait is called before a wait that is longer than a usual delay, by several goroutines; nil: nothing is.
	OnWait func(engine string, d time.Duration)
}

// The limits of waiting.
const (
	longestWait = 2 * time.Minute  // for an engine that asks for it
	whole       = 60 * time.Second // of one request
	leastPause  = 2 * time.Second  // before a request is repeated, doubled each time
	usualDelay  = 5 * time.Second
)

// Web is an engine of the Web. It is asked by one goroutine.
type Web struct {
	choice Choice
	key    secret
	reader *answer.Reader
	client *fetch.Client
	o      Options
	delay  time.Duration
	seen   map[weburl.Key]bool // results for the phrase

	turn   *turn
	spent  string        // why nothing more may be requested; empty while it may
	robots *robots.Rules // nil: not requested yet
}

var _ seeds.Engine = (*Web)(nil)

// Open returns an engine to be asked. The caller closes it.
func Open(c Choice, o Options) (*Web, error) {
	if c.Missing != "" {
		return nil, fmt.Errorf("engine %s needs %s", c.Name, c.Missing)
	}
	if o.Clock == nil {
		o.Clock = clock.Real
	}
	w := &Web{choice: c, key: newSecret(&c), o: o, turn: o.Turns.of(c.host)}
	delay, err := c.description.delay()
	if err != nil {
		return nil, fmt.Errorf("engine %s: %w", c.Name, err)
	}
	w.delay = max(delay, o.Delay)
	if w.reader, err = c.description.reader(); err != nil {
		return nil, fmt.Errorf("engine %s: %w", c.Name, err)
	}
	if w.client, err = newClient(&c, o.Fetch); err != nil {
		return nil, fmt.Errorf("engine %s: %w", c.Name, err)
	}
	return w, nil
}

// newClient returns a client that sends the key in its header to the origin of the engine alone. An engine of the user's own on this machine passes the guard of
// addresses.
func newClient(c *Choice, o fetch.Options) (*fetch.Client, error) {
	o.Secrets = nil
	if a, isLoopback := c.loopback(); isLoopback && c.isOwn && o.Proxy == "" {
		o.Resolve = maps.Clone(o.Resolve)
		if o.Resolve == nil {
			o.Resolve = map[string]netip.Addr{}
		}
		o.Resolve[net.JoinHostPort(strings.Trim(c.host, "[]"), strconv.Itoa(c.port))] = a
	}
	if c.key != "" && c.description.KeyHeader != "" {
		o.Secrets = credential.New(http.Header{http.CanonicalHeaderKey(c.description.KeyHeader): {c.key}}, []string{c.Address + "/"}, nil)
	}
	return fetch.New(o)
}

// Close closes the connections.
func (w *Web) Close() { w.client.Close() }

// Name implements [seeds.Engine].
func (w *Web) Name() string { return w.choice.Name }

// Search implements [seeds.Engine].
func (w *Web) Search(ctx context.Context, phrase string) iter.Seq2[seeds.Page, error] {
	return func(yield func(seeds.Page, error) bool) {
		w.seen = map[weburl.Key]bool{}
		d := &w.choice.description
		at, address := position{}, ""
		for at.number = 0; at.number < d.Pages; at.number++ {
			if d.counts() || at.number == 0 || strings.Contains(d.URL, "{cursor}") {
				address = d.address(phrase, at)
			}
			p, isCached, err := w.page(ctx, address, at.number)
			if err != nil {
				yield(seeds.Page{}, w.withoutKey(err))
				return
			}
			fresh := w.unseen(p.Results)
			page := seeds.Page{Results: p.Results, Sponsored: len(p.Sponsored), Cached: isCached}
			if len(p.Failed) > 0 {
				page.Note = "did not respond: " + strings.Join(p.Failed, ", ")
			}
			if p.NoList {
				page.Note = fmt.Sprintf("no list at %q in the answer", d.Results)
			}
			if !yield(page, nil) || !w.hasNext(p, fresh, &at, &address) {
				return
			}
		}
	}
}

// withoutKey returns an error whose text is without the key.
func (w *Web) withoutKey(err error) error {
	if text := err.Error(); w.key.isIn(text) {
		return errors.New(w.key.redact(text))
	}
	return err
}

// unseen returns how many results are new for the phrase: some engines repeat their last page for ever.
func (w *Web) unseen(results []answer.Result) (n int) {
	for _, r := range results {
		if u, err := weburl.Parse(r.URL); err == nil && !w.seen[u.Key()] {
			w.seen[u.Key()] = true
			n++
		}
	}
	return n
}

// hasNext reports whether another page is to be asked for, and sets where it is if the answer says so.
func (w *Web) hasNext(p *answer.Page, fresh int, at *position, address *string) bool {
	d := &w.choice.description
	switch says := d.Next != "" || d.Layout != ""; {
	case d.counts():
		return p.Collected > 0 && fresh > 0 && (p.More || !says || d.Layout != "")
	case fresh == 0 || !p.More:
		return false
	case strings.Contains(d.URL, "{cursor}"):
		at.cursor = p.Next
		return p.Next != ""
	}
	return w.link(p.Next, address)
}

// link sets the address to that of a link in the page at it, without the key, and reports whether it is on the host of the engine.
func (w *Web) link(next string, address *string) bool {
	rules := weburl.NoRules()
	from, err := rules.Parse(*address)
	if err != nil {
		return false
	}
	to, err := rules.NewBase(from).Resolve([]byte(next))
	if err != nil || next == "" {
		return false
	}
	to = w.key.remove(to)
	*address = to.String()
	return to.Hostname() == w.choice.host
}

// page returns page number n of the results, from 0, from the cache if it is there.
func (w *Web) page(ctx context.Context, address string, n int) (p *answer.Page, isCached bool, err error) {
	rules := weburl.NoRules() // an engine may need what a canonical URL leaves out
	u, err := rules.Parse(address)
	if err != nil {
		return nil, false, fmt.Errorf("address of the next page: %w", err)
	}
	if s, ok := w.o.Cache.get(w.Name(), w.key.redact(address)); ok && !w.o.Fresh {
		if p, err := w.reader.Read(s.Content, s.Type, u); err == nil {
			return p, true, nil
		}
	}
	s, err := w.ask(ctx, u)
	if err != nil {
		return nil, false, err
	}
	if p, err = w.reader.Read(s.Content, s.Type, u); err != nil {
		return nil, false, w.unreadable(err, s, u)
	}
	if w.choice.description.Kind == string(answer.HTML) && len(p.Results) == 0 {
		if c, is := challengeIn(http.StatusOK, nil, s.Content, s.Type, u); is {
			return nil, false, fmt.Errorf("answers with a %s instead of results", c)
		}
	}
	s.Engine, s.URL = w.Name(), w.key.redact(address)
	// Without results, only the end of a list is kept: a search that finds nothing at all, such as a metasearch whose engines all failed, may find
	// something next time.
	if len(p.Results) > 0 || n > 0 && len(p.Failed) == 0 && !p.NoList {
		err = w.keep(s)
	}
	return p, false, err
}

// keep keeps an answer. One with a key that is too short to be replaced is asked for again instead.
func (w *Web) keep(s *stored) error {
	if w.key.isIn(string(s.Content)) {
		return nil
	}
	return w.o.Cache.put(s)
}

// unreadable returns the error of an answer that is not what the description says.
func (w *Web) unreadable(err error, s *stored, u weburl.URL) error {
	switch {
	case errors.Is(err, answer.ErrHTML):
		if c, is := challengeIn(http.StatusOK, nil, s.Content, s.Type, u); is {
			return fmt.Errorf("answers with a %s where JSON was expected", c)
		}
		return errors.New("answers with HTML where JSON was expected: check the address, and that the engine permits JSON")
	case errors.Is(err, answer.ErrLayout):
		if says := w.says(s.Content); says != "" {
			return errors.New("answers without results" + says)
		}
		return errors.New("answers without results: check the places that the description names")
	}
	return fmt.Errorf("unreadable answer: %w", err)
}

// says returns what the engine says in an error, without the key.
func (w *Web) says(body []byte) string {
	text := w.key.redact(answer.Message(body)) // before it is cut: the rest of a key is one, too
	if text == "" {
		return ""
	}
	return ": " + strings.ToValidUTF8(text[:min(len(text), maxMessage)], "")
}

// maxMessage is the length of an engine's message in bytes.
const maxMessage = 200
