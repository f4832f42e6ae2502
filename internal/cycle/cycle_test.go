package cycle_test

import (
	"fmt"
	"math"
	"slices"
	"testing"
	"time"

	"pgregory.net/rapid"

	"sluice/internal/cycle"
	"sluice/internal/cycle/stats"
)

// table19 are the sites of the initial crawl of the publication, with the ends of their crawls (table 19), ADR and SSRC (table 20). Three of them
// were too young to be ranked.
var table19 = []struct {
	host, end string
	adr       int
	ssrc      int64
}{
	{"www.cs.umass.edu", "2005-05-15 12:33:58", 19, 77}, {"www.cs.concordia.ca", "2005-06-01 23:23:08", 13, 25}, {"www.cs.indiana.edu", "2005-06-05 16:40:24", 17, 151},
	{"www-cs.stanford.edu", "2005-06-07 15:31:28", 12, 137}, {"www.cs.cornell.edu", "2005-06-09 09:54:34", 15, 424}, {"www.cs.cmu.edu", "2005-06-11 01:34:23", 16, 658},
	{"www.cs.umd.edu", "2005-06-13 03:04:42", 16, 225}, {"www.cs.uiuc.edu", "2005-06-13 11:54:26", 18, 91}, {"www.cis.upenn.edu", "2005-06-19 18:42:12", 14, 452},
	{"www.cs.purdue.edu", "2005-06-20 10:35:42", 11, 130}, {"www.cs.unc.edu", "2005-06-21 11:40:45", 10, 198}, {"www.cs.toronto.edu", "2005-06-23 00:23:18", 10, 153},
	{"www.cs.columbia.edu", "2005-06-24 04:09:36", 9, 221}, {"liinwww.ira.uka.de", "2005-06-29 05:14:16", 7, 81}, {"dmoz.org", "2005-06-30 12:56:34", 3, 15},
	{"www.elsevier.com", "2005-07-01 20:54:16", 2, 100}, {"www.computer.org", "2005-07-02 05:58:20", 0, 384}, {"www.sciencedirect.com", "2005-07-02 16:09:52", 17, 147},
	{"www.cs.virginia.edu", "2005-07-02 22:05:57", 22, 206}, {"www.cs.kent.ac.uk", "2005-07-03 11:15:57", 13, 8}, {"cjtcs.cs.uchicago.edu", "2005-07-03 16:38:08", 6, 9},
	{"www.dmtcs.org", "2005-07-03 16:51:16", 0, 0}, {"www.mcs.vuw.ac.nz", "2005-07-04 14:04:32", 4, 11}, {"reports-archive.adm.cs.cmu.edu", "2005-07-05 04:08:22", 6, 7},
	{"www.cs.bu.edu", "2005-07-05 18:26:44", 5, 144}, {"cs.anu.edu.au", "2005-07-07 07:55:26", 5, 78}, {"www.cs.arizona.edu", "2005-07-07 22:53:51", 1, 122},
	{"www.cs.rpi.edu", "2005-07-11 20:38:07", 0, 0}, {"www.cs.umich.edu", "2005-07-11 20:40:39", 0, 0}, {"www.lib.utk.edu", "2005-07-12 21:25:24", 0, 0},
}

// table20 are the ranked sites by their numbers in table 19.
var table20 = []int{19, 1, 8, 3, 18, 6, 7, 5, 9, 2, 20, 4, 10, 11, 12, 13, 14, 21, 24, 25, 26, 23, 15, 16, 27, 17, 22}

func moment(t *testing.T, text string) time.Time {
	t.Helper()
	at, err := time.Parse(time.DateTime, text)
	if err != nil {
		t.Fatal(err)
	}
	return at
}

// crawled returns the sites of table 19.
func crawled(t *testing.T) (all []cycle.Site) {
	for _, row := range table19 {
		all = append(all, cycle.Site{Host: row.host, Level: 1, ADR: row.adr, SSRC: row.ssrc, Finished: moment(t, row.end)})
	}
	return all
}

