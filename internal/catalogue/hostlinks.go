package catalogue

import (
	"cmp"
	"context"
	"database/sql"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"
)

// There are many links between hosts: ten a page or more. A row for each would cost a group
// more than all else that it writes. So a group writes its links as one row of text, and from
// time to time the rows are summed up into the table. The views show both.
const (
	maxPairs   = 100_000  // pairs of hosts, after which the rows are folded
	maxJournal = 32 << 20 // or bytes of text
)

// hostLinks are the links that wait to be folded into the table.
type hostLinks struct {
	pairs map[hostPair]*hostTally // pointers: assigning a value again would replace the key by p, which keeps a whole URL in memory
	bytes int
}

// hostPair is a pair of hosts, one of which links to the other.
type hostPair struct{ from, to string }

// hostTally sums up the links of a pair.
type hostTally struct {
	links int64
	first string // stamp; empty when it is not known
}

// add counts links of a pair and keeps the earliest time.
func (h *hostLinks) add(p hostPair, n int64, first string) {
	t := h.pairs[p]
	if t == nil {
		t = new(hostTally)
		h.pairs[hostPair{strings.Clone(p.from), strings.Clone(p.to)}] = t // else it keeps the URLs alive that it was cut from
	}
	t.links += n
	if t.first == "" || first != "" && first < t.first {
		t.first = first
	}
}

// full reports whether the links must be folded into the table.
func (h *hostLinks) full() bool { return len(h.pairs) >= maxPairs || h.bytes >= maxJournal }

// journal writes the links of a group as one row: {"from": {"to": links}}. It sorts the group's
// links.
func (w *writing) journal(g *Group) error {
	if len(g.HostLinks) == 0 {
		return nil
	}
	slices.SortFunc(g.HostLinks, func(a, b HostLink) int {
		return cmp.Or(strings.Compare(a.From, b.From), strings.Compare(a.To, b.To))
	})
	w.first = firstSeen(g.HostLinks)
	w.text = appendHostLinks(w.text[:0], g.HostLinks)
	var at any
	if w.first != "" {
		at = w.first
	}
	if _, err := w.tx.Stmt(w.r.put.journal).Exec(g.Serial, at, string(w.text)); err != nil {
		return fmt.Errorf("links between hosts: %w", err)
	}
	return nil
}

// firstSeen returns the stamp of the earliest link; empty if none has a time.
func firstSeen(links []HostLink) string {
	var first time.Time
	for _, l := range links {
		if first.IsZero() || !l.First.IsZero() && l.First.Before(first) {
			first = l.First
		}
	}
	if first.IsZero() {
		return ""
	}
	return stamp(first)
}

// appendHostLinks appends links, sorted by From, as JSON. It is written by hand because it runs
// for each group and encoding/json would need the nested maps first.
func appendHostLinks(b []byte, links []HostLink) []byte {
	b = append(b, '{')
	for i, l := range links {
		switch {
		case i == 0:
			b = append(appendJSON(b, l.From), ":{"...)
		case l.From != links[i-1].From:
			b = append(appendJSON(append(b, "},"...), l.From), ":{"...)
		default:
			b = append(b, ',')
		}
		b = append(appendJSON(b, l.To), ':')
		b = strconv.AppendInt(b, l.N, 10)
	}
	return append(b, "}}"...)
}

// appendJSON appends a host as a JSON string.
func appendJSON(b []byte, host string) []byte {
	for i := range len(host) {
		if c := host[i]; c < ' ' || c > '~' || c == '"' || c == '\\' {
			quoted, _ := json.Marshal(clean(host)) // a string has always a form in JSON
			return append(b, quoted...)
		}
	}
	b = append(b, '"')
	b = append(b, host...)
	return append(b, '"')
}

// noted adds the links of a committed group to those in memory, and folds them if there are
// many.
func (r *recording) noted(ctx context.Context, g *Group, first string, bytes int) error {
	for _, l := range g.HostLinks {
		r.links.add(hostPair{l.From, l.To}, l.N, first)
	}
	r.links.bytes += bytes
	if r.links.full() {
		return r.foldHostLinks(ctx)
	}
	return nil
}

// foldHostLinks adds the waiting links to the table and deletes the rows of text, in one
// transaction: a crash in between would count links twice or lose them.
func (r *recording) foldHostLinks(ctx context.Context) error {
	if len(r.links.pairs) == 0 {
		return nil
	}
	pairs := make([]hostPair, 0, len(r.links.pairs))
	for p := range r.links.pairs {
		pairs = append(pairs, p)
	}
	slices.SortFunc(pairs, func(a, b hostPair) int {
		return cmp.Or(strings.Compare(a.from, b.from), strings.Compare(a.to, b.to))
	})
	tx, err := r.writer.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer tx.Rollback()
	add := tx.Stmt(r.put.hostLink)
	for _, p := range pairs {
		t := r.links.pairs[p]
		var first any
		if t.first != "" {
			first = t.first
		}
		if _, err := add.Exec(word(p.from), word(p.to), t.links, first); err != nil {
			return fmt.Errorf("links from %s to %s: %w", p.from, p.to, err)
		}
	}
	if _, err := tx.Exec("DELETE FROM host_link_groups"); err != nil {
		return fmt.Errorf("links between hosts: %w", err)
	}
	if err := tx.Commit(); err != nil {
		return err
	}
	r.links = hostLinks{pairs: map[hostPair]*hostTally{}}
	return nil
}

// loadHostLinks reads the rows of text that are not folded yet.
func (r *recording) loadHostLinks(ctx context.Context) error {
	r.links = hostLinks{pairs: map[hostPair]*hostTally{}}
	rows, err := r.writer.QueryContext(ctx, "SELECT seen_at, links FROM host_link_groups")
	if err != nil {
		return fmt.Errorf("read links between hosts: %w", err)
	}
	defer rows.Close()
	for rows.Next() {
		var at sql.NullString
		var text []byte
		var group map[string]map[string]int64
		if err := rows.Scan(&at, &text); err != nil {
			return fmt.Errorf("read links between hosts: %w", err)
		}
		if err := json.Unmarshal(text, &group); err != nil {
			return fmt.Errorf("read links between hosts: %w", err)
		}
		for from, to := range group {
			for to, n := range to {
				r.links.add(hostPair{from, to}, n, at.String)
			}
		}
		r.links.bytes += len(text)
	}
	return rows.Err()
}
