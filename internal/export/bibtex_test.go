package export_test

import (
	"fmt"
	"strings"
	"testing"
	"unicode"

	"golang.org/x/text/unicode/norm"
	"pgregory.net/rapid"

	"sluice/document/bibtex"
	"sluice/internal/export"
)

func TestBibTeXSaysWhatAPaperIs(t *testing.T) {
	got := string(written(t, export.BibTeX, paper()))
	for _, want := range []string{
		"@inproceedings{mullerludenscheidt2019webbase,\n",
		"  author = {Müller-Lüdenscheidt, Ann and van der Berg, Jan and Sæther, Jr., Øystein},\n",
		`  title = {{WebBase} \& the cost of 100\% recall: a \{survey\}},`,
		"  booktitle = {Proceedings of the 3rd Workshop on Crawling},\n",
		"  pages = {17--32},\n", "  year = {2019},\n  month = may,\n",
		"  doi = {10.1000/x_y<1>},\n", "  copyright = {https://creativecommons.org/licenses/by/4.0/},\n", "  url = {http://a.example/~ann/p_1.pdf},\n", "  eprint = {1905.01234},\n",
	} {
		if !strings.Contains(got, want) {
			t.Errorf("no %q in\n%s", want, got)
		}
	}
}

func TestOnlyProtectedWordsAreInBraces(t *testing.T) {
	for title, want := range map[string]string{
		"On WebBase (Topics of Today)":        "On {WebBase} (Topics of Today)",
		"“The Web”: HTML, (XHTML) and *nix":   "“The Web”: {HTML}, ({XHTML}) and *nix",
		"¿LaTeX? – “TeX” -- TCP/IP’s… $O(N)$": `¿{LaTeX}? – “{TeX}” -{}- {TCP/IP’s}… \${O(N})\$`,
		"ALL IN CAPITALS":                     "ALL IN CAPITALS",
		"É ÉA (É) a":                          "É {ÉA} (É) a",
		"The Group M12 in C++, A to Z":        "The Group {M12} in {C}++, A to Z",
	} {
		r := export.Record{Title: title}
		if got := string(written(t, export.BibTeX, &r)); !strings.Contains(got, "  title = {"+want+"},\n") {
			t.Errorf("%q is %s, want %s", title, got, want)
		}
	}
}

