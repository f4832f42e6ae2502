package classifier

import (
	"math"
	"math/rand/v2"
	"slices"
)

// The bounds of the training of an SVM. The tolerance is that of liblinear for its dual solvers; a smaller one changes no figure
// of the comparison by more than chance.
const (
	tolerance = 0.1
	maxPasses = 60

	passesWithout = 2 // without some documents, from the weights of all
)

// trainSVM trains the weights of [SVM]. It is algorithm 1 of Hsieh and others for all labels at once: a document is read once for
// all of them, and the weights of its terms are neighbours in memory. The bias is the weight of a term that every document has.
//
// Like theirs it shrinks (section 3.2): a label leaves a document alone whose dual variable is 0, and whose gradient is greater than any
// that moved one in the pass before. When all that is left of a label is within the tolerance, it looks at all documents once more.
//
// If from is not nil, it has the dual variables to begin with: those of another training of the same documents, with other weights or another
// penalty. They are not changed.
func trainSVM(x *examples, c float64, from []float32) *svm {
	n, k := len(x.rows), x.k
	f := &svm{
		examples: x, m: newMatrix(x), diagonal: float32(1 / (2 * c)),
		alphas: make([]float32, n*k), left: make([]bool, n*k), done: make([]bool, k),
		most: make([]float32, k), bound: make([]float32, k), scores: make([]float32, k), moves: make([]float32, k),
	}
	for i := range f.bound {
		f.bound[i] = math.MaxFloat32
	}
	f.steps, f.order = make([]float32, n), make([]int32, n)
	for i, d := range x.rows {
		q := 1.0
		for _, t := range d {
			q += float64(t.Value) * float64(t.Value)
		}
		f.steps[i] = 1 / (float32(q) + f.diagonal)
		f.order[i] = int32(i)
	}
	if from != nil {
		f.begin(from)
	}
	f.run(maxPasses)
	return f
}

// begin sets the dual variables, and the weights that follow from them.
func (f *svm) begin(alphas []float32) {
	copy(f.alphas, alphas)
	for i, d := range f.rows {
		clear(f.moves)
		moved := f.active[:0]
		for k, a := range f.alphas[i*f.k : (i+1)*f.k] {
			if a == 0 {
				continue
			}
			f.moves[k] = -a
			if f.has(i, int32(k)) {
				f.moves[k] = a
			}
			moved = append(moved, int32(k))
		}
		if f.active = moved; len(moved) > 0 {
			f.m.addSome(d, f.moves, moved)
		}
	}
}

// run makes passes over the documents until all labels are done.
func (f *svm) run(passes int) {
	random := rand.New(rand.NewPCG(1, 2))
	for range passes {
		random.Shuffle(len(f.order), func(i, j int) { f.order[i], f.order[j] = f.order[j], f.order[i] })
		clear(f.most)
		for _, i := range f.order {
			f.visit(int(i))
		}
		if f.endPass() {
			break
		}
	}
}

// without returns about the weights of a training without some documents. It begins with those of all and visits their support vectors
// alone, which costs a tenth of a training. It is called after the training, whose marks of documents it changes.
func (f *svm) without(out func(i int) bool) matrix {
	g := *f
	g.m.w, g.alphas = slices.Clone(f.m.w), slices.Clone(f.alphas)
	g.order = make([]int32, 0, len(f.order))
	for i, d := range f.rows {
		alphas := g.alphas[i*g.k : (i+1)*g.k]
		moved := g.active[:0]
		for k, a := range alphas {
			g.left[i*g.k+k] = a == 0
			g.moves[k] = 0
			if a > 0 {
				g.moves[k] = -a
				if !g.has(i, int32(k)) {
					g.moves[k] = a
				}
				moved = append(moved, int32(k))
			}
		}
		if !out(i) {
			g.order = append(g.order, int32(i))
		} else if len(moved) > 0 {
			g.m.addSome(d, g.moves, moved)
		}
	}
	clear(g.done)
	for i := range g.bound {
		g.bound[i] = math.MaxFloat32
	}
	g.run(passesWithout)
	return g.m
}

// svm is the state of the training.
type svm struct {
	*examples
	m        matrix
	diagonal float32
	alphas   []float32 // the dual variable of document i and label k at i*k
	left     []bool    // for each of them: it is left alone
	done     []bool    // for each label: it is within the tolerance
	most     []float32 // for each label: the greatest projected gradient of this pass
	bound    []float32 // the same of the pass before
	active   []int32   // the labels that a document is visited for
	scores   []float32
	moves    []float32
	steps    []float32 // 1 / Q_ii of document i
	order    []int32   // of the documents in a pass
}

// visit moves the dual variables of a document to the minimum along their axes.
func (f *svm) visit(i int) {
	left := f.left[i*f.k : (i+1)*f.k]
	f.active = f.active[:0]
	for k, out := range left {
		if !out {
			f.active = append(f.active, int32(k))
		}
	}
	if len(f.active) == 0 {
		return
	}
	d := f.rows[i]
	f.m.someScores(d, f.scores, f.active)
	alphas := f.alphas[i*f.k : (i+1)*f.k]
	moved := f.active[:0]
	clear(f.moves)
	for _, k := range f.active {
		sign := float32(-1)
		if f.has(i, k) {
			sign = 1
		}
		a := alphas[k]
		gradient := sign*f.scores[k] - 1 + f.diagonal*a
		if a == 0 && gradient >= 0 {
			left[k] = gradient > f.bound[k]
			continue
		}
		f.most[k] = max(f.most[k], gradient, -gradient)
		if next := max(a-gradient*f.steps[i], 0); next != a {
			f.moves[k] = (next - a) * sign
			alphas[k] = next
			moved = append(moved, k)
		}
	}
	if len(moved) > 0 {
		f.m.addSome(d, f.moves, moved)
	}
}

// endPass reports whether all labels are done.
func (f *svm) endPass() bool {
	done := 0
	for k := range f.done {
		if f.done[k] {
			done++
			continue
		}
		f.bound[k] = f.most[k]
		if f.most[k] >= tolerance {
			continue
		}
		out := 0
		for at := k; at < len(f.left); at += f.k {
			if f.left[at] {
				out++
			}
			f.left[at] = false
		}
		if out > 0 {
			f.bound[k] = math.MaxFloat32
			continue
		}
		for at := k; at < len(f.left); at += f.k {
			f.left[at] = true
		}
		f.done[k] = true
		done++
	}
	return done == f.k
}
