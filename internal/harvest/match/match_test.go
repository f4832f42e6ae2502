package match_test

import (
	"strings"
	"testing"

	"sluice/document/bibliography"
	"sluice/document/bibtex"
	"sluice/document/content"
	"sluice/document/describe"
	"sluice/document/genre"
	"sluice/internal/harvest/match"
)

// record returns a record with a title, and authors divided by "and".
func record(title, authors string) bibliography.Record {
	r := bibliography.Record{Title: title}
	for _, name := range bibtex.SplitNames(authors) {
		r.Authors = append(r.Authors, bibtex.ParseName(name))
	}
	return r
}

// firstPage returns a document whose first page is a text, described as the library does it.
func firstPage(page string, kind genre.Genre) *match.Document {
	d := &content.Document{Text: page, Pages: 10}
	fields := describe.Describe(d, describe.Around{URL: "http://site.example/1.pdf"}).Fields
	return match.NewDocument(d, fields, genre.Verdict{Genre: kind, Confidence: 0.9, By: "model"})
}

const body = "\n\nAbstract\nWe study how a crawler finds the pages that it looks for, and compare several ways of doing so on the pages of two\nuniversities. The best finds most of them early.\n\n1 Introduction\nA crawler follows links from page to page.\n"

func TestCompare(t *testing.T) {
	for _, c := range []struct {
		name           string
		title, authors string // of the record
		page           string
		kind           genre.Genre
		same           bool
		not            match.Cause
	}{
		{"title and authors", "Efficient Crawling of University Web Sites", "Ann Miller and Bo Lindqvist",
			"Efficient Crawling of University Web Sites\nAnn Miller and Bo Lindqvist\nUniversity of Uppsala", genre.Paper, true, ""},
		{"hyphenation and line ends", "Domain-Independent Reformulation of Queries in Large Digital Libraries", "Miller, A.",
			"Domain Independent Reformu-\nlation of Queries in Large\nDigital Libraries\nAnn Miller", genre.Paper, true, ""},
		{"digits that OCR reads for letters", "Efficient Crawling of University Web Sites", "Ann Miller",
			"Effic1ent Crawling of University Web S1tes\nAnn Miller", genre.Paper, true, ""},
		{"letters that OCR mistakes", "Efficient Crawling of University Web Sites", "Ann Miller",
			"Efficlent Crawllng of Univcrsity Web Sites\nAnn Miller", genre.Paper, true, ""},
		{"capitals and a footnote mark", "Efficient Crawling of University Web Sites", "Ann Miller",
			"EFFICIENT CRAWLING OF UNIVERSITY WEB SITES*\nANN MILLER", genre.Paper, true, ""},
		{"one word differs", "Efficient Crawling of University Web Sites", "Ann Miller",
			"Efficient Ranking of University Web Sites\nAnn Miller", genre.Paper, false, match.Another},
		{"a prefix makes the opposite", "Directed Walks on Large Random Graphs", "Ann Miller",
			"Undirected Walks on Large Random Graphs\nAnn Miller", genre.Paper, false, match.Another},
		{"another part", "A Theory of Crawling, Part I", "Ann Miller",
			"A Theory of Crawling, Part II\nAnn Miller", genre.Paper, false, match.Another},
		{"a part of the work", "A Theory of Focused Crawling", "Ann Miller",
			"A Theory of Focused Crawling\nPart II\nAnn Miller", genre.Paper, false, match.Part},
		{"another year in the title", "Overview of the Crawling Track 2006", "Ann Miller",
			"Overview of the Crawling Track 2007\nAnn Miller", genre.Paper, false, match.Another},
		{"namesake of the work", "Efficient Crawling of University Web Sites", "Ann Miller",
			"Efficient Crawling of University Web Sites\nPetra Novak and Jan Svoboda\nCharles University", genre.Paper, false, match.Another},
		{"namesake of the author", "Efficient Crawling of University Web Sites", "Ann Miller",
			"Efficient Crawling of University Web Sites\nGeorge Miller\nCharles University", genre.Paper, false, match.Another},
		{"slides", "Efficient Crawling of University Web Sites", "Ann Miller",
			"Efficient Crawling of University Web Sites\nAnn Miller", genre.Slides, false, match.Slides},
		{"poster", "Efficient Crawling of University Web Sites", "Ann Miller",
			"Efficient Crawling of University Web Sites\nAnn Miller", genre.Poster, false, match.Poster},
		{"family name first, other accents", "Efficient Crawling of University Web Sites", "Müller, Jürgen and Zhang, Wei",
			"Efficient Crawling of University Web Sites\nJuergen Mueller and Zhang Wei\nUniversity of Ulm", genre.Paper, true, ""},
		{"et al.", "Efficient Crawling of University Web Sites", "Ann Miller and others",
			"Efficient Crawling of University Web Sites\nAnn Miller, Bo Lindqvist and Carl Berg", genre.Paper, true, ""},
		{"subtitle missing in the document", "Efficient Crawling of University Web Sites: A Study of Two Universities", "Ann Miller",
			"Efficient Crawling of University Web Sites\nAnn Miller", genre.Paper, true, ""},
		{"another subtitle in a line of its own", "Efficient Crawling of University Web Sites: A Study of Two Universities", "Ann Miller",
			"Efficient Crawling of University Web Sites\nA Proof of Correctness\nAnn Miller", genre.Paper, false, match.Another},
		{"subtitle missing in the record", "Efficient Crawling of University Web Sites", "Ann Miller",
			"Efficient Crawling of University Web Sites:\nA Study of Two Universities\nAnn Miller", genre.Paper, true, ""},
		{"short title without authors", "Crawling", "",
			"Crawling\nAnn Miller", genre.Paper, false, match.Unsure},
		{"short title with its authors", "Web Crawling", "Ann Miller and Bo Lindqvist",
			"Web Crawling\nAnn Miller and Bo Lindqvist\nUniversity of Uppsala", genre.Paper, true, ""},
		{"Greek letters and TeX", `Fast Decision of $\beta$-reduction in the $\lambda$-calculus`, "Ann Miller",
			"Fast Decision of β-Reduction in the λ-Calculus\nAnn Miller", genre.Paper, true, ""},
		{"formula whose letter is lost", `Learning Scale Free Networks by Reweighted $\ell_1$ Regularization`, "Ann Miller",
			"Learning Scale Free Networks by Reweighted `1 Regularization\nAnn Miller", genre.Paper, true, ""},
		{"longer title by the same author", "Deep Boltzmann Machines for Crawling", "Ann Miller",
			"Deep Boltzmann Machines for Crawling as Feed-Forward Hierarchies\nAnn Miller", genre.Paper, false, match.Unsure},
		{"Cyrillic", "Эффективный обход сайтов университетов", "Иван Петров",
			"Эффективный обход сайтов университетов\nИван Петров", genre.Paper, true, ""},
		{"Chinese", "大学网站高效抓取方法研究", "张伟",
			"大学网站高效抓取方法研究\n张伟", genre.Paper, true, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			r := record(c.title, c.authors)
			got := match.Compare(firstPage(c.page+body, c.kind), &r)
			if got.Same != c.same || got.Not != c.not {
				t.Errorf("same %v, not %q, confidence %.2f (%v), want %v, %q", got.Same, got.Not, got.Confidence, got, c.same, c.not)
			}
			if got.Same != (got.Confidence >= match.Least) {
				t.Errorf("same %v with confidence %.2f", got.Same, got.Confidence)
			}
		})
	}
}

