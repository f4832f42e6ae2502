package repository

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"time"

	"sluice/internal/catalogue"
	"sluice/internal/query"
	"sluice/internal/system"
	"sluice/library"
)

// journalName is the file in the repository's folder that records what people decided: a JSON
// object a line, appended and synced before the catalogue is changed. If the catalogue is lost,
// the decisions are read from it.
const journalName = "hand.jsonl"

// lockName is the name of the file that is locked while the journal is written, and of another one under tmp. It is no file that others may read: a user
// who can open a file can lock it, and keep people from every decision.
const lockName = "lock"

// maxSaid is the greatest length of a line of the journal, in bytes.
const maxSaid = 64 << 20

// record writes a decision to the journal and then applies it. In this order a crash in between
// loses nothing: applying the journal again has the same effect.
func (r *Repository) record(ctx context.Context, doing string, e catalogue.Entry) error {
	if r.c.ReadOnly {
		return r.failed(doing, catalogue.ErrReadOnly)
	}
	if err := r.appendEntries(e); err != nil {
		return r.failed(doing, err)
	}
	moves, err := r.c.Documents.Apply(ctx, doing, e)
	if err != nil {
		return err
	}
	return r.moveAll(ctx, doing, moves)
}

// appendEntries appends lines to the journal and syncs it. After a failed write it removes the
// incomplete line.
func (r *Repository) appendEntries(entries ...catalogue.Entry) error {
	var b bytes.Buffer
	for _, e := range entries {
		line, err := json.Marshal(e)
		if err != nil {
			return err
		}
		b.Write(append(line, '\n'))
	}
	if b.Len() == 0 {
		return nil
	}
	lock, err := r.lockJournal()
	if err != nil {
		return err
	}
	defer lock.Close()
	f, err := r.library().OpenFile(r.path(journalName), os.O_RDWR|os.O_APPEND|os.O_CREATE)
	if err != nil {
		return err
	}
	defer f.Close()
	end, err := f.Seek(0, io.SeekEnd)
	if err != nil {
		return err
	}
	var last [1]byte
	if end > 0 {
		if _, err := f.ReadAt(last[:], end-1); err != nil {
			return err
		}
		if last[0] != '\n' { // the last line is incomplete after a crash: start a new one
			b = *bytes.NewBuffer(append([]byte{'\n'}, b.Bytes()...))
		}
	}
	if _, err := f.Write(b.Bytes()); err != nil {
		return errors.Join(err, f.Truncate(end))
	}
	if err := f.Sync(); err != nil {
		return err
	}
	return system.SyncFolder(r.dir)
}

// lockJournal locks the journal against other processes. Closing the file releases the lock.
func (r *Repository) lockJournal() (*os.File, error) {
	f, err := r.library().OpenLock(r.path(lockName))
	if err != nil {
		return nil, err
	}
	if err := system.Lock(f); err != nil {
		return nil, errors.Join(err, f.Close())
	}
	return f, nil
}

// eraseEntries rewrites the journal without decisions about documents that were removed, or
// added from a URL that was.
func (r *Repository) eraseEntries(ctx context.Context, pattern query.Pattern) error {
	sums, err := r.c.Documents.Removed(ctx)
	if err != nil {
		return err
	}
	removed := make(map[string]bool, len(sums))
	for _, sum := range sums {
		removed[sum] = true
	}
	out := query.NewMatcher(pattern)
	lock, err := r.lockJournal()
	if err != nil {
		return err
	}
	defer lock.Close()
	return r.write(r.path(journalName), func(w io.Writer) error {
		return r.readJournal(ctx, func(e catalogue.Entry, line []byte) error {
			if _, is := out.Match(e.URL); is || removed[e.SHA256] {
				return nil
			}
			_, err := fmt.Fprintf(w, "%s\n", line)
			return err
		})
	})
}

// readJournal calls yield with each line of the journal; the bytes are valid during the call. A
// line that cannot be parsed is skipped.
func (r *Repository) readJournal(ctx context.Context, yield func(e catalogue.Entry, line []byte) error) error {
	f, err := system.OpenRegular(r.path(journalName))
	if errors.Is(err, os.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	defer f.Close()
	lines := bufio.NewScanner(f)
	lines.Buffer(nil, maxSaid)
	for lines.Scan() {
		var e catalogue.Entry
		if json.Unmarshal(lines.Bytes(), &e) != nil {
			continue
		}
		if err := yield(e, lines.Bytes()); err != nil {
			return err
		}
	}
	return lines.Err()
}

// ApplyJournal applies the decisions in the journal to a catalogue that was rebuilt. Documents
// that people added wait to be read again if their files exist; missing counts the others. What
// the catalogue has already stays unchanged.
func (r *Repository) ApplyJournal(ctx context.Context) (missing int, err error) {
	out := map[query.Pattern]time.Time{} // removals in force: what was allowed again was rebuilt from the archive
	err = r.readJournal(ctx, func(e catalogue.Entry, _ []byte) error {
		switch e.Do {
		case catalogue.DoRemove:
			out[e.Pattern] = e.At
		case catalogue.DoAllow:
			delete(out, e.Pattern)
		}
		return nil
	})
	var batch []catalogue.Entry
	flush := func() error {
		defer func() { batch = batch[:0] }()
		if len(batch) == 0 {
			return nil
		}
		const doing = "apply the journal"
		moves, err := r.c.Documents.Apply(ctx, doing, batch...)
		if err != nil {
			return err
		}
		return r.moveAll(ctx, doing, moves)
	}
	apply := func(e catalogue.Entry, _ []byte) error {
		switch {
		case e.Do == catalogue.DoRemove && !out[e.Pattern].Equal(e.At), e.Do == catalogue.DoAllow:
			return nil
		case e.Do == catalogue.DoAdd:
			found, err := r.fileAdded(ctx, e)
			if err == nil && !found {
				missing++
			}
			return err
		}
		if batch = append(batch, e); len(batch) < saidAtOnce {
			return nil
		}
		return flush()
	}
	if err == nil {
		err = r.readJournal(ctx, apply)
	}
	if err == nil {
		err = flush()
	}
	if err != nil {
		err = fmt.Errorf("journal %s: %w", r.path(journalName), err)
	}
	return missing, err
}

// saidAtOnce is the number of decisions that are applied in one transaction.
const saidAtOnce = 200

// fileAdded files a document that a person added, unread. It returns false if its file is
// missing.
func (r *Repository) fileAdded(ctx context.Context, e catalogue.Entry) (found bool, err error) {
	if _, ok, err := r.c.Documents.Row(ctx, e.SHA256); ok || err != nil {
		return true, err
	}
	if !catalogue.IsSHA256(e.SHA256) { // a line that was edited by hand
		return false, nil
	}
	if _, err := r.Path(ctx, e.SHA256); errors.Is(err, ErrNoFile) {
		return false, nil
	} else if err != nil {
		return false, err
	}
	d := catalogue.Filing{Document: library.Document{SHA256: e.SHA256, Size: e.Size, Type: e.Type, Wrapped: e.Wrapped, Name: e.Name, State: library.Waiting,
		Cause: causeReread, Added: e.At,
		Locations: []library.Location{{URL: e.URL, Name: e.Name, First: e.At, Last: e.At, Size: e.Size, Added: true}}}}
	return true, r.file(ctx, []catalogue.Filing{d})
}

// causeReread is the cause of what waits after the catalogue was lost.
const causeReread = "not read yet: it was taken up again without its catalogue"
