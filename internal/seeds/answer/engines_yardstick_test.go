//go:build yardstick

package answer

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"sluice/internal/conformancetest"
	"sluice/weburl"
)

// recordedAnswer is a case of the suite: an answer of an engine that others recorded.
type recordedAnswer struct {
	ID, Kind, Body string
	RequestURL     string `json:"request_url"`
	Expected       struct {
		Organic    []string
		Sponsored  []string
		Next       json.RawMessage
		Blocked    bool
		NeedScript bool `json:"needs_script"`
		More       bool
		Error      string
	}
}

// The bars, in percent of the organic results.
const (
	leastFound = 99
	mostWrong  = 1
)

// share counts how often something was right.
type share struct{ right, all int }

func (s *share) String() string {
	if s.all == 0 {
		return "none of none"
	}
	return fmt.Sprintf("%d of %d (%.1f %%)", s.right, s.all, 100*float64(s.right)/float64(s.all))
}

// apis are the descriptions of engines that answer in JSON, by the kind of the suite.
var apis = map[string]Description{
	"searxng":    {Format: JSON, Results: "results", Link: "url", Title: "title"},
	"brave-api":  {Format: JSON, Results: "web.results", Link: "url", Title: "title", Next: "query.more_results_available"},
	"google-cse": {Format: JSON, Results: "items", Link: "link", Title: "title", Next: "queries.nextPage"},
}

// TestQualityEngineAnswers measures how many organic results are found in recorded answers, how many of what is found are none, and whether any
// sponsored result is taken for an organic one. The layouts were written with these pages in view, so the rates say how exactly they are read,
// not how a page of next year is.
func TestQualityEngineAnswers(t *testing.T) {
	cases := conformancetest.CompressedCases[recordedAnswer](t, "engines")
	var organic, precise, sponsored, next, others share
	kinds := map[string]*share{}
	for _, c := range cases {
		p := c.read(t)
		if c.Expected.Blocked || c.Expected.NeedScript || c.Expected.Error != "" {
			others.all++
			if p == nil || len(p.Results) == 0 {
				others.right++
			}
			continue
		}
		if p == nil {
			p = &Page{}
		}
		got, want := keysOfResults(p.Results), keysOf(t, c.Expected.Organic)
		kind := kinds[c.Kind]
		if kind == nil {
			kind = &share{}
			kinds[c.Kind] = kind
		}
		for key, raw := range want {
			organic.all++
			kind.all++
			if got[key] != "" {
				organic.right++
				kind.right++
			} else {
				t.Logf("%s: not found: %s", c.ID, raw)
			}
		}
		for key, raw := range got {
			precise.all++
			if want[key] != "" {
				precise.right++
			} else {
				t.Logf("%s: not organic: %s", c.ID, raw)
			}
		}
		for _, raw := range c.Expected.Sponsored {
			sponsored.all++
			// The suite has the host of google.com for pages of other countries.
			if slices.ContainsFunc(p.Sponsored, func(found string) bool { return afterHost(found) == afterHost(raw) }) {
				sponsored.right++
			} else {
				t.Logf("%s: not known as sponsored: %.120s", c.ID, raw)
			}
			if u, err := weburl.Parse(raw); err == nil && got[u.Key()] != "" {
				t.Errorf("%s: sponsored, and kept: %s", c.ID, raw)
			}
		}
		if hasNext := len(c.Expected.Next) > 0 && string(c.Expected.Next) != "null" || c.Expected.More; hasNext || p.More {
			next.all++
			if hasNext == p.More {
				next.right++
			} else {
				t.Logf("%s: next page: found %v, there %v", c.ID, p.More, hasNext)
			}
		}
	}
	fmt.Printf("QUALITY seeds organic results found: %s\n", &organic)
	fmt.Printf("QUALITY seeds results kept that are organic: %s\n", &precise)
	fmt.Printf("QUALITY seeds sponsored results recognized: %s\n", &sponsored)
	fmt.Printf("QUALITY seeds next page known: %s\n", &next)
	fmt.Printf("QUALITY seeds answers without results read so: %s\n", &others)
	for _, kind := range slices.Sorted(maps.Keys(kinds)) {
		fmt.Printf("QUALITY seeds organic of %s: %s\n", kind, kinds[kind])
	}
	if 100*organic.right < leastFound*organic.all || 100*(precise.all-precise.right) > mostWrong*precise.all {
		t.Errorf("found %s, precise %s; want at least %d %%, at most %d %% wrong", &organic, &precise, leastFound, mostWrong)
	}
	if sponsored.right != sponsored.all || others.right != others.all {
		t.Errorf("sponsored %s, without results %s; want all", &sponsored, &others)
	}
}

// read reads a case: an answer in JSON by the description of its engine, a page by the layout that is recognized.
func (c *recordedAnswer) read(t *testing.T) *Page {
	t.Helper()
	from, _ := weburl.Parse(c.RequestURL)
	if d, ok := apis[strings.TrimSuffix(c.Kind, "-error")]; ok {
		r, err := New(d)
		if err != nil {
			t.Fatal(err)
		}
		p, err := r.Read([]byte(c.Body), "application/json", from)
		if c.Expected.Error != "" && errors.Is(err, ErrLayout) && Message([]byte(c.Body)) != "" {
			return nil // an error that is no list of results
		}
		if err != nil {
			t.Fatalf("%s: %v", c.ID, err)
		}
		return p
	}
	if strings.HasSuffix(c.Kind, "-api-error") {
		if Message([]byte(c.Body)) == "" {
			t.Errorf("%s: no message found", c.ID)
		}
		return nil
	}
	_, p, err := Recognize([]byte(c.Body), "text/html; charset=utf-8", from)
	if err != nil {
		t.Fatalf("%s: %v", c.ID, err)
	}
	return p
}

// afterHost returns what follows the host in a URL.
func afterHost(raw string) string {
	_, rest, _ := strings.Cut(raw, "://")
	_, rest, _ = strings.Cut(rest, "/")
	return rest
}

// keysOf returns URLs by their keys.
func keysOf(t *testing.T, urls []string) map[weburl.Key]string {
	keys := map[weburl.Key]string{}
	for _, raw := range urls {
		u, err := weburl.Parse(raw)
		if err != nil {
			t.Errorf("%s: %v", raw, err)
			continue
		}
		keys[u.Key()] = raw
	}
	return keys
}

// keysOfResults returns results by their keys.
func keysOfResults(results []Result) map[weburl.Key]string {
	keys := map[weburl.Key]string{}
	for _, r := range results {
		u, _ := weburl.Parse(r.URL)
		keys[u.Key()] = r.URL
	}
	return keys
}
