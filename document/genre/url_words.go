package genre

import (
	"iter"
	"net/url"
	"strings"
)

// named are the features of the name: what the file's name and the texts of
// links to it call it (file), and the folders that it is in.
type named struct {
	file, folder, either string // as reasons
	words                string
}

// names are the words of file names and folders that stand for genres, in
// several languages.
var names = [...]named{
	{"is called a thesis", "is in a folder for theses", "its name or folder says theses", "thesis theses dissertation dissertations diss phd phdthesis mscthesis msc bscthesis masterthesis bachelorthesis diplomarbeit masterarbeit bachelorarbeit abschlussarbeit doktorarbeit habilitation these tesis tesi tese memoire mthesis scriptie afstudeerscriptie proefschrift tfm tfg tfe pfc pfe tcc dissertacao monografia avhandling examensarbete uppsats diplomka diplomovaprace pracamagisterska diplomski diplomskirad zavrsnirad magistarski disertacija bakalarka bakalarska bakalarskaprace magisterka inzynierka licencjat szakdolgozat diplomamunka diplomaterv licenta diplomityo gradu opinnaytetyo bitirme tez skripsi luanvan diplom vkr диплом дипломная вкр диссертация магистерская бакалаврская дипломски 卒業論文 修士論文 博士論文 学位论文 毕业论文 毕业设计 硕士论文 학위논문 졸업논문"},
	{"is called a report", "is in a folder for reports", "its name or folder says reports", "tr techreport techreports techrep techrpt technicalreport report reports finalreport annualreport progressreport rr tn whitepaper whitepapers workingpaper workingpapers policybrief brief briefs wp rapport rapporten rapports bericht berichte jahresbericht abschlussbericht informe informes reporte relatorio relazione rapporto verslag jaarverslag deliverable memo memos audit audits auditreport assessment pentest evaluation financials financial statements study studie otchet izvjestaj izvjesce izvestaj tehnickadokumentacija zprava sprawozdanie raport rapor jelentes porocilo raportti отчет отчёт звіт извештај 报告 報告書 보고서"},
	{"is called a CV", "is in a folder for CVs", "its name or folder says CVs", "cv cvs resume resumes vita vitae curriculum curriculumvitae lebenslauf zivotopis ozgecmis oneletrajz резюме 履歴書 简历 이력서"},
	{"is called slides", "is in a folder for talks", "its name or folder says talks", "slides slide talk talks presentation presentations prez beamer handout handouts keynote keynotes vortrag folien praesentation presentatie presentacion apresentacao presentazione diapositivas diapos expose seminar seminars lecture lectures tutorial deck pitch defense soutenance prezentacija prezentace prezentacia prezentacja sunum prezentacio esitys презентация 発表 발표"},
	{"is called coursework", "is in a folder for courses", "its name or folder says courses", "hw homework homeworks assignment assignments problem problems problemset problemsets pset psets midterm final finalexam exam exams quiz quizzes test syllabus syllabi solution solutions sol soln solns answers key classnotes lecturenotes notes note course courses coursework teaching class classes lab labs worksheet worksheets practice review exercise exercises uebung uebungen ubung blatt aufgaben klausur klausuren skript loesung loesungen devoir examen exercices corrige td tp cours tarea tareas practica parcial ejercicios guia esercizi esame dispense lista exercicios prova aula opdracht opdrachten tentamen huiswerk college dictaat extracredit classwork recitation project tutorials handson module lesson lessons rubric unit week studyguide ps exo exos exercice uebungsblatt uebungsaufgaben probeklausur musterloesung taller actividad atividade roteiro oefening oefeningen opgave opgaven predavanje predavanja vjezbe vjezba zadaci ispit kolokvij prednaska prednasky cviceni wyklad cwiczenia kolokwium egzamin odev sinav ders eloadas gyakorlat лекция лекции лабораторная контрольная задание экзамен реферат 講義 課題 试卷 作业 강의 과제"},
	{"is called a paper", "is in a folder for papers", "its name or folder says papers", "paper papers publication publications pubs pub preprint preprints proceedings proc article articles journal conf conference camera pdfs artikel aufsatz articulo articulos artigo articolo statya clanek clanok artykul makale cikk статья статьи 论文 論文"},
	{"is called a form", "is in a folder for forms", "its name or folder says forms", "form forms formular formulare formulaire formulaires formulario formularios formulier formulieren modulo application questionnaire survey fragebogen vragenlijst encuesta consent waiver permission registration registrationform applicationform fieldsheet checklist invoice receipt"},
	{"is called a letter", "is in a folder for letters", "its name or folder says letters", "letter letters coverletter brief informatiebrief anschreiben lettre lettres courrier carta cartas lettera lettere recommendation resignation"},
	{"is called a list of questions", "is in a folder for questions", "its name or folder says questions", "faq faqs vragen fragen preguntas domande perguntas"},
	{"is called a poster", "is in a folder for posters", "its name or folder says posters", "poster posters"},
	{"is called a guide or template", "is in a folder for guides and templates", "its name or folder says guides and templates", "template templates sample format guide guides manual manuals userguide usermanual howto handbook handleiding anleitung manuel guida guidelines instructions readme help cheatsheet cheat refcard reference quickstart datasheet datasheets spec specs specification specifications license licence policy policies rules bylaws constitution terms changelog vorlage vorlagen plantilla modele canevas sjabloon szablon modelo beispiel ejemplo exemplo exemple example demo skeleton documentation"},
	{"is called a programme or announcement", "is in a folder for programmes", "its name or folder says programmes", "flyer flyers leaflet program programme programma programm programa schedule agenda minutes notulen protokoll cfp call brochure newsletter nieuwsbrief bulletin map dinner accommodation submission calendar budget press release pressrelease menu invitation announcement proposal summary statement teachingstatement researchstatement list pv acta ata verbale response rebuttal evals portfolio bio"},
	{"is called a chapter or book", "is in a folder for books", "its name or folder says books", "book books chapter chapters chap hbook ch volume monograph libro libros livre livres livro livros buch buecher boek boeken libri kapitel chapitre capitulo capitolo hoofdstuk ebook textbook novel"},
}

