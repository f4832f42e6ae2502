package phrase

import (
	_ "embed"
	"strings"
	"sync"
	"unicode"

	"sluice/internal/lazyregexp"
)

// Lists of phrases in lower case, as [phrases] reads them: a line for each language or group of them.
var (
	//go:embed thesis.txt
	thesisText string
	//go:embed degree.txt
	degreeText string
)

// thesisWords name a thesis, in the languages of universities. A hyphen or a
// space within a name is a space here.
var thesisWords = sync.OnceValue(func() map[string]bool { return phraseSet(thesisText) })

// degreeWords are the other words of a line that names a thesis.
var degreeWords = WordSet(`phd ph d dphil mphil msc m sc bsc b ms ma mba llm doctor doctoral doctorate doctorat docteur master masters master's master’s bachelor bachelors bachelor's
	bachelor’s diploma diplom magister graduate undergraduate postgraduate senior honours honors final year degree academic university licentiate licenciate habilitation science
	arts philosophy engineering computer computing mathematics physics informatics guided research zur erlangung des akademischen grades eines an de d'études en in of for at and
	the a der die das im fach fachbereich doctorado doctoral maestría máster grado licenciatura doutorado mestrado een het ett et una uma um un dottorato laurea magistrale triennale på grundnivå avancerad nivå first second third cycle credits magisterska inżynierska licencjacka s level course project report licence l1 l2 l3 m1 m2 but dut bts deust deug`)

// DegreeNouns are the names of degrees and of theses, without accents. No person is called by them.
var DegreeNouns = WordSet(`doctorat doctorats doctorado doutorado doutoramento dottorato doctorate promotion licenciatura licence laurea mestrado maestria maitrise
	licenciado licenciada ingeniero ingeniera magister bacharel bacharela bacharelado bachelorarbeit masterarbeit diplomarbeit dissertation dissertacao thesis these tesi tesis tese tesina memoria memoire memoire mastere graduacao posgrado
	postgrado pos-graduacao proefschrift avhandling afhandling studiengang studium diploma diplom`)

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
		for ; n > 0 && !isThesisName(words[i:i+n]); n-- {
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

// isThesisName reports whether words in lower case name a thesis, also if they are written as two where the name is one: "Master Arbeit".
func isThesisName(words []string) bool {
	return thesisWords()[strings.Join(words, " ")] || len(words) == 2 && thesisWords()[words[0]+words[1]]
}

var yearOrNumber = lazyregexp.New(`^\d+$`)

// degreePhrases begin lines around the degree on a thesis's title page, in lower case.
var degreePhrases = sync.OnceValue(func() []string { return phrases(degreeText) })

// IsAroundDegree reports whether a line belongs to what a title page says of
// the degree, the school and the defence.
func IsAroundDegree(s string) bool {
	s = strings.ToLower(s)
	for _, start := range degreePhrases() {
		if strings.HasPrefix(s, start) {
			return true
		}
	}
	return false
}