// TestChoiceOfThePublication: tables 19 to 21. Of 30 sites 27 are eligible; for 15 places the 7 good ones, ranks 8 to 11, and ranks 15 to 18 are chosen.
func TestChoiceOfThePublication(t *testing.T) {
	candidates := make([]string, 3100)
	for i := range candidates {
		candidates[i] = fmt.Sprint("new", i)
	}
	quantum := 26672 * time.Minute / 30
	p := cycle.NewPlan(candidates, crawled(t), quantum, moment(t, "2005-07-22 23:55:41"), cycle.Defaults())
	if len(p.Ranked) != 27 || len(p.Waiting) != 3 || len(p.Dropped) != 0 {
		t.Fatalf("%d sites compete, %d wait, %d are dropped; want 27, 3 and 0", len(p.Ranked), len(p.Waiting), len(p.Dropped))
	}
	if !slices.Equal(p.New, candidates[:15]) {
		t.Errorf("new sites are %v, want the first 15", p.New)
	}
	var chosen []int
	for i, r := range p.Ranked {
		if want := table19[table20[i]-1].host; r.Host != want || r.Rank != i+1 {
			t.Errorf("rank %d is %s, want %s", r.Rank, r.Host, want)
		}
		if r.Chosen {
			chosen = append(chosen, r.Rank)
		}
	}
	if want := []int{1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 15, 16, 17, 18}; !slices.Equal(chosen, want) {
		t.Errorf("chosen are ranks %v, want %v", chosen, want)
	}
	if minutes := int(quantum.Minutes()); minutes != 889 {
		t.Errorf("mean completion time %d minutes, want 889", minutes)
	}
	if hours := p.Length / 3600; math.Abs(hours-26672.0/60) > 0.1 {
		t.Errorf("the cycle is planned to take %.1f hours, want those of the first one, %.1f", hours, 26672.0/60)
	}
	if p.Waiting[0].Host != "www.cs.rpi.edu" || !p.Waiting[0].Next.Equal(moment(t, "2005-07-26 20:38:07")) {
		t.Errorf("the first to follow is %+v", p.Waiting[0])
	}
}

// TestUnusedPlacesGoToTheOthers: new sites and crawled ones leave each other what they do not need.
func TestUnusedPlacesGoToTheOthers(t *testing.T) {
	at := moment(t, "2005-07-22 23:55:41")
	for _, test := range []struct{ places, candidates, crawled, wantNew, wantOld int }{
		{30, 0, 30, 0, 27}, {30, 5, 30, 5, 25}, {30, 100, 0, 30, 0}, {30, 100, 4, 26, 4}, {30, 2, 4, 2, 4}, {1, 1, 30, 1, 0}, {5, 9, 30, 3, 2}, {30, 0, 0, 0, 0}, {2, 0, 30, 0, 2},
	} {
		s := cycle.Defaults()
		s.Places = test.places
		p := cycle.NewPlan(make([]string, test.candidates), crawled(t)[:test.crawled], time.Hour, at, s)
		old := 0
		for _, r := range p.Ranked {
			if r.Chosen {
				old++
			}
		}
		if len(p.New) != test.wantNew || old != test.wantOld || p.Length != float64(3600*(test.wantNew+test.wantOld)) {
			t.Errorf("%+v: %d new and %d crawled sites, %v seconds", test, len(p.New), old, p.Length)
		}
	}
}

// TestPriorityLevels: tables 22 (its direction) and 23, and the ends of the scale.
func TestPriorityLevels(t *testing.T) {
	s := cycle.Defaults()
	for _, test := range []struct {
		name  string
		rates []int
		want  int
	}{
		{"not crawled yet", nil, 1}, {"first crawl", []int{20}, 1},
		{"table 22 from the second level", []int{3, stats.Percent(10, 1000), stats.Percent(60, 1010)}, 1},
		{"table 23", []int{stats.Percent(20, 100), stats.Percent(20, 105)}, 2},
		{"less than a percent", []int{stats.Percent(200, 1000), stats.Percent(209, 1001)}, 1},
		{"never above the first", []int{1, 2, 3, 4}, 1}, {"dropped after four falls", []int{9, 8, 7, 6, 5}, 5}, {"not below the last", []int{9, 8, 7, 6, 5, 4, 3}, 5},
	} {
		if got := s.Level(test.rates); got != test.want {
			t.Errorf("%s: level %d, want %d", test.name, got, test.want)
		}
	}
}

