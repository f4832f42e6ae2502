package classifier

import (
	"math"
	"math/rand/v2"
	"testing"

	"sluice/text/vector"
)

// noisyExamples returns examples of which each has a term of its label, and some of those that all labels share.
func noisyExamples(random *rand.Rand, k int) *examples {
	x := &examples{terms: 30, k: k}
	for range 200 {
		label := random.IntN(k)
		row := vector.Vector{{ID: uint32(label), Value: 0.5}}
		for id := k; id < x.terms; id++ {
			if random.IntN(4) == 0 {
				row = append(row, vector.Term{ID: uint32(id), Value: 0.3})
			}
		}
		x.rows, x.labels = append(x.rows, row), append(x.labels, []int32{int32(label)})
	}
	return x
}

// At the minimum the weights of a label are the sum of its examples, each multiplied by what it lacks of the margin: nearly, as
// the tolerance of each adds up.
func TestSVMReachesTheMinimum(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 1))
	for _, k := range []int{2, 5, 8} {
		x := noisyExamples(random, k)
		m, want, scores := trainSVM(x, 1, nil).m, newMatrix(x), make([]float32, k)
		for i, row := range x.rows {
			m.scores(row, scores)
			for l, score := range scores {
				sign := float32(-1)
				if x.has(i, int32(l)) {
					sign = 1
				}
				lacks := 2 * sign * max(0, 1-sign*score)
				for _, term := range row {
					want.w[int(term.ID)*k+l] += lacks * term.Value
				}
				want.biases()[l] += lacks
			}
		}
		var off, size float64
		for i, w := range m.w {
			off += math.Pow(float64(w-want.w[i]), 2)
			size += math.Pow(float64(w), 2)
		}
		if off := math.Sqrt(off / size); off > 2 {
			t.Errorf("%d labels: the weights are off by %.2f of their length", k, off)
		}
	}
}

func TestSVMWithoutSomeDocumentsIsNearOneThatNeverSawThem(t *testing.T) {
	for _, k := range []int{2, 5, 8} {
		x := noisyExamples(rand.New(rand.NewPCG(2, 2)), k)
		out := func(i int) bool { return i%4 == 0 }
		var seen []int
		for i := range x.rows {
			if !out(i) {
				seen = append(seen, i)
			}
		}
		all := trainSVM(x, 1, nil)
		near, far, want := all.without(out), all.m, trainSVM(x.only(seen), 1, nil).m
		distance := func(m matrix) (sum float64) {
			for i, w := range want.w {
				sum += math.Pow(float64(w-m.w[i]), 2)
			}
			return sum
		}
		if distance(near) > distance(far)/2 {
			t.Errorf("%d labels: the square of the distance from an SVM without the documents is %.2f, that of all documents has %.2f", k, distance(near), distance(far))
		}
	}
}

func TestSVMThatBeginsWithAnotherReachesTheMinimum(t *testing.T) {
	const penalty = 1
	objective := func(x *examples, m matrix) (sum float64) {
		for _, w := range m.w {
			sum += float64(w) * float64(w) / 2
		}
		scores := make([]float32, x.k)
		for i, row := range x.rows {
			m.scores(row, scores)
			for l, score := range scores {
				if !x.has(i, int32(l)) {
					score = -score
				}
				sum += penalty * math.Pow(max(0, 1-float64(score)), 2)
			}
		}
		return sum
	}
	for _, k := range []int{2, 5, 8} {
		x := noisyExamples(rand.New(rand.NewPCG(3, 3)), k)
		other := trainSVM(x, 8*penalty, nil)
		want := objective(x, trainSVM(x, penalty, nil).m)
		if got := objective(x, trainSVM(x, penalty, other.alphas).m); math.Abs(got-want) > want/50 {
			t.Errorf("%d labels: the objective is %.3f from the dual variables of another penalty, and %.3f from none; the weights of that penalty have %.3f", k, got, want, objective(x, other.m))
		}
	}
}
