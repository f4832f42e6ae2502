package describe

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"sluice/document/content"
	"sluice/document/describe/internal/person"
	"sluice/document/describe/internal/phrase"
	"sluice/document/describe/internal/textline"
	"sluice/document/describe/internal/titlepage"
	"sluice/document/genre"
	"sluice/internal/lazyregexp"
	"sluice/text"
)

// readFirstPages adds what the words and the layout of the first pages show:
// title, authors, affiliations, school and publication.
func (w *collector) readFirstPages() {
	const enough = 200 // letters of a cover that can be read although the rest cannot
	if cover := w.document.Page(0); w.garbled && (textline.Letters(cover) < enough || text.Garbled(cover)) {
		return
	}
	h, title, sure, end := w.findTitlePage(w.elsewhere())
	if title != "" {
		if t, ok := w.longer(title); ok {
			title, sure = t, 0.9
		}
		title = w.withoutMark(title)
		w.add(FirstPage, w.doubted(title, w.confirmed(title, sure)), "title", title)
		w.matchLinkingTitle(title)
	}
	authors := h.Authors(end)
	list, affiliations, sure := authors.Behind()
	switch {
	case w.around.Genre == genre.FAQ:
		if list, sure = authors.Announced(); len(list) == 0 { // questions and answers hold names of all sorts
			list, sure = authors.Below()
		}
	case len(list) > 0:
		w.add(FirstPage, affiliationSure, "affiliation", institutions(affiliations)...)
	default:
		list, sure = w.findAuthors(h, authors)
	}
	w.add(FirstPage, sure, "author", list...)
	w.addSchool(h)
	w.addPublication()
}

// affiliationSure is how sure an affiliation is that names an institution. The others are mostly printed on several lines, and
// cut short or in two.
const affiliationSure = 0.91

// institutions returns the affiliations that name an institution, without the word that begins a sentence: "From the University of …".
func institutions(affiliations []string) (all []string) {
	for _, a := range affiliations {
		if a = sentence.ReplaceAllString(a, ""); !isNoInstitution(a) {
			all = append(all, a)
		}
	}
	return all
}

var sentence = lazyregexp.New(`^From (?:the )?`)

// street matches an address that begins with a street, and brokenOff the end of a name whose next line is missing.
var (
	street    = lazyregexp.New(`(?i)^(?:\d+,? )?(?:boul\.|bd\.?|boulevard|rue|avenue|av\.|via|calle|rua|street|p\.? ?o\.? box)[ ,]`)
	brokenOff = lazyregexp.New(`(?i)\b(?:on|computer|applied|fundamental|electrical|mechanical|civil|integrated)$`)
)

// personal matches the beginning of a line that says what a person is, and not where.
var personal = lazyregexp.New(`^(?i)(?:bach|mestre|maître|professeure?|professor|prof|pr|dr|ph\.? ?d|doctorat|docteur|b\.?sc|m\.?sc|diplom|mention|chargée?)(?:[ .,]|$)`)

// lettered matches an affiliation behind the letter to which a name refers, and one with the year of a degree.
var lettered = lazyregexp.New(`^\p{Ll}\p{Lu}|(?:19|20)\d\d$`)

// isNoInstitution reports whether a line among affiliations is a date, an address alone, a label or a degree, or breaks off.
func isNoInstitution(s string) bool {
	return !titlepage.Organised(s) || phrase.DateMark.MatchString(s) && phrase.YearMark.MatchString(s) || strings.HasSuffix(s, ":") || textline.Unended.MatchString(s) || street.MatchString(s) || brokenOff.MatchString(s) || personal.MatchString(s) || lettered.MatchString(s)
}

