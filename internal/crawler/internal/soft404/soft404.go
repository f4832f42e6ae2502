// Package soft404 finds hosts that answer every request alike: "not found" with
// status 200, one page under thousands of names, a login page to which every page
// redirects, an empty calendar without end.
//
// Likeness alone proves nothing, because large sites have many pages that are nearly
// equal. Once many answers of a host are alike, [Detector.Observe] returns a probe: a
// URL that no page links to. If the probe brings the same answer, that answer is proved
// to be a soft 404, and links of pages like it are not followed (those to documents
// are). A host with hardly any other answer is capped: [Detector.Caps] reports true
// for all of its pages.
//
// The hosts of one domain are examined in the same way, each by its first answer,
// because wildcard DNS makes hosts without end.
package soft404

import (
	"strings"
	"sync"
	"sync/atomic"

	"sluice/internal/crawler/internal/loginpage"
	"sluice/internal/crawler/internal/nameset"
	"sluice/weburl"
)

const (
	sampling     = 8      // one answer in so many is examined, as long as there is no suspicion
	manyAlike    = 200    // answers that are alike raise a suspicion
	hardlyElse   = 20     // a host is capped when so many answers are alike for one that is not
	mostKinds    = 4      // kinds of answers that are distinguished at a time
	maxPlaces    = 20_000 // hosts and domains examined at a time
	fewAnswers   = 8      // a place with fewer answers is forgotten first
	maxFirst     = 100_000
	patienceStep = 4 // the next suspicion needs so many times the answers
)

// StateKey is the key under which the frontier keeps the capped hosts.
const StateKey = "crawl/capped"

// Options are what a Detector needs to know of its crawl.
type Options struct {
	Off        bool                                  // nothing is examined or capped
	IsSeedHost func(u weburl.URL) bool               // hosts that a capped domain does not cap
	Admit      func(probe string) (weburl.URL, bool) // parses the URL of a probe; false when the rules forbid to fetch it
	Log        func(msg string, attributes ...any)   // called when a probe was answered and when a host is capped
	Random     func(n int) int                       // returns a number from 0 to n-1
}

// Detector compares the answers of each host. It is safe for concurrent use.
type Detector struct {
	o Options

	capped    sync.Map    // places, for good
	anyCapped atomic.Bool // spares the look-ups while no place is capped
	seen      nameset.Set // hosts by which their domain was examined

	mu     sync.Mutex
	places map[string]*answers // by host, or "*." and domain
	dirty  bool                // capped differs from what is stored
}

// answers is what is known of the answers of a host, or of the hosts of a domain.
type answers struct {
	all      int // examined
	kinds    [mostKinds]kind
	patience int        // answers alike before the next probe
	probe    weburl.Key // URL that no page links to; zero when no probe is in progress
	suspect  Sketch     // the answer that the probe is about

	proved       bool // suspect comes to every request; from now on all answers are examined
	alike, other int  // answers like suspect, and others
}

// kind is a group of answers that are alike.
type kind struct {
	sketch Sketch
	n      int
	url    weburl.URL // of the first one
}

// New returns a Detector.
func New(o Options) *Detector {
	return &Detector{o: o, seen: nameset.Set{Max: maxFirst}, places: map[string]*answers{}}
}

// Load caps the hosts that an earlier run has capped, by what the frontier has under
// StateKey.
func (d *Detector) Load(state []byte) {
	for name := range strings.FieldsSeq(string(state)) {
		d.capped.Store(name, nil)
		d.anyCapped.Store(!d.o.Off)
	}
}

// Caps reports whether u is a page of a capped host. via are the redirects that led to
// u: the one page that all others redirect to is not capped.
func (d *Detector) Caps(u weburl.URL, via []string) bool {
	if !d.anyCapped.Load() || weburl.DocumentEnding(u) || len(via) > 0 && (u.Query() == "" || loginpage.IsPath(u.Path())) {
		return false
	}
	_, host := d.capped.Load(u.Host())
	_, domain := d.capped.Load("*." + u.Domain())
	return host || domain && !d.o.IsSeedHost(u)
}

// Observe compares the answer to u with others of its host. It calls sketch only for
// answers that it examines; ok false means that the answer is like no other. It reports
// whether the answer is a soft 404, and returns a probe to fetch, which is zero when
// none is needed.
func (d *Detector) Observe(u weburl.URL, sketch func() (s Sketch, ok bool)) (soft bool, probe weburl.URL) {
	if d.o.Off {
		return false, probe
	}
	host := u.Host()
	if d.examines(host, u) {
		s, ok := sketch()
		o := d.enter(host, u, s, ok, sampling)
		soft = o.soft
		d.start(o, u, &probe)
	}
	if domain := u.Domain(); domain != host && d.seen.Add(host) {
		s, ok := sketch()
		d.start(d.enter("*."+domain, u, s, ok, 1), u, &probe)
	}
	return soft, probe
}

