package titlepage

import (
	"regexp"
	"strings"

	"sluice/document/describe/internal/person"
	"sluice/document/describe/internal/phrase"
	"sluice/document/describe/internal/textline"
)

// Lines that announce authors, lines that announce other people, and lines that may be a date.
var (
	bylineEnd  = regexp.MustCompile(`(?i)\b(?:by|von|par|por|authors?)\s*:?$`)
	bylineMark = regexp.MustCompile(`(?i)^(?:(?:a|the)?\s?(?:thesis|dissertation|report|project)?\s*(?:submitted|presented|written|prepared)?\s*(?:by|von|par|por)|vorgelegt von|eingereicht von|verfasst von|authors?)\s*:?(?:\s+\S.*)?$`)
	othersMark = regexp.MustCompile(`(?i)\b(?:advis[oe]rs?|supervisors?|supervised by|supervision of|committee|examiners?|examining committee|referees?|reviewers?|under the guidance|guide:|thesis guide|mentor:|second reader|promotor|gutachter|betreuer|prüfer|rapporteurs?|directeur|directrice|jury|approved by|chairman|chairperson|committee chair|dean of|editors?:|edited by|editor-in-chief|communicated by)\b`)
	dateLine   = regexp.MustCompile(`^[\w\s.,/\-–()]{4,40}$`)
)

// KindOf returns what a line of a head is from its words.
func KindOf(x person.Lexicon, s string) kind {
	trimmed := strings.Trim(s, " .:*∗†")
	// The order of the cases matters: a heading or prose is recognized before any name in it.
	switch {
	case phrase.AbstractHeading.MatchString(trimmed) || phrase.AbstractHeading.MatchString(s):
		return closing
	case phrase.BodyHeading.MatchString(trimmed) && !strings.HasSuffix(s, ","), phrase.KeywordHeading.MatchString(s) && len(s) > 7:
		return closing
	case textline.IsProse(s):
		return plain
	case strings.EqualFold(trimmed, "by"):
		return Byline
	case len(s) < 120 && bylineMark.MatchString(s) && (bylineEnd.MatchString(s) || hasNames(x, byPrefix.ReplaceAllString(s, ""))):
		return Byline
	case phrase.EmailMark.MatchString(s) && (textline.Letters(phrase.EmailMark.ReplaceAllString(s, "")) < 6 || !anyName(x, s)):
		return contact
	case othersMark.MatchString(s) && (textline.Capitals(s) > 0.3 || len(s) < 60) || committeeLine(s):
		return Others
	case isDate(s):
		return Date
	case phrase.IsNoise(trimmed), textline.Letters(s) < 2:
		return Banner
	case phrase.UrlMark.MatchString(s) && textline.Letters(phrase.UrlMark.ReplaceAllString(s, "")) < 10:
		return contact
	case hasNames(x, s):
		return Names
	case isAffiliation(s):
		return Affiliation
	}
	return plain
}

// committee matches a professor with an office: a member of a committee, not an
// author.
var committee = regexp.MustCompile(`(?i)^(?:(?:assistant|associate|full|adjunct)? ?prof(?:essor|\.)|dr\.)\s.*,.*(?:chair|university|member|reader|advis)`)

// committeeLine reports whether a line names a member of a committee, such as
// "Professor Jane Roe, Chair".
func committeeLine(s string) bool { return committee.MatchString(s) }

// isDate reports whether s is a line that says nothing but when.
func isDate(s string) bool {
	if len(s) > 60 || !dateLine.MatchString(s) {
		return false
	}
	if !phrase.DateMark.MatchString(s) && !phrase.YearMark.MatchString(s) {
		return false
	}
	rest := phrase.YearMark.ReplaceAllString(phrase.DateMark.ReplaceAllString(s, ""), "")
	return textline.Letters(rest) <= 4
}

