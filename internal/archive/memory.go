package archive

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"sync"

	"github.com/klauspost/compress/gzip"
)

// maxMemory is the most that a Memory holds, bytes after compression.
const maxMemory = 1 << 30

const memoryFile = "memory"

// Memory is an archive in memory, gone with the program: the same methods as
// [Archive], the same records, compressed, but no files. It takes up to 1 GiB, then
// Append refuses.
type Memory struct {
	*encoder

	mu      sync.Mutex
	members map[int64][]byte // by offset: what was appended for one exchange
	size    int64
	closed  bool
}

// NewMemory makes an empty archive in memory.
func NewMemory() *Memory {
	return &Memory{
		encoder: newEncoder(Options{Level: gzip.BestSpeed}, ""),
		members: map[int64][]byte{},
	}
}

// Append stores exchanges that Encode made, in order, and returns the location of each response
// or revisit record. It stores all of them or, with an error, none.
func (m *Memory) Append(ctx context.Context, es ...*Encoded) ([]Location, error) {
	if err := context.Cause(ctx); err != nil {
		return nil, err
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.closed {
		return nil, errors.New("archive is closed")
	}
	sum := m.size
	for _, e := range es {
		sum += e.size
	}
	if sum > maxMemory {
		return nil, fmt.Errorf("archive in memory exceeds %d bytes (crawl into a folder)", maxMemory)
	}
	locs := make([]Location, len(es))
	for i, e := range es {
		m.members[m.size] = bytes.Clone(e.data)
		locs[i] = Location{File: memoryFile, Offset: m.size, Length: e.first}
		m.size += e.size
	}
	return locs, nil
}

// Sync returns the end of the archive.
func (m *Memory) Sync(ctx context.Context) (Position, error) {
	if err := context.Cause(ctx); err != nil {
		return Position{}, err
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.closed {
		return Position{}, errors.New("archive is closed")
	}
	if m.size == 0 {
		return Position{}, nil
	}
	return Position{File: memoryFile, Offset: m.size}, nil
}

// Read opens the record at l; the caller closes it.
func (m *Memory) Read(ctx context.Context, l Location) (*Record, error) {
	if err := context.Cause(ctx); err != nil {
		return nil, err
	}
	m.mu.Lock()
	data, ok := m.members[l.Offset]
	m.mu.Unlock()
	if !ok || l.File != memoryFile {
		return nil, fmt.Errorf("read archive: %w at byte %d of %q", ErrNoRecord, l.Offset, l.File)
	}
	rec, err := readAt(ctx, shifted{bytes.NewReader(data), l.Offset}, l, func() error { return nil })
	if err != nil {
		return nil, fmt.Errorf("read archive: %w", err)
	}
	return rec, nil
}

// Close ends appending. The records can still be read.
func (m *Memory) Close() error {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.closed = true
	return nil
}

// shifted is a piece of a file that begins at from.
type shifted struct {
	io.ReaderAt
	from int64
}

// ReadAt implements [io.ReaderAt], with offsets of the whole file.
func (s shifted) ReadAt(p []byte, off int64) (int, error) { return s.ReaderAt.ReadAt(p, off-s.from) }
