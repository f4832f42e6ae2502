package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"sluice/cmd/sluice/internal/example"
	"sluice/cmd/sluice/internal/screen"
	"sluice/internal/shell"
	"sluice/topic"
)

// topicPlaceCmd classifies examples into a taxonomy and edits it.
type topicPlaceCmd struct {
	folder
	Examples   []string `arg:"" optional:"" name:"example" help:"URLs, files, or files of bookmarks."`
	Taxonomy   string   `placeholder:"FILE" help:"Begin with the classes in FILE; without it, with those of the ACM for computer science."`
	Classifier string   `placeholder:"FILE" help:"Begin with the classes of a classifier, from 'sluice train classifier'."`
	Add        []string `sep:"none" placeholder:"CLASS=WORDS" help:"Add a class, or change the words of one. Can be repeated."`
	Move       []string `sep:"none" placeholder:"EXAMPLE=CLASS" help:"Move an example to a class. Can be repeated."`
	Good       []string `sep:"none" placeholder:"CLASS" help:"Mark a class, and all below it, as good. Can be repeated."`
	NotGood    []string `sep:"none" placeholder:"CLASS" help:"Take the mark away. Can be repeated."`
	Output     string   `short:"o" default:"topic.yaml" placeholder:"FILE" help:"The file of the topic: it is read if it exists, and written."`
}

// Help returns the long text of the command.
func (topicPlaceCmd) Help() string {
	return `Classifies examples into a taxonomy and shows where each fell: its class with the probability, and the next one. They are kept in the
file of the topic, and the classes learn from them. Then the same command edits the file, step by step: --move puts an example where it
belongs, --add makes a class that is missing, --good marks the classes that you want. A page is relevant if it falls into a good class.

A class may be named by the end of its name: 'machine learning' is 'Computing methodologies/Machine learning'. The classes that come with Sluice are
those of computer science (ACM Computing Classification System, 2012, two levels). For other subjects, write a taxonomy (` + "`sluice help topic`" + `
shows the form; a name and words for each class are enough), or train a classifier on examples with ` + "`sluice train classifier`" + `.

A URL that the library does not have is fetched once, with the settings of the library. In the file of the topic, names of
files are relative to its folder, or absolute; arguments are relative to the working directory.

EXAMPLES

    sluice topic place bookmarks.html
    sluice topic place --move http://www.example.org/spider.html='World Wide Web' --add 'Web/Crawlers=web crawler, web spider'
    sluice topic place --good 'World Wide Web' --good 'Web/Crawlers'
    sluice crawl --topic topic.yaml https://www.example.org/`
}

// Run edits, places and learns, in this order, and writes the file.
func (cmd *topicPlaceCmd) Run(ctx context.Context, c *console) error {
	d, err := cmd.begin()
	if err != nil {
		return err
	}
	if d.Model != "" {
		return cmd.placeByClassifier(ctx, c, d)
	}
	examples, bad, err := examplesOf(cmd.Examples, nil)
	if err != nil {
		return err
	}
	examples = append(examples, bad...)
	ctx, stop := untilSignal(ctx)
	defer stop()
	s, err := c.openSource(ctx, cmd.path(ctx))
	if err != nil {
		return err
	}
	defer s.Close()
	e := &taxonomyEditor{Definition: d, source: s, changed: map[string]bool{}}
	if err := e.addAll(cmd.Add); err != nil {
		return err
	}
	texts, err := s.Read(ctx, examples)
	if err != nil {
		return err
	}
	if len(examples) > 0 && len(texts) == 0 {
		return errors.New("no example could be read; see the causes above")
	}
	if err := e.place(texts); err != nil {
		return err
	}
	if err := e.moveAll(cmd.Move, cmd.Output); err != nil {
		return err
	}
	if err := e.mark(cmd.Good, cmd.NotGood); err != nil {
		return err
	}
	if err := e.show(ctx, c); err != nil { // before they learn: afterwards each example fits its class
		return err
	}
	if err := e.learn(ctx, c); err != nil {
		return err
	}
	if err := c.writeTopic(ctx, cmd.Output, e.Definition); err != nil {
		return err
	}
	cmd.advise(c, &e.Definition)
	return nil
}

