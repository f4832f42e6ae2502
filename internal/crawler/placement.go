package crawler

import (
	"context"
	"fmt"

	"sluice/focus"
	"sluice/internal/catalogue"
	"sluice/internal/crawler/internal/strategy"
	"sluice/internal/frontier"
	"sluice/page"
	"sluice/weburl"
)

// addLinks decides of the links of a visit by what is known of them, and places the new ones.
func (r *recorder) addLinks(ctx context.Context, v *visit) error {
	r.countOutside(v)
	var known []frontier.Known
	if len(v.links) > 0 {
		var err error
		if known, err = r.known(ctx, v.links); err != nil {
			return err
		}
		if err := r.findDue(ctx, v, known); err != nil {
			return err
		}
		if v.documents, err = r.countDocuments(ctx, v, known); err != nil {
			return err
		}
	}
	seenAs := v.forStrategy()
	if v.counts {
		r.strategy.Learn(seenAs)
	}
	before := len(r.links.Add)
	for i := range v.links {
		if err := r.addLink(ctx, v, seenAs, &v.links[i], &known[i]); err != nil {
			return err
		}
	}
	if !v.counts {
		return nil
	}
	placed := r.placedBy(before)
	r.outlook.add(v, placed)
	return r.countYield(ctx, v, before, placed)
}

// placedBy returns how many of the links that the group adds from a place on wait in a lane of the strategy.
func (r *recorder) placedBy(before int) (n int) {
	for i := range r.links.Add[before:] {
		if strategy.IsOwn(r.links.Add[before+i].Lane) {
			n++
		}
	}
	return n
}

// countDocuments returns how many new documents a visit has found. What the library has, and is not due, is not new.
func (r *recorder) countDocuments(ctx context.Context, v *visit, known []frontier.Known) (n int, err error) {
	for i := range v.links {
		l, key := &v.links[i], v.links[i].URL.Key()
		if known[i].State != frontier.New || l.cause != "" || l.notDue || !l.leadsToDocument(v) || r.fresh[key] != nil || r.refused[key] {
			continue
		}
		k, err := r.knownURL(ctx, key) // Seen does not report what was refused because of a link
		if err != nil {
			return 0, err
		}
		if k.State == frontier.New {
			n++
		}
	}
	return n, nil
}

// findDue notes which links of a visit are not due, all at once. Those that wait, or were requested, are not asked about.
func (r *recorder) findDue(ctx context.Context, v *visit, known []frontier.Known) error {
	if r.cfg.Revisits == nil {
		return nil
	}
	var found []FoundURL
	var links []*link
	for i := range v.links {
		l := &v.links[i]
		if l.cause == "" && known[i].State != frontier.Done && known[i].State != frontier.Waiting && r.fresh[l.URL.Key()] == nil {
			found, links = append(found, FoundURL{l.URL, l.announced}), append(links, l)
		}
	}
	if len(found) == 0 {
		return nil
	}
	areDue, err := r.cfg.Revisits.AreDue(ctx, found)
	for i := range areDue {
		links[i].notDue = !areDue[i]
	}
	return err
}

// isDue reports whether one URL is due.
func isDue(ctx context.Context, r Revisits, u weburl.URL) (bool, error) {
	areDue, err := r.AreDue(ctx, []FoundURL{{URL: u}})
	return err == nil && areDue[0], err
}

// leadsToDocument reports whether a link waits among the documents.
func (l *link) leadsToDocument(v *visit) bool {
	return isDocument(&l.Link) || l.kind == frontier.Foreign || l.Kind == page.KindRedirect && v.lease.Lane == strategy.Documents
}

// countOutside counts the links from one host to another, and to documents there.
func (r *recorder) countOutside(v *visit) {
	from := v.url.Host()
	for _, u := range v.outside {
		r.between[catalogue.HostLink{From: from, To: u.Host()}]++
		if weburl.DocumentEnding(u) {
			r.cited[catalogue.DocumentLink{From: from, URL: u.String()}]++
		}
	}
}

