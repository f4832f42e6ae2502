package linkvalue_test

import (
	"bytes"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"
	"time"

	"sluice/internal/linkvalue"
	"sluice/page"
	"sluice/weburl"
)

func link(t *testing.T, u string) *page.Link {
	t.Helper()
	parsed, err := weburl.Parse(u)
	if err != nil {
		t.Fatal(err)
	}
	return &page.Link{URL: parsed}
}

// features returns those of a link of a page that says nothing.
func features(t *testing.T, u string) linkvalue.Features {
	t.Helper()
	on := &linkvalue.Context{URL: link(t, "http://a.example/list/").URL}
	return on.Features(link(t, u))
}

func TestModelLearnsFromOneSiteForAnother(t *testing.T) {
	m := linkvalue.New()
	for range 50 {
		m.LearnPage(features(t, "http://a.example/wine/list.html"), 5)
		m.LearnPage(features(t, "http://a.example/beer/list.html"), 0)
		m.LearnDead(features(t, "http://a.example/old/list.html"))
	}
	for _, host := range []string{"a.example", "b.example"} {
		wine, beer, old := features(t, "http://"+host+"/wine/x.html"), features(t, "http://"+host+"/beer/x.html"), features(t, "http://"+host+"/old/x.html")
		if !(m.Value(wine) > m.Value(beer)) || !(m.Alive(wine) > m.Alive(old)) {
			t.Errorf("on %s: wine %.3f, beer %.3f; there is a page: %.3f, in old %.3f", host, m.Value(wine), m.Value(beer), m.Alive(wine), m.Alive(old))
		}
	}
}

// TestOldPagesAreLearned: what is learned of links on old pages holds for those on other sites, and for pages of about the same age.
func TestOldPagesAreLearned(t *testing.T) {
	const year = 365 * 24 * time.Hour
	onPage := func(host string, age time.Duration) linkvalue.Features {
		on := &linkvalue.Context{URL: link(t, "http://"+host+"/list/").URL, Age: age}
		return on.Features(link(t, "http://"+host+"/x"))
	}
	m := linkvalue.New()
	for i := range 100 {
		m.LearnDead(onPage(fmt.Sprintf("a%d.example", i), 9*year))
		m.LearnPage(onPage(fmt.Sprintf("b%d.example", i), year/2), 1)
	}
	old, unknown, young := m.Alive(onPage("c.example", 10*year)), m.Alive(onPage("c.example", 0)), m.Alive(onPage("c.example", year/2))
	if !(old < unknown && unknown < young) {
		t.Errorf("there is a page behind a link: %.3f on an old page, %.3f on one of unknown age, %.3f on a young one", old, unknown, young)
	}
	if today := m.Alive(onPage("c.example", time.Hour)); today != unknown {
		t.Errorf("a page that was made on request differs from one of unknown age: %.3f, %.3f", today, unknown)
	}
}

func TestModelStaysFinite(t *testing.T) {
	m := linkvalue.New()
	f := features(t, "http://a.example/x")
	for range 1000 {
		for _, worth := range []float64{math.NaN(), math.Inf(1), math.Inf(-1), math.MaxFloat64, -1} {
			m.LearnPage(f, worth)
			m.LearnDead(f)
		}
	}
	if v := m.Value(f); !(v > 0 && v < 100) {
		t.Errorf("value %v", v)
	}
}

