//go:build yardstick

package identity_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"sluice/document/bibliography"
	"sluice/document/bibtex"
	"sluice/internal/conformancetest"
	"sluice/internal/harvest/identity"
)

// collection returns the records of a collection beside the project.
func collection(t *testing.T, name string) (records []bibliography.Record) {
	t.Helper()
	for r, err := range bibliography.Read(conformancetest.Plain(t, "corpora", "bib", name)) {
		if err == nil {
			records = append(records, r)
		}
	}
	return records
}

// TestQualityOfIdentity reads 28,000 records, joins the duplicates, and looks for each in a library of 20,000 documents. The library has a random part of
// the works, as documents are described: with damaged titles and names, without identifiers, and often without a year. The others it does not have.
func TestQualityOfIdentity(t *testing.T) {
	begun := time.Now()
	r := rand.New(rand.NewPCG(22, 5))
	m := newJoined()
	records := 0
	for _, name := range []string{"ml-venues.jsonl.gz", "jair.jsonl.gz", "dblp-databases.jsonl.gz", "dblp-ir-sample.bib.gz", "pmlr.jsonl.gz"} {
		for _, one := range collection(t, name) {
			records++
			m.add(one)
		}
	}
	works := m.records
	read := time.Since(begun)

	begun = time.Now()
	const size = 20_000
	order := r.Perm(len(works))
	library, exact := identity.NewIndex(), identity.NewIndex()
	var texts []string
	of := map[int]int{} // number of a document to its work
	for _, i := range order[:size] {
		w, text := described(r, &works[i])
		texts = append(texts, text)
		of[library.Add(w)] = i
		exact.Add(w)
	}
	held, heldFound, heldRight, missing, wrong, heldExact, wrongExact := 0, 0, 0, 0, 0, 0, 0
	for n, i := range order {
		w := identity.Of(&works[i])
		found, ok := library.Find(w, identity.Fuzzy)
		_, okExact := exact.Find(w, identity.Exact)
		switch {
		case n < size:
			held++
			if ok {
				heldFound++
				if of[found.Number] == i {
					heldRight++
				} else if n%20 == 0 {
					t.Logf("another found by %s: %q %v", found.By, works[i].Title, works[of[found.Number]])
				}
			} else if n%20 == 0 {
				t.Logf("not found: %q %d %v as %s", works[i].Title, works[i].Year, works[i].Authors, texts[n])
			}
			if okExact {
				heldExact++
			}
		default:
			missing++
			if ok {
				wrong++
				if wrong <= 20 {
					t.Logf("wrongly found by %s: %q %d %v is %q %d %v", found.By, works[i].Title, works[i].Year, works[i].Authors, works[of[found.Number]].Title, works[of[found.Number]].Year, works[of[found.Number]].Authors)
				}
			}
			if okExact {
				wrongExact++
			}
		}
	}
	fmt.Printf("QUALITY identity: %d records are %d works; of %d in a library of %d, found %.2f %% (the right one %.2f %%), exact titles %.2f %%; of %d that it lacks, wrongly found %d, exact titles %d\n",
		records, len(works), held, size, share(heldFound, held), share(heldRight, held), share(heldExact, held), missing, wrong, wrongExact)
	t.Logf("read and joined in %v, compared in %v", read.Round(time.Millisecond), time.Since(begun).Round(time.Millisecond))
	if share(heldRight, held) < 95 || share(wrong, missing) > 1.5 {
		t.Errorf("found %d of %d, %d of them right; wrongly found %d of %d", heldFound, held, heldRight, wrong, missing)
	}
}

// share returns a part in percent.
func share(n, of int) float64 { return 100 * float64(n) / float64(of) }

