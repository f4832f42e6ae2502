package unlinked

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"sluice/weburl"
)

// The state of a host is text: a line with the URL of a place or of an answer, then a line of JSON. The frontier erases lines that
// are URLs, so that a removal leaves no text of them. A line of JSON that has lost its URL is ignored.

// keyPrefix precedes the name of a host.
const keyPrefix = "crawl/unlinked/"

// storedEntry is the line of JSON of a place, which has a result or a count, or of an answer that came before that to its probe.
type storedEntry struct {
	Result   result    `json:"result,omitempty"`
	Answers  int       `json:"answers,omitempty"` // counted so far
	At       time.Time `json:"at,omitzero"`
	Text     *Text     `json:"text,omitempty"`
	Target   uint64    `json:"target,omitempty"`
	Bare     uint64    `json:"bare,omitempty"`      // the target without its query, of an answer
	AnyQuery bool      `json:"any-query,omitempty"` // the target is one without its query, of a place
	Folder   uint64    `json:"folder,omitempty"`    // of the probe, as a hash
}

// lock returns a host with mu held, reading it from the store before if it is not in memory. The caller unlocks mu unless there is an
// error.
func (p *Prober) lock(ctx context.Context, name string) (*host, error) {
	p.mu.Lock()
	if h := p.hosts[name]; h != nil {
		return h, nil
	}
	name = strings.Clone(name) // else it keeps the whole URL in memory
	for {
		forgotten := p.forgotten
		p.mu.Unlock()
		stored, err := p.store.State(ctx, keyPrefix+name)
		if err != nil {
			return nil, fmt.Errorf("read how %s answers from the frontier: %w", name, err)
		}
		read := parseState(stored)
		p.mu.Lock()
		if h := p.hosts[name]; h != nil { // read by another goroutine meanwhile
			return h, nil
		}
		if p.forgotten == forgotten { // else what was read may be older than a state that was forgotten meanwhile
			p.makeRoom()
			p.hosts[name] = read
			return read, nil
		}
	}
}

// makeRoom forgets a quarter of the hosts when there are too many, of those that the store has as they are. The caller holds mu.
func (p *Prober) makeRoom() {
	if len(p.hosts) < maxHosts {
		return
	}
	p.forgotten++
	for name := range p.hosts {
		if !p.dirty[name] && !p.saving[name] {
			delete(p.hosts, name)
		}
		if len(p.hosts) < maxHosts*3/4 {
			return
		}
	}
}

// parseState returns a host as it was stored. What cannot be read is left out: the host is asked again.
func parseState(stored []byte) *host {
	h := &host{places: map[string]*place{}}
	var u weburl.URL
	hasURL := false
	for line := range bytes.Lines(stored) {
		line = bytes.TrimSpace(line)
		if !bytes.HasPrefix(line, []byte("{")) {
			var err error
			u, err = weburl.NoRules().Parse(string(line))
			hasURL = err == nil
			continue
		}
		var s storedEntry
		if hasURL && json.Unmarshal(line, &s) == nil {
			h.restore(u, s)
		}
		hasURL = false
	}
	return h
}

// restore adds an entry. Those of places come first.
func (h *host) restore(u weburl.URL, s storedEntry) {
	if s.Result != counting || s.Answers > 0 {
		if s.Result != repeats || s.Text != nil {
			h.places[u.Path()] = &place{
				result: s.Result, text: s.Text, target: s.Target, anyQuery: s.AnyQuery, answers: s.Answers, folder: s.Folder, isQueued: s.Result == asked,
			}
		}
		return
	}
	at := h.places[placeOf(u)]
	if at == nil {
		at = h.places[root]
	}
	if at != nil && len(at.earlier) < remembered {
		at.earlier = append(at.earlier, earlier{Earlier{u.String(), s.At}, s.Text, s.Target, s.Bare})
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
		stored, err := h.state(name)
		if err != nil {
			return fmt.Errorf("write how %s answers: %w", name, err)
		}
		state[keyPrefix+name] = stored
		p.saving[name] = true
	}
	clear(p.dirty)
	return nil
}

// Saved records that the store has what SaveState returned.
func (p *Prober) Saved() {
	p.mu.Lock()
	defer p.mu.Unlock()
	clear(p.saving)
}

// stored returns the entry of a place; false if there is none. A place whose probe is not durable is still counted.
func (at *place) stored() (storedEntry, bool) {
	if at.result == counting || at.result == asked && !at.isQueued {
		return storedEntry{Answers: min(at.answers, enough-1)}, at.answers >= half
	}
	return storedEntry{Result: at.result, Text: at.text, Target: at.target, AnyQuery: at.anyQuery, Folder: at.folder}, true
}

// state returns what is stored of a host.
func (h *host) state(name string) ([]byte, error) {
	var b bytes.Buffer
	put := func(url string, s storedEntry) error {
		line, err := json.Marshal(s)
		fmt.Fprintf(&b, "%s\n%s\n", url, line)
		return err
	}
	places := slices.DeleteFunc(slices.Sorted(maps.Keys(h.places)), func(dir string) bool {
		_, ok := h.places[dir].stored()
		return !ok
	})
	for _, dir := range places {
		entry, _ := h.places[dir].stored()
		if err := put("http://"+name+dir, entry); err != nil {
			return nil, err
		}
	}
	for _, dir := range places {
		for _, e := range h.places[dir].earlier {
			if err := put(e.URL, storedEntry{At: e.At, Text: e.text, Target: e.target, Bare: e.bare}); err != nil {
				return nil, err
			}
		}
	}
	return b.Bytes(), nil
}
