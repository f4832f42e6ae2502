package phrase

import (
	_ "embed"
	"regexp"
	"slices"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"sluice/internal/lazyregexp"
)

// What title pages print before people, one language a line, separated by
// commas. A phrase with a colon counts only before a colon or alone on its
// line, one with "^" only at the beginning of a line.
var (
	//go:embed others.txt
	othersText string
	//go:embed byline.txt
	bylineText string
)

// OthersMark matches what introduces people who did not write a work: those
// who advised, examined, taught or received it.
var OthersMark = lazyregexp.Build(func() string {
	var anywhere, labels, starts []string
	for _, p := range phrases(othersText) {
		quoted := regexp.QuoteMeta(strings.Trim(p, "^:"))
		switch {
		case strings.HasPrefix(p, "^") && strings.HasSuffix(p, ":"):
			starts = append(starts, quoted+`\s*:`)
		case strings.HasPrefix(p, "^"):
			starts = append(starts, quoted+`(?:[^\pL]|$)`)
		case strings.HasSuffix(p, ":"):
			labels = append(labels, quoted)
		default:
			anywhere = append(anywhere, quoted)
		}
	}
	return `(?i)(?:^|[^\pL])(?:` + strings.Join(anywhere, "|") + `)(?:[^\pL]|$)|(?:^|[^\pL])(?:` + strings.Join(labels, "|") + `)\s*:|^(?:` +
		strings.Join(labels, "|") + `)$|^(?:` + strings.Join(starts, "|") + `)`
})

// bylines are what introduces the authors, and what does so only before a colon.
var bylines = sync.OnceValues(func() (all, labels map[string]bool) {
	all, labels = map[string]bool{}, map[string]bool{}
	for _, p := range phrases(bylineText) {
		if strings.HasSuffix(p, ":") {
			labels[strings.TrimSuffix(p, ":")] = true
		} else {
			all[p] = true
		}
	}
	return all, labels
})

// IsByline reports whether a line introduces the authors and has nothing else:
// "Prepared by", "Candidata:".
func IsByline(s string) bool {
	s = strings.ReplaceAll(s, "：", ":")
	label := strings.ToLower(strings.TrimRight(s, " :"))
	if first, _ := utf8.DecodeRuneInString(label); unicode.In(first, unicode.Han, unicode.Hangul) {
		label = strings.ReplaceAll(label, " ", "") // letters that are set apart
	} else {
		label = strings.TrimRight(label, " 0123456789") // of a group
	}
	all, labels := bylines()
	return all[label] || labels[label] && strings.HasSuffix(strings.TrimSpace(s), ":") || areBylines(label)
}

// areBylines reports whether a label is of several words that each introduce the authors: "Studente candidato".
func areBylines(label string) bool {
	words := strings.Fields(label)
	all, _ := bylines()
	return len(words) > 1 && !slices.ContainsFunc(words, func(w string) bool { return !all[w] })
}

// BeginsWithByline reports whether a line begins with words that introduce the authors, or an institution in
// their place: "Prepared by the Sand Company". One word alone could be the first of a title: "Students".
func BeginsWithByline(s string) bool {
	s = strings.ToLower(s)
	all, _ := bylines()
	for i := range s {
		if (s[i] == ' ' || s[i] == ':') && strings.Contains(s[:i], " ") && all[s[:i]] {
			return true
		}
	}
	return false
}

// AfterByline returns what follows the introduction of the authors on the same
// line, behind a colon: "Candidata: Jane Roe".
func AfterByline(s string) (string, bool) {
	label, rest, ok := strings.Cut(strings.ReplaceAll(s, "：", ":"), ":")
	if rest = strings.TrimSpace(rest); !ok || rest == "" || !IsByline(strings.TrimSpace(label)+":") && !opensByline(label) {
		return "", false
	}
	return rest, true
}

// workVerbs say who has made a work, in front of what the person is: "Выполнил студент группы 3: …".
var workVerbs = WordSet("выполнил выполнила выполнили виконав виконала виконали vypracoval vypracovala vypracovali wykonał wykonała wykonali készítette készítették")

