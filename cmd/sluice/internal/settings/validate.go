package settings

import (
	"errors"
	"fmt"
)

// ErrNotYet says that a setting names something that is not built yet.
var ErrNotYet = errors.New("not yet: pages are fetched as the server sends them; only --render never works")

// Validate names every value that cannot be meant.
func (f *Flags) Validate() error {
	var errs []error
	refuse := func(bad bool, format string, args ...any) {
		if bad {
			errs = append(errs, fmt.Errorf(format, args...))
		}
	}
	if f.Render != "never" {
		errs = append(errs, fmt.Errorf("render: %s: %w", f.Render, ErrNotYet))
	}
	refuse(f.MaxPages < 0, "max-pages: %d is negative", f.MaxPages)
	refuse(f.MaxDepth < 0, "max-depth: %d is negative", f.MaxDepth)
	refuse(f.MaxLevel < 0, "max-level: %d is negative", f.MaxLevel)
	refuse(f.MaxTime < 0, "max-time: %s is negative", f.MaxTime)
	refuse(f.MaxPage == 0, "max-page: 0 would keep nothing")
	refuse(f.MaxDocument == 0, "max-document: 0 would keep nothing")
	refuse(f.Retries < 0, "retries: %d is negative", f.Retries)
	refuse(f.Delay < 0, "delay: %s is negative", f.Delay)
	refuse(f.PerHost < 1, "per-host: %d; want 1 or more", f.PerHost)
	refuse(f.PerAddress < 1, "per-address: %d; want 1 or more", f.PerAddress)
	refuse(f.Workers < 1 || f.Workers > maxWorkers, "workers: %d; want 1 to %d", f.Workers, maxWorkers)
	return errors.Join(errs...)
}

const maxWorkers = 10_000
