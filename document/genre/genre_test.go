package genre_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"pgregory.net/rapid"

	"sluice/document/content"
	"sluice/document/genre"
)

// plain is a document of text alone, of which a page has about 2,500
// characters.
func plain(text string) *content.Document {
	return &content.Document{Type: "pdf", Text: text, Pages: 1 + len(text)/2500, Width: 595, Height: 842}
}

func lines(n int, line string) string { return strings.Repeat(line+"\n", n) }

func thesisDocument() *content.Document {
	body := ""
	for i := range 5 {
		body += fmt.Sprintf("Chapter %d\nWhat was found\n", i+1) + lines(300, "In this thesis we show how the nodes of the tree are visited, as in Figure 3 and by Writer et al. (1999).")
	}
	return plain("Trees and Streams\nA THESIS\nsubmitted in partial fulfillment of the requirements for the degree of\nDoctor of Philosophy\nby Ada Example\nThesis committee: Prof. B. Writer\n" +
		"Contents\n1 Introduction ........ 1\n2 Trees ........ 20\nAcknowledgements\nI thank my supervisor.\n" + body + "Bibliography\n" + lines(80, "[1] A. Writer. Trees. 1999."))
}

func homeworkDocument() *content.Document {
	return plain("CS 512, Fall 2009\nHomework #3\nInstructor: Ada Example\nDue: Friday, October 9, 5:00pm\n" +
		strings.Repeat("Problem 1 (10 points)\nLet T be a tree with n nodes. Prove that its depth is at least log n. Hint: use induction.\n(a) Compute the depth of the tree below.\n(b) Show that your answer is the best possible.\n", 6))
}

func cvDocument() *content.Document {
	return plain("Ada Example\nCurriculum Vitae\n12 Tree Street, Exampleton\nPhone: 555 0100\nada@example.edu\nEducation\nPh.D. in Computer Science, University of Exampleton, 1999-2004\nM.Sc. in Mathematics, 1997-1999\n" +
		"Experience\nAssistant Professor, University of Exampleton, 2005-2010\nResearch assistant, 2000-2004\nAwards\nBest tree award, 2003\nTeaching\nTrees, 2005-2010\nPublications\n" + lines(10, "A. Example. On trees. Journal of Trees, 2004.") + "Languages\nEnglish, German\n")
}

func slidesDocument() *content.Document {
	d := plain("Trees for Streams\nAda Example\nJoint work with B. Writer\nWorkshop on Trees, 2009\n\f" + strings.Repeat("Why trees?\n• they are fast\n• they are small\n• they sort\n\f", 29) + "Thank you!\nQuestions?\n\f")
	d.Pages, d.Wide, d.Width, d.Height = 31, 31, 362.8, 272.1
	return d
}

func reportDocument() *content.Document {
	return plain("Measuring Trees\nAda Example\nada@example.org\nTechnical Report TR-2009-17\nAugust 2009\nAbstract\nThis report describes how trees were measured.\n1 Introduction\n" +
		lines(90, "This report describes how the trees of the network were measured, and what the measurements tell us about their growth.") +
		"2 Measurements\n" + lines(60, "The tree grew by 12 percent in 2008 and by 14 percent in 2009.") + "3 Recommendations\n" + lines(10, "We recommend to measure more trees.") + "References\n[1] A. Writer. Trees. 1999.\n")
}

