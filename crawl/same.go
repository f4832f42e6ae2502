package crawl

import (
	"context"
	"fmt"
	"strings"
	"sync"
	"sync/atomic"

	"sluice/internal/catalogue"
	"sluice/internal/frontier"
	"sluice/page"
	"sluice/weburl"
)

// sameness finds hosts that give one answer to whatever they are asked: "not found"
// with status 200, one page under thousands of names, a login that every page
// redirects to, an empty calendar without end. Likeness alone proves nothing, for
// large sites have many pages that are nearly equal. So once many answers of a host
// are alike, a URL is asked for that nobody has linked to; only when the same answer
// comes to that, the links of such answers are not followed any more (those to
// documents are). A host that gives hardly anything else is capped: none of its pages
// is asked for. The hosts of one domain are looked at in the same way, each by its
// first answer.
type sameness struct {
	off   bool
	rules *rules
	log   func(msg string, args ...any)

	mu     sync.Mutex
	places map[string]*answers // by host, or "*." and domain
	capped sync.Map            // places, for good
	any    atomic.Bool         // one is
	dirty  bool                // capped is not yet in the frontier as it is
	first  once                // hosts by which their domain was looked at
}

const (
	sampling    = 8      // one in so many answers is looked at, as long as there is no suspicion
	manyAlike   = 200    // answers that are alike make one suspicious
	hardlyElse  = 20     // a capped host gave so many answers alike to one that was not
	mostKinds   = 4      // of answers are told apart at a time
	maxPlaces   = 20_000 // looked at at a time
	few         = 8      // answers of a place that is soon forgotten
	cappedHosts = "crawl/capped"
)

// answers is what the answers of a host, or of the hosts of a domain, are like.
type answers struct {
	all     int // looked at
	kinds   [mostKinds]kind
	patient int        // answers alike before the next question
	asked   weburl.Key // the question, a URL that nobody has linked to
	suspect sketch     // the answer that it is about

	proved       bool // suspect comes to whatever is asked; now all answers are looked at
	alike, other int
}

// kind is some answers that are alike.
type kind struct {
	sketch sketch
	n      int
	url    weburl.URL // of the first one
}

func newSameness(c *Crawl) (*sameness, error) {
	s := &sameness{off: isOff(c.cfg.Rules, ruleSame), rules: c.rules, log: c.cfg.Log.Info, places: map[string]*answers{}}
	list, err := c.cfg.Frontier.State(context.TODO(), cappedHosts)
	if err != nil {
		return nil, fmt.Errorf("frontier: %w", err)
	}
	for name := range strings.FieldsSeq(string(list)) {
		s.capped.Store(name, nil)
		s.any.Store(!s.off)
	}
	return s, nil
}

// caps tells whether a URL is a page of a capped host. The one page that all others
// were redirected to is let pass.
func (s *sameness) caps(u weburl.URL, via []string) bool {
	if !s.any.Load() || weburl.DocumentEnding(u) || len(via) > 0 && (u.Query() == "" || isGate(u.Path())) {
		return false
	}
	_, host := s.capped.Load(u.Host())
	_, domain := s.capped.Load("*." + u.Domain())
	return host || domain && !s.rules.isSeedHost(u)
}

// weigh compares an answer with others of its host. It takes the links from one that
// comes to whatever is asked, and adds a question to a suspicious one.
func (r *reader) weigh(v *visit) {
	s, row := r.c.same, v.row
	redirectedHere := len(row.Via) > 0 && row.Was == ""
	if s.off || v.replayed != nil || v.ending != done || redirectedHere || v.lease.Kind == frontier.Foreign || v.lease.Kind == frontier.Sitemap {
		return
	}
	host := v.url.Host()
	proved := false
	if s.looksAt(host, v.url) {
		sketch, ok := v.sketch()
		proved = r.take(v, s.meet(host, v.url, sketch, ok, sampling))
	}
	if domain := v.url.Domain(); domain != host && s.first.first(host) {
		sketch, ok := v.sketch()
		r.take(v, s.meet("*."+domain, v.url, sketch, ok, 1))
	}
	if proved {
		if row.Cause == "" {
			row.Cause = causeSame
		}
		refuseAllButDocuments(v.links)
	}
}

// take lets a visit carry the question that its answer gave rise to.
func (r *reader) take(v *visit, o opinion) (proved bool) {
	if o.question == "" {
		return o.proved
	}
	u, err := r.c.rules.url.Parse(o.question)
	if err != nil || u.Key() == v.url.Key() || r.c.rules.check(u, weburl.URL{}, "").cause != "" {
		return o.proved
	}
	v.question = u
	r.c.same.ask(o.place, u)
	return o.proved
}

