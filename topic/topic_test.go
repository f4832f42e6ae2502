package topic_test

import (
	"math"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"sluice/learn/classifier"
	"sluice/page"
	"sluice/text"
	"sluice/text/vector"
	"sluice/topic"
	"sluice/weburl"
)

// ofWords returns the topic of words.
func ofWords(t testing.TB, words string) *topic.Topic {
	t.Helper()
	d, err := topic.FromWords(words)
	if err != nil {
		t.Fatal(err)
	}
	out, err := topic.New(d, nil)
	if err != nil {
		t.Fatal(err)
	}
	return out
}

func TestRelevanceOfWords(t *testing.T) {
	long := strings.Repeat("Something else altogether is said in these sentences of the annual report. ", 300)
	for _, c := range []struct {
		name, words, title, body string
		low, high                float64
	}{
		{"all words, often", "machine learning lecture notes", "Machine Learning", "Lecture notes on machine learning. The notes of each lecture.", 0.7, 1},
		{"all words in another form", "machine learning", "", "Machines that learn. A learning machine. Learned machines.", 0.3, 1},
		{"half of the words", "machine learning lecture notes", "Machine learning", "Machine learning and neural networks.", 0.3, 0.6},
		{"no word", "machine learning", "Football", "The match was lost.", 0, 0},
		{"a word in a long text", "machine learning", "Annual report", long + "The machine was sold.", 0, 0.01},
		{"nothing", "machine learning", "", "", 0, 0},
		{"one of several alternatives", "astronomy, telescopes, galaxies, nebulae", "Telescopes", "Telescopes and how to build telescopes", 0.3, 0.7},
		{"two of several alternatives", "astronomy, telescopes, galaxies, nebulae", "Telescopes and galaxies", "Telescopes show galaxies: telescopes of all kinds, galaxies of all kinds", 0.5, 1},
		{"Cyrillic", "машинное обучение", "Машинное обучение", "машинное обучение и нейронные сети, машинное обучение", 0.6, 1},
		{"ideographs", "机器学习", "机器学习", "机器学习是人工智能的一个分支。机器学习", 0.6, 1},
		{"another script", "machine learning", "机器学习", "机器学习是人工智能的一个分支", 0, 0},
		{"stop words do not count", "history of the book", "", "the of the of the of and the of", 0, 0},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := ofWords(t, c.words).Relevance(topic.Text(c.title, c.body)...); got < c.low || got > c.high {
				t.Errorf("relevance %v, want %v to %v", got, c.low, c.high)
			}
		})
	}
}

func TestRelevanceOfAPage(t *testing.T) {
	x := ofWords(t, "machine learning")
	if x.Name() != "machine learning" || x.Threshold() != 0.5 {
		t.Errorf("name %q, threshold %v", x.Name(), x.Threshold())
	}
	u, err := weburl.Parse("http://a.example/")
	if err != nil {
		t.Fatal(err)
	}
	relevance := func(html string) float64 {
		var parser page.Parser
		return x.Relevance(topic.Page(parser.Parse([]byte(html), page.Source{URL: u, ContentType: "text/html"}), nil)...)
	}
	rest := "<p>Some of what follows is said about other things" + strings.Repeat(", and about other things", 100)
	inTitle, inHeading, inBody := relevance("<title>Machine learning</title>"+rest), relevance("<h1>Machine learning</h1>"+rest), relevance("<p>Machine learning"+rest)
	if !(inTitle >= inHeading && inHeading > inBody && inBody > 0) {
		t.Errorf("relevance with the words in the title %v, in a heading %v, in the text %v", inTitle, inHeading, inBody)
	}
}

