package describe_test

import (
	"slices"
	"testing"

	"sluice/document/content"
	"sluice/document/describe"
)

var frontPages = []authoredPage{
	{"the schools and the kind of a Romanian thesis in large type", append([]string{
		"73 106 14 Roman|UNIVERSITATEA “ION NISIP” DIN RÂUL", "104 112 24 Roman|FACULTATEA DE GEOLOGICĂ", "434 205 17 Roman|LUCRARE DE LICENŢĂ", "480 95 20 Bold|Sieving Queries over Running Sand",
		"547 262 14 Roman|propusă de", "588 224 20 Roman|Ioan Pietriş", "680 232 12 Bold|Coordonator ştiinţific:", "694 209 12 Roman|Prof. dr. Maria Dună",
	}, prose(720)...), "Sieving Queries over Running Sand", []string{"Ioan Pietriş"}},
	{"a Czech title and its translation, below the schools in the same type", append([]string{
		"60 114 20 Bold|VŠP — Technická univerzita Pískov", "90 112 20 Bold|Fakulta geologie a písku", "120 200 20 Bold|Katedra geologie",
		"398 85 20 Bold|Algoritmy pro řešení hlavolamu Písek II", "428 83 20 Bold|Algorithms for the solving of the puzzle Sand II", "698 78 10 Roman|2008/2009", "698 451 10 Roman|Jana Kamenová",
	}, prose(720)...), "Algoritmy pro řešení hlavolamu Písek II", []string{"Jana Kamenová"}},
	{"the kind of a Polish thesis over two lines", append([]string{
		"66 114 24 Roman|Politechnika Piaskowa", "209 187 11 Roman|Instytut Piasku i Żwiru", "255 122 43 Light|Praca dyplomowa", "309 183 43 Light|inżynierska", "380 208 11 Roman|na kierunku Geologia",
		"463 76 13 Roman|Generacja piasku o profilu prędkości rzeki", "559 193 13 Roman|Karolina Kamień", "642 275 11 Roman|promotor", "658 236 11 Roman|dr inż. Tomasz Żwir",
	}, prose(700)...), "Generacja piasku o profilu prędkości rzeki", []string{"Karolina Kamień"}},
	{"a Swedish degree project with its cycle", append([]string{
		"327 74 24 Bold|Självständigt arbete på grundnivå", "381 74 19 Italic|Independent degree project – first cycle", "543 75 12 Bold|Sand Graph Utility", "560 75 12 Roman|A module for sieves", "588 75 12 Bold|Jonas Sand",
	}, prose(620)...), "Sand Graph Utility A module for sieves", []string{"Jonas Sand"}},
	{"an author in larger type than the title, behind the word by", append([]string{
		"168 49 20 Roman|THÈSE DE DOCTORAT DE", "270 49 12 Roman|L’UNIVERSITÉ DE SABLONVILLE", "411 65 12 Roman|Par", "425 65 20 Bold|Garance TAMIS", "471 48 16 Bold|Sketch-Based Approaches to Processing Sand",
		"508 48 12 Bold|Thèse présentée et soutenue à Sablonville, le 26 Octobre 2023",
	}, prose(560)...), "Sketch-Based Approaches to Processing Sand", []string{"Garance TAMIS"}},
	{"the course that lecture notes are based on, in large type below the title", append([]string{
		"193 139 25 SansBold|Sieves 1011A Textbook", "232 130 17 SansBold|Based on lectures by Prof. Edward L. Stein", "288 150 17 Roman|Jane Roe, Karl Kamień, and Tim Sand", "327 248 12 Roman|September 24, 2023",
	}, prose(500)...), "Sieves 1011A Textbook", []string{"Jane Roe", "Karl Kamień", "Tim Sand"}},
	{"dots of a drawn logo", append(append([]string{"168 49 20 Roman|THESIS"}, dots(95)...),
		"471 48 16 Bold|Sketches of Sand", "500 48 12 Roman|Jane Roe"), "Sketches of Sand", []string{"Jane Roe"}},
	{"a subtitle over two lines, smaller than the authors", []string{
		"113 100 17 Roman|Thesis to get the degree Bachelor of Science", "172 173 25 SansBold|Running with Sand", "209 146 14 SansBold|Application Simulating Sand Sources at", "227 160 14 SansBold|Coordinates of Rivers Using Sieves",
		"271 210 17 Roman|Marcus Stein", "293 210 17 Roman|Linus Karlsson",
	}, "Running with Sand Application Simulating Sand Sources at Coordinates of Rivers Using Sieves", []string{"Marcus Stein", "Linus Karlsson"}},
	{"two titles of one thesis, joined by a sign on its own line", append([]string{
		"290 205 15 Bold|Fuzzy sieves for Big Sand", "312 264 15 Bold|computing", "334 298 15 Bold|&", "356 176 15 Bold|Ordinary differential sieves not", "378 215 15 Bold|solved for the derivative", "433 245 13 Roman|Antonio Piedra Castro",
	}, prose(560)...), "Fuzzy sieves for Big Sand computing & Ordinary differential sieves not solved for the derivative", []string{"Antonio Piedra Castro"}},
	{"a title beside a column of notices", append([]string{
		"40 20 12 Sans|INTERFACE", "42 200 20 Serif|Coupled rivers and their sieves", "64 20 9 Sans|sand.example/journal", "66 200 20 Serif|shape the evolution of sand", "80 20 9 Sans|Research", "90 200 20 Serif|that resists the water",
		"130 200 11 Serif|Jane Roe, Karl Stein",
	}, prose(200)...), "Coupled rivers and their sieves shape the evolution of sand that resists the water", []string{"Jane Roe", "Karl Stein"}},
	{"the label of the title on a line of its own", append([]string{
		"73 71 11 Bold|Title", "86 71 11 Bold|Novel analysis of sand highlights the distinctiveness of its record", "127 71 11 Roman|Ann Stone¹, Mark G.", "139 71 11 Roman|Thomas², Peter Sand¹",
		"176 71 10 Roman|¹Institute of Sand, Sandport",
	}, prose(220)...), "Novel analysis of sand highlights the distinctiveness of its record", []string{"Ann Stone", "Mark G. Thomas", "Peter Sand"}},
	{"the mark of a footnote behind the title", append([]string{
		"73 71 17 Bold|Variability in noun classes: experimental data¹", "100 71 11 Roman|Jane Roe",
	}, prose(220)...), "Variability in noun classes: experimental data", []string{"Jane Roe"}},
	{"an annual report below the name of its company", append([]string{
		"372 229 12 Roman|Sandona Sieves plc", "396 262 12 Roman|Annual Report", "420 204 12 Roman|For the Year Ended 31 December 2022",
	}, prose(560)...), "Annual Report For the Year Ended 31 December 2022", nil},
	{"financial statements and their year", append([]string{
		"576 80 32 Roman|Annual Report &", "606 80 32 Roman|Financial Statements", "647 80 14 Roman|YEAR ENDED 31 DECEMBER 2022",
	}, prose(680)...), "Annual Report & Financial Statements YEAR ENDED 31 DECEMBER 2022", nil},
	{"a subtitle behind a colon, of words that the text does not use", append([]string{
		"258 76 24 Bold|The Sand That Runs Through All Sieves:", "290 92 24 Bold|Marketing Strategy Veterinary Clinic", "385 526 12 Roman|By", "416 477 12 Roman|Jane Stone",
	}, prose(560)...), "The Sand That Runs Through All Sieves: Marketing Strategy Veterinary Clinic", []string{"Jane Stone"}},
	{"a title and a subtitle that are both English, of which the text uses one", append([]string{
		"258 76 24 Bold|The Sand That Runs Through All Sieves", "290 92 24 Bold|Marketing and Communications Strategy", "385 526 12 Roman|By", "416 477 12 Roman|Jane Stone",
	}, prose(560)...), "The Sand That Runs Through All Sieves Marketing and Communications Strategy", []string{"Jane Stone"}},
	{"family names with initials behind them", append([]string{
		"112 199 17 Roman|Sieves that were shaken", "150 136 12 Roman|Gravelo, R.B.P., Sandmann,C.F., Kies, G.M.F, and van Dune, M.A.R.", "180 262 12 Roman|October 10, 2022",
	}, prose(220)...), "Sieves that were shaken", []string{"R.B.P. Gravelo", "C.F. Sandmann", "G.M.F. Kies", "M.A.R. van Dune"}},
	{"a campus of a state's university below names", append([]string{
		"72 72 21 Bold|Writing Secure Sieves", "131 111 12 Roman|John Stone", "145 102 10 Roman|UC San Diego, USA", "131 258 12 Roman|Alex Sandez-Stern", "145 266 10 Roman|UC San Diego, USA",
	}, prose(220)...), "Writing Secure Sieves", []string{"John Stone", "Alex Sandez-Stern"}},
	{"a name that is known by the address behind it alone", append([]string{
		"74 198 14 Bold|Sieves for Free-Riders", "118 230 11 Bold|Yehun Hong (prxzxc@sand.example)", "131 133 10 Roman|Sieve Factors Lab, Sandport National University",
		"154 234 11 Bold|Jain Stone (foend39@sand.example)", "167 196 10 Roman|Sandport National University",
	}, prose(220)...), "Sieves for Free-Riders", []string{"Yehun Hong", "Jain Stone"}},
	{"a white paper with its version", append([]string{
		"303 107 36 Roman|From Grains to Sand", "347 107 36 Roman|by Means of Sieves", "391 107 18 Roman|Whitepaper 1.0",
	}, prose(560)...), "From Grains to Sand by Means of Sieves", nil},
	{"a company behind the word by", append([]string{
		"248 226 36 Bold|SANDX", "312 216 20 Roman|SandToken", "392 185 16 Roman|by Sand Blockchain",
	}, prose(560)...), "SANDX SandToken", nil},
	{"with whom an audit was made", append([]string{
		"248 200 24 Bold|Sand Security Audit", "280 200 14 Roman|In collaboration with the Sand project maintainers and", "298 200 14 Roman|the Foundation for Sieves",
	}, prose(560)...), "Sand Security Audit", nil},
	{"a title that begins as the name of a series does", append([]string{
		"165 153 17 Roman|Lecture notes in Generalized Sieves ∗", "197 257 12 Roman|Jane Roe", "211 253 12 Roman|Sandport University", "667 145 8 Roman|∗This page was added by Karl Stein",
	}, ""), "Lecture notes in Generalized Sieves", []string{"Jane Roe"}},
	{"a Peruvian thesis by a bachelor", append([]string{
		"60 114 16 Roman|UNIVERSIDAD NACIONAL DE ARENAS", "90 112 14 Roman|FACULTAD DE INGENIERÍA", "110 112 14 Roman|ESCUELA PROFESIONAL DE GEOLOGÍA", "200 150 22 Bold|SISTEMA DE CRIBADO PARA RÍOS",
		"300 150 14 Bold|TESIS", "330 150 12 Roman|PARA OPTAR EL TÍTULO PROFESIONAL DE INGENIERO GEÓLOGO", "380 150 12 Roman|PRESENTADO POR:", "400 150 14 Bold|Bach. Juan Carlos Piedra Quispe",
		"450 150 12 Roman|ASESOR:", "470 150 12 Roman|Dr. Pedro Roca Mamani",
	}, prose(650)...), "Sistema de Cribado para Ríos", []string{"Juan Carlos Piedra Quispe"}},
	{"a school and an author above the title", append([]string{
		"60 114 16 Roman|UNIVERSIDADE FEDERAL DA AREIA", "90 112 14 Roman|CENTRO DE TECNOLOGIA", "140 150 14 Roman|JOÃO DA SILVA PEDRA", "200 150 16 Bold|PENEIRAS EM RIOS DE AREIA: UM ESTUDO",
		"300 150 12 Roman|Trabalho de Conclusão de Curso apresentado ao Departamento de Geologia", "350 150 12 Roman|Orientador: Prof. Dr. Maria Rocha",
	}, prose(650)...), "Peneiras em Rios de Areia: Um Estudo", []string{"João da Silva Pedra"}},
	{"a Russian thesis", append([]string{
		"60 114 16 Roman|Песчаный государственный университет", "200 150 16 Bold|Методы просеивания песка", "280 150 14 Roman|Выпускная квалификационная работа", "340 150 12 Roman|Выполнил:", "360 150 12 Roman|Иван Песков",
		"400 150 12 Roman|Научный руководитель:", "420 150 12 Roman|Пётр Камнев",
	}, prose(650)...), "Методы просеивания песка", []string{"Иван Песков"}},
	{"an annual report and its years", append([]string{
		"100 72 14 Roman|Sand Research Institute", "140 72 30 Bold|Annual Report", "180 72 24 Roman|2019/2020",
	}, prose(650)...), "Annual Report 2019/2020", nil},
	{"an edition", append([]string{
		"100 72 30 Bold|Sieve Algorithms", "150 72 18 Roman|Second Edition", "250 72 18 Roman|Jane Roe", "280 72 18 Roman|Karl Stein",
	}, prose(650)...), "Sieve Algorithms", []string{"Jane Roe", "Karl Stein"}},
	{"a project report and who submitted it", append([]string{
		"100 200 17 Roman|Sieving Networks", "130 150 12 Roman|Project report submitted by", "150 150 12 Roman|R. Sandeep Kumar", "180 150 12 Roman|under the supervision of", "200 150 12 Roman|Prof. A. Gupta",
	}, prose(650)...), "Sieving Networks", []string{"R. Sandeep Kumar"}},
	{"authors with their institutions, two of them on one line", append([]string{
		"100 200 17 Roman|Sieving Networks", "130 150 12 Roman|JANE ROE, University of Sandport, Norway", "145 150 12 Roman|KARL STEIN, Gravel Academy, Germany",
		"160 150 12 Roman|LI WEI and HANS VAN DEN BERG, Gravel Academy, Germany",
	}, prose(650)...), "Sieving Networks", []string{"Jane Roe", "Karl Stein", "LI Wei", "Hans van den Berg"}},
	{"a company behind a name, without a mark between them", append([]string{
		"22 285 14 Bold|SANDSHARE STRESS TEST", "56 371 10 Roman|Fabian Stein SandShare Europe, sandshare.example∗", "70 432 10 Roman|Sandburg, Germany",
	}, prose(220)...), "Sandshare Stress Test", []string{"Fabian Stein"}},
	{"a name without a given name that is known, behind one that has one", append([]string{
		"60 46 17 Bold|3D SIEVES FOR ELLIPSOIDS", "86 46 12 Roman|Diego Takahashi Areia¹ and Vandercley Coelho Pedreira Junior¹", "104 46 10 Roman|¹Department of Geology, Sandport",
	}, prose(220)...), "3D Sieves for Ellipsoids", []string{"Diego Takahashi Areia", "Vandercley Coelho Pedreira Junior"}},
	{"the kind of a French thesis in the largest type, and its students beside those who proposed it", append([]string{
		"32 171 12 Roman|Université de la Sablière", "234 171 25 Bold|Mémoire de Licence", "374 106 17 Roman|Conception et réalisation d’un tamis de", "396 136 17 Roman|la direction des approvisionnements",
		"494 94 12 Bold|Présenté par :", "494 332 12 Bold|Proposé et dirigé par :", "508 94 12 Roman|- Amine ROCHER", "508 332 12 Roman|- Mr. Karim GALET", "523 94 12 Roman|- Jeanne GRAVIER",
	}, prose(650)...), "Conception et réalisation d’un tamis de la direction des approvisionnements", []string{"Amine ROCHER", "Jeanne GRAVIER"}},
	{"the kind of a French thesis as if it were a subtitle", append([]string{
		"192 103 25 Roman|TAMISAGE COMBINATOIRE", "232 133 25 Roman|DU SABLE FIN", "283 251 14 Roman|Mémoire de L3", "339 144 17 Caps|Jeanne Rocher, Paul Galet",
	}, prose(560)...), "Tamisage Combinatoire du Sable Fin", []string{"Jeanne Rocher", "Paul Galet"}},
	{"a doctoral school over two lines, and a laboratory", append([]string{
		"128 180 16 Bold|UNIVERSITÉ DE SABLONVILLE", "158 84 14 Bold|École Doctorale Mathématiques, Géologie, Hydrologie", "182 147 14 Bold|Théorie et Ingénierie des Tamis", "207 121 14 Roman|Laboratoire d’hydrologie Fondamentale du Sable",
		"239 235 9 Roman|THÈSE présentée par :", "272 225 14 Bold|Jeanne ROCHER", "403 117 16 Bold|Parallélisme et équilibre dans", "421 71 16 Bold|le traitement des sables",
	}, prose(560)...), "Parallélisme et équilibre dans le traitement des sables", []string{"Jeanne ROCHER"}},
	{"a larger heading below the title, with a colon", append([]string{
		"73 93 10 Bold|Identification et classification de tamis", "142 71 20 Roman|Contexte :",
	}, prose(170)...), "Identification et classification de tamis", nil},
	{"experts of an audit by their pseudonyms", append([]string{
		"171 121 40 Bold|Security Review For", "213 260 40 Bold|Sand", "699 63 11 Roman|Lead Security Expert(s):", "700 246 11 Bold|nsand8", "714 246 11 Bold|Gravelis", "729 63 11 Roman|Date Audited:", "729 246 11 Bold|November 4, 2025",
	}, ""), "Security Review For Sand", []string{"nsand8", "Gravelis"}},
	{"a report and its date, which is no part of the name", append([]string{
		"163 88 25 Roman|The Report of the Sieve Service of", "201 270 25 Roman|Sandland", "270 286 25 Roman|2021",
	}, prose(560)...), "The Report of the Sieve Service of Sandland", nil},
}

