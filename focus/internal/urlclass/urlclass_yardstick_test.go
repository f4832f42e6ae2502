//go:build yardstick

package urlclass

import (
	"archive/tar"
	"bufio"
	"compress/gzip"
	"encoding/json"
	"errors"
	"io"
	"math/rand/v2"
	"os"
	"strings"
	"testing"

	"sluice/internal/conformancetest"
)

// TestDocumentsOfLargeSites measures how often a classifier that begins with nothing takes a URL of a large site for the right kind,
// each judged before it is learned. Gauquier, Manolescu and Senellart report 97.3 % as the mean of eleven sites, 91.1 % as the worst.
func TestDocumentsOfLargeSites(t *testing.T) {
	sites := largeSites(t)
	if len(sites) < 7 {
		t.Fatalf("%d sites, want 7", len(sites))
	}
	mean, worst := 0.0, 1.0
	for _, s := range sites {
		r := rand.New(rand.NewPCG(1, 2))
		r.Shuffle(len(s.urls), func(i, j int) { s.urls[i], s.urls[j] = s.urls[j], s.urls[i] })
		var c Classifier
		right, judged, found, documents := 0, 0, 0, 0
		for _, e := range s.urls {
			if c.trained > 0 {
				judged++
				is := c.Document(e.url)
				if is == e.document {
					right++
				}
				if e.document {
					documents++
					if is {
						found++
					}
				}
			}
			c.Learn(e.url, e.document)
		}
		accuracy := float64(right) / float64(judged)
		t.Logf("%-22s accuracy %.4f recall %.4f of %d documents among %d URLs", s.name, accuracy, float64(found)/float64(max(1, documents)), documents, judged)
		mean += accuracy / float64(len(sites))
		worst = min(worst, accuracy)
	}
	t.Logf("mean accuracy %.4f, worst %.4f", mean, worst)
	if mean < 0.973 || worst < 0.911 {
		t.Errorf("mean accuracy %.4f, worst %.4f; want 0.973 and 0.911", mean, worst)
	}
}

// site is a web site with its URLs.
type site struct {
	name string
	urls []example
}

// largeSites returns the large sites beside the project: the URLs of their pages and those of the documents they link to.
func largeSites(t *testing.T) []site {
	var described map[string]struct {
		Hosts        map[string]int
		DocumentOnly json.RawMessage `json:"document_only_hosts"`
	}
	b, err := os.ReadFile(conformancetest.Path(t, "web-large", "sites.json"))
	if err == nil {
		err = json.Unmarshal(b, &described)
	}
	if err != nil {
		t.Fatal(err)
	}
	siteOf := map[string]string{}
	urls := map[string][]example{}
	for name, d := range described {
		for host := range d.Hosts {
			siteOf[host] = name
		}
	}
	for _, path := range pagesIn(t, conformancetest.Path(t, "web-large", "sites.tar.gz")) {
		host, _, _ := strings.Cut(path, "/")
		urls[siteOf[host]] = append(urls[siteOf[host]], example{"http://" + path, false})
	}
	f, err := os.Open(conformancetest.Path(t, "web-large", "documents.tsv"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	for lines := bufio.NewScanner(f); lines.Scan(); {
		if d := strings.Split(lines.Text(), "\t"); len(d) > 2 && siteOf[d[0]] != "" {
			urls[siteOf[d[0]]] = append(urls[siteOf[d[0]]], example{"http://" + d[0] + d[1], true})
		}
	}
	var sites []site
	for name := range described {
		sites = append(sites, site{name, urls[name]})
	}
	return sites
}

// pagesIn returns the paths of the pages in an archive, from their hosts on.
func pagesIn(t *testing.T, name string) (paths []string) {
	f, err := os.Open(name)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	plain, err := gzip.NewReader(f)
	if err != nil {
		t.Fatal(err)
	}
	for r := tar.NewReader(plain); ; {
		h, err := r.Next()
		if errors.Is(err, io.EOF) {
			return paths
		}
		if err != nil {
			t.Fatal(err)
		}
		if h.Typeflag == tar.TypeReg {
			paths = append(paths, strings.TrimSuffix(strings.TrimPrefix(h.Name, "sites/"), "index.html"))
		}
	}
}