func TestKindsOfDocumentsHaveTheirEntryTypes(t *testing.T) {
	for _, c := range []struct {
		r    export.Record
		bib  string
		ris  string
		csl  string
		also string
	}{
		{export.Record{Genre: "paper", Venue: "Journal of Crawling"}, "article", "JOUR", "article-journal", "journal = {Journal of Crawling}"},
		{export.Record{Genre: "paper", Venue: "Crawling", Volume: "3"}, "article", "JOUR", "article-journal", "journal = {Crawling}"},
		{export.Record{Genre: "paper", Venue: "ICWC"}, "inproceedings", "CPAPER", "paper-conference", "booktitle = {ICWC}"},
		{export.Record{Genre: "paper", ArXiv: "1905.01234"}, "misc", "UNPB", "article", "eprint = {1905.01234}"},
		{export.Record{Genre: "thesis", Affiliations: []string{"(by Research)", "Department of Law, University of U, V"}, Text: "submitted for the degree of Doctor of Philosophy, after a Master of Science"}, "phdthesis", "THES", "thesis", "school = {University of U, V}"},
		{export.Record{Genre: "thesis", Affiliations: []string{"Institute of X", "of the U University"}}, "phdthesis", "THES", "thesis", "school = {U University}"},
		{export.Record{Genre: "thesis", Title: "T", Affiliations: []string{"Mathematics", "(by Research)"}}, "phdthesis", "THES", "thesis", "title = {T},\n}"},
		{export.Record{Genre: "thesis", Publisher: "U", Text: "A Master's thesis"}, "mastersthesis", "THES", "thesis", "school = {U}"},
		{export.Record{Genre: "thesis", Venue: "V", Affiliations: []string{"U"}, Text: "by M. S. Narayanan\nMs. Roe, Diplomatic History, 10 ms\nPh.D. thesis"}, "phdthesis", "THES", "thesis", "school = {V}"},
		{export.Record{Genre: "thesis", Text: "An M.Sc. Thesis"}, "mastersthesis", "THES", "thesis", ""},
		{export.Record{Genre: "thesis", Text: "for the degree of M. S. in Physics"}, "mastersthesis", "THES", "thesis", ""},
		{export.Record{Genre: "thesis", Text: "DIPLOMARBEIT\nvorgelegt von"}, "mastersthesis", "THES", "thesis", ""},
		{export.Record{Genre: "thesis", Venue: "V", Text: "A Senior Honors Thesis\nHe holds a doctorate now"}, "mastersthesis", "THES", "thesis", "type = {Bachelor's thesis}"},
		{export.Record{Genre: "thesis", Text: "Bachelorarbeit"}, "mastersthesis", "THES", "thesis", "type = {Bachelor's thesis}"},
		{export.Record{Genre: "thesis", Text: "Bachelor of Science thesis\nMaster's programme"}, "mastersthesis", "THES", "thesis", "type = {Bachelor's thesis}"},
		{export.Record{Genre: "report", Venue: "V", Affiliations: []string{"U"}}, "techreport", "RPRT", "report", "institution = {V}"},
		{export.Record{Genre: "report", Publisher: "U", Number: "TR-7"}, "techreport", "RPRT", "report", "institution = {U}"},
		{export.Record{Genre: "report", Authors: []string{"Jane Roe", "Ann Sand"}, Affiliations: []string{"U"}, Text: "T\nJane Roe\nAnn Sand\nU\nAbstract"}, "techreport", "RPRT", "report", "institution = {U}"},
		{export.Record{Genre: "report", Authors: []string{"Jane Roe", "Ann Sand"}, Affiliations: []string{"U"}, Text: "T\nJane Roe\nU\nAnn Sand\nThe Mesh Project"}, "techreport", "RPRT", "report", "author = {Roe, Jane and Sand, Ann},\n}"},
		{export.Record{Genre: "paper", Venue: "Proceedings of the VLDB Endowment"}, "article", "JOUR", "article-journal", "journal = {Proceedings of the VLDB Endowment}"},
		{export.Record{Genre: "paper", Venue: "Proceedings of the London Mathematical Society"}, "article", "JOUR", "article-journal", ""},
		{export.Record{Genre: "paper", Venue: "Proceedings of the ACM on Programming Languages"}, "article", "JOUR", "article-journal", ""},
		{export.Record{Genre: "paper", Venue: "Proceedings of the ACM Conference on Meshes"}, "inproceedings", "CPAPER", "paper-conference", ""},
		{export.Record{Genre: "paper", Venue: "Proceedings of the 3rd Workshop of the Mesh Academy"}, "inproceedings", "CPAPER", "paper-conference", ""},
		{export.Record{Genre: "book", Publisher: "P"}, "book", "BOOK", "book", "publisher = {P}"},
		{export.Record{Genre: "book", Venue: "The Whole"}, "incollection", "CHAP", "chapter", "booktitle = {The Whole}"},
		{export.Record{Genre: "slides"}, "misc", "SLIDE", "speech", ""},
		{export.Record{Genre: "faq"}, "misc", "GEN", "document", ""},
		{export.Record{Genre: "paper", Venue: "Proceedings of the Academy", Entry: "article"}, "article", "JOUR", "article-journal", "journal = {Proceedings of the Academy}"},
		{export.Record{Genre: "paper", Venue: "Journal Days", Entry: "inproceedings"}, "inproceedings", "CPAPER", "paper-conference", "booktitle = {Journal Days}"},
		{export.Record{Genre: "report", Entry: "mastersthesis"}, "mastersthesis", "THES", "thesis", ""},
		{export.Record{Genre: "paper", Venue: "Journal of Crawling", Entry: "online"}, "article", "JOUR", "article-journal", ""},
	} {
		if got := string(written(t, export.BibTeX, &c.r)); !strings.HasPrefix(got, "@"+c.bib+"{") || !strings.Contains(got, c.also) {
			t.Errorf("%s from %q: %s; want %s with %s", c.r.Genre, c.r.Venue, got, c.bib, c.also)
		}
		if got := string(written(t, export.RIS, &c.r)); !strings.HasPrefix(got, "TY  - "+c.ris+"\r\n") {
			t.Errorf("%s from %q: %s; want %s", c.r.Genre, c.r.Venue, got, c.ris)
		}
		if got := string(written(t, export.CSL, &c.r)); !strings.Contains(got, `"type":"`+c.csl+`"`) {
			t.Errorf("%s from %q: %s; want %s", c.r.Genre, c.r.Venue, got, c.csl)
		}
	}
}

func TestKeysAreReadableAndUnique(t *testing.T) {
	for _, c := range []struct{ author, title, want string }{
		{"Anand Raman", "The crawling of webs", "raman2019crawling"},
		{"Łukasz Ørsted-Große", "Über Netze", "rstedgroe2019netze"},
		{"", "On crawling", "crawling2019"},
		{"王 伟", "网络爬虫", "document2019"},
		{"", "", "document2019"},
	} {
		r := export.Record{SHA256: "0123456789abcdef", Authors: []string{c.author}, Title: c.title, Year: 2019}
		entries := bibtex.Parse(written(t, export.BibTeX, &r))
		if c.want = strings.Replace(c.want, "rstedgroe", "orstedgrosse", 1); entries[0].Key != c.want {
			t.Errorf("%s: %s has the key %s, want %s", c.author, c.title, entries[0].Key, c.want)
		}
	}
	a, b := *paper(), *paper()
	b.SHA256 = "1234" + b.SHA256
	a.Work, b.Work = "", ""
	first := bibtex.Parse(written(t, export.BibTeX, &a, &b, &b))
	again := bibtex.Parse(written(t, export.BibTeX, &a, &b, &b, bare()))
	for i, e := range first {
		if e.Key != again[i].Key {
			t.Errorf("key %s became %s with another behind it", e.Key, again[i].Key)
		}
	}
	if first[1].Key != first[0].Key+"-1234" || first[2].Key != first[0].Key+"-1234abab" {
		t.Errorf("keys %s, %s, %s", first[0].Key, first[1].Key, first[2].Key)
	}
}

