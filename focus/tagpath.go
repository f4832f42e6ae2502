package focus

import (
	"cmp"
	"encoding/binary"
	"fmt"
	"math"
	"slices"

	"sluice/focus/internal/tagpath"
	"sluice/focus/internal/urlclass"
	"sluice/page"
)

// TagPathBandit learns from which places on pages links lead to pages with documents. It implements SB-CLASSIFIER (Gauquier,
// Manolescu and Senellart 2026, arXiv 2602.11874, section 4).
//
// Links are grouped by the path of tags, classes and ids from the root of their page, and each group is an arm of a bandit, with a
// lane of its own. The arm with the highest mean reward plus exploration is pulled, as AUER does for arms of which some have nothing
// waiting: mean + α·√(ln t / n), where the reward of a page is the number of new documents it links to, n is how often the arm was
// pulled, and t how often all were. Within an arm links are served at random. A link whose URL looks like a document's, to a
// classifier that learns from the URLs visited, waits in a lane that is served first.
//
// Unlike the source, it groups by hashing pairs of tags directly, compares with all centroids, has at most 63 arms, and does not
// know the arm of a page that was taken for a document. A page counts for 100 documents at most, so that one that is made to mislead, with as
// many links as it may have, does not hold its arm.
type TagPathBandit struct {
	Seed uint64 // decides the order within an arm

	clusters *tagpath.Clusters
	arms     []arm
	urls     urlclass.Classifier
	visits   float64 // of pages, by all arms
	state    State   // nil: nothing is kept
}

// arm is what the links of a lane have brought.
type arm struct {
	visits, reward float64
	changed        bool
}

var (
	_ Strategy = (*TagPathBandit)(nil)
	_ Tender   = (*TagPathBandit)(nil)
	_ Restorer = (*TagPathBandit)(nil)
)

const (
	likelyDocuments Lane = iota // links to what looks like documents
	firstArm                    // the lane of the first arm
)

const (
	maxArms     = 63               // with the lane of likely documents, so many lanes as a crawl shows a strategy at a time
	exploration = 2 * math.Sqrt2   // α
	unpulled    = 1e-6             // in place of no pulls (as in the source's program)
	maxCount    = float64(1 << 52) // of stored counts
	maxReward   = 100              // of a page
)

// Place implements [Strategy].
func (b *TagPathBandit) Place(v *Visit, l *page.Link) Placement {
	if v != nil && l.Kind == page.KindRedirect {
		return Placement{Lane: v.Lane, Score: 1} // the same pull
	}
	at := Random{Seed: b.Seed}.Place(v, l)
	if v != nil && b.urls.Document(l.URL.String()) {
		return Placement{Lane: likelyDocuments, Score: at.Score}
	}
	if b.clusters == nil {
		b.clusters = tagpath.New(maxArms)
	}
	at.Lane = firstArm + Lane(b.clusters.Of(l.Path))
	return at
}

// Learn implements [Strategy].
func (b *TagPathBandit) Learn(v *Visit) {
	if isRedirect(v.Status) {
		return
	}
	if v.Document || v.Page != nil {
		b.urls.Learn(v.URL.String(), v.Document)
	}
	if v.Document || v.Lane < firstArm || v.Lane >= firstArm+maxArms {
		return
	}
	a := b.arm(v.Lane)
	a.visits++
	a.reward += float64(min(max(0, v.Documents), maxReward))
	a.changed = true
	b.visits++
}

// isRedirect reports whether an answer of this HTTP status leads elsewhere.
func isRedirect(status int) bool { return status/100 == 3 }

// arm returns the arm of a lane.
func (b *TagPathBandit) arm(lane Lane) *arm {
	n := int(lane - firstArm)
	for len(b.arms) <= n {
		b.arms = append(b.arms, arm{})
	}
	return &b.arms[n]
}

// offer is a lane that can be served.
type offer struct {
	LaneState
	value float64 // what a request to it is worth
	given int
}

