package genre

import (
	"math"

	"sluice/internal/format"
	"sluice/learn"
	"sluice/text"
)

// feature is one number about a document, with the words that name it as a
// reason when it is above or below what is usual; without words it is not
// named.
type feature struct {
	high, low string
	of        func(*reading) float64
}

// unknown is the value of a feature of which a document says nothing; the
// classifier leaves it out.
var unknown = math.NaN()

// paging are the features of the number of pages.
var paging = []feature{
	{"has many pages", "has few pages", func(r *reading) float64 { return logOr(r.doc.Pages) }},
	between("has a single page", 1, 1),
	between("has two or three pages", 2, 3),
	between("has 4 to 7 pages", 4, 7),
	between("has 8 to 16 pages", 8, 16),
	between("has 17 to 35 pages", 17, 35),
	between("has 36 to 75 pages", 36, 75),
	between("has more than 75 pages", 76, 1<<30),
}

// setting are the features of lines and fonts, which are unreliable if the text is
// garbled.
var setting = []feature{
	{"is set in two columns", "is set in one column", (*reading).columns},
	{"has a large title", "has no large title", (*reading).titleSize},
	{"is set in large type", "is set in small type", (*reading).typeSize},
	{"is set in sans-serif type", "is set in type with serifs", (*reading).sans},
	{"has many pictures", "has few pictures", func(r *reading) float64 { return ifLines(r, math.Log1p(float64(r.doc.Images))) }},
}

// widePages is known of every document with pages.
const widePages = "has pages wider than high"

// file are the features of the pages' size and of the file. With paging, setting
// and the names they are the shape, which needs no readable text.
var file = []feature{
	{widePages, "has pages higher than wide", (*reading).wide},
	{"has small pages", "", (*reading).smallPage},
	{"has very large pages", "", func(r *reading) float64 { return yes(r.doc.Width > 0, min(r.doc.Width, r.doc.Height) > 1000) }},
	{"was made by a program for slides", "", (*reading).slideProgram},
	{"has pages of the proportions of a screen", "", (*reading).screen},
	{"has pages of A3 and larger", "", func(r *reading) float64 { return yes(r.doc.Width > 0, min(r.doc.Width, r.doc.Height) > 790) }},
	{"has pages of a book's size", "", func(r *reading) float64 {
		return yes(r.doc.Width > 0, r.doc.Width < 0.85*r.doc.Height && r.doc.Height > 480 && r.doc.Height < 740)
	}},
	{"was made by TeX", "", func(r *reading) float64 { return r.made("TeX", "dvips", "Pandoc", "pandoc") }},
	{"was made by a word processor", "", (*reading).wordProcessor},
	{"was made by a program for layout", "", func(r *reading) float64 {
		return r.made("InDesign", "Quark", "Illustrator", "PageMaker", "FrameMaker", "Publisher", "Scribus", "Canva", "Photoshop", "CorelDRAW", "Inkscape", "Affinity")
	}},
	{"was printed from a browser", "", func(r *reading) float64 { return r.made("Mozilla", "Chrome", "Skia", "wkhtml", "Qt ", "WebKit") }},
	{"is a web page", "", func(r *reading) float64 { return yes(true, r.doc.Type == "html") }},
	{"is a Markdown file", "", func(r *reading) float64 { return yes(true, r.doc.Type == "markdown") }},
	{"is a file of slides", "", func(r *reading) float64 { return yes(true, r.format().Slides) }},
	{"is a TeX source", "", func(r *reading) float64 { return yes(true, r.doc.Type == "tex") }},
}

