package describe_test

import (
	"testing"

	"sluice/document/describe"
)

var subtitlePages = []titledPage{
	{"who prepared a report, below its title", append([]string{
		"408 202 21 Bold|Sieve Audit Report", "468 256 12 Roman|Prepared by Sandport Labs", "488 276 12 Roman|Version 2.0", "728 265 10 Roman|December 5, 2025",
	}, prose(760)...), "Sieve Audit Report"},
	{"the number of a deliverable above the title", append([]string{
		"52 431 12 Italic|REPORT ON D5.3", "104 161 12 Bold|REPORT ON OpenSand DELIVERABLE D5.3", "124 162 12 Bold|Sieve engine support for project Sand Hub", "156 162 10 Roman|JANE ROE, KARL STEIN & ANNA DELTA",
		"208 150 12 Roman|Due on", "208 222 12 Roman|2016-08-31 (month 12)",
	}, prose(259)...), "Sieve engine support for project Sand Hub"},
	{"the kind of a report above its subject, in smaller type of the same font", append([]string{
		"537 72 18 Bold|Audit Report", "568 72 30 Bold|sandfactory Changes and", "610 72 30 Bold|sievefactory", "706 72 11 Roman|v1.0", "725 72 11 Roman|January 17, 2024",
	}, prose(760)...), "Audit Report sandfactory Changes and sievefactory"},
	{"when a work was revised, in the title's type", append([]string{
		"72 130 14 Bold|Synthesizing Representative Sieves", "90 150 14 Bold|(Extended Version)", "108 160 14 Bold|Last revised: 18 December 2003", "140 200 10 Roman|Jane Roe", "152 200 10 Roman|Sandport University",
	}, prose(180)...), "Synthesizing Representative Sieves (Extended Version)"},
	{"a label before the title", append([]string{
		"53 134 12 Bold|UNIVERSITE DES SABLES", "139 213 14 Bold|Centre d’Etudes Doctorales", "171 72 14 Bold|Formation Doctorale de Physique et Sable",
		"226 264 20 Bold|THÈSE", "420 57 14 Bold|Titre de la Thèse : CONTRIBUTION À LA MODELISATION DES", "439 253 14 Bold|TAMIS", "475 283 14 Bold|Par :", "491 233 16 Bold|Ahmed PIERRE",
	}, prose(560)...), "Contribution à la Modelisation des Tamis"},
	{"a memorandum", append([]string{
		"73 261 12 Roman|MEMORANDUM", "88 72 12 Roman|TO:", "88 180 12 Roman|Barbara Stone", "178 72 12 Roman|FROM:", "178 180 12 Roman|Suzanne Sand",
		"208 72 12 Roman|RE:", "208 180 12 Roman|2018 Final Report on Sand",
	}, prose(238)...), "2018 Final Report on Sand"},
	{"the subject of an examination", append([]string{
		"60 190 18 Roman|Final Examination 2012", "100 72 10 Roman|Subject: Computer Science", "113 72 10 Roman|Time: 2 hours", "126 72 10 Roman|Candidate: 4711",
	}, prose(160)...), "Final Examination 2012"},
	{"what is attached to a paper", append([]string{
		"60 190 18 Roman|Cutting Planes for Sieves", "100 200 10 Roman|Jane Roe and Karl von Stein", "113 200 10 Roman|Re: revised version of 2012",
	}, prose(160)...), "Cutting Planes for Sieves"},
	{"a memorandum below a title in large type", append([]string{
		"60 190 18 Roman|Sand in the Yard", "100 72 10 Roman|To: Jane Roe", "113 72 10 Roman|From: Karl von Stein", "126 72 10 Roman|Subject: Parking in the Yard",
	}, prose(160)...), "Sand in the Yard"},
	{"a field below a labelled title", append([]string{
		"100 72 12 Bold|Title: A History of Sieves", "114 72 12 Bold|Course: Geology 101", "128 72 12 Bold|Jane Roe",
	}, prose(160)...), "A History of Sieves"},
	{"a byline in the type of a title page that has one type", append([]string{
		"60 190 18 Roman|Gravel and Sieves", "83 190 18 Roman|Students", "106 190 18 Roman|Jane Roe", "129 190 18 Roman|Karl von Stein",
	}, prose(160)...), "Gravel and Sieves"},
	{"the term of a course", append([]string{
		"60 200 18 Bold|Philosophie der Siebe", "84 200 18 Roman|Seminar im Wintersemester 2023/24",
	}, prose(160)...), "Philosophie der Siebe"},
	{"when work is due", append([]string{
		"60 190 18 Bold|Sieving for Everyone", "84 190 18 Roman|Due at the start of lecture, 2:30 PM, February 24, 2025",
	}, prose(160)...), "Sieving for Everyone"},
	{"who hands a work in", append([]string{
		"60 190 18 Roman|Traitement de sable", "84 200 12 Roman|Remis par : les deux groupes de la carrière",
	}, prose(160)...), "Traitement de sable"},
	{"a line in neither the title's nor the authors' type", append([]string{
		"60 190 18 Bold|The Sieves of Sand", "84 190 10 Roman|Sous-titre", "120 190 12 Italic|Jane Roe",
	}, prose(260)...), "The Sieves of Sand"},
	{"a phrase before an institution", append([]string{
		"60 190 18 Bold|The Sieves of Sand", "84 190 10 Roman|A conference for all who sieve", "120 190 10 Roman|University of Gravel",
	}, prose(260)...), "The Sieves of Sand"},
	{"a line of the title's page far below it", append([]string{
		"60 190 18 Bold|The Sieves of Gravel", "134 190 14 Roman|Sand Quarry Documents", "240 190 10 Roman|Jane Roe",
	}, prose(360)...), "The Sieves of Gravel"},
	{"a subtitle in the title's face", append([]string{
		"60 190 14 Bold|Temporal Sieve-Mediated Queries", "84 190 10 Bold|Complexity and Rewritability Checking", "120 190 10 Roman|Jane Roe",
	}, prose(260)...), "Temporal Sieve-Mediated Queries Complexity and Rewritability Checking"},
	{"a subtitle about drafts", append([]string{
		"60 190 18 Roman|Notes on Sand", "84 190 13 Roman|Draft treaties and their fate", "120 190 10 Roman|Jane Roe",
	}, prose(160)...), "Notes on Sand Draft treaties and their fate"},
	{"a subtitle about editions", append([]string{
		"60 190 18 Roman|Gravel for Everyone", "84 190 13 Roman|Edition and revision in practice", "120 190 10 Roman|Jane Roe",
	}, prose(160)...), "Gravel for Everyone Edition and revision in practice"},
	{"a draft", append([]string{
		"60 190 18 Roman|Notes on Sand", "84 190 13 Roman|Draft of 3 May", "120 190 10 Roman|Jane Roe",
	}, prose(160)...), "Notes on Sand"},
	{"an address in the type of the title's last line", append([]string{
		"70 100 18 Bold|Ideas for a Poetics of Sand", "110 100 14 Roman|Sieving Without Many Words", "135 100 14 Roman|River Conservatorium for the Sounds of Sand",
	}, prose(400)...), "Ideas for a Poetics of Sand Sieving Without Many Words"},
	{"a subtitle whose last line could be a name", append([]string{
		"244 68 26 Bold|Die Welt zwischen Sand und", "273 270 26 Bold|Kies", "335 59 16 Roman|Siebe: Bedürfnisse von Müllern mit Fokus auf die", "354 59 16 Roman|Unterstützung der Pflege",
		"428 57 14 Bold|Melina Nicola Stein",
	}, prose(560)...), "Die Welt zwischen Sand und Kies Siebe: Bedürfnisse von Müllern mit Fokus auf die Unterstützung der Pflege"},
	{"a title whose last word is a label elsewhere", append([]string{
		"132 77 18 Roman|Assessing the quality of sand indices", "152 77 18 Roman|derived from the Multi-grain Bottom", "172 77 18 Roman|Survey", "252 77 14 Roman|Lillian C. Stone",
	}, prose(400)...), "Assessing the quality of sand indices derived from the Multi-grain Bottom Survey"},
	{"a subtitle as large as the title, not bold", append([]string{
		"283 226 17 Bold|Agentur Website", "301 165 17 Roman|Ein Full-Stack Web-Developer Projekt", "355 262 11 Roman|Jonas Stein",
	}, prose(560)...), "Agentur Website Ein Full-Stack Web-Developer Projekt"},
	{"the kind of a report below its subject", append([]string{
		"401 149 34 Roman|Masters of Sieving", "457 149 24 Roman|Annual Report 2014–2015",
	}, prose(560)...), "Masters of Sieving Annual Report 2014–2015"},
	{"a version is no subtitle", append([]string{
		"283 100 21 Bold|Un Curso de Arena Lineal", "310 100 14 Roman|Versión: 22 de abril de 2025", "355 262 11 Roman|Mateo Piedra",
	}, prose(560)...), "Un Curso de Arena Lineal"},
	{"the same title in another language", append([]string{
		"283 100 18 Bold|Vérification des tamis à l'aide d'abstractions de la mémoire", "310 100 18 Roman|Automated Verification of Sieves using the Abstractions of Memory", "355 262 11 Roman|Camille Pierre",
	}, prose(560)...), "Vérification des tamis à l'aide d'abstractions de la mémoire"},
	{"the same title in capitals, in a language that the document is not in", append([]string{
		"283 100 24 Roman|SIEVES IN", "310 100 24 Roman|RUNNING WATER", "340 100 14 Roman|SETACCI PER L'ACQUA CORRENTE", "380 262 11 Roman|Candidato:", "395 262 11 Roman|Camilla Pietra",
		"500 72 10 Roman|the sieves that we put into running water hold what is heavy and let pass the rest",
	}, prose(560)...), "Sieves in running water"},
	{"the same title in English, in capitals and of few words that tell the language", append([]string{
		"372 90 14 Bold|STATYSTYCZNE METODY PRZESIEWANIA PIASKU", "425 115 14 Roman|STATISTICAL METHODS FOR SIEVING SAND", "537 307 12 Roman|Autor:", "551 307 12 Roman|Marta Kamień",
	}, prose(600)...), "Statystyczne Metody Przesiewania Piasku"},
	{"the kind of a thesis and its university", append([]string{
		"96 271 24 Sans|Vérification des tamis de", "124 234 24 Sans|l’inférence du sable", "186 320 12 Sans|Thèse de doctorat de l'Université Sable-Rivière", "360 438 16 Bold|Pierre Galet",
	}, prose(560)...), "Vérification des tamis de l’inférence du sable"},
	{"a list of questions that begins at once", append([]string{
		"75 290 11 Roman|FAQs", "102 90 11 Roman|1. Can the security personnel bring sand at", "120 108 11 Roman|the gate?",
	}, prose(140)...), "FAQs"},
	{"the first question of a list", append([]string{
		"56 43 21 Roman|Frequently asked questions for SieveMix", "82 43 20 Roman|What kind of sand can I sieve with it?",
	}, prose(140)...), "Frequently asked questions for SieveMix"},
	{"a subtitle in capitals, smaller and above the authors", append([]string{
		"565 42 36 Black|WHERE DOES", "603 42 36 Black|THE SAND GO?", "648 42 24 Black|A GUIDE TO SIEVE DATA SOURCES", "703 42 16 Bold|ELISABETH STONE, PIERRE GRAVIER",
	}, prose(1000)...), "Where does the Sand Go? A Guide to Sieve Data Sources"},
	{"a Swedish subtitle in the size of the text", append([]string{
		"75 72 10 Roman|Tomas Sten", "119 250 13 Bold|Mikrosiktar", "152 218 10 Bold|med SAND och Grus i Bäckar",
	}, prose(250)...), "Mikrosiktar med SAND och Grus i Bäckar"},
	{"a title on a poster in two weights", append([]string{
		"190 90 54 Sand-Bold|SIEVE", "239 90 54 Sand-Light|Protocol", "308 90 18 Sand-Light|Deterministic Default Protection for Sand",
	}, prose(560)...), "SIEVE Protocol Deterministic Default Protection for Sand"},
	{"the mark of a footnote within the brackets at the end", append([]string{
		"126 139 14 Bold|Sieve models (under development¹)", "191 269 14 Roman|Jane Stone",
	}, prose(560)...), "Sieve models (under development)"},
	{"a title that begins as an abstract does, below a degree", append([]string{
		"190 200 21 Bold|University of Sandport", "250 190 12 Roman|Master degree in Sieving", "298 213 17 Bold|Abstract Sieve logic", "606 85 12 Italic|Supervisor", "625 85 12 Roman|Prof. Bruno Sasso",
		"657 458 12 Italic|Candidate", "676 426 12 Roman|Jane Roe",
	}, prose(760)...), "Abstract Sieve logic"},
	{"the code of a course above the title", append([]string{
		"60 72 11 Roman|Jane Roe", "75 72 11 Roman|Karl Stein", "220 200 17 Roman|University of Sandport", "300 220 17 Bold|8SND844- Project", "330 220 17 Roman|Sieve Assistant", "420 200 10 Roman|Supervised by Anna Delta",
	}, prose(760)...), "Sieve Assistant"},
	{"the report of a course in capitals above the title", append([]string{
		"60 90 12 Bold|INTRODUCTION TO SIEVING FOR GEOLOGISTS FINAL PROJECT REPORT", "90 220 12 Bold|WHO SHAKES THE SIEVE?", "115 240 11 Italic|Jane Roe", "130 210 11 Roman|University of Sandport",
	}, prose(260)...), "Who Shakes the Sieve?"},
	{"the concept of a seminar's paper above the title", append([]string{
		"60 200 14 Roman|Seminarausarbeitung", "90 150 20 Bold|Über die Macht der Siebe", "130 250 12 Roman|Jane Roe", "150 240 12 Roman|28. Dezember 2017",
	}, prose(260)...), "Über die Macht der Siebe"},
	{"the report of a course below the subtitle", append([]string{
		"60 150 17 Bold|A Sieve that Writes:", "82 140 17 Roman|From Moving Sand to Letters", "110 190 12 Bold|SND Final Project Technical Report", "130 260 10 Roman|May 27, 2026",
	}, prose(260)...), "A Sieve that Writes: From Moving Sand to Letters"},
	{"a project that has no other title than that of its course", append([]string{
		"60 160 17 Roman|Final Project of Sieve Design", "85 260 12 Roman|Jane Roe", "100 250 12 Roman|May 27, 2026",
	}, prose(260)...), "Final Project of Sieve Design"},
	{"the kind of a report in brackets below the title, in its type", append([]string{
		"60 200 17 Roman|Mixed Gravel:", "80 120 17 Roman|What to Do With It After the Sieving", "100 210 17 Roman|(Technical Report)",
	}, prose(260)...), "Mixed Gravel: What to Do With It After the Sieving"},
	{"the name of a degree below the sentence that ends before it", append([]string{
		"60 200 14 Roman|Universidad de la Arena", "100 230 17 Bold|Tesis de maestría", "120 200 10 Roman|presentada para optar al título de", "135 180 14 Bold|Magíster en Arenas y", "152 175 14 Bold|Descubrimiento de Gravas",
		"190 120 14 Bold|Generación de tamices en español", "210 290 12 Roman|por", "225 230 12 Roman|Juana Piedra", "250 200 12 Roman|Directora: Ana Roca",
	}, prose(760)...), "Generación de tamices en español"},
	{"the number of a student behind the names", append([]string{
		"60 72 12 Roman|TECHNICAL REPORT", "80 170 12 Bold|Technical report of the sand league", "150 290 12 Roman|By:", "170 220 12 Roman|Jane Roe Stone 20232020096", "190 210 12 Roman|Karl Felipe Stein Kies 20231020202",
	}, prose(760)...), "Technical report of the sand league"},
}

func TestTitleHasItsSubtitleAndNoMore(t *testing.T) {
	for _, c := range subtitlePages {
		t.Run(c.name, func(t *testing.T) {
			if got := describe.Describe(sheet(c.lines...), describe.Around{}).Get("title"); got != c.title {
				t.Errorf("title %q, want %q", got, c.title)
			}
		})
	}
}