func TestFrontPagesOfThesesReportsAndDraftsAreUnderstood(t *testing.T) {
	for _, c := range frontPages {
		t.Run(c.name, func(t *testing.T) {
			x := describe.Describe(sheet(slices.DeleteFunc(c.lines, func(l string) bool { return l == "" })...), describe.Around{})
			if got := x.Get("title"); got != c.title {
				t.Errorf("title %q, want %q", got, c.title)
			}
			if got := x.All("author"); !slices.Equal(got, c.authors) {
				t.Errorf("authors %q, want %q", got, c.authors)
			}
		})
	}
}

// dots are lines of dots, one below the other.
func dots(n int) []string {
	lines := make([]string, n)
	for i := range lines {
		lines[i] = "300 429 12 Symbol|· ·· ·"
	}
	return lines
}

func TestAuthorsInFieldsOfFilesArePersons(t *testing.T) {
	for author, want := range map[string][]string{"Jane Roe, Sand Labs": {"Jane Roe"}, "Roe, Jane": {"Jane Roe"}, "van Roe, Jane": {"Jane van Roe"}, "DMSND": nil,
		"Jane Roe^[first author]": {"Jane Roe"}, "Jane Roe[^1]": {"Jane Roe"}} {
		d := &content.Document{Type: "markdown", Text: "# Sand\n\nRunning text of it.\n", Fields: []content.Field{{Name: "title", Value: "Sand"}, {Name: "author", Value: author}}}
		if got := describe.Describe(d, describe.Around{}).All("author"); !slices.Equal(got, want) {
			t.Errorf("%q: authors %q, want %q", author, got, want)
		}
	}
}

