package titlepage

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"
)

// example is the first pages of a labelled document, up to the one with its title.
type example struct {
	Set, Genre string
	Owner      uint32         // a hash
	Pages      []labelledPage // none if no run of lines is the title
}

// labelledPage is a page, and which of its runs of lines are the title: none on a page before that of the title.
type labelledPage struct {
	Evidence *Evidence
	Right    []int
}

// counts is how much the documents of a set count, if not 1: papers of universities and texts without layout are many, and easy.
var counts = map[string]float64{"web": 0.5, "text": 0.5}

const (
	ridge  = 4 // strength of the L2 penalty
	rarely = 3 // facts of fewer documents have no weight
	rounds = 150
)

// training is a fit of a model's weights to the conditional likelihood of the right runs, with a Gaussian prior: the loss is minus the
// logarithm of their probability, and half the squared weights times the ridge (Sarawagi and Cohen, 2004, section 2.3; Chen and
// Rosenfeld, "A Gaussian prior for smoothing maximum entropy models", 1999).
type training struct {
	index map[weightOf]int
	keys  []weightOf
	w     []float64
	pages []trainingPage
}

// weightOf names a weight.
type weightOf struct {
	part int
	fact Fact
	at   int
}

// trainingPage has the weights of the facts of a page.
type trainingPage struct {
	weight       float64
	set          string
	lines, joins [][places][]int
	runs         [][]int
	none         []int
	of           labelledPage
}

// each calls f with all weights that the evidence of a page has.
func (e *Evidence) each(f func(weightOf)) {
	all := func(part, places int, facts []Fact) {
		for _, fact := range facts {
			for at := range places {
				f(weightOf{part, fact, at})
			}
		}
	}
	for _, facts := range e.Lines {
		all(ofLine, places, facts)
	}
	for _, facts := range e.Joins {
		all(ofJoin, closes+1, facts)
	}
	for _, r := range e.Runs {
		all(ofRun, 1, r.Facts)
	}
	all(ofNone, 1, e.None)
}

func newTraining(examples []example) *training {
	t := &training{index: map[weightOf]int{}}
	seen, last := map[weightOf]int{}, map[weightOf]int{}
	for i, x := range examples {
		for _, p := range x.Pages {
			p.Evidence.each(func(k weightOf) {
				if last[k] != i+1 {
					last[k] = i + 1
					seen[k]++
				}
			})
		}
	}
	for k, n := range seen {
		if n >= rarely {
			t.keys = append(t.keys, k)
		}
	}
	slices.SortFunc(t.keys, func(a, b weightOf) int {
		x, y := a.fact, b.fact
		return cmp.Or(cmp.Compare(a.part, b.part), cmp.Compare(x.Feature, y.Feature), cmp.Compare(x.Value, y.Value), cmp.Compare(a.at, b.at))
	})
	for i, k := range t.keys {
		t.index[k] = i
	}
	t.w = make([]float64, len(t.keys))
	for _, x := range examples {
		for _, p := range x.Pages {
			q := t.page(p)
			q.set, q.weight = x.Set, cmp.Or(counts[x.Set], 1)
			t.pages = append(t.pages, q)
		}
	}
	return t
}

// page finds the weights of a page.
func (t *training) page(p labelledPage) trainingPage {
	found := func(part, at int, facts []Fact) (all []int) {
		for _, fact := range facts {
			if i, ok := t.index[weightOf{part, fact, at}]; ok {
				all = append(all, i)
			}
		}
		return all
	}
	q := trainingPage{of: p, none: found(ofNone, 0, p.Evidence.None)}
	for _, facts := range p.Evidence.Lines {
		var of [places][]int
		for at := range of {
			of[at] = found(ofLine, at, facts)
		}
		q.lines = append(q.lines, of)
	}
	for _, facts := range p.Evidence.Joins {
		var of [places][]int
		for at := range closes + 1 {
			of[at] = found(ofJoin, at, facts)
		}
		q.joins = append(q.joins, of)
	}
	for _, r := range p.Evidence.Runs {
		q.runs = append(q.runs, found(ofRun, 0, r.Facts))
	}
	return q
}

// loss returns the loss, and sets g to its gradient.
func (t *training) loss(g []float64) float64 {
	total := 0.0
	for i, w := range t.w {
		total += ridge / 2 * w * w
		g[i] = ridge * w
	}
	for i := range t.pages {
		total += t.pageLoss(&t.pages[i], g)
	}
	return total
}

