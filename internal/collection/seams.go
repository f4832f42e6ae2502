package collection

import (
	"context"
	"iter"

	"sluice/document/content"
	"sluice/internal/catalogue"
	"sluice/internal/query"
	"sluice/library"
)

// The queries of a collection to the catalogue, so that none of them depends on how it is stored. Only [Open] and [New] know the
// catalogue's own type: they join it with the other stores.

// fetches are the answers that crawls have recorded.
type fetches interface {
	// Validator returns the last fetch of a URL that got a body, and whether there is one.
	Validator(ctx context.Context, url string) (catalogue.Validator, bool, error)
	// Show returns what is known about a URL; false when it was never fetched.
	Show(ctx context.Context, url string) (*catalogue.Details, bool, error)
}

// documents are the rows of the documents.
type documents interface {
	Finder
	// All yields the documents for which all conditions hold, in the order in which they were filed.
	All(ctx context.Context, where ...query.Condition) iter.Seq2[library.Document, error]
	// References returns what a document cites.
	References(ctx context.Context, sha256 string) ([]content.Reference, error)
	// Corrections returns what people have decided about documents.
	Corrections(ctx context.Context) ([]catalogue.Correction, error)
	// MarkAllStale makes the index write all documents again.
	MarkAllStale(ctx context.Context) error
}
