package linkvalue_test

import (
	"slices"
	"testing"

	"sluice/internal/linkvalue"
	"sluice/page"
	"sluice/weburl"
)

func TestLinksThatNameTheTopicAreTakenToBeWorthMore(t *testing.T) {
	m := linkvalue.New()
	m.ForgetWorth()
	p := (&page.Parser{}).Parse([]byte(`<a href=/x/1.html>Faculty and staff</a> <a href=/FacultyList/2.html>x</a> <a href=/Courses>Course notes</a> <a href=/faculties/3.html>factory</a>`),
		page.Source{URL: link(t, "http://a.example/").URL, ContentType: "text/html"})
	for _, tt := range []struct {
		words string
		more  []bool // whether each link is worth more than without the topic
	}{
		{"faculty", []bool{true, true, false, false}},
		{"Courses", []bool{false, false, true, false}},
		{"staff", []bool{true, false, false, false}},
		{"wine", []bool{false, false, false, false}},
		{"", []bool{false, false, false, false}},
	} {
		plain := &linkvalue.Context{URL: p.URL, Page: p}
		topical := &linkvalue.Context{URL: p.URL, Page: p, Topic: linkvalue.WordsOf([]string{tt.words})}
		for i := range p.Links {
			without, with := m.Value(plain.Features(&p.Links[i])), m.Value(topical.Features(&p.Links[i]))
			if (with > 2*without) != tt.more[i] || with < without {
				t.Errorf("topic %q, %s: worth %.3f, without the topic %.3f", tt.words, p.Links[i].URL, with, without)
			}
		}
	}
}

// TestNumbersDoNotNameTheTopic: all of one length are the same to a model.
func TestNumbersDoNotNameTheTopic(t *testing.T) {
	to := link(t, "http://a.example/2020/3/web/")
	plain := (&linkvalue.Context{URL: to.URL}).Features(to)
	for _, word := range []string{"2019", "3d", "4", "web2"} {
		named := (&linkvalue.Context{URL: to.URL, Topic: linkvalue.WordsOf([]string{word})}).Features(to)
		if !slices.Equal(named.Own, plain.Own) {
			t.Errorf("a path without %q names it", word)
		}
	}
}

func TestPathAloneCanNameTheTopic(t *testing.T) {
	to := link(t, "http://a.example/courses/1.html")
	on := &linkvalue.Context{URL: weburl.URL(to.URL), Topic: linkvalue.WordsOf([]string{"course"})}
	of := on.Features(to)
	on.Topic = nil
	if without := on.Features(to); len(of.Own) != len(without.Own)+1 || !slices.Contains(without.Own, of.Own[len(of.Own)-1]) {
		t.Errorf("features %v, without a topic %v: want one more, and the number of pages last", of.Own, without.Own)
	}
}