// strictBib reads BibTeX as its own program does, and nothing looser: entries of fields in
// balanced braces.
func strictBib(s string) (entries []map[string]string, err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("%v at %.60q", p, s)
		}
	}()
	eat := func(want string) {
		rest, ok := strings.CutPrefix(strings.TrimLeft(s, " \n"), want)
		if !ok {
			panic("no " + want)
		}
		s = rest
	}
	name := func(ends string) string {
		s = strings.TrimLeft(s, " \n")
		n := strings.IndexAny(s, ends+" \n{}@\"")
		if n <= 0 {
			panic("no name")
		}
		for _, c := range []byte(s[:n]) {
			if c <= ' ' || c > '~' || strings.IndexByte(`{}(),"#%'=~\`, c) >= 0 {
				panic("bad name " + s[:n])
			}
		}
		word := s[:n]
		s = s[n:]
		return word
	}
	keys := map[string]bool{}
	for strings.TrimSpace(s) != "" {
		eat("@")
		e := map[string]string{"@": name("{")}
		eat("{")
		key := name(",")
		if keys[key] {
			panic("twice " + key)
		}
		keys[key] = true
		eat(",")
		for !strings.HasPrefix(strings.TrimLeft(s, " \n"), "}") {
			field := name("=")
			eat("=")
			if field == "month" {
				e[field] = name(",")
				eat(",")
				continue
			}
			eat("{")
			depth, i := 1, 0
			for ; depth > 0; i++ {
				switch s[i] {
				case '{':
					depth++
				case '}':
					depth--
				case '\n', '\r', 0:
					panic("a line end in a value")
				}
			}
			if _, twice := e[field]; twice {
				panic("field twice")
			}
			e[field] = s[:i-1]
			s = s[i:]
			eat(",")
		}
		eat("}")
		entries = append(entries, e)
	}
	return entries, nil
}

// printable is what remains of a text, by another way than the package's own: letters, marks,
// signs, one space between words.
func printable(s string) string {
	var b strings.Builder
	for _, r := range strings.ToValidUTF8(s, "\uFFFD") {
		switch {
		case unicode.IsSpace(r):
			b.WriteByte(' ')
		case unicode.IsGraphic(r) || r == '\u200C' || r == '\u200D' || unicode.Is(unicode.Co, r) || !unicode.IsControl(r) && !unicode.Is(unicode.Cf, r) && !noncharacter(r) && !(r >= 0xFFF9 && r <= 0xFFFB):
			b.WriteRune(r)
		}
	}
	return strings.Join(strings.Fields(b.String()), " ")
}

func noncharacter(r rune) bool { return r&0xFFFE == 0xFFFE || r >= 0xFDD0 && r <= 0xFDEF }

func TestHostileRecordMakesValidBibTeX(t *testing.T) { rapid.Check(t, readBibTeX) }

func FuzzBibTeX(f *testing.F) { f.Fuzz(rapid.MakeFuzz(readBibTeX)) }

// readBibTeX writes any records and reads them again.
func readBibTeX(t *rapid.T) {
	rs := anyRecords(t)
	out := written(t, export.BibTeX, rs...)
	strict, err := strictBib(string(out))
	if err != nil || len(strict) != len(rs) {
		t.Fatalf("%d entries of %d, %v:\n%s", len(strict), len(rs), err, out)
	}
	entries := bibtex.Parse(out)
	if len(entries) != len(rs) {
		t.Fatalf("%d entries of %d:\n%s", len(entries), len(rs), out)
	}
	for i, r := range rs {
		e := &entries[i]
		for name, want := range map[string]string{"title": r.Title, "abstract": r.Abstract, "volume": r.Volume} {
			if want = norm.NFC.String(printable(want)); len(want) < 30_000 && e.Get(name) != want {
				t.Fatalf("%s %q came back as %q:\n%s", name, want, e.Get(name), out)
			}
		}
		named := 0
		for _, a := range r.Authors {
			if strings.Trim(printable(a), " ,;") != "" {
				named++
			}
		}
		if got := len(e.Names("author")); got != named && !strings.Contains(e.Raw("author"), "others") {
			t.Fatalf("%d names of %q:\n%s", got, r.Authors, out)
		}
	}
}
