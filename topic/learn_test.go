package topic_test

import (
	"strings"
	"testing"

	"sluice/topic"
)

func TestWordsAreExpandedByRelevantTexts(t *testing.T) {
	words, err := topic.FromWords("crawler")
	if err != nil {
		t.Fatal(err)
	}
	if !words.IsWords() {
		t.Error("words are no topic of words")
	}
	d, err := words.Expand(fields(samples.good...), fields(samples.bad...))
	if err != nil {
		t.Fatal(err)
	}
	if d.IsWords() || !d.Expands(&words) || words.Expands(&d) || words.Expands(&words) {
		t.Errorf("%+v is not known as what %+v was expanded to", d, words)
	}
	if _, err := d.Expand(nil, nil); err == nil || !strings.Contains(err.Error(), "only a topic of words") {
		t.Errorf("expanded again: error %v", err)
	}
	first, err := topic.New(d, nil)
	if err != nil {
		t.Fatal(err)
	}
	// A topic that was read from its file judges the same.
	again, err := topic.Parse(d.Marshal())
	if err != nil {
		t.Fatal(err)
	}
	second, err := topic.New(again, nil)
	if err != nil {
		t.Fatal(err)
	}
	text := topic.Text("", "The frontier of URLs grows while robots are excluded.")
	if a, b := first.Relevance(text...), second.Relevance(text...); a != b || a == 0 {
		t.Errorf("a text without the words has the relevance %v, and %v by the topic in its file; want the same, above 0", a, b)
	}
	if terms := first.Terms(); len(terms) < 3 || !strings.HasPrefix(terms[0].Text, "crawl") {
		t.Errorf("terms %v; want the words first", terms)
	}
}

func TestOnlyWordsAloneAreExpanded(t *testing.T) {
	for name, d := range map[string]topic.Definition{
		"terms":      {Classes: []topic.Class{{Name: "a", Good: true, Words: "a", Terms: []topic.Term{{Text: "a", Weight: 1}}}}},
		"examples":   {Classes: []topic.Class{{Name: "a", Good: true, Words: "a", Examples: []string{"http://a.example/"}}}},
		"a model":    {Model: "a.model", Good: []string{"a"}},
		"no words":   {Classes: []topic.Class{{Name: "a", Good: true}}},
		"a choice":   {Classes: []topic.Class{{Name: "a", Good: true, Words: "a"}, {Name: "b", Words: "b"}}},
		"a taxonomy": topic.ACM(),
	} {
		if d.IsWords() {
			t.Errorf("%s: expanded", name)
		}
	}
}
