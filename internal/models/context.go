package models

import (
	"context"
	"fmt"
	"path/filepath"

	"sluice/learn/classifier"
)

// contextFile has the classifier of the layers of a context graph, by `sluice train context`.
const contextFile = "context.model"

// Context returns the classifier of layers of the library; nil if none was trained.
func (s Store) Context(ctx context.Context) (*classifier.Model, error) {
	b, err := s.read(ctx, contextFile)
	if b == nil || err != nil {
		return nil, err
	}
	m := new(classifier.Model)
	if err := m.UnmarshalBinary(b); err != nil {
		return nil, fmt.Errorf("layers of the context graph %s: %w (make the file again with `sluice train context`)", filepath.Join(s.Dir, contextFile), err)
	}
	return m, nil
}

// SetContext makes a classifier of layers that of the library; nil removes it.
func (s Store) SetContext(ctx context.Context, m *classifier.Model) error {
	if m == nil {
		return s.remove(contextFile)
	}
	b, err := m.MarshalBinary()
	if err != nil {
		return err
	}
	return s.write(ctx, contextFile, b)
}