// begin returns the topic in the file, or the taxonomy to begin with.
func (cmd *topicPlaceCmd) begin() (d topic.Definition, err error) {
	d, err = taxonomyIn(cmd.Output)
	switch {
	case err == nil && (cmd.Taxonomy != "" || cmd.Classifier != ""):
		return d, usagef("%s exists, and has a taxonomy of its own; write another file with -o, or delete it", cmd.Output)
	case !errors.Is(err, fs.ErrNotExist):
		return d, err
	case cmd.Classifier != "":
		model, err := filepath.Abs(cmd.Classifier)
		return topic.Definition{Name: strings.TrimSuffix(filepath.Base(cmd.Classifier), filepath.Ext(cmd.Classifier)), Model: model}, err
	case cmd.Taxonomy == "":
		return topic.ACM(), nil
	}
	d, err = taxonomyIn(cmd.Taxonomy)
	if _, isUsage := errors.AsType[usageError](err); err != nil && !isUsage {
		err = usagef("--taxonomy: %w", err)
	}
	return d, err
}

// placeByClassifier shows where examples fall among the classes of a classifier, and marks the good ones.
func (cmd *topicPlaceCmd) placeByClassifier(ctx context.Context, c *console, d topic.Definition) error {
	if len(cmd.Add)+len(cmd.Move) > 0 {
		return usagef("the classes of a classifier cannot be changed; train it again with other examples, or use a taxonomy")
	}
	name := d.Model
	if !filepath.IsAbs(name) {
		name = filepath.Join(filepath.Dir(cmd.Output), name)
	}
	m, err := readModel(name)
	if err != nil {
		return usageError{err}
	}
	for _, l := range cmd.Good {
		if !slices.Contains(d.Good, l) {
			d.Good = append(d.Good, l)
		}
	}
	d.Good = slices.DeleteFunc(d.Good, func(l string) bool { return slices.Contains(cmd.NotGood, l) })
	shown := d
	shown.Good = m.Labels() // classes are shown before any is good
	if len(d.Good) > 0 {
		shown = d
	}
	t, err := topic.New(shown, m)
	if err != nil {
		return usageError{err}
	}
	good, bad, err := examplesOf(cmd.Examples, nil)
	if err != nil {
		return err
	}
	s, err := c.openSource(ctx, cmd.path(ctx))
	if err != nil {
		return err
	}
	defer s.Close()
	texts, err := s.Read(ctx, append(good, bad...))
	if err != nil {
		return err
	}
	table := newPlaces(c)
	for _, e := range texts {
		table.add(e.Name, "", t.Classify(e.Fields...), func(s topic.Share) bool { return slices.Contains(d.Good, s.Class) })
	}
	if err := c.writeTopic(ctx, cmd.Output, d); err != nil {
		return err
	}
	if err := table.Write(c.out); err != nil {
		return err
	}
	cmd.advise(c, &d)
	return nil
}

// advise says what comes next.
func (cmd *topicPlaceCmd) advise(c *console, d *topic.Definition) {
	isGood := len(d.Good) > 0 || slices.ContainsFunc(d.Classes, func(c topic.Class) bool { return c.Good })
	file := shell.Quote(cmd.Output)
	if !isGood {
		fmt.Fprintf(c.notes, "Written to %s. No class is good yet: mark those that you want, with `sluice topic place%s -o %[1]s --good CLASS`.\n", file, cmd.flag())
		return
	}
	fmt.Fprintf(c.notes, "Written to %s. Use it: `sluice crawl%s --topic %[1]s` or `sluice topic use%[2]s %[1]s`.\n", file, cmd.flag())
}

// taxonomyEditor changes a taxonomy.
type taxonomyEditor struct {
	topic.Definition
	source  *example.Source
	changed map[string]bool // classes, by name, whose examples are others now
	places  []string        // examples to show
}

// find returns the index of a class by its name, or by the end of it.
func (e *taxonomyEditor) find(name string) (int, error) {
	var found []int
	for i, c := range e.Classes {
		switch {
		case strings.EqualFold(c.Name, name):
			return i, nil
		case len(c.Name) > len(name) && strings.EqualFold(c.Name[len(c.Name)-len(name):], name) && c.Name[len(c.Name)-len(name)-1] == '/':
			found = append(found, i)
		}
	}
	switch len(found) {
	case 1:
		return found[0], nil
	case 0:
		return 0, usagef("no class %q; add it with --add %s, or see the names in the file", name, shell.Quote(name+"=WORDS"))
	}
	return 0, usagef("more than one class ends with %q: %q and %q; write all of the name", name, e.Classes[found[0]].Name, e.Classes[found[1]].Name)
}