// Choose implements [Strategy]. Of more requests than one, each is given as if those before were under way.
func (b *TagPathBandit) Choose(lanes []LaneState, n int) []Share {
	offers := make([]offer, len(lanes))
	for i, l := range lanes {
		offers[i] = offer{LaneState: l, value: b.value(l, 0)}
	}
	for range n {
		best := &offers[0]
		for i := range offers {
			if o := &offers[i]; o.given < o.Ready && (best.given >= best.Ready || o.value > best.value) {
				best = o
			}
		}
		if best.given >= best.Ready {
			break
		}
		best.given++
		best.value = b.value(best.LaneState, best.given)
	}
	slices.SortStableFunc(offers, func(x, y offer) int { return cmp.Compare(y.value, x.value) })
	var shares, rest []Share
	for _, o := range offers {
		if o.given > 0 {
			shares = append(shares, Share{Lane: o.Lane, N: o.given})
		}
		rest = append(rest, Share{Lane: o.Lane, N: n}) // in case that a lane has less than it showed
	}
	return append(shares, rest...)
}

// value returns what one more request to a lane is worth after some that are under way.
func (b *TagPathBandit) value(l LaneState, underWay int) float64 {
	switch {
	case l.Lane < firstArm:
		return math.Inf(1)
	case l.Lane >= firstArm+maxArms: // of another strategy
		return math.Inf(-1)
	}
	a := arm{}
	if n := int(l.Lane - firstArm); n < len(b.arms) {
		a = b.arms[n]
	}
	mean := a.reward / max(1, a.visits)
	pulls := max(a.visits, float64(l.Served)) + float64(underWay)
	return mean + exploration*math.Sqrt(math.Log(max(1, b.visits))/max(pulls, unpulled))
}

// stateOfArms is the key of the form of what is kept; another form has another key.
const stateOfArms = "tag-path-bandit/1/"

// Restore implements [Restorer]. The arms up to the first one that cannot be read are restored. All is read before anything is set:
// links may be placed while it reads.
func (b *TagPathBandit) Restore(s State) {
	clusters := tagpath.New(maxArms)
	var arms []arm
	for n := range maxArms {
		a, rest, ok := decodeArm(s.Get(armKey(n)))
		if !ok || !clusters.Restore(rest) {
			break
		}
		arms = append(arms, a)
	}
	var rows [urlclass.Rows][]byte
	for n := range rows {
		rows[n] = s.Get(urlsKey(n))
	}
	b.state, b.clusters, b.arms, b.visits = s, clusters, arms, 0
	for _, a := range arms {
		b.visits += a.visits
	}
	for n, row := range rows {
		if len(row) > 0 {
			b.urls.Restore(row, n)
		}
	}
}

func armKey(n int) string  { return fmt.Sprintf("%sarm/%d", stateOfArms, n) }
func urlsKey(n int) string { return fmt.Sprintf("%surls/%d", stateOfArms, n) }

// Tend implements [Tender]. It keeps what has changed, and moves nothing.
func (b *TagPathBandit) Tend(Waiting) {
	if b.state == nil || b.clusters == nil {
		return
	}
	for n := range b.clusters.Len() {
		a := b.arm(firstArm + Lane(n))
		if b.clusters.Changed(n) || a.changed {
			b.state.Put(armKey(n), b.clusters.Append(encodeArm(*a), n))
			a.changed = false
		}
	}
	for n := range urlclass.Rows {
		if b.urls.Changed(n) {
			b.state.Put(urlsKey(n), b.urls.Append(nil, n))
		}
	}
}

// encodeArm returns an arm as bytes.
func encodeArm(a arm) []byte {
	b := binary.BigEndian.AppendUint64(nil, math.Float64bits(a.visits))
	return binary.BigEndian.AppendUint64(b, math.Float64bits(a.reward))
}

// decodeArm returns an arm of bytes, and the rest of them.
func decodeArm(b []byte) (a arm, rest []byte, ok bool) {
	if len(b) < 16 {
		return arm{}, nil, false
	}
	a.visits, a.reward = math.Float64frombits(binary.BigEndian.Uint64(b)), math.Float64frombits(binary.BigEndian.Uint64(b[8:]))
	return a, b[16:], a.visits >= 0 && a.visits < maxCount && a.reward >= 0 && a.reward < maxCount
}