func TestJudge(t *testing.T) {
	german := plain("Blätter und Bäume\nInauguraldissertation zur Erlangung des akademischen Grades eines Doktors der Naturwissenschaften\nvorgelegt von Ada Beispiel\nGutachter: Prof. Schreiber\nInhaltsverzeichnis\nDanksagung\nIch danke allen.\n" +
		strings.Repeat("Kapitel 1\n"+lines(250, "In dieser Dissertation wird gezeigt, wie die Knoten des Baumes besucht werden und was das für die Tiefe bedeutet (Abbildung 3)."), 4) + "Literaturverzeichnis\n" + lines(50, "[1] A. Schreiber. Bäume. 1999."))
	faq := plain("Trees\nFrequently Asked Questions\n" + strings.Repeat("How deep may a tree become?\nAs deep as it likes to be, and no deeper.\n", 12))
	poster := plain("Trees for Streams\nAda Example, University of Exampleton\n" + lines(60, "We show how trees are visited."))
	poster.Pages, poster.Width, poster.Height = 1, 2384, 3370
	form := plain("Application form\nPlease fill in all fields.\nName: ________\nAddress: ________\nDate: ________\nTree: ________\nSignature: ________\n")
	a3 := plain("Trees for Streams\nAda Example, University of Exampleton\n" + lines(60, "We show how trees are visited."))
	a3.Pages, a3.Width, a3.Height = 1, 842, 1191
	letter := plain("Exampleton, June 16, 2017\nDear members of the committee,\nI am writing to say that I leave the committee of trees at the end of this month, and that I thank all of you.\n" +
		lines(6, "It was a pleasure to work with you on the trees of this town, and I wish you all the best.") + "Kind regards,\nAda Example\n")
	dutch := plain("Bomenstudie\nGeachte heer/mevrouw,\nWij zijn onderzoekers van de universiteit en doen onderzoek naar bomen bij scholen.\n" +
		lines(9, "Wij hopen dat uw school ook mee zou willen doen aan ons onderzoek naar de bomen.") + "Met vriendelijke groet,\nAda Voorbeeld\n")
	questions := plain("问：如何安装？\n答：编辑文件，删除第二十行。\n" + strings.Repeat("问：程序在编译时出现错误提示，怎么办？\n答：检查编译器的版本是否过高。\n", 6))
	titled := &content.Document{Type: "markdown", Text: "How do programs of study work here?\n\nA program of study is a collection of courses on a particular subject, which the calendar lists.\n\n" +
		lines(6, "Students ask for it in their first year, and hear from us in the summer."), Fields: []content.Field{{Name: "title", Value: "FAQ"}}}
	book := plain("The Art of Trees\nAda Example\nPreface\nThis book is for all who like trees.\n" + strings.Repeat("Chapter 1\nOf leaves\n"+lines(600, "In this book we look at the leaves of the trees, and at what they do in the course of a year."), 5))
	minutes := plain("Association des arbres\nProcès-verbal de l'assemblée générale\nÉtaient présents : A. Exemple, B. Écrivain\nOrdre du jour\n1. Rapport annuel\n" +
		lines(8, "Le président présente le rapport annuel, qui est approuvé par l'assemblée."))
	tests := []struct {
		name     string
		document *content.Document
		url      string
		want     genre.Genre
		accepted bool
	}{
		{"a paper", paperDocument(), "http://www.example.edu/papers/trees.pdf", genre.Paper, true},
		{"a paper of which nothing else is known", paperDocument(), "", genre.Paper, true},
		{"a thesis", thesisDocument(), "http://www.example.edu/~ada/thesis.pdf", genre.Thesis, true},
		{"a German thesis", german, "", genre.Thesis, true},
		{"a report", reportDocument(), "http://www.example.org/reports/trees.pdf", genre.Report, true},
		{"a poster on A3", a3, "", genre.Poster, false},
		{"a letter", letter, "", genre.Form, false},
		{"a Dutch letter", dutch, "", genre.Form, false},
		{"questions and answers in Chinese", questions, "http://www.example.org/FAQ.pdf", genre.FAQ, true},
		{"questions that only the file's title and name call so", titled, "http://www.example.org/FAQ.md", genre.FAQ, true},
		{"a book", book, "http://www.example.org/book.pdf", genre.Book, false},
		{"homework", homeworkDocument(), "http://www.example.edu/cs512/hw3.pdf", genre.Course, false},
		{"a CV", cvDocument(), "http://www.example.edu/~ada/cv.pdf", genre.CV, false},
		{"slides", slidesDocument(), "http://www.example.edu/talks/trees.pdf", genre.Slides, false},
		{"a list of questions", faq, "", genre.FAQ, true},
		{"a poster", poster, "", genre.Poster, false},
		{"a form", form, "", genre.Form, false},
		{"the minutes of a meeting, in French", minutes, "", genre.Other, false},
		{"next to no text", plain("Trees\n"), "", genre.Other, false},
	}
	for _, test := range tests {
		v := genre.Default().Judge(test.document, genre.Clues{URL: test.url})
		if v.Genre != test.want || v.Accepted != test.accepted {
			t.Errorf("%s: %s, accepted %v (%.2f): %s", test.name, v.Genre, v.Accepted, v.Confidence, v)
		}
		if len(v.Reasons) == 0 || len(v.Reasons) > 8 || v.By != "model" && v.By != "rule" || !(v.Confidence > 0 && v.Confidence <= 1) {
			t.Errorf("%s: verdict %+v", test.name, v)
		}
		for _, r := range v.Reasons {
			if r.Feature == "" {
				t.Errorf("%s: a reason without words: %+v", test.name, v.Reasons)
			}
		}
	}
}

