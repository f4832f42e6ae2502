package focus

import (
	"cmp"
	"encoding/binary"
	"fmt"
	"hash/fnv"
	"maps"
	"math"
	"math/rand/v2"
	"slices"
	"strings"

	"sluice/focus/internal/rewardtree"
	"sluice/page"
)

// TreeFrontier learns what links are worth, and scores few of those that wait: one of each group of alike links. It follows
// Tree-Frontier, the frontier of TRES (Kontogiannis, Kelesis, Pollatos, Giannakopoulos and Paliouras 2025, arXiv 2112.07620).
//
// A tree over features of a link and its page divides the waiting links into leaves, each with a lane; a leaf is split when that
// reduces the variance of the rewards seen, and its links move. Within a leaf the order is random, so the first link represents it.
// The lane is served whose first link has the highest expected reward, but for one request in twenty, which goes to a random lane. The
// reward of a page is the logarithm of the number of new documents that it links to, plus its relevance if the crawl has a topic. The
// expected reward includes that of the best link found on the page, at a discount.
//
// Unlike the source, what is expected is a sum of weights, one for the level of each feature, and not a neural network; and the
// features are of documents and URLs where the source's are of a topic.
type TreeFrontier struct {
	Seed uint64 // decides the order within a leaf

	tree    *rewardtree.Tree
	weights [rewardtree.Count][rewardtree.Levels]float64
	rewards rewardMemory
	last    *experience     // what was learned of last, while its links are placed
	moving  map[Lane]string // leaves that were split, and how far their links were moved
	steps   uint64          // of Choose
	state   State           // nil: nothing is kept
	kept    bool            // nothing has changed since it was put into the state
}

// experience is a visit whose links are being placed.
type experience struct {
	features rewardtree.Features
	reward   float64
	best     float64 // expected of its links
}

var (
	_ Strategy = (*TreeFrontier)(nil)
	_ Tender   = (*TreeFrontier)(nil)
	_ Restorer = (*TreeFrontier)(nil)
)

const (
	maxLeaves = 64   // so many lanes as a crawl shows a strategy at a time
	discount  = 0.5  // of what the links of a page are worth
	stepSize  = 0.2  // of learning, over the number of features
	randomly  = 0.05 // share of requests that go to a random lane
	moveSlice = 256  // links that are read of a split leaf after a group of visits
)

// leaves returns the tree.
func (f *TreeFrontier) leaves() *rewardtree.Tree {
	if f.tree == nil {
		f.tree = rewardtree.New(maxLeaves)
	}
	return f.tree
}

// Place implements [Strategy].
func (f *TreeFrontier) Place(v *Visit, l *page.Link) Placement {
	k := f.find(v, l)
	x := f.features(k)
	if f.last != nil && v != nil {
		f.last.best = max(f.last.best, f.expected(x))
	}
	return Placement{Lane: Lane(f.leaves().Leaf(x)), Score: scoreOf(k, Random{Seed: f.Seed}.Place(v, l).Score)}
}

// What is known of a waiting link is in its score, so it is stored with the link and needs no memory: the score is 1 and a fraction
// of 52 bits, the first 12 of them random, then a hash of its tag path, then four bits for each of the other features.
const (
	randomBits = 12
	placeBits  = 8
	levelBits  = 4
)

// knownLink is what is known of a waiting link.
type knownLink struct {
	place  uint8 // a hash of its tag path
	levels [ofPlace]uint8
}

// scoreOf returns the score of a link. random is at least 0 and less than 1.
func scoreOf(l knownLink, random float64) float64 {
	b := uint64(random*(1<<randomBits))<<placeBits | uint64(l.place)
	for _, level := range l.levels {
		b = b<<levelBits | uint64(level)
	}
	return math.Float64frombits(math.Float64bits(1) | b)
}

// linkOf returns what is known by a score, and whether that is of a link that this strategy placed.
func linkOf(score float64) (l knownLink, ok bool) {
	if !(score >= 1 && score < 2) {
		return l, false
	}
	b := math.Float64bits(score)
	for i := len(l.levels) - 1; i >= 0; i-- {
		l.levels[i] = uint8(b & (rewardtree.Levels - 1))
		b >>= levelBits
	}
	l.place = uint8(b)
	return l, true
}