// pageLoss returns the loss of a page, and adds its gradient to g.
func (t *training) pageLoss(p *trainingPage, g []float64) float64 {
	sum := func(of []int) (s float64) {
		for _, i := range of {
			s += t.w[i]
		}
		return s
	}
	units := func(of [][places][]int) [][places]float64 {
		s := make([][places]float64, len(of))
		for i := range of {
			for at, w := range of[i] {
				s[i][at] = sum(w)
			}
		}
		return s
	}
	lines, joins := units(p.lines), units(p.joins)
	scores := make([]float64, len(p.runs)+1)
	for i, r := range p.of.Evidence.Runs {
		scores[i] = sum(p.runs[i])
		r.each(len(lines), func(ofJoin bool, at, place int) {
			if ofJoin {
				scores[i] += joins[at][place]
			} else {
				scores[i] += lines[at][place]
			}
		})
	}
	scores[len(p.runs)] = sum(p.none)
	softmax(scores)
	right, total := p.of.Right, 0.0
	if len(right) == 0 {
		right = []int{len(p.runs)}
	}
	for _, i := range right {
		total += scores[i]
	}
	total = max(total, 1e-300)
	for _, i := range right {
		scores[i] -= scores[i] / total
	}
	add := func(of []int, by float64) {
		for _, i := range of {
			g[i] += by
		}
	}
	lineDelta, joinDelta := make([][places]float64, len(lines)), make([][places]float64, len(joins))
	for i, r := range p.of.Evidence.Runs {
		by := p.weight * scores[i]
		if math.Abs(by) < 1e-9 {
			continue
		}
		add(p.runs[i], by)
		r.each(len(lines), func(ofJoin bool, at, place int) {
			if ofJoin {
				joinDelta[at][place] += by
			} else {
				lineDelta[at][place] += by
			}
		})
	}
	add(p.none, p.weight*scores[len(p.runs)])
	for i := range lineDelta {
		for at, by := range lineDelta[i] {
			add(p.lines[i][at], by)
		}
	}
	for i := range joinDelta {
		for at, by := range joinDelta[i] {
			add(p.joins[i][at], by)
		}
	}
	return -p.weight * math.Log(total)
}

// fit is L-BFGS with the two-loop recursion and a backtracking line search (Nocedal, "Updating quasi-Newton matrices with limited
// storage", 1980).
func (t *training) fit() {
	const memory = 10
	n := len(t.w)
	g, step, next := make([]float64, n), make([]float64, n), make([]float64, n)
	var s, y [][]float64
	loss := t.loss(g)
	for range rounds {
		for i := range step {
			step[i] = -g[i]
		}
		alpha := make([]float64, len(s))
		for i := len(s) - 1; i >= 0; i-- {
			alpha[i] = dot(s[i], step) / dot(s[i], y[i])
			addTo(step, y[i], -alpha[i])
		}
		by := 1 / max(1, math.Sqrt(dot(g, g)))
		if last := len(s) - 1; last >= 0 {
			by = dot(s[last], y[last]) / dot(y[last], y[last])
		}
		for i := range step {
			step[i] *= by
		}
		for i := range s {
			addTo(step, s[i], alpha[i]-dot(y[i], step)/dot(s[i], y[i]))
		}
		slope := dot(g, step)
		was := slices.Clone(t.w)
		length, better := 1.0, loss
		for range 30 {
			for i := range t.w {
				t.w[i] = was[i] + length*step[i]
			}
			if better = t.loss(next); better <= loss+1e-4*length*slope {
				break
			}
			length /= 2
		}
		if !(better < loss) {
			copy(t.w, was)
			return
		}
		change := make([]float64, n)
		for i := range was {
			was[i] = t.w[i] - was[i]
			change[i] = next[i] - g[i]
		}
		if dot(was, change) > 1e-12 {
			s, y = append(s, was), append(y, change)
			if len(s) > memory {
				s, y = s[1:], y[1:]
			}
		}
		if loss-better <= 1e-4*loss {
			return
		}
		loss = better
		copy(g, next)
	}
}

func dot(a, b []float64) (sum float64) {
	for i := range a {
		sum += a[i] * b[i]
	}
	return sum
}

func addTo(to, a []float64, by float64) {
	for i := range to {
		to[i] += by * a[i]
	}
}

// file returns the model's file.
func (t *training) file() string {
	var b strings.Builder
	fmt.Fprintln(&b, modelHead)
	for i := 0; i < len(t.keys); {
		k := t.keys[i]
		fmt.Fprintf(&b, "%d %s=%d", k.part, FeatureNames[k.part][k.fact.Feature], k.fact.Value)
		var w [places]float64
		last := 0
		for ; i < len(t.keys) && t.keys[i].part == k.part && t.keys[i].fact == k.fact; i++ {
			last = t.keys[i].at
			w[last] = t.w[i]
		}
		for _, x := range w[:last+1] {
			fmt.Fprintf(&b, " %.2f", x)
		}
		fmt.Fprintln(&b)
	}
	return b.String()
}

// train returns the file of the model that examples make. The pages of tests are few of each sort: those whose title is not surely
// found count more, and the training is repeated.
func train(examples []example) string {
	const repeats, more, sure = 8, 2, 0.65
	t := newTraining(examples)
	for range repeats {
		t.fit()
		m, err := readModel(t.file())
		if err != nil {
			panic(err) // unreachable: it was just written
		}
		missed := 0
		for i := range t.pages {
			if p := &t.pages[i]; p.set == "tests" && m.right(p.of) < sure {
				p.weight *= more
				missed++
			}
		}
		if missed == 0 {
			break
		}
	}
	return t.file()
}

// right returns the probability of the right runs of a page.
func (m *runModel) right(p labelledPage) (sum float64) {
	all := m.probabilities(p.Evidence)
	if len(p.Right) == 0 {
		return all[len(all)-1]
	}
	for _, i := range p.Right {
		sum += all[i]
	}
	return sum
}
