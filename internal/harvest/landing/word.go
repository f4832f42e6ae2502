package landing

import (
	"strings"

	"sluice/internal/phrases"
)

// The groups of phrases in the text of a link, in the name of its file, and in the classes around it. The first four speak
// for the paper, the others against it.
const (
	saysFile     uint32 = 1 << iota // names the format
	saysText                        // the full text
	saysDownload                    // to download or open something
	saysVersion                     // a version of the work
	saysSupplement
	saysTalk
	saysFigure
	saysCitation
	saysListing
	saysRights
	saysGuide
	saysBuy
	saysReview
	saysPart
	saysProgram
	saysWhole  // the book or issue that has the work; against it only if the address is not that of the work
	saysFormat // another format
)

// saysPaper are the groups that speak for the paper, saysOther those that speak against it.
const (
	saysPaper = saysFile | saysText | saysDownload | saysVersion
	saysOther = saysSupplement | saysTalk | saysFigure | saysCitation | saysListing | saysRights | saysGuide | saysBuy | saysReview | saysPart | saysProgram
)

// words finds the phrases of the groups, in their order.
var words = phrases.New(
	[]string{"pdf", "pdfs", "postscript", "djvu", "epdf", "pdf全文"},
	[]string{
		"full text", "fulltext", "full article", "full paper", "whole article", "entire article", "complete article", "read the article", "article text",
		"texte intégral", "texte complet", "article complet", "volltext", "volltexte", "texto completo", "artículo completo", "texto íntegro", "artigo completo", "testo completo", "testo integrale", "articolo completo",
		"volledige tekst", "fulltekst", "fulltext", "koko teksti", "pełny tekst", "pelny tekst", "plný text", "celý text", "teljes szöveg", "textul integral", "text complet", "text integral", "puni tekst", "cijeli tekst", "celotno besedilo", "пун текст",
		"полный текст", "полная версия", "повний текст", "пълен текст", "текст статьи", "текст статті", "πλήρες κείμενο", "tam metin", "teks lengkap", "naskah lengkap", "toàn văn", "النص الكامل", "متن کامل", "טקסט מלא",
		"全文", "本文", "原文", "本文情報", "본문", "원문", "전문",
	},
	[]string{
		"download", "downloads", "downloaden", "view open", "open access", "get article", "view article", "view document", "open document", "view file", "open file", "view paper", "read paper", "view thesis",
		"télécharger", "téléchargement", "telecharger", "consulter", "herunterladen", "dokument öffnen", "öffnen", "descargar", "descarga", "ver documento", "baixar", "visualizar abrir", "abrir", "transferir", "scarica", "scaricare", "visualizza apri", "apri",
		"ladda ner", "hämta", "last ned", "hent", "lataa", "avaa", "pobierz", "otwórz", "stáhnout", "stiahnuť", "zobrazit otevřít", "letöltés", "letölt", "megtekintés", "descarcă", "descărcare", "preuzmi", "preuzimanje", "prenesi", "skini", "laadi alla", "lejupielādēt", "parsisiųsti",
		"скачать", "загрузить", "открыть", "завантажити", "відкрити", "изтегли", "изтегляне", "преузми", "λήψη", "κατεβάστε", "προβολή άνοιγμα", "indir", "göster aç", "unduh", "lihat buka", "muat turun", "tải về", "tải xuống", "تحميل", "تنزيل", "دانلود", "דریافت", "הורדה",
		"下载", "下載", "下載全文", "檢視", "ダウンロード", "다운로드", "ดาวน์โหลด", "डाउनलोड",
	},
	[]string{
		"accepted manuscript", "accepted version", "author accepted manuscript", "accepted author manuscript", "submitted manuscript", "submitted version", "published version", "publisher's version", "publishers version", "publisher pdf",
		"final published version", "version of record", "final version", "author's version", "authors version", "author version", "author manuscript", "postprint", "post print", "preprint", "pre print", "eprint", "e print", "prepublication", "camera ready", "manuscript", "working paper", "paper", "article", "report", "artikel", "beitrag", "papier", "artículo", "artigo", "articolo", "artykuł", "článek", "makale", "статья", "стаття", "論文", "论文", "논문", "مقاله",
		"technical report", "thesis", "dissertation", "main document", "main article", "article file", "version acceptée", "version publiée", "version soumise", "manuscrit", "verlagsversion", "akzeptierte version", "versión aceptada", "versión publicada", "versão publicada", "versione pubblicata", "versione finale",
	},
	[]string{
		"supplement", "supplements", "supplementary", "supplemental", "suppl", "supp", "suppdata", "supporting", "support information", "si", "esi", "sm", "appendix", "appendices", "additional file", "additional files", "additional material", "addfile", "extended data", "extref", "mmc", "moesm", "annex", "annexe", "annexes", "anhang", "anlage",
		"dataset", "datasets", "data set", "raw data", "source data", "source code", "code", "software", "multimedia", "audio", "material suplementario", "información suplementaria", "anexo", "anexos", "materiale supplementare", "appendice", "allegato", "bilaga", "příloha", "załącznik", "melléklet",
		"приложение", "приложения", "дополнительные материалы", "додаток", "ek dosya", "lampiran", "附录", "附錄", "补充材料", "付録", "補足", "부록",
	},
	[]string{
		"slides", "slide", "poster", "posters", "presentation", "powerpoint", "ppt", "pptx", "video", "videos", "talk", "handout", "handouts", "lecture", "webinar", "podcast", "folien", "präsentation", "vortrag", "diapositives", "présentation", "diaporama", "diapositivas", "presentación", "apresentação", "presentazione", "diapositive", "презентация", "слайды", "幻灯片", "スライド", "ポスター",
	},
	[]string{
		"figure", "figures", "fig", "figs", "table", "tables", "large image", "full size", "full size image", "high res image", "graphic", "graphics", "png", "tiff", "jpg", "csv", "xls", "xlsx", "abbildung", "abbildungen", "tabelle", "figuras", "tabla", "рисунок", "таблица", "图表",
	},
	[]string{
		"references", "reference", "citation", "citations", "cite", "cited", "citing", "bibtex", "bib", "endnote", "ris", "reference manager", "refworks", "mendeley", "zotero", "bibliography", "bibliographie", "literaturverzeichnis", "exporter", "export", "exportieren", "exportar", "esporta", "zitieren", "citar", "cita", "citer", "ссылки", "список литературы", "цитирование", "参考文献", "引用", "metadata", "json", "marc", "permalink", "crossmark",
	},
	[]string{
		"table of contents", "contents", "toc", "content list", "front matter", "frontmatter", "back matter", "backmatter", "whole issue", "full issue", "entire issue", "complete issue", "this issue", "current issue", "issue pdf", "full proceedings", "proceedings front matter", "entire proceedings", "complete proceedings", "whole volume", "entire volume", "volume pdf", "masthead", "editorial board", "cover page", "cover", "inhaltsverzeichnis", "ganzes heft", "gesamtes heft", "sommaire", "numéro complet", "table des matières", "índice", "número completo", "fascículo completo", "edição completa", "fascicolo completo", "indice", "содержание", "весь выпуск", "оглавление", "目录", "目次", "previous", "next article", "related", "similar",
		"all issues", "catalogue", "catalog", "program", "programme", "schedule", "agenda",
	},
	[]string{
		"licence", "license", "lizenz", "copyright", "permission", "permissions", "reprint", "reprints", "agreement", "rights", "rightslink", "terms", "terms of use", "transfer form", "consent form", "disclosure", "disclosures", "conflict of interest", "conflicts of interest", "coi", "icmje", "privacy", "legal", "licencia", "licença", "licenza", "лицензия", "许可",
	},
	[]string{
		"guide", "guides", "guideline", "guidelines", "instructions", "for authors", "author guide", "help", "how to", "faq", "manual", "template", "templates", "call for papers", "cfp", "policy", "policies", "brochure", "flyer", "media kit", "mediakit", "rate card", "advertise", "advertising", "advertisement", "newsletter", "checklist", "order form", "submission form", "application form", "form", "annual report", "style sheet", "stylesheet", "autorenrichtlinien", "richtlinien", "hinweise", "consignes", "instructions aux auteurs", "normas", "instrucciones", "instruções", "istruzioni", "norme", "правила", "инструкция", "投稿规定", "投稿規程", "press release", "cv", "vita", "curriculum",
	},
	[]string{
		"purchase", "buy", "rent", "order", "cart", "basket", "subscribe", "subscription", "login", "log in", "sign in", "sign up", "register", "get access", "access options", "recommend to", "kaufen", "bestellen", "acheter", "comprar", "acquista", "купить", "购买", "購入", "request a copy", "request copy", "restricted", "embargo", "embargoed",
	},
	[]string{
		"review history", "peer review", "reviewer", "reviewers", "referee", "referees", "correction", "corrections", "corrigendum", "erratum", "errata", "retraction", "decision letter", "author response", "response to", "reply to", "reporting summary", "rebuttal", "cover letter", "older version", "previous version", "earlier version",
	},
	[]string{
		"abstract pdf", "pdf abstract", "abstract", "abstracts", "zusammenfassung", "résumé", "resumen", "resumo", "riassunto", "аннотация", "реферат", "summary", "executive summary", "plain language", "lay summary", "graphical abstract", "highlights", "first page", "preview", "look inside", "excerpt", "sample", "sample pages", "title page", "section pdf", "section", "chapter list", "acknowledgements", "acknowledgments", "vorwort", "preface", "glossary",
	},
	[]string{"pdf reader", "adobe", "acrobat", "ghostscript", "ghostview", "viewer software", "plugin", "plug in", "pdf help", "what is pdf", "about pdf", "converter", "adobe reader", "install"},
	[]string{"book pdf", "download book", "full book", "entire book", "whole book", "complete book", "pdf book", "proceedings pdf", "buch herunterladen", "download issue", "download volume"},
	[]string{"html", "htm", "epub", "mobi", "kindle", "xml", "flash", "mp3", "audio", "flipbook", "docx", "word", "latex", "tex", "zip", "html5", "web page", "online"},
)

// find returns the groups of which a text has a phrase. Addresses in it do not count.
func find(text string) uint32 {
	if len(text) > maxWords {
		text = text[:maxWords]
	}
	if strings.Contains(text, "://") || strings.Contains(text, "www.") {
		var kept []string
		for w := range strings.FieldsSeq(text) {
			if !strings.Contains(w, "://") && !strings.Contains(w, "www.") {
				kept = append(kept, w)
			}
		}
		text = strings.Join(kept, " ")
	}
	return words.Find(phrases.Append(make([]byte, 0, 128), text))
}

// maxWords bounds the text that is searched for phrases, in bytes.
const maxWords = 400