// The features of a link.
const (
	ofDocuments = iota // new documents of its page
	ofRelevance        // of its page
	ofDistance         // pages since one with new documents
	ofDirectory        // mean reward of the pages in its directory
	ofHost             // mean reward of the pages of its host
	ofShape            // mean reward of pages whose URLs are alike but for digits
	ofWords            // words of anchor and URL that lead to papers
	ofDepth            // in links from a seed
	ofPlace            // mean reward of links with the same tag path
)

// find returns what is known of a link.
func (f *TreeFrontier) find(v *Visit, l *page.Link) (k knownLink) {
	h := fnv.New32a()
	h.Write([]byte(l.Path))
	k.place = uint8(h.Sum32())
	x := &k.levels
	host, path := l.URL.Host(), l.URL.Path()
	x[ofDirectory], x[ofHost], x[ofShape] = f.rewards.mean(directoryOf(host, path)), f.rewards.mean(host), f.rewards.mean(shapeOf(path))
	x[ofDistance] = rewardtree.Levels - 1
	if v == nil {
		return k
	}
	x[ofDocuments] = logarithm(v.Documents)
	x[ofRelevance] = level(v.Relevance * (rewardtree.Levels - 1))
	if before, ok := linkOf(v.Score); v.Documents > 0 {
		x[ofDistance] = 0
	} else if ok {
		x[ofDistance] = min(before.levels[ofDistance]+1, rewardtree.Levels-1)
	}
	x[ofDepth] = level(float64(v.Depth) + 1)
	anchor := ""
	if v.Page != nil {
		anchor = v.Page.Anchor(l)
	}
	switch words := strings.ToLower(anchor + " " + path); {
	case hasWord(words, paperWords):
		x[ofWords] = 2
	case hasWord(words, peopleWords):
		x[ofWords] = 1
	}
	return k
}

// features returns the features of a link.
func (f *TreeFrontier) features(l knownLink) (x rewardtree.Features) {
	copy(x[:], l.levels[:])
	x[ofPlace] = f.rewards.mean(nameOf(l.place))
	return x
}

// nameOf is the name of the group of links of a place. No host and no path begins like it.
func nameOf(place uint8) string { return string([]byte{0, place}) }

// directoryOf returns host and path of a directory.
func directoryOf(host, path string) string { return host + path[:strings.LastIndexByte(path, '/')+1] }

// shapeOf returns a path with its numbers made equal.
func shapeOf(path string) string {
	b := make([]byte, 0, len(path))
	for i := range len(path) {
		c := path[i]
		if '0' <= c && c <= '9' {
			c = '0'
			if len(b) > 0 && b[len(b)-1] == c {
				continue
			}
		}
		b = append(b, c)
	}
	return string(b)
}

// expected returns the expected reward of a link.
func (f *TreeFrontier) expected(x rewardtree.Features) (sum float64) {
	for i, level := range x {
		sum += f.weights[i][level]
	}
	return sum
}

// Learn implements [Strategy].
func (f *TreeFrontier) Learn(v *Visit) {
	f.conclude()
	if isRedirect(v.Status) || v.Document {
		return
	}
	reward := math.Log2(1 + float64(max(0, v.Documents)))
	if v.Relevance > 0 {
		reward += min(1, v.Relevance)
	}
	groups := []string{v.URL.Host(), directoryOf(v.URL.Host(), v.URL.Path()), shapeOf(v.URL.Path())}
	if k, ok := linkOf(v.Score); ok {
		f.last = &experience{features: f.features(k), reward: reward}
		groups = append(groups, nameOf(k.place))
	}
	f.rewards.add(reward, groups...)
	f.kept = false
}

// conclude learns from the last visit, all of whose links have been placed.
func (f *TreeFrontier) conclude() {
	e := f.last
	if e == nil {
		return
	}
	f.last, f.kept = nil, false
	target := e.reward + discount*e.best
	wrong := target - f.expected(e.features)
	for i, level := range e.features {
		f.weights[i][level] += stepSize / rewardtree.Count * wrong
	}
	if split := f.leaves().Add(e.features, target); split >= 0 {
		if f.moving == nil {
			f.moving = map[Lane]string{}
		}
		f.moving[Lane(split)] = ""
	}
}

