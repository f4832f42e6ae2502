package relearn

import (
	"fmt"
	"slices"

	"sluice/document/genre"
	"sluice/text/vector"
	"sluice/topic"
)

// Filters are the document filters between which [Genre] chooses.
type Filters struct {
	Root  *genre.Filter // without what was learned from corrections: the one that ships, or that was trained by hand
	InUse *genre.Filter // on which corrections are applied
}

// Genre learns the document filter again: the root with the corrections of documents that earlier crawls have found. The figure is the share of the held out
// documents, whose genres a person has said, about which a filter says the same.
func Genre(earlier, heldOut []genre.Example, f Filters) (*Trial, error) {
	t := &Trial{Kind: KindGenre, Measure: "share of the new documents judged by people whose genre is right"}
	if !t.hasCases(len(heldOut), "new documents whose genre a person has said") {
		return t, nil
	}
	if len(earlier) == 0 {
		return t.refuse("people have corrected no document of earlier crawls"), nil
	}
	learned, err := f.Root.Learn(earlier)
	if err != nil {
		return nil, fmt.Errorf("learn from corrections: %w", err)
	}
	t.Learned = fmt.Sprintf("%d corrected documents", len(earlier))
	if t.Model, err = learned.MarshalBinary(); err != nil {
		return nil, err
	}
	return t.decide(rightGenres(f.InUse, heldOut), rightGenres(learned, heldOut)), nil
}

// rightGenres returns the share of examples whose genre a filter recognizes.
func rightGenres(f *genre.Filter, examples []genre.Example) float64 {
	right := 0
	for i := range examples {
		if f.Judge(examples[i].Document, examples[i].Clues).Genre == examples[i].Genre {
			right++
		}
	}
	return float64(right) / float64(max(len(examples), 1))
}

// Wanted is a document about which a person has said whether the library wants it.
type Wanted struct {
	Fields []vector.Field // as [topic.Text] returns them
	Wanted bool
}

// unwantedClass is the name of the class of what people have rejected.
const unwantedClass = "other"

// leastWanted is the number of wanted documents from which on a topic is learned.
const leastWanted = 3

// Topic learns the terms of a topic again: from its words, the documents of earlier crawls that people have accepted, and those that they have rejected.
// Others are relevant documents of earlier crawls that nobody has judged; they are learned from as if they were accepted. The figure is the mean of
// two shares of the held out documents: of the accepted ones that are relevant, and of the rejected ones that are not.
func Topic(earlier, heldOut []Wanted, others [][]vector.Field, background *topic.Background, inUse *topic.Topic) (*Trial, error) {
	t := &Trial{Kind: KindTopic, Measure: "mean share of the new documents judged by people that are on the right side"}
	if inUse == nil {
		return t.refuse("the library has no topic"), nil
	}
	d := inUse.Definition()
	if d.Model != "" || len(d.Classes) > 2 || len(d.Classes) == 2 && (d.Classes[1].Name != unwantedClass || d.Classes[1].Good) {
		return t.refuse("only a topic of one class is learned again"), nil
	}
	if !t.hasCases(len(heldOut), "new documents that people have accepted, or rejected although their genre is accepted") {
		return t, nil
	}
	good, bad := split(earlier)
	wanted, unwanted := split(heldOut)
	switch {
	case len(good) < leastWanted:
		return t.refuse("people have accepted %d documents of earlier crawls; %d are needed", len(good), leastWanted), nil
	case len(wanted) == 0 || len(unwanted) == 0:
		return t.refuse("of the new documents people have accepted %d and rejected %d; both are needed to compare", len(wanted), len(unwanted)), nil
	}
	class := d.Classes[0]
	d.Language = d.WordsLanguage()
	o := topic.Options{Language: d.Language, Background: background}
	learned, err := topic.Learn(class.Name, class.Words, slices.Concat(good, others), bad, o)
	if err != nil {
		return t.refuse("%v", err), nil
	}
	learned.Good, learned.Examples = class.Good, class.Examples
	d.Classes = []topic.Class{learned}
	if other, err := topic.Learn(unwantedClass, "", bad, slices.Concat(good, others), o); err == nil { // else the rejected ones have nothing in common
		d.Classes = append(d.Classes, other)
	}
	next, err := topic.New(d, nil)
	if err != nil {
		return nil, err
	}
	t.Learned = fmt.Sprintf("%d terms from %d accepted and %d rejected documents", len(learned.Terms), len(good), len(bad))
	t.Model = d.Marshal()
	return t.decide(rightSide(inUse, wanted, unwanted), rightSide(next, wanted, unwanted)), nil
}

// split returns the texts of wanted documents and those of the others.
func split(all []Wanted) (wanted, unwanted [][]vector.Field) {
	for _, d := range all {
		if d.Wanted {
			wanted = append(wanted, d.Fields)
		} else {
			unwanted = append(unwanted, d.Fields)
		}
	}
	return wanted, unwanted
}

// rightSide returns the mean of the shares of both kinds that a topic judges as people did.
func rightSide(t *topic.Topic, wanted, unwanted [][]vector.Field) float64 {
	share := func(texts [][]vector.Field, isRelevant bool) float64 {
		n := 0
		for _, fields := range texts {
			if (t.Relevance(fields...) >= t.Threshold()) == isRelevant {
				n++
			}
		}
		return float64(n) / float64(len(texts))
	}
	return (share(wanted, true) + share(unwanted, false)) / 2
}
