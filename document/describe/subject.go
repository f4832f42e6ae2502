package describe

import (
	"cmp"
	_ "embed"
	"slices"
	"strings"
	"sync"

	"sluice/document/describe/internal/textline"
	"sluice/internal/lazyregexp"
)

// The upper two levels of the ACM Computing Classification System (2012), one
// class a line: first level, second level, and phrases in lower case that speak
// for it wherever they occur, separated by semicolons. Words that mean something
// else in another field ("sound", "composition") are not used.
//
//go:embed acm.tsv
var acmText string

// Scheme is the name of the classification whose classes describe subjects, and
// begins each such value.
const Scheme = "ACM CCS"

// maxSubjects is the most classes that are found by words; authors may have
// chosen more.
const maxSubjects = 2

// classes has, by phrase, the classes that it speaks for. A class's own name
// does, if it is more than a word.
var classes = sync.OnceValue(func() map[string][]string {
	found := map[string][]string{}
	for line := range strings.SplitSeq(strings.TrimSpace(acmText), "\n") {
		top, rest, _ := strings.Cut(line, "\t")
		second, phrases, _ := strings.Cut(rest, "\t")
		name := Scheme + ": " + top + " > " + second
		if strings.Contains(second, " ") {
			phrases += ";" + second
		}
		for phrase := range strings.SplitSeq(phrases, ";") {
			if key := strings.Join(singular(phrase), " "); key != "" && !slices.Contains(found[key], name) {
				found[key] = append(found[key], name)
			}
		}
	}
	return found
})

// singular returns the words of a text, without the s of the plural. Stems
// would make one of synthesis and synthesizers.
func singular(s string) []string {
	words := textline.PlainWords(s)
	for i, w := range words {
		if n := len(w); n > 3 && w[n-1] == 's' && !strings.HasSuffix(w, "ss") && !strings.HasSuffix(w, "us") && !strings.HasSuffix(w, "is") {
			words[i] = w[:n-1]
		}
	}
	return words
}

// The block "CCS Concepts" of the ACM's styles: a first-level class, an arrow, and the second
// level.
var (
	conceptsHeading = lazyregexp.New(`(?i)ccs concepts`)
	conceptMark     = lazyregexp.New(`[•·]\s*([\p{Lu}][^•·→;~]{5,70}?)\s*(?:→|~|->|⇒)\s*([^•·→;~.]{3,80})`)
)

// addSubjects reads the classes that the authors have chosen, and else finds
// those that title, keywords and abstract speak of.
func (w *collector) addSubjects() {
	if list := w.concepts(); len(list) > 0 {
		w.add(FirstPage, 0.85, "subject", list...)
		return
	}
	best := func(name string) []string {
		var found claim
		for _, c := range w.claims {
			if c.name == name && c.confidence > found.confidence {
				found = c
			}
		}
		return found.values
	}
	weight := map[string]float64{}
	count := func(s string, each float64, names func(class string) bool) {
		words := singular(s)
		said := map[string]bool{}
		for i := range words {
			for n := 1; n <= 4 && i+n <= len(words); n++ {
				phrase := strings.Join(words[i:i+n], " ")
				for _, class := range classes()[phrase] {
					if id := class + phrase; !said[id] && names(class) {
						said[id] = true
						// A longer phrase is more specific and counts more.
						weight[class] += each * (0.5 + 0.5*float64(n))
					}
				}
			}
		}
	}
	every := func(string) bool { return true }
	for _, t := range best("title") {
		count(t, 3, every)
	}
	for _, k := range best("keyword") {
		count(k, 3, every)
	}
	for _, a := range best("abstract") { // which speaks of much else: it confirms
		count(a, 1, func(class string) bool { return weight[class] > 0 })
	}
	type class struct {
		name   string
		weight float64
	}
	var ranked []class
	for name, n := range weight {
		ranked = append(ranked, class{name, n})
	}
	slices.SortFunc(ranked, func(a, b class) int {
		return cmp.Or(-cmp.Compare(a.weight, b.weight), strings.Compare(a.name, b.name))
	})
	var list []string
	for _, c := range ranked {
		if len(list) == maxSubjects || c.weight < leastSaid || c.weight < leastBeside*ranked[0].weight {
			break
		}
		list = append(list, c.name)
	}
	if len(list) > 0 {
		w.add(FirstPage, min(0.7, 0.2+0.04*ranked[0].weight), "subject", list...)
	}
}

const (
	leastSaid   = 4   // of what speaks for a class: a phrase of two words in the title, or one word there and again in the abstract
	leastBeside = 0.6 // of what speaks for the first class, for a second one
)

// concepts are the classes under "CCS Concepts", to the second level.
func (w *collector) concepts() []string {
	first := w.document.Page(0)
	first = first[:min(len(first), 8000)]
	at := conceptsHeading.FindStringIndex(first)
	if at == nil {
		return nil
	}
	part := strings.Join(strings.Fields(strings.ToValidUTF8(first[at[0]:min(len(first), at[0]+800)], "")), " ")
	var list []string
	for _, m := range conceptMark.FindAllStringSubmatch(part, 20) {
		name := Scheme + ": " + strings.TrimSpace(m[1]) + " > " + strings.TrimSpace(m[2])
		if !slices.Contains(list, name) {
			list = append(list, name)
		}
	}
	return list
}