// addAll adds classes, or changes the words of known ones.
func (e *taxonomyEditor) addAll(all []string) error {
	for _, a := range all {
		name, words, _ := strings.Cut(a, "=")
		if name = strings.TrimSpace(name); name == "" {
			return usagef("--add %q: write CLASS=WORDS", a)
		}
		i := slices.IndexFunc(e.Classes, func(c topic.Class) bool { return c.Name == name })
		if i < 0 {
			i = len(e.Classes)
			e.Classes = append(e.Classes, topic.Class{Name: name})
		}
		if words = strings.TrimSpace(words); words != "" {
			e.Classes[i].Words, e.Classes[i].Terms, e.Classes[i].Half = words, nil, 0
		}
		e.changed[name] = true
	}
	return nil
}

// judge returns the topic of all classes, whether one is good or not.
func (e *taxonomyEditor) judge() (*topic.Topic, error) {
	all := e.Definition
	all.Classes = slices.Clone(all.Classes)
	for i := range all.Classes {
		all.Classes[i].Good = true
	}
	t, err := topic.New(all, nil)
	if err != nil {
		return nil, usageError{err}
	}
	return t, nil
}

// leastPlaced is the probability from which on an example is put into a class. Below it, it fits none, and would teach its class wrong terms.
const leastPlaced = 0.1

// place puts examples into their most probable classes, unless they are in one.
func (e *taxonomyEditor) place(texts []example.Text) error {
	if len(texts) == 0 {
		return nil
	}
	t, err := e.judge()
	if err != nil {
		return err
	}
	for _, x := range texts {
		e.places = append(e.places, x.Name)
		if e.classOf(x.Name) >= 0 {
			continue
		}
		if best := t.Classify(x.Fields...)[0]; best.Probability >= leastPlaced {
			e.put(x.Name, slices.IndexFunc(e.Classes, func(c topic.Class) bool { return c.Name == best.Class }))
		}
	}
	return nil
}

// classOf returns the index of the class of an example, -1 if it is in none.
func (e *taxonomyEditor) classOf(example string) int {
	return slices.IndexFunc(e.Classes, func(c topic.Class) bool { return slices.Contains(c.Examples, example) })
}

// put puts an example into a class, out of the one in which it was.
func (e *taxonomyEditor) put(example string, class int) {
	if was := e.classOf(example); was >= 0 {
		c := &e.Classes[was]
		c.Examples = slices.DeleteFunc(c.Examples, func(s string) bool { return s == example })
		e.changed[c.Name] = true
	}
	c := &e.Classes[class]
	c.Examples = append(c.Examples, example)
	e.changed[c.Name] = true
}

// moveAll moves examples. An error names the file of the topic in what to do.
func (e *taxonomyEditor) moveAll(all []string, file string) error {
	for _, m := range all {
		at := strings.LastIndexByte(m, '=')
		if at <= 0 {
			return usagef("--move %q: write EXAMPLE=CLASS", m)
		}
		class, err := e.find(m[at+1:])
		if err != nil {
			return err
		}
		name := exampleName(m[:at])
		if e.classOf(name) < 0 && !slices.Contains(e.places, name) {
			return usagef("--move: there is no example %q; place it first: `sluice topic place -o %s %s`", name, shell.Quote(file), shell.Quote(name))
		}
		e.put(name, class)
		if !slices.Contains(e.places, name) {
			e.places = append(e.places, name)
		}
	}
	return nil
}

// mark marks classes as good, or takes the mark away. It is an error to take it away from a class below a good one.
func (e *taxonomyEditor) mark(good, notGood []string) error {
	for i, names := range [][]string{notGood, good} {
		for _, name := range names {
			at, err := e.find(name)
			if err != nil {
				return err
			}
			e.Classes[at].Good = i == 1
		}
	}
	for _, name := range notGood {
		at, err := e.find(name)
		if err != nil {
			return err
		}
		for _, above := range e.Classes {
			if above.Good && strings.HasPrefix(e.Classes[at].Name, above.Name+"/") {
				return usagef("--not-good %q: it belongs to %q, which is good; take the mark of that away, and mark the others below it", e.Classes[at].Name, above.Name)
			}
		}
	}
	return nil
}

