// Package store keeps the frontier's entries in Pebble, a store of sorted keys on disk. It sets Pebble's sizes for a
// frontier, has typed errors for damage, a full disk and a folder in use, and fails for good: after a write
// that did not reach the disk, every call returns the first cause.
package store

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"path/filepath"
	"runtime"
	"sync"
	"syscall"
	"time"

	"sluice/internal/shell"
	"sluice/internal/system"

	"github.com/cockroachdb/pebble/v2"
	"github.com/cockroachdb/pebble/v2/bloom"
	"github.com/cockroachdb/pebble/v2/sstable/block"
	"github.com/cockroachdb/pebble/v2/vfs"
)

// ErrInUse is the error of opening a frontier that another process, or this one, has open.
var ErrInUse = errors.New("in use by another crawl")

// ErrDamaged is the error of a store that cannot be read.
var ErrDamaged = errors.New("damaged or missing")

// ErrValue is the error of a value that cannot be decoded.
var ErrValue = errors.New("value is damaged")

// damaged returns the error of a damaged store: its folder, what to do, and the cause, which has the file and offset that
// Pebble names.
func damaged(dir string, cause error) error {
	return fmt.Errorf("frontier %s: %w (`sluice rebuild -d %s` rebuilds it from the archive): %w", dir, ErrDamaged, shell.Quote(filepath.Dir(dir)), cause)
}

// Sizes of the store. Few blocks and tables in memory are enough: the URLs that a
// crawl looks up most often are in the recent set and in the queues.
//
// New URLs are spread over the whole seen set, so merging them costs most.
// The first level that is kept sorted is large, and much is gathered before it
// is merged: many small runs, which take less memory than a few large ones. The
// last two levels hold nearly everything; filters of theirs would take the room
// of the blocks that they spare.
const (
	memTable    = 8 << 20
	memTables   = 3
	firstLevel  = 256 << 20
	runsToMerge = 20
	runsToStop  = 60
	tableSize   = 8 << 20
	blockSize   = 8 << 10
	indexSize   = 1 << 20 // never two steps of index in a table
	bitsAKey    = 10      // of the store's own filters
	bareLevels  = 2       // the last ones, without filters
	openFiles   = 256
	blockCache  = 16 << 20
	bytesASync  = 512 << 10

	entriesAtOnce = 4096 // entries after which Each looks at its context
)

// Store is a Pebble database that fails once and for all: after a write that
// did not reach the disk nothing more is promised.
type Store struct {
	Dir string // its folder
	log *slog.Logger
	*pebble.DB

	once   sync.Once
	failed chan struct{}
	cause  error // once failed is closed
}

// Options set how a store is opened.
type Options struct {
	FS       vfs.FS
	Comparer *pebble.Comparer // the order of the keys
	Cache    int64            // bytes of blocks kept in memory; 0: 16 MiB
	Log      *slog.Logger     // nil: silence
	ReadOnly bool             // the folder must hold a store, which another process may have locked
}

// Open opens the store in a folder. It creates the folder if necessary. A store whose opening ctx has ended closes as soon as it is open.
func Open(ctx context.Context, dir string, o Options) (s *Store, err error) {
	if err := context.Cause(ctx); err != nil {
		return nil, err
	}
	o.FS = lockingFS{o.FS, o.ReadOnly}
	s = &Store{Dir: dir, log: o.Log, failed: make(chan struct{})}
	if s.log == nil {
		s.log = slog.New(slog.DiscardHandler)
	}
	opened := make(chan error, 1)
	go s.open(s.options(o), opened)
	select {
	case err = <-opened:
	case <-s.failed:
		err = s.cause
		go s.closeAbandoned(opened)
	case <-ctx.Done(): // after a crash of a large frontier the log takes a while to read
		err = context.Cause(ctx)
		go s.closeAbandoned(opened)
	}
	if err != nil {
		return nil, err
	}
	return s, nil
}

