package topic_test

import (
	"strings"
	"testing"

	"sluice/text/vector"
	"sluice/topic"
)

func TestWordsSayTheirLanguage(t *testing.T) {
	x := ofWords(t, "histoire de la philosophie")
	if x.Language() != "fr" {
		t.Fatalf("language %q, want fr", x.Language())
	}
	for _, term := range x.Terms() {
		if term.Text == "de" || term.Text == "la" {
			t.Errorf("the stop word %s is a term", term.Text)
		}
	}
	if p := x.Relevance(topic.Text("Philosophies", "Histoires des philosophies: les histoires philosophiques")...); p < 0.3 {
		t.Errorf("a text with other forms of the words has the relevance %v", p)
	}
	if l := ofWords(t, "history of the book").Language(); l != "" {
		t.Errorf("language of English words: %q", l)
	}
	acm := topic.ACM()
	if l := acm.WordsLanguage(); l != "" {
		t.Errorf("language of the classes of the ACM: %q", l)
	}
}

var pages = struct{ english, german string }{
	english: "The forces between the molecules are weak, and they are the reason why gases become liquids when it is cold enough for them to meet.",
	german:  "Die Geschichte der Philosophie ist das Studium der Fragen, die die Menschen an die Welt gestellt haben, und was sie von ihr wissen.",
}

func TestLanguageOfMostTexts(t *testing.T) {
	for _, test := range []struct {
		name  string
		texts []string
		want  string
	}{
		{"none", nil, ""},
		{"English", []string{pages.english}, "en"},
		{"German", []string{pages.german}, "de"},
		{"half of each", []string{pages.german, pages.english}, ""},
		{"two of three", []string{pages.german, pages.english, pages.german}, "de"},
		{"too short to know", []string{"12 3"}, ""},
	} {
		if got := topic.LanguageOf(fields(test.texts...)); got != test.want {
			t.Errorf("%s: %q, want %q", test.name, got, test.want)
		}
	}
}

func TestExpandedTopicHasTheLanguageOfThePages(t *testing.T) {
	for _, test := range []struct{ words, stated, page, want string }{
		{"Philosophie, Ethik", "", "Philosophie und Ethik. " + pages.german, "de"},
		{"van der Waals forces", "", "The van der Waals forces. " + pages.english, "en"}, // not Dutch, as its stop words are
		{"histoire de la philosophie", "", "histoire philosophie", "fr"},                 // too short a page to know
		{"Philosophie, Ethik", "nl", "Philosophie und Ethik. " + pages.german, "nl"},
	} {
		d, err := topic.FromWords(test.words)
		if err != nil {
			t.Fatal(err)
		}
		d.Language = test.stated
		words := d
		if d, err = d.Expand(fields(test.page, test.page), fields("Football")); err != nil {
			t.Fatal(err)
		}
		if d.Language != test.want {
			t.Errorf("%s: language %q, want %q", test.words, d.Language, test.want)
		}
		if !d.Expands(&words) {
			t.Errorf("%s: the expanded topic is not that of the same words", test.words)
		}
		if words.Language = "sv"; d.Expands(&words) {
			t.Errorf("%s: the topic is that of the same words in another language", test.words)
		}
	}
}

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

// Two examples that have many of a class's words do not make it expect as many of other texts, nor what the two share besides.
func TestFewExamplesAddToWords(t *testing.T) {
	const words = "neural network, decision tree, random forest, gradient descent, reinforcement learning, support vector machine, kernel method, boosting"
	course := "Slides and homework of the lecture. " + strings.ReplaceAll(words, ",", " and then a") + ". Backpropagation trains it. Homework and slides in March."
	judge := func(good ...[]vector.Field) *topic.Topic {
		class, err := topic.Learn("learning", words, good, nil, topic.Options{})
		if err != nil {
			t.Fatal(err)
		}
		class.Good = true
		judge, err := topic.New(topic.Definition{Name: "learning", Classes: []topic.Class{class}}, nil)
		if err != nil {
			t.Fatal(err)
		}
		return judge
	}
	before := judge()
	after := judge(topic.Text("Lecture one", course), topic.Text("Lecture two", course+" More of the same, with more homework."))
	other := topic.Text("", "A neural network is trained by gradient descent, with backpropagation. Another neural network learns faster.")
	if was, is := before.Relevance(other...), after.Relevance(other...); was < 0.5 || is < 0.5 {
		t.Errorf("a text with two of the words has the relevance %.2f by the words, and %.2f with the examples; want 0.5 or more", was, is)
	}
	besides := topic.Text("", "The slides of the lecture on gardens and the homework, in March.")
	if is := after.Relevance(besides...); is >= 0.5 {
		t.Errorf("a text with what the examples share besides has the relevance %.2f", is)
	}
}

// Texts that have nothing in common are no class of any text with one of their words.
func TestExamplesWithoutAnythingInCommonAreNoCatchAll(t *testing.T) {
	apart := fields(
		"The concert of electronic music began with a composition for tape and flute.",
		"Rule engines interchange their rules in a markup language for keynotes of the symposium.",
		"Applied mathematics: differential equations, asymptotic analysis, and fluid dynamics.")
	good := fields(samples.good...)
	crawling, err := topic.Learn("crawling", "", good, apart, topic.Options{})
	if err != nil {
		t.Fatal(err)
	}
	crawling.Good = true
	other, err := topic.Learn("other", "", apart, good, topic.Options{})
	if err != nil {
		t.Fatal(err)
	}
	judge, err := topic.New(topic.Definition{Name: "crawling", Classes: []topic.Class{crawling, other}}, nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range samples.good {
		if p := judge.Relevance(fields(s + " One of the keynotes was about this.")[0]...); p < 0.5 {
			t.Errorf("with one word of another class the relevance is %.2f: %s", p, s)
		}
	}
	for _, text := range apart {
		if p := judge.Relevance(text...); p > 0.1 {
			t.Errorf("relevance %.2f: %s", p, text[0].Text)
		}
	}
	alone, err := topic.New(topic.Definition{Name: "other", Classes: []topic.Class{{Name: "other", Good: true, Terms: other.Terms, Half: other.Half}}}, nil)
	if err != nil {
		t.Fatal(err)
	}
	if p := alone.Relevance(fields("A concert was in the garden, and many came to listen to it.")[0]...); p >= 0.5 {
		t.Errorf("a text with one of the words has the relevance %.2f", p)
	}
}
