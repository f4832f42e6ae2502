package titlepage

import (
	"strings"

	"sluice/document/describe/internal/person"
	"sluice/document/describe/internal/phrase"
	"sluice/document/describe/internal/textline"
	"sluice/internal/lazyregexp"
)

// Lines that announce authors, and lines that may be a date.
var (
	bylineEnd  = lazyregexp.New(`(?i)(?:^|\s)(?:by|von|par|por|door|av|af|autor(?:es|as|en|in)?|auteurs?|autori|authors?)\s*:?$`)
	bylineMark = lazyregexp.New(`(?i)^(?:(?:a|the)?\s?(?:(?:thesis|dissertation|report|project|seminar|paper|lecture|course|notes)\s*){0,3}(?:submitted|presented|written|prepared|defended)?\s*(?:by|von|par|por)|(?:vorgelegt|eingereicht|verfasst|angefertigt) (?:von|durch)|(?:soutenue?|présentée?|rédigée?|préparée?) (?:publiquement )?par|(?:presentad[oa]|realizad[oa]|elaborad[oa]|apresentad[oa]) por|door|av|af|autor(?:es|as|en|in)?|auteurs?|autori|authors?)\s*:?(?:\s+\S.*)?$`)
	dateLine   = lazyregexp.New(`^[\pL\d\s.,:/\-–()]{4,50}$`)
)

// defended matches the sentence that ends with "by" before the author of a thesis.
var defended = lazyregexp.New(`(?i)^(?:thèse|mémoire|mem[òo]ria|habilitation|dissertation|(?:this |a )?(?:thesis|dissertation|report)|\pL*arbeit|tesis|tese|tesi|treball)\b.*\b(?:soutenue?|présentée?|presented|submitted|defended|written|vorgelegt|eingereicht|verfasst|presentada|presentat|apresentada|presentata)\b`)

// KindOf returns what a line of a head is from its words.
func KindOf(x person.Lexicon, s string) kind {
	trimmed := strings.Trim(s, " .:*∗†")
	// The order of the cases matters: a heading or prose is recognized before any name in it.
	switch {
	case phrase.AbstractHeading.MatchString(trimmed) || phrase.AbstractHeading.MatchString(s):
		return closing
	case phrase.IsFrontHeading(trimmed):
		return closing
	case phrase.BodyHeading.MatchString(trimmed) && !unfinished(s) && !introducesSubject.MatchString(s), phrase.KeywordHeading.MatchString(s) && len(s) > 7:
		return closing
	case textline.IsProse(s):
		return plain
	case strings.EqualFold(trimmed, "by"):
		return Byline
	case bylineEnd.MatchString(s) && (phrase.IsDegree(bylineEnd.ReplaceAllString(s, "")) || defended.MatchString(s)), phrase.IsByline(s), introduces(x, s):
		return Byline
	case ofAuthor.MatchString(s) && hasNames(x, ofAuthor.FindStringSubmatch(s)[1]):
		return Byline
	case endsWithAuthor(x, s), workBy.MatchString(s), len(s) < 100 && bylineColon.MatchString(s) && !phrase.OthersMark.MatchString(s):
		return Byline
	case len(s) < 120 && bylineMark.MatchString(s) && (bylineEnd.MatchString(s) || hasNames(x, byPrefix.ReplaceAllString(s, ""))):
		return Byline
	case phrase.EmailMark.MatchString(s) && !nameAndAddress.MatchString(s) && (textline.Letters(phrase.EmailMark.ReplaceAllString(s, "")) < 6 || !anyName(x, s)):
		return contact
	case strings.HasPrefix(s, "(will be inserted"):
		return Banner
	case phrase.OthersMark.MatchString(s) && (textline.Capitals(s) > 0.3 || len(s) < 60) || committeeLine(s):
		return Others
	case isDate(s):
		return Date
	case phrase.IsNoise(trimmed), textline.Letters(s) < 2:
		return Banner
	case domain.MatchString(trimmed):
		return contact
	case phrase.UrlMark.MatchString(s) && textline.Letters(phrase.UrlMark.ReplaceAllString(s, "")) < 10:
		return contact
	case hasNames(x, s) && !labelledValue.MatchString(s):
		return Names
	case isAffiliation(s):
		return Affiliation
	}
	return plain
}

