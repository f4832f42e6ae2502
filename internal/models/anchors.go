package models

import (
	"context"
	"fmt"
	"path/filepath"

	"sluice/internal/anchors"
)

// anchorsFile has the keywords of anchors, by `sluice train anchors`.
const anchorsFile = "anchors.txt"

// Anchors returns the keywords of anchors of the library; nil if none were trained.
func (s Store) Anchors(ctx context.Context) (*anchors.Model, error) {
	b, err := s.read(ctx, anchorsFile)
	if b == nil || err != nil {
		return nil, err
	}
	m := new(anchors.Model)
	if err := m.UnmarshalText(b); err != nil {
		return nil, fmt.Errorf("keywords of anchors %s: %w (correct the file, or make it again with `sluice train anchors`)", filepath.Join(s.Dir, anchorsFile), err)
	}
	return m, nil
}

// SetAnchors makes keywords of anchors those of the library; nil removes them.
func (s Store) SetAnchors(ctx context.Context, m *anchors.Model) error {
	if m == nil {
		return s.remove(anchorsFile)
	}
	b, err := m.MarshalText()
	if err != nil {
		return err
	}
	return s.write(ctx, anchorsFile, b)
}
