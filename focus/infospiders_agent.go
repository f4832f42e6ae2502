package focus

import (
	"cmp"
	"maps"
	"math"
	"slices"
	"strings"
	"unicode/utf8"

	"sluice/focus/internal/neuralnet"
	"sluice/focus/internal/termcount"
	"sluice/focus/internal/vicinity"
	"sluice/page"
	"sluice/text/vector"
	"sluice/topic"
)

// agent is one of [InfoSpiders].
type agent struct {
	keywords []keyword // the first are those of the topic
	ofTopic  int       // how many these are
	added    int       // keywords that its ancestors have added
	net      *neuralnet.Net
	energy   float64
	waiting  int64 // links in its lane, about: what is moved or dropped by others is not known
	pages    int   // that it has visited
	turn     int64 // when it was served last
	quiet    int   // groups of visits since something of it came or was placed

	parent  Lane // of an offspring that has not got its links yet
	splitIn int  // groups of visits until it gets them; 0: it has
}

// keyword is a term with its weight.
type keyword struct {
	stem   string
	weight float64
}

// topicKeywords is how many keywords the topic gives at most: the others are for those that agents add.
const topicKeywords = 8

// keywords returns those of the topic that count most.
func (s *similarity) keywords() []keyword {
	terms := s.terms
	if terms == nil && s.topic != nil {
		terms = termcount.Vector{}
		for _, label := range s.topic.Definition().Good {
			maps.Copy(terms, s.counter.Count(vector.Field{Text: label}))
		}
	}
	var all []keyword
	for stem, weight := range terms {
		all = append(all, keyword{stem, weight})
	}
	slices.SortFunc(all, func(a, b keyword) int { return cmp.Or(cmp.Compare(b.weight, a.weight), cmp.Compare(a.stem, b.stem)) })
	return all[:min(len(all), topicKeywords)]
}

// countPage returns the frequencies of a page's terms.
func (s *similarity) countPage(p *page.Page) termcount.Vector {
	return s.counter.Count(vector.Field{Text: p.Title}, vector.Field{Text: string(p.Text[:min(len(p.Text), topic.MaxText)])})
}

// isKeyword reports whether a term may be a keyword: three letters or more, and no digit.
func isKeyword(term string) bool {
	return utf8.RuneCountInString(term) >= 3 && len(term) <= maxKeyword && !strings.ContainsAny(term, "0123456789")
}

// maxKeyword bounds the bytes of a keyword.
const maxKeyword = 64

// vector returns the keywords as a vector.
func (a *agent) vector() termcount.Vector {
	v := termcount.Vector{}
	for _, k := range a.keywords {
		v[k.stem] = k.weight
	}
	return v
}

// numbers returns the number of each keyword.
func (a *agent) numbers() map[string]int {
	numbers := map[string]int{}
	for i, k := range a.keywords {
		numbers[k.stem] = i
	}
	return numbers
}

// withKeyword returns the keywords and another one, which counts as much as the mean of them. Those that were there keep their numbers; the
// oldest of those that were added gives way to one beyond the last.
func (a *agent) withKeyword(stem string) []keyword {
	all := slices.Clone(a.keywords)
	if stem == "" {
		return all
	}
	sum := 0.0
	for _, k := range all {
		sum += k.weight
	}
	k := keyword{stem, sum / float64(max(1, len(all)))}
	if k.weight == 0 {
		k.weight = 1
	}
	if len(all) < vicinity.MaxKeywords {
		return append(all, k)
	}
	all[a.ofTopic+a.added%(len(all)-a.ofTopic)] = k
	return all
}

// estimate returns what the net expects of a link.
func (a *agent) estimate(near *vicinity.Counts) float64 { return a.net.Output(inputs(near)) }

// inputs returns what the net sees of a link.
func inputs(near *vicinity.Counts) *[neuralnet.Inputs]float64 {
	var in [neuralnet.Inputs]float64
	for i := range min(len(in), len(near)) {
		in[i] = near.Value(i)
	}
	return &in
}

// learn trains the net by what the link with a score led to: a page of some similarity, with links.
func (a *agent) learn(score, similarity float64, links []vicinity.Counts) {
	followed, ok := spiderLink(score)
	if !ok {
		return
	}
	best := 0.0
	for i := range links {
		best = max(best, a.estimate(&links[i]))
	}
	a.net.Learn(inputs(&followed), similarity+futureShare*best, learningRate)
}

// What is known of a waiting link is in its score, so that it needs no memory. The exponent of the score is the age of the agent, if its newest
// links come first; the fraction is the order of the link in 16 bits, and 36 for the keywords near it.
const (
	fractionBits = 52
	nearBits     = vicinity.MaxKeywords * vicinity.LevelBits
	orderBits    = fractionBits - nearBits
	maxAge       = 1000
)

// spiderScore returns the score of a link. age is not negative.
func spiderScore(order float64, near vicinity.Counts, age int) float64 {
	place := 1 / (1 + math.Exp(-order/2)) // 0 to 1, and finer where most are
	if math.IsNaN(place) {
		place = 0
	}
	fraction := uint64(place * (1<<orderBits - 1))
	for _, level := range near {
		fraction = fraction<<vicinity.LevelBits | uint64(level)
	}
	return math.Ldexp(math.Float64frombits(math.Float64bits(1)|fraction), min(age, maxAge))
}

// spiderLink returns the keywords near a link by its score, and whether that is one.
func spiderLink(score float64) (near vicinity.Counts, ok bool) {
	if !(score >= 1 && score <= math.MaxFloat64) {
		return near, false
	}
	fraction := math.Float64bits(score)
	for i := len(near) - 1; i >= 0; i-- {
		near[i] = uint8(fraction & (1<<vicinity.LevelBits - 1))
		fraction >>= vicinity.LevelBits
	}
	return near, true
}
