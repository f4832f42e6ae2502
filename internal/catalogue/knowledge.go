package catalogue

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"
)

// Knowledge keeps what crawls have learned of directories and of patterns of URLs, and what people have decided of it.
type Knowledge struct{ *database }

// KnowledgeKind is what an entry of the knowledge is about. The words are on disk: never change one.
type KnowledgeKind string

// The kinds of entries.
const (
	StopDirectory    KnowledgeKind = "stop"    // a name of directories under which every document was rejected, on all sites
	AvoidedDirectory KnowledgeKind = "avoid"   // a directory of a site in which, and below which, nothing led to a document
	FruitlessPattern KnowledgeKind = "pattern" // a pattern of URLs of a site that never led to a document
)

// KnowledgeState is what holds of an entry. The words are on disk: never change one.
type KnowledgeState string

// The states of entries.
const (
	KnowledgeActive  KnowledgeState = "active"  // as it was learned; it is tested, and dropped when it is learned no more
	KnowledgeLocked  KnowledgeState = "locked"  // by a person: it holds without tests, and is never dropped
	KnowledgeDeleted KnowledgeState = "deleted" // by a person: it does not hold, and is not learned again
)

// KnowledgeKey identifies an entry.
type KnowledgeKey struct {
	Kind  KnowledgeKind `json:"kind"`
	Site  string        `json:"site,omitempty"` // host; empty: all sites
	Value string        `json:"value"`          // the name of a directory; the URL of a directory or the pattern of URLs, without their scheme
}

// KnowledgeEntry is one thing that was learned, with the counts by which it was.
type KnowledgeEntry struct {
	KnowledgeKey
	Pages          int64          `json:"pages,omitempty"`           // that led to no document
	Crawls         int            `json:"crawls,omitempty"`          // that have visited them
	Documents      int64          `json:"documents,omitempty"`       // of a stop directory: in it, all of them rejected
	Linked         int64          `json:"linked,omitempty"`          // of a stop directory: documents that its pages link to
	LinkedRejected int64          `json:"linked_rejected,omitempty"` // of these
	Since          time.Time      `json:"since"`                     // start of the crawl after which it was learned, or the time of the decision
	State          KnowledgeState `json:"state"`
}

// Entries returns all entries, by kind, site and value.
func (k *Knowledge) Entries(ctx context.Context) ([]KnowledgeEntry, error) {
	all, err := selectAll(ctx, k.reader, scanKnowledge, `SELECT kind, site, value, pages, crawls, documents, linked, linked_rejected, since, state
		FROM knowledge ORDER BY kind, site, value`)
	return all, k.failed("read the knowledge", err)
}

// scanKnowledge reads an entry.
func scanKnowledge(row scanner) (e KnowledgeEntry, err error) {
	var since string
	err = row.Scan(&e.Kind, &e.Site, &e.Value, &e.Pages, &e.Crawls, &e.Documents, &e.Linked, &e.LinkedRejected, &since, &e.State)
	e.Since = timeOf(since)
	return e, err
}

// LearnedAfter returns the start of the crawl after which it was learned last; the zero time if it never was.
func (k *Knowledge) LearnedAfter(ctx context.Context) (time.Time, error) {
	var begun string
	err := k.reader.QueryRowContext(ctx, "SELECT begun FROM knowledge_learned WHERE id = 1").Scan(&begun)
	if errors.Is(err, sql.ErrNoRows) {
		return time.Time{}, nil
	}
	return timeOf(begun), k.failed("read after which crawl it was learned", err)
}

// Learn replaces what was learned before by the entries that were learned after the crawl that began at a time, in one transaction. Entries that
// people have decided of stay, with the new counts if they were learned again; those that stay keep their Since. State and Since of the
// entries given do not matter. It returns how many entries are new and how many active ones were dropped.
func (k *Knowledge) Learn(ctx context.Context, begun time.Time, entries []KnowledgeEntry) (added, dropped int, err error) {
	err = k.write(ctx, "record the knowledge", func(tx *sql.Tx) error {
		known, err := selectAll(ctx, tx, scanKnowledge, "SELECT kind, site, value, pages, crawls, documents, linked, linked_rejected, since, state FROM knowledge")
		if err != nil {
			return err
		}
		before := make(map[KnowledgeKey]KnowledgeState, len(known))
		for i := range known {
			before[known[i].KnowledgeKey] = known[i].State
		}
		for i := range entries {
			e := entries[i]
			if _, isKnown := before[e.KnowledgeKey]; !isKnown {
				added++
			}
			delete(before, e.KnowledgeKey)
			e.Since, e.State = begun, KnowledgeActive
			if err := putKnowledge(ctx, tx, &e, "pages = excluded.pages, crawls = excluded.crawls, documents = excluded.documents, linked = excluded.linked, linked_rejected = excluded.linked_rejected"); err != nil {
				return err
			}
		}
		for key, state := range before {
			if state != KnowledgeActive {
				continue
			}
			dropped++
			if _, err := tx.ExecContext(ctx, "DELETE FROM knowledge WHERE kind = $1 AND site = $2 AND value = $3", key.Kind, key.Site, key.Value); err != nil {
				return err
			}
		}
		_, err = tx.ExecContext(ctx, "INSERT INTO knowledge_learned (id, begun) VALUES (1, $1) ON CONFLICT (id) DO UPDATE SET begun = excluded.begun", stamp(begun))
		return err
	})
	return added, dropped, err
}

// putKnowledge writes an entry, or changes the one with its key as update says.
func putKnowledge(ctx context.Context, tx *sql.Tx, e *KnowledgeEntry, update string) error {
	_, err := tx.ExecContext(ctx, `INSERT INTO knowledge (kind, site, value, pages, crawls, documents, linked, linked_rejected, since, state)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) ON CONFLICT (kind, site, value) DO UPDATE SET `+update,
		string(e.Kind), word(e.Site), word(e.Value), e.Pages, e.Crawls, e.Documents, e.Linked, e.LinkedRejected, stamp(e.Since), string(e.State))
	return err
}

// Decide records what a person has decided of an entry at a time. What was not learned becomes an entry. One that is active again is dropped by
// the next Learn that does not have it.
func (k *Knowledge) Decide(ctx context.Context, key KnowledgeKey, state KnowledgeState, at time.Time) error {
	return k.write(ctx, fmt.Sprintf("decide of %s %s", key.Kind, key.Value), func(tx *sql.Tx) error {
		return putKnowledge(ctx, tx, &KnowledgeEntry{KnowledgeKey: key, Since: at, State: state}, "since = excluded.since, state = excluded.state")
	})
}

// write runs do in one transaction.
func (k *Knowledge) write(ctx context.Context, doing string, do func(*sql.Tx) error) error {
	if k.readOnly {
		return k.failed(doing, ErrReadOnly)
	}
	k.mu.Lock()
	defer k.mu.Unlock()
	tx, err := k.writer.BeginTx(ctx, nil)
	if err != nil {
		return k.failed(doing, err)
	}
	defer tx.Rollback()
	if err := do(tx); err != nil {
		return k.failed(doing, err)
	}
	return k.failed(doing, tx.Commit())
}
