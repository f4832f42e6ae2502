// Package imprint finds the year of publication that a document prints: in a notice of copyright, a
// line about its venue, volume or conference, a date on its title page, a number of a report, or a
// running head.
//
// [Years] weighs every such place by how often a place of its kind is right. Places of different
// kinds that agree make a year surer, and years that contradict each other make both less sure.
package imprint

import (
	"cmp"
	"maps"
	"slices"
	"strconv"
	"strings"

	"sluice/document/content"
	"sluice/document/describe/internal/phrase"
	"sluice/document/describe/internal/reference"
	"sluice/document/describe/internal/textline"
	"sluice/internal/doiform"
	"sluice/internal/lazyregexp"
)

// Year is a year that a document prints, and how surely it is that of its publication.
type Year struct {
	Value      int
	Confidence float64
}

// The pages that are read: what comes before the text, and two with running heads.
const (
	frontPages = 3
	headPages  = 6
	// sparse is the most letters of a page that is a cover, a title page or the back of one.
	sparse = 1500
	// wide is the most bytes of a line that states a date and not a fact.
	wide = 110
)

// A kind of place counts once for each year, however often it repeats it.
type kind int

const (
	copyright kind = iota
	volume
	venue
	citation  // how the document asks to be cited
	statement // "Published in", "Soutenue le"
	date
	cover // the end of a line of a title page
	number
	head // running heads
	stamp
	doi
	conferenceYear
	received
	mention
)

// places collects the surest place of each kind by year.
type places map[int]map[kind]float64

func (p places) add(k kind, sure float64, years ...string) {
	for _, s := range years {
		y, err := strconv.Atoi(s)
		if err != nil {
			continue
		}
		if p[y] == nil {
			p[y] = map[kind]float64{}
		}
		p[y][k] = max(p[y][k], sure)
	}
}

// Years returns the years that the first pages print as that of the publication, the surest first.
func Years(d *content.Document) []Year {
	found := places{}
	front := true
	for n := range frontPages {
		p := page(d, n)
		isSparse := letters(p) < sparse
		if front = front && (n == 0 || isSparse); front {
			found.readFront(p, n, isSparse)
		}
	}
	found.readHeads(d)
	return found.weigh()
}

// page returns the lines of a page that are not empty, up to a list of references.
func page(d *content.Document, n int) []string {
	text := d.Page(n)
	var lines []string
	for l := range strings.SplitSeq(text[:min(len(text), 20_000)], "\n") {
		if l = textline.Clean(l, 600); l != "" {
			lines = append(lines, l)
		}
	}
	return lines
}

func letters(lines []string) int {
	n := 0
	for _, l := range lines {
		n += textline.Letters(l)
	}
	return n
}

// weigh joins the places of each year.
func (p places) weigh() []Year {
	var years []Year
	for _, y := range slices.Sorted(maps.Keys(p)) {
		doubt := 1.0
		for _, sure := range p[y] {
			doubt *= 1 - sure
		}
		years = append(years, Year{y, min(0.97, 1-doubt)})
	}
	slices.SortStableFunc(years, func(a, b Year) int {
		return cmp.Or(-cmp.Compare(a.Confidence, b.Confidence), -cmp.Compare(a.Value, b.Value))
	})
	for i := range years {
		rival := 0.0
		for j := range years {
			if i != j {
				rival = max(rival, years[j].Confidence)
			}
		}
		years[i].Confidence *= 1 - 0.3*rival
	}
	return years
}

const (
	year       = `((?:19[3-9]|20[0-4])\d)`
	month      = `(?:jan(?:uar[yio]?|vier)?|ene(?:ro)?|gennaio|janeiro|feb(?:ruar[yi]?|brero|braio)?|févr?(?:ier)?|fevereiro|mar(?:ch|s|zo|ço)?|märz|maart|a[pvb]r(?:il[e]?)?|may|mai|mayo|maggio|maio|mei|jun[ei]?|juin|junio|giugno|junho|jul[yi]?|juillet|julio|luglio|julho|aug(?:ust(?:us)?)?|août|aout|ago(?:sto)?|sept?(?:ember|embre|iembre)?|setiembre|settembre|setembro|o[ck]t(?:ober|obre|ubre|tobre|ubro)?|ottobre|outubro|nov(?:ember|embre|iembre|embro)?|de[czs](?:ember|embre|iembre|embro)?|déc(?:embre)?|dic(?:iembre|embre)?|spring|summer|fall|autumn|winter|frühjahr|sommersemester|wintersemester)`
	venueWords = `(?i:\b(?:proceedings|proc\.|conference|symposium|workshop|congress|colloquium|journal|transactions|annals|lecture notes|letters|advances in|studies in|annual meeting|summer school|konferenz|tagung(?:sband)?|zeitschrift|jahrestagung|actes|colloque|congrès|conférence|journées|revue|annales|atelier|congreso|jornadas|revista|simposio|actas|taller|congresso|simpósio|anais|atti|convegno|rivista|tijdschrift|congres)\b)`
	// word ends a month: \b knows ASCII only.
	word = `(?:^|[^\p{L}])`
)

