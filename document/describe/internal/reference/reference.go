// Package reference finds the list of references of a document, splits it, and
// parses its entries.
package reference

import (
	"strconv"
	"strings"

	"sluice/document/content"
	"sluice/document/describe/internal/identifier"
	"sluice/document/describe/internal/person"
	"sluice/document/describe/internal/phrase"
	"sluice/document/describe/internal/textline"
	"sluice/internal/lazyregexp"
)

// The parts of a reference. Names are matched in three orders: "Knuth, D. E." (inverted), "Knuth
// DE" (the style of Vancouver, without full stops) and "D. E. Knuth" (forward).
var (
	quotedTitle  = lazyregexp.New("[\"“„]([^\"“”„]{8,400}?)[.,?!]?[\"”“]|[«]\\s?([^«»]{8,400}?)[.,]?\\s?»|(?:‘‘|``)([^‘`’']{8,400}?)[.,]?(?:’’|'')")
	refYear      = lazyregexp.New(`\(?\b((?:1[89]|20)\d\d)[a-z]?\b\)?`)
	parenYear    = lazyregexp.New(`^[.,:]?\s*[\(\[]\s*(?:\p{L}+\.?,? )?((?:1[5-9]|20)\d\d)[a-z]?(?:,[^)\]]{1,20})?\s*[\)\]][.,:]?\s*`)
	plainYear    = lazyregexp.New(`^[.,:]?\s*((?:1[89]|20)\d\d)[a-z]?[.,:]\s+`)
	refURL       = lazyregexp.New(`(?i)\bhttps?://[^\s<>"{}|\\^]+|\bwww\.[\w\-]+\.[^\s<>"{}|\\^]+`)
	invertedName = lazyregexp.New(`^((?:(?:van|von|de|der|den|di|da|del|la|le|dos|el|al)\s+){0,3}[\p{Lu}][\p{L}'’\-]+(?:[ \-][\p{Lu}][\p{L}'’\-]+)?),\s*((?:(?:\p{Lu}\p{Ll}?\.(?:-\p{Ll}\.)?[ \-]?){1,4}|(?:\p{Lu}[ \-]?){1,4}))(?:,? (?:Jr\.?|III?))?(?:,\s*|\s*\b(?:and|und|et|y|e|og|och|en|u\.)\s+|\s*&\s*|;\s*|:\s*|\s*\(|\s*$|\s+)`)
	vancouver    = lazyregexp.New(`^((?:(?:van|von|de|der|den|di|da|del|la|le|dos|el|al)\s+){0,3}[\p{Lu}][\p{L}'’\-]+(?:[ \-][\p{Lu}][\p{Ll}'’\-]+)?)\s+((?:\p{Lu}\.[ \-]?){1,3}|[\p{Lu}]{1,3})(?:,\s*|\.\s*|;\s*|\s+(?:\(|and\s|et\s|und\s|y\s|e\s|&\s)|\s*$)`)
	forwardName  = lazyregexp.New(`^((?:(?:[\p{Lu}]\.(?:-\p{Ll}\.)?[ \-]?)+(?:[\p{Lu}][\p{Ll}]+ )?|\p{Lu}{2} |[\p{Lu}][\p{L}'’\-]+ (?:[\p{Lu}](?:\. ?| ))*)\s*(?:(?:van|von|de|der|den|di|da|del|la|le|dos|el|al)\s+){0,3}[\p{Lu}][\p{L}'’\-]+(?: [\p{Lu}][\p{Ll}'’\-]+)?(?:,? (?:Jr\.?|III?))?)(?:,\s*|\s+et al\b|\s+(?:and|und|et|y|e|og|och|en|u\.|&)\s+|\s*&\s*|\s*;\s*|\s*:\s*|\.\s+|\s+(?:\(|(?:1[89]|20)\d\d\b)|$)`)
	fullInverted = lazyregexp.New(`^([\p{Lu}][\p{L}'’\-]+(?: [\p{Lu}][\p{L}'’\-]+)?),\s*([\p{Lu}][\p{L}'’\-]+(?: [\p{Lu}](?:\.|[\p{L}'’\-]+)?)?)(,?\s+(?:and|und|et|y|e|og|och|en|u\.|&)\s+|\.\s+|\s*;\s*|\s*:\s+|[.,]?\s*\(?(?:1[89]|20)\d\d[a-z]?\)?[.,:]\s+|,\s+)`)
	joiner       = lazyregexp.New(`^(?:,?\s*(?:AND|and|und|et|y|e|og|och|en|u\.|&)\s+|,\s*|\s*;\s*)`)
	etAl         = lazyregexp.New(`^,?\s*(?:et al\b|u\. ?a\b|and others|e outros|y otros)\.?[,:]?\s*`)
	editors      = lazyregexp.New(`^\(?(?i:ed(?:itor)?s?|hrsg|hg|éds?|dirs?|coords?|orgs?)\b\.?\)?,?[.:]?\s*`)
	repetition   = lazyregexp.New(`^\s*(?:[—–_|\-]{2,}|—|,)[,.:]?\s+`) // "||" is a dash in fonts of TeX that say no more
	pageRange    = lazyregexp.New(`[-–:]\s?\d{4}\b|\b\d{4}\s?[-–]\s?\d`)
	pageMark     = lazyregexp.New(`\b(?:pp?\.|pp|pages?|págs?\.|páginas?|Seiten?)\s?\d+`) // "P. 2004" is an initial and a year
	shortYear    = lazyregexp.New(`\p{Lu}[\p{L}/&\-]*\s?[’'‘´]\s?(\d\d)\b`)               // "OOPSLA ’94"
	volumeYear   = lazyregexp.New(`\b((?:1[89]|20)\d\d)[a-z]?;\s?\d`)
	titleEnd     = lazyregexp.New(`,\s+(?:(?:\p{Lu}[\p{L}]*\.?|of|in|and|the|de|der|für|&)\s+){1,7}\d+\s?[,(:]|[.?!]["”]?\s+(?:\p{Lu}|\d|In[: ]|arXiv|http|www|\(|$)|[.?!]$|,\s+(?:in\s|In\s|[\p{L}. ]{0,30}(?:Journal|Proc\.|Trans\.|Conf\.|vol\.|pp\.|Lecture Notes|Ph\.?D|Technical Report|Tech\. Rep|Springer|Press|arXiv|(?:19|20)\d\d))`)
)

