package rewardtree

import (
	"math"
	"math/rand/v2"
	"testing"
)

// grown returns a tree that has seen n links. Their reward depends on two features.
func grown(n int) *Tree {
	t := New(16)
	r := rand.New(rand.NewPCG(1, 1))
	for range n {
		x := random(r)
		t.Add(x, rewardOf(x))
	}
	return t
}

func random(r *rand.Rand) (x Features) {
	for i := range x {
		x[i] = uint8(r.IntN(Levels))
	}
	return x
}

func rewardOf(x Features) float64 {
	if x[3] > 7 {
		return 10
	}
	return float64(x[5] / 8)
}

func TestLeavesHaveLinksOfLikeReward(t *testing.T) {
	tree := grown(2000)
	if tree.Leaves() < 3 || tree.Leaves() > 16 {
		t.Errorf("%d leaves, want 3 to 16", tree.Leaves())
	}
	r := rand.New(rand.NewPCG(2, 2))
	wrong := 0.0
	for range 1000 {
		x := random(r)
		wrong += math.Abs(tree.Mean(tree.Leaf(x))-rewardOf(x)) / 1000
	}
	if wrong > 0.5 {
		t.Errorf("the mean of a leaf is %.2f away from the reward of a link, want 0.5 at most", wrong)
	}
}

func TestSplitKeepsTheNumberOfTheLeaf(t *testing.T) {
	tree := New(4)
	r := rand.New(rand.NewPCG(3, 3))
	for range 500 {
		before, x := tree.Leaves(), random(r)
		split := tree.Add(x, rewardOf(x))
		switch {
		case split < 0 && tree.Leaves() != before:
			t.Fatal("a leaf was split and not named")
		case split >= before:
			t.Fatalf("leaf %d of %d was split", split, before)
		}
	}
	if tree.Leaves() != 4 {
		t.Errorf("%d leaves, want 4", tree.Leaves())
	}
}

func TestEqualRewardsSplitNothing(t *testing.T) {
	tree, r := New(16), rand.New(rand.NewPCG(4, 4))
	for range 1000 {
		if tree.Add(random(r), 1) >= 0 {
			t.Fatal("a leaf of equal rewards was split")
		}
	}
}

func TestRewardsAreBounded(t *testing.T) {
	tree := New(4)
	for _, reward := range []float64{math.NaN(), math.Inf(1), math.Inf(-1), math.MaxFloat64} {
		for range 100 {
			tree.Add(Features{}, reward)
		}
		if m := tree.Mean(0); !(m >= 0 && m <= 1001) {
			t.Errorf("mean %v after rewards of %v", m, reward)
		}
	}
}

func TestRestoredTreeIsTheSame(t *testing.T) {
	tree := grown(1000)
	again, ok := Decode(tree.Append(nil), 16)
	if !ok || again.Leaves() != tree.Leaves() {
		t.Fatal("the tree cannot be restored")
	}
	for n := range tree.Leaves() {
		again.RestoreSamples(tree.AppendSamples(nil, n), n)
	}
	r := rand.New(rand.NewPCG(5, 5))
	for range 1000 {
		x := random(r)
		if a, b := tree.Leaf(x), again.Leaf(x); a != b || math.Abs(tree.Mean(a)-again.Mean(b)) > 1e-9 {
			t.Fatalf("link %v is in leaf %d (%v), after restoring in %d (%v)", x, a, tree.Mean(a), b, again.Mean(b))
		}
		if a, b := tree.Add(x, rewardOf(x)), again.Add(x, rewardOf(x)); a != b {
			t.Fatalf("leaf %d was split, after restoring %d", a, b)
		}
	}
}

func FuzzDecode(f *testing.F) {
	tree := grown(1000)
	f.Add(tree.Append(nil), tree.AppendSamples(nil, 0), 16)
	f.Add([]byte{0, 1, 0, 1}, []byte{}, 2)
	f.Fuzz(func(t *testing.T, nodes, samples []byte, limit int) {
		tree, ok := Decode(nodes, max(1, limit%257))
		if !ok {
			return
		}
		for n := range tree.Leaves() {
			tree.RestoreSamples(samples, n)
		}
		r := rand.New(rand.NewPCG(6, 6))
		for range 200 {
			x := random(r)
			if n := tree.Leaf(x); n < 0 || n >= tree.Leaves() {
				t.Fatalf("leaf %d of %d", n, tree.Leaves())
			}
			tree.Add(x, r.Float64())
		}
	})
}
