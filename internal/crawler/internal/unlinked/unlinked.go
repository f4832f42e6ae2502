// Package unlinked finds out how a host answers a URL that nobody has linked to.
//
// A host that has sent some pages and never "404 Not Found" is asked once for such a URL: [Prober.Observe] returns the probe,
// and [Prober.Conclude] records its answer. From then on Observe reports the answers of that host that say the same, or lead
// to the same place, as missing. A host that has answered one URL with 404 or 410 needs no probe. The folders of a host's
// users are asked separately, because their owners may answer differently; their number is bounded.
//
// Pages that came before the probe, and look like its answer, are to be requested once more.
//
// The results are part of the frontier's state, one key a host.
package unlinked

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"sync"

	"sluice/internal/frontier"
	"sluice/weburl"
)

const (
	enough     = 16    // answers after which a place is asked
	remembered = 32    // answers of a place that came before that to its probe
	maxFolders = 8     // of a host that are asked separately
	maxHosts   = 4_000 // in memory; those beyond are forgotten, or read again
	keyPrefix  = "crawl/unlinked/"
	root       = "/" // the place of all that no folder has
)

// Store keeps the results between runs.
type Store interface {
	State(ctx context.Context, key string) ([]byte, error)
}

// Options are what a Prober needs to know of its crawl.
type Options struct {
	Off    bool                                                            // nothing is asked or compared
	Admit  func(ctx context.Context, url string) (weburl.URL, bool, error) // parses the URL of a probe; false when it may not be fetched
	Random func(n int) int                                                 // returns a number from 0 to n-1
}

// Answer is the answer to a request.
type Answer struct {
	Link     frontier.Link // what was requested
	URL      weburl.URL    // the same, perhaps at the other scheme
	Status   int
	Text     func() *Text // of a page; nil for anything else
	Location string       // of a redirect
	IsKept   bool         // it is never missing, whatever it says
}

// Opinion is what follows from an answer.
type Opinion struct {
	Missing bool       // the host answers so when it has nothing
	Probe   weburl.URL // to be requested; zero for none
}

// Prober keeps how hosts answer. It is safe for concurrent use.
type Prober struct {
	o     Options
	store Store

	mu    sync.Mutex
	hosts map[string]*host
	dirty map[string]bool // hosts whose results are to be stored
}

// host is what is known of a host, by place: root or a folder.
type host struct{ places map[string]*place }

// result is what a place is known to do. The names are in frontiers on disk.
type result string

const (
	counting result = ""
	asked    result = "asked" // a probe is in progress, or brought nothing
	honest   result = "honest"
	repeats  result = "page"     // it sends a page of one text
	leads    result = "redirect" // it redirects to one place
)

// place is what is known of a place.
type place struct {
	Result   result `json:"result"`
	Text     *Text  `json:"text,omitempty"`
	Location string `json:"location,omitempty"`

	answers int
	earlier []earlier // that came before the probe was answered
}

// earlier is an answer that came before the probe was answered.
type earlier struct {
	link     frontier.Link
	text     *Text // nil for a redirect
	location string
}

// New returns a Prober that continues with the results in a store.
func New(store Store, o Options) *Prober {
	return &Prober{o: o, store: store, hosts: map[string]*host{}, dirty: map[string]bool{}}
}

// Observe compares an answer with that to the probe of its place.
func (p *Prober) Observe(ctx context.Context, a Answer) (o Opinion, err error) {
	if p.o.Off {
		return o, nil
	}
	if err := p.load(ctx, a.URL.Host()); err != nil {
		return o, err
	}
	places := p.places(a.URL)
	if a.Status == http.StatusNotFound || a.Status == http.StatusGone {
		p.endCounting(places[0])
		return o, nil
	}
	if a.Text == nil && a.Location == "" || !p.needs(places) {
		return o, nil
	}
	var text *Text
	if a.Text != nil {
		text = a.Text()
	}
	p.mu.Lock()
	own := places[0]
	ask := false
	for _, at := range places {
		o.Missing = o.Missing || !a.IsKept && at.matches(text, a.Location)
	}
	if own.Result == counting || own.Result == asked {
		own.remember(a, text)
		if ask = own.Result == counting && own.answers >= enough; ask {
			own.Result = asked
			p.dirty[a.URL.Host()] = true
		}
	}
	p.mu.Unlock()
	if ask {
		o.Probe, err = p.choose(ctx, a.URL)
	}
	return o, err
}

