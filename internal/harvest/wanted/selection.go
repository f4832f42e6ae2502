package wanted

import (
	"errors"
	"iter"

	"sluice/document/bibliography"
	"sluice/internal/harvest/identity"
	"sluice/internal/harvest/venue"
)

// Selection chooses which records of a bibliography are wanted. The zero value chooses all.
type Selection struct {
	Venues  *venue.Filter   // only records of these venues and years; nil: of all
	Lists   *identity.Index // only records of works that it does not have; nil: of all
	Mode    identity.Mode   // how records are compared with those works
	LeftOut int             // records that Choose has left out so far
}

// Choose yields the records that are chosen, and all errors.
func (s *Selection) Choose(records iter.Seq2[bibliography.Record, error]) iter.Seq2[bibliography.Record, error] {
	return func(yield func(bibliography.Record, error) bool) {
		for r, err := range records {
			if err == nil && !s.isChosen(&r) {
				s.LeftOut++
				continue
			}
			if !yield(r, err) {
				return
			}
		}
	}
}

func (s *Selection) isChosen(r *bibliography.Record) bool {
	if s.Venues != nil && !s.Venues.Matches(r) {
		return false
	}
	if s.Lists == nil {
		return true
	}
	_, has := s.Lists.Find(identity.Of(r), s.Mode)
	return !has
}

// Index adds the works of records to an index. Records that cannot be read are left out; any other error ends it.
func Index(index *identity.Index, records iter.Seq2[bibliography.Record, error]) error {
	for r, err := range records {
		if _, isOne := errors.AsType[*bibliography.RecordError](err); isOne {
			continue
		}
		if err != nil {
			return err
		}
		index.Add(identity.Of(&r))
	}
	return nil
}