// known reads what the frontier knows of links: only whether they are known, as if all of these were done, unless the strategy reconsiders links.
func (r *recorder) known(ctx context.Context, links []link) ([]frontier.Known, error) {
	keys := make([]weburl.Key, len(links))
	for i := range links {
		keys[i] = links[i].URL.Key()
	}
	known := make([]frontier.Known, len(links))
	if r.strategy.Reconsiders() {
		if err := r.cfg.Frontier.Known(ctx, keys, known); err != nil {
			return nil, fmt.Errorf("frontier: %w", err)
		}
		return known, nil
	}
	seen := make([]bool, len(links))
	if err := r.cfg.Frontier.Seen(ctx, keys, seen); err != nil {
		return nil, fmt.Errorf("frontier: %w", err)
	}
	for i, s := range seen {
		if s {
			known[i].State = frontier.Done
		}
	}
	return known, nil
}

// addLink refuses, places or moves a link.
func (r *recorder) addLink(ctx context.Context, v *visit, seenAs *focus.Visit, l *link, k *frontier.Known) error {
	key := l.URL.Key()
	switch added := r.fresh[key]; {
	case !l.defaultPage.IsZero() && (k.State != frontier.New || added != nil):
		return r.addDefaultPage(ctx, v, seenAs, l)
	case l.cause != "":
		return r.refuse(ctx, l, key, k)
	case added != nil:
		r.placeAddedAgain(seenAs, l, added)
	case k.State == frontier.New || k.State == frontier.Dropped || k.State == frontier.Refused && k.Soft:
		return r.place(ctx, v, seenAs, l, key)
	case k.State == frontier.Waiting && strategy.IsOwn(k.Lane) && r.strategy.Reconsiders():
		r.move(seenAs, l, k)
	case k.State == frontier.Done:
		r.strategy.FoundAgain(seenAs, &l.Link)
	}
	return nil
}

// addDefaultPage adds a default page under its own name when its folder is known but has brought no body (yet): only an answer
// proves that the two are one.
func (r *recorder) addDefaultPage(ctx context.Context, v *visit, seenAs *focus.Visit, l *link) error {
	if ok, err := r.bodies.has(ctx, l.URL); ok || err != nil {
		return err
	}
	l.URL, l.defaultPage = l.defaultPage, weburl.URL{}
	key := l.URL.Key()
	var seen [1]bool
	if err := r.cfg.Frontier.Seen(ctx, []weburl.Key{key}, seen[:]); err != nil {
		return fmt.Errorf("frontier: %w", err)
	}
	if !seen[0] && r.fresh[key] == nil && l.cause == "" {
		if r.cfg.Revisits != nil { // what was found of the folder says nothing of its default page
			due, err := isDue(ctx, r.cfg.Revisits, l.URL)
			if l.notDue = !due; err != nil {
				return err
			}
		}
		return r.place(ctx, v, seenAs, l, key)
	}
	return nil
}

// refuse counts a link that a rule forbids, once for each URL, and records the cause.
func (r *recorder) refuse(ctx context.Context, l *link, key weburl.Key, k *frontier.Known) error {
	if r.refused[key] || r.fresh[key] != nil || k.State != frontier.New {
		return nil
	}
	if l.soft { // Seen does not report those
		known, err := r.knownURL(ctx, key)
		if err != nil || known.State != frontier.New {
			return err
		}
	}
	r.refused[key] = true
	r.count(l.URL.Host(), l.cause)
	r.links.Refuse = append(r.links.Refuse, frontier.Refusal{URL: l.URL, Parent: l.parent, Depth: l.depth, Cause: l.cause, Soft: l.soft})
	return nil
}

// knownURL returns what the frontier knows of one URL.
func (r *recorder) knownURL(ctx context.Context, key weburl.Key) (frontier.Known, error) {
	var known [1]frontier.Known
	if err := r.cfg.Frontier.Known(ctx, []weburl.Key{key}, known[:]); err != nil {
		return known[0], fmt.Errorf("frontier: %w", err)
	}
	return known[0], nil
}

// place adds a new link where the strategy wants it, unless a rule that counts URLs refuses it.
func (r *recorder) place(ctx context.Context, v *visit, seenAs *focus.Visit, l *link, key weburl.Key) error {
	if r.revisits.isLater(key) {
		return nil
	}
	if err := r.checkNew(ctx, v, l); err != nil {
		return err
	}
	if l.cause != "" {
		return r.refuse(ctx, l, key, &frontier.Known{})
	}
	at := r.placement(v, seenAs, l)
	if !l.defaultPage.IsZero() {
		l.via = []string{l.defaultPage.Clone().String()}
	}
	r.fresh[key] = &placed{index: len(r.links.Add)}
	r.links.Add = append(r.links.Add, frontier.Link{
		URL: l.URL.Clone(), Kind: l.kind, Parent: l.parent, Depth: l.depth, Via: l.via,
		Lane: at.Lane, Score: at.Score,
	})
	return nil
}

