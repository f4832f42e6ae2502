//go:build yardstick

package homepage_test

import (
	"bufio"
	"compress/gzip"
	"encoding/json"
	"os"
	"slices"
	"testing"

	"sluice/internal/conformancetest"
	"sluice/internal/harvest/homepage"
)

// TestHomepagesInRecordedProfiles reads what ORCID has answered to others.
func TestHomepagesInRecordedProfiles(t *testing.T) {
	f, err := os.Open(conformancetest.Path(t, "conformance", "scholarly.jsonl.gz"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	z, err := gzip.NewReader(f)
	if err != nil {
		t.Fatal(err)
	}
	want := map[string][]string{
		"https://pub.orcid.org/v3.0/0000-0002-1642-628X/person": {"http://www.carlboettiger.info/"},
		"https://pub.orcid.org/v3.0/0000-0003-1620-1408/person": nil,
	}
	in := bufio.NewScanner(z)
	in.Buffer(nil, 16<<20)
	for in.Scan() {
		var r struct {
			URL  string `json:"request_url"`
			Body string
		}
		if json.Unmarshal(in.Bytes(), &r) != nil { // others have no text as their body
			continue
		}
		urls, ok := want[r.URL]
		if !ok {
			continue
		}
		if got := homepage.ReadProfile([]byte(r.Body)); !slices.Equal(got, urls) {
			t.Errorf("%s: %q, want %q", r.URL, got, urls)
		}
		delete(want, r.URL)
	}
	if len(want) > 0 || in.Err() != nil {
		t.Errorf("not among the answers: %v; %v", want, in.Err())
	}
}
