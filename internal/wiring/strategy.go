package wiring

import (
	"context"
	"fmt"

	"sluice/crawl"
	"sluice/focus"
	"sluice/internal/models"
	"sluice/internal/shell"
)

// models returns the models of the library.
func (l *Library) models() models.Store { return models.Store{Dir: l.dir.Models()} }

// useTraining gives the strategy of a crawl what the library has learned for it.
func (l *Library) useTraining(ctx context.Context, cfg *crawl.Config) error {
	switch s := cfg.Strategy.(type) {
	case *focus.Priority:
		m, err := l.models().Anchors(ctx)
		if err != nil {
			return fmt.Errorf("strategy: %w", err)
		}
		if m != nil && s.Weights == nil {
			cfg.Strategy = &focus.Priority{Weights: m.Weights}
		}
	case *focus.Evolved:
		weights, err := l.models().Evolved(ctx)
		if err != nil {
			return fmt.Errorf("strategy: %w", err)
		}
		if weights != nil && s.Weights == nil {
			cfg.Strategy = &focus.Evolved{Weights: weights}
		}
	case *focus.ContextGraph:
		if s.Layers != nil {
			return nil
		}
		m, err := l.models().Context(ctx)
		if err != nil {
			return fmt.Errorf("strategy: %w", err)
		}
		if m == nil {
			return fmt.Errorf("strategy context-graph: no layers were learned yet; crawl with another strategy first, and learn them with `sluice train context -d %s`", shell.Quote(l.Dir()))
		}
		cfg.Strategy = &focus.ContextGraph{Layers: m}
	}
	return nil
}