func TestWhatASiteRepeatsIsNotJudged(t *testing.T) {
	u, err := weburl.Parse("http://a.example/")
	if err != nil {
		t.Fatal(err)
	}
	var parser page.Parser
	p := parser.Parse([]byte(`<title>Opening hours</title><meta name=description content="All on machine learning"><h1>Machine learning</h1><ul><li>Machine learning<li>Machines
		that learn</ul><p>Open from eight to eight.`), page.Source{URL: u, ContentType: "text/html"})
	var site text.Blocks
	site.Add("Machine learning", true)
	site.Add("Machine learning", false)
	site.Add("Machines that learn", false)
	site.Add("All on machine learning", false)
	x := ofWords(t, "machine learning")
	if with, without := x.Relevance(topic.Page(p, nil)...), x.Relevance(topic.Page(p, site.Set())...); with < 0.5 || without != 0 {
		t.Errorf("relevance %v with what the site repeats, %v without it", with, without)
	}
}

func TestRepeatedTermsSaturate(t *testing.T) {
	x := ofWords(t, "machine learning lecture notes")
	honest := x.Relevance(topic.Text("Machine learning", "Lecture notes on machine learning, of one lecture a week.")...)
	stuffed := x.Relevance(topic.Text("Cheap flights", "Cheap flights. "+strings.Repeat("lecture ", 1000))...)
	if stuffed > 0.05 || stuffed >= honest {
		t.Errorf("a page that repeats one word has %v, a relevant one %v", stuffed, honest)
	}
}

func TestTopicWithoutWordsIsRefused(t *testing.T) {
	for _, words := range []string{"", "  ", "the of and", "?!", ",,,"} {
		if _, err := topic.FromWords(words); err == nil || !strings.Contains(err.Error(), "word") {
			t.Errorf("%q: error %v", words, err)
		}
	}
}

var samples = struct{ good, bad []string }{
	good: []string{
		"A spider visits web pages. The crawler keeps its frontier of URLs, and politeness delays between requests.",
		"Focused crawling: a crawler with a classifier orders the frontier, so that relevant pages come first. Politeness matters.",
		"The frontier of a crawler holds URLs. Robots exclusion and politeness of crawlers.",
	},
	bad: []string{
		"A spider is an animal with eight legs. Its web catches flies, and pages of books describe it.",
		"The frontier between the countries was closed. Politeness did not help the travellers.",
	},
}

// fields returns texts without titles.
func fields(texts ...string) (all [][]vector.Field) {
	for _, s := range texts {
		all = append(all, topic.Text("", s))
	}
	return all
}

