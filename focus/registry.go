package focus

import (
	"fmt"
	"slices"
	"strings"
)

// Entry describes a strategy of the registry.
type Entry struct {
	Name    string // as in settings and on the command line; it never changes
	Summary string // one line for a list
	// New returns the strategy. The seed decides what a strategy does at random; others ignore it.
	New func(seed uint64) Strategy
}

// Default is the name of the strategy of a crawl that names none.
const Default = "breadth-first"

// registry is a value and not filled by imports, so that the same names work in
// every program.
var registry = []Entry{
	{Default, "pages near the seeds first", func(uint64) Strategy { return BreadthFirst{} }},
	{"depth-first", "the links of the page just visited first", func(uint64) Strategy { return DepthFirst{} }},
	{"random", "links in random order", func(seed uint64) Strategy { return Random{Seed: seed} }},
	{"backlink", "the pages that most pages found so far link to first", func(uint64) Strategy { return Backlink{} }},
	{"anchor-priority", "links whose anchor or URL has words that lead to papers first", func(uint64) Strategy { return &Priority{} }},
	{"tag-path-bandit", "links from places on pages whose links led to documents first", func(seed uint64) Strategy { return &TagPathBandit{Seed: seed} }},
	{"tree-frontier", "groups of alike links first of which one promises most documents, by a tree that learns", func(seed uint64) Strategy { return &TreeFrontier{Seed: seed} }},
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
