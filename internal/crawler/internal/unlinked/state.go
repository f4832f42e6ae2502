package unlinked

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"time"

	"sluice/weburl"
)

// The state of a host is text: a line with the URL of a place or of an answer, then a line of JSON. The frontier erases lines that
// are URLs, so that a removal leaves no text of them. A line of JSON that has lost its URL is ignored.

// keyPrefix precedes the name of a host.
const keyPrefix = "crawl/unlinked/"

// storedEntry is the line of JSON of a place, which has a result or a count, or of an answer that came before that to its probe.
type storedEntry struct {
	Result  result    `json:"result,omitempty"`
	Answers int       `json:"answers,omitempty"` // counted so far
	At      time.Time `json:"at,omitzero"`
	Text    *Text     `json:"text,omitempty"`
	Target  uint64    `json:"target,omitempty"`
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
	h := parseState(stored)
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
			h.places[u.Path()] = &place{result: s.Result, text: s.Text, target: s.Target, answers: s.Answers, isQueued: s.Result == asked}
		}
		return
	}
	at := h.places[placeOf(u)]
	if at == nil {
		at = h.places[root]
	}
	if at != nil && (at.result == asked || at.result == counting) && len(at.earlier) < remembered {
		at.earlier = append(at.earlier, earlier{Earlier{u.String(), s.At}, s.Text, s.Target})
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
	}
	clear(p.dirty)
	return nil
}

// stored returns the entry of a place; false if there is none. A place whose probe is not durable is still counted.
func (at *place) stored() (storedEntry, bool) {
	if at.result == counting || at.result == asked && !at.isQueued {
		return storedEntry{Answers: min(at.answers, enough-1)}, at.answers >= half
	}
	return storedEntry{Result: at.result, Text: at.text, Target: at.target}, true
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
			if err := put(e.URL, storedEntry{At: e.At, Text: e.text, Target: e.target}); err != nil {
				return nil, err
			}
		}
	}
	return b.Bytes(), nil
}
