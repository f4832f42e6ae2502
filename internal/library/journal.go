package library

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
)

// journalName is the file beside the documents that tells what people said: a JSON object a line, appended and synced
// before the catalogue has it. When the catalogue is lost, this is where their word is taken from.
const journalName = "hand.jsonl"

// said is one line of it.
type said struct {
	At      time.Time   `json:"at"`
	Do      string      `json:"do"` // judge, edit, add, remove, allow
	SHA256  string      `json:"sha256,omitempty"`
	Genre   string      `json:"genre,omitempty"`
	State   State       `json:"state,omitempty"`
	Fields  []saidField `json:"fields,omitempty"`
	URL     string      `json:"url,omitempty"`
	Name    string      `json:"name,omitempty"`
	Type    string      `json:"type,omitempty"`
	Wrapped string      `json:"wrapped,omitempty"`
	Size    int64       `json:"size,omitempty"`
	Pattern string      `json:"pattern,omitempty"`
	Reason  string      `json:"reason,omitempty"`

	back bool // judge: its file was thrown away and is there again
}

type saidField struct {
	Name  string `json:"name"`
	Value string `json:"value"`
}

const (
	sayJudge  = "judge"
	sayEdit   = "edit"
	sayAdd    = "add"
	sayRemove = "remove"
	sayAllow  = "allow"
)

// maxSaid is the longest line of the journal.
const maxSaid = 64 << 20

// say writes down what a person said and does it.
func (r *Repository) say(ctx context.Context, doing string, s said) error {
	if r.c.only {
		return r.c.failed(doing, ErrReadOnly)
	}
	if err := r.note(s); err != nil {
		return r.failed(doing, err)
	}
	return r.change(ctx, doing, func(f *filing) error { return f.do(s) })
}

// do applies one line. To apply it twice is to apply it once. Of what was removed nothing is said any more.
func (f *filing) do(s said) error {
	if is, err := f.standing(s.SHA256); err != nil || is.state == Removed {
		return err
	}
	switch s.Do {
	case sayJudge:
		err := f.judge(Correction{SHA256: s.SHA256, Genre: s.Genre, State: s.State, At: s.At})
		if err != nil || !s.back {
			return err
		}
		f.moved[s.SHA256] = Accepted
		return f.exec("UPDATE documents SET kept = 1 WHERE sha256 = $1", s.SHA256)
	case sayEdit:
		fields := make([]Field, len(s.Fields))
		for i, e := range s.Fields {
			fields[i] = Field{Name: e.Name, Value: e.Value}
		}
		return f.edit(s.SHA256, fields, s.At)
	case sayRemove:
		return f.remove(Removal{Pattern: s.Pattern, Reason: s.Reason, At: s.At})
	case sayAllow:
		f.outs = true
		return f.exec("DELETE FROM removals WHERE pattern = $1", word(s.Pattern))
	}
	return nil
}

// note appends lines to the journal and syncs it.
func (r *Repository) note(lines ...said) error {
	var b bytes.Buffer
	for _, s := range lines {
		line, err := json.Marshal(s)
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

// unsay writes the journal anew without what people said of documents that were removed, or added from a URL that was.
func (r *Repository) unsay(ctx context.Context, pattern string) error {
	sums, err := query(ctx, r.c.reader, scanText, "SELECT sha256 FROM documents WHERE state = 'removed'")
	if err != nil {
		return err
	}
	removed := make(map[string]bool, len(sums))
	for _, sum := range sums {
		removed[sum] = true
	}
	out := newMatcher([]Removal{{Pattern: pattern}})
	lock, err := r.lockJournal()
	if err != nil {
		return err
	}
	defer lock.Close()
	return r.write(r.path(journalName), func(w io.Writer) error {
		return r.journal(func(s said, line []byte) error {
			if _, is := out.match(s.URL); is || removed[s.SHA256] {
				return nil
			}
			_, err := fmt.Fprintf(w, "%s\n", line)
			return err
		})
	})
}

// journal yields the lines of the journal, which are good until the next one; one that cannot be read is passed over.
func (r *Repository) journal(yield func(s said, line []byte) error) error {
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
		var s said
		if json.Unmarshal(lines.Bytes(), &s) != nil {
			continue
		}
		if err := yield(s, lines.Bytes()); err != nil {
			return err
		}
	}
	return lines.Err()
}

// TakeJournal enters what people said, as the journal beside the documents has it, into a catalogue that was made anew.
// Documents that people added wait to be read again, as far as their files are there; missing counts the others. What
// the catalogue has already stays as it is.
func (r *Repository) TakeJournal(ctx context.Context) (missing int, err error) {
	out := map[string]time.Time{} // removals that hold: what was allowed again has come with the archive
	err = r.journal(func(s said, _ []byte) error {
		switch s.Do {
		case sayRemove:
			out[s.Pattern] = s.At
		case sayAllow:
			delete(out, s.Pattern)
		}
		return nil
	})
	var batch []said
	flush := func() error {
		defer func() { batch = batch[:0] }()
		if len(batch) == 0 {
			return nil
		}
		return r.change(ctx, "take up the journal", func(f *filing) error {
			for _, s := range batch {
				if err := f.do(s); err != nil {
					return err
				}
			}
			return nil
		})
	}
	take := func(s said, _ []byte) error {
		switch {
		case s.Do == sayRemove && !out[s.Pattern].Equal(s.At), s.Do == sayAllow:
			return nil
		case s.Do == sayAdd:
			found, err := r.takeAdded(ctx, s)
			if err == nil && !found {
				missing++
			}
			return err
		}
		if batch = append(batch, s); len(batch) < saidAtOnce {
			return nil
		}
		return flush()
	}
	if err == nil {
		err = r.journal(take)
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
func (r *Repository) takeAdded(ctx context.Context, s said) (found bool, err error) {
	if _, ok, err := r.c.Known(ctx, s.SHA256); ok || err != nil {
		return true, err
	}
	if _, err := r.Path(s.SHA256); err != nil {
		return false, nil
	}
	d := Filing{Document: Document{SHA256: s.SHA256, Size: s.Size, Type: s.Type, Wrapped: s.Wrapped, Name: s.Name, State: Waiting,
		Cause: causeReread, Added: s.At,
		Locations: []Location{{URL: s.URL, Name: s.Name, First: s.At, Last: s.At, Size: s.Size, Added: true}}}}
	return true, r.file(ctx, []Filing{d})
}

// causeReread is the cause of what waits after the catalogue was lost.
const causeReread = "not read yet: it was taken up again without its catalogue"
