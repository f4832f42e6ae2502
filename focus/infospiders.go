package focus

import (
	"cmp"
	"math"
	"math/rand/v2"
	"slices"

	"sluice/focus/internal/neuralnet"
	"sluice/focus/internal/vicinity"
	"sluice/page"
	"sluice/topic"
)

// InfoSpiders is a population of agents that search for pages of a topic, each with links of its own, a lane, and knowledge of its own: the
// InfoSpiders of Menczer and others, as Küçük has them ("Evolving strategies for web crawler", Işık 2009, sections 3.1.3.5 and 4.1).
//
// An agent has keywords, first those of the topic, and a neural net. For each link of a page the net sees the keywords near the link, those
// nearer with more weight, and estimates what the link leads to. The score of a link is α·net + (1−α)·similarity of the page to the
// keywords, and an agent takes a link with a probability that grows with its score: e^(β·score). A page brings the agent as much energy as
// it is similar to the keywords, and each request costs some. With the energy θ an agent reproduces: the offspring takes half of the
// energy and half of the waiting links, adds the most frequent term of the page to its keywords, and has some noise in its net. Without
// energy an agent dies, and its links are dropped. The net learns from each page by Q-learning: its target is the similarity of the page
// that a link led to, plus μ times the best estimate for the links of that page. The agents take turns.
//
// The source leaves open, or differs:
//   - An agent begins at each seed, up to 60 of them, as many as the source's experiment has with its database, with the energy θ/2; seeds beyond
//     share these. At most 127 agents live at a time, as each needs a lane of its own, of which a crawl shows a strategy 64 at a time, in turn; when
//     all do, none reproduces. Their lanes are no other strategy's.
//   - α is 0.5, β 3, μ 0.5, the window five links, the learning rate 0.05. A relevant page is reckoned to be worth 0.25, a usual cosine; a
//     request costs a tenth of that, and θ is eight of it. If the topic is a classifier, its probability is the similarity, a relevant
//     page is worth 1, and the keywords are the words of its good labels.
//   - A link's place in the random order is drawn when it is found, by adding noise to its score (the Gumbel-max trick), which is the same
//     choice as long as no links are added.
//   - As in the source, the crawl ends with the last agent, however much of a site it has not seen. Nothing is dropped in the lanes of another
//     strategy: while fewer than 60 agents live, a page that waits there starts a new one.
//   - An agent has at most 12 keywords: a new one then replaces the oldest that was added.
type InfoSpiders struct {
	Seed uint64 // of all that is random
	// FromPage makes an agent take the links of the page that it visited last before all others (equation 4-3 of the source); without it, it
	// chooses among all of its links (equation 3-7).
	FromPage bool
	// Database makes the crawls of a library begin at the 50 most relevant pages of earlier ones, too, and sets Judge.
	Database bool
	// Judge says what a page brings; nil: its similarity to the keywords.
	Judge PageJudge

	similarity similarity
	agents     [maxAgents + 1]*agent // by the number of their lane; none has 0
	ending     [maxAgents + 1]int    // groups of visits after which the links of a lane are dropped; or [ended]
	dirty      [maxAgents + 1]bool   // not kept yet
	nextSeed   int
	turns      int64
	random     uint64 // numbers of the random sequence that were used
	at         position
	community  []string
	isNews     bool  // the community is not kept yet
	state      State // nil: nothing is kept
}

var (
	_ Strategy = (*InfoSpiders)(nil)
	_ Topical  = (*InfoSpiders)(nil)
	_ Tender   = (*InfoSpiders)(nil)
	_ Restorer = (*InfoSpiders)(nil)
)

const (
	maxAgents     = 127  // at a time; more need another form of the state
	initialAgents = 60   // at the beginning, at most
	netShare      = 0.5  // α
	greediness    = 3    // β
	futureShare   = 0.5  // μ
	nearLinks     = 5    // ρ
	learningRate  = 0.05 // of the net
	cosineWorth   = 0.25 // of a relevant page, by the cosine
	costShare     = 0.1  // of a relevant page's worth, of a request
	splitWorth    = 8    // relevant pages' worth: θ
	mutatedShare  = 0.1  // of an offspring's weights
	mutation      = 0.2  // most that is added to one
	leastEnergy   = 1e-9 // none, but for rounding
)