// Parse reads one reference, on one line. It reports false if the text is none.
func Parse(s string) (content.Reference, bool) { return parse(s[:min(len(s), maxReference)], nil) }

// parse splits a reference into its parts; before are the authors of the one before it, which a dash
// repeats. It returns false for a text that is no reference: too short, or without letters.
func parse(s string, before []string) (content.Reference, bool) {
	if n := textline.Letters(s); n < 15 || len(strings.Fields(s)) < 3 && !refURL.MatchString(s) {
		return content.Reference{}, false
	}
	s = joinLinks(s)
	r := content.Reference{Raw: s, DOI: identifier.DOI(s), ArXiv: identifier.ArXiv(s, false)}
	if u := refURL.FindString(s); u != "" {
		if u = strings.TrimRight(u, ".,;:)]>"); strings.HasPrefix(strings.ToLower(u), "www.") {
			u = "http://" + u
		}
		r.URL = u
	}
	bare := pageMark.ReplaceAllString(refURL.ReplaceAllString(s, " "), " ")
	if m := volumeYear.FindStringSubmatch(bare); m != nil {
		r.Year, _ = strconv.Atoi(m[1])
	} else if years := refYear.FindAllStringSubmatch(pageRange.ReplaceAllString(bare, " "), 20); len(years) > 0 {
		// The last year is that of publication: others are in titles.
		r.Year, _ = strconv.Atoi(years[len(years)-1][1])
	} else if years := refYear.FindAllStringSubmatch(bare, 20); len(years) > 0 {
		r.Year, _ = strconv.Atoi(years[len(years)-1][1])
	}
	if m := shortYear.FindStringSubmatch(bare); m != nil && r.Year == 0 {
		r.Year, _ = strconv.Atoi(m[1])
		if r.Year += 1900; r.Year < 1960 {
			r.Year += 100
		}
	}
	rest, dated := s, false
	if m := repetition.FindString(s); m != "" && len(before) > 0 {
		r.Authors, rest = before, editors.ReplaceAllString(s[len(m):], "")
	} else {
		r.Authors, rest = leadingAuthors(s)
	}
	if m := groupStart.FindStringSubmatchIndex(s); m != nil && len(r.Authors) == 0 {
		r.Authors, rest = []string{textline.Clean(s[m[2]:m[3]], textline.MaxName)}, s[m[3]:]
	}
	for _, form := range []*lazyregexp.Regexp{parenYear, plainYear} {
		if m := form.FindStringSubmatchIndex(rest); m != nil {
			r.Year, _ = strconv.Atoi(rest[m[2]:m[3]])
			rest, dated = rest[m[1]:], true
			break
		}
	}
	r.Title = referenceTitle(s, rest, len(r.Authors) > 0, dated)
	return r, true
}

