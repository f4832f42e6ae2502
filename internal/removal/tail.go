package removal

import (
	"context"
	"errors"
	"fmt"

	"sluice/internal/archive"
	"sluice/internal/stores"
)

// cutTail removes what a crash has left in the archive: the responses of the last groups, which the catalogue does not know. They may be of
// URLs that are to be removed, and only the next crawl would delete them.
func (l *Library) cutTail(ctx context.Context) error {
	mark, err := l.Catalogue.LastMark(ctx)
	if err != nil {
		return err
	}
	has, err := archive.HasTail(ctx, l.Dir.Archive(), archive.Position{File: mark.File, Offset: mark.Offset})
	if err != nil || !has {
		return err
	}
	s, _, err := stores.Open(ctx, l.Dir, stores.Options{}) // it cuts the archive at the mark
	if err := errors.Join(err, s.Close()); err != nil {
		return fmt.Errorf("remove what a crash has left in the archive: %w", err)
	}
	return nil
}