// agentLanes is the lane before those of agents, which begin at 128: no other strategy has these, but for [lastLane] far above, so that
// what is dropped with an agent is its own.
const agentLanes Lane = 127

// numberOf returns the number of an agent's lane, 1 to maxAgents; 0 for the lanes of others.
func numberOf(lane Lane) int {
	if lane <= agentLanes || lane > agentLanes+maxAgents {
		return 0
	}
	return int(lane - agentLanes)
}

// quietGroups is after how many groups of visits without anything of an agent its lane is looked at: links that were refused never come.
const quietGroups = 256

// ended is the state of a lane whose agent has died and whose links were dropped: what pages of it that are under way lead to is dropped, too.
const ended = -1

// groupsUntilDurable is how many groups of visits end until links that are placed now can be moved or dropped.
const groupsUntilDurable = 2

// position is the page whose links are being placed.
type position struct {
	visit      *Visit
	lane       Lane // of its agent
	similarity float64
	near       []vicinity.Counts // of its links
}

// SetTopic implements [Topical].
func (f *InfoSpiders) SetTopic(t *topic.Topic) error { return f.similarity.setTopic(f.name(), t) }

// name returns the name of the strategy.
func (f *InfoSpiders) name() string {
	if f.Database {
		return "infospiders-db"
	}
	return "infospiders"
}

// worth returns what a relevant page is worth.
func (f *InfoSpiders) worth() float64 {
	if f.Judge != nil || f.similarity.terms == nil {
		return 1
	}
	return cosineWorth
}

// agent returns the agent of a lane; nil if it has none.
func (f *InfoSpiders) agent(lane Lane) *agent {
	return f.agents[numberOf(lane)]
}

// Population returns the number of agents that live.
func (f *InfoSpiders) Population() (n int) {
	for _, a := range f.agents {
		if a != nil {
			n++
		}
	}
	return n
}

// rand returns a random source that is not used again.
func (f *InfoSpiders) rand() *rand.Rand {
	f.random++
	return rand.New(rand.NewPCG(f.Seed, f.random))
}

// begin returns the lane of a new agent that is the topic's; 0 if there is no room.
func (f *InfoSpiders) begin() Lane {
	keywords := f.similarity.keywords()
	return f.settle(&agent{keywords: keywords, ofTopic: len(keywords), net: neuralnet.New(f.rand()), energy: splitWorth / 2 * f.worth()})
}

// beginAt returns a new agent for a page that none visited, if one may begin there; else nil. In a lane of agents it takes over what
// waits, unless that is being dropped.
func (f *InfoSpiders) beginAt(lane Lane) *agent {
	n := numberOf(lane)
	if f.Population() >= initialAgents || f.ending[n] != 0 { // the page of one that died is lost
		return nil
	}
	begun := f.begin()
	if n > 0 && begun > 0 && begun != lane {
		m := numberOf(begun)
		f.agents[n], f.agents[m] = f.agents[m], nil
		f.dirty[n], f.dirty[m] = true, true
		begun = lane
	}
	f.at.lane = begun
	return f.agent(begun)
}

// settle gives an agent a lane; 0 if there is no room.
func (f *InfoSpiders) settle(a *agent) Lane {
	free := 0
	for n := maxAgents; n > 0; n-- {
		if f.agents[n] == nil && f.ending[n] <= 0 && (free == 0 || f.ending[n] >= f.ending[free]) { // those of the dead last
			free = n
		}
	}
	if free == 0 {
		return 0
	}
	f.agents[free], f.ending[free], f.dirty[free] = a, 0, true
	return agentLanes + Lane(free)
}

