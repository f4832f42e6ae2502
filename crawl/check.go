package crawl

import (
	"context"
	"fmt"

	"sluice/internal/frontier"
	"sluice/weburl"
)

// Verdict says whether a URL would be fetched, and by which rule not.
type Verdict struct {
	URL    string `json:"url"`    // canonical form
	Fetch  bool   `json:"fetch"`  // it would be asked for when its turn comes
	Rule   string `json:"rule"`   // cause of the refusal; empty when there is none
	Detail string `json:"detail"` // the line or pattern that decided
	State  string `json:"state"`  // what the frontier knows: "new", "waiting", "leased", "done", "refused", "dropped"
	Parent string `json:"parent"` // where it was found, of one that waits or was refused
	Depth  int    `json:"depth"`
	Note   string `json:"note"` // what the verdict does not know
}

// Explain tells what would become of a URL, by the rules of this crawl and
// without asking for anything: a robots.txt that is not known yet is named in Note.
func (c *Crawl) Explain(url string) (Verdict, error) {
	u, err := c.rules.url.ParseSeed(url)
	if err != nil {
		return Verdict{URL: url, Rule: "not a URL to fetch: " + weburl.Reason(err), Detail: err.Error()}, nil
	}
	v := Verdict{URL: u.String()}
	var known [1]frontier.Known
	if err := c.cfg.Frontier.Known(context.TODO(), []weburl.Key{u.Key()}, known[:]); err != nil {
		return v, fmt.Errorf("frontier: %w", err)
	}
	k := known[0]
	v.State, v.Parent, v.Depth = stateName(k.State), k.Parent, k.Depth
	judged := c.rules.check(u, weburl.URL{}, "")
	switch {
	case judged.cause == "" && c.same.caps(u, nil):
		v.Rule, v.Detail = causeSame, "the host gives the same answer to whatever it is asked"
	case judged.cause != "":
		v.Rule, v.Detail = judged.cause, judged.detail
	case c.removed(u):
		v.Rule, v.Detail = causeRemoved, "`sluice remove --list` tells why"
	case k.State == frontier.Refused:
		v.Rule, v.Detail = k.Cause, "as found in the crawl"
	}
	if v.Rule == "" || v.Rule == causeRobots {
		c.askRobots(u, &v)
	}
	v.Fetch = v.Rule == ""
	return v, nil
}

// askRobots applies robots.txt as far as it is known.
func (c *Crawl) askRobots(u weburl.URL, v *Verdict) {
	if c.cfg.IgnoreRobots {
		v.Note = robotsIgnored
		return
	}
	p, ok := c.robots.held(u)
	if !ok {
		v.Note = "robots.txt of " + u.Origin() + " has not been fetched yet"
		return
	}
	if allowed, line := p.rules.Allowed(u.RequestURI()); !allowed {
		v.Rule, v.Detail = causeRobots, line
	} else if line != "" {
		v.Detail = line
	}
}

func stateName(s frontier.State) string {
	return [...]string{"new", "waiting", "leased", "done", "refused", "dropped"}[s]
}