func TestAuthorBehindTheTitleOfAFileIsNoPartOfIt(t *testing.T) {
	d := sheet(append([]string{"90 100 17 Bold|Sand Graph Utility", "130 100 12 Roman|Jane Roe"}, prose(200)...)...)
	d.Fields = []content.Field{{Name: "title", Value: "Sand Graph Utility - Jane Roe"}, {Name: "author", Value: "Jane Roe"}}
	if got := describe.Describe(d, describe.Around{}).Get("title"); got != "Sand Graph Utility" {
		t.Errorf("title %q", got)
	}
}

func TestKindOfThesisInTheFieldsOfAFileIsNoTitle(t *testing.T) {
	d := sheet(append([]string{"50 222 25 Bold|Bachelorarbeit", "90 262 14 Roman|über das Thema", "130 94 14 Bold|Sinnvolle Siebe im Sand", "200 243 12 Roman|Autor: Jana Stein"}, prose(300)...)...)
	d.Fields = []content.Field{{Name: "title", Value: "Bachelorarbeit"}}
	if got := describe.Describe(d, describe.Around{}).Get("title"); got != "Sinnvolle Siebe im Sand" {
		t.Errorf("title %q", got)
	}
}

func TestAuthorAboveTheTitleIsKnownByOneNameOfTheFile(t *testing.T) {
	d := sheet(append([]string{"35 71 10 Sans|GRAVIER Nolhan", "73 93 10 Bold|Identification et classification de tamis"}, prose(170)...)...)
	for author, want := range map[string][]string{"nolhan g": {"Nolhan GRAVIER"}, "Office User": nil} {
		d.Fields = []content.Field{{Name: "author", Value: author}}
		if got := describe.Describe(d, describe.Around{}).All("author"); !slices.Equal(got, want) {
			t.Errorf("%q: authors %q, want %q", author, got, want)
		}
	}
}
