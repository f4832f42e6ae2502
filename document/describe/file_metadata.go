package describe

import (
	"strings"
	"unicode/utf8"

	"sluice/document/content"
	"sluice/document/describe/internal/identifier"
	"sluice/document/describe/internal/person"
	"sluice/document/describe/internal/phrase"
	"sluice/document/describe/internal/textline"
	"sluice/internal/format"
	"sluice/internal/lazyregexp"
	"sluice/text"
)

// readFileMetadata reads the file's own metadata. In formats that are written
// by hand or by publishers that is nearly always true; in a PDF or an office
// file it is what the program that made it put there.
func (w *collector) readFileMetadata() {
	d := w.document
	f := format.Of(d.Type)
	sure := f != nil && f.Marked
	trust := func(yes, no float64) float64 {
		if sure {
			return yes
		}
		return no
	}
	for _, t := range limited(d.All("title"), 3) {
		if t = withoutAuthor(plainTitle(textline.Clean(t, textline.MaxTitle)), d.All("author")); t != "" && (sure || plausibleTitle(t)) {
			base := trust(0.95, 0.4)
			if d.Type == "html" || d.Type == "xml" || d.Type == "markdown" {
				base = 0.6 // may name the site besides, or the place in its menu
			}
			w.add(File, w.titleTrust(t, base), "title", t)
		}
	}
	if authors := fileAuthors(d, sure); len(authors) > 0 {
		if t := trust(0.95, w.authorTrust(authors)); t > 0 {
			w.add(File, t, "author", authors...)
		}
	}
	if sure {
		w.add(File, 0.9, "affiliation", limited(d.All("affiliation"), textline.MaxList)...)
		w.add(File, 0.95, "abstract", limited(d.All("abstract"), 3)...)
		w.add(File, 0.8, "subject", limited(d.All("subject"), textline.MaxList)...)
	}
	var keywords []string
	for _, k := range limited(d.All("keyword"), textline.MaxList) {
		keywords = append(keywords, splitKeywords(textline.Clean(k, 4*textline.MaxShort))...)
	}
	w.add(File, trust(0.9, 0.6), "keyword", limited(keywords, textline.MaxList)...)
	w.add(File, 0.95, "venue", d.Get("venue"))
	w.add(File, 0.9, "volume", d.Get("volume"))
	if doi := identifier.DOI(d.Get("doi")); doi != "" {
		w.add(File, 0.97, "doi", doi)
	}
	if id := identifier.ArXiv(d.Get("arxiv"), true); id != "" {
		w.add(File, 0.97, "arxiv", id)
	}
	if isbn := identifier.ISBN(d.Get("isbn"), true); isbn != "" {
		w.add(File, 0.95, "isbn", isbn)
	}
	if l := textline.Clean(d.Get("language"), 20); l != "" {
		w.add(File, trust(0.8, 0.4), "language", strings.ToLower(strings.SplitN(strings.ReplaceAll(l, "_", "-"), "-", 2)[0]))
	}
	// The date of a file is in the format of the program that wrote it; only its year can be found
	// in all of them.
	if year := phrase.YearMark.FindString(textline.Clean(d.Get("date"), 100)); year != "" {
		w.add(File, trust(0.92, 0.6), "year", year)
	}
}

// limited returns the first n values: files can repeat a property thousands of
// times.
func limited(values []string, n int) []string { return values[:min(len(values), n)] }

// Titles that are no titles: what programs write when the author has set none, and names of files.
var (
	titlePrefix = lazyregexp.New(`(?i)^(?:microsoft (?:word|powerpoint|excel)|powerpoint presentation|slide \d+|word|untitled|document\d*|doc\d*|title|subject|full page photo|print|layout \d+|template|paper|manuscript|article|draft|thesis|report|unknown|none|no title|new|noname|proceedings(?: template.*)?)\s*(?:[-–:_.].*)?$`)
	titleSuffix = lazyregexp.New(`(?i)\.(?:docx?|dvi|ps|eps|pdf|tex|rtf|odt|pptx?|indd|qxd|qxp|fm|wpd|txt|html?|pages|xml|cls|sty|lwp|mif)(?:\s.*)?$`)
	titleOffice = lazyregexp.New(`(?i)^microsoft (?:word|powerpoint) - `)
)

// lineSpace matches the space that LaTeX was asked for between two lines of a title: "Sand[5mm]and Sieves".
var lineSpace = lazyregexp.New(`\s*\[-?[\d.]+ ?(?:mm|cm|pt|em|ex|in|bp|pc|baselineskip)\]\s*`)

// plainTitle removes the leading "Microsoft Word - " from a title that has
// something behind it, and commands between its lines.
func plainTitle(t string) string {
	return strings.TrimSpace(lineSpace.ReplaceAllString(titleOffice.ReplaceAllString(t, ""), " "))
}

// withoutAuthor removes from the end of a title an author behind a dash or a bar: "Sand - Jane Roe".
func withoutAuthor(t string, authors []string) string {
	for _, a := range limited(authors, textline.MaxList) {
		rest, ok := strings.CutSuffix(t, a)
		if bare := strings.TrimRight(rest, " -–—|/"); ok && len(bare) < len(strings.TrimRight(rest, " ")) && textline.Letters(bare) > 5 {
			return bare
		}
	}
	return t
}