var (
	anyYear    = lazyregexp.New(`(?:^|[^\d.,/\-–]|\D[.,/\-–])` + year + `(?:$|[^\d])`)
	copyMark   = lazyregexp.New(`(?i)(?:©|\(c\)|copyright)[^\d]{0,70}?` + year + `(?:\s?(?:[-–,]|and)\s?` + year + `)*`)
	copyLetter = lazyregexp.New(`(?:^\W{0,3}[cCqr&#]|[\s(!"][cC])\s` + year + `(?:[\s,]+(?:by\s+)?(?:the\s+)?\p{Lu}|$)`)
	copyName   = lazyregexp.New(`^[cC] (?:(?:[\p{Lu}][\p{L}.’'\-]* ){1,5}|The Authors?\b.{0,80}?\s)` + year + `\s*$`)
	subjects   = lazyregexp.New(`(?i)subject classif|ccs|msc`)

	volumeMark = lazyregexp.New(`(?i)\d\s?\((?:` + month + `\.?\s)?` + year + `\)[,:]?\s*(?:[a-z]{2,3}\.? ?)?\d|` + year + `\s?[;,]\s?(?:\w{2,4}\.? )?\d{1,4}\s?[(:,]\s?\d|\d\s?(?:\(\d{1,3}(?:[–-]\d{1,3})?\)\s?)?[:,]\s?(?:pp?\.? ?)?\d+\s?[-–]\s?\d+[,.]?\s\(?` + year +
		`|\b(?:vol(?:ume|umen)?|no|nr|n[úu]m(?:ero)?|numéro|tome?|bd|band|jahrgang|jg|heft|issue|fasc)\b\.?\s*[\dIVXLC]+[^.]{0,60}\b` + year + `|` + year + `\s?[,.]\s?(?:vol(?:ume)?|no|nr|tome|bd|band)\b`)
	venueName  = lazyregexp.New(venueWords)
	venueMark  = lazyregexp.New(venueWords + `|[A-Z][\w/&\-]{2,}\s?[’'‘` + "`" + `´]\s?\d\d\b`)
	series     = lazyregexp.New(`(?:\(Eds?\.?\)|\bLN(?:CS|AI|BI|BIP|EE|NS)\b|\bCCIS\b|\bIFIP AICT\b).*\b` + year + `\W*$`)
	conference = lazyregexp.New(`[A-Z][A-Za-z/&\-]{2,}\s?(?:(?:[’'‘` + "`" + `´]\s?|20|19)\d\d)\b.{0,60}?` + word + `(?i:` + month + `)[^\d\p{L}].{0,30}\b` + year)

	acronym = lazyregexp.New(`[A-Z][A-Za-z/&\-]{2,}\s?[’'‘` + "`" + `´]\s?(\d\d)\b`)

	citationMark  = lazyregexp.New(`(?i)(?:reference format|to cite|how to cite|cite (?:this|as|the)|please cite|citation:|zitier|pour citer|cómo citar|como citar|recommended citation|suggested citation)`)
	statementMark = lazyregexp.New(`(?i)^\W{0,3}(?:this (?:paper|article|work|version|is the|is a)\b.{0,60}\b(?:appear|publish|present|accept|version)|(?:also |originally |first )?(?:appear(?:s|ed|ing)?|published|presented|released|issued)\b|to (?:appear|be (?:published|presented))|in:? proc|proceedings of|proc\. (?:of|\d)|accepted (?:for|at|to|by|in)|(?:preprint |paper )?submitted|(?:final |first |camera|rough )?(?:draft|version|manuscript)\b|dated?\b\s?:|revised\b|last (?:modified|updated|revised)|compiled|defen[dc]e|defended|approved|copyright|veröffentlicht|erschienen|eingereicht|vorgelegt|tag der|datum|stand\b\s?:?|publié|paru\b|présentée?|soutenue?|version|soumis|publicado|presentad[oa]|defendida|fecha|entregad|publicato|discussa|data\b|gepubliceerd|verschenen|ingediend|verdedig|defendida|apresentad[oa]|\d[ae]? (?:soumission|version))`)
	receivedMark  = lazyregexp.New(`(?i)\b(?:received|accepted|revised|reçu|accepté|eingegangen|recibido|aceptado|recebido)\b`)
	retrieved     = lazyregexp.New(`(?i)\b(?:download|retrieved|accessed|visited|zugriff|consulté|printed on|conference on|since|between|founded|established|grant|award|under contract|fellowship|funded|supported|born|geboren)`)
	dateMark      = lazyregexp.New(`(?i)` + word + month + `\.?(?:\s+\d{1,2}(?:st|nd|rd|th)?(?:\s?[-–]\s?\d{1,2}(?:st|nd|rd|th)?)?)?\s?,?\s+(?:de |del |of |i )?` + year + `\b|\b\d{1,2}\s?[./]\s?(?:-?\d{1,2}\s?[./]\s?)?` + year + `\b|\b` + year + `[./\-][01]?\d[./\-][0-3]?\d\b`)
	numberMark    = lazyregexp.New(`(?i:\b(?:report|rapport|bericht|informe|relatório|rapporto|TR|memo|note|preprint|working paper|document|n[o°º]\.?|nr\.?)\b.{0,40}?[\s\-/]` + year + `[\-/.]\d)|\b[A-Z][A-Z\-/]{1,14}[\-/ ]?` + year + `[\-/.]\d`)
	twoYears      = lazyregexp.New(`(?:^|[^\d\-–/])` + year + `\s?[-–/]\s?((?:19|20)?\d\d)(?:$|[^\d\-–/])`)
	lineEnd       = lazyregexp.New(`(?:^|[\s,(])` + year + `[).\]]*$`)
	stampMark     = lazyregexp.New(`(?i)arxiv:\S+\s.*\b` + year + `\b`)
	doiMark       = lazyregexp.New(`(?i)\b` + doiform.Prefix + `\S*[a-z.]` + year + `[.\-]\w`)
	degree        = lazyregexp.New(`(?i)\b(?:bach|b\.? ?s\.? ?c?|b\.? ?a|b\.? ?e|b\.? ?tech|m\.? ?s\.? ?c?|m\.? ?a|m\.? ?tech|m\.? ?phil|diplom?|mestre|laurea|lic)\b\.?[,(\s].*,`)
)

