package genre

import "strings"

// where says at which places of a text a cue counts, and how.
type where uint8

const (
	heading  where = iota // a line of its own, or the first words of one before a colon, stop or dash
	headings              // the same, but how many there are
	title                 // the first 700 bytes: title, authors, date
	front                 // the first 4,000 bytes
	often                 // anywhere: how often, a thousand words
)

// cue is something that a text says and a person would name as a reason.
// Phrases are separated by |, in lower case without accents, of letters only; #
// stands for a number, @ for a year.
type cue struct {
	yes, no string // the reason when it is there, and when it is not
	where   where
	phrases string
}

// cues are the words by which a genre is known, in English, German, French,
// Spanish, Italian and Portuguese, and a few in Chinese.
var cues = []cue{
	// The parts of a paper.
	{"has an abstract", "has no abstract", heading, "abstract|summary|zusammenfassung|kurzfassung|resumen|riassunto|sommario|resumo|摘要"},
	{"has keywords", "has no keywords", heading, "keywords|key words|index terms|categories and subject descriptors|general terms|ccs concepts|keywords and phrases|schlusselworter|schlagworter|stichworter|mots cles|mots clefs|palabras clave|parole chiave|palavras chave|關鍵詞|关键词"},
	{"has an introduction", "has no introduction", heading, "introduction|introduction and motivation|introduction and background|einleitung|einfuhrung|introduccion|introduzione|introducao|引言"},
	{"has a references section", "has no references section", heading, "references|bibliography|literature cited|works cited|references and notes|cited references|selected references|literatur|literaturverzeichnis|quellenverzeichnis|references bibliographiques|bibliographie|referencias|referencias bibliograficas|bibliografia|riferimenti bibliografici|riferimenti|參考文獻|参考文献"},
	{"has a section on related work", "has no section on related work", heading, "related work|related works|previous work|prior work|literature review|related research|background and related work|verwandte arbeiten|stand der forschung|stand der technik|travaux connexes|etat de l art|trabajos relacionados|estado del arte|lavori correlati|stato dell arte|trabalhos relacionados"},
	{"has sections on method and results", "has no sections on method and results", headings, "results|evaluation|experiments|experiment|experimental results|experimental evaluation|experimental setup|method|methods|methodology|materials and methods|results and discussion|implementation|case study|preliminaries|background|discussion|main results|analysis|data|algorithm|performance evaluation|proposed method|simulation results|ergebnisse|methoden|auswertung|diskussion|grundlagen|resultats|methodes|resultados|metodologia|metodos|risultati|metodi"},
	{"has a conclusion", "has no conclusion", heading, "conclusion|conclusions|concluding remarks|conclusions and future work|conclusion and future work|summary and conclusions|future work|discussion and conclusion|discussion and conclusions|conclusions and outlook|summary and outlook|schluss|fazit|schlussfolgerungen|zusammenfassung und ausblick|conclusiones|conclusioni|conclusao|conclusoes|結論|结论"},
	{"has acknowledgements", "has no acknowledgements", heading, "acknowledgments|acknowledgements|acknowledgment|acknowledgement|danksagung|remerciements|agradecimientos|ringraziamenti|agradecimentos"},
	{"has an appendix", "has no appendix", heading, "appendix|appendices|appendix a|appendix b|anhang|annexe|annexes|apendice|anexo|appendice"},
	{"names authors' institutions", "names no institution", title, "university|department|dept|institute|laboratory|laboratories|universitat|universite|universidad|universita|universidade|fachbereich|lehrstuhl|departement|dipartimento|departamento|institut|instituto|istituto|school of|faculty of|research center|research centre|college|inria|cnrs"},
	{"speaks of itself as a paper", "does not speak of itself as a paper", often, "this paper|this article|present paper|our paper|diesem beitrag|diesem artikel|dieser beitrag|cet article|este articulo|presente articulo|questo articolo|este artigo"},
	{"tells where it was published", "does not tell where it was published", front, "proceedings of|conference on|workshop on|symposium on|international conference|journal of|transactions on|to appear in|submitted to|preprint|arxiv|permission to make digital|copyrights for components|lecture notes in computer science|issn|doi|received|doi org|in proceedings|in proc|vol #|volume #|pp #|copyright is held|article history|corresponding author|appeared in|accepted for|published in|extended abstract|tagungsband|actes de|zeitschrift|revue|revista|rivista"},
	{"argues as a paper does", "does not argue as a paper does", often, "we present|we propose|we show|we introduce|we describe|we study|we prove|we investigate|we evaluate|we demonstrate|our approach|our results|our method|our algorithm|our contribution|our contributions|our model|our work|proposed method|proposed approach|wir zeigen|wir stellen|nous proposons|nous presentons|nous montrons|proponemos|presentamos|proponiamo|presentiamo|propomos|apresentamos"},
	{"says we", "hardly says we", often, "we|our|us|wir|unser|unsere|nous|notre|nos|nosotros|nuestro|nuestra|noi|nostro|nostra|nosso|nossa"},
	{"cites others by name", "cites nobody by name", often, "et al"},
	{"refers to figures and tables", "refers to no figures or tables", often, "figure #|fig #|table #|figures #|figs #|tables #|abbildung #|abb #|tabelle #|tableau #|figura #|tabla #|tabella #|tabela #"},
	{"has theorems and proofs", "has no theorems and proofs", often, "theorem|lemma|proposition|corollary|proof|satz|beweis|korollar|theoreme|lemme|preuve|demonstration|teorema|lema|demostracion|dimostrazione|demonstracao"},
	{"has definitions and examples", "has no definitions or examples", often, "definition|example|remark|beispiel|bemerkung|definicion|ejemplo|definizione|esempio|definicao|exemplo|exemple|remarque"},

	// A thesis.
	{"calls itself a thesis on its first pages", "does not call itself a thesis on its first pages", front, "a thesis|a dissertation|thesis submitted|dissertation submitted|this thesis|this dissertation|phd thesis|ph d thesis|phd dissertation|ph d dissertation|doctoral thesis|doctoral dissertation|master s thesis|masters thesis|master thesis|bachelor thesis|bachelor s thesis|honors thesis|honours thesis|senior thesis|undergraduate thesis|diploma thesis|doktorarbeit|diplomarbeit|masterarbeit|bachelorarbeit|inauguraldissertation|dissertation zur erlangung|these de doctorat|these pour|these presentee|these no|memoire de|tesis doctoral|tesis de|tesi di laurea|tesi di dottorato|tese de doutorado|tese de doutoramento|dissertacao de mestrado|habilitationsschrift|博士論文|碩士論文|博士论文|硕士论文"},
	{"names a degree that it was submitted for", "names no degree that it was submitted for", front, "partial fulfillment|partial fulfilment|partial satisfaction|in fulfillment of|in fulfilment of|fulfilment of the requirements|fulfillment of the requirements|doctor of philosophy|degree of doctor|degree of master|degree of bachelor|for the degree|master of science|master of arts|bachelor of science|for the award of|requirements for the degree|requirements of the degree|zur erlangung|doktor der|doktor ingenieur|akademischen grades|pour obtenir le grade|pour l obtention|docteur|grado de doctor|para optar|dottorato di ricerca|laurea in|grau de doutor|grau de mestre|titulo de"},
	{"names a committee or supervisor", "names no committee or supervisor", front, "thesis committee|committee in charge|dissertation committee|supervisor|supervisors|advisor|adviser|advisors|under the supervision|under the guidance|thesis advisor|doctoral committee|examiner|examiners|external examiner|gutachter|erstgutachter|zweitgutachter|betreuer|referent|korreferent|prufer|directeur de these|rapporteur|rapporteurs|jury|director de tesis|relatore|correlatore|orientador|banca examinadora"},
	{"has a declaration or dedication", "has no declaration or dedication", heading, "declaration|certificate|thesis certificate|dedication|statement of originality|statement of candidate|eidesstattliche erklarung|erklarung|dedicatoria|dedica|biographical sketch|vita|curriculum vitae et studiorum|to my parents|to my family|copyright page|approval"},
	{"speaks of itself as a thesis", "does not speak of itself as a thesis", often, "this thesis|this dissertation|the thesis|my thesis|dieser dissertation|diese dissertation|dieser diplomarbeit|dieser masterarbeit|cette these|esta tesis|questa tesi|esta tese|esta dissertacao"},
	{"is about a thesis and not one itself", "", title, "synopsis of|thesis proposal|dissertation proposal|research proposal|thesis defense|thesis defence|summary of thesis|thesis summary|synopsis|proposal|expose|thesis abstract"},
	{"has chapters", "has no chapters", headings, "chapter|chapter #|part i|part ii|part iii|kapitel #|chapitre #|capitulo #|capitolo #|chapter one|chapter two|chapter three"},
	{"speaks of its chapters", "does not speak of chapters", often, "chapter|chapter #|this chapter|kapitel|chapitre|capitulo|capitolo"},
	{"has a table of contents", "has no table of contents", heading, "contents|table of contents|inhaltsverzeichnis|inhalt|table des matieres|sommaire|indice|indice general|sumario|目錄|目录"},
	{"has a list of figures or tables", "has no list of figures or tables", heading, "list of figures|list of tables|list of algorithms|list of abbreviations|list of symbols|list of publications|abbildungsverzeichnis|tabellenverzeichnis|abkurzungsverzeichnis|table des figures|liste des figures|liste des tableaux|indice de figuras|indice de tablas|elenco delle figure|lista de figuras|lista de tabelas"},

	// A report.
	{"calls itself a report", "does not call itself a report", front, "technical report|tech report|research report|technical memorandum|technical note|working paper|discussion paper|white paper|whitepaper|report no|report number|report #|internal report|project report|final report|annual report|status report|progress report|interim report|staff report|policy brief|policy paper|issue brief|deliverable|tr no|technischer bericht|forschungsbericht|arbeitsbericht|arbeitspapier|abschlussbericht|rapport de recherche|rapport technique|rapport interne|informe tecnico|documento de trabajo|rapporto tecnico|relatorio tecnico|panel report|workshop report|trip report|a report|research memorandum"},
	{"calls itself a report in its title", "does not call itself a report in its title", title, "technical report|tech report|research report|technical memorandum|technical note|working paper|discussion paper|white paper|report no|report number|report #|report|technischer bericht|forschungsbericht|rapport|informe|rapporto|relatorio|bericht"},
	{"speaks of itself as a report", "does not speak of itself as a report", often, "this report|the report|our report|this document|this memo|this memorandum|diesem bericht|dieser bericht|ce rapport|este informe|questo rapporto|este relatorio|this white paper|this working paper"},
	{"has a summary for executives or recommendations", "", heading, "executive summary|recommendations|key findings|findings|policy recommendations|next steps|open questions|recommendations and conclusions|management summary|handlungsempfehlungen|recommandations|recomendaciones|raccomandazioni|recomendacoes|proposed changes|action items|scope|purpose|terms of reference"},
	{"says for whom it was prepared", "", front, "prepared for|prepared by|submitted by|sponsored by|limited distribution|distribution notice|distribution statement|for internal use|report series|contract no|revision history|version history|draft"},

	// Course material.
	{"is headed as an assignment, exam or solution", "is not headed as an assignment or exam", title, "homework|homework #|hw|hw #|assignment|assignment #|problem set|problem set #|problem sheet|exercise sheet|exercises|exercise set|worksheet|quiz|exam|midterm|midterm exam|final exam|final examination|examination|practice problems|review problems|review sheet|practice exam|sample exam|test #|test|solutions|solution set|solutions to|answers|answer key|answer sketches|extra credit|bonus problems|take home|recitation|groupwork|group work|lab #|laboratory #|programming assignment|problem session|in class|ubungsblatt|ubungsblatt #|aufgabenblatt|ubung|ubungen|klausur|hausaufgabe|musterlosung|feuille d exercices|travaux diriges|td #|tp #|devoir|examen|corrige|controle|ejercicios|tarea|practica|parcial|soluciones|hoja de ejercicios|esercizi|esercitazione|esame|compito|prova|soluzioni|exercicios|lista de exercicios|gabarito|trabalho"},
	{"tells when work is due", "tells no due date", front, "due|due date|due at|deadline|hand in|turn in|submit your|late homework|late submissions|abgabe|abgabetermin|a rendre|fecha de entrega|entrega|consegna|data de entrega"},
	{"names a term", "names no term", title, "fall @|spring @|summer @|winter @|autumn @|semester|fall semester|spring semester|wintersemester|sommersemester|ws @|ss @|semestre|cuatrimestre|anno accademico|academic year|annee universitaire|trimester"},
	{"names a lecture or course", "names no lecture or course", title, "lecture|lecture #|lecture notes|lectures|lecturer|instructor|course|course notes|class notes|class|notes on|notes for|handout|scribe|scribed by|course name|course number|syllabus|tutorial|professor|prof|vorlesung|skript|seminar|cours|notes de cours|enseignant|curso|apuntes|profesor|corso di|dispense|appunti|docente|notas de aula|disciplina|teaching assistant|introduction to|math #|cs #|section #"},
	{"tells the rules of a course", "tells no rules of a course", often, "office hours|grading|grade|grades|textbook|prerequisites|prerequisite|attendance|homework|homeworks|exam|exams|midterm|quiz|quizzes|syllabus|pts|extra credit|instructor|teaching assistant|sprechstunde|punkte|klausur|noten|bareme|puntos|punti|pontos|calificacion|voto"},
	{"sets exercises", "sets no exercises", headings, "problem|problem #|exercise|exercise #|exercises|problems|question #|question|solution|solutions|answer|hint|assignment|part a|part b|part c|aufgabe|aufgabe #|losung|exercice|exercice #|ejercicio|ejercicio #|problema #|esercizio|esercizio #|exercicio|exercicio #|questao #|solucion|soluzione"},
	{"asks the reader to solve something", "asks the reader to solve nothing", often, "prove that|show that|compute the|find the|find all|find a|calculate|determine|evaluate the|give an example|explain why|explain how|describe the|write a|write the|write down|write your|hint|sketch the|derive|verify that|justify|true or false|your answer|your solution|your solutions|your code|draw|state the|suppose that|solve|use the|zeigen sie|beweisen sie|berechnen sie|bestimmen sie|geben sie|montrer que|calculer|determiner|demuestre|calcule|calcular|dimostrare|calcolare|mostre que|problem|exercise|solution"},
	{"speaks to students", "does not speak to students", often, "you|your|students|student|class|course|lecture|you will|you should|you may|you can|please|sie|vous|votre|usted|studenten|etudiants|estudiantes|studenti|alunos"},

	// Slides.
	{"has headings of a talk", "has no headings of a talk", headings, "outline|agenda|overview|roadmap|motivation|questions|thank you|thanks|thank you for your attention|any questions|today|plan|outline of the talk|the problem|goal|goals|idea|take away|take home message|summary|demo|gliederung|uberblick|danke|vielen dank|fragen|plan de l expose|merci|indice de la charla|gracias|preguntas|grazie|domande|obrigado|what is|why"},
	{"speaks of a talk", "does not speak of a talk", front, "this talk|joint work with|joint work|invited talk|tutorial|workshop|seminar|thesis defense|presented at|presented by|presentation|colloquium|summer school|autumn school|winter school|vortrag|expose|charla|presentazione|apresentacao|keynote|slides"},

	// A CV.
	{"calls itself a CV", "does not call itself a CV", title, "curriculum vitae|curriculum|vita|vitae|resume|cv|lebenslauf|curriculo|履歷|简历|履历"},
	{"has the headings of a CV", "has no headings of a CV", headings, "education|education and training|academic background|experience|work experience|professional experience|research experience|teaching experience|industry experience|employment|employment history|positions|academic positions|appointments|academic appointments|professional appointments|honors|awards|honors and awards|awards and honors|honours|awards and fellowships|fellowships|grants|skills|technical skills|computer skills|language skills|languages|teaching|publications|selected publications|journal publications|journal papers|conference papers|conference publications|journal articles|patents|research interests|interests|personal information|personal data|personal details|contact|contact information|professional activities|professional service|service|academic service|activities|references|invited talks|talks|advising|students|supervision|certifications|objective|profile|projects|research projects|extracurricular activities|ausbildung|studium|berufserfahrung|werdegang|schulbildung|kenntnisse|sprachen|veroffentlichungen|formation|experience professionnelle|competences|langues|formacion|formacion academica|experiencia|experiencia profesional|idiomas|publicaciones|istruzione|istruzione e formazione|esperienza professionale|esperienze lavorative|lingue|pubblicazioni|formacao|formacao academica|experiencia profissional|教育程度|學歷|学历|教育背景|研究領域|研究领域|研究興趣|研究兴趣|工作經驗|工作经验|經歷|经历|專長|专长|技能|獲獎|荣誉|著作"},
	{"has an education section", "has no education section", heading, "education|education and training|academic background|educational background|ausbildung|studium|schulbildung|formation|formacion|formacion academica|istruzione|istruzione e formazione|formacao|formacao academica|studies|degrees|教育程度|學歷|学历|教育背景"},
	{"gives a person's telephone and address", "gives no telephone", title, "phone|tel|telephone|mobile|fax|address|home address|date of birth|born|nationality|citizenship|telefon|geburtsdatum|geboren|adresse|ne le|telefono|fecha de nacimiento|nazionalita|data di nascita|data de nascimento|homepage|電話|电话|信箱"},
	{"lists degrees and posts", "lists no degrees or posts", often, "ph d|phd|m sc|msc|b sc|bsc|m s|b s|b a|m a|professor|assistant professor|associate professor|research assistant|teaching assistant|intern|internship|postdoc|postdoctoral|award|fellowship|scholarship|reviewer|program committee|gpa|advisor|學士|碩士|博士"},

	// Questions and answers.
	{"calls itself a list of frequently asked questions", "", title, "frequently asked questions|faq|faqs|haufig gestellte fragen|haufige fragen|questions frequemment posees|foire aux questions|questions frequentes|preguntas frecuentes|preguntas mas frecuentes|domande frequenti|perguntas frequentes"},

	// A form.
	{"asks to be filled in", "does not ask to be filled in", front, "fill in|fill out|please fill|fill all|complete this form|this form|application form|registration form|submission form|order form|evaluation form|report form|claim form|consent form|please print|please complete|print name|check one|check all|circle one|formular|ausfullen|anmeldeformular|antrag|bitte ankreuzen|formulaire|remplir|cocher|formulario|rellenar|solicitud|modulo|compilare|preencher|ficha"},
	{"asks for a signature", "asks for no signature", often, "signature|signatures|signed|sign here|unterschrift|firma|assinatura|date signed|initials|unterzeichnet"},

	// A book.
	{"has the marks of a published book", "has no marks of a published book", front, "isbn|library of congress|cataloging in publication|all rights reserved|first published|first edition|second edition|third edition|edition|publishers|press|printed in|reprinted|verlag|auflage|editions|editorial|editore|editora|edited by|editors|herausgeber"},
	{"speaks of itself as a book", "does not speak of itself as a book", often, "this book|the book|this volume|this handbook|this textbook|dieses buch|diesem buch|ce livre|este libro|questo libro|este livro"},
	{"calls itself a chapter", "", front, "this chapter|the present chapter|dieses kapitel|ce chapitre|este capitulo|questo capitolo"},
	{"has a preface or index", "has no preface or index", heading, "preface|foreword|index|subject index|author index|about the author|about the authors|prologue|epilogue|glossary|vorwort|stichwortverzeichnis|register|preface to|avant propos|prologo|prefacio|indice analitico|prefazione"},

	// Others.
	{"is a programme, call or announcement", "is no programme or call", front, "call for papers|call for participation|important dates|submission deadline|programme|day #|registration|breakfast|lunch|coffee break|coffee|dinner|welcome|opening remarks|keynote|poster session|venue|hotel|accommodation|flyer|brochure|newsletter|announcement|press release|minutes|delegates|free to attend|advance program|conference dinner|co located|timetable|directions|tickets|tagungsprogramm|anmeldung|appel a communications|convocatoria|programma|inscripcion|chamada de trabalhos"},
	{"is a guide, manual or template", "is no guide or template", front, "user s guide|user guide|users guide|user manual|reference manual|manual|handbook|installation|instructions for authors|author instructions|instructions|format for|formatting|guidelines|guide|how to|style guide|camera ready|readme|getting started|checklist|tips|basic steps|technical specifications|data sheet|datasheet|bedienungsanleitung|anleitung|mode d emploi|manuel|guia|manuale|istruzioni|instrucciones"},
	{"is a review, a reprint or front matter", "", front, "reprint|reprints|reprinted from|book review|review of|reviews|editorial|front matter|edited by|editors|obituary|interview|biography|newsletter|column"},
	{"is the abstract of a talk", "", front, "keynote address|invited talk|keynote|the talk|this talk|talk abstract|abstract of the talk"},
	{"is a letter or a request", "", front, "dear|sincerely|yours|to whom it may concern|yours faithfully|kind regards|best regards|sehr geehrte|mit freundlichen grussen|madame monsieur|cordialement|estimado|estimada|atentamente|distinti saluti|cordiali saluti|atenciosamente|letter of|request for"},
	{"is made of menus and notices of a web site", "", often, "privacy policy|terms of use|terms of service|cookies|cookie|personal information|click here|contact us|home page|homepage|web page|this page|web site|website|last modified|last updated|subscribe|back to|email me"},
	{"is a message that was sent or posted", "", headings, "subject|organization|newsgroups|reply to|nntp posting host|message id|in article|betreff|asunto|oggetto|assunto"},
}

// tokens returns the phrases of a cue, each as its tokens.
func (c cue) tokens() [][]string {
	var all [][]string
	for _, phrase := range strings.Split(c.phrases, "|") {
		var words []string
		for _, word := range strings.Fields(phrase) {
			words = append(words, apart(word)...)
		}
		all = append(all, words)
	}
	return all
}

// apart splits a word of Chinese characters into them; they are a token each.
func apart(word string) []string {
	if r := []rune(word); r[0] >= 0x2E80 {
		words := make([]string, len(r))
		for i := range r {
			words[i] = string(r[i])
		}
		return words
	}
	return []string{word}
}
