package phrase

import (
	"regexp"
	"strings"
	"unicode"
)

// thesisWords name a thesis, in the languages of universities. A hyphen or a
// space within a name is a space here.
var thesisWords = wordLists(`thesis; dissertation; phd; ph d; habilitation; capstone project; senior project; final year project; graduation project;
	dissertationsschrift; inauguraldissertation; doktorarbeit; diplomarbeit; magisterarbeit; masterarbeit; masterthesis; bachelorarbeit; bachelorthesis;
	studienarbeit; abschlussarbeit; lizentiatsarbeit; staatsexamensarbeit; hausarbeit; seminararbeit; projektarbeit; maturaarbeit; habilitationsschrift;
	thèse; thèse de doctorat; mémoire; mémoire de master; mémoire de maîtrise; mémoire de fin d'études; habilitation à diriger des recherches; rapport de stage; projet de fin d'études;
	tesis; tesis doctoral; tesis de grado; tesis de maestría; tesina; trabajo de fin de grado; trabajo fin de grado; trabajo de fin de máster; trabajo fin de máster; trabajo de grado;
	trabajo de titulación; trabajo de diploma; proyecto fin de carrera; proyecto de grado; memoria de título; tesi doctoral; treball de fi de grau; treball final de grau; treball de fi de màster;
	tese; tese de doutorado; tese de doutoramento; dissertação; dissertação de mestrado; trabalho de conclusão de curso; trabalho de graduação; monografia; tcc;
	proefschrift; academisch proefschrift; scriptie; masterscriptie; bachelorscriptie; afstudeerscriptie; doctoraalscriptie; afstudeerverslag; masterproef; bachelorproef; eindwerk; eindverhandeling; masterthese;
	tesi; tesi di laurea; tesi di laurea magistrale; tesi di dottorato; elaborato finale; prova finale;
	avhandling; doktorsavhandling; licentiatavhandling; doktoravhandling; examensarbete; examensarbeit; masteruppsats; kandidatuppsats; kandidatarbete; uppsats; masteroppgave; bacheloroppgave; hovedoppgave;
	afhandling; phd afhandling; ph d afhandling; kandidatspeciale; speciale; bachelorprojekt; väitöskirja; pro gradu; pro gradu tutkielma; diplomityö; opinnäytetyö; kandidaatintyö;
	självständigt arbete; independent degree project; independent project; degree project; diploma project; bachelor project; graduation thesis; end of studies project;
	praca dyplomowa magisterska; praca dyplomowa inżynierska; praca dyplomowa licencjacka; rozprawa habilitacyjna; rigorózní práce; seminární práce; semestrální projekt; projekt dyplomowy; lucrare de diplomă; lucrare de absolvire; disertație; proiect de diplomă;
	skripsi; tugas akhir; tesis sarjana; disertasi; bitirme projesi; bitirme tezi; magistritöö; bakalaureusetöö; doktoritöö; magistro darbas; bakalauro darbas; maģistra darbs; bakalaura darbs; khóa luận tốt nghiệp; luận văn; luận án;
	treball de fi de carrera; treball final de màster; projecte final de carrera; tese de mestrado; trabalho final de mestrado; projeto de graduação; projecto final; memoria de tesis; trabajo especial de grado;
	дипломный проект; курсовая работа; бакалаврская работа; магистерская работа; дисертація; дипломна робота; магістерська робота; πτυχιακή εργασία; μεταπτυχιακή διπλωματική εργασία; praca magisterska; praca licencjacka; praca inżynierska; praca dyplomowa; praca doktorska; rozprawa doktorska; disertační práce; dizertační práce; diplomová práce; bakalářská práce; diplomovka; dizertačná práca; bakalárska práca;
	diplomsko delo; magistrsko delo; doktorska disertacija; magistarski rad; diplomski rad; završni rad; szakdolgozat; diplomamunka; diplomaterv; doktori értekezés; teză de doctorat; lucrare de licență; lucrare de disertație;
	doktora tezi; yüksek lisans tezi; lisans tezi; tez; диссертация; дипломная работа; магистерская диссертация; выпускная квалификационная работа; διδακτορική διατριβή; διπλωματική εργασία; 博士論文; 修士論文; 卒業論文; 学位論文; 博士学位论文; 硕士学位论文`)

// degreeWords are the other words of a line that names a thesis.
var degreeWords = WordSet(`phd ph d dphil mphil msc m sc bsc b ms ma mba llm doctor doctoral doctorate doctorat docteur master masters master's master’s bachelor bachelors bachelor's
	bachelor’s diploma diplom magister graduate undergraduate postgraduate senior honours honors final year degree academic university licentiate licenciate habilitation science
	arts philosophy engineering computer computing mathematics physics informatics guided research zur erlangung des akademischen grades eines an de d'études en in of for at and
	the a der die das im fach fachbereich doctorado doctoral maestría máster grado licenciatura doutorado mestrado een het ett et una uma um un dottorato laurea magistrale triennale på grundnivå avancerad nivå first second third cycle credits magisterska inżynierska licencjacka s level course project report`)