// TestWaitsOfLevels: table 15. A site competes when it has waited longer than its level says; one of the last level never does, and neither does one that
// was finished in the future, as after a clock was set back.
func TestWaitsOfLevels(t *testing.T) {
	at := moment(t, "2026-01-01 00:00:00")
	for level, days := range []int{15, 30, 60, 180} {
		for offset, want := range map[time.Duration]int{-time.Second: 1, 0: 0, time.Second: 0} {
			site := cycle.Site{Host: "a.example", Level: level + 1, Finished: at.AddDate(0, 0, -days).Add(offset)}
			p := cycle.NewPlan(nil, []cycle.Site{site}, 0, at, cycle.Defaults())
			if len(p.Ranked) != want || len(p.Waiting) != 1-want {
				t.Errorf("level %d, finished %v later than %d days before: %d compete", level+1, offset, days, len(p.Ranked))
			}
		}
	}
	p := cycle.NewPlan(nil, []cycle.Site{{Host: "last.example", Level: 5}, {Host: "future.example", Level: 1, Finished: at.AddDate(1, 0, 0)}}, 0, at, cycle.Defaults())
	if len(p.Ranked) != 0 || len(p.Dropped) != 1 || p.Dropped[0].Host != "last.example" || len(p.Waiting) != 1 {
		t.Errorf("plan %+v", p)
	}
}

// TestChoicesHoldTheirPlaces draws numbers of sites and rules: no more than the places are chosen, none is left free that somebody could take, and all
// good sites are chosen before any other.
func TestChoicesHoldTheirPlaces(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		s := cycle.Defaults()
		s.Places = rapid.IntRange(1, 60).Draw(t, "places")
		s.NewShare, s.MediumChosen = rapid.Float64Range(0, 1).Draw(t, "new"), rapid.Float64Range(0, 1).Draw(t, "chosen")
		s.GoodShare = rapid.Float64Range(0, 1).Draw(t, "good")
		s.MediumShare = rapid.Float64Range(0, 1-s.GoodShare).Draw(t, "medium")
		if err := s.Check(); err != nil {
			t.Fatal(err)
		}
		candidates := make([]string, rapid.IntRange(0, 80).Draw(t, "candidates"))
		sites := make([]cycle.Site, rapid.IntRange(0, 80).Draw(t, "crawled"))
		for i := range sites {
			sites[i] = cycle.Site{Host: fmt.Sprint(i), Level: rapid.IntRange(1, 5).Draw(t, "level"), ADR: rapid.IntRange(0, 100).Draw(t, "adr"), SSRC: rapid.Int64Range(0, 3).Draw(t, "ssrc")}
		}
		p := cycle.NewPlan(candidates, sites, time.Hour, time.Now(), s)
		old, skippedGood := 0, false
		for i, r := range p.Ranked {
			if r.Chosen {
				old++
			}
			skippedGood = skippedGood || r.Class == cycle.Good && !r.Chosen
			if skippedGood && r.Chosen && r.Class != cycle.Good {
				t.Fatalf("rank %d is chosen, and a good site is not", r.Rank)
			}
			if i > 0 && r.ADR > p.Ranked[i-1].ADR {
				t.Fatalf("rank %d has a higher ADR than the one before", r.Rank)
			}
		}
		if want := min(s.Places, len(candidates)+len(p.Ranked)); len(p.New)+old != want {
			t.Fatalf("%d new and %d crawled sites are chosen, want %d", len(p.New), old, want)
		}
		if len(p.Ranked)+len(p.Waiting)+len(p.Dropped) != len(sites) {
			t.Fatalf("a site is lost: %+v", p)
		}
	})
}

func TestSettingsThatAreNotPossible(t *testing.T) {
	defaults := cycle.Defaults()
	if err := defaults.Check(); err != nil {
		t.Error(err)
	}
	for name, change := range map[string]func(*cycle.Settings){
		"no place": func(s *cycle.Settings) { s.Places = 0 }, "share above 1": func(s *cycle.Settings) { s.NewShare = 1.5 }, "not a number": func(s *cycle.Settings) { s.MediumChosen = math.NaN() },
		"two shares above 1": func(s *cycle.Settings) { s.GoodShare, s.MediumShare = 0.6, 0.6 }, "no level": func(s *cycle.Settings) { s.Waits = nil },
		"negative wait": func(s *cycle.Settings) { s.Waits = []time.Duration{-1} },
	} {
		s := cycle.Defaults()
		change(&s)
		if err := s.Check(); err == nil {
			t.Errorf("%s: no error", name)
		}
	}
}
