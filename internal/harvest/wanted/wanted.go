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
	"strings"
	"time"
	"unicode"

	"sluice/document/bibliography"
	"sluice/internal/catalogue"
	"sluice/internal/citation"
	"sluice/internal/harvest/identity"
	"sluice/text"
)

// Store keeps wanted works; [catalogue.Wanted] is one.
type Store interface {
	List(ctx context.Context, q catalogue.WantedQuery) ([]catalogue.WantedWork, error)
	Get(ctx context.Context, id int64) (catalogue.WantedWork, bool, error)
	Put(ctx context.Context, works []catalogue.WantedWork, at time.Time) (added int, err error)
}

var _ Store = (*catalogue.Wanted)(nil)

// MaxWorks is the most works of a list: what is compared of each is in memory, about half a kilobyte.
const MaxWorks = 5_000_000

// batch is the number of records that are stored in one transaction.
const batch = 1000

// List is the list of a library. It is used by one goroutine. The records are in the store, and only what is compared of them is in memory.
type List struct {
	KnownOnly bool // Add leaves out the records of works that are not on the list

	store   Store
	index   *identity.Index
	ids     []int64                       // of the works, by their number in the index; 0: not stored yet
	changed map[int][]bibliography.Record // records that are not stored yet, by the number of their work
	waiting int                           // of these
}

// Open reads the list of a library.
func Open(ctx context.Context, store Store) (*List, error) {
	l := &List{store: store, index: identity.NewIndex(), changed: map[int][]bibliography.Record{}}
	for after := int64(0); ; {
		works, err := store.List(ctx, catalogue.WantedQuery{After: after, Limit: batch})
		if err != nil {
			return nil, err
		}
		for i := range works {
			l.index.Add(identity.Of(&works[i].Record))
			after = works[i].ID
			l.ids = append(l.ids, after)
		}
		if len(works) < batch {
			return l, nil
		}
	}
}

// Added counts what became of the records of a bibliography.
type Added struct {
	Records int // that could be read
	New     int // works
	Known   int // records of works that were on the list already
	Broken  int // records that could not be read, or have nothing by which a work could be found
}

// Add adds the records of a bibliography, whose name is the source. It stores them from time to time; after an error or a crash the same call again
// adds the rest. Report is called for each record that cannot be read or found, and the others go on; nil: nothing is. Any other error of the records ends Add.
func (l *List) Add(ctx context.Context, source string, records iter.Seq2[bibliography.Record, error], report func(*bibliography.RecordError)) (a Added, err error) {
	for r, err := range records {
		if bad, ok := errors.AsType[*bibliography.RecordError](err); ok {
			a.Broken++
			if report != nil {
				report(bad)
			}
			continue
		}
		if err == nil && !canBeFound(&r) {
			a.Broken++
			if report != nil {
				report(&bibliography.RecordError{Line: r.Line, Key: r.Key, Err: errNothing})
			}
			continue
		}
		if err == nil && l.index.Len() >= MaxWorks {
			err = fmt.Errorf("more than %d wanted works", MaxWorks)
		}
		if err != nil {
			return a, errors.Join(err, l.flush(ctx, source, &a))
		}
		a.Records++
		l.add(r, &a)
		if l.waiting >= batch {
			if err := l.flush(ctx, source, &a); err != nil {
				return a, err
			}
		}
	}
	return a, l.flush(ctx, source, &a)
}

var errNothing = errors.New("it has neither a title nor an identifier nor a URL by which a paper could be found")

// canBeFound reports whether a record has anything by which a paper can be found, or known to be its paper.
func canBeFound(r *bibliography.Record) bool {
	return strings.ContainsFunc(r.Title, unicode.IsLetter) || strings.ContainsFunc(r.Title, unicode.IsDigit) || r.DOI != "" || r.ArXiv != "" || len(r.URLs)+len(r.IDs) > 0
}

// add adds a record to that of the same work, or as a new one.
func (l *List) add(r bibliography.Record, a *Added) {
	w := identity.Of(&r)
	found, isKnown := l.index.Find(w, identity.Records)
	switch {
	case isKnown:
		a.Known++
		l.index.Extend(found.Number, w)
		l.changed[found.Number] = append(l.changed[found.Number], r)
		l.waiting++
	case !l.KnownOnly:
		n := l.index.Add(w)
		l.ids = append(l.ids, 0)
		l.changed[n] = []bibliography.Record{r}
		l.waiting++
	}
}

// flush stores the works that were changed, completed by their records, and counts those that are new.
func (l *List) flush(ctx context.Context, source string, a *Added) error {
	if len(l.changed) == 0 {
		return nil
	}
	numbers := slices.Sorted(maps.Keys(l.changed))
	works := make([]catalogue.WantedWork, len(numbers))
	for i, n := range numbers {
		records := l.changed[n]
		if id := l.ids[n]; id != 0 {
			known, ok, err := l.store.Get(ctx, id)
			if err == nil && !ok {
				err = fmt.Errorf("no wanted work %d", id)
			}
			if err != nil {
				return err
			}
			works[i] = catalogue.WantedWork{ID: id, Record: known.Record}
		} else {
			works[i].Record, records = records[0], records[1:]
		}
		for k := range records {
			identity.Complete(&works[i].Record, &records[k])
		}
		works[i].Key, works[i].Sources = key(&works[i].Record), []string{source}
	}
	added, err := l.store.Put(ctx, works, time.Now())
	if err != nil {
		return err
	}
	for i, n := range numbers {
		l.ids[n] = works[i].ID
	}
	a.New += added
	clear(l.changed)
	l.waiting = 0
	return nil
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
