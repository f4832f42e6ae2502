package fulltext_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"sluice/search"
)

func TestEmptyResultTriesFewerWords(t *testing.T) {
	x := shelfIndex(t)
	r := find(t, x, search.Query{Text: "neural gradient xyzzy"})
	if keys(r) != "| nets" || !cmp.Equal(r.Notes, []string{"no text has xyzzy", "no text has all the words; these have some of them"}) {
		t.Errorf("found %q with the notes %q", keys(r), r.Notes)
	}
	r = find(t, x, search.Query{Text: "heap gradient"})
	if keys(r) != "| art dist nets" || !cmp.Equal(r.Notes, []string{"no text has all the words; these have some of them"}) {
		t.Errorf("found %q with the notes %q", keys(r), r.Notes)
	}
	r = find(t, x, search.Query{Text: "welcome networks"})
	if keys(r) != "http://uni.example/ | art dist nets" || !r.Hits[0].Page ||
		!cmp.Equal(r.Notes, []string{"no document has all the words; pages that have them: 1 (--kind pages)"}) {
		t.Errorf("found %q with the notes %q", keys(r), r.Notes)
	}
	r = find(t, x, search.Query{Text: "gradient neural networks"})
	if keys(r) != "nets | art dist http://uni.example/" || !cmp.Equal(r.Notes, []string{"1 has all the words; the others have some"}) {
		t.Errorf("found %q with the notes %q", keys(r), r.Notes)
	}
	r = find(t, x, search.Query{Text: "networks genre:poem"})
	if r.Total != 0 || !cmp.Equal(r.Notes, []string{`nothing matches the genre "poem"`}) {
		t.Errorf("%d found with the notes %q", r.Total, r.Notes)
	}
}
