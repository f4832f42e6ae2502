package frontier_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"sluice/internal/frontier"
	"sluice/weburl"
)

// TestRandomEventsWithinCommitsLoseNothing does anything at any moment of any commits, and then
// expects each link that waits, once.
func TestRandomEventsWithinCommitsLoseNothing(t *testing.T) {
	seeds := uint64(120)
	if testing.Short() {
		seeds = 12
	}
	for seed := range seeds {
		t.Run(fmt.Sprint(seed), func(t *testing.T) {
			rng := rand.New(rand.NewPCG(seed, 7))
			s := &storm{rng: rng, beside: newBeside(t, frontier.Options{
				Delay: time.Duration(rng.IntN(2)) * time.Second, PerHost: 1 + rng.IntN(3), PerAddress: rng.IntN(3),
			})}
			s.f.Narrow([]int{1, 3, 6, 100}[rng.IntN(4)], 8, 2+rng.IntN(10))
			seldom := 1 + rng.IntN(1+rng.IntN(40))
			for range 12 {
				s.commit(s.group(), func() {
					if s.rng.IntN(seldom) == 0 {
						s.meddle()
					}
				})
				for range rng.IntN(4) {
					s.meddle()
				}
				if rng.IntN(40) == 0 {
					s.reset()
				}
			}
			s.settle()
		})
	}
}

const (
	stormHosts = 12
	stormPaths = 60
	stormLanes = 4
)

// storm does things by chance.
type storm struct {
	*beside
	rng *rand.Rand
}

func (s *storm) host() string { return fmt.Sprintf("h%d", s.rng.IntN(stormHosts)) }

func (s *storm) lane() frontier.Lane { return frontier.Lane(s.rng.IntN(stormLanes)) }

func (s *storm) url() weburl.URL {
	return parse(s.t, fmt.Sprintf("http://%s.example/%d", s.host(), s.rng.IntN(stormPaths)))
}

// group makes a group of links of a few hosts, sometimes many, that ends some leases.
func (s *storm) group() *frontier.Group {
	var g frontier.Group
	score := func(int) float64 { return -float64(s.rng.IntN(5)) }
	for range s.rng.IntN(8) {
		first := s.rng.IntN(stormPaths)
		links := run(s.t, s.host(), s.lane(), first, s.rng.IntN(stormPaths-first), score)
		if len(links) > 0 && s.rng.IntN(5) == 0 {
			links[0].NotBefore = s.now.Add(time.Duration(s.rng.IntN(5)) * time.Second)
		}
		g.Add = append(g.Add, links...)
	}
	for range s.rng.IntN(6) {
		g.Move = append(g.Move, frontier.Move{URL: s.url(), Lane: s.lane(), Score: score(0)})
	}
	for range s.rng.IntN(4) {
		p := frontier.Preference{Lane: s.lane(), Host: s.host() + ".example"}
		for range s.rng.IntN(5) {
			p.Links = append(p.Links, frontier.Preferred{URL: parse(s.t, fmt.Sprintf("http://%s/%d", p.Host, s.rng.IntN(stormPaths))), Score: 2 * score(0)})
		}
		g.Prefer = append(g.Prefer, p)
	}
	if s.rng.IntN(4) == 0 {
		g.Split = append(g.Split, frontier.Split{From: s.lane(), To: s.lane(), Share: s.rng.Float64()})
	}
	if s.rng.IntN(6) == 0 {
		g.Drop = append(g.Drop, s.lane())
	}
	s.releaseAll()
	ended := s.rng.IntN(len(s.leases) + 1)
	for _, l := range s.leases[:ended] {
		delete(s.times, l.URL.Key())
		if s.rng.IntN(4) == 0 {
			again := l.Link
			again.Score = score(0)
			g.Again = append(g.Again, again)
		} else {
			g.Done = append(g.Done, l.URL.Key())
		}
	}
	s.leases = slices.Delete(s.leases, 0, ended)
	return &g
}

// meddle does one of the things that others may do at any time.
func (s *storm) meddle() {
	host := s.host() + ".example"
	switch s.rng.IntN(12) {
	default:
		s.next(1 + s.rng.IntN(30))
	case 0:
		s.releaseAll()
	case 1:
		s.now = s.now.Add(time.Duration(s.rng.IntN(3000)) * time.Millisecond)
	case 2:
		s.f.PauseHost(host, s.now.Add(time.Duration(s.rng.IntN(60))*time.Second))
	case 3:
		s.f.CloseHost(host, "gone")
	case 4:
		s.f.CloseHost(host, "")
	case 5:
		s.f.SetDelay(host, time.Duration(s.rng.IntN(4))*time.Second)
	case 6:
		s.f.SetAddresses(host, []string{"1", "2", "3"}[s.rng.IntN(3):])
	case 7:
		if c := s.f.Counts(); c.Waiting < 0 || c.Leased < 0 || c.Hosts < 0 || c.Ready < 0 {
			s.t.Errorf("Counts = %+v", c)
		}
	case 8:
		if _, _, err := s.f.Scan(s.t.Context(), s.lane(), "", 10); err != nil {
			s.t.Error(err)
		}
	}
}

// reset forgets all. Requests of before may still end.
func (s *storm) reset() {
	if err := s.f.Reset(s.t.Context(), nil); err != nil {
		s.t.Fatal(err)
	}
	s.releaseAll()
	s.leases = nil
	clear(s.times)
}

// settle takes all that waits, and compares.
func (s *storm) settle() {
	want := map[weburl.Key]bool{}
	for h := range stormHosts {
		keys, known := make([]weburl.Key, stormPaths), make([]frontier.Known, stormPaths)
		for p := range keys {
			keys[p] = parse(s.t, fmt.Sprintf("http://h%d.example/%d", h, p)).Key()
		}
		if err := s.f.Known(s.t.Context(), keys, known); err != nil {
			s.t.Fatal(err)
		}
		for p, k := range known {
			if k.State == frontier.Waiting {
				want[keys[p]] = true
			}
		}
	}
	for k, n := range s.times {
		if n != 1 {
			s.t.Errorf("%v was leased %d times at once", k, n)
		}
	}
	s.releaseAll()
	s.leases = nil
	clear(s.times)
	s.drain()
	for k, n := range s.times {
		if n != 1 || !want[k] {
			s.t.Errorf("%v came %d times, waited: %v", k, n, want[k])
		}
		delete(want, k)
	}
	if len(want) > 0 {
		s.t.Errorf("%d links that wait never came", len(want))
	}
}
