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
