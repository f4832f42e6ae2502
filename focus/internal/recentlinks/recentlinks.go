// Package recentlinks remembers the links of the pages that a crawl visited last, within bounds, to rank pages by them.
//
// [Links.Add] adds a page, [Links.Graph] returns the graph of what is remembered. A part that [Links.Changed] reports is kept by
// [Links.Append], and comes back by [Links.Restore].
package recentlinks

import (
	"encoding/binary"
	"math"

	"sluice/internal/linkrank"
	"sluice/weburl"
)

// The bounds. Once all parts are full, the oldest one is forgotten.
const (
	// Parts is the number of parts in which links are kept.
	Parts = 128
	// MaxLinks is how many links of a page are remembered, the first ones.
	MaxLinks = 512

	partPages = 64   // of a part
	partLinks = 4096 // of a part, not counting those of its last page
)

// ID names a URL: 32 bits its host, 32 bits the rest. Two URLs of a host with 10,000 have the same one with a probability of 1 in 100.
type ID uint64

// Of returns the ID of a URL.
func Of(u weburl.URL) ID {
	k := u.Key()
	return ID(binary.BigEndian.Uint64(k[:8]))
}

// host returns the host of a URL.
func (id ID) host() int32 { return int32(uint32(id >> 32)) }

// SameHost reports whether two URLs are of one host.
func (id ID) SameHost(other ID) bool { return id.host() == other.host() }

// Links are the links of the pages visited last. The zero value is empty.
type Links struct {
	parts  [Parts]part
	newest int    // the part that is being filled
	serial uint64 // of parts so far
	pages  int
}

// part is some pages that were visited one after the other.
type part struct {
	serial  uint64 // the greater, the newer; 0: it is empty
	pages   []Page
	links   int
	changed bool
}

// Page is a page that was visited.
type Page struct {
	ID        ID
	Relevance float64 // to the topic, 0 to 1
	Links     []ID    // without repeats

	URL    string // with which it can be requested again; empty: it cannot
	Depth  uint16 // links followed from a seed
	Number uint64 // of the visit, counted from the first of the crawl
}

// MaxURL bounds the bytes of a URL that is remembered. A longer one is left out.
const MaxURL = 512

// Len returns the number of pages.
func (l *Links) Len() int { return l.pages }

// Add adds a page. Links beyond the first [MaxLinks] are left out.
func (l *Links) Add(p Page) {
	p.Links = p.Links[:min(len(p.Links), MaxLinks)]
	if len(p.URL) > MaxURL {
		p.URL = ""
	}
	at := &l.parts[l.newest]
	if at.serial == 0 || len(at.pages) >= partPages || at.links >= partLinks {
		if at.serial > 0 {
			l.newest = (l.newest + 1) % Parts
			at = &l.parts[l.newest]
		}
		l.pages -= len(at.pages)
		l.serial++
		*at = part{serial: l.serial}
	}
	at.pages, at.links, at.changed = append(at.pages, p), at.links+len(p.Links), true
	l.pages++
}

// Changed reports whether a part has changed since it was appended last.
func (l *Links) Changed(n int) bool { return l.parts[n].changed }

// A part is stored as its serial number, 8 bytes, and its pages: ID, 8 bytes; relevance, a float of 4 bytes; number of links, 2 bytes; number of
// the visit, 8 bytes; depth, 2 bytes; length of the URL, 2 bytes; the URL; the links, 8 bytes each.
const pageSize = 8 + 4 + 2 + 8 + 2 + 2

// Append appends a part to b.
func (l *Links) Append(b []byte, n int) []byte {
	p := &l.parts[n]
	p.changed = false
	b = binary.BigEndian.AppendUint64(b, p.serial)
	for _, page := range p.pages {
		b = binary.BigEndian.AppendUint64(b, uint64(page.ID))
		b = binary.BigEndian.AppendUint32(b, math.Float32bits(float32(page.Relevance)))
		b = binary.BigEndian.AppendUint16(b, uint16(len(page.Links)))
		b = binary.BigEndian.AppendUint64(b, page.Number)
		b = binary.BigEndian.AppendUint16(b, page.Depth)
		b = binary.BigEndian.AppendUint16(b, uint16(len(page.URL)))
		b = append(b, page.URL...)
		for _, id := range page.Links {
			b = binary.BigEndian.AppendUint64(b, uint64(id))
		}
	}
	return b
}

// Restore sets a part that Append encoded, and reports whether b holds one. All parts are restored before a page is added.
func (l *Links) Restore(b []byte, n int) bool {
	if len(b) < 8 {
		return false
	}
	p := part{serial: binary.BigEndian.Uint64(b)}
	if p.serial == 0 || p.serial >= math.MaxUint64/2 || p.serial%Parts != uint64(n+1)%Parts {
		return false
	}
	for b = b[8:]; len(b) > 0; {
		if len(b) < pageSize || len(p.pages) >= partPages {
			return false
		}
		page := Page{
			ID: ID(binary.BigEndian.Uint64(b)), Relevance: float64(math.Float32frombits(binary.BigEndian.Uint32(b[8:]))),
			Number: binary.BigEndian.Uint64(b[14:]), Depth: binary.BigEndian.Uint16(b[22:]),
		}
		links, url := int(binary.BigEndian.Uint16(b[12:])), int(binary.BigEndian.Uint16(b[24:]))
		b = b[pageSize:]
		if !(page.Relevance >= 0 && page.Relevance <= 1) || links > MaxLinks || url > MaxURL || len(b) < url+8*links {
			return false
		}
		page.URL, b = string(b[:url]), b[url:]
		for range links {
			page.Links = append(page.Links, ID(binary.BigEndian.Uint64(b)))
			b = b[8:]
		}
		p.pages, p.links = append(p.pages, page), p.links+links
	}
	l.pages += len(p.pages) - len(l.parts[n].pages)
	l.parts[n] = p
	if p.serial > l.serial {
		l.newest, l.serial = n, p.serial
	}
	return true
}

// Graph is the pages and what they link to, as a graph.
type Graph struct {
	linkrank.Graph
	IDs     []ID    // of the pages of the graph
	Visited []*Page // in the order of their numbers in the graph: those that were visited come first
}

// Graph returns the graph of what is remembered. A page that was visited twice counts once, as it was last.
func (l *Links) Graph() *Graph {
	g := &Graph{}
	numbers := make(map[ID]int, 4*l.pages)
	for i := range Parts { // the oldest first
		for j := range l.parts[(l.newest+1+i)%Parts].pages {
			p := &l.parts[(l.newest+1+i)%Parts].pages[j]
			if n, twice := numbers[p.ID]; twice {
				g.Visited[n] = p
				continue
			}
			numbers[p.ID] = g.Add(p.ID.host())
			g.IDs, g.Visited = append(g.IDs, p.ID), append(g.Visited, p)
		}
	}
	for from, p := range g.Visited {
		for _, id := range p.Links {
			to, known := numbers[id]
			if !known {
				to = g.Add(id.host())
				numbers[id] = to
				g.IDs = append(g.IDs, id)
			}
			g.Link(from, to)
		}
	}
	return g
}