func TestCitedAndListedTitlesAreNoMatch(t *testing.T) {
	r := record("Efficient Crawling of University Web Sites", "Ann Miller")
	citing := "A Survey of Crawlers\nAnn Miller\n" + strings.Repeat("Crawlers are programs that follow links.\n", 30) +
		"References\nAnn Miller.\nEfficient Crawling of University Web Sites\nIn Proc. of the Web, 2003.\n"
	if got := match.Compare(firstPage(citing, genre.Paper), &r); got.Same || got.Not != match.Cites {
		t.Errorf("a citing document: same %v, not %q (%v)", got.Same, got.Not, got)
	}
	listing := "Publications of Ann Miller\n" + strings.Repeat("Some other title of a paper\nAnn Miller\n", 12) + "Efficient Crawling of University Web Sites\nAnn Miller\n"
	if got := match.Compare(firstPage(listing, genre.Other), &r); got.Same {
		t.Errorf("a list of publications: same (%v)", got)
	}
}

func TestVersions(t *testing.T) {
	const head = "Efficient Crawling of University Web Sites\nAnn Miller\n"
	r := record("Efficient Crawling of University Web Sites", "Ann Miller")
	r.Type, r.Pages, r.Venue = "inproceedings", "101-110", "WebDB"
	for want, page := range map[match.Version]string{
		match.Preprint:  "arXiv:2001.01234v1 [cs.IR] 4 Jan 2020\n" + head + body,
		match.Technical: "Technical Report TR-99-12\n" + head + body,
		match.Extended:  head + "(extended version)\n" + body,
		match.Final:     "Proceedings of WebDB 2003, pp. 101-110\n" + head + body,
		match.Unknown:   head + body,
	} {
		if got := match.Compare(firstPage(page, genre.Paper), &r); !got.Same || got.Version != want {
			t.Errorf("version %q (same %v, %v), want %q", got.Version, got.Same, got, want)
		}
	}
}

