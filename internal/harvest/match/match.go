// Package match decides whether a document is one of the works that are wanted.
//
// [NewDocument] keeps what is known of a document: the lines of its first pages, the fields that were read from it, its genre. [Compare]
// holds it against one record of a bibliography, [Index.Match] against thousands:
//
//	ix := match.NewIndex()
//	for _, r := range records {
//		ix.Add(&r)
//	}
//	for _, m := range ix.Match(match.NewDocument(read, description.Fields, verdict)) {
//		if m.Same { … } // records[m.Record] is found; m.Version says as what, m.Reasons why
//	}
//
// The title must stand on the first pages as a title does. It may differ by its subtitle, by hyphens and by the faults of OCR, and never
// by a word or a number: parts I and II of a work are two works. Authors, year, venue and identifiers speak for a match or against it.
// Each is a reason with a weight, in natural logarithms of the odds; the confidence is the probability of their sum. Slides and
// posters with the title of a work are not the work, and neither is a document that only cites or lists it.
//
// What others say of a document (the text of links, a record with which it was added) is no evidence for its identity: a link may lead
// to another paper than its text says. It counts only if the document itself has no text.
//
// The package does no I/O. A Document and an Index do not change while they are matched, so many goroutines may use them.
package match

import (
	"strings"

	"sluice/document/bibliography"
	"sluice/internal/harvest/evidence"
)

// Least is the confidence from which a document is the wanted work.
const Least = 0.7

// Version says which version of a work a document is. The words are on disk.
type Version string

// The versions. A document that shows none of their signs has the version Unknown.
const (
	Unknown   Version = ""
	Preprint  Version = "preprint"         // before publication: of an archive, submitted, accepted
	Technical Version = "technical report" // in a series of reports
	Extended  Version = "extended"         // longer than what was published
	Final     Version = "final"            // as published
)

// Cause is the reason why a document that resembles a wanted work is not the work. The words are on disk.
type Cause string

// The causes.
const (
	Slides  Cause = "slides of the same title"
	Poster  Cause = "poster of the same title"
	Thesis  Cause = "thesis of the same title"
	Another Cause = "another work"
	Part    Cause = "another part" // of a work in parts
	Cites   Cause = "only cites it"
	Lists   Cause = "only lists it" // a CV, a table of contents, a programme
	Unsure  Cause = "too little evidence"
)

// Result is what is known of a document and a wanted record together.
type Result struct {
	Record     int               // its place in the index, from 0; 0 of Compare
	Same       bool              // the document is the wanted work
	Confidence float64           // from 0 to 1, that it is; at least [Least] if Same
	Version    Version           // if Same
	Not        Cause             // if not Same
	Reasons    []evidence.Reason // the strongest first
}

// String returns the reasons as people read them, the strongest first.
func (r Result) String() string { return evidence.Words(r.Reasons, r.Same) }

// WhyNot says for a person why the document is not the work, and in parentheses what speaks for it all the same. It is empty if the document is the work.
func (r Result) WhyNot() string {
	var against, agrees []string
	isTitled := false
	for _, reason := range r.Reasons {
		switch text := reason.Text; {
		case text == reasonBias:
			continue
		case text == reasonPrinted, text == reasonMentioned, text == reasonLinks:
			isTitled = true
		}
		if reason.Weight < 0 {
			against = append(against, reason.Text)
		} else {
			agrees = append(agrees, reason.Text)
		}
	}
	var why string
	switch r.Not {
	case "", Slides, Poster, Thesis, Part, Cites, Lists: // which say enough
		return string(r.Not)
	case Unsure:
		why = strings.Join(append([]string{string(r.Not)}, against...), ", ")
	default:
		if !isTitled || len(against) == 0 {
			against = append([]string{"another title"}, against...)
		}
		why = strings.Join(against, ", ")
	}
	if len(agrees) > 0 {
		why += " (but: " + strings.Join(agrees, ", ") + ")"
	}
	return why
}

// Compare holds a document against one record.
func Compare(d *Document, r *bibliography.Record) Result {
	return newWanted(r).compare(d)
}

// resultOf returns the result of all reasons. A cause decides against a match whatever speaks for it.
func resultOf(e *evidence.Sum, not Cause) Result {
	r := Result{Confidence: e.Confidence(), Not: not, Reasons: e.Reasons()}
	switch {
	case not != "":
		r.Confidence = min(r.Confidence, certainlyNot)
	case r.Confidence >= Least:
		r.Same = true
	default:
		r.Not = Unsure
	}
	return r
}

// certainlyNot bounds the confidence of a document that has a cause not to be the work.
const certainlyNot = 0.1