// years are the groups of a match that matched.
func years(m []string) []string {
	return slices.DeleteFunc(slices.Clone(m[min(1, len(m)):]), func(s string) bool { return s == "" })
}

// last is the last of them: a range of years ends with it.
func last(m []string) []string {
	all := years(m)
	return all[max(0, len(all)-1):]
}

// readFront reads the n-th page, which is a cover, a title page, its back or the first page of the text.
func (p places) readFront(lines []string, n int, isSparse bool) {
	before := true // the abstract or the text
	cite := 0      // lines that a citation of the document may still have
	for i, l := range lines {
		trimmed := strings.Trim(l, " .:*")
		if reference.IsHeading(l) {
			return
		}
		if before && !isSparse && (phrase.AbstractHeading.MatchString(trimmed) || phrase.BodyHeading.MatchString(trimmed) || i > 45) {
			before = false
		}
		if citationMark.MatchString(l) {
			cite = 5
		}
		p.readAcronym(l)
		if !strings.Contains(l, "19") && !strings.Contains(l, "20") {
			cite--
			continue
		}
		isEdge := i < 4 || i >= len(lines)-6
		p.readNotices(lines, i)
		if cite--; cite >= 0 {
			p.readCitation(l)
			continue
		}
		// What a dash introduces is who said the words above it, and when.
		isQuote := startsWithDash(l) || i > 0 && startsWithDash(lines[i-1])
		if (before || isEdge) && !isQuote {
			p.readPlace(l, n, isSparse)
		}
	}
}

func startsWithDash(l string) bool { return strings.HasPrefix(l, "—") || strings.HasPrefix(l, "―") }

// readAcronym reads the year of a conference that has two digits, in a line that names it.
func (p places) readAcronym(l string) {
	if len(l) > wide || !strings.ContainsAny(l, "’'‘`´") {
		return
	}
	if m := acronym.FindStringSubmatch(l); m != nil && venueName.MatchString(l) {
		century := "20"
		if m[1] >= "60" {
			century = "19"
		}
		p.add(conferenceYear, 0.5, century+m[1])
	}
}