// introducesSubject matches the beginning of the name of a book or a course, which is no heading of a first section.
var introducesSubject = lazyregexp.New(`(?i)^(?:(?:an |une |una |uma |eine )?(?:introduction (?:to|à|aux|au)|introducción (?:a|al)|introdução (?:a|à|ao|aos|às)|introduzione (?:a|al|alla|allo|ai|alle)|einführung in|einleitung in)) `)

// authorEnd matches the words before the author at the end of a line about the degree: "Bachelorarbeit von Jane Roe".
var authorEnd = lazyregexp.New(`^(.*\pL.*?) (?:by|von|par|por|per(?: en| na)?|door|av|af) (\p{Lu}.*)$`)

// ofAuthor matches an Italian line that is "by" and a person: "di Jane Roe".
var ofAuthor = lazyregexp.New(`^di (\p{Lu}[\p{L}'’]+(?: \p{Lu}[\p{L}'’.]*){1,3})$`)

// bylineColon matches a line of several words that ends with "by" and a colon: "Written in the summer of 2019 by:".
var bylineColon = lazyregexp.New(`(?i)^\pL.*\s(?:by|von|par|por|door|av|af|da|przez)\s*:$`)

// workBy matches a line that is a noun for a work and "by": "A project by".
var workBy = lazyregexp.New(`(?i)^(?:(?:an?|the|eine?|une?|uma?|een|ett?) )?(?:\pL+ )?(?:\pL*arbeit|\pL*projekt|\pL*bericht|project|work|paper|report|guide|book|travail|projet|rapport|livre|trabajo|proyecto|informe|libro|trabalho|projeto|livro|werk|\pL*verslag|oppgave|rapport) (?:by|von|par|por|door|av|af)$`)

// notes matches a noun for what is written down at a lecture or a work, at the end of a line.
var notes = lazyregexp.New(`(?i)(?:^|\s)(?:mitschrift|mitschrieb|skript|skriptum|ausarbeitung|zusammenfassung|protokoll|bericht|notizen|(?:lecture )?notes|apuntes|apontamentos|notas(?: de aula)?|appunti|aantekeningen|samenvatting|verslag|compte[ -]rendu|rapport|relatório|informe|notatki|zápisky|\pL*(?:arbeit|arbete|uppsats|avhandling|oppgave|opgave|scriptie|thesis|dissertation)|mémoire|thèse|tese|tesis|tesina|praca)$`)

// endsWithAuthor reports whether a line about the degree ends with the author.
func endsWithAuthor(x person.Lexicon, s string) bool {
	m := authorEnd.FindStringSubmatch(s)
	return m != nil && (phrase.IsDegree(m[1]) || phrase.IsNoise(m[1]) || defended.MatchString(m[1]) || notes.MatchString(m[1]) || degreeNotice.MatchString(m[1])) && hasNames(x, m[2]) && !mixed(m[2])
}

// labelledValue matches a label and what it labels, as forms have them: "Total Budget: 28,000".
var labelledValue = lazyregexp.New(`^\p{Lu}[\p{L} ]{2,40}: ?\S`)

// introduces reports whether a line is a label and the authors, "Candidate: Jane Roe".
func introduces(x person.Lexicon, s string) bool {
	names, ok := phrase.AfterByline(s)
	return ok && (hasNames(x, names) || len(strings.Fields(names)) < 5 && anyName(x, names))
}

// withoutByline returns the names of a line that may introduce them: "by Jane Roe".
func withoutByline(s string) string {
	if names, ok := phrase.AfterByline(s); ok {
		if family, given, ok := strings.Cut(names, ", "); ok && familyLabel.MatchString(s) && !strings.Contains(given, ",") {
			return given + " " + family
		}
		return names
	}
	if m := ofAuthor.FindStringSubmatch(s); m != nil {
		return m[1]
	}
	if m := authorEnd.FindStringSubmatch(s); m != nil && !byPrefix.MatchString(m[2]) {
		return m[2]
	}
	return byPrefix.ReplaceAllString(s, "")
}

// familyLabel matches a label of a person that asks for the family name first: "Apellidos y nombre:".
var familyLabel = lazyregexp.New(`(?i)^(?:apellidos?|cognome|nom|naam|nachname|name|surname|family name|last name|achternaam|nazwisko|příjmení|soyadı)(?:\s*[,/]\s*|\s+(?:y|e|et|en|und|and|i|a|ve)\s+)\pL+\s*:`)

