// Package unlinked finds out how a host answers a URL that nobody has linked to.
//
// A host that has sent some pages and never "404 Not Found" is asked once for such a URL: [Prober.Observe] returns the probe,
// [Prober.Queued] records that it waits in the frontier, and [Prober.Conclude] records its answer, or [Prober.GiveUp] that it
// has none. [Prober.End] follows when the answer is written. From then on Observe reports the answers of that host that say the same, or lead to the same place, as missing, and
// Conclude returns those that came before. A host that has answered one URL with 404 or 410 needs no probe. The folders of a
// host's users are asked separately, because their owners may answer differently; their number is bounded.
//
// The results are part of the frontier's state, one key a host, which [Prober.SaveState] adds to what is written; [Prober.Saved]
// follows when it is. Of the answers that are counted before a probe, a crash loses
// eight at most: every host counts some, and to write them each time would cost more than it is worth.
package unlinked

import (
	"cmp"
	"context"
	"hash/fnv"
	"net/http"
	"slices"
	"strings"
	"sync"
	"time"

	"sluice/weburl"
)

const (
	enough     = 16    // answers after which a place is asked
	half       = 8     // answers after which what is counted is stored
	remembered = 256   // answers of a place that came before that to its probe; hardly any but of a host without delay
	maxFolders = 8     // of a host that are asked separately
	maxHosts   = 4_000 // in memory; those beyond are forgotten, or read again
	root       = "/"   // the place of all that no folder has
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
	URL      weburl.URL
	At       time.Time // of the request
	Status   int
	Text     func() *Text // of a page; nil for anything else
	Location string       // of a redirect
	IsKept   bool         // it is never missing, whatever it says
	IsSeed   bool         // it does not become missing by a probe that comes later: the crawl has begun with it
	IsOld    bool         // it comes out of the archive: no probe follows from it
}

// Opinion is what follows from an answer.
type Opinion struct {
	Missing bool       // the host answers so when it has nothing
	Probe   weburl.URL // to be requested; zero for none
}

// Earlier is an answer that came before the answer to the probe.
type Earlier struct {
	URL string
	At  time.Time // of the request
}

// Prober keeps how hosts answer. It is safe for concurrent use.
type Prober struct {
	o     Options
	store Store

	mu        sync.Mutex
	hosts     map[string]*host
	dirty     map[string]bool // hosts whose results are to be stored
	saving    map[string]bool // hosts whose results are being stored
	forgotten int             // counts when hosts are forgotten
}

// host is what is known of a host, by place: root or a folder.
type host struct{ places map[string]*place }

// result is what a place is known to do. The names are in frontiers on disk.
type result string

const (
	counting result = ""
	asked    result = "asked"    // a probe is in progress
	honest   result = "honest"   // it says when it has nothing, or its probe had no answer
	repeats  result = "page"     // it sends a page of one text
	leads    result = "redirect" // it redirects to one place
)

// place is what is known of a place.
type place struct {
	result   result
	text     *Text  // that it repeats
	target   uint64 // to which it leads, see hashOf
	anyQuery bool   // the target counts without its query, which holds the path that was requested

	answers  int
	folder   uint64 // hash of the folder of the probe: the place, or one below
	isQueued bool   // the probe is durable
	earlier  []earlier
}

// earlier is what an answer before that to the probe was like.
type earlier struct {
	Earlier
	text         *Text  // nil for a redirect
	target, bare uint64 // with and without its query
}

// New returns a Prober that continues with the results in a store.
func New(store Store, o Options) *Prober {
	return &Prober{o: o, store: store, hosts: map[string]*host{}, dirty: map[string]bool{}, saving: map[string]bool{}}
}

