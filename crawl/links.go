package crawl

import (
	"context"
	"fmt"

	"sluice/focus"
	"sluice/internal/catalogue"
	"sluice/internal/frontier"
	"sluice/page"
	"sluice/weburl"
)

// placed is a new link of this group and where it waits.
type placed struct{ index int }

// addLinks judges the links of a visit by what is known of them, and places the new ones.
func (g *recorder) addLinks(v *visit) error {
	g.countOutside(v)
	if len(v.links) == 0 {
		return nil
	}
	known, err := g.known(v.links)
	if err != nil {
		return fmt.Errorf("frontier: %w", err)
	}
	seenAs := v.asVisit()
	for i := range v.links {
		l := &v.links[i]
		key := l.URL.Key()
		switch k := &known[i]; {
		case !l.named.IsZero() && (k.State != frontier.New || g.fresh[key] != nil):
			if err := g.addNamed(v, seenAs, l); err != nil {
				return err
			}
		case l.cause != "":
			if err := g.refuse(l, key, k); err != nil {
				return err
			}
		case g.fresh[key] != nil:
			g.raise(seenAs, l, g.fresh[key])
		case k.State == frontier.New || k.State == frontier.Dropped || k.State == frontier.Refused && k.Soft:
			if err := g.place(v, seenAs, l, key); err != nil {
				return err
			}
		case k.State == frontier.Waiting && k.Lane >= firstLane && g.c.strategy.again != nil:
			g.move(seenAs, l, k)
		}
	}
	return nil
}

// addNamed takes a default page under its own name when its folder is known but
// has brought no body (yet): only an answer tells that the two are one.
func (g *recorder) addNamed(v *visit, seenAs *focus.Visit, l *link) error {
	if ok, err := g.c.hasBody(l.URL); ok || err != nil {
		return err
	}
	l.URL, l.named = l.named, weburl.URL{}
	key := l.URL.Key()
	var seen [1]bool
	if err := g.c.cfg.Frontier.Seen(context.TODO(), []weburl.Key{key}, seen[:]); err != nil {
		return fmt.Errorf("frontier: %w", err)
	}
	if !seen[0] && g.fresh[key] == nil && l.cause == "" {
		return g.place(v, seenAs, l, key)
	}
	return nil
}

// known asks the frontier about links: only whether they are known, unless the strategy wants more.
func (g *recorder) known(links []link) ([]frontier.Known, error) {
	keys := make([]weburl.Key, len(links))
	for i := range links {
		keys[i] = links[i].URL.Key()
	}
	known := make([]frontier.Known, len(links))
	if g.c.strategy.again != nil {
		return known, g.c.cfg.Frontier.Known(context.TODO(), keys, known)
	}
	seen := make([]bool, len(links))
	if err := g.c.cfg.Frontier.Seen(context.TODO(), keys, seen); err != nil {
		return nil, err
	}
	for i, s := range seen {
		if s {
			known[i].State = frontier.Done
		}
	}
	return known, nil
}

// refuse counts a link that a rule forbids, once for each URL, and remembers the cause.
func (g *recorder) refuse(l *link, key weburl.Key, k *frontier.Known) error {
	if g.refused[key] || g.fresh[key] != nil || k.State != frontier.New {
		return nil
	}
	if l.soft { // Seen does not tell of those
		var known [1]frontier.Known
		if err := g.c.cfg.Frontier.Known(context.TODO(), []weburl.Key{key}, known[:]); err != nil {
			return fmt.Errorf("frontier: %w", err)
		}
		if known[0].State != frontier.New {
			return nil
		}
	}
	g.refused[key] = true
	g.count(l.URL.Host(), l.cause)
	g.links.Refuse = append(g.links.Refuse, frontier.Refusal{URL: l.URL, Parent: l.parent, Depth: l.depth, Cause: l.cause, Soft: l.soft})
	return nil
}

// place lets a new link wait where the strategy wants it.
func (g *recorder) place(v *visit, seenAs *focus.Visit, l *link, key weburl.Key) error {
	if l.kind == frontier.Page && g.c.same.caps(l.URL, l.via) {
		l.cause = causeSame
	} else if cause := g.c.budgets.spent(l.URL, l.kind); cause != "" {
		l.cause = cause
	} else if g.c.cfg.OnLink != nil && !g.c.cfg.OnLink(v.url, &l.Link) {
		l.cause, l.soft = causeHook, true
	}
	if l.cause != "" {
		return g.refuse(l, key, &frontier.Known{})
	}
	lane, score := g.placement(v, seenAs, l)
	if !l.named.IsZero() {
		l.via = []string{l.named.Clone().String()}
	}
	g.fresh[key] = &placed{index: len(g.links.Add)}
	g.links.Add = append(g.links.Add, frontier.Link{
		URL: l.URL.Clone(), Kind: l.kind, Parent: l.parent, Depth: l.depth, Via: l.via,
		Lane: lane, Score: score,
	})
	return nil
}

// placement says in which lane of the frontier a link waits, and with what score.
func (g *recorder) placement(v *visit, seenAs *focus.Visit, l *link) (frontier.Lane, float64) {
	if l.kind == frontier.Requisite {
		return requisiteLane, requisiteScore(v)
	}
	at := g.c.strategy.place(seenAs, &l.Link)
	if l.Kind == page.KindSeed { // a question, see sameness
		at = g.c.strategy.placeSeed(l.URL)
	}
	if isDocument(&l.Link) || l.kind == frontier.Foreign || l.Kind == page.KindRedirect && v.lease.Lane == documentLane {
		return documentLane, at.Score
	}
	return laneOf(at.Lane), at.Score
}

// raise lets the strategy think again about a link that this very group adds.
func (g *recorder) raise(seenAs *focus.Visit, l *link, p *placed) {
	if g.c.strategy.again == nil {
		return
	}
	add := &g.links.Add[p.index]
	if add.Lane < firstLane {
		return
	}
	at := g.c.strategy.placeAgain(seenAs, &l.Link, focus.Placement{Lane: strategyLane(add.Lane), Score: add.Score})
	add.Lane, add.Score = laneOf(at.Lane), at.Score
}

// move lets the strategy think again about a link that waits; several finds in one group are summed up.
func (g *recorder) move(seenAs *focus.Visit, l *link, k *frontier.Known) {
	key := l.URL.Key()
	was := focus.Placement{Lane: strategyLane(k.Lane), Score: k.Score}
	i, moved := g.moves[key]
	if moved {
		was = focus.Placement{Lane: strategyLane(g.links.Move[i].Lane), Score: g.links.Move[i].Score}
	}
	at := g.c.strategy.placeAgain(seenAs, &l.Link, was)
	if at == was {
		return
	}
	m := frontier.Move{URL: l.URL, Lane: laneOf(at.Lane), Score: at.Score}
	if moved {
		g.links.Move[i] = m
		return
	}
	g.moves[key] = len(g.links.Move)
	g.links.Move = append(g.links.Move, m)
}

func (g *recorder) count(site, cause string) { g.counts[catalogue.Count{Site: site, Cause: cause}]++ }

// countOutside counts the links from one host to another, and to documents there.
func (g *recorder) countOutside(v *visit) {
	from := v.url.Host()
	for _, u := range v.outside {
		g.between[catalogue.HostLink{From: from, To: u.Host()}]++
		if weburl.DocumentEnding(u) {
			g.cited[catalogue.DocumentLink{From: from, URL: u.String()}]++
		}
	}
}
