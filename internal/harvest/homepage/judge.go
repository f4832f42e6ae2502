package homepage

import (
	"fmt"
	"strings"

	"sluice/internal/harvest/author"
	"sluice/internal/harvest/evidence"
	"sluice/internal/lazyregexp"
	"sluice/page"
	"sluice/text"
)

// Kind is what a page is to an author. The words are on disk.
type Kind string

// The kinds.
const (
	Home         Kind = "homepage"
	Publications Kind = "publication list"
	Other        Kind = "other"
)

// Verdict is what is known of a page and an author together.
type Verdict struct {
	Kind       Kind
	Confidence float64 // from 0 to 1, that it is a page of the author, not of a namesake; at least 0.5 unless Kind is Other
	Reasons    []evidence.Reason
}

// The weights of what a page says.
const (
	pageBias        = -4.5
	headingIsName   = 1.5
	nameAtTop       = 1.0
	nameBelow       = -1.5
	noName          = -5.0
	givenInTitle    = 2.0
	eachCue         = 0.5
	mostCues        = 5
	otherKind       = -3.0
	coauthorsTitle  = -4.0
	titleOnPage     = 3.0
	eachCoauthor    = 0.8
	mostCoauthors   = 3
	affiliationHere = 1.5
	venueHere       = 0.5
	topicHere       = 0.8
	topicAbsent     = -1.5
)

// What is read of a page, in bytes.
const (
	maxText = 256 << 10
	topText = 700
)

// Judge decides what a page is to an author.
func Judge(a *Author, pg *page.Page) Verdict {
	body := string(pg.Text[:min(len(pg.Text), maxText)])
	e := new(evidence.Sum)
	e.Add(pageBias, "few pages are a given homepage")
	a.addAddress(e, pg.URL, pg.Title)
	a.addTitle(e, pg.Title)
	a.addName(e, pg, body)
	addKind(e, a, pg)
	cues := 0
	for _, cue := range homeCues {
		if cue.MatchString(body) {
			cues++
		}
	}
	if cues > 0 {
		e.Add(eachCue*float64(min(cues, mostCues)), "says what homepages say")
	}
	a.addPerson(e, pg, body)
	v := Verdict{Kind: Other, Confidence: e.Confidence(), Reasons: e.Reasons()}
	if v.Confidence >= 0.5 {
		v.Kind = Home
		if isPublicationList(pg, body) {
			v.Kind = Publications
		}
	}
	return v
}

// addName adds where the page has the name.
func (a *Author) addName(e *evidence.Sum, pg *page.Page, body string) {
	const headings = 3
	name, at := a.parsed(), a.space(pg.URL)
	var heads strings.Builder
	for _, h := range pg.Headings[:min(len(pg.Headings), headings)] {
		heads.WriteString(pg.Excerpt(h) + "\n")
	}
	switch {
	case author.WordsOf(heads.String()).Has(name):
		e.Add(headingIsName, "a heading has the name")
	case author.WordsOf(body[:min(len(body), topText)]).Has(name):
		e.Add(nameAtTop, "the name stands at the top")
	case author.WordsOf(body).Has(name):
		e.Add(nameBelow, "the name stands in the text only")
	case author.WordsOf(pg.Title).Has(name):
	case a.hasGivenName(pg.Title) && at.depth >= 0 && !at.isPart:
		e.Add(givenInTitle, "the title has the given name")
	default:
		e.Add(noName, "without the name")
	}
}

// hasGivenName reports whether a text has a given name of the author: "Hani's Home Page".
func (a *Author) hasGivenName(s string) bool {
	words := author.WordsOf(s)
	for _, g := range a.parsed().Given() {
		if len(g) > 2 && (words.HasWord(g) || words.HasWord(g+"s")) {
			return true
		}
	}
	return false
}

// addKind adds the signs that a page is of another kind: of a course, an event, a group, or another person's.
func addKind(e *evidence.Sum, a *Author, pg *page.Page) {
	heading := ""
	if len(pg.Headings) > 0 {
		heading = pg.Excerpt(pg.Headings[0])
	}
	head := pg.Title + "\n" + heading
	words := author.WordsOf(head)
	isNamed := words.Has(a.parsed())
	switch {
	case otherTitles.MatchString(head) && !isNamed:
		e.Add(otherKind, "the title is of a course, an event or a group")
	case peopleWords.MatchString(pg.Title) && !isNamed:
		e.Add(otherKind, "a list of people")
	}
	if !isNamed {
		for _, c := range a.Coauthors {
			if words.Has(author.Parse(c)) {
				e.Add(coauthorsTitle, "the title has a co-author's name")
				return
			}
		}
	}
}

var otherTitles = lazyregexp.New(`(?i)\b(?:courses?|syllabus|lectures?|homework|assignments?|exams?|cs ?\d{3}|(?:fall|spring|summer|winter),? (?:19|20)\d\d|workshop|conference|symposium|proceedings|call for papers|program(?:me)? committee|projects?|(?:research )?groups?|lab(?:oratory)?|departments?|institutes?|cent(?:er|re)s?|seminars?|news|blog|search|archive|download|release|tutorial|abstract)\b`)

