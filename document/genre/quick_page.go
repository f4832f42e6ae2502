package genre

import (
	"bytes"

	"sluice/page"
)

// How much of a page is looked at, and how long a page is at least that is a document.
const (
	quickSpans    = 300      // headings, and as many emphasised words
	quickText     = 64 << 10 // bytes of text in which marked questions are counted
	leastBytes    = 800      // also of a paper with all four of its parts
	paperBytes    = 2500     // with three of them
	thesisBytes   = 5000
	faqBytes      = 1200
	bytesLink     = 150 // of text for each link: pages with more links are lists of links
	questionsFAQ  = 4
	questionsMost = 3 // a page that does not call itself one needs more than these
)

// part is a part of a document, by the words that head it.
type part uint8

const (
	noPart part = iota
	abstractPart
	keywordsPart
	introductionPart
	referencesPart
	chapterPart
	bibliographyPart
	acknowledgementsPart
	appendixPart
	faqPart
	partCount
)

// QuickPage reports whether an HTML page may itself be a document that a
// library wants, while a crawl runs: a paper has an abstract, references, an
// introduction and keywords, or three of them and some length; a thesis or
// report has a chapter, a bibliography, acknowledgements or an appendix as
// headings; a FAQ is headed as one and has questions, or has more than three
// marked questions with answers. It reports false for an ordinary page. Only headings
// and emphasised words count, and pages that are mostly links are excluded, so
// menus do not mislead it. The pages that pass are then judged like every
// document. It takes a few microseconds and, for an ordinary page, no memory.
func QuickPage(p *page.Page) (Verdict, bool) {
	if len(p.Text) < leastBytes {
		return Verdict{}, false
	}
	var heads, bolds [partCount]int
	asked := tally(p, p.Headings, &heads)
	asked += tally(p, p.Emphasis, &bolds)
	has := func(t part) bool { return heads[t] > 0 || bolds[t] > 0 }
	sparse := len(p.Text) >= bytesLink*len(p.Links)

	refers := has(referencesPart) || has(bibliographyPart)
	switch {
	case has(abstractPart) && refers && has(introductionPart) && has(keywordsPart):
		return quick(Paper, 0.95, "has an abstract", "has keywords", "has an introduction", "has a references section"), true
	case sparse && len(p.Text) >= paperBytes && has(abstractPart) && refers && (has(introductionPart) || has(keywordsPart)):
		return quick(Paper, 0.9, "has an abstract", "has a references section", either(has(introductionPart), "has an introduction", "has keywords")), true
	case len(p.Text) < faqBytes:
		return Verdict{}, false
	case heads[faqPart] > 0 || isFAQ(trimmed(p.Title)):
		if asked >= questionsFAQ || marked(p.Text) > 1 || sparse && bytes.Count(p.Text[:min(len(p.Text), quickText)], []byte("? ")) >= questionsFAQ {
			return quick(FAQ, 0.9, "calls itself a list of frequently asked questions", "asks questions"), true
		}
	case marked(p.Text) > questionsMost:
		return quick(FAQ, 0.8, "is made of questions and answers, each marked as one"), true
	}
	if !sparse || len(p.Text) < thesisBytes {
		return Verdict{}, false
	}
	var why string
	switch {
	case heads[chapterPart] > 0:
		why = "has chapters"
	case heads[bibliographyPart] > 0:
		why = "has a bibliography"
	case heads[acknowledgementsPart] > 0:
		why = "has acknowledgements"
	case heads[appendixPart] > 0:
		why = "has an appendix"
	default:
		return Verdict{}, false
	}
	if start := p.Text[:min(len(p.Text), 3000)]; containsFold(start, "thesis") || containsFold(start, "dissertation") {
		return quick(Thesis, 0.7, why, "speaks of itself as a thesis"), true
	}
	return quick(Report, 0.6, why), true
}

// quick returns a verdict of the quick judge.
func quick(g Genre, confidence float64, reasons ...string) Verdict {
	v := Verdict{Genre: g, Accepted: true, Confidence: confidence, By: "rule"}
	for _, r := range reasons {
		v.Reasons = append(v.Reasons, Reason{Feature: r})
	}
	return v
}

// either returns a if is holds, else b.
func either(is bool, a, b string) string {
	if is {
		return a
	}
	return b
}