// Choose implements [Strategy]. Of more requests than one, the best lane gets half, the next one half of the rest, and so on.
func (f *TreeFrontier) Choose(lanes []LaneState, n int) []Share {
	f.steps++
	offers := make([]offer, len(lanes))
	for i, l := range lanes {
		offers[i] = offer{LaneState: l, value: f.leaves().Mean(int(l.Lane))}
		if k, ok := linkOf(l.Best); ok {
			offers[i].value = f.expected(f.features(k))
		}
	}
	slices.SortStableFunc(offers, func(x, y offer) int { return cmp.Compare(y.value, x.value) })
	if r := rand.New(rand.NewPCG(f.Seed, f.steps)); r.Float64() < randomly {
		i := r.IntN(len(offers))
		offers[0], offers[i] = offers[i], offers[0]
	}
	var shares, rest []Share
	left := n
	for _, o := range offers {
		if left > 0 {
			half := (left + 1) / 2
			shares = append(shares, Share{Lane: o.Lane, N: half})
			left -= half
		}
		rest = append(rest, Share{Lane: o.Lane, N: n})
	}
	return append(shares, rest...)
}

// Tend implements [Tender]. It moves links of leaves that were split, some after each group of visits, and keeps what has changed.
func (f *TreeFrontier) Tend(w Waiting) {
	f.conclude()
	if len(f.moving) > 0 {
		lane := slices.Min(slices.Collect(maps.Keys(f.moving))) // one leaf at a time
		links, next := w.Links(lane, f.moving[lane], moveSlice)
		for _, l := range links {
			if k, ok := linkOf(l.Score); ok {
				if to := Lane(f.leaves().Leaf(f.features(k))); to != lane {
					w.Move(l.URL, Placement{Lane: to, Score: l.Score})
				}
			}
		}
		if f.moving[lane] = next; next == "" {
			delete(f.moving, lane)
		}
	}
	f.keep()
}

// The keys of what is kept; another form has others.
const (
	treeKey    = "tree-frontier/1/tree"
	weightsKey = "tree-frontier/1/weights"
)

func leafKey(n int) string   { return fmt.Sprintf("tree-frontier/1/leaf/%d", n) }
func memoryKey(n int) string { return fmt.Sprintf("tree-frontier/1/rewards/%d", n) }

// Restore implements [Restorer]. All is read before anything is set: links may be placed while it reads.
func (f *TreeFrontier) Restore(s State) {
	tree, ok := rewardtree.Decode(s.Get(treeKey), maxLeaves)
	if !ok {
		tree = rewardtree.New(maxLeaves)
	}
	moving := map[Lane]string{}
	for n := range tree.Leaves() {
		tree.RestoreSamples(s.Get(leafKey(n)), n)
		moving[Lane(n)] = "" // links of a leaf that was split may not have been moved
	}
	weights := s.Get(weightsKey)
	var parts [memoryParts][]byte
	for n := range parts {
		parts[n] = s.Get(memoryKey(n))
	}
	f.state, f.tree, f.moving = s, tree, moving
	f.restoreWeights(weights)
	for n, b := range parts {
		f.rewards.restore(b, n)
	}
}

// maxWeight bounds a stored weight.
const maxWeight = 1e6

// restoreWeights sets the weights, if b holds some.
func (f *TreeFrontier) restoreWeights(b []byte) {
	if len(b) != 8*rewardtree.Count*rewardtree.Levels {
		return
	}
	var weights [rewardtree.Count][rewardtree.Levels]float64
	for i := range weights {
		for j := range weights[i] {
			w := math.Float64frombits(binary.BigEndian.Uint64(b))
			if !(math.Abs(w) <= maxWeight) {
				return
			}
			weights[i][j], b = w, b[8:]
		}
	}
	f.weights = weights
}

// keep puts into the state what has changed.
func (f *TreeFrontier) keep() {
	if f.state == nil || f.kept {
		return
	}
	f.kept = true
	f.state.Put(treeKey, f.leaves().Append(nil))
	var weights []byte
	for _, of := range f.weights {
		for _, w := range of {
			weights = binary.BigEndian.AppendUint64(weights, math.Float64bits(w))
		}
	}
	f.state.Put(weightsKey, weights)
	for n := range f.tree.Leaves() {
		if f.tree.Changed(n) {
			f.state.Put(leafKey(n), f.tree.AppendSamples(nil, n))
		}
	}
	for n, changed := range f.rewards.changed {
		if changed {
			f.state.Put(memoryKey(n), f.rewards.append(nil, n))
			f.rewards.changed[n] = false
		}
	}
}
