package repository

import (
	"context"
	"iter"

	"sluice/internal/catalogue"
	"sluice/internal/query"
	"sluice/library"
)

// Catalogue is what a repository needs of the catalogue: the rows that say which files it should have. The suite Repository in catalogtest holds
// the contract.
type Catalogue struct {
	Documents Documents
	Removals  Removals
	ReadOnly  bool // rows cannot be changed, and so neither are files
}

// Documents are the rows of the documents. A change of rows returns where files belong afterwards, because the row is written before its file
// moves: after a crash in between, the row is right and the file is moved later.
type Documents interface {
	Rows
	Changes
}

// Rows reads rows of documents.
type Rows interface {
	// Row returns what the row of a document alone says, and Get the whole document; false when it was never filed.
	Row(ctx context.Context, sha256 string) (library.Document, bool, error)
	Get(ctx context.Context, sha256 string) (library.Document, bool, error)
	// All yields the documents for which all conditions hold, in the order in which they were filed.
	All(ctx context.Context, where ...query.Condition) iter.Seq2[library.Document, error]
	// Count returns the number of all rows, and FileRows some of those that follow an id (0: the first).
	Count(ctx context.Context) (int64, error)
	FileRows(ctx context.Context, after int64) ([]catalogue.FileRow, error)
	// IsAdded reports whether a person has added a document from a URL before.
	IsAdded(ctx context.Context, sha256, url string) (bool, error)
	// Filed returns the hashes with a beginning of which a row says that the repository has the file.
	Filed(ctx context.Context, first string) ([]string, error)
	// IsExpected reports whether a row says that the repository has a file, and if not, whether its body waits in the intake's queue.
	IsExpected(ctx context.Context, sha256 string) (filed, queued bool, err error)
	// Removed returns the hashes of the documents that were removed.
	Removed(ctx context.Context) ([]string, error)
}

// Changes changes rows of documents. Each method is one transaction.
type Changes interface {
	// File enters documents.
	File(ctx context.Context, batch ...catalogue.Filing) (catalogue.Moves, error)
	// Apply applies decisions of people. Applying one twice is the same as applying it once.
	Apply(ctx context.Context, doing string, entries ...catalogue.Entry) (catalogue.Moves, error)
	// FileReplaced records that the file of a document in some state exists again.
	FileReplaced(ctx context.Context, sha256 string, state library.State) (catalogue.Moves, error)
	// FileDeleted records that the files of a document are deleted from the trash; false when it is not in the trash.
	FileDeleted(ctx context.Context, sha256 string) (bool, error)
	// ViewMade records that a document has a viewing copy, or a thumbnail.
	ViewMade(ctx context.Context, sha256 string, thumbnail bool) error
}

// Removals are the removals that are in force.
type Removals interface {
	// All returns all removals, the oldest first.
	All(ctx context.Context) ([]catalogue.Removal, error)
}

var (
	_ Documents = (*catalogue.Documents)(nil)
	_ Removals  = (*catalogue.Removals)(nil)
)