func TestReasonsNameTheDecidingFeatures(t *testing.T) {
	v := genre.Default().Judge(homeworkDocument(), genre.Clues{})
	if s := v.String(); !strings.Contains(s, "assignment") && !strings.Contains(s, "solve") && !strings.Contains(s, "points") {
		t.Errorf("homework, because it %s", s)
	}
}

func TestCounterReasonsAreForUnsureVerdictsOnly(t *testing.T) {
	unsure := 0
	paper := paperDocument()
	for n := len(paper.Text); n > 200; n -= 400 {
		d := *paper
		d.Text = "CS 512: Homework 3\n" + paper.Text[len(paper.Text)-n:]
		v := genre.Default().Judge(&d, genre.Clues{})
		against := slices.ContainsFunc(v.Reasons, func(r genre.Reason) bool { return r.Weight < 0 })
		if v.Confidence > 0.9 && against {
			t.Errorf("sure of %s (%.2f), but: %s", v.Genre, v.Confidence, v)
		}
		if against {
			unsure++
		}
	}
	if unsure == 0 {
		t.Error("nothing speaks against any verdict")
	}
}

func TestUserChoosesAcceptedGenres(t *testing.T) {
	f := genre.Default().Accepting(genre.Slides, genre.Course)
	if v := f.Judge(slidesDocument(), genre.Clues{}); !v.Accepted {
		t.Errorf("slides are wanted, the verdict is %+v", v)
	}
	if v := f.Judge(paperDocument(), genre.Clues{}); v.Accepted || v.Genre != genre.Paper {
		t.Errorf("papers are not wanted, the verdict is %+v", v)
	}
	if v := genre.Default().Judge(slidesDocument(), genre.Clues{}); v.Accepted {
		t.Error("the filter that ships has changed")
	}
}

func TestTextOfNoLanguageIsJudgedByShape(t *testing.T) {
	for what, letter := range map[string]func(r rune) rune{
		"other letters":                     func(r rune) rune { return rune("qxzjkvbw"[r%8]) },
		"letters of private use":            func(r rune) rune { return 0xf000 + r },
		"every other letter of private use": func(r rune) rune { return r + 0xf000*(r%2) },
		"letters that are lost":             func(rune) rune { return '\ufffd' },
	} {
		d := paperDocument()
		d.Text = strings.Map(func(r rune) rune {
			if r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' {
				return letter(r)
			}
			return r
		}, d.Text)
		v := genre.Default().Judge(d, genre.Clues{URL: "http://www.example.edu/papers/trees.pdf"})
		if len(v.Reasons) == 0 || !strings.Contains(v.Reasons[0].Feature, "cannot be read") {
			t.Errorf("%s: verdict %+v", what, v)
		}
		if !v.Accepted {
			t.Errorf("%s: a paper by shape and name: %s (%.2f), %s", what, v.Genre, v.Confidence, v)
		}
	}
}

