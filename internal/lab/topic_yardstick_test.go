//go:build yardstick

package lab_test

import (
	"fmt"
	"maps"
	"slices"
	"testing"

	"sluice/focus"
	"sluice/internal/lab"
	"sluice/internal/linkvalue"
	"sluice/internal/webboxtest"
	"sluice/learn/classifier"
	"sluice/page"
	"sluice/topic"
	"sluice/weburl"
)

// classes are the classes of pages that are looked for, with words for each that were written down before the first walk.
var classes = []struct{ name, words string }{
	{"course", "course homework lecture syllabus"},
	{"student", "graduate student home page"},
	{"faculty", "professor research interests publications"},
	{"project", "research project group system"},
}

// cell is a web with pages of a class as targets.
type cell struct {
	name    string
	web     *lab.Web
	targets lab.Targets
	state   stateMap // of adaptive: what it learned on other webs
	oracle  *lab.Walk
}

// TestQualityTopics measures how soon strategies have requested most pages of a class, on three webs for four classes. The topic is a
// classifier that was trained on pages of other universities, and then words; the prior of adaptive was learned on the other webs.
func TestQualityTopics(t *testing.T) {
	webs := recordedWebs(t)
	for _, w := range webs {
		w.lessons = lessonsOf(t, w)
	}
	pages, err := webboxtest.LabelledPages()
	if err != nil {
		t.Fatal(err)
	}
	for _, by := range []string{"classifier", "words"} {
		var cells []*cell
		for _, university := range []string{"cornell", "washington", "misc"} {
			w := webs[slices.IndexFunc(webs, func(w *recordedWeb) bool { return w.name == "webkb-"+university })]
			cells = append(cells, cellsOf(t, w, pages, university, by, priorState(learnPrior(webs, w)))...)
		}
		compareTopics(t, by, cells)
	}
}

// priorState returns what adaptive restores a model from.
func priorState(m *linkvalue.Model) stateMap {
	prior := linkvalue.FromPrior(m.Prior())
	state := stateMap{}
	for part := range linkvalue.Parts {
		state.Put(fmt.Sprintf("adaptive/1/model/%d", part), prior.AppendPart(nil, part))
	}
	return state
}

// cellsOf returns the cells of a web.
func cellsOf(t *testing.T, w *recordedWeb, pages []webboxtest.LabelledPage, university, by string, state stateMap) (cells []*cell) {
	t.Helper()
	var model *classifier.Model
	if by == "classifier" {
		model = trainedWithout(t, pages, university)
	}
	for _, class := range classes {
		d, err := topic.FromWords(class.words)
		if model != nil {
			d, err = topic.Definition{Name: class.name, Model: "webkb", Good: []string{class.name}}, nil
		}
		if err != nil {
			t.Fatal(err)
		}
		about, err := topic.New(d, model)
		if err != nil {
			t.Fatal(err)
		}
		listed := map[weburl.Key]bool{}
		for _, p := range pages {
			if u, err := weburl.Parse(p.URL); err == nil && p.Label == class.name {
				listed[u.Key()] = true
			}
		}
		targets := lab.Pages(listed)
		targets.Topic = about
		oracle, err := lab.Oracle(t.Context(), w.web, targets)
		if err != nil {
			t.Fatal(err)
		}
		cells = append(cells, &cell{w.name + " " + class.name, w.web, targets, state, oracle})
	}
	return cells
}

// trainedWithout returns a classifier that was trained on the pages of all universities but one.
func trainedWithout(t *testing.T, pages []webboxtest.LabelledPage, university string) *classifier.Model {
	t.Helper()
	trainer, err := classifier.New(classifier.Options{Method: classifier.SVM})
	if err != nil {
		t.Fatal(err)
	}
	parser := page.Parser{Rules: weburl.DefaultRules}
	for _, p := range pages {
		u, err := weburl.Parse(p.URL)
		if err != nil || p.University == university {
			continue
		}
		parsed := parser.Parse([]byte(p.HTML), page.Source{URL: u, ContentType: "text/html"})
		if err := trainer.Add(p.Label, topic.Page(parsed, nil)...); err != nil {
			t.Fatal(err)
		}
		parsed.Release()
	}
	model, err := trainer.Train()
	if err != nil {
		t.Fatal(err)
	}
	return model
}

