//go:build linux

// Command classifiers compares the classifiers of package learn/classifier with those of scikit-learn.
//
//	go run ./bench/classifiers [-corpora NAMES] [-python PROGRAM] [-parts N] [-part 0..N-1] [-o docs/classifiers.md]
//
// It divides the training part of every corpus in ../shared/corpora into three parts, or N, trains on all but one and tests on that, and prints
// tables, or puts them behind the line "<!-- tables -->" of a file. Both sides use one processor, in turns, and their processor time
// counts, the better of two readings, except that of "best", which takes long. scikit-learn has its default settings, and of two definitions
// of words the better one: its own, and that of the classifiers it is compared with.
package main

import (
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"
	"time"

	"sluice/learn"
	"sluice/learn/classifier"
	"sluice/text"
	"sluice/text/vector"
)

func main() {
	names := flag.String("corpora", "", "only the corpora whose `names` have one of these words, separated by commas; C4 and library are the other tables")
	python := flag.String("python", "/usr/bin/python3", "the `program` that has scikit-learn; none without it")
	parts := flag.Uint("parts", 3, "divide the documents into so many `parts`")
	part := flag.Uint("part", 0, "which `part` to test on, from 0")
	methods := flag.String("methods", "nb,lewis,rocchio,svm,best", "the methods to measure")
	doc := flag.String("o", "", "the `file` whose tables are replaced")
	flag.Parse()
	if *part >= *parts || *parts < 2 || *parts > 100 {
		fmt.Fprintln(os.Stderr, "classifiers: -parts must be 2 to 100, and -part below it")
		os.Exit(2)
	}
	var tables bytes.Buffer
	err := run(io.MultiWriter(os.Stdout, &tables), *names, *python, *methods, division{uint32(*part), uint32(*parts)})
	if err == nil && *doc != "" {
		err = replaceTables(*doc, tables.String())
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "classifiers:", err)
		os.Exit(1)
	}
}

// figures are what is measured of one classifier on one corpus.
type figures struct {
	Accuracy float64 `json:"accuracy"`
	Train    float64 `json:"train"`   // documents a second
	Predict  float64 `json:"predict"` // documents a second

	size     int // of the model file
	macro    float64
	settings string
}

// mark is the line of the file behind which the tables stand.
const mark = "<!-- tables -->\n"

// replaceTables replaces what stands behind the mark of a file.
func replaceTables(name, tables string) error {
	b, err := os.ReadFile(name)
	if err != nil {
		return err
	}
	head, _, ok := strings.Cut(string(b), mark)
	if !ok {
		return fmt.Errorf("%s has no line %s", name, mark)
	}
	return os.WriteFile(name, []byte(head+mark+"\n"+tables), 0o644)
}

// machine returns the date and the processor.
func machine() string {
	model := runtime.GOARCH
	if b, err := os.ReadFile("/proc/cpuinfo"); err == nil {
		if _, rest, ok := strings.Cut(string(b), "model name\t: "); ok {
			model, _, _ = strings.Cut(rest, "\n")
		}
	}
	load := ""
	if b, err := os.ReadFile("/proc/loadavg"); err == nil {
		load, _, _ = strings.Cut(string(b), " ")
	}
	return fmt.Sprintf("%s, %s, one of %d processors, %s; load at the start %s.", time.Now().Format(time.DateOnly), model, runtime.NumCPU(), runtime.Version(), load)
}

// run prints the tables.
func run(w io.Writer, names, python, methods string, by division) error {
	fmt.Fprintf(w, "Measured on %s\n\n", machine())
	runtime.GOMAXPROCS(1)
	var rich strings.Builder // the table of the terms of "best"
	shared := os.Getenv("SLUICE_SHARED")
	if shared == "" {
		shared = "../shared"
	}
	fmt.Fprintln(w, "| corpus | method | accuracy | scikit-learn | macro F1 | train, docs/s | scikit-learn | predict, docs/s | scikit-learn | model, MB |")
	fmt.Fprintln(w, "| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |")
	for _, c := range corpora {
		if !wanted(c.name, names) {
			continue
		}
		docs, err := c.read(shared, by)
		if err != nil {
			return err
		}
		var arguments []string
		if c.characters {
			arguments = append(arguments, "characters")
		}
		theirs, err := scikit(python, docs, arguments...)
		if err != nil {
			return err
		}
		for _, method := range strings.Split(methods, ",") {
			if c.several && method != "svm" && method != "best" {
				continue // scikit-learn has no others for several labels
			}
			f, err := measureTwice(c, method, docs)
			if err != nil {
				return err
			}
			other := theirs[method]
			if method == "best" {
				for _, o := range theirs {
					if o.Accuracy > other.Accuracy {
						other = o
					}
				}
			}
			fmt.Fprintf(w, "| %s | %s | %.4f | %s | %.3f | %.0f | %s | %.0f | %s | %.1f |\n", c.name, method, f.Accuracy, number("%.4f", other.Accuracy), f.macro,
				f.Train, number("%.0f", other.Train), f.Predict, number("%.0f", other.Predict), float64(f.size)/1e6)
			if method == "best" && python != "none" && !c.several && !c.characters {
				same, err := scikit(python, docs, "rich")
				if err != nil {
					return err
				}
				s := same["rich"]
				fmt.Fprintf(&rich, "| %s | %.4f | %.4f | %.0f | %.0f | %.0f | %.0f |\n", c.name, f.Accuracy, s.Accuracy, f.Train, s.Train, f.Predict, s.Predict)
			}
			if f.settings != "" {
				fmt.Fprintln(os.Stderr, c.name, method, f.settings)
			}
		}
	}
	if rich.Len() > 0 {
		fmt.Fprintf(w, "\n| corpus | best | scikit-learn, same terms | train, docs/s | scikit-learn | predict, docs/s | scikit-learn |\n| --- | --- | --- | --- | --- | --- | --- |\n%s", rich.String())
	}
	for _, table := range []struct {
		name  string
		print func(io.Writer, string, division) error
	}{{"library identifier", printLanguages}, {"C4", printC4}} {
		if wanted(table.name, names) {
			if err := table.print(w, shared, by); err != nil {
				return err
			}
		}
	}
	return nil
}