// domain matches a line that is an address of the Web without its scheme. The ending of a country is
// that of a file or a program, too, "Node.js" or "README.md": such an address has three parts, or is in
// small letters.
var domain = lazyregexp.New(`^(?:[\w\-]{2,}(?:\.[\w\-]{2,})*\.(?:org|com|net|edu|gov|info|eu)|[\w\-]{2,}(?:\.[\w\-]{2,})+\.[a-z]{2}|[a-z\d\-]{2,}\.(?:[a-ik-z][a-z]|j[a-rt-z]))(?:/\S*)?$`)

// committee matches a professor with an office: a member of a committee, not an
// author.
var committee = lazyregexp.New(`(?i)^(?:(?:assistant|associate|full|adjunct)? ?prof(?:essor|\.)|dr\.)\s.*,.*(?:chair|university|member|reader|advis)`)

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
	rest := phrase.YearMark.ReplaceAllString(phrase.DateMark.ReplaceAllString(dateLabel.ReplaceAllString(s, ""), ""), "")
	return textline.Letters(rest) <= 4
}

// dateLabel matches what precedes a date on its line: "Last revised: 18 December 2003".
var dateLabel = lazyregexp.New(`(?i)^(?:(?:last |first |date )?(?:revised|updated|modified|changed|compiled|printed|published|issued|posted|delivered|submitted|received)|date(?: of \pL+)?|dated|as of|stand|fecha|datum|data|dernière mise à jour|mis à jour|(?:zuletzt )?aktualisiert|letzte änderung|última actualización|última atualização|ultimo aggiornamento|laatst gewijzigd)(?: (?:on|am|le|el|op|il|in))?\b:?\s*`)

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
		case phrase.Places()[l]:
			weight += 0.7
		}
	}
	if code := phrase.PostalMark.FindString(yearSpan.ReplaceAllString(s, "")); code != "" && (weight > 0 || !phrase.YearMark.MatchString(code)) {
		weight++
	}
	if stateMark.MatchString(s) {
		weight += 2
	}
	if words <= 8 && schoolLine.MatchString(s) || legalForm.MatchString(s) {
		return true
	}
	if words == 0 {
		return phrase.PostalMark.MatchString(s)
	}
	strong := strongOrganisation.MatchString(s)
	share := weight / float64(words)
	return strong && (share > 0.12 || words < 12) && textline.Capitals(s) > 0.6 || share >= 0.5 || weight >= 2 && share > 0.3 && strings.ContainsRune(s, ',')
}

// yearSpan matches years from one to another, of which neither is the code of a town.
var yearSpan = lazyregexp.New(`\b(?:1[5-9]|20)\d\d ?[-–—/] ?(?:1[5-9]|20)?\d\d\b`)

// schoolLine matches a line that begins with the name of a part of a university, in languages that write the words behind it small;
// legalForm one that ends with the form of a company.
var (
	schoolLine = lazyregexp.New(`(?i)^(?:(?:instituto|institut|istituto|escuela|escola|école|scuola|centro|centre) (?:de|del|di|da|do|du|des|für|superior|nacional|profesional|técnica|politécnica|nationale)|fa[ck]ult\pL*|fakült\pL*|wydzia[łl]\pL*|[ck][aá]tedra|ústav|dipartimento|departament[ou]?l?|département|katedra|akademia|politechnika|szkoła|vysoká škola|instytut|inštitút|institutionen för|institutt for|laitos|tiedekunta|кафедра|факультет|институт|інститут|відділення) |^laborato(?:ire|rio) d(?:e|u|es|i|['’])|^[«"]?(?:\pL\S* ){1,6}(?:университет|институт|академия)[»"]?$|^(?:министерство|міністерство|министарство|минобрнауки|федеральное (?:государственное|агентство)|(?:государственное|муниципальное) (?:\pL+ ){0,3}(?:образовательное|учреждение)|учреждение (?:высшего|образования)|образовательное учреждение)|^[\p{Han}\p{Katakana}ー ]{2,}(?:大学|大學|学院|學院|研究科|研究所|研究室|学部|學部|学科|學系)$|^[\p{Hangul} ]{2,}(?:대학교|대학원|학과|학부)$`)
	legalForm  = lazyregexp.New(`\PL(?:plc|PLC|Ltd\.?|Limited|Inc\.?|LLC|L\.L\.C\.|GmbH|AG|S\.?A\.?|S\.p\.A\.|N\.V\.|B\.V\.|A/S|ASA|Oyj?)$`)
)

