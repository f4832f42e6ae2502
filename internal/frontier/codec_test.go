package frontier

import (
	"math"
	"reflect"
	"slices"
	"testing"

	"github.com/cockroachdb/pebble/v2"
	"github.com/google/go-cmp/cmp"

	"sluice/weburl"
)

func TestRanksSortAsScoresDoBestFirst(t *testing.T) {
	scores := []float64{math.Inf(1), math.MaxFloat64, 3, 1, 1e-300, 0, -1e-300, -1, -math.MaxFloat64, math.Inf(-1), math.NaN()}
	ranks := make([]uint64, len(scores))
	for i, s := range scores {
		ranks[i] = rankOf(s)
		if got := scoreOf(ranks[i]); got != s && !(math.IsNaN(got) && math.IsNaN(s)) {
			t.Errorf("scoreOf(rankOf(%v)) = %v", s, got)
		}
	}
	if !slices.IsSorted(ranks) {
		t.Errorf("ranks %x are not sorted", ranks)
	}
	if rankOf(math.Copysign(0, -1)) != rankOf(0) {
		t.Error("zero has two ranks")
	}
}

func TestComparerFollowsRulesOfStore(t *testing.T) {
	prefixes := [][]byte{
		{keyMeta}, stateKey("a"), stateKey("a.b"), jobKey(1), numberKey(keyHost, 7), seenKey(nil, weburl.Key{1}), seenKey(nil, weburl.Key{2}),
	}
	if err := pebble.CheckComparer(comparer, prefixes, [][]byte{{}}); err != nil {
		t.Error(err)
	}
	a := waitingKey(nil, 1, 2, 3, 4)
	prefix := a[:comparer.Split(a)]
	next := comparer.ImmediateSuccessor(nil, prefix)
	for _, k := range [][]byte{waitingKey(nil, 1, 3, 0, 0), waitingKey(nil, 2, 0, 0, 0), {keyWaiting + 1}} {
		if comparer.Compare(next, k) > 0 {
			t.Errorf("%x follows %x", next, k)
		}
	}
	if comparer.Compare(next, waitingKey(nil, 1, 2, math.MaxUint64, math.MaxUint64)) <= 0 {
		t.Errorf("%x does not follow all of its host", next)
	}
	if got := comparer.ImmediateSuccessor(nil, waitingKey(nil, math.MaxUint32, math.MaxUint32, 0, 0)[:queuePrefix]); got[0] != keyWaiting+1 {
		t.Errorf("after the last host comes %x", got)
	}
}

func FuzzLinkValue(f *testing.F) {
	u, err := weburl.Parse("http://a.example/b?c=d")
	if err != nil {
		f.Fatal(err)
	}
	f.Add(appendLink(nil, &Link{URL: u, Parent: "http://a.example/", Kind: Seed, Depth: 3, Attempt: 1, Via: []string{"x", ""}}))
	f.Add([]byte{0, 0, 0, 0xff, 0xff, 0xff, 0xff, 0x0f})
	f.Fuzz(func(t *testing.T, v []byte) {
		l, err := parseLink(v)
		if err != nil {
			return
		}
		again, err := parseLink(appendLink(nil, &l))
		if diff := cmp.Diff(l, again, cmp.Comparer(func(a, b weburl.URL) bool { return a == b })); err != nil || diff != "" {
			t.Errorf("a link does not survive (%v):\n%s", err, diff)
		}
	})
}

func FuzzRecordValue(f *testing.F) {
	f.Add(record{state: Waiting, lane: 1, host: 2, rank: 3, seq: 4, due: 5}.encode(nil))
	f.Add(record{state: Refused, why: &Refusal{Depth: 1, Cause: "robots", Parent: "http://a.example/", Soft: true}}.encode(nil))
	f.Add([]byte{byte(Done)})
	f.Fuzz(func(t *testing.T, v []byte) {
		r, err := parseRecord(v)
		if err != nil || r.why != nil && r.why.Depth < 0 {
			return
		}
		if again, err := parseRecord(r.encode(nil)); err != nil || !reflect.DeepEqual(again, r) {
			t.Errorf("%+v became %+v, %v", r, again, err)
		}
	})
}
