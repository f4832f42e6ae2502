package venue_test

import (
	"testing"

	"sluice/document/bibliography"
	"sluice/internal/harvest/venue"
)

func TestNamesOfOneVenueAreTheSame(t *testing.T) {
	for _, names := range [][]string{
		{"ICML", "icml", "ICML '01", "ICML-01", "ICML 2001", "Proceedings of ICML", "International Conference on Machine Learning", "Int. Conf. on Machine Learning",
			"Proc. 18th Int. Conf. Mach. Learn.", "Proceedings of the Eighteenth International Conference on Machine Learning (ICML 2001), Williamstown, MA, USA, June 28 - July 1, 2001"},
		{"Journal of Artificial Intelligence Research", "J. Artif. Intell. Res.", "JAIR", "J. Artif. Intell. Res. (JAIR)", "Journal of Artificial Intelligence Research, Volume 15"},
		{"NIPS", "NeurIPS", "Advances in Neural Information Processing Systems 14", "Neural Information Processing Systems"},
		{"SIGMOD Conference", "SIGMOD", "Proceedings of the 2003 ACM SIGMOD International Conference on Management of Data"},
		{"SIGMOD Record", "ACM SIGMOD Record", "SIGMOD Rec."},
		{"VLDB", "Proceedings of the 27th International Conference on Very Large Data Bases", "VLDB'01"},
		{"VLDB J.", "VLDB Journal", "The VLDB Journal"},
		{"SIGIR", "SIGIR'95, Proceedings of the 18th Annual International ACM SIGIR Conference on Research and Development in Information Retrieval. Seattle"},
		{"Machine Learning", "Mach. Learn.", "Machine Learning Journal", "MLJ"},
		{"WebDB", "WebDB 2003", "International Workshop on the Web and Databases"},
		{"AISTATS 2010", "International Conference on Artificial Intelligence and Statistics"},
		{"ACL", "ACL 2001", "Annual Meeting of the Association for Computational Linguistics", "Proceedings of the 39th Annual Meeting of the ACL (ACL 2001)"},
		{"王伟", "王伟"},
		{"Computational Linguistics", "Computational Linguistics, Volume 15, Number 1, March 1989", "Comput. Linguistics"},
	} {
		for _, a := range names {
			for _, b := range names {
				x, y := venue.Parse(a), venue.Parse(b)
				if !x.Same(&y) {
					t.Errorf("%q and %q are two", a, b)
				}
			}
		}
	}
}

func TestNamesOfOtherVenuesDiffer(t *testing.T) {
	names := []string{"ICML", "ICMLA", "Machine Learning", "European Conference on Machine Learning", "Asian Conference on Machine Learning", "Journal of Machine Learning Research",
		"SIGMOD Conference", "SIGMOD Record", "VLDB", "VLDB Journal", "PVLDB", "JAIR", "Artificial Intelligence", "AAAI", "COLT", "Workshop on Learning at ICML 2001",
		"Workshop on Learning, ICML 2001", "SIGIR Forum", "SIGIR", "TODS", "UAI", "AISTATS", "WWW", "ACL", "ACM Computing Surveys", "IEEE Computer", "Information Systems", "Information Retrieval", "Neural Computation", "Neural Networks"}
	for i, a := range names {
		for _, b := range names[i+1:] {
			x, y := venue.Parse(a), venue.Parse(b)
			if (x.Same(&y) || y.Same(&x)) && !(a == "Workshop on Learning at ICML 2001" && b == "Workshop on Learning, ICML 2001") {
				t.Errorf("%q and %q are one", a, b)
			}
		}
	}
}

func TestFilterChoosesVenuesAndYears(t *testing.T) {
	record := func(venue string, year int, ids ...string) *bibliography.Record {
		return &bibliography.Record{Venue: venue, Year: year, IDs: ids}
	}
	for _, test := range []struct {
		venues []string
		years  string
		r      *bibliography.Record
		want   bool
	}{
		{nil, "", record("", 0), true},
		{[]string{"ICML"}, "", record("International Conference on Machine Learning", 0), true},
		{[]string{"ICML", "JAIR"}, "1998-2004", record("J. Artif. Intell. Res.", 2004), true},
		{[]string{"ICML"}, "1998-2004", record("ICML", 2005), false},
		{[]string{"ICML"}, "1998-2004", record("ICML", 0), false},
		{nil, "-1990, 2001, 2003-", record("", 1985), true},
		{nil, "-1990, 2001, 2003-", record("", 2001), true},
		{nil, "-1990, 2001, 2003-", record("", 2002), false},
		{nil, "-1990, 2001, 2003-", record("", 2020), true},
		{[]string{"conf/icml"}, "", record("", 0, "dblp:conf/icml/Roe01"), true},
		{[]string{"dblp:conf/icml"}, "", record("ICML", 0, "dblp:conf/icmla/Roe01"), false},
		{[]string{"ICML"}, "", record("", 0), false},
	} {
		f, err := venue.NewFilter(test.venues, test.years)
		if err != nil || f.Matches(test.r) != test.want {
			t.Errorf("%q %q of %+v: %v, want %t", test.venues, test.years, test.r, err, test.want)
		}
	}
	for _, years := range []string{"x", "-", "99", "2004-1998", "1998-2004,", "1998 2004"} {
		if _, err := venue.NewFilter(nil, years); err == nil {
			t.Errorf("years %q are taken", years)
		}
	}
	if _, err := venue.NewFilter([]string{"Proceedings of the 2001"}, ""); err == nil {
		t.Error("a venue without a name is taken")
	}
}

func FuzzSame(f *testing.F) {
	f.Add("ICML '01", "Proceedings of the 18th Int. Conf. on Machine Learning (ICML 2001)")
	f.Add("J. Artif. Intell. Res.", "JAIR, 王")
	f.Fuzz(func(t *testing.T, a, b string) {
		x, y := venue.Parse(a), venue.Parse(b)
		if x.Same(&y) != y.Same(&x) {
			t.Errorf("%q and %q are the same in one order only", a, b)
		}
	})
}