// readNotices reads the places that say of themselves what their year is, wherever they are on the page.
func (p places) readNotices(lines []string, i int) {
	l := lines[i]
	if !subjects.MatchString(l) {
		for _, form := range []*lazyregexp.Regexp{copyMark, copyLetter, copyName} {
			if m := form.FindStringSubmatch(l); m != nil {
				p.add(copyright, 0.85, last(m)...)
				break
			}
		}
	}
	if m := stampMark.FindStringSubmatch(l); m != nil {
		p.add(stamp, 0.6, m[1])
	}
	if m := doiMark.FindStringSubmatch(l); m != nil {
		p.add(doi, 0.5, m[1])
	}
	if receivedMark.MatchString(l) && !statementMark.MatchString(l) {
		if m := anyYear.FindAllStringSubmatch(l, -1); m != nil {
			p.add(received, 0.35, m[len(m)-1][1])
		}
		return
	}
	for _, form := range []*lazyregexp.Regexp{conference, series} {
		if m := form.FindStringSubmatch(l); m != nil && len(l) < wide {
			p.add(venue, 0.8, m[1])
		}
	}
	// A statement may begin on a line before that of its year.
	for j := i; j >= max(0, i-2); j-- {
		if j < i && textline.EndsSentence(lines[j]) {
			break
		}
		if !statementMark.MatchString(lines[j]) {
			continue
		}
		rest, _, _ := strings.Cut(l, ". ") // the first sentence
		if m := anyYear.FindAllStringSubmatch(rest, -1); m != nil {
			sure := 0.8
			if receivedMark.MatchString(lines[j]) {
				sure = 0.45
			}
			p.add(statement, sure, m[len(m)-1][1])
		}
		break
	}
}

// readCitation reads a line of the citation that a document asks for.
func (p places) readCitation(l string) {
	if m := anyYear.FindAllStringSubmatch(l, -1); m != nil {
		p.add(citation, 0.85, m[0][1])
	}
}

// readPlace reads a line that comes before the text, or is at an edge of the page.
func (p places) readPlace(l string, n int, isSparse bool) {
	if retrieved.MatchString(l) && !venueMark.MatchString(l) || receivedMark.MatchString(l) || degree.MatchString(l) || subjects.MatchString(l) {
		return
	}
	if y := academicYear(l); y != "" && len(l) < wide {
		p.add(cover, 0.7, y)
		return
	}
	if m := numberMark.FindStringSubmatch(l); m != nil && len(l) < wide {
		p.add(number, 0.7, last(m)...)
	}
	if m := volumeMark.FindStringSubmatch(l); m != nil && len(l) < 2*wide {
		p.add(volume, 0.85, last(m)...)
		return
	}
	all := anyYear.FindAllStringSubmatch(l, -1)
	if len(all) > 0 && venueMark.MatchString(l) && len(l) < 2*wide {
		p.add(venue, 0.75, all[len(all)-1][1])
		return
	}
	if m := dateMark.FindStringSubmatch(l); m != nil && len(l) < wide {
		rest := textline.Letters(l)
		switch {
		case rest < 25:
			p.add(date, 0.85, last(m)...)
		case rest < 60:
			p.add(date, 0.7, last(m)...)
		default:
			p.add(date, 0.4, last(m)...)
		}
		return
	}
	if m := lineEnd.FindStringSubmatch(l); m != nil && len(l) < wide {
		switch {
		case l == m[1]:
			p.add(cover, 0.8, m[1])
		case isSparse:
			p.add(cover, 0.65, m[1])
		default:
			p.add(mention, 0.4, m[1])
		}
		return
	}
	if len(all) == 1 && isSparse && n == 0 {
		p.add(mention, 0.35, all[0][1])
	}
}

// academicYear returns the second of two years in a row, "2010-2011" or "2010/11": a thesis is handed
// in at the end of the academic year that it states.
func academicYear(l string) string {
	m := twoYears.FindStringSubmatch(l)
	if m == nil {
		return ""
	}
	first, _ := strconv.Atoi(m[1])
	second, _ := strconv.Atoi(m[2])
	if second < 100 {
		second += first / 100 * 100
	}
	if second != first+1 {
		return ""
	}
	return strconv.Itoa(second)
}

// readHeads reads the running heads and feet of the pages behind the first: lines that two of them
// have, but for digits, or that name a journal or conference.
func (p places) readHeads(d *content.Document) {
	count := map[string]int{}
	lines := map[string]string{}
	for n := 1; n <= headPages; n++ {
		page := page(d, n)
		for _, l := range slices.Concat(page[:min(2, len(page))], page[max(0, len(page)-2):]) {
			if key := textline.WithoutDigits(l); len(l) < 2*wide {
				count[key]++
				lines[key] = l
			}
		}
	}
	for key, l := range lines {
		if count[key] < 2 && (len(l) > wide || textline.EndsSentence(l) || !venueName.MatchString(l)) || retrieved.MatchString(l) || receivedMark.MatchString(l) {
			continue
		}
		forms := []*lazyregexp.Regexp{copyMark, volumeMark, conference, dateMark}
		if count[key] > 1 && venueName.MatchString(l) {
			forms = append(forms, anyYear)
		}
		for _, form := range forms {
			if m := form.FindStringSubmatch(l); m != nil {
				p.add(head, 0.6, last(m)...)
				break
			}
		}
	}
}