// described returns a work as the description of a document may have it.
func described(r *rand.Rand, record *bibliography.Record) (identity.Work, string) {
	title := record.Title
	switch r.IntN(10) {
	case 0: // without its subtitle
		if main, _, ok := strings.Cut(title, ": "); ok && len(main) > 30 {
			title = main
		}
	case 1:
		title = strings.ToUpper(title)
	case 2, 3: // slips of optical recognition
		for range 1 + len(title)/40 {
			title = slip(r, title)
		}
	case 4: // a footnote mark
		title += "*"
	case 5: // hyphens at the ends of lines
		if words := strings.Fields(title); len(words) > 3 {
			if i := r.IntN(len(words)); len(words[i]) > 6 {
				words[i] = words[i][:3] + "- " + words[i][3:]
			}
			title = strings.Join(words, " ")
		}
	}
	var authors []string
	for _, a := range record.Authors {
		switch r.IntN(3) {
		case 0:
			authors = append(authors, a.String())
		case 1:
			authors = append(authors, initials(a))
		default:
			authors = append(authors, strings.TrimSpace(a.Particle+" "+a.Family)+", "+a.Given)
		}
	}
	if r.IntN(20) == 0 {
		authors = nil
	}
	year := record.Year
	switch r.IntN(10) {
	case 0, 1, 2:
		year = 0
	case 3:
		year--
	}
	return identity.New(title, authors, year, "", ""), fmt.Sprintf("%q %d %q", title, year, authors)
}

// initials returns a name with the first letter of the given name.
func initials(n bibtex.Name) string {
	if n.Given == "" {
		return n.Family
	}
	return string([]rune(n.Given)[:1]) + ". " + strings.TrimSpace(n.Particle+" "+n.Family)
}

// slip changes a letter as optical recognition does, or leaves one out.
func slip(r *rand.Rand, s string) string {
	letters := []rune(s)
	if len(letters) == 0 {
		return s
	}
	i := r.IntN(len(letters))
	switch letters[i] {
	case 'l':
		letters[i] = '1'
	case 'm':
		return string(letters[:i]) + "rn" + string(letters[i+1:])
	case 'e':
		letters[i] = 'c'
	case ' ':
	default:
		letters = slices.Delete(letters, i, i+1)
	}
	return string(letters)
}

// TestQualityOfJoinedCollections compares collections that others made of the same venue: AISTATS by its publisher and by DBLP, and SIGMOD Record by the
// Araneus project and by DBLP.
func TestQualityOfJoinedCollections(t *testing.T) {
	for _, test := range []struct {
		name     string
		from, in []bibliography.Record
		least    float64
	}{
		{"AISTATS 2010 to 2012", collection(t, "pmlr.jsonl.gz"), collection(t, "ml-venues.jsonl.gz"), 97},
		{"SIGMOD Record 1994 to 2003", only(collection(t, "dblp-databases.jsonl.gz"), "SIGMOD Record"), only(collection(t, "dblp-databases.jsonl.gz"), "SIGMOD Record (Araneus XML edition)"), 0},
	} {
		x := identity.NewIndex()
		for i := range test.in {
			x.Add(identity.Of(&test.in[i]))
		}
		found, exact := 0, 0
		for i := range test.from {
			w := identity.Of(&test.from[i])
			_, ok := x.Find(w, identity.Fuzzy)
			if ok {
				found++
			}
			if _, okExact := x.Find(w, identity.Exact); okExact {
				exact++
				if !ok {
					t.Logf("%s: only by exact title: %q %v %d", test.name, test.from[i].Title, test.from[i].Authors, test.from[i].Year)
				}
			} else if !ok && i%10 == 0 {
				t.Logf("%s: not found: %q %v", test.name, test.from[i].Title, test.from[i].Authors)
			}
		}
		fmt.Printf("QUALITY identity %s: %d records, found in the other collection %.1f %%, by exact titles %.1f %%\n", test.name, len(test.from), share(found, len(test.from)), share(exact, len(test.from)))
		if share(found, len(test.from)) < test.least {
			t.Errorf("%s: %d of %d", test.name, found, len(test.from))
		}
	}
}

// only returns the records of a venue.
func only(all []bibliography.Record, venue string) []bibliography.Record {
	return slices.DeleteFunc(all, func(r bibliography.Record) bool { return r.Venue != venue })
}