// open opens the database. On a full disk it does not return: Pebble tries for ever to
// Write what its log has.
func (s *Store) open(o *pebble.Options, opened chan<- error) {
	defer func() {
		if p := recover(); p != nil { // Pebble panics on some kinds of damage
			opened <- damaged(s.Dir, fmt.Errorf("%v", p))
		}
	}()
	db, err := pebble.Open(s.Dir, o)
	if err != nil {
		opened <- s.openError(err)
		return
	}
	s.DB = db
	opened <- nil
}

// closeAbandoned closes a database whose opening was given up, if there is space again later.
func (s *Store) closeAbandoned(opened <-chan error) {
	if err := <-opened; err == nil {
		s.DB.Close()
	}
}

// options returns Pebble's options: the sizes above, and listeners by which the store learns of
// errors in the background.
func (s *Store) options(o Options) *pebble.Options {
	if o.Cache <= 0 {
		o.Cache = blockCache
	}
	po := &pebble.Options{
		FS:                          o.FS,
		FormatMajorVersion:          pebble.FormatNewest,
		ReadOnly:                    o.ReadOnly,
		Logger:                      logger{s},
		CacheSize:                   o.Cache + 2*memTable, // Pebble takes those in use out of the cache
		MemTableSize:                memTable,
		MemTableStopWritesThreshold: memTables,
		L0CompactionThreshold:       runsToMerge,
		L0StopWritesThreshold:       runsToStop,
		LBaseMaxBytes:               firstLevel,
		MaxOpenFiles:                openFiles,
		WALBytesPerSync:             bytesASync,
		BytesPerSync:                bytesASync,
		Comparer:                    o.Comparer,
		CompactionConcurrencyRange:  func() (int, int) { return 1, 2 },
		EventListener: &pebble.EventListener{
			BackgroundError: s.backgroundError,
			DataCorruption:  func(i pebble.DataCorruptionInfo) { s.Fail(i.Details) },
		},
	}
	// Links of one host are no versions of one another: their values stay with their keys.
	po.Experimental.SpanPolicyFunc = func([]byte) (pebble.SpanPolicy, []byte, error) {
		return pebble.SpanPolicy{DisableValueSeparationBySuffix: true}, nil, nil
	}
	po.ApplyCompressionSettings(func() pebble.DBCompressionSettings {
		return pebble.UniformDBCompressionSettings(block.FastestCompression)
	})
	for i := range po.Levels {
		po.Levels[i].BlockSize = blockSize
		po.Levels[i].IndexBlockSize = indexSize
		po.Levels[i].FilterPolicy = pebble.NoFilterPolicy
		if i < len(po.Levels)-bareLevels {
			po.Levels[i].FilterPolicy = bloom.FilterPolicy(bitsAKey)
		}
		po.TargetFileSizes[i] = tableSize
	}
	return po
}

// openError names what keeps a store from being opened, and what to do about it.
func (s *Store) openError(err error) error {
	switch {
	case errors.Is(err, errHeldHere):
		return fmt.Errorf("frontier %s: %w, or not closed by this program since it failed (stop it, check that the disk has room, and start again)", s.Dir, ErrInUse)
	case errors.Is(err, syscall.EAGAIN):
		return fmt.Errorf("frontier %s: %w", s.Dir, ErrInUse)
	case system.IsFull(err):
		return s.ReadError(err)
	case errors.Is(err, syscall.EACCES), errors.Is(err, syscall.EROFS), system.IsOutOfFiles(err):
		return fmt.Errorf("open frontier %s: %w", s.Dir, err)
	}
	return damaged(s.Dir, err)
}

// backgroundError takes an error of what Pebble does by itself. Pebble tries again at once, so it is made to wait.
func (s *Store) backgroundError(err error) {
	if s.Err() != nil {
		time.Sleep(100 * time.Millisecond)
	}
	s.Fail(err)
}

// Fail ends the store: from now on every call returns the first cause.
func (s *Store) Fail(err error) {
	s.once.Do(func() {
		s.cause = s.ReadError(err)
		close(s.failed)
	})
}

