package library

import "fmt"

// Rebuilt is the result of a rebuild of catalogue and frontier.
type Rebuilt struct {
	Answers int64      // that were read from the archive, those of robots.txt included
	Damaged int64      // records that were skipped
	Damages []string   // the first of them: where, and what is wrong
	Bare    int64      // answers without a valid metadata record: how they were found is derived
	Outside int64      // answers without one that were skipped, because they are out of scope
	Waiting int64      // URLs to fetch
	Old     Comparison // zero without an old catalogue
	Moved   []string   // names of the old stores now
}

// Comparison is a comparison of an old catalogue with the archive.
type Comparison struct {
	Known   int64  // URLs that had an answer
	Missing int64  // those of them that have none in the archive
	Unread  string // why the catalogue could not be read to its end, so that it may have known more; empty: it could
}

// LossError is the error of a rebuild that would lose records, because the archive has less than nine tenths of the answers that the old
// catalogue knows. The library is unchanged. A forced rebuild continues without them.
type LossError struct {
	Archive string // its folder
	Old     Comparison
}

// Error returns what would be lost, and what to do.
func (e *LossError) Error() string {
	readable := ""
	if e.Old.Unread != "" {
		readable = ", as far as it can be read,"
	}
	return fmt.Sprintf("the old catalogue%s has %d URLs with an answer; %d of them are not in the archive (put the missing files back into %s, or force the rebuild)",
		readable, e.Old.Known, e.Old.Missing, e.Archive)
}