// needs reports whether an answer of places is to be compared or remembered.
func (p *Prober) needs(places []*place) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, at := range places {
		if at.Result == repeats || at.Result == leads {
			return true
		}
	}
	return places[0].Result == counting || places[0].Result == asked && len(places[0].earlier) < remembered
}

// endCounting ends the counting of a place that has sent 404.
func (p *Prober) endCounting(at *place) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if at.Result == counting {
		at.Result, at.earlier = honest, nil
	}
}

// matches reports whether an answer is that to the probe.
func (at *place) matches(text *Text, location string) bool {
	switch at.Result {
	case repeats:
		return text != nil && text.says(at.Text)
	case leads:
		return location != "" && withoutQuery(location) == at.Location
	}
	return false
}

// remember counts an answer and remembers it, in case that the probe will show what it is.
func (at *place) remember(a Answer, text *Text) {
	at.answers++
	if a.IsKept || a.Link.Kind != frontier.Page || len(at.earlier) >= remembered {
		return
	}
	e := earlier{link: a.Link, location: a.Location}
	e.link.URL = a.Link.URL.Clone()
	if text != nil {
		short := *text
		short.keep(fewPairs)
		e.text = &short
	}
	at.earlier = append(at.earlier, e)
}

// choose returns a URL for the probe of the place of u: in the place itself, or in the folder of u if the crawl may not
// request the first. It returns zero if it may request neither.
func (p *Prober) choose(ctx context.Context, u weburl.URL) (weburl.URL, error) {
	dir := placeOf(u)
	probe, ok, err := p.o.Admit(ctx, u.Origin()+dir+p.word())
	if ok || err != nil {
		return probe, err
	}
	folder := u.Path()[:strings.LastIndexByte(u.Path(), '/')+1]
	if folder == dir {
		return weburl.URL{}, nil
	}
	probe, ok, err = p.o.Admit(ctx, u.Origin()+folder+p.word())
	if !ok || err != nil {
		return weburl.URL{}, err
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if h := p.hosts[u.Host()]; h != nil && h.places[folder] == nil {
		h.places[folder] = &place{Result: asked}
	}
	return probe, nil
}

// word returns a word that is almost surely no name of anything: without vowels, so that no word comes about.
func (p *Prober) word() string {
	const letters, length = "bcdfghjklmnpqrstvwxz", 14
	word := make([]byte, length)
	for i := range word {
		word[i] = letters[p.o.Random(len(letters))]
	}
	return string(word)
}

// Conclude records the answer to a probe. It returns the links whose answers came before and were probably like it.
func (p *Prober) Conclude(ctx context.Context, a Answer) (again []frontier.Link, err error) {
	if p.o.Off {
		return nil, nil
	}
	if err := p.load(ctx, a.URL.Host()); err != nil {
		return nil, err
	}
	folder, word := a.URL.Path(), ""
	if i := strings.LastIndexByte(folder, '/'); i >= 0 {
		folder, word = folder[:i+1], folder[i+1:]
	}
	var text *Text
	if a.Text != nil {
		text = a.Text()
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	h := p.hosts[a.URL.Host()]
	if h == nil {
		return nil, nil
	}
	at := h.places[folder]
	if at == nil {
		at = &place{}
		h.places[folder] = at
	}
	at.Result, at.Text, at.Location = honest, nil, ""
	switch {
	case text != nil:
		at.Result, at.Text = repeats, text
	case a.Location != "" && !strings.Contains(withoutQuery(a.Location), word): // else it leads each URL to another place
		at.Result, at.Location = leads, withoutQuery(a.Location)
	}
	p.dirty[a.URL.Host()] = true
	for _, before := range h.places { // those of the root have waited for a probe in a folder, too
		for _, e := range before.earlier {
			if strings.HasPrefix(e.link.URL.Path(), folder) && at.matches(e.text, e.location) {
				again = append(again, e.link)
			}
		}
		if before == at {
			before.earlier = nil
		}
	}
	return again, nil
}

// withoutQuery returns a URL without its query and fragment.
func withoutQuery(url string) string {
	if i := strings.IndexAny(url, "?#"); i >= 0 {
		return url[:i]
	}
	return url
}

// places returns the place of a URL, and then the others that apply to it.
func (p *Prober) places(u weburl.URL) []*place {
	p.mu.Lock()
	defer p.mu.Unlock()
	h := p.hosts[u.Host()]
	if h == nil { // forgotten meanwhile
		h = &host{places: map[string]*place{}}
		p.hosts[u.Host()] = h
	}
	own := placeOf(u)
	if h.places[own] == nil && own != root && len(h.places) > maxFolders {
		own = root
	}
	if h.places[own] == nil {
		h.places[own] = &place{}
	}
	list := []*place{h.places[own]}
	for dir, at := range h.places {
		if dir != own && strings.HasPrefix(u.Path(), dir) {
			list = append(list, at)
		}
	}
	return list
}

// placeOf returns the place of a URL: the folder of a user, if it lies in one, else the root.
func placeOf(u weburl.URL) string {
	parts := strings.SplitN(u.Path(), "/", 4) // "", the first folder, the second, what is below
	switch {
	case len(parts) > 2 && strings.HasPrefix(parts[1], "~"):
		return "/" + parts[1] + "/"
	case len(parts) > 3 && parts[2] != "" && areHomes[strings.ToLower(parts[1])]:
		return "/" + parts[1] + "/" + parts[2] + "/"
	}
	return root
}

// areHomes are the names of folders in which each user has one.
var areHomes = map[string]bool{
	"home": true, "homes": true, "homepages": true, "members": true, "people": true, "personal": true, "staff": true, "user": true, "users": true,
}

// load reads what the store has of a host that is not in memory.
func (p *Prober) load(ctx context.Context, name string) error {
	p.mu.Lock()
	known := p.hosts[name] != nil
	p.mu.Unlock()
	if known {
		return nil
	}
	stored, err := p.store.State(ctx, keyPrefix+name)
	if err != nil {
		return fmt.Errorf("read how %s answers from the frontier: %w", name, err)
	}
	h := &host{places: map[string]*place{}}
	if len(stored) > 0 && (json.Unmarshal(stored, &h.places) != nil || h.places == nil) {
		h.places = map[string]*place{} // it is asked again
	}
	for dir, at := range h.places {
		if at == nil || at.Result == repeats && at.Text == nil {
			delete(h.places, dir)
		}
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if len(p.hosts) >= maxHosts {
		p.makeRoom()
	}
	if p.hosts[name] == nil {
		p.hosts[name] = h
	}
	return nil
}

// makeRoom forgets a quarter of the hosts. The caller holds mu.
func (p *Prober) makeRoom() {
	for name := range p.hosts {
		if !p.dirty[name] {
			delete(p.hosts, name)
		}
		if len(p.hosts) < maxHosts*3/4 {
			return
		}
	}
}

// SaveState adds the results that changed since the last call to the state that a group writes.
func (p *Prober) SaveState(state map[string][]byte) error {
	p.mu.Lock()
	defer p.mu.Unlock()
	for name := range p.dirty {
		h := p.hosts[name]
		if h == nil {
			continue
		}
		results := map[string]*place{}
		for dir, at := range h.places {
			if at.Result != counting {
				results[dir] = at
			}
		}
		stored, err := json.Marshal(results)
		if err != nil {
			return fmt.Errorf("write how %s answers: %w", name, err)
		}
		state[keyPrefix+name] = stored
	}
	clear(p.dirty)
	return nil
}
