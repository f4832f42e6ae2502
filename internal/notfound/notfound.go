// Package notfound recognizes, by its text alone, a page that says "not found" whatever the status of the answer was: a
// soft 404.
//
// [Says] looks for the phrases of such pages in many languages, first in the title and the headings. A phrase there counts
// in a page of some length, because error pages have the menus of their sites; in the text it counts only when there is
// hardly anything else. So an article about the status 404 remains a page.
package notfound

import (
	"strings"

	"sluice/internal/phrases"
	"sluice/page"
)

const (
	namedText   = 6000 // bytes of the words of a page whose title says it
	headedText  = 3000 // whose heading does
	numberText  = 2500 // whose text does, with the number
	phraseText  = 1300 // whose text does
	maxPart     = 60   // bytes of the words of a part of a title, or of a heading, that says it
	maxHeadings = 32
	maxTitle    = 512 // bytes
)

// Says reports whether a page says "not found". A page with a longer text never does.
func Says(p *page.Page) bool {
	if len(p.Text) > 2*namedText {
		return false
	}
	named, buffer := titleSays(p.Title, make([]byte, 0, 256))
	text := len(p.Text)
	switch {
	case named && text <= namedText:
		return true
	case headingSays(p, buffer) && text <= headedText:
		return true
	case text > numberText:
		return false
	}
	found := words.Find(phrases.Append(make([]byte, 0, text), p.Text))
	return found&numbered != 0 || found != 0 && text <= phraseText
}

// titleSays reports whether a part of a title says it: "Page not found" of "Page not found | Library".
func titleSays(title string, buffer []byte) (bool, []byte) {
	title = title[:min(len(title), maxTitle)]
	for part := range strings.FieldsFuncSeq(title, isSeparator) {
		if buffer = phrases.Append(buffer[:0], part); len(buffer) <= maxPart && (words.Find(buffer) != 0 || whole[string(buffer)]) {
			return true, buffer
		}
	}
	return false, buffer
}

// isSeparator reports whether a character separates the parts of a title.
func isSeparator(r rune) bool { return strings.ContainsRune("|·•–—-»«›", r) }

// whole are the parts of titles that say it only when they are alone.
var whole = func() map[string]bool {
	set := map[string]bool{}
	for _, part := range []string{
		"404", "Error 404", "404 error", "HTTP 404", "Fehler 404", "Erreur 404", "Errore 404", "Erro 404", "Błąd 404", "Ошибка 404",
		"Not found", "Missing", "Nicht gefunden", "Introuvable", "Non trouvé", "No encontrado", "No encontrada", "Não encontrado", "Não encontrada", "Non trovato", "Non trovata",
		"Niet gevonden", "Nie znaleziono", "Nenalezeno", "Hittades inte", "Ikke funnet", "Ikke fundet", "Ei löytynyt", "Nem található", "Не найдено", "Не знайдено", "Bulunamadı",
		"Tidak ditemukan", "غير موجود", "未找到", "不存在", "見つかりません", "찾을 수 없음", "ไม่พบ", "Không tìm thấy",
	} {
		set[string(phrases.Append(nil, part))] = true
	}
	return set
}()

// headingSays reports whether a heading says it.
func headingSays(p *page.Page, buffer []byte) bool {
	for _, h := range p.Headings[:min(len(p.Headings), maxHeadings)] {
		if buffer = phrases.Append(buffer[:0], p.Excerpt(h)); len(buffer) <= maxPart && words.Find(buffer) != 0 {
			return true
		}
	}
	return false
}