// calls returns which of names the file and its folders are called.
func (r *reading) calls(file, folder []bool) {
	folders, last := r.path()
	call(last, file)
	call(folders, folder)
	for _, a := range r.clues.Anchors[:min(len(r.clues.Anchors), 8)] {
		call(a[:min(len(a), 200)], file)
	}
}

// path returns the folders of the URL and the name of its file without the
// endings.
func (r *reading) path() (folders, file string) {
	path := r.clues.URL
	if u, err := url.Parse(path); err == nil {
		path = u.Path
	}
	path = path[max(0, len(path)-300):]
	i := strings.LastIndexByte(path, '/')
	file = path[i+1:]
	// The ending of the file, and that of its wrapping, is no part of its name.
	for range 2 {
		if dot := strings.LastIndexByte(file, '.'); dot > 0 && len(file)-dot <= 5 {
			file = file[:dot]
		}
	}
	return path[:i+1], file
}

// call marks the words of a name that stand for genres.
func call(s string, is []bool) {
	before, marked := "", -1
	for part := range parts(s) {
		part = strings.ToLower(part)
		n, ok := nameOf[before+part]
		if ok && marked >= 0 && before != "" {
			is[marked] = false // a white paper is no paper
		} else if !ok {
			n, ok = nameOf[part]
		}
		before, marked = part, -1
		if ok {
			if !is[n] {
				marked = n
			}
			is[n] = true
		}
	}
}

// parts returns the words of a name, parted at camel case too.
func parts(s string) iter.Seq[string] {
	return func(yield func(string) bool) {
		for i := 0; i < len(s); {
			if !isWordByte(s[i]) {
				i++
				continue
			}
			j := i + 1
			for j < len(s) && isWordByte(s[j]) && !(isUpper(s[j]) && !isUpper(s[j-1])) {
				j++
			}
			if !yield(s[i:j]) {
				return
			}
			i = j
		}
	}
}

// isWordByte reports whether c is a letter of ASCII, or a byte of another letter.
func isWordByte(c byte) bool { return isLetter(c) || c >= 0x80 }

// isLetter reports whether c is a letter of ASCII.
func isLetter(c byte) bool { return c|0x20 >= 'a' && c|0x20 <= 'z' }

// isUpper reports whether c is a capital of ASCII.
func isUpper(c byte) bool { return c >= 'A' && c <= 'Z' }

// nameOf returns the place in names of a word.
var nameOf = func() map[string]int {
	m := map[string]int{}
	for i, n := range names {
		for _, w := range strings.Fields(n.words) {
			m[w] = i
		}
	}
	return m
}()
