// Package stores opens the durable stores of a library together, for a process that writes to them.
//
// A group of pages is written first into the archive, then into the catalogue, last into the frontier. So each store can be behind the one
// before it, by one group, after a crash; any other difference means that a store was lost or replaced by an old copy. [Open] refuses to
// continue then, because a crawl on it would fetch everything again, or nothing. [Compare] reports which store is the old one.
//
// The caller holds the lock of the catalogue. The package knows the stores by their own types and joins them; packages that use a store
// declare an interface of what they need.
package stores

import (
	"context"
	"errors"
	"fmt"
	"strconv"

	"sluice/crawl"
	"sluice/internal/archive"
	"sluice/internal/catalogue"
	"sluice/internal/crawler"
	"sluice/internal/folder"
	"sluice/internal/frontier"
	"sluice/internal/version"
)

// Stores are the durable stores of a catalogue.
type Stores struct {
	Catalogue *catalogue.Catalogue
	Archive   *archive.Archive
	Frontier  *frontier.Frontier

	closed bool
}

// Options set how the stores are opened. The zero value opens them for a command that changes records and fetches nothing.
type Options struct {
	Crawl crawl.Config // its politeness and archive settings
	Plain bool         // do not compress an archive that begins now
	Anew  bool         // empty the frontier if the last crawl is complete
	Drop  bool         // empty the frontier also if it is not
}

// Open opens the stores of a library, and makes those that it does not have yet. It returns the last crawl, which is zero in a new
// catalogue.
func Open(ctx context.Context, dir folder.Dir, o Options) (s *Stores, last catalogue.Crawl, err error) {
	s = new(Stores)
	defer func() {
		if err != nil {
			err = errors.Join(err, s.Close())
		}
	}()
	if err := dir.CheckLinks(ctx); err != nil {
		return s, last, err
	}
	if s.Catalogue, err = catalogue.Open(ctx, dir.Catalogue(), catalogue.Options{}); err != nil {
		return s, last, err
	}
	if last, _, err = s.Catalogue.Crawls.Last(ctx); err != nil {
		return s, last, err
	}
	politeness := crawler.FrontierOptions(o.Crawl, crawler.Parts{})
	politeness.Resumed = last.ID > 0
	if s.Frontier, err = frontier.Open(ctx, dir.Frontier(), politeness); err != nil {
		return s, last, err
	}
	serial, err := s.Catalogue.LastSerial(ctx)
	if err != nil {
		return s, last, err
	}
	order, err := check(ctx, dir, s.Frontier, serial)
	if err != nil {
		return s, last, err
	}
	mark, err := s.Catalogue.LastMark(ctx)
	if err != nil {
		return s, last, err
	}
	// The archive is opened last: what lies beyond the place that the catalogue names is cut off, so it must be certain by then that the
	// catalogue is no old copy.
	s.Archive, err = archive.Open(ctx, dir.Archive(), o.archive(), archive.Position{File: mark.File, Offset: mark.Offset})
	switch {
	case err != nil:
	case o.Drop, o.Anew && crawl.State(last.State).IsComplete():
		err = s.forget(ctx, serial)
	case order == FrontierBehind:
		err = s.catchUp(ctx, serial)
	}
	return s, last, err
}

// check returns how far the frontier is, and an error if a store was lost or is an old copy.
func check(ctx context.Context, dir folder.Dir, f *frontier.Frontier, serial int64) (Order, error) {
	order, _, err := Compare(ctx, f, serial)
	switch {
	case err != nil:
		return order, err
	case order == CatalogueOld:
		return order, dir.Inconsistent("%s is damaged or older than %s", dir.Catalogue(), dir.Frontier())
	case order == FrontierOld:
		return order, dir.Inconsistent("%s is damaged or older than %s", dir.Frontier(), dir.Catalogue())
	}
	return order, nil
}

// Order is how far the frontier has come, compared with the catalogue.
type Order int

// The orders. In the first two the stores belong together.
const (
	Equal          Order = iota
	FrontierBehind       // by one group, as a crash leaves it
	CatalogueOld         // an old copy, or damaged
	FrontierOld          // an old copy, or made again from nothing
)

// Compare compares the frontier with a catalogue whose last group has the number serial. It returns the number of the frontier's last
// group, too.
func Compare(ctx context.Context, f *frontier.Frontier, serial int64) (o Order, last int64, err error) {
	text, err := f.State(ctx, crawler.SerialKey)
	if err != nil {
		return Equal, 0, err
	}
	if text != nil { // none is group 0
		if last, err = strconv.ParseInt(string(text), 10, 64); err != nil {
			return Equal, 0, fmt.Errorf("frontier: number of its last group: %w", err)
		}
	}
	switch {
	case last > serial:
		return CatalogueOld, last, nil
	case last < serial-1, text == nil && serial > 0 && f.Counts().Known == 0: // the seeds come before the first group
		return FrontierOld, last, nil
	case last < serial:
		return FrontierBehind, last, nil
	}
	return Equal, last, nil
}

// forget empties the frontier, and the counts of refused links, for a crawl of all URLs again. The catalogue continues the numbers of its groups.
func (s *Stores) forget(ctx context.Context, serial int64) error {
	if err := s.Catalogue.ForgetRefused(ctx); err != nil {
		return err
	}
	return s.Frontier.Reset(ctx, stateAt(serial))
}

// catchUp records in the frontier the group that a crash has kept from it. After the next crash it is one group behind again then, not two.
func (s *Stores) catchUp(ctx context.Context, serial int64) error {
	return s.Frontier.Commit(ctx, &frontier.Group{State: stateAt(serial)})
}

// stateAt is what the frontier keeps about the last group that was written to it.
func stateAt(serial int64) map[string][]byte {
	return map[string][]byte{crawler.SerialKey: strconv.AppendInt(nil, serial, 10)}
}

// archive returns the options of the archive.
func (o *Options) archive() archive.Options {
	robots := "obey"
	if o.Crawl.Politeness.IgnoreRobots {
		robots = "ignore"
	}
	info := []archive.Field{{Name: "software", Value: version.Product}, {Name: "robots", Value: robots}}
	if o.Crawl.Network.Contact != "" {
		info = append(info, archive.Field{Name: "operator", Value: o.Crawl.Network.Contact})
	}
	return archive.Options{Plain: o.Plain, Info: info}
}

// Close closes what is open, the frontier first: it refers to the others. A second call does nothing and returns nil.
func (s *Stores) Close() error {
	if s.closed {
		return nil
	}
	s.closed = true
	var errs []error
	if s.Frontier != nil {
		errs = append(errs, s.Frontier.Close())
	}
	if s.Archive != nil {
		errs = append(errs, s.Archive.Close())
	}
	if s.Catalogue != nil {
		errs = append(errs, s.Catalogue.Close())
	}
	return errors.Join(errs...)
}