// findAuthors looks for the authors where the title has none behind it: announced
// on one of the first pages, above the title, or as the file names them and the
// page repeats them.
func (w *collector) findAuthors(h titlepage.Head, authors titlepage.Authors) ([]string, float64) {
	if list, sure := authors.Announced(); len(list) > 0 {
		return list, sure
	}
	if list, sure := authors.Above(); len(list) > 0 {
		return list, sure
	}
	if list, sure := authors.Beside(); len(list) > 0 {
		return list, sure
	}
	var all []string
	for _, a := range limited(w.document.All("author"), textline.MaxList) {
		if a = textline.Clean(a, textline.MaxName); h.Has(a) && !strings.HasPrefix(a, "by ") && !acronym.MatchString(a) && !titlepage.Organised(a) {
			all = append(all, a)
		}
	}
	if len(all) > 0 {
		return all, 0.75
	}
	for _, a := range limited(w.document.All("author"), textline.MaxList) {
		if name := authors.Named(a); name != "" {
			return []string{name}, 0.6
		}
	}
	words := person.LexiconOf(w.document.Text)
	for page := range titlepage.HeadPages {
		other := titlepage.HeadOf(w.document, page, words)
		if list, sure := other.Authors(0).Announced(); len(list) > 0 {
			return list, sure - 0.1
		}
	}
	if list := w.suggestedAuthors(); len(list) > 0 {
		return list, 0.7
	}
	if list, sure := authors.Editors(); len(list) > 0 {
		return list, sure
	}
	return nil, 0
}

// findTitlePage returns the first of the first pages that has a title: the first is
// often a library's or publisher's cover.
func (w *collector) findTitlePage(known *titlepage.Elsewhere) (h titlepage.Head, title string, sure float64, end int) {
	words := person.LexiconOf(w.document.Text)
	first := w.firstHead(words, known)
	for page := range titlepage.HeadPages {
		if h = first; page > 0 {
			h = titlepage.HeadOf(w.document, page, words)
		}
		if title, sure, end = h.Title(known, page); title == "" && page == 0 {
			title, sure, end = h.Heading()
		}
		if page > 0 && phrase.IsFrontHeading(title) { // of a section, below no title
			continue
		}
		if title != "" && !cover(w.document, page) {
			if page == 0 && isKindAlone(title) {
				if h, t, s, e := w.findInnerTitle(words, known); t != "" {
					return h, t, s, e
				}
			}
			if page == 0 && len(known.Titles) > 0 && !known.Titles[text.NormalTitle(title)] {
				if h, t, s, e := w.findExpected(words, known); t != "" && !strings.Contains(text.NormalTitle(title), text.NormalTitle(t)) {
					return h, t, s, e
				}
			}
			return h, title, sure - 0.15*float64(page), end
		}
	}
	if title, sure, end = first.Title(known, 0); title == "" {
		title, sure, end = first.Label()
	}
	return first, title, sure, end
}

// firstHead returns the head of the first page. What many documents of the host have is no title, unless there is no other.
func (w *collector) firstHead(words person.Lexicon, known *titlepage.Elsewhere) titlepage.Head {
	if len(w.around.Repeated) > 0 {
		h := titlepage.HeadOf(w.document, 0, words)
		h.Repeat(func(line string) bool { return w.around.Repeated[text.NormalTitle(line)] })
		if title, _, _ := h.Title(known, 0); title != "" {
			return h
		}
	}
	return titlepage.HeadOf(w.document, 0, words)
}

// mostKindWords is how many words a cover has that only says what kind of work follows.
const mostKindWords = 3

// findInnerTitle returns the page behind the first that has surely a title: the first only says what kind of work follows, "Preprint".
func (w *collector) findInnerTitle(words person.Lexicon, known *titlepage.Elsewhere) (h titlepage.Head, title string, sure float64, end int) {
	const least, fewest = 0.6, 4 // probability, words
	for page := 1; page < titlepage.HeadPages; page++ {
		h = titlepage.HeadOf(w.document, page, words)
		if title, sure, end = h.Title(known, page); sure >= least && len(strings.Fields(title)) >= fewest && !phrase.IsNoise(title) {
			return h, title, sure - 0.15*float64(page), end
		}
	}
	return h, "", 0, 0
}