// checkNew applies the rules that count URLs, and the hook, to a new link.
func (r *recorder) checkNew(ctx context.Context, v *visit, l *link) (err error) {
	if l.kind == frontier.Page && r.soft404.Caps(l.URL, l.via) {
		l.cause = causeSoft404
		return nil
	}
	if l.cause, _, err = r.sites.Check(ctx, l.URL); err != nil || l.cause != "" {
		l.soft = true
		return err
	}
	if l.cause = r.leftOut(v, l); l.cause != "" {
		l.soft = true
		return nil
	}
	spend := r.budgets.Spend
	if l.kind == frontier.Sitemap && l.isFeed() {
		spend = r.budgets.SpendFeed
	}
	if l.cause, err = spend(ctx, l.URL, l.kind); err != nil || l.cause != "" {
		return err
	}
	if r.cfg.Hooks.Link != nil && !r.cfg.Hooks.Link(v.url, &l.Link) {
		l.cause, l.soft = causeHook, true
		return nil
	}
	if l.kind != frontier.Sitemap && !r.revisits.take(l.URL.Host(), v.url.Host()) {
		l.cause, l.soft = CauseRequests, true
	}
	return nil
}

// leftOut returns the cause for which a link is left out because it is not due, or by what earlier crawls have learned, empty if it is not. What belongs to a page or a
// host is never left out.
func (r *recorder) leftOut(v *visit, l *link) string {
	if l.notDue && l.kind != frontier.Requisite && l.Kind != page.KindSeed {
		return CauseNotDue
	}
	if r.cfg.Learned == nil || l.kind != frontier.Page && l.kind != frontier.Foreign || l.Kind == page.KindSeed {
		return ""
	}
	cause, _ := r.cfg.Learned.Check(l.URL, l.leadsToDocument(v))
	return cause
}

// placement returns where a link waits in the frontier.
func (r *recorder) placement(v *visit, seenAs *focus.Visit, l *link) strategy.Place {
	switch {
	case l.kind == frontier.Requisite:
		return strategy.Place{Lane: strategy.Requisites, Score: requisiteScore(v)}
	case l.leadsToDocument(v): // which is no matter of the strategy; those near the seeds first
		return strategy.Place{Lane: strategy.Documents, Score: -float64(l.depth)}
	case l.Kind == page.KindSeed: // a probe, from which a strategy could learn nothing of links
		return strategy.Place{Lane: strategy.Requisites}
	}
	return r.strategy.Place(seenAs, &l.Link)
}

// requisiteScore counts down how far a requisite is from its page.
func requisiteScore(v *visit) float64 {
	if v.lease.Kind == frontier.Requisite {
		return v.lease.Score - 1
	}
	return 0
}

// placeAddedAgain lets the strategy reconsider a link that this very group adds.
func (r *recorder) placeAddedAgain(seenAs *focus.Visit, l *link, p *placed) {
	add := &r.links.Add[p.index]
	if !strategy.IsOwn(add.Lane) {
		return
	}
	r.strategy.FoundAgain(seenAs, &l.Link)
	if !r.strategy.Reconsiders() {
		return
	}
	at := r.strategy.PlaceAgain(seenAs, &l.Link, strategy.Place{Lane: add.Lane, Score: add.Score})
	add.Lane, add.Score = at.Lane, at.Score
}

// move lets the strategy reconsider a link that waits; several finds in one group are summed up.
func (r *recorder) move(seenAs *focus.Visit, l *link, k *frontier.Known) {
	key := l.URL.Key()
	was := strategy.Place{Lane: k.Lane, Score: k.Score}
	i, moved := r.moves[key]
	if moved {
		was = strategy.Place{Lane: r.links.Move[i].Lane, Score: r.links.Move[i].Score}
	}
	at := r.strategy.PlaceAgain(seenAs, &l.Link, was)
	if at == was {
		return
	}
	m := frontier.Move{URL: l.URL, Lane: at.Lane, Score: at.Score}
	if moved {
		r.links.Move[i] = m
		return
	}
	r.moves[key] = len(r.links.Move)
	r.links.Move = append(r.links.Move, m)
}