func TestACorrectionIsLearned(t *testing.T) {
	f := genre.Default()
	x := genre.Example{Document: reportDocument(), Genre: genre.Book}
	next, err := f.Learn([]genre.Example{x, x})
	if err != nil {
		t.Fatal(err)
	}
	if v := next.Judge(reportDocument(), genre.Clues{}); v.Genre != genre.Book {
		t.Errorf("after the correction: %s (%.2f)", v.Genre, v.Confidence)
	}
	for _, d := range []*content.Document{paperDocument(), thesisDocument(), homeworkDocument(), cvDocument(), slidesDocument()} {
		if a, b := f.Judge(d, genre.Clues{}), next.Judge(d, genre.Clues{}); a.Genre != b.Genre {
			t.Errorf("another document: %s before, %s after", a.Genre, b.Genre)
		}
	}
	if _, err := f.Learn([]genre.Example{{Document: plain("x"), Genre: "poem"}}); err == nil || !strings.Contains(err.Error(), "poem") {
		t.Errorf("an unknown genre: %v", err)
	}
}

func TestFilterFiles(t *testing.T) {
	b, err := genre.Default().MarshalBinary()
	if err != nil {
		t.Fatal(err)
	}
	var back genre.Filter
	if err := back.UnmarshalBinary(b); err != nil {
		t.Fatal(err)
	}
	v, w := genre.Default().Judge(paperDocument(), genre.Clues{}), back.Judge(paperDocument(), genre.Clues{})
	if v.Genre != w.Genre || v.Confidence != w.Confidence || !w.Accepted {
		t.Errorf("before %+v, after %+v", v, w)
	}
	for _, n := range []int{0, 5, 20, len(b) / 2, len(b) - 1} {
		if new(genre.Filter).UnmarshalBinary(b[:n]) == nil {
			t.Errorf("a file cut off after %d bytes is taken", n)
		}
	}
	if new(genre.Filter).UnmarshalBinary(append(b, 0)) == nil {
		t.Error("a file with more after its end is taken")
	}
}

func TestTrainMeasuresOverSites(t *testing.T) {
	var examples []genre.Example
	for i := range 4 {
		site := fmt.Sprintf("site%d.example", i)
		for _, x := range []genre.Example{{Document: paperDocument(), Genre: genre.Paper}, {Document: homeworkDocument(), Genre: genre.Course}, {Document: slidesDocument(), Genre: genre.Slides}} {
			x.Clues.URL = "http://" + site + "/file.pdf"
			examples = append(examples, x)
		}
	}
	f, q, err := genre.Train(examples, genre.TrainOptions{})
	if err != nil {
		t.Fatal(err)
	}
	if right, all := q.Genres.Accuracy(); right != 12 || all != 12 || q.Sites != 4 || q.Examples != 12 {
		t.Errorf("%d of %d right, over %d sites", right, all, q.Sites)
	}
	if right, all := q.Accepted.Accuracy(); right != 12 || all != 12 {
		t.Errorf("accepted: %d of %d right", right, all)
	}
	a, _ := f.MarshalBinary()
	again, _, err := genre.Train(examples, genre.TrainOptions{})
	if err != nil {
		t.Fatal(err)
	}
	if b, _ := again.MarshalBinary(); string(a) != string(b) {
		t.Error("two trainings differ")
	}
	if _, _, err := genre.Train(nil, genre.TrainOptions{}); err == nil {
		t.Error("trained on nothing")
	}
}

func TestTrainTakesFactsInPlaceOfDocuments(t *testing.T) {
	var examples []genre.Example
	for i := range 4 {
		for _, x := range []genre.Example{{Document: paperDocument(), Genre: genre.Paper}, {Document: homeworkDocument(), Genre: genre.Course}, {Document: slidesDocument(), Genre: genre.Slides}} {
			written, err := genre.FactsOf(x.Document, genre.Clues{URL: "http://owner.example/file.pdf"}).MarshalText()
			if err != nil {
				t.Fatal(err)
			}
			x.Document, x.Facts, x.Site = nil, new(genre.Facts), fmt.Sprint(i)
			if err := x.Facts.UnmarshalText(written); err != nil {
				t.Fatal(err)
			}
			if again, _ := x.Facts.MarshalText(); string(again) != string(written) {
				t.Errorf("written %s\nread %s", written, again)
			}
			examples = append(examples, x)
		}
	}
	f, q, err := genre.Train(examples, genre.TrainOptions{})
	if err != nil {
		t.Fatal(err)
	}
	if right, all := q.Genres.Accuracy(); right != 12 || all != 12 {
		t.Errorf("%d of %d right", right, all)
	}
	if v := f.Judge(homeworkDocument(), genre.Clues{}); v.Genre != genre.Course {
		t.Errorf("homework is called %s", v.Genre)
	}
}