// Observe compares an answer with that to the probe of its place.
func (p *Prober) Observe(ctx context.Context, a Answer) (o Opinion, err error) {
	if p.o.Off {
		return o, nil
	}
	isNeeded, err := p.needs(ctx, &a)
	if err != nil || !isNeeded {
		return o, err
	}
	e := a.earlier()
	h, err := p.lock(ctx, a.URL.Host())
	if err != nil {
		return o, err
	}
	places := h.placesOf(a.URL)
	own := places[0]
	ask := false
	for _, at := range places {
		o.Missing = o.Missing || !a.IsKept && at.matches(&e)
	}
	if own.result == counting || own.result == asked {
		own.answers++
		if !a.IsKept && !a.IsSeed && !o.Missing && len(own.earlier) < remembered {
			own.earlier = append(own.earlier, e.short())
			if own.isQueued {
				p.dirty[a.URL.Host()] = true
			}
		}
		if own.answers == half {
			p.dirty[a.URL.Host()] = true
		}
		if ask = own.result == counting && own.answers >= enough; ask {
			own.result = asked
		}
	}
	p.mu.Unlock()
	if !ask || a.IsOld {
		return o, nil
	}
	o.Probe, err = p.choose(ctx, a.URL)
	return o, err
}

// needs reports whether an answer is to be compared or remembered. It ends the counting of a place that has sent 404.
func (p *Prober) needs(ctx context.Context, a *Answer) (bool, error) {
	h, err := p.lock(ctx, a.URL.Host())
	if err != nil {
		return false, err
	}
	defer p.mu.Unlock()
	places := h.placesOf(a.URL)
	own := places[0]
	if a.Status == http.StatusNotFound || a.Status == http.StatusGone {
		if own.result == counting {
			own.result, own.earlier = honest, nil
			if own.answers >= half {
				p.dirty[a.URL.Host()] = true
			}
		}
		return false, nil
	}
	if a.Text == nil && a.Location == "" {
		return false, nil
	}
	for _, at := range places {
		if at.result == repeats || at.result == leads {
			return true, nil
		}
	}
	return own.result == counting || own.result == asked && len(own.earlier) < remembered, nil
}

// earlier returns what an answer is like.
func (a *Answer) earlier() earlier {
	e := earlier{Earlier: Earlier{a.URL.String(), a.At}}
	if a.Text != nil {
		e.text = a.Text()
	} else {
		e.target, e.bare = hashOf(withoutFragment(a.Location)), hashOf(withoutQuery(a.Location))
	}
	return e
}

// short returns what is remembered of an answer.
func (e earlier) short() earlier {
	e.URL = strings.Clone(e.URL)
	if e.text != nil {
		short := *e.text
		short.keep(fewPairs)
		short.Title, short.OwnTitle = slices.Clip(short.Title), slices.Clip(short.OwnTitle)
		e.text = &short
	}
	return e
}

// matches reports whether an answer is that to the probe.
func (at *place) matches(e *earlier) bool {
	switch at.result {
	case repeats:
		return e.text != nil && e.text.says(at.text)
	case leads:
		return e.text == nil && (e.target == at.target && !at.anyQuery || e.bare == at.target && at.anyQuery)
	}
	return false
}

// choose returns a URL for the probe of the place of u: in the place itself, or in the folder of u if the crawl may not
// request the first. It returns zero, and gives the place up, if it may request neither.
func (p *Prober) choose(ctx context.Context, u weburl.URL) (probe weburl.URL, err error) {
	dir, folder := placeOf(u), folderOf(u)
	ok := false
	for _, in := range slices.Compact([]string{dir, folder}) {
		if probe, ok, err = p.o.Admit(ctx, u.Origin()+in+p.word()); ok || err != nil {
			break
		}
	}
	if err != nil {
		return weburl.URL{}, err
	}
	h, err := p.lock(ctx, u.Host())
	if err != nil {
		return weburl.URL{}, err
	}
	defer p.mu.Unlock()
	own := h.placesOf(u)[0]
	if !ok {
		own.result, own.earlier = honest, nil
		p.dirty[u.Host()] = true
		return weburl.URL{}, nil
	}
	in := folderOf(probe)
	own.folder = hashOf(in)
	if h.places[in] == nil {
		h.places[in] = &place{result: asked, folder: own.folder}
	}
	return probe, nil
}

// folderOf returns the path of a URL up to its last slash.
func folderOf(u weburl.URL) string { return u.Path()[:strings.LastIndexByte(u.Path(), '/')+1] }