// leadingAuthors cuts names off the beginning of a reference, in either order
// of their parts.
func leadingAuthors(s string) (authors []string, rest string) {
	rest = s
	forward, full := false, false // the order of the first author's names
	for len(authors) < 100 {
		if m := etAl.FindString(rest); m != "" && len(authors) > 0 {
			rest = rest[len(m):]
			break
		}
		if m := joiner.FindString(rest); m != "" {
			rest = rest[len(m):]
		}
		m := invertedName.FindStringSubmatchIndex(rest)
		if m == nil {
			m = vancouver.FindStringSubmatchIndex(rest)
		}
		f := forwardName.FindStringSubmatchIndex(rest)
		if m != nil && f != nil && f[1] > m[1] && f[3] < f[1] {
			m = nil // "Andrew W. Appel, " is no Andrew by the initial W.
		}
		if m != nil && (forward || beginsTitle(rest, m)) {
			m = nil
		}
		if m == nil && (len(authors) == 0 || full) {
			if m = fullInverted.FindStringSubmatchIndex(rest); m != nil && (!isInverted(rest, m) || f != nil && strings.ContainsRune(rest[m[2]:m[3]], ' ') && (len(authors) > 0 || isForward(rest, m))) {
				m = nil
			} else if m != nil {
				full = true
				if end := rest[m[6]:m[7]]; !strings.ContainsAny(end, ":;") {
					m[1] = m[6] // the year, or the next name, is left
				}
			}
		}
		switch {
		case m != nil && realName(rest[m[2]:m[3]]):
			name := strings.Join(strings.Fields(rest[m[4]:m[5]]+" "+rest[m[2]:m[3]]), " ")
			authors = append(authors, textline.Clean(name, textline.MaxName))
			behind := rest[m[5]:m[1]]
			if rest = rest[m[1]:]; strings.HasSuffix(behind, "(") {
				rest = "(" + rest
			}
			if strings.ContainsAny(behind, ":(") || strings.HasPrefix(behind, ".") {
				return authors, editors.ReplaceAllString(rest, "")
			}
		case f != nil && person.Anyone.NameScore(strings.Fields(rest[f[2]:f[3]])) > 0:
			authors = append(authors, textline.Clean(rest[f[2]:f[3]], textline.MaxName))
			forward = true
			behind := rest[f[3]:f[1]]
			ended := strings.ContainsAny(behind, ".:(12")
			switch {
			case strings.HasSuffix(behind, "et al"):
				rest = rest[f[3]:]
			case strings.HasSuffix(behind, "("):
				rest = rest[f[1]-1:]
			case strings.ContainsAny(behind, "12"): // the year is left
				rest = strings.TrimLeft(rest[f[3]:], " ")
			default:
				rest = rest[f[1]:]
			}
			if ended {
				return authors, editors.ReplaceAllString(rest, "")
			}
		default:
			if len(authors) == 0 {
				return nil, s
			}
			return authors, editors.ReplaceAllString(rest, "")
		}
	}
	return authors, editors.ReplaceAllString(rest, "")
}