// volume are the features of how much text there is, and how it is broken.
var volume = []feature{
	{"has many words a page", "has few words a page", func(r *reading) float64 { return math.Log1p(r.pageWords()) }},
	{"has under 120 words a page", "", func(r *reading) float64 { return within(r.pageWords(), 0, 120) }},
	{"has 120 to 280 words a page", "", func(r *reading) float64 { return within(r.pageWords(), 120, 280) }},
	{"has 280 to 480 words a page", "", func(r *reading) float64 { return within(r.pageWords(), 280, 480) }},
	{"has over 480 words a page", "", func(r *reading) float64 { return within(r.pageWords(), 480, 1e9) }},
	{"has a long text", "has a short text", func(r *reading) float64 { return math.Log1p(r.length()) }},
	{"has a text of under 3,000 characters", "", func(r *reading) float64 { return within(r.length(), 0, 3000) }},
	{"has a text of 3,000 to 12,000 characters", "", func(r *reading) float64 { return within(r.length(), 3000, 12000) }},
	{"has a text of 12,000 to 100,000 characters", "", func(r *reading) float64 { return within(r.length(), 12000, 100000) }},
	{"has a text of over 100,000 characters", "", func(r *reading) float64 { return within(r.length(), 100000, 1e12) }},
	{"has a first page with little text", "", (*reading).coverPage},
	{"has long lines", "has short lines", func(r *reading) float64 { return float64(r.chars) / float64(max(r.lines, 1)) / 50 }},
	{"has many pages with little text", "has few pages with little text", (*reading).thinPages},
	{"has many short lines", "has few short lines", func(r *reading) float64 { return share(r.short, r.lines) }},
}

// speech are the features of a readable text, beside the cues.
var speech = []feature{
	{"names many years", "names few years", func(r *reading) float64 { return r.rate(r.counts[years]) }},
	{"lists spans of years", "lists no spans of years", func(r *reading) float64 { return r.rate(r.counts[yearRanges]) }},
	{"has many digits", "has few digits", func(r *reading) float64 { return share(r.counts[digits], r.read) * 10 }},
	{"has many formulas", "has few formulas", func(r *reading) float64 { return r.rate(r.counts[mathSigns]) }},
	{"has lines in capitals", "has no lines in capitals", func(r *reading) float64 { return share(r.counts[capLines], r.lines) }},
	{"has bulleted lists", "has no bulleted lists", func(r *reading) float64 { return r.rate(r.counts[bullets]) }},
	{"has numbered items", "has no numbered items", func(r *reading) float64 { return r.rate(r.counts[items]) }},
	{"has numbered sections", "has no numbered sections", func(r *reading) float64 { return r.rate(r.counts[sections]) }},
	{"lists numbered references", "lists no numbered references", func(r *reading) float64 { return math.Log1p(float64(r.counts[entries])) }},
	{"cites often", "hardly cites", func(r *reading) float64 { return r.rate(r.counts[cites]) }},
	{"cites", "cites nothing", func(r *reading) float64 { return math.Min(1, float64(r.counts[cites])/5) }},
	{"asks questions", "asks no questions", func(r *reading) float64 { return r.rate(r.counts[asks]) }},
	{"answers questions", "answers no questions", func(r *reading) float64 { return math.Log1p(float64(min(r.counts[answered], 30))) }},
	{"is made of questions and answers", "", func(r *reading) float64 { return math.Min(1, 10*share(r.counts[answered], r.lines)) }},
	{"has lines of a program", "has no lines of a program", func(r *reading) float64 { return math.Sqrt(share(r.counts[code], r.lines)) }},
	{"has tables of numbers", "has no tables of numbers", func(r *reading) float64 { return math.Sqrt(share(r.counts[tabular], r.lines)) }},
	{"quotes what is said", "quotes nothing", func(r *reading) float64 { return math.Sqrt(share(r.counts[quotes], r.lines)) }},
	{"names amounts of money", "names no amounts of money", func(r *reading) float64 { return r.rate(r.counts[prices]) }},
	{"gives percentages", "gives no percentages", func(r *reading) float64 { return r.rate(r.counts[percents]) }},
	{"names many years at the beginning", "names few years at the beginning", func(r *reading) float64 { return math.Log1p(float64(r.counts[frontYears])) }},
	{"names commands of TeX", "", func(r *reading) float64 { return r.rate(r.counts[commands]) }},
	{"has many lines that end in a colon", "", func(r *reading) float64 { return share(r.counts[colons], r.lines) * 5 }},
	{"has dotted lines", "", func(r *reading) float64 { return math.Log1p(float64(r.counts[leaders])) }},
	{"has blanks to fill in", "has no blanks to fill in", func(r *reading) float64 { return r.rate(r.counts[blanks]) }},
	{"names times of the day", "names no times of the day", func(r *reading) float64 { return r.rate(r.counts[clocks]) }},
	{"gives many addresses", "gives few addresses", func(r *reading) float64 { return r.rate(r.counts[mails] + r.counts[urls]) }},
	{"gives an e-mail address at the top", "gives no e-mail address at the top", func(r *reading) float64 { return math.Min(1, float64(r.counts[frontMails])) }},
	{"counts its pages as slides do", "", func(r *reading) float64 { return math.Log1p(float64(r.counts[pagesOf])) }},
	{"gives points for answers", "gives no points for answers", func(r *reading) float64 { return r.rate(r.counts[points]) }},
	{"has a report number", "has no report number", func(r *reading) float64 { return math.Min(1, float64(r.counts[reportNumbers])) }},
	{"names a course by its number", "names no course by its number", func(r *reading) float64 { return math.Min(1, float64(r.counts[courseCodes])) }},
	{"is written in sentences", "is hardly written in sentences", func(r *reading) float64 { return share(r.usual, r.spoken) * 4 }},
	{"has few sentences", "has many sentences", func(r *reading) float64 { return share(r.counts[sentences], r.lines) }},
	{"has long words", "has short words", func(r *reading) float64 { return float64(r.letters) / float64(max(r.words, 1)) }},
}

