package catalogtest

import (
	"slices"
	"testing"
	"time"

	"sluice/internal/catalogue"
)

// Knowledge tests what relies on the entries that crawls have learned and people have decided of.
func Knowledge(t *testing.T, open func(t *testing.T) *catalogue.Catalogue) {
	run(t, open, map[string]func(*testing.T, *catalogue.Catalogue){
		"learned again": knowledgeLearned, "decisions": knowledgeDecisions, "removed sites": knowledgeRemoved, "carried over": knowledgeCarried,
	})
}

// knowledgeOf returns the entries by their value.
func knowledgeOf(t *testing.T, c *catalogue.Catalogue) map[string]catalogue.KnowledgeEntry {
	t.Helper()
	all, err := c.Knowledge.Entries(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	byValue := map[string]catalogue.KnowledgeEntry{}
	for _, e := range all {
		byValue[e.Value] = e
	}
	return byValue
}

// avoided returns an entry of a directory of a site.
func avoided(value string, pages int64) catalogue.KnowledgeEntry {
	return catalogue.KnowledgeEntry{KnowledgeKey: catalogue.KnowledgeKey{Kind: catalogue.AvoidedDirectory, Site: "a.example", Value: value}, Pages: pages, Crawls: 3}
}

// learn learns entries after a crawl.
func learn(t *testing.T, c *catalogue.Catalogue, begun time.Time, added, dropped int, entries ...catalogue.KnowledgeEntry) {
	t.Helper()
	if a, d, err := c.Knowledge.Learn(t.Context(), begun, entries); a != added || d != dropped || err != nil {
		t.Errorf("Learn(%v) = %d added, %d dropped, %v; want %d, %d", entries, a, d, err, added, dropped)
	}
}

// What is learned again keeps the time since when it is known; what is not is dropped.
func knowledgeLearned(t *testing.T, c *catalogue.Catalogue) {
	if at, err := c.Knowledge.LearnedAfter(t.Context()); !at.IsZero() || err != nil {
		t.Errorf("LearnedAfter() of an empty catalogue = %v, %v", at, err)
	}
	learn(t, c, Day(1), 2, 0, avoided("a.example/x/", 5), avoided("a.example/y/", 2))
	learn(t, c, Day(2), 1, 1, avoided("a.example/x/", 7), avoided("a.example/z/", 1))
	learn(t, c, Day(2), 0, 0, avoided("a.example/x/", 7), avoided("a.example/z/", 1)) // a crawl that ends again
	got := knowledgeOf(t, c)
	if x, z := got["a.example/x/"], got["a.example/z/"]; len(got) != 2 || x.Pages != 7 || x.Crawls != 3 || !x.Since.Equal(Day(1)) || !z.Since.Equal(Day(2)) || z.State != catalogue.KnowledgeActive {
		t.Errorf("entries %+v", got)
	}
	if at, err := c.Knowledge.LearnedAfter(t.Context()); !at.Equal(Day(2)) || err != nil {
		t.Errorf("LearnedAfter() = %v, %v", at, err)
	}
}

// Decisions of people outlast what is learned.
func knowledgeDecisions(t *testing.T, c *catalogue.Catalogue) {
	learn(t, c, Day(1), 2, 0, avoided("a.example/locked/", 5), avoided("a.example/deleted/", 5))
	stop := catalogue.KnowledgeKey{Kind: catalogue.StopDirectory, Value: "handouts"}
	decide := func(key catalogue.KnowledgeKey, state catalogue.KnowledgeState) {
		t.Helper()
		if err := c.Knowledge.Decide(t.Context(), key, state, Day(2)); err != nil {
			t.Fatal(err)
		}
	}
	decide(avoided("a.example/locked/", 0).KnowledgeKey, catalogue.KnowledgeLocked)
	decide(avoided("a.example/deleted/", 0).KnowledgeKey, catalogue.KnowledgeDeleted)
	decide(stop, catalogue.KnowledgeLocked)
	learn(t, c, Day(3), 0, 0, avoided("a.example/deleted/", 9))
	got := knowledgeOf(t, c)
	for value, want := range map[string]catalogue.KnowledgeEntry{
		"a.example/locked/":  {KnowledgeKey: avoided("a.example/locked/", 0).KnowledgeKey, Pages: 5, Crawls: 3, Since: Day(2), State: catalogue.KnowledgeLocked},
		"a.example/deleted/": {KnowledgeKey: avoided("a.example/deleted/", 0).KnowledgeKey, Pages: 9, Crawls: 3, Since: Day(2), State: catalogue.KnowledgeDeleted},
		"handouts":           {KnowledgeKey: stop, Since: Day(2), State: catalogue.KnowledgeLocked},
	} {
		if got[value] != want {
			t.Errorf("entry %+v, want %+v", got[value], want)
		}
	}
	decide(stop, catalogue.KnowledgeActive)
	learn(t, c, Day(4), 0, 1)
	if got := knowledgeOf(t, c); len(got) != 2 {
		t.Errorf("entries %+v, want the decisions alone", got)
	}
}

// The entries of a site that is removed go with it.
func knowledgeRemoved(t *testing.T, c *catalogue.Catalogue) {
	stop := catalogue.KnowledgeEntry{KnowledgeKey: catalogue.KnowledgeKey{Kind: catalogue.StopDirectory, Value: "handouts"}, Documents: 5}
	learn(t, c, Day(1), 2, 0, avoided("a.example/x/", 5), stop)
	if err := c.Removals.Reapply(t.Context(), []catalogue.Removal{{Pattern: "a.example", At: Day(2)}}); err != nil {
		t.Fatal(err)
	}
	if got := knowledgeOf(t, c); len(got) != 1 || got["handouts"].Documents != 5 {
		t.Errorf("entries after the removal: %+v", got)
	}
}

// A catalogue that is rebuilt has the entries of the old one.
func knowledgeCarried(t *testing.T, c *catalogue.Catalogue) {
	old := Memory(t)
	learn(t, old, Day(1), 1, 0, avoided("a.example/x/", 5))
	learn(t, c, Day(2), 1, 0, avoided("a.example/y/", 5))
	if err := c.CopyDocuments(t.Context(), old); err != nil {
		t.Fatal(err)
	}
	want, _ := old.Knowledge.Entries(t.Context())
	got, err := c.Knowledge.Entries(t.Context())
	if at, errAt := c.Knowledge.LearnedAfter(t.Context()); err != nil || errAt != nil || !slices.Equal(got, want) || !at.Equal(Day(1)) {
		t.Errorf("entries %+v of %v, %v, %v; want %+v", got, at, err, errAt, want)
	}
}
