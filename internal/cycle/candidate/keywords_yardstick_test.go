//go:build yardstick

package candidate_test

import (
	"bufio"
	"compress/gzip"
	"encoding/json"
	"os"
	"slices"
	"strings"
	"testing"

	"sluice/internal/conformancetest"
	"sluice/internal/cycle/candidate"
)

// The least mean shares over all groups, in percent.
const (
	leastKeywordPrecision = 45
	leastKeywordRecall    = 68
)

// TestLearnedKeywordsFindTheirSubject learns the keywords of each of the 20 newsgroups from half of their posts against those of all others, and measures on the
// other half which posts the rule of home pages accepts that has no anchors: two keywords that are not ambiguous.
func TestLearnedKeywordsFindTheirSubject(t *testing.T) {
	posts := newsgroups(t)
	var precisions, recalls float64
	groups := []string{}
	for _, p := range posts {
		if !slices.Contains(groups, p.Label) {
			groups = append(groups, p.Label)
		}
	}
	for _, group := range groups {
		var l candidate.Learner
		for i, p := range posts {
			if i%2 == 0 {
				l.Add(p.Label == group, "en", p.Text)
			}
		}
		all, err := l.Keywords(100)
		if err != nil {
			t.Fatal(err)
		}
		var b strings.Builder
		if err := candidate.WriteKeywords(&b, "", all); err != nil {
			t.Fatal(err)
		}
		keywords, err := candidate.ReadKeywords(strings.NewReader(b.String()))
		if err != nil {
			t.Fatal(err)
		}
		judge := candidate.NewJudge(keywords, nil, false)
		accepted, right, wanted := 0, 0, 0
		for i, p := range posts {
			if i%2 == 0 {
				continue
			}
			isAccepted := judge.Judge(&candidate.HomePage{Text: p.Text}).Accepted
			if p.Label == group {
				wanted++
			}
			if isAccepted {
				accepted++
				if p.Label == group {
					right++
				}
			}
		}
		precision, recall := 100*float64(right)/float64(max(accepted, 1)), 100*float64(right)/float64(max(wanted, 1))
		precisions += precision / float64(len(groups))
		recalls += recall / float64(len(groups))
		t.Logf("%-26s precision %5.1f %%, recall %5.1f %%; %s", group, precision, recall, all[0].Text)
	}
	t.Logf("mean precision %.1f %%, recall %.1f %% where 5 %% of the posts are of each group", precisions, recalls)
	if precisions < leastKeywordPrecision || recalls < leastKeywordRecall {
		t.Errorf("want %d and %d %%", leastKeywordPrecision, leastKeywordRecall)
	}
}

// post is a post of a newsgroup, without its headers.
type post struct{ Label, Text string }

func newsgroups(t *testing.T) (all []post) {
	t.Helper()
	f, err := os.Open(conformancetest.Path(t, "corpora", "20newsgroups.jsonl.gz"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	z, err := gzip.NewReader(f)
	if err != nil {
		t.Fatal(err)
	}
	lines := bufio.NewScanner(z)
	lines.Buffer(nil, 16<<20)
	for lines.Scan() {
		var p post
		if err := json.Unmarshal(lines.Bytes(), &p); err != nil {
			t.Fatal(err)
		}
		_, p.Text, _ = strings.Cut(p.Text, "\n\n")
		all = append(all, p)
	}
	if err := lines.Err(); err != nil {
		t.Fatal(err)
	}
	return all
}
