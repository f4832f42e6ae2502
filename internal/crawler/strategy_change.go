package crawler

import (
	"context"
	"fmt"

	"sluice/focus"
	"sluice/internal/crawler/internal/strategy"
	"sluice/internal/frontier"
)

// strategyKey is the key under which the frontier keeps the name of the strategy that has placed what waits.
const strategyKey = "crawl/strategy"

// anewSlice is how many links are placed anew in one commit.
const anewSlice = 4096

// placeAnew lets the strategy place what another one has left, before anything is requested: scores of the one mean nothing to the other. It is
// durable with the name of the strategy, which it returns if that is another than before; a crash repeats it.
func (c *Crawl) placeAnew(ctx context.Context) (name string, err error) {
	name = focus.NameOf(c.cfg.Strategy)
	was, err := c.cfg.Frontier.State(ctx, strategyKey)
	if err != nil {
		return "", fmt.Errorf("frontier: %w", err)
	}
	if string(was) == name || c.cfg.Scope.DocumentsOnly {
		return "", nil
	}
	if len(was) == 0 { // nothing waits, or nobody knows who placed it
		return name, nil
	}
	c.cfg.Log.Info("strategy changed: placing what waits anew", "was", string(was), "now", name, "waiting", c.cfg.Frontier.Counts().Waiting)
	for _, lane := range c.cfg.Frontier.Lanes() {
		if err := c.placeLaneAnew(ctx, lane); err != nil {
			return "", err
		}
	}
	return name, nil
}

// placeLaneAnew places the links of a lane anew. A link that moves on in its lane is met again, and stays then; one that a strategy moves
// each time is left after as many looks as there may be links.
func (c *Crawl) placeLaneAnew(ctx context.Context, lane frontier.Lane) error {
	if !strategy.IsOwn(lane) {
		return nil
	}
	looks := 2*c.cfg.Frontier.Counts().Waiting + anewSlice
	for cursor := frontier.Cursor(""); looks > 0; looks -= anewSlice {
		links, next, err := c.cfg.Frontier.Scan(ctx, lane, cursor, anewSlice)
		if err != nil {
			return fmt.Errorf("frontier: %w", err)
		}
		var group frontier.Group
		for i := range links {
			l := &links[i]
			if at := c.strategy.PlaceWaiting(l); at != (strategy.Place{Lane: l.Lane, Score: l.Score}) {
				group.Move = append(group.Move, frontier.Move{URL: l.URL, Lane: at.Lane, Score: at.Score})
			}
		}
		if err := c.strategy.Err(); err != nil {
			return err
		}
		if len(group.Move) > 0 {
			if err := c.cfg.Frontier.Commit(ctx, &group); err != nil {
				return fmt.Errorf("frontier: %w", err)
			}
		}
		if cursor = next; cursor == "" {
			return nil
		}
	}
	return nil
}