// word returns a word that is almost surely no name of anything: without vowels, so that no word comes about.
func (p *Prober) word() string {
	const letters, length = "bcdfghjklmnpqrstvwxz", 14
	word := make([]byte, length)
	for i := range word {
		word[i] = letters[p.o.Random(len(letters))]
	}
	return string(word)
}

// Queued records that the frontier has a probe.
func (p *Prober) Queued(ctx context.Context, probe weburl.URL) error {
	return p.change(ctx, probe, func(at *place) { at.isQueued = true })
}

// GiveUp records that there will be no answer to a probe: nothing is known of its places.
func (p *Prober) GiveUp(ctx context.Context, probe weburl.URL) error {
	return p.change(ctx, probe, func(at *place) {
		if at.earlier = nil; at.result == asked {
			at.result = honest
		}
	})
}

// change alters the places that a probe is for: that of its folder, and the one that may not be asked elsewhere.
func (p *Prober) change(ctx context.Context, probe weburl.URL, alter func(*place)) error {
	if p.o.Off {
		return nil
	}
	h, err := p.lock(ctx, probe.Host())
	if err != nil {
		return err
	}
	defer p.mu.Unlock()
	folder := hashOf(folderOf(probe))
	for dir, at := range h.places {
		if at.result != counting && cmp.Or(at.folder, hashOf(dir)) == folder {
			alter(at)
			p.dirty[probe.Host()] = true
		}
	}
	return nil
}

// Conclude records the answer to a probe. It returns the answers that came before and were like it, until [Prober.End].
func (p *Prober) Conclude(ctx context.Context, a Answer) (before []Earlier, err error) {
	if p.o.Off {
		return nil, nil
	}
	folder := folderOf(a.URL)
	word := a.URL.Path()[len(folder):]
	var text *Text
	if a.Text != nil {
		text = a.Text()
	}
	h, err := p.lock(ctx, a.URL.Host())
	if err != nil {
		return nil, err
	}
	defer p.mu.Unlock()
	at := h.places[folder]
	if at == nil {
		at = &place{}
		h.places[folder] = at
	}
	at.result, at.text, at.target, at.anyQuery, at.folder = honest, nil, 0, false, hashOf(folder)
	path := withoutQuery(a.Location)
	switch {
	case text != nil:
		at.result, at.text = repeats, text
	case a.Location == "" || strings.Contains(path, word): // it leads each URL to another place
	case strings.Contains(a.Location, word):
		at.result, at.target, at.anyQuery = leads, hashOf(path), true
	default:
		at.result, at.target = leads, hashOf(withoutFragment(a.Location))
	}
	p.dirty[a.URL.Host()] = true
	below := a.URL.Host() + folder
	for _, place := range h.places { // those of the place that could not be asked itself have waited, too
		if place != at && place.folder == at.folder && place.result == asked {
			place.result = honest
		}
		for i := range place.earlier {
			e := &place.earlier[i]
			if _, rest, _ := strings.Cut(e.URL, "://"); strings.HasPrefix(rest, below) && at.matches(e) {
				before = append(before, e.Earlier)
			}
		}
	}
	return before, nil
}

// End forgets the answers that came before that to a probe. It is called for the group that writes what follows from them: before that,
// a crash must find them.
func (p *Prober) End(ctx context.Context, probe weburl.URL) error {
	return p.change(ctx, probe, func(at *place) { at.earlier = nil })
}

// withoutQuery returns a URL without its query and fragment.
func withoutQuery(url string) string {
	if i := strings.IndexAny(url, "?#"); i >= 0 {
		return url[:i]
	}
	return url
}

// withoutFragment returns a URL without its fragment.
func withoutFragment(url string) string {
	url, _, _ = strings.Cut(url, "#")
	return url
}

// hashOf returns a hash of a URL, so that no state has the text of URLs that may have to be erased.
func hashOf(url string) uint64 {
	h := fnv.New64a()
	h.Write([]byte(url))
	return h.Sum64()
}

// placesOf returns the place of a URL, and then the others that apply to it.
func (h *host) placesOf(u weburl.URL) []*place {
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