// plausibleTitle reports whether a title may be one, and not a file's name, a
// program's word or the kind of a thesis.
func plausibleTitle(t string) bool {
	if titlePrefix.MatchString(t) || titleSuffix.MatchString(t) || phrase.IsDegree(t) || utf8.RuneCountInString(t) < 6 || textline.Letters(t) < 5 {
		return false
	}
	if strings.ContainsAny(t, "\\/") && !strings.Contains(t, " ") || strings.Count(t, "_") > 1 || strings.Contains(t, "template") {
		return false
	}
	words := strings.Fields(t)
	if len(words) == 1 {
		return utf8.RuneCountInString(t) > 8 && !strings.ContainsAny(t, "0123456789_")
	}
	return !phrase.IsNoise(t) || len(words) > 5
}

// titleTrust weighs a title of the file: it counts for much when the first
// pages have it too.
func (w *collector) titleTrust(t string, base float64) float64 {
	if key := text.NormalTitle(t); len(key) > 8 && strings.Contains(w.opening(), key) {
		if len(strings.Fields(t)) > 2 {
			return max(base, 0.85)
		}
		return max(base, 0.6)
	}
	return base
}

// authorTrust weighs authors of the file in the same way. Those whom the first pages do not name
// have rather made the file than the work.
func (w *collector) authorTrust(authors []string) float64 {
	found := 0
	opening := w.opening()
	for _, a := range authors {
		if words := strings.Fields(a); len(words) > 0 && strings.Contains(opening, text.NormalTitle(words[len(words)-1])) {
			found++
		}
	}
	switch {
	case found == len(authors) && found > 1:
		return 0.75
	case found > 0 && strings.Contains(opening, text.NormalTitle(authors[0])):
		return 0.5 // one of several, perhaps
	case len(opening) < 200 || w.garbled:
		return 0.3
	}
	return 0
}

// opening is the beginning of the text, folded for comparison.
func (w *collector) opening() string {
	if w.folded == "" {
		start := w.document.Text
		w.folded = text.NormalTitle(strings.ToValidUTF8(start[:min(len(start), 4000)], "")) + " "
	}
	return w.folded
}

// copyrightMark matches the sign of copyright before the authors of a file.
var copyrightMark = lazyregexp.New(`^(?:©|\([cC]\)|(?i:copyright))(?: ?(?:©|\([cC]\)))?(?: ?\d{4},?)? `)

// noteMark matches a footnote of Markdown behind an author, "^[first author]", and the reference to one: "[^1]".
var noteMark = lazyregexp.New(`\s?(?:\^\[[^\[\]]*\]|\[\^[\w-]+\])`)

// nobody matches what programs write where the author is not known.
var nobody = lazyregexp.New(`(?i)^(?:unknown|anonymous|author|no author|none|n/?a|unbekannt|anonym|inconnue?|anonyme|desconocid[oa]|anónim[oa]|desconhecid[oa]|anônim[oa]|sconosciut[oa]|anonim[oa]|onbekend|anoniem)(?: (?:author|autor|auteur|autore))?$`)

// acronym matches the name of a group that signs with its initials.
var acronym = lazyregexp.New(`^\p{Lu}{3,6}$`)

// withoutEmployer returns an author without the place where he works, behind a comma: "Jane Roe, Sand Labs". What is no given name behind the
// comma follows a whole name.
func withoutEmployer(a string) string {
	name, place, ok := strings.Cut(a, ", ")
	words := strings.Fields(name)
	if !ok || len(words) < 2 || phrase.Particles[strings.ToLower(words[0])] || !person.OpensName(words[0]) || person.OpensName(strings.Fields(place + " .")[0]) {
		return a
	}
	return name
}

// fileAuthors returns the persons that a file names.
func fileAuthors(d *content.Document, sure bool) []string {
	var authors []string
	for _, a := range limited(d.All("author"), textline.MaxAuthors) {
		a = copyrightMark.ReplaceAllString(noteMark.ReplaceAllString(textline.Clean(a, 10*textline.MaxName), ""), "")
		if nobody.MatchString(a) {
			continue
		}
		if sure {
			if a = withoutEmployer(a); !acronym.MatchString(a) {
				authors = append(authors, person.Printed(person.Untitled(a)))
			}
			continue
		}
		var list []string
		for _, part := range strings.FieldsFunc(strings.NewReplacer(" and ", ";", " und ", ";", " & ", ";").Replace(a), func(r rune) bool { return r == ';' }) {
			names := strings.Split(part, ",")
			if len(names) == 2 && person.Anyone.NameScore(strings.Fields(names[0])) < 0 {
				names = []string{part} // family name first
			}
			list = append(list, names...)
		}
		for _, name := range list {
			name = person.Printed(strings.TrimSpace(name))
			if person.Anyone.NameScore(strings.Fields(name)) > 0 {
				authors = append(authors, name)
			}
		}
	}
	return limited(authors, textline.MaxAuthors)
}
