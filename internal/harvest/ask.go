package harvest

import (
	"context"
	"net/http"
	"strings"

	"sluice/internal/challenge"
	"sluice/library"
	"sluice/weburl"
)

// step is a URL that is asked for wanted papers.
type step struct {
	url       string
	way       Way
	rule      string
	proposed  string     // the URL before its redirects
	site      string     // at which the rule was applied; empty if it is one of the record
	page      weburl.URL // that names it, or from whose address it follows; zero if it is one of the record
	from      *reply     // of the page that names it; nil without one
	hops      int        // requests since the place where the way began
	redirects int
	works     []*work // for which it is asked
}

// reply is what came of a step.
type reply struct {
	step
	answer  *Answer       // nil if it was not requested
	refused library.Cause // why
}

// maxRedirects is the most redirects that a harvest follows itself, besides those of the library.
const maxRedirects = 6

// ask requests the URLs of steps in one round, and again while redirects lead on to URLs that were not requested. What the library knows is not
// requested. The replies have the order of the steps.
func (h *Harvest) ask(ctx context.Context, steps []step) ([]reply, error) {
	replies := make([]reply, len(steps))
	for i := range steps {
		replies[i].step = steps[i]
	}
	open := make([]int, len(steps)) // the replies that have no answer yet
	for i := range open {
		open[i] = i
	}
	for len(open) > 0 {
		var err error
		if open, err = h.askOpen(ctx, replies, open); err != nil {
			return nil, err
		}
	}
	return replies, nil
}

// askOpen requests the URLs of the open replies, and returns those that a redirect leaves open.
func (h *Harvest) askOpen(ctx context.Context, replies []reply, open []int) (left []int, err error) {
	var urls []string
	var asked []int
	for _, i := range open {
		r := &replies[i]
		if r.answer, err = h.lib.Answer(ctx, r.url); err != nil {
			return nil, err
		}
		if r.answer != nil {
			if h.begun[r.url] { // the round that made the request has not recorded it
				h.begun[r.url], h.ended = false, append(h.ended, r.url)
				h.recordAttempt(r, 1+r.answer.Hops)
			}
			continue
		}
		if why := h.hosts.refusal(r.url); why != "" {
			r.refused = why
			continue
		}
		urls, asked = append(urls, r.url), append(asked, i)
	}
	if len(urls) > 0 {
		if err := h.wanted.Begin(ctx, urls, true); err != nil {
			return nil, err
		}
		h.ended = append(h.ended, urls...)
		visits, err := h.lib.Visit(ctx, urls)
		if err != nil {
			return nil, err
		}
		for k, i := range asked {
			if err := h.settle(ctx, &replies[i], visits[k]); err != nil {
				return nil, err
			}
		}
	}
	for _, i := range open {
		r := &replies[i]
		if r.answer == nil || r.answer.Known {
			continue
		}
		if r.redirects++; r.redirects > maxRedirects || r.answer.URL == r.url {
			r.answer.Known, r.answer.Outcome, r.answer.Cause = true, library.Failed, "redirect: too many"
			continue
		}
		r.url, left = r.answer.URL, append(left, i)
	}
	return left, nil
}

// settle sets the answer of a reply that was requested in a round.
func (h *Harvest) settle(ctx context.Context, r *reply, v Visit) (err error) {
	if r.answer, err = h.lib.Answer(ctx, r.url); err != nil {
		return err
	}
	if r.answer == nil {
		r.refused = v.Refused
		if r.refused == "" {
			r.refused = "not requested"
		}
	} else {
		h.hosts.note(r.answer)
	}
	h.recordAttempt(r, v.Requests)
	return nil
}

// The limits from which a host is asked for nothing more in a harvest.
const (
	maxChallenges = 2
	maxVain       = 4 // requests without an answer, or with one that nothing is there, if no other was answered
)

// hosts knows the hosts that are not worth a request.
type hosts map[string]*host

// host counts the answers of a host.
type host struct{ challenges, silent, gone, answered int }

// note notes an answer. Of challenges only those count by which a host defends itself: a form to log in concerns its page alone.
func (hs hosts) note(a *Answer) {
	u, err := weburl.ParseSeed(a.URL)
	if err != nil {
		return
	}
	h := entry(hs, u.Host())
	kind, _, _ := strings.Cut(a.Cause.Detail(), " (")
	switch {
	case a.Outcome == library.Challenged && challenge.Kind(kind).IsDefence():
		h.challenges++
	case a.Outcome == library.Fetched:
		h.answered++
	case a.isGone():
		h.gone++
	case a.Outcome == library.Failed && a.Status == 0:
		h.silent++
	}
}

// isGone reports whether an answer says that nothing is there.
func (a *Answer) isGone() bool {
	return a.Outcome == library.Failed && (a.Status == http.StatusNotFound || a.Status == http.StatusGone || a.Cause == "soft 404" || a.Cause.Class() == "dns")
}

// refusal returns why a URL is not requested; empty if it may be.
func (hs hosts) refusal(url string) library.Cause {
	u, err := weburl.ParseSeed(url)
	if err != nil || hs[u.Host()] == nil {
		return ""
	}
	switch h := hs[u.Host()]; {
	case h.challenges >= maxChallenges:
		return "challenge: the host answers with challenges"
	case h.answered > 0 || h.gone+h.silent < maxVain:
		return ""
	case h.gone == 0:
		return "unreachable: it has not answered other requests"
	}
	return "dead: nothing else was found at the host"
}