// thousandRecords returns an index of titles that differ by a word or two.
func thousandRecords() *match.Index {
	ix := match.NewIndex()
	topics := strings.Fields("crawling ranking indexing parsing hashing caching sorting joining sampling pruning")
	kinds := strings.Fields("graphs trees tables streams queries texts images proofs types games")
	adverbs := strings.Fields("fast lazy exact approximate parallel distributed online robust adaptive secure")
	for _, a := range adverbs {
		for _, b := range topics {
			for _, c := range kinds {
				r := record("On the "+a+" "+b+" of very large "+c, "Ann Miller and Bo Lindqvist")
				ix.Add(&r)
			}
		}
	}
	return ix
}

func TestIndexFindsTheRecordAmongMany(t *testing.T) {
	ix := thousandRecords()
	d := firstPage("On the Lazy Hashing of Very Large Proofs\nAnn Miller and Bo Lindqvist"+body, genre.Paper)
	got := ix.Match(d)
	if len(got) == 0 || !got[0].Same || got[0].Record != 1*100+4*10+7 {
		t.Fatalf("%v", got)
	}
	for _, other := range got[1:] {
		if other.Same {
			t.Errorf("record %d is the same, too: %v", other.Record, other)
		}
	}
}

func BenchmarkMatch(b *testing.B) {
	ix := thousandRecords()
	d := firstPage("On the Lazy Hashing of Very Large Proofs\nAnn Miller and Bo Lindqvist"+body, genre.Paper)
	for b.Loop() {
		ix.Match(d)
	}
}

func FuzzCompare(f *testing.F) {
	f.Add("Efficient Crawling of University Web Sites", "Ann Miller", "Efficient Crawl-\ning of University Web Sites\nAnn Miller\fReferences\n", "12-34")
	f.Add("", "", "", "")
	f.Add("大学网站高效抓取方法研究", "张伟", "大学网站高效抓取方法研究\n张伟", "1")
	f.Add(`$\alpha$ \`, "and others", "\xff\x00α1", "9999999999-1")
	f.Fuzz(func(t *testing.T, title, authors, page, pages string) {
		r := record(title, authors)
		r.Pages, r.Venue = pages, title
		d := &content.Document{Text: page, Pages: 1}
		doc := match.NewDocument(d, []describe.Field{{Name: "title", Value: page, Source: describe.FirstPage, Confidence: 0.9}}, genre.Verdict{})
		got := match.Compare(doc, &r)
		if got.Confidence < 0 || got.Confidence > 1 || got.Same != (got.Confidence >= match.Least) || got.Same != (got.Not == "") {
			t.Errorf("%+v", got)
		}
		ix := match.NewIndex()
		ix.Add(&r)
		for _, other := range ix.Match(doc) {
			if other.Record != 0 || other.Same != got.Same || other.Confidence != got.Confidence {
				t.Errorf("index %+v, compare %+v", other, got)
			}
		}
	})
}

func TestWhyNot(t *testing.T) {
	const title = "Efficient Crawling of University Web Sites"
	for _, c := range []struct {
		name string
		page string
		kind genre.Genre
		want string
	}{
		{"the work", title + "\nAnn Miller\n2019", genre.Paper, ""},
		{"slides", title + "\nAnn Miller\n2019", genre.Slides, "slides of the same title"},
		{"other authors", title + "\nBo Lindqvist\n2019", genre.Paper, "other authors (but: the title as printed, its year)"},
		{"another title", "Efficient Ranking of University Web Sites\nAnn Miller\n2019", genre.Paper, "another title (but: its author, its year)"},
	} {
		t.Run(c.name, func(t *testing.T) {
			r := record(title, "Ann Miller")
			r.Year = 2019
			if got := match.Compare(firstPage(c.page+body, c.kind), &r).WhyNot(); got != c.want {
				t.Errorf("%q, want %q", got, c.want)
			}
		})
	}
}
