package library

// Removal is what was removed from a library at the wish of an owner.
type Removal struct {
	Repeated bool // it had been removed before
	URLs     int
	Answers  int      // that were overwritten in the archive
	Bytes    int64    // of them
	Lost     int      // answers that were not found in the archive, because it lacks files or is damaged
	Losses   []error  // the first of them: where, and why
	Replaced []string // stores that a rebuild has replaced and kept: they may still have what was removed
}
