package describe_test

import (
	"slices"
	"strings"
	"testing"

	"sluice/document/content"
	"sluice/document/describe"
	"sluice/document/genre"
)

func TestAuthorsAreDistinguishedFromOtherPeople(t *testing.T) {
	for _, c := range []struct {
		name    string
		lines   []string
		authors []string
	}{
		{"an Italian thesis with its supervisors in a table", []string{
			"119 196 11 Roman|Università degli Studi di Sabbia",
			"326 211 21 Bold|RETI DI SABBIA", "348 127 21 Bold|E SETACCI NATURALI",
			"503 108 11 Bold|Relatore:", "503 190 11 Roman|Prof. Sasso Bruno Vittorio", "520 108 11 Roman|Co-relatore: Dott. Marco Ghiaia",
			"554 343 11 Bold|Relazione della prova finale di:", "570 439 11 Roman|Ginevra Pietra", "587 429 11 Roman|Matricola 800001",
		}, []string{"Ginevra Pietra"}},
		{"a German project with lecturers, and students with their numbers", []string{
			"242 117 14 Bold|Projektbericht zum Sieben im Land Sandburg",
			"331 85 12 Bold|Dozenten:", "331 191 12 Roman|B.Sc. Klaus Stein | Mag. Bernhard Kies",
			"374 85 12 Bold|Vorgelegt von:", "374 191 12 Roman|B.Sc. Meri Sandrnja", "388 191 12 Roman|Matrikelnummer: 10000001", "401 191 12 Roman|E-Mail: meri@student.sand.example",
			"429 191 12 Roman|B. Sc. Leonie Fluss", "443 191 12 Roman|Matrikelnummer: 10000002",
		}, []string{"Meri Sandrnja", "Leonie Fluss"}},
		{"a Dutch thesis without the word by", []string{
			"259 56 20 Roman|Zeefsystemen versnellen met zand", "433 56 14 Roman|Lenaert Zandsen", "450 56 10 Roman|Studentennummer: 01234567",
			"506 56 12 Roman|Promotoren: prof. dr. Bas Keien, prof. dr. ir. Bjarn De Kiezel",
		}, []string{"Lenaert Zandsen"}},
		{"an audit with what its authors do", []string{
			"344 161 21 Roman|Sieve Security Review", "447 277 14 Bold|Auditors",
			"471 187 14 Roman|Curt Stone, Lead Security Researcher", "495 206 14 Roman|Sami, Lead Security Researcher", "518 218 14 Roman|0xSand, Security Researcher",
		}, []string{"Curt Stone", "Sami", "0xSand"}},
		{"students with the family name first, below a course named Introduction", []string{
			"74 116 12 Roman|UNIVERSIDAD NACIONAL DE ARENA", "402 97 17 Roman|MONOGRAFÍA: TAMICES Y ARENA", "448 271 17 Roman|Curso:", "465 187 17 Roman|Introducción a la Arena",
			"492 262 17 Roman|Docente:", "510 168 17 Roman|Piedra Grava, Gonzalo Martín", "536 250 17 Roman|Integrantes:",
			"560 234 14 Roman|Arenas, Juan Carlos", "583 218 14 Roman|Grava Piedra, María Luisa", "605 199 14 Roman|Tamiz Roca, Sebastián Pedro",
		}, []string{"Juan Carlos Arenas", "María Luisa Grava Piedra", "Sebastián Pedro Tamiz Roca"}},
		{"two students above the title, one with a name that is known nowhere", []string{
			"92 177 14 Bold|UNIVERSIDADE FEDERAL DE SANDPORTO", "116 178 14 Bold|QUIÉRIAS SANDOS DA PEDRINHA GRAVIER", "140 178 14 Bold|VINICIUS GONÇALVES PEDRELLI",
			"430 134 14 Bold|PENEIRAS PARA A COLETA DE AREIA", "454 167 14 Bold|NA ÁREA DOS RIOS", "719 290 14 Bold|Sandporto", "744 296 14 Bold|2019",
		}, []string{"Quiérias Sandos da Pedrinha Gravier", "Vinicius Gonçalves Pedrelli"}},
		{"Chinese family names in capitals, behind given names", []string{
			"85 45 14 Bold|A Survey of Sieves for Sand and Gravel", "130 46 9 Roman|MEILIN ZHAO, Sandport University, USA", "143 46 9 Roman|KOSTADIN KIES, Sand State University, USA",
		}, []string{"Meilin Zhao", "Kostadin Kies"}},
		{"a form whose next fields name others", []string{
			"157 172 22 Bold|EVALUATION OF SIEVES", "259 179 14 Roman|Authors: Richard Evans, Justin Stone", "283 167 14 Roman|Affiliation: USP", "307 197 14 Roman|Date: 30 September 2013",
			"331 118 14 Roman|Document Number: SIEVE_D7", "418 105 12 Roman|WP Task responsible", "418 290 12 Roman|Vera Gravel",
		}, []string{"Richard Evans", "Justin Stone"}},
		{"an audit with addresses between its authors", []string{
			"315 72 38 Bold|Sieves", "359 72 22 Roman|Security Assessment", "446 72 11 Roman|Prepared For:", "460 72 11 Roman|Peter Pebble | Sieves",
			"500 72 11 Roman|Prepared By:", "514 72 11 Roman|Stefan Stone | Path of Sand", "527 72 11 Roman|stefan.stone@sand.example",
			"554 72 11 Roman|Robert Dune | Path of Sand", "567 72 11 Roman|robert.dune@sand.example",
		}, []string{"Stefan Stone", "Robert Dune"}},
		{"four names of one person", []string{
			"124 124 25 Bold|The Logic of Sieves", "629 269 10 Roman|door", "641 203 10 Roman|Ruben Willem Frederik Zandstra",
		}, []string{"Ruben Willem Frederik Zandstra"}},
		{"two names joined by the Dutch word for and", []string{
			"100 100 20 Bold|Een nieuw toestel voor het zeven", "140 180 14 Roman|Dirk Zandhorst en Herman Kiezels",
		}, []string{"Dirk Zandhorst", "Herman Kiezels"}},
		{"names in capitals with particles", []string{
			"100 202 14 Roman|TIAGO AREEIRO DOS SANTOS", "300 101 16 Bold|PENEIRAS PARA O REPORTE DE AREIAS AMBIENTAIS", "375 259 11 Roman|Trabalho de Conclusão de Curso apresentado ao Departamento", "390 259 11 Roman|Acadêmico de Areia da Universidade Tecnológica do Areal", "500 259 11 Roman|Orientador:", "500 330 12 Roman|Prof. Luís Dias Vieira Areias",
		}, []string{"Tiago Areeiro dos Santos"}},
		{"a list that breaks off within a name, an institute named after a person", append([]string{
			"90 82 17 Roman|Rules for Making Sieves Revisited", "130 80 12 Roman|Kathrin Stone¹, Markus Kühler², Larissa Sand², Jonas", "156 243 12 Roman|Kiesel³, and Sven Geröll³",
			"178 154 12 Roman|¹Institute of Sand, University of Sandport", "200 204 12 Roman|²Amalie Kieselbach University of Sand", "222 204 12 Roman|³University of Gravel", "250 72 12 Bold|Abstract",
		}, prose(270)...), []string{"Kathrin Stone", "Markus Kühler", "Larissa Sand", "Jonas Kiesel", "Sven Geröll"}},
		{"an address that has a first name in small letters", append([]string{
			"90 118 17 Roman|A Common Framework for Sieving", "130 181 12 Roman|Haixin Meng², Ruma Sandineni¹, Quoc Pham¹", "150 162 9 Roman|¹ Computation Institute, University of Sandport",
			"165 219 9 Roman|ruma, quocpt, jkr, sanum@sandport.example", "190 72 12 Bold|Abstract",
		}, prose(210)...), []string{"Haixin Meng", "Ruma Sandineni", "Quoc Pham"}},
		{"encircled letters between names", append([]string{
			"90 73 17 Bold|Probing the Dimensions of Sand", "130 136 10 Bold|Jiaxi Shi ⓡ Peiyu Lu ⓡ Jane Roe", "150 124 10 Roman|Shawan University",
		}, prose(200)...), []string{"Jiaxi Shi", "Peiyu Lu", "Jane Roe"}},
		{"a college that begins with a given name", append([]string{
			"90 73 17 Bold|Probing the Dimensions of Sand", "130 136 10 Roman|Jane Roe", "150 124 10 Roman|Martha Lodge, University of Sandport",
		}, prose(200)...), []string{"Jane Roe"}},
		{"hearts as marks", append([]string{
			"90 73 17 Bold|Probing the Dimensions of Sand", "130 136 10 Bold|Jiaxi Shi¹,♡, Peiyu Lu¹,♡", "150 124 10 Roman|¹Shawan University", "180 72 12 Bold|Abstract",
		}, prose(200)...), []string{"Jiaxi Shi", "Peiyu Lu"}},
		{"Korean names set apart", append([]string{
			"107 85 16 Roman|모래 컴퓨팅에서 분산 자갈체 워크로드를 위한 구조", "201 193 10 Roman|강 모 래 †", "201 269 10 Roman|정 자 갈 †", "230 72 12 Bold|Abstract",
		}, prose(250)...), []string{"강모래", "정자갈"}},
		{"names with the numbers of students", []string{
			"318 255 20 Bold|Sieve++", "373 241 14 Bold|Team Gravel:", "391 224 14 Roman|Bernd Zandeynen 4000001", "408 233 14 Roman|Daan Grint 4000002", "426 222 14 Roman|Gerolf Kiezema 4000003", "512 250 14 Roman|3 januari 2011",
		}, []string{"Bernd Zandeynen", "Daan Grint", "Gerolf Kiezema"}},
		{"a family name of two words that is broken over lines", append([]string{
			"72 80 17 Bold|Modeling and Prediction of Sand", "129 90 10 Bold|Fabio H. Ruíz-Arenas, Jhon Alexandros Marina Echeverri, Pedro Alonso Arenal", "141 216 10 Bold|Molinero, Sebastián Grava Piedrahita", "208 72 10 Bold|Abstract",
		}, prose(220)...), []string{"Fabio H. Ruíz-Arenas", "Jhon Alexandros Marina Echeverri", "Pedro Alonso Arenal Molinero", "Sebastián Grava Piedrahita"}},
		{"raised letters that have become the end of names", append([]string{
			"87 99 12 Bold|An Optimization Procedure for Sieve Design", "126 131 11 Roman|Wumei Lia, Heng Yuana, Wen Xua, Kunming Shengb, and Guofeng Wang*a",
			"152 88 11 Roman|a School of Sand, Sandport University, Sandport", "166 88 11 Roman|b Department of Gravel, University of Sandport", "200 72 12 Bold|Abstract",
		}, prose(221)...), []string{"Wumei Li", "Heng Yuan", "Wen Xu", "Kunming Sheng", "Guofeng Wang"}},
		{"a professor below the students", []string{
			"262 82 11 Bold|Branding for Sand: Understanding How They Perceive Sieves", "291 187 11 Roman|Astrid Lin, Siddharth Manoj Retwala, Yanmei Lu", "305 92 11 Roman|School for Communication and Sand, University of Sandport",
			"334 244 11 Roman|Professor Lena Ammolakis", "349 258 11 Roman|May 12, 2021",
		}, []string{"Astrid Lin", "Siddharth Manoj Retwala", "Yanmei Lu"}},
		{"a memorandum in two columns", []string{
			"73 261 12 Roman|MEMORANDUM", "88 72 12 Roman|TO:", "88 180 12 Roman|Barbara Brook", "178 72 12 Roman|FROM:", "178 180 12 Roman|Susanna Rivers", "208 72 12 Roman|RE:", "208 180 12 Roman|2018 Final Report on Sand",
			"238 72 12 Roman|CC:", "238 180 12 Roman|Russ Pebble, P.E., Sand Inc.",
		}, []string{"Susanna Rivers"}},
		{"a label and a value of a form", append([]string{
			"91 72 20 Bold|Close-out Report F3", "121 72 11 Bold|Name of Project: Sieving Resources", "316 72 11 Bold|Total Budget: 12,000 SND",
		}, prose(380)...), nil},
		{"an adviser with an unusual label, and a question", []string{
			"324 152 20 Roman|Parallélisation de calculs en tamisage", "522 216 14 Roman|Auteur : Antonin Kiesel", "565 170 14 Bold|Superviseur entreprise : Benoît Sablon", "607 140 14 Bold|Superviseur académique : Mounir Ramly El Din",
		}, []string{"Antonin Kiesel"}},
		{"a Chinese label", []string{
			"252 361 26 Bold|分享沙子成就河流", "698 252 14 Roman|作者：小沙",
		}, []string{"小沙"}},
		{"a name that is broken in a narrow column, beside others", append([]string{
			"84 104 17 Bold|Approximate Range Sieving", "123 110 12 Roman|Zhou Shang†", "138 83 10 Roman|The University of Sandport", "172 76 12 Roman|Sayed Mohammad Hossein", "183 115 12 Roman|Rigzari†", "199 83 10 Roman|The University of Sandport",
			"123 438 12 Roman|Zhiming Bao‡", "139 436 10 Roman|Gravel University", "229 54 11 Bold|ABSTRACT",
		}, prose(244)...), []string{"Zhou Shang", "Zhiming Bao", "Sayed Mohammad Hossein Rigzari"}},
		{"a French thesis with its advisers above and its jury below", []string{
			"62 265 25 Roman|Prétraitement compositionnel du sable", "270 180 8 Roman|Thèse préparée à l'Université Sablonneuse, sous la direction de Guy", "279 176 8 Roman|CAILLOU, Directeur de Recherche",
			"341 340 8 Roman|Thèse soutenue à Sablonneuse, le 3 Juillet 2021, par", "366 336 14 Roman|Lucie DUSABLE DE GRAVE", "685 170 9 Roman|Composition du jury", "710 176 7 Roman|Sylvestre SABLÉ", "719 176 7 Roman|Maître de Conférences, Université Sablonneuse",
		}, []string{"Lucie Dusable de Grave"}},
		{"a column of authors beside the abstract", append([]string{
			"75 81 17 Bold|Sand Attenuates the Weight of Sieves", "157 60 11 Roman|Wen-Rong Shu, M.D.", "180 60 11 Roman|Jing-Shan Zhao, M.D.", "203 60 11 Roman|Yi-Lin He, M.D.",
			"157 226 8 Roman|Objective: The purpose of this study was", "167 226 8 Roman|to assess the efficacy of sieves in prevent-", "178 226 8 Roman|ing the gain of weight that sand brings with it.", "190 226 8 Roman|Method: Forty sieves were filled with sand and", "201 226 8 Roman|were then randomly shaken for weeks on end",
		}, prose(300)...), []string{"Wen-Rong Shu", "Jing-Shan Zhao", "Yi-Lin He"}},
		{"an author in type of another slant, with an address", []string{
			"266 72 38 Bold|Sieves", "310 72 22 Roman|Security Assessment", "583 72 11 Roman|Prepared By:", "597 71 11 Italic|Jim Mason | Path of Sand", "610 71 11 Roman|james.mason@sand.example",
			"637 72 11 Roman|Opal Stone | Path of Sand", "651 72 11 Roman|opal.stone@sand.example",
		}, []string{"Jim Mason", "Opal Stone"}},
		{"small capitals that were typed in small letters, and a college", []string{
			"218 128 12 Roman|Sieves in Context", "247 252 12 Palladio-SC|thomas sandricek", "529 271 12 Roman|March 2017", "550 205 12 Roman|Stone Hall, University of Sandport", "591 164 9 Roman|This dissertation is submitted for the degree of Doctor of Philosophy.",
		}, []string{"Thomas Sandricek"}},
		{"the value of a label in a table", []string{
			"263 226 24 Bold|Smart Sieve Quick Check", "332 72 17 Bold|Project details:", "376 77 12 Bold|Project name:", "376 251 12 Bold|Sand Token", "403 77 12 Bold|Owner:", "403 251 12 Bold|Not provided",
		}, nil},
		{"family names that are words for streets", append([]string{
			"60 190 18 Roman|On Small Sieves", "100 200 10 Roman|W. Rick Street, Jane Roe, Mary Road, Wolfgang Platz, Hans Allee", "120 200 10 Roman|University of Sandport",
		}, prose(160)...), []string{"W. Rick Street", "Jane Roe", "Mary Road", "Wolfgang Platz", "Hans Allee"}},
		{"a street without a number", append([]string{
			"60 190 18 Roman|On Small Sieves", "100 260 10 Roman|Jane Roe", "113 260 10 Roman|North Terrace",
		}, prose(160)...), []string{"Jane Roe"}},
		{"a street and a college", append([]string{
			"90 85 21 Roman|Measuring the Uncertainty of Sand", "138 252 14 Roman|Bert A. Stone", "168 248 12 Roman|Collegio Carlo Bruno", "190 248 12 Roman|Johann-Kieselbach Straße 21", "220 72 12 Bold|Abstract",
		}, prose(240)...), []string{"Bert A. Stone"}},
		{"a family name with more raised digits than letters on a line of its own", append([]string{
			"125 72 13 Bold|A comprehensive framework to sieve sand", "170 72 10 Bold|Thomas G. Stone¹,² · Philip G. D.", "182 72 7 Bold7|Kiesel¹,³,⁴", "194 72 10 Bold|Gary F. Gravel¹,³,⁴",
		}, prose(250)...), []string{"Thomas G. Stone", "Philip G. D. Kiesel", "Gary F. Gravel"}},
		{"the numbers of authors in a template of conferences", append([]string{
			"70 262 17 Roman|Sieves: SND", "105 107 10 Roman|1st Peter Stone", "105 209 10 Roman|2nd Taylor Gravel", "105 316 10 Roman|3rd Caitlin Sand",
			"134 98 10 Roman|stone@sand.example", "134 201 10 Roman|gravel@sand.example", "134 309 10 Roman|sand@sand.example",
		}, prose(250)...), []string{"Peter Stone", "Taylor Gravel", "Caitlin Sand"}},
		{"who took the notes of a lecture", append([]string{
			"190 84 21 Bold|Geometry of Sieves 0.5", "246 221 14 Roman|Lecturer: Jens Kiesel", "264 152 14 Roman|Notes: Nicholas Stein & Ferdinand Sand", "297 230 14 Roman|Sommersemester 2017",
		}, prose(560)...), []string{"Nicholas Stein", "Ferdinand Sand"}},
		{"several names before each institution", append([]string{
			"95 73 17 Bold|Sieves under Attack: On the Resilience of Sand", "147 73 11 Roman|PETER T. STONE, DAVIDE DI SABBIA, CLAUDIO DI GHIAIA, Università di Sabbia, Italy",
			"179 73 11 Roman|MASSIMILIANO DI PIETRA, Università della Ghiaia, Italy",
		}, prose(250)...), []string{"Peter T. Stone", "Davide Di Sabbia", "Claudio Di Ghiaia", "Massimiliano Di Pietra"}},
		{"who prepared the document, one of the authors above", append([]string{
			"74 215 24 Roman|The Sand Paper", "168 188 11 Roman|Peter Stone, Arjun Sand, James Gravel,", "184 235 11 Roman|Layla Pebble, Rahul Dune", "214 271 14 Roman|DRAFT v1.0", "230 245 10 Roman|Prepared by Arjun Sand",
		}, prose(350)...), []string{"Peter Stone", "Arjun Sand", "James Gravel", "Layla Pebble", "Rahul Dune"}},
		{"the town of the university", []string{
			"89 216 12 Roman|Universidade Federal de Porto da Areia", "333 226 12 Bold|Vinicius Pedreira Rocha", "530 96 12 Bold|Uma peneira para apoiar a areia em rios", "746 280 12 Roman|Porto da Areia", "770 300 12 Roman|2019",
		}, []string{"Vinicius Pedreira Rocha"}},
		{"letters raised behind names, one of them apart", append([]string{
			"120 88 17 Roman|Understanding sieves with sand", "174 121 12 Roman|Yichen Stonea,∗", "175 228 12 Roman|Nicholas J. Gravelb", "175 391 12 Roman|Mario Pebblec", "189 248 12 Roman|Trisha Van Kiesel a",
			"213 227 12 Roman|aDepartment of Geology", "227 170 12 Roman|bDepartment of Sieves", "241 233 12 Roman|cDepartment of Sand",
		}, prose(560)...), []string{"Yichen Stone", "Nicholas J. Gravel", "Mario Pebble", "Trisha Van Kiesel"}},
		{"a name alone, whose family name is a word of the text", append([]string{
			"126 139 14 Bold|Sieve models and their uses", "191 269 14 Roman|Stone Jane",
		}, "560 72 10 Roman|so that the water runs through the sieve on a stone and what remains in it is gold"), []string{"Stone Jane"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := describe.Describe(sheet(c.lines...), describe.Around{}).All("author"); !slices.Equal(got, c.authors) {
				t.Errorf("authors %q, want %q", got, c.authors)
			}
		})
	}
}

