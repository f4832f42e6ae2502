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
var names = []named{
	{"is called a thesis", "is in a folder for theses", "its name or folder says theses", "thesis theses dissertation dissertations diss phd phdthesis msc diplomarbeit masterarbeit bachelorarbeit habilitation these tesis tesi tese memoire mthesis"},
	{"is called a report", "is in a folder for reports", "its name or folder says reports", "tr techreport techreports techrep techrpt report reports rr whitepaper whitepapers workingpaper workingpapers wp rapport bericht informe deliverable memo"},
	{"is called a CV", "is in a folder for CVs", "its name or folder says CVs", "cv cvs resume vita vitae curriculum lebenslauf"},
	{"is called slides", "is in a folder for talks", "its name or folder says talks", "slides slide talk talks presentation presentations prez beamer handout handouts keynote keynotes vortrag folien expose seminar seminars lecture lectures tutorial"},
	{"is called coursework", "is in a folder for courses", "its name or folder says courses", "hw homework homeworks assignment assignments problem problems problemset pset midterm final exam exams quiz quizzes test syllabus solution solutions sol soln solns answers key classnotes notes note course courses teaching class classes lab labs worksheet practice review exercise exercises uebung ubung blatt klausur devoir examen tarea esercizi extracredit classwork recitation project"},
	{"is called a paper", "is in a folder for papers", "its name or folder says papers", "paper papers publication publications pubs pub preprint preprints proceedings proc article articles journal conf conference camera pdfs"},
	{"is called a form, guide or announcement", "is in a folder for forms and guides", "its name or folder says forms and guides", "flyer program programme schedule form forms template sample format guide manual userguide cfp call brochure newsletter poster posters letter map dinner accommodation registration submission instructions checklist readme help agenda minutes"},
	{"is called a chapter or book", "is in a folder for books", "its name or folder says books", "book books chapter chapters chap handbook hbook ch volume monograph"},
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
	for part := range parts(s) {
		if n, ok := nameOf[strings.ToLower(part)]; ok {
			is[n] = true
		}
	}
}

// parts returns the words of a name, parted at camel case too.
func parts(s string) iter.Seq[string] {
	return func(yield func(string) bool) {
		for i := 0; i < len(s); {
			if !isLetter(s[i]) {
				i++
				continue
			}
			j := i + 1
			for j < len(s) && isLetter(s[j]) && !(isUpper(s[j]) && !isUpper(s[j-1])) {
				j++
			}
			if !yield(s[i:j]) {
				return
			}
			i = j
		}
	}
}

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
