package genre

import "strings"

// rule decides about a document before the classifier does, by one sign that
// suffices.
type rule struct {
	genre      Genre
	confidence float64
	reason     string
	holds      func(*reading) bool
}

// verdict returns the verdict of a rule that holds.
func (r *rule) verdict() Verdict {
	return Verdict{Genre: r.genre, Confidence: r.confidence, By: "rule", Reasons: []Reason{{Feature: r.reason}}}
}

// ruled returns the first rule that holds of a document, or nil.
func (r *reading) ruled() *rule {
	for i := range rules {
		if rules[i].holds(r) {
			return &rules[i]
		}
	}
	return nil
}

// rules decide about documents with an unmistakable sign, and about kinds with too
// few examples to learn from: FAQs, posters, forms, books and documents that have
// next to no text.
var rules = []rule{
	{Other, 0.8, "has next to no text", func(r *reading) bool { return r.words+r.other < 12 && r.read < 400 }},
	{FAQ, 0.95, "calls itself a list of frequently asked questions and asks many", func(r *reading) bool {
		return !r.onSlides() && r.has("calls itself a list of frequently asked questions") && r.counts[asks] >= 4 && r.counts[asks]*25 > r.lines && r.counts[reportNumbers] == 0 && r.counts[cites] < 5
	}},
	{FAQ, 0.95, "is called a list of frequently asked questions and asks some", func(r *reading) bool {
		return r.called("faq", "faqs") && (r.counts[asks] >= 3 || r.counts[answers] >= 4 || r.has("calls itself a list of frequently asked questions"))
	}},
	{FAQ, 0.9, "is made of questions and answers, each marked as one", func(r *reading) bool {
		return r.counts[answers] >= 8 && r.counts[asks] >= 4 && r.counts[answers]*12 > r.lines && r.counts[points] == 0
	}},
	{Poster, 0.95, "is one very large page", func(r *reading) bool {
		d := r.doc
		return d.Pages == 1 && min(d.Width, d.Height) >= 800 && r.words >= 120
	}},
	{Form, 0.9, "is short, and greets and takes leave as a letter does", func(r *reading) bool {
		return r.has("greets its reader") && r.has("ends as a letter does") && len(r.doc.Text) < 8000 && r.doc.Pages <= 4 && !r.has("has an abstract") && r.counts[points] == 0
	}},
	{Form, 0.9, "is called a letter, is short, and greets or takes leave as one", func(r *reading) bool {
		return r.called("letter", "lettre", "brief", "carta", "lettera", "anschreiben", "informatiebrief") && (r.has("greets its reader") || r.has("ends as a letter does")) && len(r.doc.Text) < 12000 && r.doc.Pages <= 5
	}},
	{Form, 0.9, "has blanks to fill in and asks for it", func(r *reading) bool {
		return r.doc.Pages <= 6 && r.counts[blanks] >= 4 && (r.has("asks to be filled in") || r.has("asks for a signature")) && !r.has("is headed as an assignment, exam or solution") && r.counts[cites] < 5
	}},
	{Form, 0.8, "is called a form, is short and asks for entries", func(r *reading) bool {
		return r.called("form", "forms", "formular", "formulaire", "formulario", "formulier") && r.doc.Pages <= 6 && r.counts[cites] < 5 && !r.has("has an abstract") &&
			(r.has("asks to be filled in") || r.counts[colons] >= 4 || r.counts[blanks] > 0)
	}},
	{Book, 0.8, "has over 100 pages and chapters, and the marks of a published book", func(r *reading) bool {
		return r.doc.Pages > 100 && r.cues[cueNumber()["has the marks of a published book"]] >= 3 && r.has("speaks of its chapters") && !r.submitted()
	}},
	{Book, 0.8, "has over 100 pages, and calls itself a book", func(r *reading) bool {
		return r.doc.Pages > 100 && !r.onSlides() && (r.called("book", "books", "textbook", "ebook", "buch", "libro", "livre", "livro", "boek") || r.cues[cueNumber()["speaks of itself as a book"]] >= 3) && !r.submitted()
	}},
}

// submitted reports whether a document says that it is a thesis or a report.
func (r *reading) submitted() bool {
	return r.has("calls itself a thesis on its first pages") || r.has("speaks of itself as a thesis") ||
		r.has("names a degree that it was submitted for") || r.has("calls itself a report in its title")
}

// onSlides reports whether a document has the pages of slides.
func (r *reading) onSlides() bool { return r.format().Slides || r.doc.Width > r.doc.Height }

// has reports whether a cue is there.
func (r *reading) has(cue string) bool { return r.cues[cueNumber()[cue]] > 0 }

// called reports whether the file's name has one of words.
func (r *reading) called(words ...string) bool {
	_, file := r.path()
	for part := range parts(file) {
		for _, w := range words {
			if strings.EqualFold(part, w) {
				return true
			}
		}
	}
	return false
}
