// Package repositories makes one pass over the repositories of a list by OAI-PMH 2.0.
//
// [ReadList] reads the list, [Pass] the records of all repositories, many at a time but at most three of a host, and says of each what came of it. The pages
// of a repository are kept until the next day (package source), so a pass that was interrupted goes on where it stopped.
package repositories

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"net/url"
	"strings"
	"sync"

	"golang.org/x/sync/errgroup"

	"sluice/document/bibliography"
	"sluice/internal/harvest/source"
)

// The limits of a list.
const (
	maxRepositories = 100_000
	maxLine         = 10_000 // bytes
)

// ReadList reads a list of repositories: in each line the address of an OAI-PMH interface, and optionally the set that is read. Empty lines, and what follows a
// "#", are comments. A repository that is repeated is read once.
func ReadList(from io.Reader) (all []source.Name, err error) {
	lines := bufio.NewScanner(from)
	lines.Buffer(nil, maxLine)
	seen := map[source.Name]bool{}
	n := 0
	for lines.Scan() {
		n++
		words := strings.Fields(strings.TrimPrefix(lines.Text(), "\ufeff"))
		for i, w := range words {
			if strings.HasPrefix(w, "#") {
				words = words[:i]
				break
			}
		}
		if len(words) == 0 {
			continue
		}
		u, err := url.Parse(words[0])
		if err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Hostname() == "" || len(words) > 2 {
			return nil, fmt.Errorf("line %d: %.200q: write the http(s) address of an OAI-PMH interface, and optionally a set, divided by a space", n, lines.Text())
		}
		name := source.Name{Kind: source.OAI, Value: words[0]}
		if len(words) == 2 {
			name.Set = words[1]
		}
		if !seen[name] {
			seen[name] = true
			all = append(all, name)
		}
		if len(all) > maxRepositories {
			return nil, fmt.Errorf("line %d: more than %d repositories", n, maxRepositories)
		}
	}
	if err := lines.Err(); err != nil {
		return nil, fmt.Errorf("line %d: %w", n+1, err)
	}
	return all, nil
}

// Result is what came of a repository.
type Result struct {
	URL     string         `json:"url"`
	Set     string         `json:"set,omitempty"`
	Status  source.Outcome `json:"status"`
	Records int            `json:"records"`          // that could be read
	Broken  int            `json:"broken,omitempty"` // that could not
	Deleted int            `json:"deleted"`          // that the repository says it has deleted
	Pages   int            `json:"pages"`            // of its list
	Stored  int            `json:"stored"`           // of these: which an earlier pass has kept
	Cause   string         `json:"cause,omitempty"`  // why the list was not read to its end
}

// Options say how a pass is made.
type Options struct {
	Source source.Options
	// Take takes records of a repository, by one call at a time. An error ends the pass.
	Take func(ctx context.Context, name source.Name, records []bibliography.Record) error
	// OnResult is called for each repository that is done, by one call at a time.
	OnResult func(Result)
}

// The limits of a pass.
const (
	atOnce  = 32 // repositories
	perHost = 3  // of these
	batch   = 500
)

// Pass reads the records of all repositories. The error is that of Take, or of the context; what goes wrong with a repository is in its result.
func Pass(ctx context.Context, names []source.Name, o Options) error {
	p := &pass{o: o, hosts: map[string]chan struct{}{}}
	group, reading := errgroup.WithContext(ctx)
	group.SetLimit(atOnce)
	for _, n := range byHost(names) {
		if reading.Err() != nil {
			break
		}
		group.Go(func() error { return p.read(reading, n) })
	}
	if err := group.Wait(); err != nil {
		return err
	}
	return context.Cause(ctx)
}

// byHost returns names in an order in which hosts take turns, so that the repositories of one host do not hold up the others.
func byHost(names []source.Name) []source.Name {
	var order []string
	of := map[string][]source.Name{}
	for _, n := range names {
		host := hostOf(n)
		if of[host] == nil {
			order = append(order, host)
		}
		of[host] = append(of[host], n)
	}
	all := make([]source.Name, 0, len(names))
	for len(all) < len(names) {
		for _, host := range order {
			if rest := of[host]; len(rest) > 0 {
				all = append(all, rest[0])
				of[host] = rest[1:]
			}
		}
	}
	return all
}

// hostOf returns the host of a repository.
func hostOf(n source.Name) string {
	u, err := url.Parse(n.Value)
	if err != nil {
		return n.Value // ReadList has parsed it
	}
	return strings.ToLower(u.Hostname())
}

// pass is one pass.
type pass struct {
	o Options

	mu    sync.Mutex
	hosts map[string]chan struct{} // each with room for the repositories that are read of it

	taking sync.Mutex // held while Take or OnResult run
}

// acquire waits until a repository of a host may be read, and returns what gives the place to the next one.
func (p *pass) acquire(ctx context.Context, host string) (release func(), err error) {
	p.mu.Lock()
	places := p.hosts[host]
	if places == nil {
		places = make(chan struct{}, perHost)
		p.hosts[host] = places
	}
	p.mu.Unlock()
	select {
	case places <- struct{}{}:
		return func() { <-places }, nil
	case <-ctx.Done():
		return nil, context.Cause(ctx)
	}
}

// read reads the records of one repository.
func (p *pass) read(ctx context.Context, n source.Name) error {
	release, err := p.acquire(ctx, hostOf(n))
	if err != nil {
		return err
	}
	defer release()
	r := Result{URL: n.Value, Set: n.Set}
	o := p.o.Source
	o.OnPage = func(progress source.Progress) {
		r.Pages, r.Stored, r.Deleted = progress.Pages, progress.Stored, progress.Deleted
	}
	var records []bibliography.Record
	var failure error
	for record, err := range source.Read(ctx, n, o) {
		if _, isOne := errors.AsType[*bibliography.RecordError](err); isOne {
			r.Broken++
			continue
		}
		if failure = err; failure != nil {
			break
		}
		r.Records++
		if records = append(records, record); len(records) == batch {
			if err := p.take(ctx, n, records); err != nil {
				return err
			}
			records = nil
		}
	}
	if err := p.take(ctx, n, records); err != nil {
		return err
	}
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	r.Status = source.OutcomeOf(failure, r.Records+r.Broken)
	if failure != nil {
		r.Cause = strings.TrimPrefix(failure.Error(), "bibliography "+n.String()+": ")
	}
	p.taking.Lock()
	defer p.taking.Unlock()
	p.o.OnResult(r)
	return nil
}

// take gives records to Take.
func (p *pass) take(ctx context.Context, n source.Name, records []bibliography.Record) error {
	if len(records) == 0 {
		return nil
	}
	p.taking.Lock()
	defer p.taking.Unlock()
	return p.o.Take(context.WithoutCancel(ctx), n, records) // what was read is stored also after a signal
}