func TestWhoMadeTheFileIsNoAuthorWhereThePagesNameNobody(t *testing.T) {
	d := sheet(append([]string{"90 100 17 Bold|Questions and Answers on Sieves"}, prose(200)...)...)
	d.Text += strings.Repeat("Sand runs through it.\n", 20)
	d.Fields = []content.Field{{Name: "author", Value: "Jane Roe"}}
	if got := describe.Describe(d, describe.Around{}).All("author"); got != nil {
		t.Errorf("authors %q", got)
	}
}

func TestFilesThatNameNobodyHaveNoAuthor(t *testing.T) {
	for _, name := range []string{"Unknown", "unknown author", "Anonymous", "Unbekannt", "Inconnu", "N/A"} {
		d := &content.Document{Type: "epub", Text: sentences, Fields: []content.Field{{Name: "author", Value: name}}}
		if got := describe.Describe(d, describe.Around{}).All("author"); len(got) > 0 {
			t.Errorf("%s: %q", name, got)
		}
	}
}

func TestAuthorsOfThePageComeBeforeTheOneWhomTheFileNames(t *testing.T) {
	d := sheet(append([]string{"90 100 17 Bold|On Sieves and Their Holes", "130 100 12 Roman|Jane Roe, Karl von Stein, and Peter Rivers", "150 100 12 Roman|University of Sandport"}, prose(200)...)...)
	d.Fields = []content.Field{{Name: "author", Value: "Jane Roe"}}
	if got := describe.Describe(d, describe.Around{}).All("author"); !slices.Equal(got, []string{"Jane Roe", "Karl von Stein", "Peter Rivers"}) {
		t.Errorf("authors %q", got)
	}
}

func TestQuestionsNameNoAuthors(t *testing.T) {
	lines := []string{"302 348 20 Bold|Questions and Answers on Sieves", "426 97 12 Roman|Are all sieves going to be redesigned?", "501 116 12 Roman|Jane Roe", "524 116 12 Roman|and her sieves are not."}
	if got := describe.Describe(sheet(lines...), describe.Around{Genre: genre.FAQ}).All("author"); got != nil {
		t.Errorf("authors %q", got)
	}
}