// TestEstimateFollowsEveryChange: the sum of what links of a page share is kept between estimates.
func TestEstimateFollowsEveryChange(t *testing.T) {
	learned := linkvalue.New()
	f := features(t, "http://a.example/wine/list.html")
	for range 50 {
		learned.LearnPage(f, 3)
	}
	if len(f.Shared) == 0 {
		t.Fatal("the features have none that the links of a page share")
	}
	for name, change := range map[string]func(*linkvalue.Model){
		"LearnPage": func(m *linkvalue.Model) { m.LearnPage(f, 9) },
		"LearnDead": func(m *linkvalue.Model) { m.LearnDead(f) },
		"ForgetWorth": func(m *linkvalue.Model) {
			m.LearnPage(f, 9)
			m.Value(f)
			m.ForgetWorth()
		},
		"RestorePart": func(m *linkvalue.Model) {
			for part := range linkvalue.Parts {
				m.RestorePart(learned.AppendPart(nil, part), part)
			}
		},
	} {
		asked, other := linkvalue.New(), linkvalue.New()
		asked.Value(f)
		change(asked)
		change(other)
		again := linkvalue.Features{Own: f.Own, Shared: slices.Clone(f.Shared)} // of another page
		if got, want := asked.Value(f), other.Value(again); got != want {
			t.Errorf("%s: value %v, want %v", name, got, want)
		}
	}
}

func TestPartsRestoreAModel(t *testing.T) {
	m := linkvalue.New()
	f := features(t, "http://a.example/wine/list.html")
	for range 50 {
		m.LearnPage(f, 3)
	}
	again := linkvalue.New()
	for part := range linkvalue.Parts {
		if !again.RestorePart(m.AppendPart(nil, part), part) {
			t.Fatalf("part %d is not restored", part)
		}
	}
	if a, b := m.Value(f), again.Value(f); math.Abs(a-b) > a/20 {
		t.Errorf("value %v, before %v", b, a)
	}
	for _, bad := range [][]byte{nil, {1}, bytes.Repeat([]byte{0xff}, len(m.AppendPart(nil, 0)))} {
		if again.RestorePart(bad, 0) {
			t.Errorf("%d damaged bytes are restored", len(bad))
		}
	}
}

func TestRestoredModelLearnsAnewWhatWordsAreWorth(t *testing.T) {
	m := linkvalue.New()
	f := linkvalue.Features{Own: []uint32{7}} // a general one
	for range 2000 {
		m.LearnPage(f, 3)
	}
	again := linkvalue.New()
	for part := range linkvalue.Parts {
		again.RestorePart(m.AppendPart(nil, part), part)
	}
	for range 20 { // on another site
		m.LearnPage(f, 0)
		again.LearnPage(f, 0)
	}
	if !(again.Worth(f) < 0.9*m.Worth(f)) {
		t.Errorf("worth %.2f after 20 pages of another crawl, %.2f without the restart", again.Worth(f), m.Worth(f))
	}
}

func TestPriorIsOfGeneralFeatures(t *testing.T) {
	m := linkvalue.New()
	f := features(t, "http://a.example/wine/list.html")
	for range 50 {
		m.LearnPage(f, 9)
	}
	prior := linkvalue.FromPrior(m.Prior())
	for _, i := range append(f.Own[:len(f.Own):len(f.Own)], f.Shared...) {
		if worth := prior.Worth(linkvalue.Features{Own: []uint32{i}}); (i < linkvalue.General) != (worth != 1) {
			t.Errorf("feature %d (general below %d) has worth %v", i, linkvalue.General, worth)
		}
	}
	if linkvalue.Shipped().Value(f) == linkvalue.New().Value(f) {
		t.Error("the model that ships knows nothing")
	}
}

func FuzzFeatures(f *testing.F) {
	f.Add("http://a.example/a/b.html?x=1", "html body a", "http://a.example/~me/")
	f.Add("https://b.example/", "", "http://a.example")
	f.Fuzz(func(t *testing.T, to, path, from string) {
		u, err := weburl.Parse(to)
		if err != nil {
			return
		}
		on := &linkvalue.Context{}
		if p, err := weburl.Parse(from); err == nil {
			on.URL = p
		} else {
			on = nil
		}
		of := on.Features(&page.Link{URL: u, Path: strings.Repeat(path, 3), Position: -1})
		list := append(of.Own, of.Shared...)
		if len(list) > 200 {
			t.Errorf("%d features of %s", len(list), to)
		}
		for _, x := range list {
			if x >= linkvalue.Size {
				t.Errorf("feature %d", x)
			}
		}
	})
}
