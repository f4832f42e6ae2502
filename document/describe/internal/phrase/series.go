package phrase

import (
	"regexp"
	"strings"
)

// seriesLabels name the kind of a publication, and head it without saying what
// it is about.
var seriesLabels = wordLists(`original article; original articles; original contribution; original contributions; original research; original paper; original papers; research article; research articles;
	research letter; research letters; research note; research notes; research paper; research papers; research memorandum; research brief; review article; review articles; review paper; review; reviews; case report;
	case reports; brief communication; brief communications; short communication; short communications; rapid communication; rapid communications; brief report; brief reports; letter to the editor;
	letters to the editor; letters; editorial; commentary; perspective; perspectives; viewpoint; opinion; feature article; feature; regular article; regular paper; regular papers; full paper; full papers;
	short paper; short papers; technical note; technical notes; whitepaper; technical whitepaper; yellow paper; litepaper; technical paper; technical papers; technical memorandum; data brief; data note; issue brief; policy brief; policy note; policy paper; fact sheet;
	occasional paper; occasional papers; staff paper; background paper; background note; working paper; working papers; working paper series; discussion paper; discussion papers; discussion paper series; white paper;
	position paper; invited paper; invited article; tutorial; article; articles; paper; papers; special issue; special issue article; special issue paper; correspondence; book review; study protocol; systematic review;
	originalarbeit; originalbeitrag; übersichtsarbeit; übersichtsartikel; übersicht; aufsatz; aufsätze; beitrag; beiträge; kurzbericht; arbeitspapier; arbeitspapiere; arbeitsbericht; diskussionspapier; forschungsbericht; technischer bericht; interner bericht; rezension;
	article original; article de recherche; articles originaux; note de recherche; document de travail; documents de travail; rapport technique; rapport interne; rapport de recherche; compte rendu;
	artículo original; artículos originales; artículo de investigación; artículo de revisión; documento de trabajo; documentos de trabajo; informe técnico; nota técnica; reseña; ponencia;
	artigo original; artigos originais; artigo de revisão; artigo; artigos; texto para discussão; relatório técnico; nota técnica; resenha; onderzoeksartikel; werkdocument; technisch rapport; artikel; oorspronkelijk artikel;
	articolo originale; articolo; documento di lavoro; rapporto tecnico; originalartikel; teknisk rapport; forskningsrapport; artykuł; prace oryginalne; 論文; 原著論文`)

// seriesNumber matches the number of a publication in its series, behind the label.
var seriesNumber = regexp.MustCompile(`(?i)[\s,:#(–—-]*(?:(?:no|nr|n°|nº|núm|num|number)\b\.?\s*)?[#\d][\d\s/.:–—-]*\)?$`)

// deliverable matches the number of a report among those that a project has promised: "Report on Deliverable D5.3".
var deliverable = regexp.MustCompile(`^(?:.* )?(?:(?:deliverable|livrable)(?: no\.?| n°| number| report)?:? (?:d|ms)?|report on d|d)\d+(?:\.\d+){1,2}(?:-\d)?(?: deliverable)?$`)

// numberedDeliverable matches a report's number among those that a project has promised, and the beginning of its title behind it.
var numberedDeliverable = regexp.MustCompile(`^(?i:(?:deliverable|livrable):? )?D\d{1,2}\.\d{1,2}(?:\.\d{1,2})?[a-z]?[ :.–—-]+\pL`)

// BeginsWithDeliverable reports whether a title begins with the number of a deliverable: "D5.4 – Report on Sieves".
func BeginsWithDeliverable(s string) bool { return numberedDeliverable.MatchString(s) }

// IsDeliverable reports whether a line is the number of a deliverable and no more.
func IsDeliverable(s string) bool {
	return len(s) < 60 && deliverable.MatchString(strings.ToLower(strings.Trim(s, " .,:|•·–—-")))
}

// IsSeriesLabel reports whether a line is the label of a series and no more,
// with or without a number: "Research Note", "Working Paper No. 5".
func IsSeriesLabel(s string) bool {
	if len(s) > 60 {
		return false
	}
	s = strings.ToLower(strings.Trim(s, " .,:|•·–—-"))
	return deliverable.MatchString(s) || seriesLabels[s] || seriesLabels[strings.TrimSpace(seriesNumber.ReplaceAllString(s, ""))]
}