func TestLearnedFromExamples(t *testing.T) {
	c, err := topic.Learn("crawling", "", fields(samples.good...), fields(samples.bad...), topic.Options{})
	if err != nil {
		t.Fatal(err)
	}
	c.Good = true
	other, err := topic.Learn("not crawling", "", fields(samples.bad...), fields(samples.good...), topic.Options{})
	if err != nil {
		t.Fatal(err)
	}
	x, err := topic.New(topic.Definition{Name: "crawling", Classes: []topic.Class{c, other}}, nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range samples.good {
		if p := x.Relevance(fields(s)[0]...); p < 0.5 {
			t.Errorf("%v: %s", p, s)
		}
	}
	for _, s := range samples.bad {
		if p := x.Relevance(fields(s)[0]...); p > 0.4 {
			t.Errorf("%v: %s", p, s)
		}
	}
	unseen := "Our crawler orders its frontier by relevance, with politeness to every host: crawlers need URLs."
	if p := x.Relevance(fields(unseen)[0]...); p < 0.5 {
		t.Errorf("unseen text: %v; terms %v", p, c.Terms)
	}
}

func TestWordsAreExpandedByFeedback(t *testing.T) {
	c, err := topic.Learn("crawler", "crawler", fields(samples.good...), nil, topic.Options{})
	if err != nil {
		t.Fatal(err)
	}
	weights := map[string]float64{}
	for _, term := range c.Terms {
		weights[term.Text] = term.Weight
	}
	if weights["crawler"] == 0 || weights["frontier"] == 0 || weights["politeness"] == 0 {
		t.Errorf("terms %v", c.Terms)
	}
	if weights["crawler"] <= weights["frontier"] {
		t.Errorf("the word that was asked for weighs %v, another %v", weights["crawler"], weights["frontier"])
	}
	if weights["pages"] != 0 || weights["the"] != 0 {
		t.Errorf("common words were learned: %v", c.Terms)
	}
}

// Without a library nothing else is known of what words of prose are worth.
func TestExamplesDoNotTeachWordsOfAnyProse(t *testing.T) {
	c, err := topic.Learn("x", "", fields(
		"Probably many crawlers need politeness, and much else", "A crawler probably needs many queues",
		"Many think that politeness is probably much needed", "Crawlers and queues: probably many"), nil, topic.Options{})
	if err != nil {
		t.Fatal(err)
	}
	var learned []string
	for _, term := range c.Terms {
		learned = append(learned, term.Text)
	}
	slices.Sort(learned)
	if want := []string{"crawlers", "politeness", "queues"}; !slices.Equal(learned, want) {
		t.Errorf("learned %q, want %q", learned, want)
	}
}

func TestBackgroundTellsWhatIsRare(t *testing.T) {
	var background topic.Background
	for range 30 {
		background.Add("", fields("politeness is said on every page of this collection")[0]...)
	}
	if background.Len() != 30 {
		t.Errorf("%d texts", background.Len())
	}
	c, err := topic.Learn("crawler", "crawler", fields(samples.good...), nil, topic.Options{Background: &background})
	if err != nil {
		t.Fatal(err)
	}
	for _, term := range c.Terms {
		if term.Text == "politeness" {
			t.Errorf("a word that all texts have was learned: %v", c.Terms)
		}
	}
}

func TestNothingToLearnFromIsAnError(t *testing.T) {
	for name, texts := range map[string][]string{"no text": nil, "empty texts": {"", " "}, "nothing in common": {"alpha beta", "gamma delta", "epsilon zeta", "eta theta", "iota kappa"}} {
		if c, err := topic.Learn("x", "", fields(texts...), nil, topic.Options{}); err == nil {
			t.Errorf("%s: %v", name, c)
		}
	}
}

func TestTaxonomyWithMarkedClasses(t *testing.T) {
	d := topic.ACM()
	if _, err := topic.New(d, nil); err == nil {
		t.Error("a taxonomy without a good class is a topic")
	}
	mark := func(name string) topic.Definition {
		d := topic.ACM()
		for i := range d.Classes {
			d.Classes[i].Good = d.Classes[i].Name == name
		}
		return d
	}
	learning := topic.Text("Neural networks", "Supervised learning with neural networks and decision trees. A classifier is machine learning.")
	networks := topic.Text("TCP", "Congestion control is a part of TCP, a transport protocol. Routing protocols choose paths. A network protocol.")
	for _, c := range []struct {
		good                string
		ofLearning, ofOther float64 // at least, at most
	}{{"Computing methodologies/Machine learning", 0.5, 0.1}, {"Computing methodologies", 0.5, 0.2}} {
		x, err := topic.New(mark(c.good), nil)
		if err != nil {
			t.Fatal(err)
		}
		if a, b := x.Relevance(learning...), x.Relevance(networks...); a < c.ofLearning || b > c.ofOther {
			t.Errorf("%s: relevance %v and %v", c.good, a, b)
		}
		if first := x.Classify(networks...)[0].Class; first != "Networks/Network protocols" {
			t.Errorf("a text on protocols is put into %s", first)
		}
	}
}

func TestStopWordsAreThoseOfTheLanguage(t *testing.T) {
	d := topic.Definition{Name: "Philosophie", Language: "de", Classes: []topic.Class{{Name: "Philosophie", Good: true, Words: "die Geschichte der Philosophie"}}}
	x, err := topic.New(d, nil)
	if err != nil {
		t.Fatal(err)
	}
	if p := x.Relevance(topic.Text("Das Wetter", "Die Sonne und der Mond, die Erde und der Mars")...); p != 0 {
		t.Errorf("relevance of a text with stop words alone: %v, want 0", p)
	}
	if p := x.Relevance(topic.Text("Philosophie", "Die Geschichte der Philosophie. Die Philosophie und ihre Geschichte")...); p < 0.5 {
		t.Errorf("relevance of a text on the subject: %v", p)
	}
	d.Classes[0].Words = "die der und"
	if err := d.Validate(); err == nil {
		t.Error("a topic of German stop words is valid")
	}
}

func TestTopicOfAModel(t *testing.T) {
	trainer, err := classifier.New(classifier.Options{Method: classifier.NaiveBayes})
	if err != nil {
		t.Fatal(err)
	}
	for i, s := range append(append([]string{}, samples.good...), samples.bad...) {
		label := "crawling"
		if i >= len(samples.good) {
			label = "other"
		}
		if err := trainer.Add(label, topic.Text("", s)...); err != nil {
			t.Fatal(err)
		}
	}
	model, err := trainer.Train()
	if err != nil {
		t.Fatal(err)
	}
	d := topic.Definition{Name: "crawling", Model: "crawling.model", Good: []string{"crawling"}}
	x, err := topic.New(d, model)
	if err != nil {
		t.Fatal(err)
	}
	if p := x.Relevance(fields("the crawler and its frontier of URLs")[0]...); p < 0.5 {
		t.Errorf("relevance %v", p)
	}
	for name, text := range map[string]string{"nothing": "", "another script": "机器学习是人工智能的一个分支", "no known word": "kwyjibo kwyjibo"} {
		if p := x.Relevance(topic.Text("", text)...); p != 0 {
			t.Errorf("%s: relevance %v, want 0", name, p)
		}
		if shares := x.Classify(topic.Text("", text)...); len(shares) != 2 || shares[0].Probability != 0 {
			t.Errorf("%s: classes %v, want both with probability 0", name, shares)
		}
	}
	if _, err := topic.New(d, nil); err == nil {
		t.Error("a topic without its model was made")
	}
	d.Good = []string{"crawlers"}
	if _, err := topic.New(d, model); err == nil || !strings.Contains(err.Error(), "crawling, other") {
		t.Errorf("a class that the model lacks: %v", err)
	}
}

// Labels that do not exclude each other add no certainty beyond 1: that at least one of them holds is less probable than their sum.
func TestRelevanceOfSeveralLabelsIsThatOneHolds(t *testing.T) {
	trainer, err := classifier.New(classifier.Options{})
	if err != nil {
		t.Fatal(err)
	}
	for range 5 {
		for _, e := range [][2]string{{"crawling", "spider frontier"}, {"ranking", "score order"}, {"crawling ranking", "spider order"}, {"law", "court appeal"}} {
			if err := trainer.AddSeveral(strings.Fields(e[0]), topic.Text("", e[1])...); err != nil {
				t.Fatal(err)
			}
		}
	}
	model, err := trainer.Train()
	if err != nil {
		t.Fatal(err)
	}
	x, err := topic.New(topic.Definition{Name: "x", Model: "x.model", Good: []string{"crawling", "ranking"}}, model)
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range []string{"spider frontier", "spider order court", "spider order", "court", "spider appeal"} {
		none, sum := 1.0, 0.0
		for _, share := range x.Classify(topic.Text("", s)...) {
			if share.Good {
				none *= 1 - share.Probability
				sum += share.Probability
			}
		}
		got := x.Relevance(topic.Text("", s)...)
		if math.Abs(got-(1-none)) > 1e-12 {
			t.Errorf("%s: relevance %v, want %v", s, got, 1-none)
		}
		if got >= sum {
			t.Errorf("%s: relevance %v, not below the sum %v", s, got, sum)
		}
	}
}

func TestInvalidDefinitionsAreRefused(t *testing.T) {
	class := topic.Class{Name: "a", Good: true, Terms: []topic.Term{{Text: "crawler", Weight: 1}}}
	with := func(change func(*topic.Class)) topic.Definition {
		c := class
		change(&c)
		return topic.Definition{Name: "x", Classes: []topic.Class{c}}
	}
	for want, d := range map[string]topic.Definition{
		"no class is good":     with(func(c *topic.Class) { c.Good = false }),
		"no good class has a ": with(func(c *topic.Class) { c.Terms, c.Words = nil, "the of" }),
		"weight NaN":           with(func(c *topic.Class) { c.Terms = []topic.Term{{Text: "a b", Weight: math.NaN()}} }),
		"weight -1":            with(func(c *topic.Class) { c.Terms = []topic.Term{{Text: "a b", Weight: -1}} }),
		"1 to 5 words":         with(func(c *topic.Class) { c.Terms = []topic.Term{{Text: "a b c d e f", Weight: 1}} }),
		"half":                 with(func(c *topic.Class) { c.Half = math.Inf(1) }),
		"no name":              with(func(c *topic.Class) { c.Name = "" }),
		"two of this name":     {Name: "x", Classes: []topic.Class{class, class}},
		"threshold":            {Name: "x", Threshold: 1, Classes: []topic.Class{class}},
		"exclude each other":   {Name: "x", Model: "m", Good: []string{"a"}, Classes: []topic.Class{class}},
		"none of its classes":  {Name: "x", Model: "m"},
		"remove one": {Name: "x", Classes: []topic.Class{
			{Name: "a", Good: true, Words: "crawler", Examples: []string{"http://a.example/"}}, {Name: "b", Words: "spider", Examples: []string{"http://a.example/"}}}},
	} {
		if err := d.Validate(); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("error %v, want one with %q", err, want)
		}
	}
}

