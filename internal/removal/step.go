package removal

import (
	"context"

	"sluice/library"
)

// Step is a step of a removal, in words for people.
type Step string

// The steps in their order. The first four are repeated for each pattern.
const (
	CopyBodies     Step = "copying bodies that other pages share"
	EraseArchive   Step = "overwriting responses in the archive"
	SearchRobots   Step = "looking for robots.txt in the archive"
	DeleteRows     Step = "deleting from the catalogue"
	WriteIndex     Step = "writing the index again"
	WriteCatalogue Step = "writing the catalogue again"
	EraseFrontier  Step = "erasing links from the frontier"
)

// begin reports the beginning of a step. The error is that of a context that has ended: between two steps a removal can be interrupted.
func (l *Library) begin(ctx context.Context, step Step, removed *library.Removal) error {
	if l.Progress != nil {
		l.Progress(step, *removed)
	}
	return ctx.Err()
}