// DegreeNouns are the names of degrees and of theses, without accents. No person is called by them.
var DegreeNouns = WordSet(`doctorat doctorats doctorado doutorado doutoramento dottorato doctorate promotion licenciatura licence laurea mestrado maestria maitrise
	bacharelado bachelorarbeit masterarbeit diplomarbeit dissertation dissertacao thesis these tesi tesis tese tesina memoria memoire memoire mastere graduacao posgrado
	postgrado pos-graduacao proefschrift avhandling afhandling studiengang studium diploma diplom`)

// wordLists returns phrases that semicolons separate as a set.
func wordLists(text string) map[string]bool {
	set := map[string]bool{}
	for phrase := range strings.SplitSeq(text, ";") {
		set[strings.Join(strings.Fields(phrase), " ")] = true
	}
	return set
}

// maxThesisWords is the most words that the name of a thesis has, and maxDegreeLine
// the most of a line that says no more than that.
const (
	maxThesisWords = 5
	maxDegreeLine  = 12
)

// IsDegree reports whether a line says which degree a work is for and no more:
// "Master's Thesis in Computer Science", "Habilitationsschrift".
func IsDegree(s string) bool {
	if len(s) > 150 {
		return false
	}
	words := strings.FieldsFunc(strings.ToLower(s), func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsDigit(r) && !unicode.IsMark(r) && r != '\'' && r != '’'
	})
	if len(words) == 0 || len(words) > maxDegreeLine {
		return false
	}
	isThesis := false
	for i := 0; i < len(words); i++ {
		n := min(maxThesisWords, len(words)-i)
		for ; n > 0 && !thesisWords[strings.Join(words[i:i+n], " ")]; n-- {
		}
		w := words[i]
		switch {
		case n > 0:
			isThesis, i = true, i+n-1
		case degreeWords[w] || FunctionWords[w] || OrganisationWords[w] || yearOrNumber.MatchString(w):
		default:
			return false
		}
	}
	return isThesis
}

var yearOrNumber = regexp.MustCompile(`^\d+$`)

// degreePhrases begin lines around the degree on a thesis's title page, in lower case.
var degreePhrases = []string{"zur erlangung", "vorgelegt ", "eingereicht ", "angefertigt ", "von der fakultät", "der fakultät", "dem fachbereich", "vom fachbereich", "matrikelnummer", "matr.-nr", "studiengang", "erstgutachter",
	"devant l", "présentée ", "présenté ", "soutenue ", "soutenu ", "préparée ", "préparé ", "pour l'obtention", "pour l’obtention", "pour obtenir", "en vue de l'obtention", "en vue de l’obtention", "comme exigence partielle", "du doctorat en", "de la maîtrise",
	"école doctorale", "ecole doctorale", "équipe d'accueil", "équipe d’accueil", "composante universitaire", "spécialité", "discipline :", "mention :", "mention:", "no d'ordre", "no d’ordre", "n° d'ordre", "n° d’ordre", "n°d'ordre", "numéro d'ordre", "titre de la thèse", "thèse n°", "le grade de", "grade de docteur",
	"para optar", "para obtener", "que para obtener", "presentada ", "presentado ", "para la obtención", "como requisito", "previo a la obtención", "para a obtenção", "tese apresentada", "dissertação apresentada", "dissertação submetida", "tese submetida", "trabalho submetido", "trabalho apresentado", "apresentada ", "monografia apresentada", "requisito parcial",
	"ter verkrijging", "ter verkrijgen", "academisch proefschrift", "op gezag van", "in het openbaar te verdedigen", "ingediend ", "tot het behalen", "voorgelegd ", "akademisk avhandling", "för avläggande", "för vinnande", "avhandling för", "avhandling for", "som med tillstånd", "framlägges ",
	"memòria presentada", "memoria presentada", "tesi presentada", "treball presentat", "com a treball", "programa de doctorat", "programa de doctorado", "màster en", "máster en", "grau en", "grado en",
	"na kierunku", "kierunek", "specjalność", "numer albumu", "studijní program", "studijní obor", "study program", "specializarea", "sesiunea", "sessiunea", "anul universitar",
	"tesi presentata", "tesi per il", "corso di laurea", "laurea triennale", "laurea magistrale", "mestrado em", "doutorado em", "pós-graduação em", "programa de pós-graduação", "licenciatura em", "bacharelado em", "maestría en", "licenciatura en", "doctorado en", "anno accademico", "a.a. 20", "dottorato di ricerca", "per il conseguimento", "praca napisana", "napisana pod", "przygotowana pod"}

// IsAroundDegree reports whether a line belongs to what a title page says of
// the degree, the school and the defence.
func IsAroundDegree(s string) bool {
	s = strings.ToLower(s)
	for _, start := range degreePhrases {
		if strings.HasPrefix(s, start) {
			return true
		}
	}
	return false
}
