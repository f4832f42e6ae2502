//go:build yardstick

package venue_test

import (
	"fmt"
	"strings"
	"testing"

	"sluice/document/bibliography"
	"sluice/internal/conformancetest"
	"sluice/internal/harvest/venue"
)

// TestQualityOfVenues chooses the records of venues from collections of 26,000 by each name that people may give. What is right is said by the keys of DBLP.
func TestQualityOfVenues(t *testing.T) {
	var records []bibliography.Record
	for _, name := range []string{"ml-venues.jsonl.gz", "jair.jsonl.gz", "dblp-databases.jsonl.gz"} {
		for r, err := range bibliography.Read(conformancetest.Plain(t, "corpora", "bib", name)) {
			if err == nil && len(r.IDs) > 0 {
				records = append(records, r)
			}
		}
	}
	right, chosen, wanted := 0, 0, 0
	for stream, names := range map[string][]string{
		"conf/icml":       {"ICML", "International Conference on Machine Learning", "Proc. Int. Conf. Machine Learning", "Proceedings of the 20th International Conference on Machine Learning"},
		"conf/uai":        {"UAI", "Uncertainty in Artificial Intelligence", "Conf. on Uncertainty in Artificial Intelligence"},
		"conf/colt":       {"COLT", "Conference on Computational Learning Theory"},
		"conf/alt":        {"ALT", "Algorithmic Learning Theory"},
		"conf/ecml":       {"ECML", "European Conference on Machine Learning"},
		"journals/ml":     {"Machine Learning", "Mach. Learn.", "Machine Learning Journal"},
		"journals/jair":   {"JAIR", "J. Artif. Intell. Res.", "Journal of Artificial Intelligence Research"},
		"conf/vldb":       {"VLDB", "Very Large Data Bases", "International Conference on Very Large Data Bases"},
		"journals/vldb":   {"VLDB Journal", "The VLDB Journal", "VLDB J."},
		"conf/sigmod":     {"SIGMOD", "SIGMOD Conference", "ACM SIGMOD International Conference on Management of Data"},
		"journals/sigmod": {"SIGMOD Record", "ACM SIGMOD Record"},
		"journals/tods":   {"TODS", "ACM Transactions on Database Systems", "ACM Trans. Database Syst."},
	} {
		for _, name := range names {
			f, err := venue.NewFilter([]string{name}, "")
			if err != nil {
				t.Fatal(err)
			}
			hits, found, of := 0, 0, 0
			for i := range records {
				r := records[i]
				isRight := strings.HasPrefix(r.IDs[0], "dblp:"+stream+"/")
				r.IDs = nil // else they decide
				isChosen := f.Matches(&r)
				if isRight {
					of++
				}
				if isChosen {
					found++
				}
				if isRight && isChosen {
					hits++
				}
			}
			if hits < of*98/100 || hits < found*98/100 {
				t.Logf("%q: %d chosen, %d of %d right", name, found, hits, of)
			}
			right, chosen, wanted = right+hits, chosen+found, wanted+of
		}
	}
	recall, precision := 100*float64(right)/float64(wanted), 100*float64(right)/float64(chosen)
	fmt.Printf("QUALITY venue: %d records, 12 venues by 33 names: recall %.1f %%, precision %.1f %%\n", len(records), recall, precision)
	if recall < 97 || precision < 97 {
		t.Errorf("recall %.1f %%, precision %.1f %%", recall, precision)
	}
}
