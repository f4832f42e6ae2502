package titlepage

import (
	"bufio"
	_ "embed"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"sync"
)

// A Fact is the value that a feature has.
type Fact struct{ Feature, Value uint8 }

// A Run is lines of a page that may be its title.
type Run struct {
	From, To int // Lines[From:To]
	Facts    []Fact
}

// Evidence is what speaks for and against each run of lines as the title of a page.
type Evidence struct {
	Lines [][]Fact // of each line
	Joins [][]Fact // of each line and the one before it; the first and the last are the ends of the page
	Runs  []Run
	None  []Fact // of a page without a title
}

// The parts of evidence, in the order of the model's file.
const (
	ofLine = iota
	ofJoin
	ofRun
	ofNone
	parts
)

// The places that a line has to a run, and a join to it. The evidence of a whole run and of none has the first place only.
const (
	opens  = iota // the line is the run's first; the join is the one above it
	within        // the line is another of the run; the join is between two of its lines
	closes        // the line is the run's last; the join is the one below it
	above         // the line just above the run
	below         // the line just below it
	places
)

// runModel is a log-linear model of which run of lines is the title: p(run | page) = exp(sum of the weights of its facts) / Z(page)
// (Berger, Della Pietra and Della Pietra, "A maximum entropy approach to natural language processing", 1996, section 3). It is a
// semi-Markov conditional random field with one segment (Sarawagi and Cohen, "Semi-Markov conditional random fields for information
// extraction", 2004, section 2), of which all runs can be listed. Each fact of a page adds its weight to the runs in which it has a place.
type runModel struct {
	weights [parts][][][places]float32 // of each feature of a part, and each value
}

// modelHead is the first line of a model's file. Then follows a line for each fact: part, feature=value, and the weights of
// the places.
const modelHead = "sluice title model 1"

// mostValues is how many values a feature has at most.
const mostValues = 256

// readModel reads a model from a file.
func readModel(file string) (*runModel, error) {
	lines := bufio.NewScanner(strings.NewReader(file))
	if !lines.Scan() || lines.Text() != modelHead {
		return nil, fmt.Errorf("read title model: not a model of this version: train it again")
	}
	m := new(runModel)
	index := [parts]map[string]int{}
	for part, features := range FeatureNames {
		index[part] = map[string]int{}
		m.weights[part] = make([][][places]float32, len(features))
		for i, name := range features {
			index[part][name] = i
		}
	}
	for n := 2; lines.Scan(); n++ {
		if err := m.readFact(lines.Text(), index); err != nil {
			return nil, fmt.Errorf("read title model: line %d: %w", n, err)
		}
	}
	return m, lines.Err()
}

// readFact reads a line of a model's file.
func (m *runModel) readFact(line string, index [parts]map[string]int) error {
	fields := strings.Fields(line)
	if len(fields) < 3 || len(fields) > 2+places {
		return fmt.Errorf("%d fields", len(fields))
	}
	part, err := strconv.Atoi(fields[0])
	if err != nil || part < 0 || part >= parts {
		return fmt.Errorf("unknown part %q", fields[0])
	}
	name, text, _ := strings.Cut(fields[1], "=")
	feature, ok := index[part][name]
	if !ok {
		return fmt.Errorf("unknown feature %q", name)
	}
	value, err := strconv.Atoi(text)
	if err != nil || value < 0 || value >= mostValues {
		return fmt.Errorf("feature %s has value %q", name, text)
	}
	of := &m.weights[part][feature]
	for len(*of) <= value {
		*of = append(*of, [places]float32{})
	}
	for place, text := range fields[2:] {
		w, err := strconv.ParseFloat(text, 32)
		if err != nil || math.IsNaN(w) || math.Abs(w) > 1000 {
			return fmt.Errorf("feature %s has weight %q", name, text)
		}
		(*of)[value][place] = float32(w)
	}
	return nil
}

// sum returns the weights of facts by place.
func (m *runModel) sum(part int, facts []Fact) (s [places]float64) {
	for _, f := range facts {
		if of := m.weights[part][f.Feature]; int(f.Value) < len(of) {
			for place, w := range of[f.Value] {
				s[place] += float64(w)
			}
		}
	}
	return s
}

// probabilities returns how likely each run is the title; behind them, how likely none is.
func (m *runModel) probabilities(e *Evidence) []float64 {
	lines, joins := make([][places]float64, len(e.Lines)), make([][places]float64, len(e.Joins))
	for i, facts := range e.Lines {
		lines[i] = m.sum(ofLine, facts)
	}
	for i, facts := range e.Joins {
		joins[i] = m.sum(ofJoin, facts)
	}
	p := make([]float64, len(e.Runs)+1)
	for i, r := range e.Runs {
		p[i] = m.sum(ofRun, r.Facts)[0]
		r.each(len(lines), func(isJoin bool, at, place int) {
			if isJoin {
				p[i] += joins[at][place]
			} else {
				p[i] += lines[at][place]
			}
		})
	}
	p[len(e.Runs)] = m.sum(ofNone, e.None)[0]
	softmax(p)
	return p
}

// best returns the likeliest run; the number of runs if it is likeliest that none is the title.
func (m *runModel) best(e *Evidence) int {
	p := m.probabilities(e)
	return slices.Index(p, slices.Max(p))
}

// each calls f with the lines and joins of a page of n lines that have a place to a run, and the place.
func (r Run) each(n int, f func(isJoin bool, at, place int)) {
	f(false, r.From, opens)
	f(true, r.From, opens)
	for i := r.From + 1; i < r.To; i++ {
		f(false, i, within)
		f(true, i, within)
	}
	f(false, r.To-1, closes)
	f(true, r.To, closes)
	if r.From > 0 {
		f(false, r.From-1, above)
	}
	if r.To < n {
		f(false, r.To, below)
	}
}

// softmax turns scores into probabilities.
func softmax(s []float64) {
	top, sum := s[0], 0.0
	for _, x := range s {
		top = max(top, x)
	}
	for i, x := range s {
		s[i] = math.Exp(x - top)
		sum += s[i]
	}
	for i := range s {
		s[i] /= sum
	}
}

//go:embed title.model
var titleModelFile string

// titleModel is read when it is first needed.
var titleModel = sync.OnceValue(func() *runModel {
	m, err := readModel(titleModelFile)
	if err != nil {
		panic(err) // the program was built with a file that its own tests refuse
	}
	return m
})