// Place implements [Strategy].
func (f *InfoSpiders) Place(v *Visit, l *page.Link) Placement {
	if v == nil {
		return f.placeSeed(l)
	}
	lane := ownLane(v.Lane)
	if f.at.visit == v {
		lane = f.at.lane
	}
	a, n := f.agent(lane), numberOf(lane)
	switch {
	case a != nil:
	case f.ending[n] == 0:
		lane = 0 // where nothing is dropped
	case f.ending[n] == ended:
		f.end(n)
	}
	if a != nil {
		a.waiting++
		a.quiet = 0
		f.dirty[n] = true
	}
	switch {
	case l.Kind == page.KindRedirect:
		return Placement{Lane: lane, Score: v.Score}
	case a == nil:
		return Placement{Lane: lane, Score: 1}
	}
	var near vicinity.Counts
	estimate := 0.0
	if f.at.visit == v {
		if 0 <= l.Position && l.Position < len(f.at.near) {
			near = f.at.near[l.Position]
		}
		estimate = netShare*a.estimate(&near) + (1-netShare)*f.at.similarity
	}
	return Placement{Lane: lane, Score: f.score(a, estimate, near, l)}
}

// ownLane returns a lane, or 0 for that of another strategy.
func ownLane(lane Lane) Lane {
	if numberOf(lane) == 0 {
		return 0
	}
	return lane
}

// placeSeed places a seed with a new agent, or with one of those that have begun.
func (f *InfoSpiders) placeSeed(l *page.Link) Placement {
	var lane Lane
	if f.Population() < initialAgents {
		lane = f.begin()
	} else {
		for range maxAgents { // in turn
			f.nextSeed++
			if lane = agentLanes + Lane(1+f.nextSeed%maxAgents); f.agent(lane) != nil {
				break
			}
		}
	}
	a := f.agent(lane)
	if a == nil {
		return Placement{Score: 1}
	}
	a.waiting++
	f.dirty[numberOf(lane)] = true
	return Placement{Lane: lane, Score: f.score(a, 1, vicinity.Counts{}, l)}
}

// score returns the score of a link of an agent.
func (f *InfoSpiders) score(a *agent, estimate float64, near vicinity.Counts, l *page.Link) float64 {
	noise := Random{Seed: f.Seed}.Place(nil, l).Score
	order := greediness*estimate - math.Log(-math.Log(min(max(noise, 1e-9), 1-1e-9)))
	age := 0
	if f.FromPage {
		age = a.pages
	}
	return spiderScore(order, near, age)
}

// Choose implements [Strategy]. The agents take turns.
func (f *InfoSpiders) Choose(lanes []LaneState, n int) []Share {
	hasRoom := f.Population() < initialAgents
	turn := func(l LaneState) int64 {
		switch a := f.agent(l.Lane); {
		case a != nil:
			return a.turn
		case hasRoom && numberOf(l.Lane) == 0: // a page of it starts an agent
			return f.turns
		}
		return math.MaxInt64
	}
	inTurn := slices.Clone(lanes)
	slices.SortStableFunc(inTurn, func(a, b LaneState) int { return cmp.Compare(turn(a), turn(b)) })
	shares := make([]Share, 0, 2*len(lanes))
	each, left := (n+len(lanes)-1)/max(1, len(lanes)), n
	for _, l := range inTurn {
		given := min(each, left, max(1, l.Ready))
		if given <= 0 {
			break
		}
		left -= given
		shares = append(shares, Share{Lane: l.Lane, N: given})
		if a := f.agent(l.Lane); a != nil {
			f.turns++
			a.turn = f.turns
		}
	}
	return append(shares, inOrder(inTurn, n)...) // in case that a lane has less than it showed
}