func TestFactsOfOtherFeaturesAreRefused(t *testing.T) {
	written, _ := genre.FactsOf(paperDocument(), genre.Clues{}).MarshalText()
	version, rest, _ := strings.Cut(string(written), " ")
	_, values, _ := strings.Cut(rest, " ")
	for _, bad := range []string{"", "00000000 " + rest, version + " 999 " + values, version + " x " + values, version + " " + rest + " 1", string(written[:len(written)-1]) + "x"} {
		if err := new(genre.Facts).UnmarshalText([]byte(bad)); err == nil {
			t.Errorf("taken: %.40s", bad)
		}
	}
}

func TestReadLabels(t *testing.T) {
	labels, err := genre.ReadLabels(strings.NewReader("host\tpath\tclass\nwww.example.edu\t/a b.pdf\tpaper\nwww.example.edu\t/scan.pdf\tunreadable\n\nwww.example.edu\t/cv.pdf\tcv\n"))
	if err != nil || len(labels) != 2 || labels[0].URL() != "http://www.example.edu/a b.pdf" || labels[1].Genre != genre.CV {
		t.Errorf("%+v, %v", labels, err)
	}
	for _, bad := range []string{"www.example.edu\t/a.pdf\tpoem\n", "www.example.edu /a.pdf paper\n", "\t/a.pdf\tpaper\n", "www.example.edu\ta.pdf\tpaper\n"} {
		if _, err := genre.ReadLabels(strings.NewReader(bad)); err == nil || !strings.Contains(err.Error(), "line 1") {
			t.Errorf("%q: %v", bad, err)
		}
	}
}

// TestAnyDocumentIsJudged returns documents of any text and shape: there is
// always a verdict, and never a panic.
func TestAnyDocumentIsJudged(t *testing.T) {
	words := []string{"abstract", "Chapter 3", "Frequently Asked Questions", "Q:", "A:", "\n", "\f", "[12]", "2009-2011", "....", "____", "•", "λ", "é", "陳", "\x00", "\xff", "?", "://x", "10 pts", "TR-", "MATH 123", " "}
	rapid.Check(t, func(t *rapid.T) {
		text := strings.Join(rapid.SliceOfN(rapid.OneOf(rapid.SampledFrom(words), rapid.String()), 0, 80).Draw(t, "text"), rapid.SampledFrom([]string{" ", "\n", ""}).Draw(t, "between"))
		text = strings.Repeat(text, rapid.SampledFrom([]int{1, 1, 50, 2000}).Draw(t, "times"))
		d := &content.Document{
			Type: rapid.SampledFrom([]string{"pdf", "tex", ""}).Draw(t, "type"), Text: text, Pages: rapid.IntRange(-1, 1e6).Draw(t, "pages"),
			Width: rapid.Float64().Draw(t, "width"), Height: rapid.Float64().Draw(t, "height"), Wide: rapid.IntRange(-5, 5).Draw(t, "wide"),
			Lines: []content.Line{{Text: text[:min(len(text), 20)], Size: rapid.Float64().Draw(t, "size"), W: rapid.Float64().Draw(t, "w")}},
		}
		v := genre.Default().Judge(d, genre.Clues{URL: rapid.String().Draw(t, "url"), Anchors: []string{rapid.String().Draw(t, "anchor")}})
		if !v.Genre.Valid() || !(v.Confidence >= 0 && v.Confidence <= 1) || !utf8.ValidString(v.String()) {
			t.Fatalf("verdict %+v", v)
		}
	})
}
