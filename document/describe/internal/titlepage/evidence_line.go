package titlepage

import (
	"math"
	"slices"
	"strings"
	"unicode"

	"sluice/document/describe/internal/phrase"
	"sluice/document/describe/internal/textline"
)

// sight is what one line shows, on its page.
type sight struct {
	line
	at      int
	page    *survey
	words   int
	letters int
	rank    int    // how many sizes on the page are larger, up to 3
	person  int    // how much it looks like persons
	sure    int    // how many persons it surely has
	worded  bool   // has words that names never have
	open    int    // brackets and quotes that it opens and does not close
	colons  int    // within it
	normal  string // its letters and digits
	strong  bool   // names an institution
	named   int    // words of the file's name that it has
	ends    []int  // where it ends in the text
}

// isHopeless reports whether a line is no part of any title: ornaments, commands of a template.
func (s *sight) isHopeless() bool {
	return spaced.MatchString(s.Text) || templateMark.MatchString(s.Text)
}

// mayOpen reports whether a title may begin with a line: not with what many documents have, a journal's name or that of a host's
// series, nor with the label of a series and a number, "Working Paper No. 5", which edition it is, "Second Edition", or the heading of a
// table of contents or of acknowledgments.
func (s *sight) mayOpen() bool {
	return !s.isMasthead && !phrase.IsNoticeHeading(s.Text) && !numberedEdition.MatchString(s.Text) && !(phrase.IsSeriesLabel(s.Text) && strings.ContainsAny(s.Text, "0123456789"))
}

// isNotice reports whether a line says of which kind, series or version the work is: no title has it among other lines, although it may
// be all that a page has.
func (s *sight) isNotice() bool {
	t := s.Text
	return phrase.IsDegree(t) || degree(t) || phrase.IsSeriesLabel(bareWords(t)) || isEdition(t) || versionNumber.MatchString(t) || stamp.match(bareWords(t))
}

// bareWords returns a line without the marks and brackets around it.
func bareWords(s string) string { return strings.Trim(s, " .:*∗†()[]") }

// breaksOff reports whether a line ends in a function word and goes on in the next, in the same type.
func (s *sight) breaksOff(next *sight) bool {
	isBelow := s.page.laid && next.Y > s.Y && next.Y-s.Y < 2*next.Size
	return isBelow && s.Font == next.Font && s.Size == next.Size && endsInFunctionWord(s.Text)
}

// relative returns the size of a line's type in steps of the running text's, or -1.
func (s *sight) relative(bounds ...float64) int {
	if s.page.body == 0 || s.Size == 0 {
		return -1
	}
	return step(s.Size/s.page.body, bounds...)
}

// coarse are four steps of size.
func (s *sight) coarse() int { return s.relative(1.1, 1.35, 1.8) }

// ranked returns the rank of a line's size, or -1.
func (s *sight) ranked() int {
	if s.page.body == 0 || s.Size == 0 {
		return -1
	}
	return s.rank
}

// styles are the names of styles that mean something here.
var styles = []string{"title", "subtitle", "author", "affiliation", "abstract", "heading 1", "heading 2", "list"}

// words is a feature of the words of a line.
func words(name string, is func(string) bool) feature[sight] {
	return feature[sight]{name, func(s *sight) int { return given(is(s.Text)) }}
}

// ends is a feature of the last letter of a line.
func ends(name, suffix string) feature[sight] {
	return words(name, func(s string) bool { return strings.HasSuffix(s, suffix) })
}

// begins is a feature of the first letters of a line.
func begins(name string, of ...string) feature[sight] {
	return words(name, func(s string) bool {
		return slices.ContainsFunc(of, func(prefix string) bool { return strings.HasPrefix(s, prefix) })
	})
}

// trimmed is a feature of the words of a line without the marks and brackets around them.
func trimmed(name string, is func(string) bool) feature[sight] {
	return words(name, func(s string) bool { return is(bareWords(s)) })
}

