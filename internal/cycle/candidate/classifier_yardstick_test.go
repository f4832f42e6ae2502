//go:build yardstick

package candidate_test

import (
	"bufio"
	"bytes"
	"crypto/sha256"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"sluice/internal/conformancetest"
	"sluice/internal/cycle/candidate"
	"sluice/learn"
	"sluice/weburl"
)

// realHost is a host of the real sites, with its home page and whether it yields documents that a library wants.
type realHost struct {
	host, domain string
	home         *candidate.HomePage
	isFitting    bool
}

// TestHostsOfTheRealSites judges the home page of each real site, by the published rule with the ambiguous keywords removed and by classifiers that have learned
// from the published hosts and from a number of sites of other domains. A site fits if it yields documents of the genres that a library wants or, where they were
// not recorded, links to documents. A library uses the classifier once it has candidate.LeastSites sites.
func TestHostsOfTheRealSites(t *testing.T) {
	all := realHosts(t)
	domains := make([]string, len(all))
	texts := candidate.LinkTexts{}
	for i := range all {
		domains[i] = all[i].domain
		texts.Add(all[i].host, all[i].home)
	}
	k := candidate.ComputerScience()
	var rule learn.Confusion
	sizes := []int{0, 20, candidate.LeastSites, 80, 160, len(all)}
	classifiers := make([]learn.Confusion, len(sizes))
	for _, fold := range learn.Folds(domains, 10) {
		slices.SortFunc(fold.Train, func(a, b int) int { return bytes.Compare(digest(all[a].host), digest(all[b].host)) })
		for n, size := range sizes {
			sites := fold.Train[:min(size, len(fold.Train))]
			judge := candidate.NewJudge(k, representative(all, sites), false)
			hosts := candidate.Published()
			for _, i := range sites {
				x := candidate.Labelled{Evidence: evidence(judge, &all[i], texts), Class: candidate.Unfit, Weight: candidate.SiteWeight}
				if all[i].isFitting {
					x.Class = candidate.Fitting
				}
				hosts = append(hosts, x)
			}
			c, err := candidate.NewClassifier(k, hosts)
			if err != nil {
				t.Fatal(err)
			}
			for _, i := range fold.Test {
				e := evidence(judge, &all[i], texts)
				classifiers[n].Add(side(all[i].isFitting), side(c.Classify(&e).Class == candidate.Fitting))
				if size == len(all) {
					rule.Add(side(all[i].isFitting), side(candidate.Accepts(e.Keywords, e.Anchors)))
				}
			}
		}
	}
	show := func(name string, c *learn.Confusion) int {
		right, n := c.Accuracy()
		m := c.Measure("accepted")
		t.Logf("%s: %d of %d right, precision %.2f, recall %.2f, F1 %.2f", name, right, n, m.Precision, m.Recall, m.F1)
		return right
	}
	published := show("published rule", &rule)
	for n := range classifiers {
		right := show(fmt.Sprintf("classifier with %d sites", sizes[n]), &classifiers[n])
		if sizes[n] >= candidate.LeastSites && right <= published {
			t.Errorf("with %d sites the classifier is no better than the published rule", sizes[n])
		}
	}
}

// digest returns a number by which hosts are drawn.
func digest(host string) []byte {
	sum := sha256.Sum256([]byte(host))
	return sum[:]
}

// representative returns the representative anchors of the fitting ones of some hosts.
func representative(all []realHost, some []int) []string {
	var seeds []candidate.HomePage
	for _, i := range some {
		if all[i].isFitting {
			seeds = append(seeds, *all[i].home)
		}
	}
	return candidate.Representative(seeds)
}

func side(isAccepted bool) string {
	if isAccepted {
		return "accepted"
	}
	return "refused"
}

// evidence returns what is known of a host.
func evidence(judge *candidate.Judge, h *realHost, texts candidate.LinkTexts) candidate.Evidence {
	v := judge.Judge(h.home)
	return candidate.Evidence{Host: h.host, Keywords: len(v.Keywords), Anchors: len(v.Anchors), Home: h.home, Words: texts[h.host]}
}

// realHosts reads the sites: those beside the project whose documents were recorded, and the large ones, of whose documents only the links were.
func realHosts(t *testing.T) (all []realHost) {
	yields, homes := map[string]bool{}, map[string]string{}
	eachRow(t, "web/labels.tsv", func(columns []string) {
		if slices.Contains([]string{"paper", "thesis", "report", "faq"}, columns[2]) {
			yields[columns[0]] = true
		}
	})
	isWithoutDocuments := map[string]bool{} // the pages of an old collection
	eachRow(t, "web/page-labels.tsv", func(columns []string) { isWithoutDocuments[columns[0]] = true })
	for _, set := range []string{"web", "web-large"} {
		eachRow(t, set+"/seeds.tsv", func(columns []string) {
			if host := columns[0]; homes[host] == "" && (set != "web" || !isWithoutDocuments[host]) {
				homes[host] = columns[1]
			}
		})
	}
	eachRow(t, "web-large/documents.tsv", func(columns []string) { yields[columns[0]] = true })
	var mu sync.Mutex
	conformancetest.EachRealPage(t, func() func(conformancetest.RealPage) {
		return func(p conformancetest.RealPage) {
			u, err := weburl.Parse(p.URL)
			if err != nil {
				return
			}
			host := u.Host()
			mu.Lock()
			defer mu.Unlock()
			if at, ok := homes[host]; ok && "http://"+host+at == p.URL {
				delete(homes, host)
				all = append(all, realHost{host: host, domain: u.Domain(), home: homeOf(t, p.URL, string(p.Body)), isFitting: yields[host]})
			}
		}
	})
	slices.SortFunc(all, func(a, b realHost) int { return strings.Compare(a.host, b.host) })
	return all
}

// eachRow calls use with the columns of each row of a table.
func eachRow(t *testing.T, name string, use func(columns []string)) {
	f, err := os.Open(conformancetest.Path(t, filepath.FromSlash(name)))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	lines := bufio.NewScanner(f)
	for lines.Scan() {
		if columns := strings.Split(lines.Text(), "\t"); columns[0] != "host" {
			use(columns)
		}
	}
	if err := lines.Err(); err != nil {
		t.Fatal(err)
	}
}
