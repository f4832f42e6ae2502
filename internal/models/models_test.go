package models_test

import (
	"context"
	"errors"
	"os"
	"testing"

	"sluice/document/genre"
	"sluice/internal/models"
)

func TestFolderIsUnchangedWhenTheContextHasEnded(t *testing.T) {
	s := models.Store{Dir: t.TempDir()}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := s.Filter(ctx); !errors.Is(err, context.Canceled) {
		t.Errorf("Filter(): %v; want that of the context", err)
	}
	if err := s.SetTrained(ctx, genre.Default()); !errors.Is(err, context.Canceled) {
		t.Errorf("SetTrained(): %v; want that of the context", err)
	}
	if err := s.Learn(ctx, nil); !errors.Is(err, context.Canceled) {
		t.Errorf("Learn(): %v; want that of the context", err)
	}
	if names, err := os.ReadDir(s.Dir); err != nil || len(names) > 0 {
		t.Errorf("files in the folder: %v, %v; want none", names, err)
	}
}
