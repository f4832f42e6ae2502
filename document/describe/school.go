package describe

import (
	"cmp"
	"slices"
	"strings"

	"sluice/document/describe/internal/phrase"
	"sluice/document/describe/internal/textline"
	"sluice/document/describe/internal/titlepage"
	"sluice/document/genre"
	"sluice/internal/lazyregexp"
)

// schools are the words for universities, as a part of patterns.
const schools = `Universi(?:ty|tät|taet|té|dad|tà|dade|teit|tetet|tet)|Polytechni(?:c|que)|Polit[eé]cnic[ao]|Hochschule|Högskola|Uniwersytet|Univerzita|`

// How sure the institution of a thesis is: where a line of the title page is its name, where the affiliation of the author or a
// sentence names it.
const (
	schoolLineSure  = 0.92
	schoolNamedSure = 0.75
)

// Universities first: an institute may be a part of one.
var (
	university = lazyregexp.New(`(?i)(?:` + schools + `\b(?-i:ETH|EPFL|MIT)\b|\bcaltech\b|institute? of (?:science|technology))`)
	institute  = lazyregexp.New(`(?i)\binstitut|\bcollege\b`)

	// role matches what names a person of the institution: a member of the jury, or the degrees of the author.
	role = lazyregexp.New(`(?i)(?:^|[^\pL])(?:prof|pr\.|dr\.|bach\.?,|b\.?sc|m\.?sc|ph\.? ?d|mestre|bachelor|master|maître|directeur|directrice|advis|supervis|superviso|examin|rapport|jury|betreuer|gutachter|orientador|director|chair|promotor|relatore|decan|dean)`)

	// notSchool matches what has the name of a university and is not a school, and the degrees that an author has from one.
	notSchool = lazyregexp.New(`(?i)(?:^|[^\pL])(?:library|biblioth?e|press|licen[cs]e|students?)(?:[^\pL]|$)|(?:^|[^\pL])(?:[bm]\.? ?(?:tech|eng|phil|com|ed|arch)|[bm]\. ?[aes]|[bm]a|[bm]s|mba|ll\.?[bm])\.?(?:,| \(| from | in )`)

	// notice matches what says for which degree a thesis was submitted, which the school follows.
	notice = lazyregexp.New(`(?i)\b(?:submitted|presented|degree|fulfil\pL*|at the|an der|à l)\b`)

	// inName are the words in lower case within an institution's name.
	inName = phrase.WordSet("of at for and the de do da dos das di del della degli du des la le el l y et e und für zu von van der in i na ")
)

// addSchool adds the institution on a thesis's title page as its venue: a
// university before what may be a part of one.
func (w *collector) addSchool(h titlepage.Head) {
	if w.around.Genre != genre.Thesis {
		return
	}
	var all []string
	for _, c := range w.claims {
		if c.name == "affiliation" {
			all = append(all, c.values...)
		}
	}
	for _, kind := range []*lazyregexp.Regexp{university, institute} {
		if name, sure := w.schoolLine(kind); name != "" {
			if kind == institute {
				sure = schoolNamedSure
			}
			w.add(FirstPage, sure, "venue", name)
			return
		}
		for _, a := range all {
			if name := within(a, kind); name != "" && !role.MatchString(a) {
				w.add(FirstPage, schoolNamedSure, "venue", name)
				return
			}
		}
	}
	for _, l := range h.Lines {
		if name, _ := schoolName(l.Text, university); name != "" && !role.MatchString(l.Text) {
			w.add(FirstPage, schoolNamedSure, "venue", name)
			return
		}
	}
}

