// Package wanted keeps the works that a harvest looks for.
//
// [Open] the list of a library, [List.Add] the records of a bibliography, and take what is to be looked for from the [Store], which has also the
// methods that record attempts and outcomes. A record that is added again, from the same bibliography or another, becomes no second work: it completes
// the record of the first.
package wanted

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"iter"
	"maps"
	"slices"
	"strconv"
	"time"

	"sluice/document/bibliography"
	"sluice/internal/catalogue"
	"sluice/internal/citation"
	"sluice/internal/harvest/identity"
	"sluice/text"
)

// Store keeps wanted works; [catalogue.Wanted] is one.
type Store interface {
	List(ctx context.Context, q catalogue.WantedQuery) ([]catalogue.WantedWork, error)
	Put(ctx context.Context, works []catalogue.WantedWork, at time.Time) (added int, err error)
}

var _ Store = (*catalogue.Wanted)(nil)

// MaxWorks is the most works of a list: those that can be compared are in memory.
const MaxWorks = 2_000_000

// batch is the number of records that are stored in one transaction.
const batch = 1000

// List is the list of a library. It is used by one goroutine.
type List struct {
	store  Store
	merger *identity.Merger
	ids    map[int]int64 // of the works, by their number in the merger; those that are not stored yet have none
}

// Open reads the list of a library.
func Open(ctx context.Context, store Store) (*List, error) {
	l := &List{store: store, ids: map[int]int64{}}
	var known []bibliography.Record
	for after := int64(0); ; {
		works, err := store.List(ctx, catalogue.WantedQuery{After: after, Limit: batch})
		if err != nil {
			return nil, err
		}
		for i := range works {
			known = append(known, works[i].Record)
			l.ids[len(known)-1] = works[i].ID
			after = works[i].ID
		}
		if len(works) < batch {
			break
		}
	}
	l.merger = identity.NewMerger(known)
	return l, nil
}

// Added counts what became of the records of a bibliography.
type Added struct {
	Records int // that could be read
	New     int // works; the other records are of works that were on the list already
	Broken  int // records that could not be read
}

// Add adds the records of a bibliography, whose name is the source. It stores them from time to time; after an error or a crash the same call again
// adds the rest. Report is called for each record that cannot be read, and the others go on; nil: nothing is. Any other error of the records ends Add.
func (l *List) Add(ctx context.Context, source string, records iter.Seq2[bibliography.Record, error], report func(*bibliography.RecordError)) (a Added, err error) {
	changed := map[int]bool{}
	flush := func() error {
		n, err := l.put(ctx, source, slices.Sorted(maps.Keys(changed)))
		a.New += n
		clear(changed)
		return err
	}
	for r, err := range records {
		if bad, ok := errors.AsType[*bibliography.RecordError](err); ok {
			a.Broken++
			if report != nil {
				report(bad)
			}
			continue
		}
		if err == nil && l.merger.Len() >= MaxWorks {
			err = fmt.Errorf("more than %d wanted works", MaxWorks)
		}
		if err != nil {
			return a, errors.Join(err, flush())
		}
		a.Records++
		n, _ := l.merger.Add(r)
		changed[n] = true
		if len(changed) >= batch {
			if err := flush(); err != nil {
				return a, err
			}
		}
	}
	return a, flush()
}

// put stores works by their numbers, and returns how many are new.
func (l *List) put(ctx context.Context, source string, numbers []int) (added int, err error) {
	if len(numbers) == 0 {
		return 0, nil
	}
	works := make([]catalogue.WantedWork, len(numbers))
	for i, n := range numbers {
		r := &l.merger.Records()[n]
		works[i] = catalogue.WantedWork{ID: l.ids[n], Key: key(r), Record: *r, Sources: []string{source}}
	}
	added, err = l.store.Put(ctx, works, time.Now())
	if err != nil {
		return 0, err
	}
	for i, n := range numbers {
		l.ids[n] = works[i].ID
	}
	return added, nil
}

// key returns what identifies a new work: two records have the same if they say the same.
func key(r *bibliography.Record) string {
	h := sha256.New()
	for _, s := range []string{citation.NormalDOI(r.DOI), citation.NormalArXiv(r.ArXiv), text.NormalTitle(r.Title), text.NormalTitle(r.Venue), r.Volume, r.Number, r.Pages,
		strconv.Itoa(r.Year), first(r.IDs), first(r.URLs), first(r.Files)} {
		fmt.Fprintf(h, "%s\n", s)
	}
	for _, a := range r.Authors[:min(len(r.Authors), 3)] {
		fmt.Fprintf(h, "%s\n", text.NormalName(a.String()))
	}
	return hex.EncodeToString(h.Sum(nil)[:16])
}

// first returns the first of some values, "" if there is none.
func first(values []string) string {
	if len(values) == 0 {
		return ""
	}
	return values[0]
}