// start records the probe that an opinion needs, if the rules of the crawl allow it.
func (d *Detector) start(o opinion, u weburl.URL, probe *weburl.URL) {
	if o.probe == "" {
		return
	}
	p, ok := d.o.Admit(o.probe)
	if !ok || p.Key() == u.Key() {
		return
	}
	*probe = p
	d.mu.Lock()
	defer d.mu.Unlock()
	if a := d.places[o.place]; a != nil {
		a.probe = p.Key()
	}
}

// examines reports whether the answer to u is compared: one in some, chosen by their
// keys, and every one of a host that is under suspicion.
func (d *Detector) examines(place string, u weburl.URL) bool {
	key := u.Key()
	if key[15]%sampling == 0 {
		return true
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	a := d.places[place]
	return a != nil && (a.proved || a.probe == key)
}

// opinion is what follows from an answer.
type opinion struct {
	place string
	soft  bool   // it comes to every request
	probe string // a URL to fetch, to see whether it does; empty for none
}

// enter counts an answer of a place, which counts as weight answers.
func (d *Detector) enter(place string, u weburl.URL, s Sketch, ok bool, weight int) opinion {
	d.mu.Lock()
	defer d.mu.Unlock()
	a := d.place(place)
	switch {
	case u.Key() == a.probe:
		a.conclude(ok && s.like(&a.suspect), weight)
		d.o.Log("a probe of one answer to every request was answered", "url", u.String(), "same answer", a.proved)
	case a.proved:
		a.count(ok && s.like(&a.suspect))
	case !ok:
		a.all++
	default:
		a.all++
		k := a.classify(s, u)
		// Two URLs of one host prove nothing about its domain.
		if k.n*weight < a.patience || (place == u.Host()) != (k.url.Host() == u.Host()) {
			return opinion{}
		}
		a.patience *= patienceStep
		a.suspect = k.sketch
		return opinion{place: place, probe: probeURL(k.url, u, d.o.Random)}
	}
	if a.proved && a.alike >= manyAlike && a.alike >= hardlyElse*a.other {
		d.setCap(place)
	}
	return opinion{place: place, soft: a.proved && ok && s.like(&a.suspect)}
}

// place returns the answers of a place. The caller holds mu.
func (d *Detector) place(name string) *answers {
	a := d.places[name]
	if a == nil {
		if len(d.places) >= maxPlaces {
			d.makeRoom()
		}
		a = &answers{patience: manyAlike}
		d.places[name] = a
	}
	return a
}

// makeRoom forgets places, those of few answers first. The caller holds mu.
func (d *Detector) makeRoom() {
	for name, a := range d.places {
		if a.all < fewAnswers {
			delete(d.places, name)
		}
	}
	if len(d.places) >= maxPlaces {
		clear(d.places)
	}
}

// classify counts an answer with those that it is like, and returns them. An answer
// like no other replaces the smallest kind.
func (a *answers) classify(s Sketch, u weburl.URL) *kind {
	fewest := &a.kinds[0]
	for i := range a.kinds {
		k := &a.kinds[i]
		if k.n > 0 && k.sketch.like(&s) {
			k.n++
			return k
		}
		if k.n < fewest.n {
			fewest = k
		}
	}
	*fewest = kind{sketch: s, n: 1, url: u}
	return fewest
}

// conclude ends a probe, whose answer was the suspect one or not. Either way the kind
// begins again.
func (a *answers) conclude(same bool, weight int) {
	a.probe = weburl.Key{}
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

// count counts an answer, and whether it is like the one that the host repeats.
func (a *answers) count(alike bool) {
	if alike {
		a.alike++
	} else {
		a.other++
	}
}

// setCap caps a place. The caller holds mu.
func (d *Detector) setCap(place string) {
	if _, known := d.capped.LoadOrStore(place, nil); !known {
		d.anyCapped.Store(true)
		d.dirty = true
		d.o.Log("host capped: it sends the same response to every request", "host", place)
	}
}

// SaveState adds the capped hosts to the state that a group writes, when they have
// changed since the last call.
func (d *Detector) SaveState(state map[string][]byte) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if !d.dirty {
		return
	}
	d.dirty = false
	var list []byte
	d.capped.Range(func(name, _ any) bool {
		list = append(append(list, name.(string)...), '\n')
		return true
	})
	state[StateKey] = list
}