// opensByline reports whether a label begins with a word for having made the work and has few words more.
func opensByline(label string) bool {
	const most = 5 // words
	words := strings.Fields(strings.ToLower(label))
	return len(words) > 0 && len(words) <= most && workVerbs[words[0]]
}

// phrases returns the phrases of a list.
func phrases(text string) []string {
	return strings.FieldsFunc(strings.TrimSpace(text), func(r rune) bool { return r == ',' || r == '\n' })
}

// phraseSet returns the phrases of a list as a set.
func phraseSet(text string) map[string]bool {
	set := map[string]bool{}
	for _, p := range phrases(text) {
		set[p] = true
	}
	return set
}

// titleLabel matches what some title pages print before the title.
var titleLabel = lazyregexp.New(`(?i)^(?:(?:(?:thesis|project|report|dissertation|deliverable|document) )?title|title of (?:the )?(?:thesis|dissertation|project|report|paper|work)|titel(?: (?:der|des|van de|van het))?(?: (?:\pL*arbeit|projekts?|dissertation|scriptie))?|thema (?:der|des|van de|van het) (?:\pL*arbeit|projekts?|dissertation|scriptie)|titre(?: de la thèse| du mémoire| du projet)?|título(?: de la tesis| del trabajo| da tese| do trabalho| da dissertação)?|titolo(?: della tesi)?|titel(?: van| på)?(?: \pL+)?|тема(?: (?:\pL+ )?работы| проекта| роботи)?|(?:на|по) тему|название(?: работы)?|назва(?: роботи)?|téma(?: práce)?|název(?: (?:\pL+ )?práce)?|názov(?: (?:\pL+ )?práce)?|tytuł(?: pracy)?|temat(?: pracy)?|naslov(?: rada)?|naziv(?: rada)?|naslov naloge|cím|téma címe|a (?:szak)?dolgozat címe|titlul(?: lucrării)?|tema(?: rada)?|tez(?:in)? (?:başlığı|adı)|başlık|proje (?:başlığı|adı)|konu|θέμα|τίτλος(?: εργασίας)?|judul|đề tài|tên đề tài|(?:논문\s?|연구\s?)?(?:제\s?목|주\s?제)|(?:(?:论\s?文|論\s?文|毕业论文|课题|研究|报告)\s?)?(?:[题題]\s?目|[标標]\s?[题題])|課\s?題(?:\s?名)?|[题題]\s?名|论\s?文\s?名\s?称|课\s?题\s?名\s?称|タイトル)\s*[:：]\s*`)

// degreeLabel matches the kind of a thesis before a colon, behind which is its title.
var degreeLabel = lazyregexp.New(`^(\pL+(?: \pL+){0,4}) ?[:：]\s*`)

// What letters and memoranda print before their subject, and before who writes it and who receives it.
var (
	subjectLabel       = lazyregexp.New(`(?i)^(?:re|subject|thema|betreff|objet|asunto|assunto|oggetto|onderwerp)\s*:\s*`)
	correspondentLabel = lazyregexp.New(`(?i)^(?:to|from|an|von|à|de|para|aan|van|da)\s*:`)
)

// AfterTitleLabel returns what follows a label such as "Title:" at the
// beginning of a line; ok reports whether there is such a label.
func AfterTitleLabel(s string) (rest string, ok bool) {
	if loneLabels[strings.ToLower(strings.TrimRight(s, " :："))] {
		return "", true
	}
	if m := degreeLabel.FindStringSubmatch(s); m != nil && thesisWords()[strings.ToLower(m[1])] {
		return strings.TrimSpace(s[len(m[0]):]), true
	}
	return after(titleLabel, s)
}

// loneLabels are labels of a title on a line of their own.
var loneLabels = map[string]bool{"title": true, "titel": true, "titre": true, "título": true, "titolo": true, "titre de la thèse": true, "título de la tesis": true,
	"thème": true, "sujet": true, "über das thema": true, "zum thema": true, "mit dem thema": true, "mit dem titel": true, "на тему": true, "тема": true, "по теме": true, "téma": true, "název práce": true, "názov práce": true,
	"tytuł pracy": true, "temat pracy": true, "θέμα": true, "τίτλος": true, "题目": true, "題目": true, "论文题目": true, "論文題目": true, "제목": true, "논문제목": true}