// homeCues are what homepages say, each once.
var homeCues = []*lazyregexp.Regexp{
	lazyregexp.New(`(?i)\b(?:my|his|her|current|main) research\b|\bresearch interests?\b|\bforschungs(?:interessen|gebiete)\b`),
	lazyregexp.New(`(?i)\b(?:office|room|tel(?:ephone)?|phone|fax)\b`),
	lazyregexp.New(`(?i)\be-?mail\b|\w@\w|\w \(?at\)? \w+ \(?dot\)?`),
	lazyregexp.New(`(?i)\b(?:assistant|associate|full|adjunct|emeritus)? ?professor\b|\bresearch(?:er| scientist| associate| fellow)\b|\b(?:ph\.? ?d\.?|graduate|doctoral|m\.? ?eng\.?|master'?s?)[^.]{0,30} (?:student|candidate|program)|\bpost-?doc|\blecturer\b|\bengineer at\b`),
	lazyregexp.New(`(?i)\b(?:curriculum vitae|cv|vita|r[eé]sum[eé]|biography|bio|about me)\b`),
	lazyregexp.New(`(?i)\b(?:publications?|papers|technical reports|articles|veröffentlichungen|publicaciones)\b`),
	lazyregexp.New(`(?i)\b(?:teaching|courses|students|advis(?:or|ees))\b`),
	lazyregexp.New(`(?i)\bI(?: am|'m|’m| was| work| joined| received)\b|\bwelcome to my\b|\bmy (?:home|page|web|name|family|friends)\b`),
	lazyregexp.New(`(?i)\b(?:department|dept\.|faculty|school|institute) of\b|\buniversit`),
}

// addPerson adds what tells the author from namesakes.
func (a *Author) addPerson(e *evidence.Sum, pg *page.Page, body string) {
	letters := text.NormalTitle
	if n := titlesIn(a.Titles, body); n > 0 {
		e.Add(titleOnPage, fmt.Sprintf("%d wanted titles", n))
	}
	words := author.WordsOf(body)
	coauthors := 0
	for _, c := range a.Coauthors {
		if words.Has(author.Parse(c)) {
			coauthors++
		}
	}
	if coauthors > 0 {
		e.Add(eachCoauthor*float64(min(coauthors, mostCoauthors)), fmt.Sprintf("%d co-authors", coauthors))
	}
	all := letters(body[:min(len(body), topText*4)])
	for _, s := range a.Affiliations {
		if place := letters(s); len(place) >= 5 && strings.Contains(all, place) {
			e.Add(affiliationHere, "an affiliation")
			break
		}
	}
	has := map[string]bool{}
	for w := range text.Words(body) {
		has[w] = true
	}
	for _, v := range a.Venues {
		if len(v) > 2 && has[text.Fold(v)] || len(v) > 8 && strings.Contains(strings.ToLower(body), strings.ToLower(v)) {
			e.Add(venueHere, "a venue")
			break
		}
	}
	a.addTopic(e, has)
}

// addTopic compares the words of the wanted titles with those of a page. A page of many words without any of these is that of a namesake in
// another field.
func (a *Author) addTopic(e *evidence.Sum, has map[string]bool) {
	const least, enough, many = 3, 5, 250
	topic, here := topicWords(a.Titles), 0
	for _, w := range topic {
		if has[w] {
			here++
		}
	}
	switch {
	case here >= least && 3*here >= len(topic):
		e.Add(topicHere, "words of the wanted titles")
	case here == 0 && len(topic) >= enough && len(has) >= many:
		e.Add(topicAbsent, "no word of the wanted titles")
	}
}

// titlesIn returns how many titles a text has.
func titlesIn(titles []string, body string) (n int) {
	const least = 15 // letters
	if len(titles) == 0 {
		return 0
	}
	var all strings.Builder
	for s := range strings.FieldsSeq(body) { // word by word, because NormalTitle reads the beginning of a text only
		all.WriteString(text.NormalTitle(s))
	}
	for _, t := range titles {
		if key := text.NormalTitle(t); len(key) >= least && strings.Contains(all.String(), key) {
			n++
		}
	}
	return n
}

var listTitle = lazyregexp.New(`(?i)\b(?:publications?|papers|bibliography|articles|writings|veröffentlichungen|publicaciones|pubblicazioni)\b`)

var yearMark = lazyregexp.New(`\b(?:19[6-9]\d|20[0-4]\d)\b`)

// isPublicationList reports whether a page is headed as a list of publications and has the years of several.
func isPublicationList(pg *page.Page, body string) bool {
	const leastYears = 3
	head := pg.Title
	if len(pg.Headings) > 0 {
		head += "\n" + pg.Excerpt(pg.Headings[0])
	}
	return listTitle.MatchString(head) && len(yearMark.FindAllString(body, leastYears)) == leastYears
}
