package fairqueue_test

import (
	"cmp"
	"context"
	"slices"

	"sluice/internal/catalogue"
)

// source is a queue in memory. The number of a site is its place in hosts.
type source struct {
	hosts     []string
	rows      map[string][]row // by host
	last      int64
	deferrals int64
	queries   int // of Next
}

// row is a body in the queue.
type row struct {
	id, deferral int64
	isPage       bool // it is only indexed
}

// of returns the row as a body of a host.
func (r row) of(host string) catalogue.Queued {
	q := catalogue.Queued{ID: r.id, Deferral: r.deferral, Intake: catalogue.ReadDocument}
	q.Fetch.Site = host
	if r.isPage {
		q.Intake = catalogue.IndexPage
	}
	return q
}

// addPages adds n pages of a host that are only indexed.
func (s *source) addPages(host string, n int) {
	before := len(s.rows[host])
	s.add(host, n)
	for i := range s.rows[host][before:] {
		s.rows[host][before+i].isPage = true
	}
}

// add adds n bodies of a host.
func (s *source) add(host string, n int) {
	if s.rows == nil {
		s.rows = map[string][]row{}
	}
	if _, ok := s.rows[host]; !ok {
		s.hosts = append(s.hosts, host)
	}
	for range n {
		s.last++
		s.rows[host] = append(s.rows[host], row{id: s.last})
	}
}

func (s *source) Sites(_ context.Context, after int64, n int) (sites []catalogue.QueuedSite, err error) {
	for i, host := range s.hosts {
		if site := int64(i + 1); site > after && len(sites) < n && len(s.rows[host]) > 0 {
			sites = append(sites, catalogue.QueuedSite{ID: site, Last: s.rows[host][len(s.rows[host])-1].id})
		}
	}
	return sites, nil
}

func (s *source) Next(_ context.Context, site, after int64, n int) (all []catalogue.Queued, err error) {
	s.queries++
	host := s.hosts[site-1]
	for _, r := range s.rows[host] {
		if len(all) == n {
			break
		}
		if r.id > after && r.deferral == 0 {
			all = append(all, r.of(host))
		}
	}
	return all, nil
}

func (s *source) Deferred(_ context.Context, site, after int64, n int) (all []catalogue.Queued, err error) {
	host := s.hosts[site-1]
	for _, r := range s.rows[host] {
		if r.deferral > after {
			all = append(all, r.of(host))
		}
	}
	slices.SortFunc(all, func(a, b catalogue.Queued) int { return cmp.Compare(a.Deferral, b.Deferral) })
	return all[:min(n, len(all))], nil
}

func (s *source) DeferredHosts(context.Context) (hosts []string, err error) {
	for _, host := range s.hosts {
		if slices.ContainsFunc(s.rows[host], func(r row) bool { return r.deferral > 0 }) {
			hosts = append(hosts, host)
		}
	}
	return hosts, nil
}

// postpone makes a body come after the others of its host.
func (s *source) postpone(q *catalogue.Queued) {
	s.deferrals++
	s.rows[q.Fetch.Site][s.index(q)].deferral = s.deferrals
}

// remove removes a body that was read.
func (s *source) remove(q *catalogue.Queued) {
	i := s.index(q)
	s.rows[q.Fetch.Site] = slices.Delete(s.rows[q.Fetch.Site], i, i+1)
}

// index returns the place of a body among those of its host.
func (s *source) index(q *catalogue.Queued) int {
	i, _ := slices.BinarySearchFunc(s.rows[q.Fetch.Site], q.ID, func(r row, id int64) int { return cmp.Compare(r.id, id) })
	return i
}