// Learn implements [Strategy].
func (f *InfoSpiders) Learn(v *Visit) {
	f.at = position{visit: v, lane: ownLane(v.Lane)}
	a := f.agent(v.Lane)
	if a != nil { // a redirect or a document, too, waited in its lane; Place adds where a redirect leads to
		a.waiting--
		a.quiet = 0
		f.dirty[numberOf(v.Lane)] = true
	}
	if isRedirect(v.Status) || v.Document {
		return
	}
	if a == nil && v.Page != nil {
		a = f.beginAt(f.at.lane)
	}
	if a == nil {
		return
	}
	n := numberOf(f.at.lane)
	f.dirty[n] = true
	a.pages++
	frequent := f.read(v, a)
	a.learn(v.Score, f.at.similarity, f.at.near)
	a.energy += f.at.similarity - costShare*f.worth()
	switch most := splitWorth * f.worth(); {
	case a.energy >= most:
		f.reproduce(a, frequent)
		a.energy = min(a.energy, most) // without room for the offspring
	case !(a.energy > leastEnergy):
		f.agents[n] = nil
		f.end(n)
	}
}

// read compares a page with an agent's keywords, looks for these near its links, and returns its most frequent term but for these.
func (f *InfoSpiders) read(v *Visit, a *agent) (frequent string) {
	if v.Page == nil {
		return ""
	}
	counts := f.similarity.countPage(v.Page)
	f.at.similarity = f.judge(v, func() float64 { return a.vector().Cosine(counts) })
	number := a.numbers()
	f.at.near = vicinity.Of(v.Page, nearLinks, func(word string) int {
		if n, ok := number[f.similarity.counter.Stem(word)]; ok {
			return n
		}
		return -1
	})
	most := 0.0
	for term, n := range counts {
		if _, known := number[term]; !known && isKeyword(term) && (n > most || n == most && term < frequent) {
			most, frequent = n, term
		}
	}
	return frequent
}

// reproduce makes an offspring of the agent at the page, if there is room.
func (f *InfoSpiders) reproduce(a *agent, frequent string) {
	net := *a.net
	r := f.rand()
	net.Mutate(r, mutatedShare, mutation)
	child := &agent{keywords: a.withKeyword(frequent), ofTopic: a.ofTopic, added: a.added, net: &net, parent: f.at.lane, splitIn: groupsUntilDurable}
	if frequent != "" {
		child.added++
	}
	if f.settle(child) == 0 {
		return
	}
	child.energy = a.energy / 2
	a.energy -= child.energy
}

// end has the links of an agent that died dropped as soon as those that are placed now can be.
func (f *InfoSpiders) end(n int) { f.ending[n], f.dirty[n] = groupsUntilDurable, true }

// Tend implements [Tender]. It gives offspring their links, drops those of the dead, and keeps what has changed.
func (f *InfoSpiders) Tend(w Waiting) {
	for n := 1; n <= maxAgents; n++ {
		lane := agentLanes + Lane(n)
		if a := f.agents[n]; a != nil {
			f.tend(w, lane, a)
		}
		if f.ending[n] > 0 {
			f.dirty[n] = true
			if f.ending[n]--; f.ending[n] == 0 {
				f.ending[n] = ended
				w.Drop(lane)
			}
		}
	}
	f.keep()
	f.keepCommunity()
}

// hasLinks reports whether a link waits in a lane.
func hasLinks(w Waiting, lane Lane) bool {
	links, _ := w.Links(lane, "", 1)
	return len(links) > 0
}

// tend splits the links of an offspring's parent, and ends an agent that has no link left. The page of one that is under way then
// begins a new agent.
func (f *InfoSpiders) tend(w Waiting, lane Lane, a *agent) {
	n := numberOf(lane)
	switch a.quiet++; {
	case a.splitIn > 0:
		f.dirty[n] = true
		if a.splitIn--; a.splitIn > 0 {
			return
		}
		w.Split(a.parent, lane, 0.5)
		a.waiting = 1 // it has as many as there were
		if parent := f.agent(a.parent); parent != nil {
			a.waiting = max(1, parent.waiting/2)
			parent.waiting -= parent.waiting / 2
			f.dirty[numberOf(a.parent)] = true
		}
	case a.waiting <= 0 || a.quiet >= quietGroups:
		a.quiet = 0
		f.dirty[n] = true
		waiting := a.waiting
		switch has := hasLinks(w, lane); {
		case has:
			a.waiting = max(1, a.waiting)
		case a.waiting == waiting: // none was placed while it looked
			f.agents[n] = nil
		}
	}
}