// hasNames reports whether what a line says is persons, mostly.
func hasNames(x person.Lexicon, s string) bool {
	good, bad, sure, least := 0, 0, 0, 10.0
	list := x.People(s)
	if n := len(list); n > 2 && !strings.Contains(list[n-1].Name, " ") {
		list = list[:n-1] // the line breaks off within a name
	}
	for _, p := range list {
		if p.Score > 1 {
			good += len(p.Name)
			sure++
		} else {
			bad += len(p.Name)
		}
		least = min(least, p.Score)
	}
	return good > bad || sure > 0 && least > 0.2
}

// anyName reports whether a line has something that may be a name.
func anyName(x person.Lexicon, s string) bool {
	for _, p := range x.People(s) {
		if p.Score > 0.2 {
			return true
		}
	}
	return false
}

// isAffiliation reports whether s is a line about an institution or a place.
func isAffiliation(s string) bool {
	weight, words := 0.0, 0
	for _, w := range strings.Fields(s) {
		l := strings.ToLower(strings.Trim(w, ".,;:()*†‡§0123456789"))
		if l == "" {
			continue
		}
		words++
		switch {
		case phrase.OrganisationWords[l] || phrase.OrganisationWords[l+"."]:
			weight++
		case phrase.Places[l]:
			weight += 0.7
		}
	}
	if phrase.PostalMark.MatchString(s) {
		weight++
	}
	if stateMark.MatchString(s) {
		weight += 2
	}
	if words == 0 {
		return phrase.PostalMark.MatchString(s)
	}
	strong := strongOrganisation.MatchString(s)
	share := weight / float64(words)
	return strong && (share > 0.12 || words < 12) && textline.Capitals(s) > 0.6 || share >= 0.5 || weight >= 2 && share > 0.3 && strings.ContainsRune(s, ',')
}

// stateMark matches a town's place in the United States or Canada.
var stateMark = regexp.MustCompile(`\p{L}, (?:A[LKZR]|C[AOT]|D[CE]|FL|GA|HI|I[DLNA]|K[SY]|LA|M[EDAINSOT]|N[EVHJMYCD]|O[HKR]|PA|RI|S[CD]|T[NX]|UT|V[TA]|W[AVIY]|ON|QC|BC|AB)(?:[ ,.]+\d{5}(?:-\d{4})?)?(?:,? (?:USA|U\.S\.A\.?|Canada))?\.?$`)

// strongOrganisation matches names of institutions that titles seldom hold.
var strongOrganisation = regexp.MustCompile(`(?i)\b(?:departments?|dept\.?|universit(?:y|ät|aet|at|é|e|à|a|ies|ad|eit)|universidade?|univ\.|institut[eo]? (?:of|for|für|de|di|national)|school of|faculty of|college (?:of|london|dublin|park)|fakultät|laborator(?:y|ies|io) (?:of|for)|gmbh|ltd\.?|inc\.|cnrs|inria|eth zürich|epfl|labs|centre for|center for|institute$|laboratory$|college$|research$|research lab)`)

// byPrefix matches the text before the names in "A thesis by …".
var byPrefix = regexp.MustCompile(`(?i)^.*?\b(?:by|von|par|por|authors?)\s*:?\s+`)

// mixed reports whether s is a line of names and places both.
func mixed(s string) bool {
	if stateMark.MatchString(s) || phrase.PostalMark.MatchString(s) {
		return true
	}
	for _, w := range strings.Fields(s) {
		if l := strings.ToLower(strings.Trim(w, ".,;:()")); phrase.OrganisationWords[l] || phrase.Places[l] && !phrase.GivenNames[l] {
			return true
		}
	}
	return false
}

// unfinished reports whether s is a line that must continue: it ends in a function
// word, a colon, a hyphen.
func unfinished(s string) bool {
	s = strings.TrimRight(s, " ")
	if strings.HasSuffix(s, ":") || strings.HasSuffix(s, "-") || strings.HasSuffix(s, "–") || strings.HasSuffix(s, ",") || strings.HasSuffix(s, "&") {
		return true
	}
	words := strings.Fields(strings.ToLower(s))
	if len(words) == 0 {
		return false
	}
	last := words[len(words)-1]
	return phrase.FunctionWords[last] && last != "it" && last != "in" || last == "and" || last == "or" || last == "und" || last == "et" || last == "a" || last == "in"
}