// needed is how many requests a strategy needed until 80 and 90 % of the targets of a cell.
type needed [2]int

// in returns the requests of a walk in a cell.
func (c *cell) in(w *lab.Walk) (n needed) {
	for i, share := range []float64{0.8, 0.9} {
		n[i], _ = w.Until(share, c.oracle.Targets())
	}
	return n
}

// topicResult is what a strategy needed in all cells.
type topicResult struct {
	sum   needed
	room  [2]float64
	worst float64 // by the requests of the web, over breadth-first
	where string
}

// topicWalks returns what a strategy needs in each cell, and in all.
func topicWalks(t *testing.T, name string, cells []*cell) (all []needed, requests []int, sum needed) {
	t.Helper()
	for _, c := range cells {
		s, err := focus.Named(name, 1)
		if err != nil {
			t.Fatal(err)
		}
		if a, ok := s.(*focus.Adaptive); ok {
			s = withState{a, maps.Clone(c.state)}
		}
		got := walk(t, c.web, s, c.targets)
		n := c.in(got)
		all, requests = append(all, n), append(requests, len(got.Known))
		sum[0] += n[0]
		sum[1] += n[1]
	}
	return all, requests, sum
}

// compareTopics prints what strategies need in all cells, and reports those of adaptive that are not good enough.
func compareTopics(t *testing.T, by string, cells []*cell) {
	t.Helper()
	first, requests, firstSum := topicWalks(t, "breadth-first", cells)
	var oracle needed
	for _, c := range cells {
		n := c.in(c.oracle)
		oracle[0] += n[0]
		oracle[1] += n[1]
	}
	fmt.Printf("QUALITY pages of a class by %s, sums of %d cells: breadth-first %d / %d requests until 80 / 90 %%, oracle %d / %d\n", by, len(cells), firstSum[0], firstSum[1], oracle[0], oracle[1])
	results := map[string]topicResult{}
	for _, name := range []string{"adaptive", "best-first", "focused-soft", "shark-search"} {
		all, _, sum := topicWalks(t, name, cells)
		r := topicResult{sum: sum}
		for i := range sum {
			r.room[i] = lab.RoomUsed(sum[i], firstSum[i], oracle[i])
			for j, n := range all {
				if worse := float64(n[i]-first[j][i]) / float64(requests[j]); worse > r.worst {
					r.worst, r.where = worse, cells[j].name
				}
			}
		}
		results[name] = r
		fmt.Printf("QUALITY pages of a class by %s, %s: %d / %d requests, room used %.2f / %.2f, worst cell %.1f %% over breadth-first (%s)\n",
			by, name, sum[0], sum[1], r.room[0], r.room[1], 100*r.worst, r.where)
	}
	checkTopics(t, by, results)
}

// checkTopics reports where adaptive is not good enough. A few requests of one cell decide much, so the bounds are below what it reaches: with
// five priors of other random samples the room was 0.57 to 0.66 and 0.44 to 0.47, and the worst cell 1 to 2 % over breadth-first.
func checkTopics(t *testing.T, by string, results map[string]topicResult) {
	t.Helper()
	adaptive := results["adaptive"]
	for name, r := range results {
		if name != "adaptive" && (r.sum[0] <= adaptive.sum[0] || r.sum[1] <= adaptive.sum[1]) {
			t.Errorf("by %s: %s needs %v requests, adaptive %v", by, name, r.sum, adaptive.sum)
		}
	}
	if by == "classifier" && (adaptive.room[0] < 0.5 || adaptive.room[1] < 0.4 || adaptive.worst > 0.1) {
		t.Errorf("by %s: adaptive uses %.2f and %.2f of the room, and is worse than breadth-first by %.1f %%", by, adaptive.room[0], adaptive.room[1], 100*adaptive.worst)
	}
}
