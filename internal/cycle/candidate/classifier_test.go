package candidate_test

import (
	"testing"

	"sluice/internal/cycle/candidate"
	"sluice/learn"
	"sluice/page"
	"sluice/weburl"
)

// TestClassifierOnTheHostsOfThePublication: of the hosts of table 32, each classified without those of its own domain, most that are accepted are valid, where the
// first rule accepts all.
func TestClassifierOnTheHostsOfThePublication(t *testing.T) {
	all := candidate.Published()
	if len(all) != 99 {
		t.Fatalf("%d hosts, want 99", len(all))
	}
	domains := make([]string, len(all))
	for i := range all {
		u, err := weburl.Parse("http://" + all[i].Host + "/")
		if err != nil {
			t.Fatal(err)
		}
		domains[i] = u.Domain()
	}
	var counts learn.Confusion
	for _, fold := range learn.Folds(domains, 0) {
		var train []candidate.Labelled
		for _, i := range fold.Train {
			train = append(train, all[i])
		}
		c, err := candidate.NewClassifier(candidate.ComputerScience(), train)
		if err != nil {
			t.Fatal(err)
		}
		for _, i := range fold.Test {
			counts.Add(string(all[i].Class), string(c.Classify(&all[i].Evidence).Class))
		}
	}
	fitting, broad := counts.Measure(string(candidate.Fitting)), counts.Measure(string(candidate.TooBroad))
	right, n := counts.Accuracy()
	t.Logf("%d of %d right; fitting: precision %.2f, recall %.2f; too broad: precision %.2f, recall %.2f", right, n, fitting.Precision, fitting.Recall, broad.Precision, broad.Recall)
	if fitting.Precision < 0.75 || fitting.Recall < 0.8 || broad.Recall < 0.7 {
		t.Error("want 0.75, 0.8 and a recall of 0.7 of those that are too broad")
	}
}

// homeOf returns what is judged of a home page.
func homeOf(t *testing.T, url, html string) *candidate.HomePage {
	t.Helper()
	u, err := weburl.Parse(url)
	if err != nil {
		t.Fatal(err)
	}
	var parser page.Parser
	p := parser.Parse([]byte(html), page.Source{URL: u, ContentType: "text/html"})
	defer p.Release()
	home := candidate.NewHomePage(p)
	return &home
}

// learned returns a classifier that knows ten research groups and ten shops besides the published hosts.
func learned(t *testing.T) *candidate.Classifier {
	t.Helper()
	hosts := candidate.Published()
	for range 10 {
		for class, html := range map[candidate.Class]string{candidate.Fitting: `<a href=/p>Publications</a><a href=/q>People</a><a href=/a.pdf>a</a>`,
			candidate.Unfit: `<a href=/s>Shop</a><a href=/c>Cart</a><a href=/p>Products</a>`} {
			home := homeOf(t, "http://x.example/", html)
			hosts = append(hosts, candidate.Labelled{Evidence: candidate.Evidence{Host: "x.example", Home: home, Keywords: 2}, Class: class, Weight: candidate.SiteWeight})
		}
	}
	c, err := candidate.NewClassifier(candidate.ComputerScience(), hosts)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func TestClassesOfHosts(t *testing.T) {
	c := learned(t)
	for _, test := range []struct {
		host, html string
		k, a       int
		want       candidate.Class
	}{
		{"robots.cs.example.edu", `<a href=/p>Publications</a><a href=/a.pdf>a</a>`, 4, 1, candidate.Fitting},
		{"www.example.com", `<a href=/s>Shop</a><a href=/c>Cart</a><a href=/p>Products</a>`, 2, 0, candidate.Unfit},
		{"www.example.edu", `<a href=/adm>Admissions</a><a href=/alumni>Alumni</a>`, 2, 0, candidate.TooBroad},
		{"", "", 0, 0, candidate.Unfit}, {"a host that is none", "\xff\x00<a href=\x80>", 0, 0, candidate.Unfit},
	} {
		e := candidate.Evidence{Host: test.host, Keywords: test.k, Anchors: test.a, Home: homeOf(t, "http://x.example/", test.html)}
		got := c.Classify(&e)
		if got.Class != test.want || !(got.Probability > 0.34 && got.Probability <= 1) || got.Reason == "" {
			t.Errorf("%q: %+v, want %s", test.host, got, test.want)
		}
	}
}

// TestPartOfAHostThatIsTooBroad: a host of the same domain with the subject in name and link text is proposed before one of the two, and a directory before nothing.
// Hosts of others, documents and the home page itself are none.
func TestPartOfAHostThatIsTooBroad(t *testing.T) {
	c := learned(t)
	for _, test := range []struct{ html, want string }{
		{`<a href=/physics/>Physics</a><a href=/depts/cs/index.html>Department of Computer Science</a>`, "http://www.example.edu/depts/cs/"},
		{`<a href=/depts/cs/>Computer Science</a><a href=http://www.cs.example.edu/>Computer Science</a>`, "http://www.cs.example.edu/"},
		{`<a href=http://www.cs.example.edu/home/index.html>Our department</a><a href=/robotics/>Robotics</a>`, "http://www.cs.example.edu/home/"},
		{`<a href=/lab/robots.html>Robotics laboratory</a>`, "http://www.example.edu/lab/"},
		{`<a href=http://www.cs.other.edu/>Computer Science elsewhere</a><a href=/cs.pdf>Computer Science</a><a href=/>Computer Science</a>`, ""},
		{`<a href=/physics/>Physics</a>`, ""}, {``, ""},
	} {
		e := candidate.Evidence{Host: "www.example.edu", Home: homeOf(t, "http://www.example.edu/", test.html)}
		got, ok := c.Part(&e)
		if ok != (test.want != "") || ok && got.String() != test.want {
			t.Errorf("%s: part %s, %t, want %q", test.html, got, ok, test.want)
		}
	}
	if _, ok := c.Part(&candidate.Evidence{Host: "www.example.edu"}); ok {
		t.Error("a part without a home page")
	}
}

func TestTextsOfLinksToHosts(t *testing.T) {
	texts := candidate.LinkTexts{}
	for range 60 {
		texts.Add("a.example", homeOf(t, "http://a.example/", `<a href=http://b.example/x>Robotics</a><a href=/own>own</a><a href=http://b.example/><img src=x></a>`))
	}
	if len(texts) != 1 || len(texts["b.example"]) != 50 || texts["b.example"][0] != "Robotics" {
		t.Errorf("texts %v", texts)
	}
}
