package candidate

import (
	"bufio"
	_ "embed"
	"fmt"
	"slices"
	"strings"

	"sluice/learn"
	"sluice/weburl"
)

// Class is what a host is for a library.
type Class string

// The classes.
const (
	Fitting  Class = "fitting"
	TooBroad Class = "too broad" // a whole university, of which a part may fit
	Unfit    Class = "unfit"
)

// Labelled is a host whose class is known.
type Labelled struct {
	Evidence
	Class  Class
	Weight float64 // 0 means 1
}

//go:embed table32.txt
var publishedHosts string

// Published returns the 99 hosts of the publication whose class a person has found (table 32), with the numbers K and A of their home pages.
func Published() []Labelled {
	var all []Labelled
	for lines := bufio.NewScanner(strings.NewReader(publishedHosts)); lines.Scan(); {
		if strings.HasPrefix(lines.Text(), "#") {
			continue
		}
		x := Labelled{Class: Unfit}
		found := ""
		if _, err := fmt.Sscan(lines.Text(), &x.Host, &x.Keywords, &x.Anchors, &found); err != nil {
			panic(err) // the file is part of the program: every test finds it
		}
		switch found {
		case "valid":
			x.Class = Fitting
		case "broad":
			x.Class = TooBroad
		}
		all = append(all, x)
	}
	return all
}

// Classifier says to which class a host belongs. Its methods may be called by many goroutines at once.
type Classifier struct {
	keywords *Keywords
	model    *learn.Model
}

// NewClassifier returns a classifier that has learned from hosts: those of [Published], and the sites of a library.
func NewClassifier(k *Keywords, hosts []Labelled) (*Classifier, error) {
	var examples []learn.Example
	for i := range hosts {
		x := &hosts[i]
		examples = append(examples, learn.Example{Features: x.features(k), Label: string(x.Class), Group: x.Host, Weight: x.Weight})
	}
	m, err := learn.Train(examples, learn.Options{Labels: []string{string(Fitting), string(TooBroad), string(Unfit)}, Ridge: ridge})
	if err != nil {
		return nil, fmt.Errorf("learn which hosts fit: %w", err)
	}
	return &Classifier{k, m}, nil
}

// SiteWeight is how much a site of the library counts beside a published host: what it has yielded is known.
const SiteWeight = 2

// LeastSites is the number of sites of a library from which on the classifier is better than the published rule.
const LeastSites = 40

// ridge is the strength of the penalty on weights: the examples are few.
const ridge = 4

// Assessment is what a classifier says of a host.
type Assessment struct {
	Class       Class
	Probability float64
	Reason      string
}

// mostReasons bounds the features that a reason names.
const mostReasons = 3

// Classify returns the most probable class of a host.
func (c *Classifier) Classify(e *Evidence) Assessment {
	features := e.features(c.keywords)
	a := Assessment{}
	for i, p := range c.model.Classify(features) {
		if p > a.Probability {
			a.Class, a.Probability = Class(c.model.Labels()[i]), p
		}
	}
	var why []string
	for _, f := range c.model.Explain(features, string(a.Class)) {
		if f.Weight > 0 && len(why) < mostReasons {
			words := f.Name
			if !f.High {
				words = "no or few: " + words
			}
			why = append(why, words)
		}
	}
	a.Reason = fmt.Sprintf("%s, %.0f %%", a.Class, 100*a.Probability)
	if len(why) > 0 {
		a.Reason += ": " + strings.Join(why, "; ")
	}
	return a
}

// Part returns the part of a host that is too broad which fits best, found among the links of its home page: a host of the same domain with the subject in its
// name, or a host or directory to which a link with the subject in its text leads; false if there is none.
func (c *Classifier) Part(e *Evidence) (part weburl.URL, ok bool) {
	if e.Home == nil {
		return part, false
	}
	of, err := weburl.NoRules().Parse("http://" + e.Host + "/")
	if err != nil {
		return part, false
	}
	best := 0
	for i, u := range e.Home.Targets {
		isOwn := u.Host() == e.Host
		if u.Domain() != of.Domain() || u.Domain() == "" && !isOwn || isOwn && u.Path() == "/" || weburl.DocumentEnding(u) {
			continue
		}
		score := 0
		if c.keywords.isNameIn(e.Home.Anchors[i]) {
			score += 4
		}
		if !isOwn && hostFacts(u.Host(), c.keywords).isNamed {
			score += 3
		}
		if c.keywords.isIn(e.Home.Anchors[i]) {
			score += 2
		}
		if score > 0 && !isOwn { // a host of its own is all about it
			score++
		}
		if score > best {
			best, part = score, u
		}
	}
	if best == 0 {
		return part, false
	}
	return directoryOf(part), true
}

// isNameIn reports whether a text has a name of the subject.
func (k *Keywords) isNameIn(text string) bool {
	text = " " + normal(text) + " "
	return slices.ContainsFunc(k.names, func(name string) bool { return strings.Contains(text, " "+name+" ") })
}

// directoryOf returns the directory that a URL lies in.
func directoryOf(u weburl.URL) weburl.URL {
	path := u.Path()
	if d, err := weburl.NoRules().Parse(u.Origin() + path[:strings.LastIndexByte(path, '/')+1]); err == nil {
		return d
	}
	return u
}