// stateMark matches a town's place in the United States or Canada.
var stateMark = lazyregexp.New(`\p{L}, (?:A[LKZR]|C[AOT]|D[CE]|FL|GA|HI|I[DLNA]|K[SY]|LA|M[EDAINSOT]|N[EVHJMYCD]|O[HKR]|PA|RI|S[CD]|T[NX]|UT|V[TA]|W[AVIY]|ON|QC|BC|AB)(?:[ ,.]+\d{5}(?:-\d{4})?)?(?:,? (?:USA|U\.S\.A\.?|Canada))?\.?$`)

// strongOrganisation matches names of institutions that titles seldom hold.
var strongOrganisation = lazyregexp.New(`(?i)(?:^|[^\pL])(?:departments?|dept\.?|univer[sz]it\pL*|universidade?|univ\.|institut[eo]? (?:of|for|für|de|di|national)|school of|faculty of|college (?:of|london|dublin|park)|fakultät|laborator(?:y|ies|io) (?:of|for)|gmbh|ltd\.?|inc\.|cnrs|inria|eth zürich|epfl|labs|centre for|center for|politecnico|scuola (?:di|superiore)|escuela (?:de|técnica|superior|politécnica)|escola (?:de|superior)|école (?:polytechnique|nationale|normale|supérieure|doctorale)|faculdade de|facultad de|facoltà di|faculté d|faculteit|institute$|laboratory$|college$|research$|research lab)`)

// byPrefix matches the text before the names in "A thesis by …".
var byPrefix = lazyregexp.New(`(?i)^.*?\b(?:by|von|par|por|authors?)\s*:?\s+`)

// masthead matches the first line of a journal's name that continues in the next.
var masthead = lazyregexp.New(`(?i)^(?:the |[\p{L}\-]+ ){0,3}(?:journal|annals|archives|bulletin|transactions|proceedings|revue|zeitschrift|revista|rivista|tijdschrift)(?: (?:of|for|on|de|für|di|voor))?(?: the)?$`)

// mixed reports whether s is a line of names and places both. What people do,
// in brackets behind their names, is no place; nor is a family name behind
// initials.
func mixed(s string) bool {
	s = bracketedNumber.ReplaceAllString(s, "")
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
		if len(l) == 2 && strings.ToUpper(w) != w {
			continue // "Al", the code of a state, is a name
		}
		if phrase.OrganisationWords[l] || phrase.Places()[l] && !phrase.GivenNames()[l] && !(strings.HasSuffix(before, ".") && person.Initials.MatchString(before)) {
			return true
		}
		before = w
	}
	return false
}

// bracketedNumber matches the number of a student behind a name, which is no postal code.
var bracketedNumber = lazyregexp.New(`\(\d{5,12}\)`)

// role matches what stands in brackets, without digits, behind a name.
var role = lazyregexp.New(`\([^()\d]*\)`)

// unfinished reports whether s is a line that must continue: it ends in a function
// word, a colon, a hyphen, or within brackets or quotes.
func unfinished(s string) bool {
	s = strings.TrimRight(s, " ")
	if strings.HasSuffix(s, ":") || strings.HasSuffix(s, "-") || strings.HasSuffix(s, "–") || strings.HasSuffix(s, ",") || strings.HasSuffix(s, "&") {
		return true
	}
	if strings.Count(s, "(") > strings.Count(s, ")") || strings.Count(s, "“") > strings.Count(s, "”") || strings.Count(s, "«") > strings.Count(s, "»") {
		return true
	}
	return endsInFunctionWord(s)
}

// endsInFunctionWord reports whether s ends in a function word.
func endsInFunctionWord(s string) bool {
	words := strings.Fields(strings.ToLower(s))
	if len(words) == 0 {
		return false
	}
	last := words[len(words)-1]
	return phrase.FunctionWords[last] && last != "it" || lineEnds[last]
}

// lineEnds are the other words with which no title or line of it ends: conjunctions, prepositions and articles.
var lineEnds = phrase.WordSet(`and or a und oder et ou y o e ed or en of
	against across about after before during upon per versus than
	auf aus nach vor durch gegen ohne unter zwischen eines einer einem einen als am an zu
	de la le du à chez sous vers entre sans selon contre depuis
	el al desde hacia hasta sobre según sin
	da do das dos na nas nos em pelo pela sem sob ao aos às
	di il lo gli uno tra fra nello sulla alla allo dal dalla dello
	van het een op te naar uit voor door tussen bij och av på till og med om för från ved`)
