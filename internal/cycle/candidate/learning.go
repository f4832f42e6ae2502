package candidate

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"strings"
	"unicode"

	"sluice/learn/selection"
	"sluice/text"
	"sluice/text/vector"
)

// Limits of what keywords are learned from.
const (
	maxTerms   = 1 << 20  // that are counted
	maxText    = 32 << 10 // bytes of a text
	maxWords   = 3        // of a keyword
	leastTexts = 3        // of the subject, that have a keyword
	leastShare = 0.01     // of them
)

// What makes a keyword ambiguous, and what makes one superfluous.
const (
	ambiguousShare = 0.02 // of the other texts has it: it is on pages of any subject
	partOfPhrase   = 0.8  // of the texts with a word have a phrase with it: the phrase says more
)

// Learner learns the keywords of a subject from texts that are about it and from others. The zero value has no text.
type Learner struct {
	numbers map[string]uint32
	terms   []string
	texts   [2][]vector.Vector // of the others, and about the subject
}

// ErrFewTexts is the error of learning keywords from too few texts.
var ErrFewTexts = errors.New("too few texts")

// Learned is a keyword that was learned.
type Learned struct {
	Text      string  `json:"keyword"`
	Score     float64 `json:"information_gain"` // in bits
	Subject   float64 `json:"subject_share"`    // of the texts about the subject that have it, 0 to 1
	Others    float64 `json:"other_share"`      // of the others
	Ambiguous bool    `json:"ambiguous"`        // it is on pages of any subject
}

// Add adds a text: about the subject, or another. Its language, if it is known, says which words are stop words.
func (l *Learner) Add(isSubject bool, language, s string) {
	if l.numbers == nil {
		l.numbers = map[string]uint32{}
	}
	seen := map[uint32]bool{}
	var v vector.Vector
	add := func(term string) {
		n, known := l.numbers[term]
		if !known {
			if len(l.terms) == maxTerms {
				return
			}
			n = uint32(len(l.terms))
			term = strings.Clone(term)
			l.numbers[term] = n
			l.terms = append(l.terms, term)
		}
		if !seen[n] {
			seen[n] = true
			v = append(v, vector.Term{ID: n, Value: 1})
		}
	}
	eachPhrase(s[:min(len(s), maxText)], language, add)
	class := 0
	if isSubject {
		class = 1
	}
	l.texts[class] = append(l.texts[class], v)
}

// Len returns the numbers of texts about the subject and of others.
func (l *Learner) Len() (subject, others int) { return len(l.texts[1]), len(l.texts[0]) }

// eachPhrase calls use with the words of a text and the phrases of up to three of them that stand in one line. They have no number and no stop word but "of"
// inside.
func eachPhrase(s, language string, use func(string)) {
	for line := range strings.Lines(s) {
		words := strings.Fields(normal(line))
		for i := range words {
			for n := 1; n <= maxWords && i+n <= len(words); n++ {
				last := words[i+n-1]
				if last == "of" && n > 1 {
					continue
				}
				if !isKeywordPart(last) || isStop(last, language) {
					break
				}
				use(strings.Join(words[i:i+n], " "))
			}
		}
	}
}

// isKeywordPart reports whether a word may be in a keyword: it has two letters or more, and no digit.
func isKeywordPart(word string) bool {
	letters := 0
	for _, r := range word {
		if !unicode.IsLetter(r) {
			return false
		}
		letters++
	}
	return letters > 1 && len(word) <= text.MaxWord
}

// isStop reports whether a word is a stop word in English or in the language of the text.
func isStop(word, language string) bool {
	return text.Stop(word, "en") || language != "" && text.Stop(word, language)
}

// Keywords returns the best n keywords: those by which one knows best whether a text is about the subject (information gain), of the ones that a greater
// share of the texts about it has. A word that is nearly always part of one longer keyword is left out. It is an error if there are too few texts of
// either kind, or no keyword.
func (l *Learner) Keywords(n int) ([]Learned, error) {
	subject, others := l.Len()
	if subject < leastTexts || others < leastTexts {
		return nil, fmt.Errorf("learn keywords: %w: %d about the subject and %d others; %d of each are needed", ErrFewTexts, subject, others, leastTexts)
	}
	table := selection.NewTable(len(l.terms), 2)
	counts := [2][]int{make([]int, len(l.terms)), make([]int, len(l.terms))}
	for class, texts := range l.texts {
		for _, v := range texts {
			table.Add(class, v)
			for _, term := range v {
				counts[class][term.ID]++
			}
		}
	}
	scores, err := table.Scores(selection.InformationGain)
	if err != nil {
		return nil, err
	}
	least := max(leastTexts, int(math.Ceil(leastShare*float64(subject))))
	var all []Learned
	for i, term := range l.terms {
		k := Learned{Text: term, Score: scores[i] / math.Ln2, Subject: float64(counts[1][i]) / float64(subject), Others: float64(counts[0][i]) / float64(others)}
		if counts[1][i] < least || k.Subject <= k.Others {
			continue
		}
		k.Ambiguous = k.Others >= ambiguousShare
		all = append(all, k)
	}
	slices.SortFunc(all, func(a, b Learned) int { return cmp.Or(cmp.Compare(b.Score, a.Score), strings.Compare(a.Text, b.Text)) })
	all = distinct(all, n)
	if len(all) == 0 {
		return nil, fmt.Errorf("learn keywords: %w: the texts about the subject have no word in common that others lack", ErrNoKeyword)
	}
	return all, nil
}

// distinct returns the first n keywords of which none is a part of another one that stands for it. At most a quarter of them are ambiguous.
func distinct(all []Learned, n int) (kept []Learned) {
	ambiguous := 0
	for _, k := range all[:min(len(all), 4*n)] {
		isPart := slices.ContainsFunc(all[:min(len(all), 4*n)], func(o Learned) bool {
			return len(o.Text) > len(k.Text) && o.Subject >= partOfPhrase*k.Subject && strings.Contains(" "+o.Text+" ", " "+k.Text+" ")
		})
		if isPart || len(kept) == n || k.Ambiguous && ambiguous >= n/4 {
			continue
		}
		if k.Ambiguous {
			ambiguous++
		}
		kept = append(kept, k)
	}
	return kept
}

// WriteKeywords writes keywords as [ReadKeywords] reads them, the best first, with a question mark before each ambiguous one. The comment stands above them.
func WriteKeywords(w io.Writer, comment string, all []Learned) error {
	var b strings.Builder
	for line := range strings.Lines(comment) {
		fmt.Fprintf(&b, "# %s\n", strings.TrimSpace(line))
	}
	for _, k := range all {
		if k.Ambiguous {
			b.WriteString("? ")
		}
		b.WriteString(k.Text + "\n")
	}
	_, err := io.WriteString(w, b.String())
	return err
}
