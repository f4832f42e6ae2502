package notfound

import "sluice/internal/phrases"

// The groups of phrases.
const (
	numbered uint32 = 1 << iota // with the number of the status
	plain
)

// words finds the phrases of such pages.
var words = phrases.New(
	[]string{
		"404 not found", "404 page not found", "404 file not found", "404 error", "error 404", "http 404", "404 the page", "404 this page", "404 sorry", "404 oops", "404 page does not exist",
		"status code 404", "404 there isn't", "404 there is no", "404 nothing",
		"fehler 404", "404 fehler", "404 seite nicht gefunden", "erreur 404", "404 page introuvable", "404 page non trouvée", "error 404 página", "404 página no encontrada", "erro 404", "404 página não encontrada", "errore 404", "404 pagina non trovata", "fout 404", "404 pagina niet gevonden",
		"błąd 404", "404 nie znaleziono", "chyba 404", "404 stránka", "404 sidan", "404 siden", "404 sivua", "hiba 404", "404 hiba", "eroare 404", "ошибка 404", "404 страница", "404 не найдено", "помилка 404", "404 сторінку", "грешка 404", "404 страницата", "hata 404", "404 sayfa", "404 halaman",
		"404 الصفحة", "خطأ 404", "404 错误", "404 页面", "404 找", "404 エラー", "404 ページ", "404 페이지", "404 ไม่พบ", "404 không tìm thấy", "lỗi 404", "404 पेज", "404 पृष्ठ", "σφάλμα 404",
	},
	[]string{
		"page not found", "file not found", "not found on this server", "url not found", "document not found", "object not found", "resource not found", "content not found", "article not found", "requested article was not found", "article was not found", "article could not be found", "article is no longer available", "story was not found", "story not found", "story you requested", "item was not found", "product was not found", "record was not found", "news item not found", "site not found", "entry not found",
		"page can't be found", "page cannot be found", "page can not be found", "page could not be found", "page couldn't be found", "page was not found", "page has not been found", "page were not found", "page is not found",
		"has not been found", "can't find that page", "can't find the page", "cannot find the page", "couldn't find the page", "couldn't find that page", "could not find the page", "can't find this page", "couldn't find this page", "unable to find the page", "can't seem to find the page",
		"page does not exist", "page does not exists", "page doesn't exist", "page you requested does not exist", "page you requested does not exists", "page you requested doesn't exist", "page you requested could not", "page you requested cannot", "page you requested can't", "page you requested was not",
		"page you requested is not", "page you have requested is", "page you have requested does", "page you have requested could", "page you have requested cannot", "page you requested has", "page you are looking for", "page you were looking for", "page you're looking for", "the page you seek",
		"document you requested", "document you are looking for", "file you requested", "requested page does not exist", "requested page could not", "requested page cannot", "requested page was not found", "requested page is not available", "requested url was not found", "requested url could not be found", "requested document was not found",
		"requested resource was not found", "requested resource could not be found", "no such page", "no such file", "page is no longer available", "page no longer exists", "page has been removed", "nothing found here", "nothing was found at this location",
		"no page here", "isn't the page you", "isn't the page you're looking for", "you're in the wrong place", "page unavailable", "page not available", "page isn't available", "not found error",
		"seite nicht gefunden", "seite wurde nicht gefunden", "seite konnte nicht gefunden", "seite existiert nicht", "seite existiert leider nicht", "seite ist nicht vorhanden", "seite nicht verfügbar", "seite ist leider nicht", "datei nicht gefunden", "nicht gefunden werden", "dokument nicht gefunden", "gesuchte seite", "angeforderte seite",
		"page introuvable", "page non trouvée", "page inexistante", "page n'existe pas", "page n'existe plus", "page demandée", "page que vous recherchez", "page que vous cherchez", "document introuvable", "fichier introuvable", "page est introuvable",
		"página no encontrada", "pagina no encontrada", "página no existe", "página que busca", "página que buscas", "página solicitada", "no se encontró la página", "no se ha encontrado la página", "no se encuentra la página", "página no disponible", "no encontramos la página", "archivo no encontrado",
		"página não encontrada", "pagina não encontrada", "página não existe", "página que procura", "página que você procura", "página que você está procurando", "página não foi encontrada", "página solicitada não", "não encontramos a página", "arquivo não encontrado", "pàgina no trobada",
		"pagina non trovata", "pagina non esiste", "pagina non è stata trovata", "pagina richiesta non", "pagina che stai cercando", "pagina cercata", "pagina inesistente", "pagina niet gevonden", "pagina bestaat niet", "pagina kon niet", "pagina is niet gevonden", "pagina die u zoekt",
		"nie znaleziono strony", "strona nie istnieje", "strona nie została znaleziona", "nie znaleziono", "strony nie znaleziono", "strona nieznaleziona", "stránka nenalezena", "stránka nebyla nalezena", "stránka neexistuje", "stránka nenájdená", "stránka sa nenašla", "stránka nebola nájdená", "sidan hittades inte", "sidan finns inte", "sidan kunde inte hittas",
		"siden ble ikke funnet", "siden finnes ikke", "fant ikke siden", "siden blev ikke fundet", "siden findes ikke", "siden kunne ikke findes", "sivua ei löydy", "sivua ei löytynyt", "lehte ei leitud", "lapa nav atrasta", "puslapis nerastas", "puslapis nerasta", "az oldal nem található", "oldal nem található", "a keresett oldal", "pagina nu a fost găsită", "pagina nu există", "pagina negăsită",
		"stranica nije pronađena", "stranica ne postoji", "strana nije pronađena", "stran ne obstaja", "strani ni mogoče najti", "faqja nuk u gjet",
		"страница не найдена", "страница не существует", "страницы не существует", "такой страницы нет", "страница не обнаружена", "запрашиваемая страница", "запрошенная страница", "файл не найден", "не найдена страница", "сторінку не знайдено", "сторінка не знайдена", "сторінки не існує", "сторінка не існує", "страницата не е намерена", "страницата не беше намерена", "не е намерена", "няма такава страница",
		"страницата не съществува", "старонка не знойдзена", "страница није пронађена", "η σελίδα δεν βρέθηκε", "σελίδα δεν βρέθηκε", "η σελίδα δεν υπάρχει", "sayfa bulunamadı", "sayfa bulunamadi", "aradığınız sayfa", "sayfa mevcut değil", "böyle bir sayfa", "halaman tidak ditemukan", "halaman tidak dijumpai", "halaman yang anda cari", "laman tidak ditemukan",
		"الصفحة غير موجودة", "الصفحة المطلوبة غير", "لم يتم العثور على الصفحة", "لم نتمكن من العثور على الصفحة", "صفحة غير موجودة", "صفحه یافت نشد", "صفحه مورد نظر", "صفحه پیدا نشد", "הדף לא נמצא", "העמוד לא נמצא", "דף לא נמצא", "العثور على الصفحة",
		"पेज नहीं मिला", "पृष्ठ नहीं मिला", "पन्ना नहीं मिला", "पेज मौजूद नहीं", "পৃষ্ঠা পাওয়া যায়নি", "பக்கம் கிடைக்கவில்லை", "页面未找到", "页面不存在", "找不到页面", "找不到该页", "找不到网页", "未找到页面", "您访问的页面", "您查找的页面", "网页不存在", "你访问的页面", "頁面不存在", "找不到頁面", "找不到網頁", "找不到此頁", "頁面未找到", "您要找的頁面", "無法找到頁面", "找不到您",
		"ページが見つかりません", "ページは見つかりません", "見つかりませんでした", "ページは存在しません", "ページが存在しません", "お探しのページ", "指定されたページ", "페이지를 찾을 수 없습니다", "페이지를 찾을 수 없", "존재하지 않는 페이지", "요청하신 페이지", "찾을 수 없는 페이지", "ไม่พบหน้า", "ไม่พบเพจ", "ไม่พบหน้าที่", "không tìm thấy trang", "trang không tồn tại", "trang bạn tìm", "không tìm thấy",
	},
)
