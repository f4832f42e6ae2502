package control

import (
	"context"
	"fmt"

	"sluice/internal/frontier"
	"sluice/weburl"
)

// Known returns what a frontier knows of a URL.
func Known(ctx context.Context, f *frontier.Frontier, text string) (URL, error) {
	u, err := weburl.ParseSeed(text)
	if err != nil {
		return URL{}, fmt.Errorf("%q: %w", text, err)
	}
	var known [1]frontier.Known
	if err := f.Known(ctx, []weburl.Key{u.Key()}, known[:]); err != nil {
		return URL{}, err
	}
	k := known[0]
	return URL{URL: u.String(), State: k.State, Cause: k.Cause, Parent: k.Parent, Depth: k.Depth}, nil
}