// number returns a figure, "–" if there is none.
func number(format string, x float64) string {
	if x == 0 {
		return "–"
	}
	return fmt.Sprintf(format, x)
}

// wanted reports whether a corpus is among the names.
func wanted(corpus, names string) bool {
	for _, n := range strings.Split(names, ",") {
		if strings.Contains(corpus, n) {
			return true
		}
	}
	return false
}

// scikit returns the figures of scikit-learn by method. The arguments are those of its script.
func scikit(python string, docs []document, arguments ...string) (map[string]figures, error) {
	if python == "none" {
		return nil, nil
	}
	var rows bytes.Buffer
	e := json.NewEncoder(&rows)
	for _, d := range docs {
		if err := e.Encode(d); err != nil {
			return nil, err
		}
	}
	script := filepath.Join("bench", "classifiers", "scikit.py")
	cmd := exec.Command(python, script)
	cmd.Args = append(cmd.Args, arguments...)
	cmd.Stdin, cmd.Stderr = &rows, os.Stderr
	out, err := cmd.Output()
	if err != nil {
		return nil, fmt.Errorf("%s: %w", script, err)
	}
	var f map[string]figures
	return f, json.Unmarshal(out, &f)
}

// options returns how a method is trained.
func options(c corpus, method string) classifier.Options {
	o := classifier.Options{Method: classifier.Method(method), Analyzer: vector.Analyzer{Rules: text.Rules{Least: 2}}}
	if c.characters {
		o.Analyzer = vector.Analyzer{MinChars: 1, MaxChars: 4}
	}
	if method == "best" {
		o.Method, o.Analyzer, o.Tune = classifier.SVM, classifier.Rich(), true
	}
	return o
}

// measureTwice returns the figures of a classifier, with the better of two speeds, as scikit-learn has them. "best" is measured
// once.
func measureTwice(c corpus, method string, docs []document) (figures, error) {
	first, err := measure(c, method, docs)
	if err != nil || method == "best" {
		return first, err
	}
	second, err := measure(c, method, docs)
	second.Train, second.Predict = max(first.Train, second.Train), max(first.Predict, second.Predict)
	return second, err
}

// measure trains and tests one classifier.
func measure(c corpus, method string, docs []document) (figures, error) {
	runtime.GC()
	start := processorTime()
	t, err := classifier.New(options(c, method))
	if err != nil {
		return figures{}, err
	}
	trained, tested := 0, 0
	for _, d := range docs {
		if !d.Test {
			trained++
			labels := d.Labels
			if !c.several {
				labels = []string{d.Label}
			}
			if err := t.AddSeveral(labels, vector.Field{Text: d.Text}); err != nil {
				return figures{}, err
			}
		}
	}
	model, err := t.Train()
	if err != nil {
		return figures{}, err
	}
	train := processorTime() - start
	file, err := model.MarshalBinary()
	if err != nil {
		return figures{}, err
	}
	var m classifier.Model
	if err := m.UnmarshalBinary(file); err != nil {
		return figures{}, err
	}
	var (
		confusion learn.Confusion
		assigned  learn.Assignments
	)
	start = processorTime()
	for _, d := range docs {
		if d.Test {
			tested++
			if c.several {
				assigned.Add(d.Labels, m.Assign(vector.Field{Text: d.Text}))
				continue
			}
			label, _ := m.Best(vector.Field{Text: d.Text})
			confusion.Add(d.Label, label)
		}
	}
	predict := processorTime() - start
	accuracy, macro := confusion.Micro().F1, confusion.Macro().F1
	if c.several {
		accuracy, macro = assigned.Micro().F1, assigned.Macro().F1
	}
	return figures{
		Accuracy: accuracy, Train: float64(trained) / train.Seconds(), Predict: float64(tested) / predict.Seconds(),
		size: len(file), macro: macro, settings: m.Settings(),
	}, nil
}

// processorTime returns the processor time that the process has used.
func processorTime() time.Duration {
	var u syscall.Rusage
	if syscall.Getrusage(syscall.RUSAGE_SELF, &u) != nil {
		return 0 // unreachable: the arguments are valid
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}