// projectLabel matches the label of a project's title, which reports of the project have besides their own.
var projectLabel = lazyregexp.New(`(?i)^project title\s*:`)

// IsProjectLabel reports whether a line begins with "Project title:".
func IsProjectLabel(s string) bool { return projectLabel.MatchString(s) }

// AfterSubjectLabel returns what follows a label such as "Subject:" or "RE:", which memoranda have, at
// the beginning of a line; ok reports whether there is such a label.
func AfterSubjectLabel(s string) (rest string, ok bool) { return after(subjectLabel, s) }

// IsCorrespondent reports whether a line begins with "To:" or "From:".
func IsCorrespondent(s string) bool { return correspondentLabel.MatchString(s) }

// after returns what follows a label.
func after(label *lazyregexp.Regexp, s string) (rest string, ok bool) {
	at := label.FindStringIndex(s)
	if at == nil {
		return "", false
	}
	return strings.TrimSpace(s[at[1]:]), true
}

// ownLabel matches a line that is a field of a form: one to three words and a colon.
var ownLabel = lazyregexp.New(`^\pL+(?: \pL+){0,2} ?:(?: |$)`)

// HasLabel reports whether a line begins with a label of its own: "Time: 2 hours".
func HasLabel(s string) bool { return ownLabel.MatchString(s) }

// offices are what people do where they work.
var offices = WordSet(`researcher engineer auditor consultant apprentice analyst developer lead senior junior associate intern manager director scientist student architect
	officer chief head founder co-founder principal specialist coordinator assistant staff security software data full-stack fullstack blockchain independent auditing`)

// IsOffice reports whether a text says what a person does and no more: "Lead Security Researcher".
func IsOffice(s string) bool {
	n := 0
	for w := range strings.FieldsSeq(strings.ToLower(s)) {
		if !offices[strings.Trim(w, ".,()")] {
			return false
		}
		n++
	}
	return n > 0
}

// WithoutOffice returns the words of a name without what the person does, printed behind it without a mark:
// "Jane Roe Auditing Engineer".
func WithoutOffice(words []string) []string {
	n := len(words)
	for n > 0 && IsOffice(words[n-1]) {
		n--
	}
	if n < 2 || n > 4 || n == len(words) || !officeNouns[strings.ToLower(words[len(words)-1])] {
		return words
	}
	return words[:n]
}

// officeNouns are the offices that end the name of one.
var officeNouns = WordSet(`researcher engineer auditor consultant analyst developer intern manager director scientist architect officer founder co-founder specialist coordinator assistant`)

// questions matches the titles of lists of questions and answers.
var questions = lazyregexp.New(`(?i)\b(?:faqs?|f\.a\.q\.|frequently asked questions|q\s?&\s?a|questions (?:and|&) answers|foire aux questions|questions fréquentes|häufig gestellte fragen|häufige fragen|fragen und antworten|preguntas frecuentes|perguntas frequentes|domande frequenti|veelgestelde vragen|ofte stilte spørsmål|vanliga frågor)(?:[^\pL]|$)`)

// IsQuestions reports whether a title says that a document is a list of questions and answers.
func IsQuestions(s string) bool { return len(s) < 120 && questions.MatchString(s) }

// ranks are the ranks of those who teach at universities.
var ranks = lazyregexp.New(`^(?i:(?:(?:assistant|associate|full|adjunct|university) )?professor(?: of \pL+)?|(?:senior )?lecturer|(?:außerordentlicher |ordentlicher )?universitätsprofessor(?:in)?|wissenschaftlicher? mitarbeiter(?:in)?|ma[iî]tre de conférences|professeure?(?: des universités)?|enseignant(?:e)?-chercheu(?:r|se)|profesora? titular|catedrátic[oa]|professora? (?:associad[oa]|titular|adjunt[oa])|(?:egyetemi )?(?:tanársegéd|adjunktus|docens|tanár)|(?:univerzitní )?docent(?:ka)?|adiunkt|profesor uczelni|доцент|профессор|старший преподаватель|конференциар|öğretim üyesi)$`)

// IsRank reports whether a line says that a person teaches at a university and no more: "Associate Professor".
func IsRank(s string) bool { return len(s) < 80 && ranks.MatchString(strings.Trim(s, " ,.()")) }
