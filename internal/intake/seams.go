package intake

import (
	"context"

	"sluice/internal/catalogue"
	"sluice/internal/intake/fairqueue"
	"sluice/library"
)

// What an intake needs of the catalogue. [catalogue.Catalogue] and its parts have it; the suite
// Intake in catalogtest holds the contract.

// Fetches are the answers that a crawl has recorded.
type Fetches interface {
	// Validator returns the last fetch of a URL that got a body, and whether there is one.
	Validator(ctx context.Context, url string) (catalogue.Validator, bool, error)
}

// Queue is the queue of the bodies that wait to be read. A body leaves it when it is filed, or
// by Remove.
type Queue interface {
	fairqueue.Source
	// Begin counts an attempt to read bodies. It is called before the reading, which may end
	// the process.
	Begin(ctx context.Context, ids ...int64) error
	// Return takes back what Begin has counted, for bodies that were not read to their end.
	Return(ctx context.Context, ids ...int64) error
	// Defer makes a body come after the others of its site, since the reading of it was broken off.
	Defer(ctx context.Context, id int64) error
	// Remove takes bodies out of the queue that are not to be filed, and settles samples, to which these may have been added, in
	// the same transaction. It returns the number of pages that returned to the queue.
	Remove(ctx context.Context, samples []*catalogue.SiteSample, skipped ...catalogue.Skipped) (again int64, err error)
}

// Documents are the rows of the documents.
type Documents interface {
	// Row returns what the row of a document alone says; false when it was never filed.
	Row(ctx context.Context, sha256 string) (library.Document, bool, error)
	// Correction returns a person's decision about a document, or the zero value.
	Correction(ctx context.Context, sha256 string) (catalogue.Correction, error)
	// LinksTo returns up to n links to a URL.
	LinksTo(ctx context.Context, url string, n int) ([]catalogue.Link, error)
	// Get returns a document; false when it was never filed.
	Get(ctx context.Context, sha256 string) (library.Document, bool, error)
	// RepeatedLines returns which of a document's first lines many documents of its host have.
	RepeatedLines(ctx context.Context, host string, lines []string) (map[string]bool, error)
	// CitedTitles returns the titles in references of other documents that begin as one of a document's first lines.
	CitedTitles(ctx context.Context, sha256 string, lines []string) ([]string, error)
	// DoubtfulTitles returns up to n documents whose title begins with what their host turned out to repeat. A filing takes
	// them out, or Undoubt.
	DoubtfulTitles(ctx context.Context, n int) ([]string, error)
	Undoubt(ctx context.Context, sha256 string) error
	// Similar returns up to n documents that may be near duplicates of the one with this signature.
	Similar(ctx context.Context, sha256 string, s *catalogue.Signature, n int) ([]catalogue.SimilarDocument, error)
	// Stale returns up to n documents that the full-text index does not have as they are now,
	// and MarkIndexed records that it has.
	Stale(ctx context.Context, n int) ([]catalogue.StaleDocument, error)
	MarkIndexed(ctx context.Context, documents ...catalogue.StaleDocument) error
	// Unlisted returns up to n pages whose entries the full-text index is to delete, and MarkUnlisted
	// records that it has.
	Unlisted(ctx context.Context, n int) ([]catalogue.UnlistedPage, error)
	MarkUnlisted(ctx context.Context, pages ...catalogue.UnlistedPage) error
	// Recount makes those documents stale that have another number of links or citations than when they
	// were indexed.
	Recount(ctx context.Context) error
}

// SiteBlocks are the blocks that sites repeat on their pages.
type SiteBlocks interface {
	// Repeated returns what sites repeat, by host. A site of which nothing is known is not in the map.
	Repeated(ctx context.Context, hosts ...string) (map[string]catalogue.RepeatedBlocks, error)
	// Sample returns the sample of a site. The host is that of a page in the queue.
	Sample(ctx context.Context, host string) (*catalogue.SiteSample, error)
	// Changed returns the samples of up to n sites that have changed since the last Settle.
	Changed(ctx context.Context, n int) ([]*catalogue.SiteSample, error)
	// Settle records that blocks were looked for in samples. The indexed pages of sites that repeat others than before return
	// to the queue, before all others. It returns their number.
	Settle(ctx context.Context, samples ...*catalogue.SiteSample) (pages int64, err error)
}

var (
	_ SiteBlocks = (*catalogue.SiteBlocks)(nil)
	_ Fetches    = (*catalogue.Catalogue)(nil)
	_ Queue      = (*catalogue.Queue)(nil)
	_ Documents  = (*catalogue.Documents)(nil)
)