// between is 1 for a number of pages from a to b, or 0; the reason has words
// only when it is 1.
func between(words string, a, b int) feature {
	return feature{words, "", func(r *reading) float64 { return yes(r.doc.Pages > 0, r.doc.Pages >= a && r.doc.Pages <= b) }}
}

// yes returns 1 or 0, or unknown if the question cannot be answered of this
// document.
func yes(known, is bool) float64 {
	switch {
	case !known:
		return unknown
	case is:
		return 1
	}
	return 0
}

// within returns 1 if a <= x < b, else 0, and unknown if x is unknown.
func within(x, a, b float64) float64 { return yes(!math.IsNaN(x), x >= a && x < b) }

// share returns n as a share of a whole, which may be 0.
func share(n, of int) float64 { return float64(n) / float64(max(of, 1)) }

// logOr returns the logarithm of a count, and unknown for a count that the
// format does not have.
func logOr(n int) float64 {
	if n <= 0 {
		return unknown
	}
	return math.Log(float64(n))
}

// ifLines returns x if the document's lines have positions, else unknown.
func ifLines(r *reading, x float64) float64 {
	if len(r.doc.Lines) == 0 || r.doc.Width == 0 {
		return unknown
	}
	return x
}

// cueValue returns the value of a cue.
func (r *reading) cueValue(i int) float64 {
	n := r.cues[i]
	switch cues[i].where {
	case heading, title, headline, salute:
		return math.Min(1, float64(n))
	case headings, front:
		return math.Log1p(float64(min(n, 20)))
	}
	return r.rate(n)
}

// garbled reports whether the letters of a printed text are not those that its pages show.
func (r *reading) garbled() bool { return r.format().Printed && text.Garbled(r.doc.Text) }

// format returns the description of the document's format, or an empty one.
func (r *reading) format() format.Format {
	if f := format.Of(r.doc.Type); f != nil {
		return *f
	}
	return format.Format{}
}

// features returns the features of a document: those of its shape, its volume, its
// words and its cues. A feature is named by the words that describe a high value,
// in model files too.
func (r *reading) features() []learn.Feature {
	all := make([]learn.Feature, 0, shapeEnd+len(volume)+len(speech)+len(cues))
	add := func(of []feature) {
		for _, f := range of {
			all = append(all, learn.Feature{Name: f.high, Value: f.of(r)})
		}
	}
	add(paging)
	add(setting)
	add(file)
	var is, in [len(names)]bool
	r.calls(is[:], in[:])
	known := r.clues.URL != "" || len(r.clues.Anchors) > 0
	for i := range names {
		all = append(all,
			learn.Feature{Name: names[i].file, Value: yes(known, is[i])},
			learn.Feature{Name: names[i].folder, Value: yes(r.clues.URL != "", in[i])},
			learn.Feature{Name: names[i].either, Value: yes(known, is[i] || in[i])})
	}
	add(volume)
	add(speech)
	for i := range cues {
		all = append(all, learn.Feature{Name: cues[i].yes, Value: r.cueValue(i)})
	}
	return all
}
