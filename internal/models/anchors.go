package models

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"sluice/internal/anchors"
	"sluice/internal/system"
)

// anchorsFile has the keywords of anchors, by `sluice train anchors`.
const anchorsFile = "anchors.txt"

// Anchors returns the keywords of anchors of the library; nil if none were trained.
func (s Store) Anchors(ctx context.Context) (*anchors.Model, error) {
	if err := context.Cause(ctx); err != nil {
		return nil, err
	}
	path := filepath.Join(s.Dir, anchorsFile)
	b, err := system.ReadRegular(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	m := new(anchors.Model)
	if err := m.UnmarshalText(b); err != nil {
		return nil, fmt.Errorf("keywords of anchors %s: %w (correct the file, or make it again with `sluice train anchors`)", path, err)
	}
	return m, nil
}

// SetAnchors makes keywords of anchors those of the library; nil removes them.
func (s Store) SetAnchors(ctx context.Context, m *anchors.Model) error {
	if m == nil {
		err := os.Remove(filepath.Join(s.Dir, anchorsFile))
		if errors.Is(err, fs.ErrNotExist) {
			return nil
		}
		return err
	}
	b, err := m.MarshalText()
	if err != nil {
		return err
	}
	return s.write(ctx, anchorsFile, b)
}
