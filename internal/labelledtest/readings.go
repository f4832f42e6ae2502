//go:build yardstick

package labelledtest

import (
	"context"
	"crypto/sha256"
	"encoding/gob"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"sync"
	"syscall"

	"sluice/document"
	"sluice/document/content"
)

// reading is what the reading of a file returned.
type reading struct {
	document *content.Document
	err      error
}

// done are the readings of this process so far, by path. Who measures a document does not change it.
var done sync.Map

// storedReading is a reading in the folder that SLUICE_READINGS names. The test programs of one run share what they have read there; a later run,
// perhaps of another version, begins with an empty folder.
type storedReading struct {
	Document *content.Document
	Error    string
	NoText   bool // the error is document.ErrNoText
}

// sharedReading returns the stored reading of a file, or reads it and stores what comes. A program waits while another one reads the same file.
func sharedReading(ctx context.Context, path string, read func() reading) (reading, error) {
	dir := os.Getenv("SLUICE_READINGS")
	if dir == "" {
		return read(), nil
	}
	f, err := os.OpenFile(filepath.Join(dir, fmt.Sprintf("%x", sha256.Sum256([]byte(path)))), os.O_RDWR|os.O_CREATE, 0o600)
	if err != nil {
		return reading{}, err
	}
	defer f.Close() // ends the lock
	if err := syscall.Flock(int(f.Fd()), syscall.LOCK_EX); err != nil {
		return reading{}, fmt.Errorf("lock %s: %w", f.Name(), err)
	}
	var s storedReading
	if err := gob.NewDecoder(f).Decode(&s); err == nil {
		return s.reading(), nil
	}
	got := read()
	if ctx.Err() != nil {
		return got, nil
	}
	s = storedReading{Document: got.document, NoText: errors.Is(got.err, document.ErrNoText)}
	if got.err != nil {
		s.Error = got.err.Error()
	}
	_, err = f.Seek(0, 0)
	if err == nil {
		err = f.Truncate(0)
	}
	if err == nil {
		err = gob.NewEncoder(f).Encode(s)
	}
	if err != nil {
		return reading{}, fmt.Errorf("store what %s says: %w", path, err)
	}
	return got, nil
}

func (s storedReading) reading() reading {
	switch {
	case s.Error == "":
		return reading{document: s.Document}
	case s.NoText:
		return reading{s.Document, fmt.Errorf("%s (%w)", s.Error, document.ErrNoText)}
	}
	return reading{s.Document, errors.New(s.Error)}
}