// sketch gives what an answer is like; a document, a fault and the like are like nothing.
func (v *visit) sketch() (s sketch, ok bool) {
	switch row := v.row; {
	case row.Outcome == catalogue.Moved:
		return sketchTarget(row.Location), true
	case row.Outcome == catalogue.Got && v.page != nil:
		return sketchPage(v.page.Title, v.page.Text, v.url), true
	}
	return s, false
}

// refuseAllButDocuments lets only links to documents wait. The others may yet be found elsewhere.
func refuseAllButDocuments(links []link) {
	for i := range links {
		if l := &links[i]; l.cause == "" && !isDocument(&l.Link) {
			l.cause, l.soft = causeSame, true
		}
	}
}

// questionOf makes a link of the question that a visit carries.
func questionOf(v *visit) link {
	return link{Link: page.Link{URL: v.question, Kind: page.KindSeed}, kind: frontier.Page, parent: v.url.String(), depth: v.lease.Depth + 1}
}

// looksAt tells whether the answer of a URL is to be looked at: one in some, by their
// fingerprints, and all of a host that is under suspicion.
func (s *sameness) looksAt(place string, u weburl.URL) bool {
	key := u.Key()
	if key[15]%sampling == 0 {
		return true
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	a := s.places[place]
	return a != nil && (a.proved || a.asked == key)
}

// opinion is what follows from an answer.
type opinion struct {
	place    string
	proved   bool   // it comes to whatever is asked
	question string // a URL to ask for, to see whether it does; empty for none
}

// meet counts an answer, which stands for weight answers. ok false: it is like no other.
func (s *sameness) meet(place string, u weburl.URL, sketch sketch, ok bool, weight int) opinion {
	s.mu.Lock()
	defer s.mu.Unlock()
	a := s.places[place]
	if a == nil {
		if len(s.places) >= maxPlaces {
			s.forget()
		}
		a = &answers{patient: manyAlike}
		s.places[place] = a
	}
	switch {
	case u.Key() == a.asked:
		a.answered(ok && sketch.like(&a.suspect), weight)
		s.log("a URL that nobody has linked to was asked for", "url", u.String(), "the same answer", a.proved)
	case a.proved:
		a.count(ok && sketch.like(&a.suspect))
	case !ok:
		a.all++
	default:
		a.all++
		k := a.enter(sketch, u)
		if k.n*weight < a.patient || (place == u.Host()) != (k.url.Host() == u.Host()) { // two URLs of one host tell nothing of its domain
			return opinion{}
		}
		a.patient *= 4
		a.suspect = k.sketch
		return opinion{place: place, question: neverLinked(k.url, u)}
	}
	if a.proved && a.alike >= manyAlike && a.alike >= hardlyElse*a.other {
		s.cap(place)
	}
	return opinion{place: place, proved: a.proved && ok && sketch.like(&a.suspect)}
}

// forget makes room: places of few answers go first.
func (s *sameness) forget() {
	for name, a := range s.places {
		if a.all < few {
			delete(s.places, name)
		}
	}
	if len(s.places) >= maxPlaces {
		clear(s.places)
	}
}

// enter counts an answer with those that it is like, and gives them. One like no
// other takes the place of the fewest.
func (a *answers) enter(sketch sketch, u weburl.URL) *kind {
	fewest := &a.kinds[0]
	for i := range a.kinds {
		k := &a.kinds[i]
		if k.n > 0 && k.sketch.like(&sketch) {
			k.n++
			return k
		}
		if k.n < fewest.n {
			fewest = k
		}
	}
	*fewest = kind{sketch: sketch, n: 1, url: u}
	return fewest
}

// answered draws the conclusion from the answer to the question.
func (a *answers) answered(same bool, weight int) {
	a.asked = weburl.Key{}
	for i := range a.kinds {
		k := &a.kinds[i]
		if k.n == 0 || !k.sketch.like(&a.suspect) {
			continue
		}
		if same {
			a.proved = true
			a.alike, a.other = k.n*weight, (a.all-k.n)*weight
		}
		*k = kind{}
	}
}

func (a *answers) count(alike bool) {
	if alike {
		a.alike++
	} else {
		a.other++
	}
}

// ask records which question a place is being asked.
func (s *sameness) ask(place string, u weburl.URL) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if a := s.places[place]; a != nil {
		a.asked = u.Key()
	}
}

func (s *sameness) cap(place string) {
	if _, known := s.capped.LoadOrStore(place, nil); !known {
		s.any.Store(true)
		s.dirty = true
		s.log("a host is capped: it gives the same answer to whatever it is asked", "host", place)
	}
}

// remember adds the capped hosts to a group's state when there are new ones.
func (s *sameness) remember(state map[string][]byte) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if !s.dirty {
		return
	}
	s.dirty = false
	var list []byte
	s.capped.Range(func(name, _ any) bool {
		list = append(append(list, name.(string)...), '\n')
		return true
	})
	state[cappedHosts] = list
}
