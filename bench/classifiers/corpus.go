//go:build linux

package main

import (
	"bufio"
	"compress/gzip"
	"encoding/json"
	"fmt"
	"hash/fnv"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
)

// document is a labelled document of a corpus.
type document struct {
	Text  string `json:"text"`
	Label string `json:"label"`
	Test  bool   `json:"test"`

	Labels []string `json:"labels,omitempty"` // of a corpus with several
	html   string
	url    string
}

// corpus is a labelled collection.
type corpus struct {
	name       string
	file       string
	labels     []string // those that count; nil: all
	characters bool     // sentences: n-grams of characters instead of words
	several    bool     // documents have several labels
}

// corpora are those of the comparison.
var corpora = []corpus{
	{name: "20 Newsgroups", file: "20newsgroups"},
	{name: "Reuters R52", file: "reuters21578"},
	{name: "Reuters 90", file: "reuters21578", several: true},
	{name: "WebKB 7", file: "webkb"},
	{name: "WebKB 4", file: "webkb", labels: []string{"course", "faculty", "project", "student"}},
	{name: "DMOZ 15", file: "dmoz"},
	{name: "OHSUMED 23", file: "ohsumed"},
	{name: "web sites 7", file: "webcat"},
	{name: "languages 75", file: "langid", characters: true},
}

// record is a row of any corpus.
type record struct {
	ID     any
	Label  string
	Split  string
	Title  string
	Text   string
	HTML   string
	URL    string
	Topics []string
}

// division says which of how many parts of the documents, by a hash of their names, is to test on.
type division struct{ part, parts uint32 }

// read returns the documents of a corpus's training part.
func (c corpus) read(shared string, by division) ([]document, error) {
	f, err := os.Open(filepath.Join(shared, "corpora", c.file+".jsonl.gz"))
	if err != nil {
		return nil, err
	}
	defer f.Close()
	z, err := gzip.NewReader(f)
	if err != nil {
		return nil, err
	}
	lines := bufio.NewScanner(z)
	lines.Buffer(nil, 1<<26)
	var docs []document
	for lines.Scan() {
		var r record
		if err := json.Unmarshal(lines.Bytes(), &r); err != nil {
			return nil, err
		}
		if r.Split != "train" {
			continue
		}
		d, ok := c.document(r)
		if !ok {
			continue
		}
		h := fnv.New32a()
		fmt.Fprint(h, r.ID)
		d.Test = h.Sum32()/7%by.parts == by.part
		docs = append(docs, d)
	}
	if c.several {
		return severalCommon(docs), lines.Err()
	}
	return common(docs), lines.Err()
}

// markup is what is no text in HTML.
var (
	hidden = regexp.MustCompile(`(?is)<!--.*?-->|<script.*?</script>|<style.*?</style>`)
	tag    = regexp.MustCompile(`(?s)<[^>]*>`)
)

// document returns the document of a row, and whether it counts.
func (c corpus) document(r record) (document, bool) {
	d := document{Text: r.Text, Label: r.Label, html: r.HTML, url: r.URL}
	switch c.file {
	case "20newsgroups":
		if _, body, ok := strings.Cut(d.Text, "\n\n"); ok {
			d.Text = body // without the headers, which name the group
		}
	case "reuters21578":
		if c.several {
			d.Labels = r.Topics
		} else if len(r.Topics) == 1 {
			d.Label = r.Topics[0]
		}
		if d.Label == "" && len(d.Labels) == 0 {
			return d, false
		}
		d.Text = r.Title + "\n" + r.Title + "\n" + r.Text
	case "webkb":
		d.Text = tag.ReplaceAllString(hidden.ReplaceAllString(r.HTML, " "), " ")
	}
	return d, c.labels == nil || slices.Contains(c.labels, d.Label)
}

// severalCommon returns the documents with those of their labels that occur in both parts, one at least.
func severalCommon(docs []document) []document {
	in := map[bool]map[string]bool{false: {}, true: {}}
	for _, d := range docs {
		for _, l := range d.Labels {
			in[d.Test][l] = true
		}
	}
	for i, d := range docs {
		docs[i].Labels = slices.DeleteFunc(d.Labels, func(l string) bool { return !in[false][l] || !in[true][l] })
	}
	return slices.DeleteFunc(docs, func(d document) bool { return len(d.Labels) == 0 })
}

// common returns the documents whose labels occur in both parts.
func common(docs []document) []document {
	in := map[bool]map[string]bool{false: {}, true: {}}
	for _, d := range docs {
		in[d.Test][d.Label] = true
	}
	return slices.DeleteFunc(docs, func(d document) bool { return !in[false][d.Label] || !in[true][d.Label] })
}