// schoolLine returns the first line of the first two pages that is the name of an institution of a kind, and how sure it is. Where
// the pages name several, as those of earlier degrees, the one that follows the notice of the degree comes first.
func (w *collector) schoolLine(kind *lazyregexp.Regexp) (string, float64) {
	const most = 40 // lines of a title page
	var first, noticed, inTitle string
	var all []string
	for page := range 2 {
		n, isNoticed := 0, false
		for l := range strings.SplitSeq(w.document.Page(page), "\n") {
			if l = textline.Clean(l, textline.MaxShort); l == "" || n == most {
				continue
			}
			n++
			isNotice := notice.MatchString(l)
			isNoticed = isNoticed || isNotice
			name, isAll := schoolName(l, kind)
			if words := strings.Fields(l); isNotice && len(words) > maxSchoolLine {
				name, _ = schoolName(strings.Join(words[len(words)-maxSchoolLine:], " "), kind)
			}
			isAll = isAll && !role.MatchString(l) && !textline.Unended.MatchString(l) && !textline.EndsSentence(l)
			if name == "" || !isAll && !isNotice || notSchool.MatchString(l) || first != "" && strings.Contains(name, ",") {
				continue
			}
			if w.titleHas(l, false) {
				if isAll && inTitle == "" {
					inTitle = name
				}
				continue
			}
			all = append(all, name)
			if isAll && first == "" {
				first = name
			}
			if isNoticed && noticed == "" {
				noticed = name
			}
		}
	}
	if len(all) == 0 {
		// A title that is not certain may be read with the school above it.
		if slices.ContainsFunc(w.claims, func(c claim) bool { return c.name == "title" && c.confidence >= 0.8 }) {
			return inTitle, schoolNamedSure
		}
		return inTitle, schoolLineSure
	}
	if slices.ContainsFunc(all, func(name string) bool { return !sameSchool(name, all[0]) }) {
		return cmp.Or(noticed, first), schoolNamedSure
	}
	return first, schoolLineSure
}

// sameSchool reports whether two names may be those of one institution, in two languages or with a part of it: they have a name in
// common, or one has none.
func sameSchool(a, b string) bool {
	x, y := ownWords(a), ownWords(b)
	return len(x) == 0 || len(y) == 0 || slices.ContainsFunc(x, func(word string) bool { return slices.Contains(y, word) })
}

// ownWords are the words of an institution's name that others do not have.
func ownWords(name string) []string {
	return slices.DeleteFunc(strings.Fields(strings.ToLower(name)), func(word string) bool {
		return textline.Letters(word) < 4 || university.MatchString(word) || institute.MatchString(word)
	})
}

// maxSchoolLine is the most words of a line that is the name of an institution.
const maxSchoolLine = 12

// schoolName returns the name of an institution of a kind within a line, and whether it is all of the line, besides an article or
// preposition before it and an abbreviation or town behind it.
func schoolName(l string, kind *lazyregexp.Regexp) (name string, isAll bool) {
	l, tail, _ := strings.Cut(l, " (")
	words := strings.Fields(l)
	at := slices.IndexFunc(words, func(word string) bool { return kind.MatchString(word) })
	if m := kind.FindString(l); at < 0 && strings.Contains(m, " ") {
		at = slices.IndexFunc(words, func(word string) bool { return strings.HasPrefix(m, word) })
	}
	if at < 0 || len(words) > maxSchoolLine {
		return "", false
	}
	first, end := at, at+1
	for first > 0 && isNameWord(words[first-1]) && !strings.HasSuffix(words[first-1], ":") {
		first--
	}
	for end < len(words) && (isNameWord(words[end]) || inName[strings.ToLower(words[end])] && end+1 < len(words)) {
		end++
	}
	for end > at+1 && inName[words[end-1]] {
		end--
	}
	before := words[:first]
	words[at] = afterElision(words[at])
	name = strings.Trim(strings.Join(words[first:end], " "), " ,.;:–-")
	isLead := !slices.ContainsFunc(before, func(word string) bool { return !inName[strings.ToLower(word)] && textline.Letters(word) > 3 })
	return name, isLead && end == len(words) && textline.Letters(name) > 6 && !strings.ContainsAny(name, "0123456789@:") && textline.Letters(tail) < 12
}

// afterElision returns a word without an article that is elided before it: "l’Université".
func afterElision(word string) string {
	if i := strings.IndexAny(word, "'’"); i == 1 || i == 2 {
		return strings.TrimLeft(word[i:], "'’")
	}
	return word
}

// isNameWord reports whether a word may be a part of an institution's name: it begins with a capital.
func isNameWord(word string) bool {
	return !textline.StartsLower(word) && textline.Letters(word) > 0
}

// within returns the institution of a kind that an affiliation names, with its
// town, without departments before it and addresses behind.
func within(affiliation string, kind *lazyregexp.Regexp) string {
	parts := strings.Split(affiliation, ",")
	i := slices.IndexFunc(parts, kind.MatchString)
	if i < 0 {
		return ""
	}
	end := i + 1
	if end < len(parts) && !strings.ContainsAny(parts[end], "0123456789") && !titlepage.Organised(parts[end]) {
		end++
	}
	return strings.Trim(strings.Join(parts[i:end], ","), " .,")
}