// isCapital reports whether a line has no small letters.
func isCapital(s string) bool { return !strings.ContainsFunc(s, unicode.IsLower) }

// countWords returns how many words a line has.
func countWords(s string) (n int) {
	const length = 2 // of words of ideographs, between which there are no spaces
	for w := range strings.FieldsSeq(s) {
		n += max(1, ideographsOf(w)/length)
	}
	return n
}

// lineFeatures are those of a line.
var lineFeatures = []feature[sight]{
	{"any", func(*sight) int { return 1 }},
	{"kind", func(s *sight) int { return int(s.Kind) }},
	{"style", func(s *sight) int {
		if s.Style == "" {
			return 0
		}
		return 2 + slices.Index(styles, s.Style)
	}},
	{"person", func(s *sight) int { return s.person }},
	{"plain-person", func(s *sight) int {
		if s.Kind != plain {
			return -1
		}
		return s.person
	}},
	{"affiliation-person", func(s *sight) int {
		if s.Kind != Affiliation {
			return -1
		}
		return s.person
	}},
	{"size", func(s *sight) int { return s.relative(0.9, 0.98, 1.05, 1.15, 1.3, 1.5, 1.8, 2.3, 3) }},
	{"largest", func(s *sight) int {
		if s.Size == 0 || s.page.largest == 0 {
			return -1
		}
		return step(s.Size/s.page.largest, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 0.98)
	}},
	{"rank", (*sight).ranked},
	{"kind-size", func(s *sight) int { return both(int(s.Kind), s.coarse(), 4) }},
	{"kind-rank", func(s *sight) int { return both(int(s.Kind), s.ranked(), 4) }},
	{"size-rank", func(s *sight) int { return both(s.coarse(), s.ranked(), 4) }},
	{"place", func(s *sight) int { return s.down(0.05, 0.1, 0.15, 0.2, 0.3, 0.4, 0.5, 0.6, 0.75) }},
	{"rank-place", func(s *sight) int { return both(s.ranked(), s.down(0.1, 0.25, 0.5, 0.75), 5) }},
	{"middle", func(s *sight) int {
		return given(s.page.laid && math.Abs(s.X+s.W/2-(s.page.left+s.page.right)/2) < 10)
	}},
	{"left", func(s *sight) int { return given(s.page.laid && s.X-s.page.left < 5) }},
	{"wide", func(s *sight) int { return given(s.page.laid && s.W > 0.7*(s.page.right-s.page.left)) }},
	{"text-kind", func(s *sight) int { return s.unlaid(int(s.Kind)) }},
	{"text-person", func(s *sight) int { return s.unlaid(s.person) }},
	{"text-words", func(s *sight) int { return s.unlaid(wordSteps(s.words)) }},
	{"line", func(s *sight) int { return step(float64(s.at), 1, 2, 3, 4, 6, 9, 15, 30) }},
	{"gap", func(s *sight) int { return given(s.gap) }},
	{"bold", func(s *sight) int { return given(s.Bold) }},
	{"italic", func(s *sight) int { return given(s.Italic) }},
	{"masthead", func(s *sight) int { return given(s.isMasthead) }},
	{"labelled", func(s *sight) int { return given(s.isLabelled) }},
	{"raised", func(s *sight) int { return given(s.raised) }},
	{"words", func(s *sight) int { return wordSteps(s.words) }},
	{"letters", func(s *sight) int { return step(float64(s.letters), 2, 4, 9, 20, 40, 80, 160) }},
	{"capitals", func(s *sight) int { return step(textline.Capitals(s.Text), 0.1, 0.3, 0.6, 0.9) }},
	{"worded", func(s *sight) int { return given(s.worded) }},
	{"unworded-kind", func(s *sight) int {
		if s.worded {
			return -1
		}
		return int(s.Kind)
	}},
	{"used", func(s *sight) int {
		used, all := s.page.names.Used(s.Text)
		if all == 0 {
			return 15
		}
		return both(step(float64(used)/float64(all), 0.01, 0.34, 0.67, 0.99), step(float64(all), 2, 4), 3)
	}},
	{"digits-alone", func(s *sight) int { return given(s.letters == 0) }},
	{"person-with-place", func(s *sight) int { return given(s.page.names.isWithPlace(s.Text)) }},
	words("capital", isCapital),
	words("lower", textline.StartsLower),
	words("inside", startsInside),
	words("unfinished", unfinished),
	words("sentence", textline.EndsSentence),
	ends("stop", "."),
	ends("colon", ":"),
	ends("comma", ","),
	ends("hyphen", "-"),
	ends("question", "?"),
	begins("bracket", "("),
	begins("quote", "“", "\"", "«"),
	begins("dash", "—", "– ", "- ", "--"),
	words("inner-colon", func(s string) bool { return strings.Contains(s, ": ") }),
	words("bar", func(s string) bool { return strings.Contains(s, "|") }),
	words("digits", func(s string) bool { return strings.ContainsAny(s, "0123456789") }),
	words("at", func(s string) bool { return strings.Contains(s, "@") }),
	words("accent", func(s string) bool { return accents(s) > 0 }),
	words("section", sectionNumber.MatchString),
	words("item", listNumber.MatchString),
	words("year", phrase.YearMark.MatchString),
	words("dated", phrase.DateMark.MatchString),
	words("degree", phrase.IsDegree),
	words("begins-as-degree", degree),
	words("around-degree", phrase.IsAroundDegree),
	trimmed("series", phrase.IsSeriesLabel),
	trimmed("noise", phrase.IsNoise),
	words("organised", Organised),
	words("institution", strongOrganisation.MatchString),
	words("school", schoolLine.MatchString),
	words("doctoral-school", doctoralSchool.MatchString),
	words("company", legalForm.MatchString),
	words("report", isReport),
	words("report-word", reportWord.MatchString),
	words("edition", isEdition),
	words("occasion", isOccasion),
	words("period", periodMark.MatchString),
	words("yearly", yearly.MatchString),
	words("term", term.MatchString),
	words("byline", phrase.BeginsWithByline),
	words("label", phrase.HasLabel),
	words("questions", phrase.IsQuestions),
	words("deliverable", phrase.IsDeliverable),
	words("begins-as-deliverable", phrase.BeginsWithDeliverable),
	words("office", phrase.IsOffice),
	trimmed("stamp", stamp.match),
	words("work", namesWork),
	words("course", courseCode.MatchString),
	words("dated-stamp", stampDate.MatchString),
	words("others", phrase.OthersMark.MatchString),
	words("url", phrase.UrlMark.MatchString),
	trimmed("heading", func(s string) bool { return phrase.IsFrontHeading(s) || phrase.BodyHeading.MatchString(s) }),
	words("prose", textline.IsProse),
	words("version", versionNumber.MatchString),
	{"running", func(s *sight) int { return where(s.running > 0, s.running) }},
	{"foreign", func(s *sight) int {
		of := scriptOf(s.Text)
		return given(of != noScript && s.page.script != noScript && of != s.page.script)
	}},
	{"named", func(s *sight) int { return where(s.named > 0, min(s.named, 3)) }},
	{"part-of-known", func(s *sight) int { return where(len(s.page.elsewhere.Titles) > 0, s.page.elsewhere.part(s.normal)) }},
	{"repeated", func(s *sight) int {
		return where(len(s.ends) > 1, both(step(float64(len(s.ends)), 3, 5), step(float64(s.words), 2, 4), 3))
	}},
}

// wordSteps are steps of a line's words.
func wordSteps(n int) int { return step(float64(n), 2, 3, 4, 6, 10, 16, 26) }

// down returns how far down the page a line is, in steps, or -1.
func (s *sight) down(bounds ...float64) int {
	if !s.page.laid {
		return -1
	}
	return step(s.Y/s.page.height, bounds...)
}

// unlaid returns a value for text without layout, or -1.
func (s *sight) unlaid(value int) int {
	if s.page.laid {
		return -1
	}
	return value
}