// findExpected returns the page behind the first whose title another source has: the first is a cover.
func (w *collector) findExpected(words person.Lexicon, known *titlepage.Elsewhere) (h titlepage.Head, title string, sure float64, end int) {
	const least = 6 // words that a section's heading seldom has
	for page := 1; page < titlepage.HeadPages; page++ {
		h = titlepage.HeadOf(w.document, page, words)
		if title, sure, end = h.Title(known, page); len(strings.Fields(title)) >= least && known.Titles[text.NormalTitle(title)] {
			return h, title, sure, end
		}
	}
	return h, "", 0, 0
}

// coverPhrases, in lower case, are printed on pages that an archive or publisher puts
// before a document.
var coverPhrases = []string{"this article was downloaded by", "to link to this article", "is a multi-disciplinary open access", "is a multidisciplinary open access",
	"see discussions, stats, and author profiles", "your article is protected by copyright", "this is the author's version", "this copy is for your personal",
	"jstor is a not-for-profit", "provided by core", "citation for published version", "link to publication in"}

// cover reports whether a page is a cover that an archive or publisher has added.
func cover(d *content.Document, page int) bool {
	if page > 0 || d.Pages < 2 {
		return false
	}
	text := d.Page(0)
	text = strings.ToLower(text[:min(len(text), 3000)])
	return slices.ContainsFunc(coverPhrases, func(phrase string) bool { return strings.Contains(text, phrase) })
}

// elsewhere returns what is known of the title besides the looks of the first pages.
func (w *collector) elsewhere() *titlepage.Elsewhere {
	known := titlepage.NewElsewhere(w.otherTitles(), w.around.URL, w.document.Text)
	known.Cited = map[string]bool{}
	for _, title := range w.around.Cited {
		known.Cited[text.NormalTitle(title)] = true
	}
	return known
}

// otherTitles returns the titles that other sources have, as text.NormalTitle writes them.
func (w *collector) otherTitles() map[string]bool {
	keys := map[string]bool{}
	for _, c := range w.claims {
		if c.name == "title" && c.confidence > 0.3 {
			keys[text.NormalTitle(c.values[0])] = true
		}
	}
	return keys
}

// confirmed returns how sure a title of the page is: surer than a title of the file that it has, and has more of.
func (w *collector) confirmed(title string, sure float64) float64 {
	key := text.NormalTitle(title)
	for _, c := range w.claims {
		if other := text.NormalTitle(c.values[0]); c.name == "title" && c.source == File && other != key && strings.Contains(key, other) {
			sure = max(sure, c.confidence+0.05)
		}
	}
	return sure
}

// withoutMark removes from a title's end the letter to which a font without names maps the mark of a footnote, "of Sand q": a title that
// the file has lacks it.
func (w *collector) withoutMark(title string) string {
	const least = 16 // letters that no two titles have by chance
	key := text.NormalTitle(title)
	for _, c := range w.claims {
		other := text.NormalTitle(c.values[0])
		if c.name != "title" || c.source != File || len(other) < least || !strings.HasPrefix(key, other) || utf8.RuneCountInString(key[len(other):]) != 1 {
			continue
		}
		if mark, size := utf8.DecodeLastRuneInString(title); unicode.IsLetter(mark) && (size > 1 || strings.HasSuffix(title[:len(title)-size], " ")) {
			return strings.TrimRight(title[:len(title)-size], " ")
		}
	}
	return title
}

// longer returns another source's title that continues where the one found on
// the page breaks off, when the page has all of it.
func (w *collector) longer(title string) (string, bool) {
	key := text.NormalTitle(title)
	for _, c := range w.claims {
		if c.name != "title" {
			continue
		}
		other := text.NormalTitle(c.values[0])
		if len(other) > len(key) && len(other) < 3*len(key)+20 && len(key) > 5 && strings.HasPrefix(other, key) && strings.Contains(w.opening(), other) {
			return c.values[0], true
		}
	}
	return "", false
}
