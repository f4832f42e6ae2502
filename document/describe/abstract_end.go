package describe

import (
	"math"

	"sluice/document/content"
	"sluice/document/describe/internal/phrase"
	"sluice/document/describe/internal/textline"
	"sluice/internal/lazyregexp"
)

// endsAbstract reports whether the abstract ends before l, the line after last.
func (w *collector) endsAbstract(l, last string) bool {
	if textline.EndsSentence(citedLast.ReplaceAllString(last, "")) {
		return phrase.IsFrontHeading(l) || headed.MatchString(l) || // in another language, or the next part
			footMark.MatchString(l) || labelled.MatchString(l) || footStart.MatchString(l) || bareNumber.MatchString(l) || opensPart(l)
	}
	return opensPart(l) && (!textline.StartsLower(l) || phrase.KeywordHeading.MatchString(l)) // "classification rules are …" goes on
}

// opensPart reports whether a line begins what follows an abstract, whatever stands above it.
func opensPart(l string) bool {
	return phrase.BodyHeading.MatchString(l) && !textline.EndsSentence(l) || phrase.KeywordHeading.MatchString(l) && keywordStart(l) ||
		heading.MatchString(l) || chapterOne.MatchString(l)
}

// citedLast matches the citation with which a sentence ends behind its stop: "model.[1]".
var citedLast = lazyregexp.New(`\s?\[[\d, –-]+\]$`)

// footMark matches a footnote's mark alone on its line, raised above the note that follows.
var footMark = lazyregexp.New(`^[∗*†‡§¶]{1,3}$`)

// labelled matches what is printed below an abstract with a label of its own: classifications, and the work's own data.
var labelled = lazyregexp.New(`^(?i)(?:jel(?: classification| codes?)?|pacs|(?:\d{4} )?msc(?: \d{4})?|title|authors?|supervisors?|titel|auteurs?|begeleiders?|titre|título|titolo|autor(?:en|es|as|e|a)?)\s?:\s`)

// headed matches the beginning of an abstract that has its heading on the same line.
var headed = lazyregexp.New(`^(?i:abstract|a b s t r a c t|résumé|resumen|resumo|zusammenfassung|samenvatting|riassunto|summary)\s?(?:[.:—–]|- )`)

// looks are how the lines of the first pages look, by their texts.
type looks map[string]content.Line

func looksOf(lines []content.Line) looks {
	all := looks{}
	for _, l := range lines {
		if l.H <= 0 || l.Size <= 0 {
			continue
		}
		l.Text = textline.Clean(l.Text, 2000)
		if _, ok := all[l.Text]; !ok {
			all[l.Text] = l
		}
	}
	return all
}

// setsOff reports whether a line looks like a heading above or below text that looks like another line: in larger or bold
// type, and short.
func (k looks) setsOff(l string, text content.Line) bool {
	const longest = 80
	h, ok := k[l]
	return ok && text.Size > 0 && (h.Size > 1.12*text.Size || h.Bold && !text.Bold && h.Size > 0.97*text.Size) &&
		len(l) < longest && textline.Letters(l) > 3 && !textline.EndsSentence(l) && !textline.StartsLower(l)
}

// goesOn reports whether a page begins with text that looks like another line, as far as its looks are known: three long lines in the
// same type, mostly in small letters.
func (k looks) goesOn(page []string, text content.Line) bool {
	const (
		enough = 3
		long   = 50 // bytes
	)
	n := 0
	for _, l := range page {
		if l = textline.Clean(l, 2000); l == "" {
			continue
		}
		h, ok := k[l]
		if len(l) < long || textline.Capitals(l) > 0.5 || dotted3.MatchString(l) || ok && (math.Abs(h.Size-text.Size) > 0.03*text.Size || h.Bold != text.Bold) {
			return false
		}
		if n++; n == enough {
			return true
		}
	}
	return false
}

// isFootnote reports whether a line is set below text that looks like another line as footnotes are: apart from it, in smaller type.
func (k looks) isFootnote(l string, text content.Line) bool {
	h, ok := k[l]
	return ok && text.Size > 0 && h.Page == text.Page && h.Size < 0.97*text.Size && h.Y-text.Y > 2.5*text.Size
}

// structured are the headings within an abstract that has parts.
var structured = lazyregexp.New(`^(?i)(?:background|context|objectives?|aims?|purpose|goals?|problem|motivation|design|setting|participants|methods?|methodology|approach|materials and methods|results?|findings|discussion|conclusions?|` +
	`hintergrund|ausgangslage|ziele?|zielsetzung|fragestellung|methoden?|methodik|ergebnisse|schlussfolgerung(?:en)?|fazit|contexte|objectifs?|méthodes?|résultats|antecedentes|contexto|objetivos?|métodos?|metodología|metodologia|resultados|conclusiones|` +
	`conclus(?:ão|ões)|conclusioni|obiettiv[io]|metodi|risultati|achtergrond|doel(?:stelling)?|methoden?|resultaten|conclusies?)(?:[ /&](?:and |und |et |y |e |en )?\pL+)?[.:]?$`)

func isStructured(l string) bool { return structured.MatchString(l) }
