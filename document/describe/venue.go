package describe

import (
	"slices"
	"strings"

	"sluice/document/describe/internal/phrase"
	"sluice/document/describe/internal/textline"
	"sluice/document/genre"
	"sluice/internal/lazyregexp"
	"sluice/text"
)

// How a venue is named: proceedings, a conference, a journal. Each begins its line, but for the words
// that say that the document appeared there, and words of its name.
var (
	venueMark = lazyregexp.New(`^(?:(?i:in|to appear in|appear(?:s|ed|ing)? in|accepted (?:for|to|by|at)|(?:to be )?published in|presented at|in proc\.?:?)\s*:?\s+)?(?:the |The )?(` +
		`(?:Proceedings of|PROCEEDINGS OF|Proc\. of) (?:the )?[^.;©()\[\]]{6,160}|` +
		`(?:[\p{Lu}\d][\p{L}\d’'\-&/]*\.? ){0,8}(?:Conference|Symposium|Workshop|Congress|Colloquium)(?: on| in| for| of) [^.;©()\[\]]{4,120}|` +
		`(?:\p{Lu}[\p{L}&]* ){0,5}(?:Journal|Transactions|Annals|Archives|Bulletin) (?:of|on|in|for) (?:(?:\p{Lu}[\p{L}&\-]*|of|and|the|in|for|on),? ?){1,10})`)
	// The year and the date of a conference, and what follows a name.
	venueEnd  = lazyregexp.New(`(?i)(?:[,\s]+|\s*[–—-]\s*)(?:pages?|pp\.?|vol(?:ume)?\.?|no\.|issue|(?:19|20)\d\d|copyright|publication details|issn|isbn|doi|eds?\.?|held|v|` + dayMonth + `)(?:[^\p{L}].*)?$`)
	venueYear = lazyregexp.New(`^(?:(?:19|20)\d\d|(?:st|nd|rd|th)) `)
)

// meeting matches the kinds of meetings whose proceedings are named, meetingSoon one among the first words of a line.
var (
	meeting     = lazyregexp.New(`(?i)\b(?:conference|symposium|workshop|congress|colloquium|meeting|school)\b`)
	meetingSoon = lazyregexp.New(`^(?:\p{Lu}[\p{L}\-]* ){0,3}(?:Conference|Symposium|Workshop|Congress|Colloquium|Meeting)\b`)
)

// How sure a venue is: as the page asks to be cited, and named on a line of its own.
const (
	citedVenueSure = 0.93
	venueLineSure  = 0.92
)

// dayMonth matches the beginning of a conference's date.
const dayMonth = `(?:\d{1,2}(?:st|nd|rd|th)?\s?(?:[–-]\s?\d{1,2}(?:st|nd|rd|th)?)?\s)?(?:january|february|march|april|may|june|july|august|september|october|november|december|jan|feb|mar|apr|jun|jul|aug|sept?|oct|nov|dec)\b\.?`

// Words without which the slow look for a venue finds nothing.
var venueWords = []string{"Proceedings", "Proc.", "PROCEEDINGS", "Conference", "Symposium", "Workshop", "Congress", "Colloquium", "Journal", "Transactions", "Annals", "Archives", "Bulletin"}

// published are the genres whose venue a first page may name; on others, such as a list of works,
// it is that of something else.
var published = []genre.Genre{"", genre.Paper, genre.Report, genre.Book, genre.Slides, genre.Poster}

