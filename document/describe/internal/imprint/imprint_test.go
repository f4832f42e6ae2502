package imprint

import (
	"strings"
	"testing"

	"sluice/document/content"
)

// prose is the text of a page that states no year of publication.
var prose = strings.Repeat("We measure what others have measured since 1987, and the method of Roe (1991) is compared with it.\n", 30)

func TestYearOfPublication(t *testing.T) {
	for name, c := range map[string]struct {
		text string
		want int // 0: none that is sure
	}{
		"notice of copyright":               {"On Queues\nJ. Roe\nAbstract\n" + prose + "Copyright 2008 ACM 978-1-60558-277-1 ...$5.00.\n", 2008},
		"sign of copyright lost":            {"On Queues\nAbstract\n" + prose + "c 2004 Elsevier B.V. All rights reserved.\n", 2004},
		"copyright over several years":      {"On Queues\n© 1999–2003 Jane Roe\nAbstract\n" + prose, 2003},
		"classification is no notice":       {"On Queues\nAbstract\n" + prose + "2012 ACM Subject Classification Software\n", 0},
		"volume and pages":                  {"Neurocomputing 58–60 (2004) 437 – 442\nOn Queues\nAbstract\n" + prose, 2004},
		"volume behind the year":            {"Am J Epidemiol 2004;160:509–516\nOn Queues\nAbstract\n" + prose, 2004},
		"year behind the pages":             {"Ferroelectrics, 305: 15–19, 2004\nOn Queues\n(Received 10 September 2003; accepted 17 October 2003)\nAbstract\n" + prose, 2004},
		"proceedings over two lines":        {"On Queues\nAbstract\n" + prose + "Proceedings of the 12th Symposium on Queues,\nMelbourne, Australia, December 10, 2007.\n" + prose, 2007},
		"conference with its date":          {"On Queues\nAbstract\n" + prose + "PPDP’09, September 7–9, 2009, Coimbra, Portugal.\n" + prose, 2009},
		"two digits":                        {"On Queues\nAbstract\n" + prose + "13th Conference on Queues (QUEUE’15).\n", 2015},
		"how to cite":                       {"On Queues\nAbstract\n" + prose + "ACM Reference Format:\nJane Roe. 2019. On Queues. In Queues of 1998.\n", 2019},
		"date of a preprint":                {"On Queues\nJ. Roe\nAbstract\n" + prose + "Preprint submitted to Elsevier 11 January 2007\n", 2007},
		"date on a title page, French":      {"THÈSE\npar Jeanne Roe\nSoutenue le 6 décembre 2005 devant le jury\n\fRemerciements\n" + prose, 2005},
		"date on a title page, Spanish":     {"Diseño de colas\nJuana Roe\nSartenejas, noviembre de 2018\n\f" + prose, 2018},
		"date on a title page, German":      {"Über Warteschlangen\nJohanna Roe\nMünchen, im März 2011\n\f" + prose, 2011},
		"date on a title page, Dutch":       {"Over wachtrijen\nJ. Roe\nUtrecht, 3 maart 2014\n\f" + prose, 2014},
		"date on a title page, Portuguese":  {"Sobre filas\nJoana Roe\nLisboa, fevereiro de 2012\n\f" + prose, 2012},
		"date on a title page, Italian":     {"Sulle code\nGiovanna Roe\nPisa, luglio 2010\n\f" + prose, 2010},
		"university and former degrees":     {"ON QUEUES\nBY\nJANE ROE\nBach., Universidade, Brazil, 1997\nMestre, Universidade, Brazil, 2001\nUniversity of Illinois, 2007\n\f" + prose, 2007},
		"academic year":                     {"Sulle code\nGiovanna Roe\nAnno Accademico 2010-2011\n\f" + prose, 2011},
		"academic year, short":              {"Über Schlangen\nJohanna Roe\nWintersemester 2010/11\n\f" + prose, 2011},
		"head of one page":                  {"On Queues\nAbstract\n" + prose + "\f2 ICGA Journal December, 2007\n" + prose, 2007},
		"series":                            {"On Queues\nAbstract\n" + prose + "S. Roe et al. (Eds.): QUEUES 2025, LNCS 16256, pp. 1–14, 2026.\n" + prose, 2026},
		"license":                           {"On Queues\nAbstract\n" + prose + "c The Author(s), under exclusive license to Springer Nature Switzerland AG 2026\n" + prose, 2026},
		"report number":                     {"MIT-LAB-TR-2005-023\nOn Queues\nAbstract\n" + prose, 2005},
		"month and year in numbers":         {"Pentest-Report Cyph 05.-06.2015\nM. Roe\nIndex\n" + prose, 2015},
		"running head with a venue":         {"Sobre colas\nAbstract\n" + prose + "\f386 Actas del XI Congreso Internacional de Colas, Sandport 2010\n" + prose + "\f" + prose + "\f388 Actas del XI Congreso Internacional de Colas, Sandport 2010\n" + prose, 2010},
		"a citation at a page's head":       {"On Queues\nAbstract\n" + prose + "\fwas shown in the Proceedings of the 2003 Conference on Queues and\n" + prose, 0},
		"running foot":                      {"On Queues\nAbstract\n" + prose + "1 2009/5/13\n\f" + prose + "2 2009/5/13\n\f" + prose + "3 2009/5/13\n", 2009},
		"prose":                             {"On Queues\nJ. Roe\nAbstract\n" + prose, 0},
		"words above a dash and their date": {"On Queues\n— A quotation of somebody\nSomewhere, June 17, 2010.\nIntroduction\n" + prose, 0},
		"date of a download":                {"Downloaded By: [Roe] At: 06:49 11 July 2010\nOn Queues\nAbstract\n" + prose, 0},
		"references on the first page":      {"On Queues\nAbstract\n" + prose + "References\nRoe, J. Queues. Proc. of the Conference on Queues, 1995.\n", 0},
	} {
		got := 0
		if years := Years(&content.Document{Text: c.text}); len(years) > 0 && years[0].Confidence >= 0.5 {
			got = years[0].Value
		}
		if got != c.want {
			t.Errorf("%s: year %d, want %d", name, got, c.want)
		}
	}
}

func TestYearsThatContradictEachOtherAreLessSure(t *testing.T) {
	one := Years(&content.Document{Text: "On Queues\n© 2003 Jane Roe\nAbstract\n" + prose})
	two := Years(&content.Document{Text: "On Queues\nLisbon, 3 May 1999\n© 2003 Jane Roe\nAbstract\n" + prose})
	if len(one) != 1 || len(two) != 2 || two[0].Confidence >= one[0].Confidence {
		t.Errorf("one year %v, two years %v", one, two)
	}
}
