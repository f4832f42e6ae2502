//go:build linux

package main

import (
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"

	"sluice/learn"
	"sluice/learn/classifier"
	"sluice/page"
	"sluice/text"
	"sluice/text/english"
	"sluice/text/vector"
	"sluice/weburl"
)

// published are the figures of Chung, "Topic-oriented collaborative web crawling" (2001), section 4.3: accuracy, how often a linked page
// gets its parent's class, pages a second.
var published = map[classifier.Method][3]float64{
	classifier.NaiveBayes: {60.7, 62.4, 19.5}, classifier.Lewis: {58.2, 62.3, 2.9}, classifier.Rocchio: {43.7, 48.9, 1.6},
}

// mostLinks is the number of linked pages that are looked at for each page, as there.
const mostLinks = 5

// printC4 repeats the comparison of that thesis: classifiers of the 15 categories of DMOZ, and their verdicts on pages that link to
// one another.
func printC4(w io.Writer, shared string, by division) error {
	var dmoz corpus
	for _, c := range corpora {
		if c.file == "dmoz" {
			dmoz = c
		}
	}
	docs, err := dmoz.read(shared, by)
	if err != nil {
		return err
	}
	pages, err := readPages(filepath.Join(shared, "web", "sites"))
	if err != nil {
		return err
	}
	fmt.Fprintf(w, "\n| method | accuracy, %% | published | linked page has the class of its parent, %% | published | pages/s | published |\n| --- | --- | --- | --- | --- | --- | --- |\n")
	for _, method := range []classifier.Method{classifier.NaiveBayes, classifier.Lewis, classifier.Rocchio} {
		t, err := classifier.New(classifier.Options{Method: method, UniformPriors: true, Analyzer: vector.Analyzer{Rules: text.Rules{Numbers: text.DropNumbers}}})
		if err != nil {
			return err
		}
		var confusion learn.Confusion
		for _, d := range docs {
			if !d.Test {
				if err := t.Add(d.Label, vector.Field{Text: d.Text}); err != nil {
					return err
				}
			}
		}
		m, err := t.Train()
		if err != nil {
			return err
		}
		for _, d := range docs {
			if d.Test {
				label, _ := m.Best(vector.Field{Text: d.Text})
				confusion.Add(d.Label, label)
			}
		}
		start := processorTime()
		same, links := relationship(m, pages)
		speed := float64(len(pages)) / (processorTime() - start).Seconds()
		p := published[method]
		fmt.Fprintf(w, "| %s | %.1f | %.1f | %.1f of %d links | %.1f | %.0f | %.1f |\n", method, 100*confusion.Micro().F1, p[0], 100*float64(same)/float64(links), links, p[1], speed, p[2])
	}
	return nil
}

// webPage is a page of a recorded site.
type webPage struct {
	text  string
	links []string
}

// readPages returns the English pages of a folder of sites that have more than 50 words, by URL.
func readPages(root string) (map[string]webPage, error) {
	pages := map[string]webPage{}
	var parser page.Parser
	parser.Rules = weburl.DefaultRules
	err := filepath.WalkDir(root, func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() || !strings.Contains(strings.ToLower(filepath.Ext(name)), "htm") {
			return err
		}
		body, err := os.ReadFile(name)
		if err != nil {
			return err
		}
		below, err := filepath.Rel(root, name)
		if err != nil {
			return err
		}
		u, err := weburl.NoRules().Parse("http://" + filepath.ToSlash(below))
		if err != nil {
			return nil //nolint:nilerr // a file without a URL is no page
		}
		p := parser.Parse(body, page.Source{URL: u})
		found := webPage{text: string(p.Text)}
		if len(strings.Fields(found.text)) <= 50 || !english.Is(found.text) {
			return nil
		}
		for _, l := range p.Links {
			found.links = append(found.links, address(l.URL))
		}
		pages[address(u)] = found
		return nil
	})
	return pages, err
}

// address returns a URL as a string; the index of a folder has that of the folder.
func address(u weburl.URL) string {
	return strings.TrimSuffix(strings.TrimSuffix(u.String(), "index.html"), "/")
}

// relationship returns how many linked pages get the class of the page that links to them, and how many there are.
func relationship(m *classifier.Model, pages map[string]webPage) (same, links int) {
	class := make(map[string]string, len(pages))
	for from, p := range pages {
		class[from], _ = m.Best(vector.Field{Text: p.text})
	}
	for from, p := range pages {
		n := 0
		for _, target := range p.links {
			label, ok := class[target]
			if !ok || target == from || n == mostLinks {
				continue
			}
			n++
			links++
			if label == class[from] {
				same++
			}
		}
	}
	return same, links
}

// printLanguages prints how well the identifier of the library knows the languages of the corpus.
func printLanguages(w io.Writer, shared string, by division) error {
	c := corpora[len(corpora)-1]
	docs, err := c.read(shared, by)
	if err != nil {
		return err
	}
	n, known, right, labels := 0, 0, 0, map[string]bool{}
	start := processorTime()
	for _, d := range docs {
		if !d.Test {
			continue
		}
		n++
		language, _ := text.Language(d.Text)
		if language != "" {
			known++
		}
		if language == d.Label {
			right++
			labels[language] = true
		}
	}
	took := max(processorTime()-start, time.Millisecond)
	fmt.Fprintf(w, "\n`text.Language`, which is not trained on the corpus, gives %.1f %% of the sentences a language, and %.1f %% of all the right one (%d languages of %d), %.0f sentences a second.\n",
		100*float64(known)/float64(n), 100*float64(right)/float64(n), len(labels), 75, float64(n)/took.Seconds())
	return nil
}
