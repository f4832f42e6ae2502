package describe

import (
	"regexp"
	"strings"
)

var (
	bylineEnd  = regexp.MustCompile(`(?i)\b(?:by|von|par|por|authors?)\s*:?$`)
	bylineMark = regexp.MustCompile(`(?i)^(?:(?:a|the)?\s?(?:thesis|dissertation|report|project)?\s*(?:submitted|presented|written|prepared)?\s*(?:by|von|par|por)|vorgelegt von|eingereicht von|verfasst von|authors?)\s*:?(?:\s+\S.*)?$`)
	othersMark = regexp.MustCompile(`(?i)\b(?:advis[oe]rs?|supervisors?|supervised by|supervision of|committee|examiners?|examining committee|referees?|reviewers?|under the guidance|guide:|thesis guide|mentor:|second reader|promotor|gutachter|betreuer|prüfer|rapporteurs?|directeur|directrice|jury|approved by|chairman|chairperson|committee chair|dean of|editors?:|edited by|editor-in-chief|communicated by)\b`)
	dateLine   = regexp.MustCompile(`^[\w\s.,/\-–()]{4,40}$`)
)

// kindOf tells what a line of a head is from its words.
func (x lexicon) kindOf(s string) kind {
	trimmed := strings.Trim(s, " .:*∗†")
	switch {
	case abstractHeading.MatchString(trimmed) || abstractHeading.MatchString(s):
		return closing
	case bodyHeading.MatchString(trimmed) && !strings.HasSuffix(s, ","), keywordHeading.MatchString(s) && len(s) > 7:
		return closing
	case isProse(s):
		return plain
	case strings.EqualFold(trimmed, "by"):
		return byline
	case len(s) < 120 && bylineMark.MatchString(s) && (bylineEnd.MatchString(s) || x.hasNames(byPrefix.ReplaceAllString(s, ""))):
		return byline
	case emailMark.MatchString(s) && (letters(emailMark.ReplaceAllString(s, "")) < 6 || !x.anyName(s)):
		return contact
	case othersMark.MatchString(s) && (capitals(s) > 0.3 || len(s) < 60) || committeeLine(s):
		return others
	case isDate(s):
		return date
	case isNoise(trimmed), letters(s) < 2:
		return banner
	case urlMark.MatchString(s) && letters(urlMark.ReplaceAllString(s, "")) < 10:
		return contact
	case x.hasNames(s):
		return names
	case isAffiliation(s):
		return affiliation
	}
	return plain
}

// isProse reports a line so long and with so few capitals that it is running text: of names most words have them. To look for some
// in it would take milliseconds.
func isProse(s string) bool { return len(s) > longLine && capitals(s) < 0.4 }

// longLine is more than a line of a title has, in bytes.
const longLine = 250

var committee = regexp.MustCompile(`(?i)^(?:(?:assistant|associate|full|adjunct)? ?prof(?:essor|\.)|dr\.)\s.*,.*(?:chair|university|member|reader|advis)`)

func committeeLine(s string) bool { return committee.MatchString(s) }

// isDate reports a line that says nothing but when.
func isDate(s string) bool {
	if len(s) > 60 || !dateLine.MatchString(s) {
		return false
	}
	if !dateMark.MatchString(s) && !yearMark.MatchString(s) {
		return false
	}
	rest := yearMark.ReplaceAllString(dateMark.ReplaceAllString(s, ""), "")
	return letters(rest) <= 4
}

// hasNames reports whether what a line says is persons, mostly.
func (x lexicon) hasNames(s string) bool {
	good, bad, sure, least := 0, 0, 0, 10.0
	list := x.people(s)
	if n := len(list); n > 2 && !strings.Contains(list[n-1].name, " ") {
		list = list[:n-1] // the line breaks off within a name
	}
	for _, p := range list {
		if p.score > 1 {
			good += len(p.name)
			sure++
		} else {
			bad += len(p.name)
		}
		least = min(least, p.score)
	}
	return good > bad || sure > 0 && least > 0.2
}

// anyName reports whether a line has something that may be a name.
func (x lexicon) anyName(s string) bool {
	for _, p := range x.people(s) {
		if p.score > 0.2 {
			return true
		}
	}
	return false
}

// isAffiliation reports a line about an institution or a place.
func isAffiliation(s string) bool {
	weight, words := 0.0, 0
	for _, w := range strings.Fields(s) {
		l := strings.ToLower(strings.Trim(w, ".,;:()*†‡§0123456789"))
		if l == "" {
			continue
		}
		words++
		switch {
		case organisationWords[l] || organisationWords[l+"."]:
			weight++
		case places[l]:
			weight += 0.7
		}
	}
	if postalMark.MatchString(s) {
		weight++
	}
	if stateMark.MatchString(s) {
		weight += 2
	}
	if words == 0 {
		return postalMark.MatchString(s)
	}
	strong := strongOrganisation.MatchString(s)
	share := weight / float64(words)
	return strong && (share > 0.12 || words < 12) && capitals(s) > 0.6 || share >= 0.5 || weight >= 2 && share > 0.3 && strings.ContainsRune(s, ',')
}

// stateMark matches a town's place in the United States or Canada.
var stateMark = regexp.MustCompile(`\p{L}, (?:A[LKZR]|C[AOT]|D[CE]|FL|GA|HI|I[DLNA]|K[SY]|LA|M[EDAINSOT]|N[EVHJMYCD]|O[HKR]|PA|RI|S[CD]|T[NX]|UT|V[TA]|W[AVIY]|ON|QC|BC|AB)(?:[ ,.]+\d{5}(?:-\d{4})?)?(?:,? (?:USA|U\.S\.A\.?|Canada))?\.?$`)

// strongOrganisation matches names of institutions that titles seldom hold.
var strongOrganisation = regexp.MustCompile(`(?i)\b(?:departments?|dept\.?|universit(?:y|ät|aet|at|é|e|à|a|ies|ad|eit)|universidade?|univ\.|institut[eo]? (?:of|for|für|de|di|national)|school of|faculty of|college (?:of|london|dublin|park)|fakultät|laborator(?:y|ies|io) (?:of|for)|gmbh|ltd\.?|inc\.|cnrs|inria|eth zürich|epfl|labs|centre for|center for|institute$|laboratory$|college$|research$|research lab)`)