// learn makes the classes learn again whose examples have changed. A class without examples has its words again.
func (e *taxonomyEditor) learn(ctx context.Context, c *console) error {
	if len(e.changed) == 0 {
		return nil
	}
	e.Language = e.WordsLanguage() // once classes have terms, their words say it no more
	background, err := e.source.Background(ctx, e.Language)
	if err != nil {
		return err
	}
	var all []string
	for _, class := range e.Classes {
		all = append(all, class.Examples...)
	}
	slices.Sort(all)
	examples, err := e.source.Read(ctx, slices.Compact(all)) // at once: hosts are fetched from in parallel
	if err != nil {
		return err
	}
	texts := map[string][]example.Text{}
	for _, class := range e.Classes {
		for _, x := range examples {
			if slices.Contains(class.Examples, x.Name) {
				texts[class.Name] = append(texts[class.Name], x)
			}
		}
	}
	for i := range e.Classes {
		class := &e.Classes[i]
		if !e.changed[class.Name] || len(class.Examples) > 0 && len(texts[class.Name]) == 0 {
			continue
		}
		if len(class.Examples) == 0 {
			if class.Words != "" {
				class.Terms, class.Half = nil, 0
			}
			continue
		}
		var others []example.Text
		for name, its := range texts {
			if name != class.Name {
				others = append(others, its...)
			}
		}
		slices.SortFunc(others, func(a, b example.Text) int { return strings.Compare(a.Name, b.Name) })
		out, err := topic.Learn(class.Name, class.Words, example.Fields(texts[class.Name]), example.Fields(others), topic.Options{Language: e.Language, Background: background})
		if err == nil { // else its examples have nothing that others lack, and it keeps its words
			class.Terms, class.Half = out.Terms, out.Half
		}
	}
	return nil
}

// show shows where each example is, and how well it fits there and elsewhere. Without examples in hand it shows all.
func (e *taxonomyEditor) show(ctx context.Context, c *console) error {
	names := e.places
	if len(names) == 0 {
		for _, class := range e.Classes {
			names = append(names, class.Examples...)
		}
	}
	texts, err := e.source.Read(ctx, names)
	if err != nil && ctx.Err() == nil && len(e.changed) == 0 {
		fmt.Fprintf(c.err, "%s; the examples are not shown\n", screen.Escape(err.Error())) // marks need no text
		return nil
	}
	if err != nil || len(texts) == 0 {
		return err
	}
	t, err := e.judge()
	if err != nil {
		return err
	}
	table := newPlaces(c)
	for _, x := range texts {
		class := "" // none
		if i := e.classOf(x.Name); i >= 0 {
			class = e.Classes[i].Name
		}
		shares := t.Classify(x.Fields...)
		if class == "" {
			table.addUnplaced(x.Name, shares)
			continue
		}
		table.add(x.Name, class, shares, func(s topic.Share) bool {
			return slices.ContainsFunc(e.Classes, func(c topic.Class) bool {
				return c.Good && (c.Name == s.Class || strings.HasPrefix(s.Class, c.Name+"/"))
			})
		})
	}
	return table.Write(c.out)
}

// places is a table of examples with their classes.
type places struct{ screen.Table }

// newPlaces returns an empty table.
func newPlaces(c *console) *places {
	return &places{screen.Table{Width: screen.TerminalWidth(c.out, 0), Columns: []screen.Column{
		{Title: "example", Shrink: true}, {Title: "class", Shrink: true}, {Title: "p", Right: true}, {Title: "good"}, {Title: "next", Shrink: true, Optional: true}, {Title: "p", Right: true, Optional: true},
	}}}
}

// addUnplaced adds an example that is in no class, with the one that fits best.
func (p *places) addUnplaced(example string, shares []topic.Share) {
	next, probability := "", ""
	if len(shares) > 0 && shares[0].Probability >= leastShown {
		next, probability = shares[0].Class, strconv.FormatFloat(shares[0].Probability, 'f', 2, 64)
	}
	p.Rows = append(p.Rows, []string{example, "none", "", "", next, probability})
}

// leastShown is the least probability that is not shown as 0.
const leastShown = 0.005

// add adds an example with the class in which it is, or the most probable one, and the next.
func (p *places) add(example, class string, shares []topic.Share, isGood func(topic.Share) bool) {
	at := 0
	if class != "" {
		at = slices.IndexFunc(shares, func(s topic.Share) bool { return s.Class == class })
	}
	if len(shares) == 0 || at < 0 || class == "" && shares[0].Probability == 0 {
		p.Rows = append(p.Rows, []string{example, "none", "", "", "", ""})
		return
	}
	its := shares[at]
	good, next, probability := "", "", ""
	if isGood(its) {
		good = "yes"
	}
	for i, s := range shares {
		if i != at && s.Probability >= leastShown {
			next, probability = s.Class, strconv.FormatFloat(s.Probability, 'f', 2, 64)
			break
		}
	}
	p.Rows = append(p.Rows, []string{example, its.Class, strconv.FormatFloat(its.Probability, 'f', 2, 64), good, next, probability})
}