func TestRelevanceIsAProbability(t *testing.T) {
	word := rapid.StringMatching(`[a-z]{1,4}`)
	rapid.Check(t, func(t *rapid.T) {
		var d topic.Definition
		for i := range rapid.IntRange(1, 4).Draw(t, "classes") {
			c := topic.Class{Name: string(rune('a' + i)), Good: i == 0 || rapid.Bool().Draw(t, "good"), Half: rapid.Float64Range(0, 1e6).Draw(t, "half")}
			for range rapid.IntRange(1, 5).Draw(t, "terms") {
				c.Terms = append(c.Terms, topic.Term{Text: word.Draw(t, "term"), Weight: rapid.Float64Range(1e-300, 1000).Draw(t, "weight")})
			}
			d.Classes = append(d.Classes, c)
		}
		x, err := topic.New(d, nil)
		if err != nil {
			t.Fatal(err)
		}
		text := strings.Join(rapid.SliceOf(word).Draw(t, "text"), " ")
		p := x.Relevance(topic.Text(word.Draw(t, "title"), text)...)
		if math.IsNaN(p) || p < 0 || p > 1 {
			t.Fatalf("relevance %v", p)
		}
		sum := 0.0
		for _, s := range x.Classify(topic.Text("", text)...) {
			sum += s.Probability
		}
		if sum > 1+1e-9 {
			t.Fatalf("the probabilities are %v together", sum)
		}
	})
}

func BenchmarkRelevance(b *testing.B) {
	page := topic.Text("Lecture notes", strings.Repeat("The lecture of this week explains supervised machine learning by classifiers and decision trees. ", 40))
	huge := topic.Text("Lecture notes", strings.Repeat("The lecture of this week explains supervised machine learning by classifiers and decision trees. ", 1e5))
	acm := topic.ACM()
	acm.Classes[0].Good, acm.Classes[1].Good = true, true
	taxonomy, err := topic.New(acm, nil)
	if err != nil {
		b.Fatal(err)
	}
	for _, c := range []struct {
		name  string
		topic *topic.Topic
		page  []vector.Field
	}{
		{"words/page of 4 kB", ofWords(b, "machine learning lecture notes"), page},
		{"words/page of 10 MB", ofWords(b, "machine learning lecture notes"), huge},
		{"taxonomy/page of 4 kB", taxonomy, page},
	} {
		b.Run(c.name, func(b *testing.B) {
			for b.Loop() {
				c.topic.Relevance(c.page...)
			}
		})
	}
}
