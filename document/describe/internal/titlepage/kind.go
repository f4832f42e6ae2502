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
	bylineEnd  = regexp.MustCompile(`(?i)(?:^|\s)(?:by|von|par|por|door|av|af|autor(?:es|as|en|in)?|auteurs?|autori|authors?)\s*:?$`)
	bylineMark = regexp.MustCompile(`(?i)^(?:(?:a|the)?\s?(?:thesis|dissertation|report|project)?\s*(?:submitted|presented|written|prepared|defended)?\s*(?:by|von|par|por)|(?:vorgelegt|eingereicht|verfasst|angefertigt) (?:von|durch)|(?:soutenue?|présentée?|rédigée?|préparée?) (?:publiquement )?par|(?:presentad[oa]|realizad[oa]|elaborad[oa]|apresentad[oa]) por|door|av|af|autor(?:es|as|en|in)?|auteurs?|autori|authors?)\s*:?(?:\s+\S.*)?$`)
	othersMark = regexp.MustCompile(`(?i)\b(?:advis[oe]rs?|supervisors?|supervised by|supervision of|committee|examiners?|examining committee|referees?|reviewers?|under the guidance|guide:|thesis guide|mentor:|second reader|promotor|gutachter|betreuer|prüfer|rapporteurs?|directeur|directrice|jury|approved by|chairman|chairperson|committee chair|dean of|editors?:|edited by|editor-in-chief|communicated by|commission d[’']examen|banca examinadora|directora?e?s? de (?:la )?tesis|correlatore|handledare|vejledere?|veiledere?|ohjaaja|tarkastaja|promotors?|co-?promotor(?:es|en)?|(?:hoofd|co-?)?begeleiders?|encadrée? par|encadrante?s?|sous la direction|onder (?:bege)?leiding|begeleid door|under the (?:direction|supervision)|(?:erst|zweit)(?:gutachter|prüfer|betreuer|referent)(?:in(?:nen)?)?|(?:gutachter|prüfer|betreuer)in(?:nen)?|betreut von|promotorzy|vedoucí|školitel|mentorica|témavezető|danışman)\b|\b(?:comité|tribunal|comissão|commissie|orientador[ea]?s?|orientação|coorientador[ea]?|tutor(?:es|as|a)?|director[ae]?s?|asesor(?:es|a)?|relator[ei]|opponent|examinator|referent(?:in)?)\s*:`)
	dateLine   = regexp.MustCompile(`^[\w\s.,/\-–()]{4,40}$`)
)

// KindOf returns what a line of a head is from its words.
func KindOf(x person.Lexicon, s string) kind {
	trimmed := strings.Trim(s, " .:*∗†")
	// The order of the cases matters: a heading or prose is recognized before any name in it.
	switch {
	case phrase.AbstractHeading.MatchString(trimmed) || phrase.AbstractHeading.MatchString(s):
		return closing
	case phrase.IsFrontHeading(trimmed):
		return closing
	case phrase.BodyHeading.MatchString(trimmed) && !strings.HasSuffix(s, ","), phrase.KeywordHeading.MatchString(s) && len(s) > 7:
		return closing
	case textline.IsProse(s):
		return plain
	case strings.EqualFold(trimmed, "by"):
		return Byline
	case bylineEnd.MatchString(s) && phrase.IsDegree(bylineEnd.ReplaceAllString(s, "")), wholeByline.MatchString(trimmed):
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
	case domain.MatchString(trimmed):
		return contact
	case phrase.UrlMark.MatchString(s) && textline.Letters(phrase.UrlMark.ReplaceAllString(s, "")) < 10:
		return contact
	case hasNames(x, s):
		return Names
	case isAffiliation(s):
		return Affiliation
	}
	return plain
}

// wholeByline matches a heading of those who wrote a report.
var wholeByline = regexp.MustCompile(`(?i)^(?:lead )?(?:auditors?|security researchers?|contributors|(?:report )?prepared by|written by|conducted by|contributing authors|project team|verfasser(?:innen|in)?|auteurs?|autor(?:es|en|in)?|autores y autoras)$`)

// domain matches a line that is an address of the Web without its scheme. The ending of a country is
// that of a file or a program, too, "Node.js" or "README.md": such an address has three parts, or is in
// small letters.
var domain = regexp.MustCompile(`^(?:[\w\-]{2,}(?:\.[\w\-]{2,})*\.(?:org|com|net|edu|gov|info|eu)|[\w\-]{2,}(?:\.[\w\-]{2,})+\.[a-z]{2}|[a-z\d\-]{2,}\.(?:[a-ik-z][a-z]|j[a-rt-z]))(?:/\S*)?$`)

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

// masthead matches the first line of a journal's name that continues in the next.
var masthead = regexp.MustCompile(`(?i)^(?:the |[\p{L}\-]+ ){0,3}(?:journal|annals|archives|bulletin|transactions|proceedings|revue|zeitschrift|revista|rivista|tijdschrift)(?: (?:of|for|on|de|für|di|voor))?(?: the)?$`)

// mixed reports whether s is a line of names and places both. What people do,
// in brackets behind their names, is no place; nor is a family name behind
// initials.
func mixed(s string) bool {
	s = role.ReplaceAllStringFunc(s, func(in string) string {
		if strongOrganisation.MatchString(in) {
			return in
		}
		return ""
	})
	if stateMark.MatchString(s) || phrase.PostalMark.MatchString(s) {
		return true
	}
	before := ""
	for _, w := range strings.Fields(s) {
		l := strings.ToLower(strings.Trim(w, ".,;:()"))
		if phrase.OrganisationWords[l] || phrase.Places[l] && !phrase.GivenNames[l] && !(strings.HasSuffix(before, ".") && person.Initials.MatchString(before)) {
			return true
		}
		before = w
	}
	return false
}

// role matches what stands in brackets, without digits, behind a name.
var role = regexp.MustCompile(`\([^()\d]*\)`)

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