// tally counts the parts that spans of a page head, and returns how many of
// them are questions.
func tally(p *page.Page, spans []page.Span, n *[partCount]int) (questions int) {
	for _, s := range spans[:min(len(spans), quickSpans)] {
		text := trim(p.Text[s.Start:s.End])
		if len(text) == 0 {
			continue
		}
		if text[len(text)-1] == '?' && len(text) > 12 {
			questions++
		}
		n[partOf(text)]++
	}
	return questions
}

// partOf returns which part of a document a heading begins.
func partOf(heading []byte) part {
	const longest = 40
	if len(heading) > longest && !startsFold(heading, "chapter ") && !startsFold(heading, "appendix ") {
		return noPart
	}
	for len(heading) > 0 && (heading[0] >= '0' && heading[0] <= '9' || heading[0] == '.' || heading[0] == ' ' || heading[0] == ')') {
		heading = heading[1:]
	}
	heading = bytes.TrimRight(heading, " .:-0123456789")
	var low [longest]byte
	n := copy(low[:], heading)
	for i, c := range low[:n] {
		if isUpper(c) {
			low[i] = c | 0x20
		}
	}
	switch string(low[:n]) {
	case "abstract", "summary", "zusammenfassung", "resumen", "riassunto", "resumo":
		return abstractPart
	case "keywords", "key words", "index terms", "mots-cles", "palabras clave", "parole chiave", "palavras-chave", "stichworte":
		return keywordsPart
	case "introduction", "einleitung", "introduzione":
		return introductionPart
	case "references", "literature", "literatur", "literaturverzeichnis", "referencias", "riferimenti", "works cited":
		return referencesPart
	case "bibliography", "bibliographie", "bibliografia":
		return bibliographyPart
	case "acknowledgements", "acknowledgments", "acknowledgement", "acknowledgment", "danksagung", "remerciements", "agradecimientos", "ringraziamenti", "agradecimentos":
		return acknowledgementsPart
	case "appendix", "appendices", "anhang", "annexe", "annexes", "appendice", "appendix a", "appendix b":
		return appendixPart
	case "chapter", "kapitel", "chapitre", "capitulo", "capitolo":
		return chapterPart
	}
	switch {
	case n > 8 && (string(low[:8]) == "chapter " || string(low[:8]) == "kapitel ") && numeral(heading[8]):
		return chapterPart
	case n > 9 && string(low[:9]) == "appendix " && len(heading) > 10 && (heading[10] == ':' || heading[10] == '.'):
		return appendixPart
	case isFAQ(heading):
		return faqPart
	}
	return noPart
}

// numeral reports whether c can be part of a number, Arabic or Roman.
func numeral(c byte) bool { return isDigit(c) || c == 'I' || c == 'V' || c == 'X' }

// isFAQ reports whether a title or heading calls what it heads frequently asked
// questions.
func isFAQ(s []byte) bool {
	if len(s) > 120 {
		return false
	}
	if i := bytes.Index(s, []byte("FAQ")); i >= 0 && (i == 0 || !isLetter(s[i-1])) && (i+3 == len(s) || !isLetter(s[i+3]) || s[i+3] == 's') {
		return true
	}
	return containsFold(s, "frequently asked") || containsFold(s, "gestellte fragen") || containsFold(s, "foire aux questions") ||
		containsFold(s, "preguntas frecuentes") || containsFold(s, "domande frequenti") || containsFold(s, "perguntas frequentes")
}

// marked counts the questions that are marked with Q and followed by an answer
// that is marked with A.
func marked(text []byte) int {
	text = text[:min(len(text), quickText)]
	n := 0
	for {
		i := bytes.Index(text, []byte(" Q: "))
		if i < 0 {
			return n
		}
		text = text[i+4:]
		if bytes.Contains(text[:min(len(text), 2000)], []byte(" A: ")) {
			n++
		}
	}
}

// trimmed returns the beginning of a title as bytes.
func trimmed(s string) []byte { return []byte(s[:min(len(s), 120)]) }

// trim returns b without blanks at its ends.
func trim(b []byte) []byte { return bytes.Trim(b, " ") }

// startsFold reports whether s begins with low, which is in lower case, in
// whatever case.
func startsFold(s []byte, low string) bool {
	return len(s) >= len(low) && bytes.EqualFold(s[:len(low)], []byte(low))
}

// containsFold reports whether s has a text of small ASCII letters, in whatever
// case.
func containsFold(s []byte, low string) bool {
	for i := 0; i+len(low) <= len(s); i++ {
		if s[i]|0x20 == low[0] && startsFold(s[i:], low) {
			return true
		}
	}
	return false
}
