package wiring

import (
	"context"
	"errors"

	"sluice/internal/catalogue"
	"sluice/internal/lock"
)

// ChangeCycles calls change with the records of the library's cycles. It locks the folder meanwhile, so neither a crawl nor a rebuild runs; the error is
// an [InUseError] if one does.
func (l *Library) ChangeCycles(ctx context.Context, change func(*catalogue.Cycles) error) (err error) {
	locked, err := lock.Acquire(ctx, l.Dir(), lock.Access)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, locked.Release()) }()
	c, err := catalogue.Open(ctx, l.dir.Catalogue(), catalogue.Options{Beside: true})
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, c.Close()) }()
	return change(c.Cycles)
}
