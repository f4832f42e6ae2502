package lock

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"sluice/internal/permission"
	"sluice/internal/system"
)

// AcquireShared locks the documents of a library together with others that change them, also while a crawl runs. It excludes a removal. If
// one runs, it waits for a moment, and the error is an [*InUseError] then.
func AcquireShared(ctx context.Context, dir string) (*Lock, error) {
	f, err := acquireDocuments(ctx, dir, Change)
	if err != nil {
		return nil, err
	}
	return &Lock{file: f}, nil
}

// acquireDocuments locks the file of AcquireShared, for a removal alone.
func acquireDocuments(ctx context.Context, dir string, purpose Purpose) (*os.File, error) {
	folder := filepath.Join(dir, "documents", "tmp")
	if err := permission.Library(dir).MkdirAll(folder); err != nil {
		return nil, openError(dir, err)
	}
	f, err := permission.Library(dir).OpenLock(filepath.Join(folder, fileName))
	if err != nil {
		return nil, openError(dir, err)
	}
	try, limit := system.TryLockShared, waitForWork
	if purpose == Removal {
		try, limit = system.TryLock, waitForRead // most commands that change documents are short
	}
	for begun := time.Now(); ; {
		err := try(f)
		if err == nil {
			return f, nil
		}
		if !errors.Is(err, system.ErrLocked) {
			return nil, errors.Join(fmt.Errorf("lock documents of library %s: %w", dir, err), f.Close())
		}
		if time.Since(begun) > limit {
			return nil, errors.Join(documentsUser(ctx, f, dir, purpose), f.Close())
		}
		select {
		case <-ctx.Done():
			return nil, errors.Join(documentsUser(ctx, f, dir, purpose), ctx.Err(), f.Close())
		case <-time.After(pollEvery):
		}
	}
}

// documentsUser returns who keeps f from being locked for a purpose: a removal, which holds the other lock too, or one of those that share this one.
func documentsUser(ctx context.Context, f *os.File, dir string, purpose Purpose) *InUseError {
	if h, held, err := HolderOf(context.WithoutCancel(ctx), dir); purpose == Change && err == nil && held && h.Purpose == Removal {
		return &InUseError{Dir: dir, Holder: h}
	}
	pid, _ := system.LockHolder(f)
	return &InUseError{Dir: dir, Holder: Holder{PID: pid, Purpose: Change}}
}
