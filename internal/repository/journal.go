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

	"golang.org/x/sys/unix"

	"sluice/internal/catalogue"
	"sluice/internal/query"
)

// journalName is the file beside the documents that keeps what people decided: a JSON object a
// line, appended and synced before the catalogue has it. When the catalogue is lost, the
// decisions are read from here.
const journalName = "hand.jsonl"

// maxSaid is the longest line of the journal.
const maxSaid = 64 << 20

// say writes down what a person said and does it.
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

// note appends lines to the journal and syncs it.
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
	f, err := r.lockJournal()
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
		if last[0] != '\n' { // a crash cut the last line off
			b = *bytes.NewBuffer(append([]byte{'\n'}, b.Bytes()...))
		}
	}
	if _, err := f.Write(b.Bytes()); err != nil {
		return errors.Join(err, f.Truncate(end))
	}
	if err := f.Sync(); err != nil {
		return err
	}
	return syncFolder(r.dir)
}

// lockJournal opens the journal for writing, which other commands do, too. Closing it ends the lock.
func (r *Repository) lockJournal() (*os.File, error) {
	for {
		f, err := os.OpenFile(r.path(journalName), os.O_RDWR|os.O_APPEND|os.O_CREATE, 0o644)
		if err != nil {
			return nil, err
		}
		if err := unix.Flock(int(f.Fd()), unix.LOCK_EX); err != nil {
			return nil, errors.Join(err, f.Close())
		}
		locked, err := f.Stat()
		if err != nil {
			return nil, errors.Join(err, f.Close())
		}
		if is, err := os.Stat(r.path(journalName)); err == nil && os.SameFile(is, locked) {
			return f, nil
		}
		if err := f.Close(); err != nil { // it was written anew meanwhile
			return nil, err
		}
	}
}

// unsay writes the journal anew without what people said of documents that were removed, or
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

// journal yields the lines of the journal, which are good until the next one; one that cannot
// be read is passed over.
func (r *Repository) readJournal(ctx context.Context, yield func(e catalogue.Entry, line []byte) error) error {
	f, err := os.Open(r.path(journalName))
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

// ApplyJournal enters what people said, as the journal beside the documents has it, into a
// catalogue that was made anew. Documents that people added wait to be read again, as far as
// their files are there; missing counts the others. What the catalogue has already stays as it
// is.
func (r *Repository) ApplyJournal(ctx context.Context) (missing int, err error) {
	out := map[query.Pattern]time.Time{} // removals that hold: what was allowed again has come with the archive
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
	take := func(e catalogue.Entry, _ []byte) error {
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
		err = r.readJournal(ctx, take)
	}
	if err == nil {
		err = flush()
	}
	if err != nil {
		err = fmt.Errorf("journal %s: %w", r.path(journalName), err)
	}
	return missing, err
}

const saidAtOnce = 200

// takeAdded files a document that a person added, unread.
func (r *Repository) fileAdded(ctx context.Context, e catalogue.Entry) (found bool, err error) {
	if _, ok, err := r.c.Documents.Row(ctx, e.SHA256); ok || err != nil {
		return true, err
	}
	if _, err := r.Path(ctx, e.SHA256); err != nil {
		return false, nil
	}
	d := catalogue.Filing{Document: catalogue.Document{SHA256: e.SHA256, Size: e.Size, Type: e.Type, Wrapped: e.Wrapped, Name: e.Name, State: catalogue.Waiting,
		Cause: causeReread, Added: e.At,
		Locations: []catalogue.Location{{URL: e.URL, Name: e.Name, First: e.At, Last: e.At, Size: e.Size, Added: true}}}}
	return true, r.file(ctx, []catalogue.Filing{d})
}

// causeReread is the cause of what waits after the catalogue was lost.
const causeReread = "not read yet: it was taken up again without its catalogue"