// addVenue adds the venue from a line such as "Proceedings of …" or "To appear in …", before the
// abstract or at the head or foot of the page.
func (w *collector) addVenue(first string) {
	if !slices.Contains(published, w.around.Genre) {
		return
	}
	var lines []string
	for l := range strings.SplitSeq(first, "\n") {
		if l = textline.Clean(l, 400); l != "" {
			lines = append(lines, l)
		}
	}
	if name := citedVenue(lines); name != "" {
		w.add(FirstPage, citedVenueSure, "venue", name)
		return
	}
	before := true
	for i, l := range lines {
		before = before && i < 40 && !phrase.AbstractHeading.MatchString(l) && !phrase.BodyHeading.MatchString(strings.Trim(l, " .:*"))
		isProceedings := strings.Contains(strings.ToLower(l), "proceedings of")
		if !(before || i < 4 || i >= len(lines)-6 || isProceedings) || !slices.ContainsFunc(venueWords, func(word string) bool { return strings.Contains(l, word) }) || w.isTitleLine(l) {
			continue
		}
		if name := venueName(l, lines[i+1:]); name != "" {
			w.add(FirstPage, venueLineSure, "venue", name)
			return
		}
	}
}

// citedVenue returns the venue in how a page asks to be cited: "ACM Reference Format: … In …".
func citedVenue(lines []string) string {
	i := slices.IndexFunc(lines, func(l string) bool { return strings.Contains(strings.ToLower(l), "reference format") })
	if i < 0 {
		return ""
	}
	_, venue, ok := strings.Cut(textline.JoinLines(lines[i+1:min(len(lines), i+8)]), ". In ")
	if !ok {
		return ""
	}
	return venueName(venue, nil)
}

// venueName returns the venue that a line names, which may go on in the next; "" if it names none.
func venueName(l string, after []string) string {
	m := venueMark.FindStringSubmatchIndex(l)
	if m == nil {
		return ""
	}
	// A journal's name is on one line. That of a conference goes on where the line ends within it, or without the word for what
	// kind of meeting it is.
	if m[3] == len(l) && len(after) > 0 && !strings.Contains(l, "Journal") && (textline.Unended.MatchString(l) || !meeting.MatchString(l) && meetingSoon.MatchString(rest(after))) {
		if l += " " + after[0]; len(after) > 1 && !meeting.MatchString(l) && meetingSoon.MatchString(rest(after)) {
			l += " " + after[1] // narrow columns have it on three lines
		}
		if m = venueMark.FindStringSubmatchIndex(l); m == nil {
			return ""
		}
	}
	name := l[m[2]:m[3]]
	if textline.StartsLower(strings.TrimLeft(l[m[3]:], " ,")) {
		return "" // a sentence of the text
	}
	for cut := ""; cut != name; {
		cut = name
		name = venueEnd.ReplaceAllString(name, "")
	}
	name = withoutPlace(venueYear.ReplaceAllString(name, ""))
	if name = strings.Trim(name, " ,:–—-"); textline.Letters(name) < 9 || textline.Capitals(name) < 0.7 || len(strings.Fields(name)) < 2 {
		return ""
	}
	return name
}

// rest returns the two lines in which a name may go on.
func rest(lines []string) string { return strings.Join(lines[:min(len(lines), 2)], " ") }

// withoutPlace cuts the town and country off a conference's name: parts behind a comma of which one
// is a known place, if none of them begins with "and".
func withoutPlace(name string) string {
	parts := strings.Split(name, ",")
	for i := 1; i < len(parts); i++ {
		rest := parts[i:]
		if slices.ContainsFunc(rest, func(p string) bool { return strings.HasPrefix(strings.TrimSpace(p), "and ") }) {
			continue
		}
		if slices.ContainsFunc(rest, isPlace) {
			return strings.Join(parts[:i], ",")
		}
	}
	return name
}

// isPlace reports whether a part of an address is a known town, state or country.
func isPlace(s string) bool {
	s = strings.TrimSpace(s)
	return phrase.Places()[strings.ToLower(s)] || len(s) == 2 && strings.ToUpper(s) == s || slices.ContainsFunc(strings.Fields(strings.ToLower(s)), func(word string) bool { return phrase.Places()[word] })
}

// isTitleLine reports whether a line is a part of the title.
func (w *collector) isTitleLine(l string) bool {
	key := text.NormalTitle(l)
	return slices.ContainsFunc(w.claims, func(c claim) bool {
		return c.name == "title" && len(key) > 10 && strings.Contains(text.NormalTitle(c.values[0]), key)
	})
}
