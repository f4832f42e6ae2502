package models

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"

	"sluice/internal/lab"
	"sluice/internal/system"
)

// evolvedFile has weights of the strategy evolved, by `sluice lab evolve`.
const evolvedFile = "evolved.txt"

// Evolved returns the weights of the library for the strategy evolved; nil if it has none.
func (s Store) Evolved(ctx context.Context) (map[string]float64, error) {
	if err := context.Cause(ctx); err != nil {
		return nil, err
	}
	path := filepath.Join(s.Dir, evolvedFile)
	b, err := system.ReadRegular(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	weights, err := lab.UnmarshalWeights(b)
	if err != nil {
		return nil, fmt.Errorf("weights of the strategy evolved %s: %w (correct the file, or make it again with `sluice lab evolve`)", path, err)
	}
	return weights, nil
}