// Err returns the cause for which the store has failed.
func (s *Store) Err() error {
	select {
	case <-s.failed:
		return s.cause
	default:
		return nil
	}
}

// ReadError names the folder of a read that went wrong.
func (s *Store) ReadError(err error) error {
	switch {
	case err == nil:
		return nil
	case errors.Is(err, ErrDamaged), errors.Is(err, s.Err()):
		return err
	case pebble.IsCorruptionError(err), errors.Is(err, ErrValue):
		return damaged(s.Dir, err)
	}
	if system.IsFull(err) {
		return fmt.Errorf("frontier %s: the disk is full (make room, then run the same command again): %w", s.Dir, err)
	}
	return fmt.Errorf("frontier %s: %w", s.Dir, err)
}

// Get reads a value, into buf if it has room. It returns nil if the key does not exist.
func (s *Store) Get(buf, key []byte) ([]byte, error) {
	if buf == nil {
		buf = []byte{}
	}
	v, closer, err := s.DB.Get(key)
	if errors.Is(err, pebble.ErrNotFound) {
		return nil, nil
	}
	if err != nil {
		return nil, s.ReadError(err)
	}
	return append(buf[:0], v...), closer.Close()
}

// Each calls do for all entries of one kind.
func (s *Store) Each(ctx context.Context, kind byte, do func(k, v []byte) error) error {
	it, err := s.NewIter(&pebble.IterOptions{LowerBound: []byte{kind}, UpperBound: []byte{kind + 1}})
	if err != nil {
		return s.ReadError(err)
	}
	n := 0
	for ok := it.First(); ok && err == nil; ok = it.Next() {
		if n%entriesAtOnce == 0 {
			err = context.Cause(ctx)
		}
		if n++; err == nil {
			err = do(it.Key(), it.Value())
		}
	}
	if e := it.Close(); err == nil {
		err = e
	}
	return s.ReadError(err)
}

// Write makes a batch durable. Pebble ends the goroutine of a write that
// cannot reach the disk, so the batch has one of its own.
func (s *Store) Write(b *pebble.Batch, o *pebble.WriteOptions) error {
	if err := s.Err(); err != nil {
		return err
	}
	done := make(chan error, 1)
	go func() { done <- b.Commit(o) }()
	select {
	case err := <-done:
		if err != nil {
			s.Fail(err)
			return s.Err()
		}
		return nil
	case <-s.failed:
		return s.cause
	}
}

// Close closes the database. One that fails, then or before, is left as it is: Pebble
// tries for ever to write what it has in memory.
func (s *Store) Close() error {
	if err := s.Err(); err != nil {
		return err
	}
	done := make(chan error, 1)
	go func() { done <- s.DB.Close() }()
	select {
	case err := <-done:
		return err
	case <-s.failed:
		return s.cause
	}
}

// logger passes Pebble's messages on to the log.
type logger struct{ s *Store }

// Infof implements pebble.Logger.
func (l logger) Infof(format string, args ...any) {
	l.log(slog.LevelDebug, format, args)
}

// Errorf implements pebble.Logger.
func (l logger) Errorf(format string, args ...any) {
	l.log(slog.LevelWarn, format, args)
}

// Fatalf must not return. It ends the goroutine, not the process.
func (l logger) Fatalf(format string, args ...any) {
	err := fmt.Errorf(format, args...)
	for _, a := range args {
		if cause, ok := a.(error); ok {
			err = cause
		}
	}
	l.s.Fail(err)
	runtime.Goexit()
}

// log logs a message of Pebble, which is formatted only if the level is enabled.
func (l logger) log(level slog.Level, format string, args []any) {
	if l.s.log.Enabled(context.Background(), level) {
		l.s.log.Log(context.Background(), level, "pebble", "text", fmt.Sprintf(format, args...))
	}
}

// Damaged fails the store because of what was found in it.
func (s *Store) Damaged(cause error) { s.Fail(damaged(s.Dir, cause)) }
