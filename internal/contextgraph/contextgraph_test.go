package contextgraph_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"sluice/focus"
	"sluice/internal/contextgraph"
	"sluice/internal/lab"
	"sluice/page"
	"sluice/weburl"
)

// web is the HTML of each path of a site.
type web map[string]string

var _ contextgraph.Web = web{}

func (w web) Get(_ context.Context, u weburl.URL) (*lab.Answer, error) {
	html, ok := w[u.Path()]
	if !ok {
		return &lab.Answer{Status: 404}, nil
	}
	if to, ok := strings.CutPrefix(html, ">"); ok {
		location, err := weburl.Parse("http://a.example" + to)
		return &lab.Answer{Status: 301, Location: location}, err
	}
	return &lab.Answer{Status: 200, Page: read(u, html)}, nil
}

func read(u weburl.URL, html string) *page.Page {
	var parser page.Parser
	return parser.Parse([]byte(html), page.Source{URL: u, ContentType: "text/html"})
}

func key(t *testing.T, path string) weburl.URL {
	t.Helper()
	u, err := weburl.Parse("http://a.example" + path)
	if err != nil {
		t.Fatal(err)
	}
	return u
}

// faculty is a site of six groups, each with a person, each with a list of papers, and of eight pages of cats.
func faculty(t *testing.T) (web, contextgraph.Options) {
	site := web{}
	home := "Welcome"
	o := contextgraph.Options{Seeds: []weburl.URL{key(t, "/")}, Documents: map[weburl.Key]bool{key(t, "/cv.pdf").Key(): false}}
	for i := range 6 {
		home += fmt.Sprintf(` <a href=/group%d>group</a>`, i)
		site[fmt.Sprintf("/group%d", i)] = fmt.Sprintf(`laboratory seminar <a href=/person%d>member</a>`, i)
		site[fmt.Sprintf("/person%d", i)] = fmt.Sprintf(`professor office hours <a href=/papers%d>papers</a> <a href=/cv.pdf>cv</a>`, i)
		site[fmt.Sprintf("/papers%d", i)] = fmt.Sprintf(`abstract proceedings journal <a href=/%d.pdf>PDF</a>`, i)
		o.Documents[key(t, fmt.Sprintf("/%d.pdf", i)).Key()] = true
	}
	for i := range 8 {
		home += fmt.Sprintf(` <a href=/cat%d>cat</a>`, i)
		site[fmt.Sprintf("/cat%d", i)] = `kitten whiskers abstract laboratory professor journal seminar`
	}
	site["/"] = home
	return site, o
}

func TestLayersAreDistancesFromTargets(t *testing.T) {
	site, o := faculty(t)
	m, s, err := contextgraph.Train(t.Context(), site, o)
	if err != nil {
		t.Fatal(err)
	}
	if want := []int{6, 6, 6}; !slices.Equal(s.Layers, want) || s.Pages != 27 { // the home page alone is no layer
		t.Errorf("layers %v of %d pages, want %v of 27", s.Layers, s.Pages, want)
	}
	if !slices.Contains(s.Terms, "proceedings") || slices.Contains(s.Terms, "kitten") {
		t.Errorf("terms %v", s.Terms)
	}
	if want := []string{focus.LayerLabel(0), focus.LayerLabel(1), focus.LayerLabel(2)}; !slices.Equal(m.Labels(), want) {
		t.Errorf("labels %v, want %v", m.Labels(), want)
	}
}

func TestListedPagesAreTargets(t *testing.T) {
	site, o := faculty(t)
	o.Documents, o.Targets = nil, map[weburl.Key]bool{}
	for i := range 6 {
		o.Targets[key(t, fmt.Sprintf("/person%d", i)).Key()] = true
	}
	_, s, err := contextgraph.Train(t.Context(), site, o)
	if err != nil || !slices.Equal(s.Layers, []int{6, 6}) {
		t.Errorf("%v, %v, want the persons and the groups", s, err)
	}
}

func TestNothingToLearnFrom(t *testing.T) {
	for name, c := range map[string]struct {
		site web
		want error
	}{
		"no page": {web{}, contextgraph.ErrNoTarget}, "no target": {web{"/": `<a href=/a>a</a>`, "/a": ""}, contextgraph.ErrNoTarget},
		"redirects in a circle": {web{"/": ">/a", "/a": ">/"}, contextgraph.ErrNoTarget},
		"no back-links":         {web{"/": strings.Repeat("<a href=/a>a</a>", 3) + "<a href=/1.pdf>x</a>"}, contextgraph.ErrNoTarget},
	} {
		_, o := faculty(t)
		if _, _, err := contextgraph.Train(t.Context(), c.site, o); !errors.Is(err, c.want) {
			t.Errorf("%s: %v, want %v", name, err, c.want)
		}
	}
	site, o := faculty(t)
	for path := range site {
		if strings.HasPrefix(path, "/papers") {
			o.Seeds = append(o.Seeds, key(t, path))
		} else {
			delete(site, path)
		}
	}
	if _, _, err := contextgraph.Train(t.Context(), site, o); !errors.Is(err, contextgraph.ErrNoLayer) {
		t.Errorf("targets without back-links: %v, want %v", err, contextgraph.ErrNoLayer)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, _, err := contextgraph.Train(ctx, site, o); !errors.Is(err, context.Canceled) {
		t.Errorf("after the end of the context: %v", err)
	}
}

// TestLanesOfLayers: links wait in the lane of their page's layer, and those of a page that fits none in the last.
func TestLanesOfLayers(t *testing.T) {
	site, o := faculty(t)
	m, _, err := contextgraph.Train(t.Context(), site, o)
	if err != nil {
		t.Fatal(err)
	}
	s := &focus.ContextGraph{Layers: m}
	if at := s.Place(nil, &page.Link{URL: key(t, "/")}); at.Lane != 0 {
		t.Errorf("a seed waits in lane %d, want 0", at.Lane)
	}
	const other = 16
	for html, want := range map[string]focus.Lane{"abstract proceedings": 0, "professor": 1, "kitten": other, "": other} {
		p := read(key(t, "/x"), html+` <a href=/y>x</a>`)
		v := &focus.Visit{URL: key(t, "/x"), Status: 200, Page: p, Lane: 40}
		s.Learn(v)
		if at := s.Place(v, &p.Links[0]); at.Lane != want || !(at.Score >= 0 && at.Score <= 1) {
			t.Errorf("links of a page with %q wait at %v, want lane %d", html, at, want)
		}
		if at := s.Place(v, &page.Link{Kind: page.KindRedirect}); at.Lane != other {
			t.Errorf("a redirect from lane 40 waits in lane %d, want %d", at.Lane, other)
		}
	}
	shares := s.Choose([]focus.LaneState{{Lane: 1, Ready: 1}, {Lane: other, Ready: 1}, {Lane: 99, Ready: 1}}, 1)
	if len(shares) != 3 || shares[0].Lane != 1 || shares[2].Lane != 99 {
		t.Errorf("shares %v, want the lowest lane first, and all", shares)
	}
}