// isInverted reports whether what matches fullInverted is a name, by what follows it: a comma only
// before a name in the usual order, "Roe, Jane, Karl Stein and", a full stop only behind a known
// given name or before the year.
func isInverted(s string, m []int) bool {
	rest := s[m[7]:]
	switch strings.TrimSpace(s[m[6]:m[7]]) {
	case ",":
		f := forwardName.FindStringSubmatchIndex(rest)
		return f != nil && !strings.ContainsRune(s[m[4]:m[5]], ' ') && person.Anyone.NameScore(strings.Fields(rest[f[2]:f[3]])) > 0
	case ".":
		given, _, _ := strings.Cut(strings.Fields(s[m[4]:m[5]])[0], "-")
		return phrase.GivenNames()[strings.ToLower(given)] || plainYear.MatchString(rest) || parenYear.MatchString(rest)
	}
	return true
}

// isForward reports whether what matches fullInverted with a family name of two words is two names in the usual order: "Jane Roe,
// Karl W. Stein, …".
func isForward(s string, m []int) bool {
	first, _, _ := strings.Cut(s[m[2]:m[3]], " ")
	return person.OpensName(first) && forwardName.MatchString(s[m[4]:])
}

// beginsTitle reports whether what looks like the last initial of an inverted name is the first word
// of the title: "Erik Sandander, A class of …".
func beginsTitle(s string, m []int) bool {
	initials := strings.TrimSpace(s[m[4]:m[5]])
	return !strings.HasSuffix(initials, ".") && strings.HasSuffix(s[:m[1]], " ") && textline.StartsLower(s[m[1]:]) && !joiner.MatchString(s[m[1]:]) && strings.TrimSpace(s[m[5]:m[1]]) == ""
}

// realName reports whether a family name has no word that begins titles.
func realName(s string) bool {
	for _, w := range strings.Fields(strings.ToLower(s)) {
		if phrase.FunctionWords[w] && !phrase.Particles[w] || phrase.OrganisationWords[w] {
			return false
		}
	}
	return true
}

// referenceTitle finds the title: the text in quotation marks, or the first sentence behind the
// authors and the year; of a reference without authors the first that is no organisation.
func referenceTitle(s, rest string, authors, dated bool) string {
	if m := quotedTitle.FindStringSubmatch(s); m != nil && !refURL.MatchString(m[0]) {
		return textline.TidyTitle(textline.Clean(m[1]+m[2]+m[3], textline.MaxTitle))
	}
	rest = strings.TrimLeft(rest, " .,:;")
	if !authors && len(rest) == len(strings.TrimLeft(s, " .,:;")) {
		rest = behindOrganisation(rest)
	}
	end := len(rest)
	for _, loc := range titleEnd.FindAllStringIndex(rest, 20) {
		if abbreviated(rest[:loc[0]]) {
			continue
		}
		end = loc[0]
		if rest[loc[0]] == '?' || rest[loc[0]] == '!' {
			end++
		}
		break
	}
	t := textline.TidyTitle(textline.Clean(strings.TrimSpace(yearLast.ReplaceAllString(rest[:end], "")), textline.MaxTitle))
	short := textline.Letters(t) < 8 || len(strings.Fields(t)) < 2
	if short && !(dated && authors && textline.Letters(t) > 3) || phrase.UrlMark.MatchString(t) {
		return ""
	}
	return t
}

// behindOrganisation cuts the name of an organisation, or an acronym, off the beginning of a
// reference.
func behindOrganisation(s string) string {
	first, rest, ok := strings.Cut(s, ". ")
	words := strings.Fields(first)
	if !ok || len(words) > 8 || textline.Letters(rest) < 15 {
		return s
	}
	for _, w := range words {
		if w = strings.ToLower(strings.Trim(w, ",.()")); phrase.OrganisationWords[w] || strings.HasPrefix(w, "organi") {
			return rest
		}
	}
	if len(words) == 1 && strings.ToUpper(first) == first || len(words) < 4 && textline.Capitals(first) == 1 && phrase.Places()[strings.ToLower(words[len(words)-1])] {
		return rest
	}
	return s
}

// abbreviated reports whether the full stop behind s ends an abbreviation or an
// initial.
func abbreviated(s string) bool {
	words := strings.Fields(s)
	if len(words) == 0 {
		return true
	}
	last := strings.ToLower(words[len(words)-1])
	switch last {
	case "vs", "st", "dr", "e.g", "i.e", "cf", "no", "vol", "al":
		return true
	}
	return len([]rune(last)) == 1
}
