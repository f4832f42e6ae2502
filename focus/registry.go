package focus

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
)

// Entry describes a strategy of the registry.
type Entry struct {
	Name    string // as in settings and on the command line; it never changes
	Summary string // one line for a list
	Topic   bool   // it cannot work without a topic, see [Topical]
	// New returns the strategy. The seed decides what a strategy does at random; others ignore it.
	New func(seed uint64) Strategy
}

// Default is the name of the strategy of a crawl that names none.
const Default = "adaptive"

// registry is a value and not filled by imports, so that the same names work in
// every program.
var registry = []Entry{
	{Name: Default, Summary: "links that promise most documents first, by what it learns from each request", New: func(uint64) Strategy { return &Adaptive{} }},
	{Name: "breadth-first", Summary: "pages near the seeds first", New: func(uint64) Strategy { return BreadthFirst{} }},
	{Name: "depth-first", Summary: "the links of the page just visited first", New: func(uint64) Strategy { return DepthFirst{} }},
	{Name: "random", Summary: "links in random order", New: func(seed uint64) Strategy { return Random{Seed: seed} }},
	{Name: "backlink", Summary: "the pages that most pages found so far link to first", New: func(uint64) Strategy { return Backlink{} }},
	{Name: "pagerank", Summary: "the pages with the highest PageRank among those found so far first", New: func(uint64) Strategy { return &PageRank{} }},
	{Name: "anchor-priority", Summary: "links whose anchors have words that lead to papers first", New: func(uint64) Strategy { return &Priority{} }},
	{Name: "tag-path-bandit", Summary: "links from places on pages whose links led to documents first", New: func(seed uint64) Strategy { return &TagPathBandit{Seed: seed} }},
	{Name: "tree-frontier", Summary: "groups of alike links first of which one promises most documents, by a tree that learns", New: func(seed uint64) Strategy { return &TreeFrontier{Seed: seed} }},
	{Name: "best-first", Summary: "the links of the pages most similar to the topic first", Topic: true, New: func(uint64) Strategy { return &BestFirst{} }},
	{Name: "best-n-first", Summary: "as best-first, 256 links before what they lead to counts", Topic: true, New: func(uint64) Strategy { return &BestNFirst{} }},
	{Name: "fish-search", Summary: "the first links of relevant pages first, and few pages beyond them", Topic: true, New: func(uint64) Strategy { return &FishSearch{} }},
	{Name: "shark-search", Summary: "links whose text and pages are similar to the topic first, and few pages beyond them", Topic: true, New: func(uint64) Strategy { return &SharkSearch{} }},
	{Name: "focused-soft", Summary: "the links of the pages most probably about the topic first, and those of the best hubs", Topic: true, New: func(uint64) Strategy { return &Focused{} }},
	{Name: "focused-hard", Summary: "as focused-soft, but links of pages of other classes only when nothing else waits", Topic: true, New: func(uint64) Strategy { return &Focused{Hard: true} }},
	{Name: "infospiders", Summary: "what agents choose that learn where pages of the topic are, reproduce and die; ends with the last", Topic: true, New: func(seed uint64) Strategy { return &InfoSpiders{Seed: seed} }},
	{Name: "infospiders-db", Summary: "as infospiders, beginning at the most relevant pages of earlier crawls, too", Topic: true, New: func(seed uint64) Strategy { return &InfoSpiders{Seed: seed, Database: true} }},
	{Name: "context-graph", Summary: "the links of pages that look as if fewest links led to what is looked for first", New: func(uint64) Strategy { return &ContextGraph{} }},
	{Name: "evolved", Summary: "the links that a sum of weights ranks highest, set by hand or bred by `sluice lab evolve`", New: func(uint64) Strategy { return &Evolved{} }},
}

// Strategies returns the strategies that ship, the default first.
func Strategies() []Entry { return slices.Clone(registry) }

// Named returns a new strategy of a name that [Strategies] lists; "" is [Default].
// For an unknown name the error lists all names.
func Named(name string, seed uint64) (Strategy, error) {
	if name == "" {
		name = Default
	}
	names := make([]string, 0, len(registry))
	for _, e := range registry {
		if e.Name == name {
			return e.New(seed), nil
		}
		names = append(names, e.Name)
	}
	return nil, fmt.Errorf("unknown strategy %q (known: %s)", name, strings.Join(names, ", "))
}

// NameOf returns the name of a strategy: that of the registry, whatever its fields are set to, or that of its Go type.
func NameOf(s Strategy) string {
	switch s := s.(type) {
	case *Focused:
		return s.name()
	case *InfoSpiders:
		return s.name()
	}
	for _, e := range registry {
		if reflect.TypeOf(e.New(0)) == reflect.TypeOf(s) {
			return e.Name
		}
	}
	return fmt.Sprintf("%T", s)
}
