package frontier

import (
	"cmp"
	"maps"
	"math"
	"slices"
	"time"
)

// A crawl that has only so many requests left has no use for a link while as many better ones wait, even if these wait at hosts whose
// delays are not over: they will be before the budget is used up. So a link is leased only if fewer better ones wait than requests are left.
//
// No host may keep the others waiting for long. Of its links count as many as it can be asked for within the horizon, by its delay and by
// the time that its requests take, the ones under way included. A host that pauses after a fault, or was given up, has none that count. So at each
// moment enough hosts may be asked to use up what is left within the horizon: with a large budget what is left falls at least by
// the factor e in each horizon, and a budget that one host can use up within it lasts no longer than that.

const (
	// horizon is how long the links of one host may keep worse ones of others waiting.
	horizon = 10 * time.Minute
	// surveyTime is the age at which a survey is made again, if no surveyShare of the budget was spent before.
	surveyTime  = time.Second
	surveyShare = 1. / 32
)

// noBudget is a budget without limit.
const noBudget = -1

// spending decides which links are worth one of the requests that are left. It looks at what is in memory only.
type spending struct {
	left   int64 // requests
	scarce bool  // more links wait than that
	held   bool  // the last turn leased nothing, because better links wait than those of the ready hosts

	at    int64 // when the survey was made
	with  int64 // what was left then
	lanes map[Lane]*counted
	order []Share         // of the lanes, for which worst holds
	worst map[Lane]uint64 // the rank of the worst link to be leased, of the lanes that have worse ones
}

// counted are the links of a lane that count, best first.
type counted struct {
	links []countedLink
	hosts int
}

// countedLink is a link that counts, and for how many its host has time.
type countedLink struct {
	rank uint64
	host *host
	room int
}

// survey finds out which links count, if more wait than requests are left.
func (s *schedule) survey() {
	p := &s.spending
	p.held = false
	if p.left < 0 || s.waiting-s.leased <= p.left {
		s.spending = spending{left: p.left}
		return
	}
	now := s.clock()
	spent := float64(max(p.with-p.left, p.left-p.with))
	if p.scarce && now-p.at < int64(surveyTime) && spent < max(1, surveyShare*float64(p.with)) {
		return
	}
	s.spending = spending{left: p.left, scarce: true, at: now, with: p.left, lanes: map[Lane]*counted{}}
	rooms := map[*host]int{}
	for _, q := range s.queues {
		room, known := rooms[q.host]
		if !known {
			room = s.roomOf(q.host, now)
			rooms[q.host] = room
		}
		if room == 0 || q.isEmpty() {
			continue
		}
		c := p.lanes[q.lane.id]
		if c == nil {
			c = &counted{}
			p.lanes[q.lane.id] = c
		}
		c.hosts++
		for rank := range q.ranks() {
			c.links = append(c.links, countedLink{rank, q.host, room})
		}
	}
	for _, c := range p.lanes {
		slices.SortFunc(c.links, func(a, b countedLink) int { return cmp.Compare(a.rank, b.rank) })
	}
}

// roomOf returns for how many links a host can be asked within the horizon, 0 for one that is not to be waited for.
func (s *schedule) roomOf(h *host, now int64) int {
	if h.cause != "" || h.until > now {
		return 0
	}
	took := h.took
	for _, place := range h.held {
		took = max(took, now-place.since)
	}
	if h.where == barred {
		took = max(took, now-h.blocked.moved)
	}
	pace := float64(took) + float64(s.delayOf(h)) // as numbers that do not overflow
	return int(min(float64(horizon)*float64(s.perHost)/max(pace, 1), math.MaxInt32))
}

// withCounted adds the lanes with links that count to those that can be served now: a strategy may choose to wait for them.
func (s *schedule) withCounted(states []LaneState) []LaneState {
	if len(states) == 0 {
		return states
	}
	for _, id := range slices.Sorted(maps.Keys(s.spending.lanes)) {
		if len(states) >= window {
			break
		}
		c := s.spending.lanes[id]
		if l := s.lanes[id]; l != nil && l.pos < 0 {
			best := scoreOf(c.links[0].rank)
			states = append(states, LaneState{Lane: id, Waiting: l.waiting - l.leased, Ready: c.hosts, Best: best, Served: l.served})
		}
	}
	return states
}

// limit finds the worst links that may be leased when lanes are served in the order of some shares.
func (s *schedule) limit(order []Share) {
	p := &s.spending
	if !p.scarce || p.worst != nil && slices.EqualFunc(order, p.order, isSameLane) {
		return
	}
	p.order, p.worst = slices.Clone(order), map[Lane]uint64{}
	left, used, seen := p.with, map[*host]int{}, map[Lane]bool{}
	for _, share := range order {
		if seen[share.Lane] {
			continue
		}
		seen[share.Lane] = true
		if left == 0 {
			p.worst[share.Lane] = 0 // no link has this rank
			continue
		}
		for _, l := range p.lanes[share.Lane].all() {
			if used[l.host] == l.room {
				continue
			}
			used[l.host]++
			if left--; left == 0 {
				if !share.Equal {
					p.worst[share.Lane] = l.rank
				}
				break
			}
		}
	}
}

// all returns the links that count; c is nil if there are none.
func (c *counted) all() []countedLink {
	if c == nil {
		return nil
	}
	return c.links
}

// isSameLane reports whether two shares are of links that count alike.
func isSameLane(a, b Share) bool { return a.Lane == b.Lane && a.Equal == b.Equal }

// affords reports whether a link with a rank is worth a request. Links of equal scores are worth the same.
func (s *schedule) affords(l *lane, rank uint64) bool {
	worst, isLimited := s.spending.worst[l.id]
	return !isLimited || rank <= worst
}

// SetBudget sets how many requests the crawl has left; a negative number is no limit. While more links wait, only the best of them are leased,
// wherever they wait: so many that the hosts that can be asked use up the budget.
func (f *Frontier) SetBudget(left int64) {
	f.mu.Lock()
	defer f.unlock()
	f.spending.left = left
}

// SetBudget sets how many requests the crawl has left, as that of [Frontier] does.
func (m *Memory) SetBudget(left int64) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.spending.left = left
}
