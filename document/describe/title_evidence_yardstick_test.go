//go:build yardstick

package describe_test

import (
	"compress/gzip"
	"encoding/gob"
	"errors"
	"flag"
	"hash/fnv"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"sluice/document/bibtex"
	"sluice/document/content"
	"sluice/document/describe"
	"sluice/document/describe/internal/titlepage"
	"sluice/internal/conformancetest"
	"sluice/internal/labelledtest"
)

var evidenceOf = flag.String("evidence", "", "write "+evidenceFile+" again, with the labelled documents of `SETS`: NUMBER=FOLDER, separated by commas")

// evidenceFile has what the model of titles learns from: the evidence of the first pages of labelled documents, and no text of them.
const evidenceFile = "internal/titlepage/testdata/evidence.gob.gz"

// evidence is what evidenceFile has. The names of the features say what the numbers in facts mean.
type evidence struct {
	Features  [len(titlepage.FeatureNames)][]string
	Documents []labelledTitle
}

// labelledTitle is a document of evidenceFile.
type labelledTitle struct {
	Set, Genre string
	Owner      uint32 // a hash
	Pages      []labelledPage
}

type labelledPage struct {
	Evidence *titlepage.Evidence
	Right    []int // the runs of lines that are the title
}

// label returns the evidence of a document up to the page with its title. It has no pages if none has it.
func label(set, genre, owner string, d *content.Document, url, title string) labelledTitle {
	h := fnv.New32a()
	h.Write([]byte(owner))
	x := labelledTitle{Set: set, Genre: genre, Owner: h.Sum32()}
	pages, titles := describe.TitleEvidence(d, describe.Around{URL: url})
	for page, of := range titles {
		p := labelledPage{Evidence: pages[page]}
		for i, made := range of {
			if title != "" && normalTitle(made) == normalTitle(title) {
				p.Right = append(p.Right, i)
			}
		}
		x.Pages = append(x.Pages, p)
		if len(p.Right) > 0 || title == "" {
			return x
		}
	}
	x.Pages = nil
	return x
}

// TestEvidenceOfTitles writes evidenceFile again. It has the labelled documents of numbered sets, each in a folder of the layout of the
// data beside the project, the documents of sites and the texts without layout of the first, and the pages of the other tests.
// Of a set without a folder, whose documents may be gone, the rows are kept.
func TestEvidenceOfTitles(t *testing.T) {
	if *evidenceOf == "" {
		t.Skip("the evidence is computed again by -evidence NUMBER=FOLDER")
	}
	all := map[string][]labelledTitle{}
	for named := range strings.SplitSeq(*evidenceOf, ",") {
		number, dir, ok := strings.Cut(named, "=")
		if !ok {
			t.Fatalf("%q is not NUMBER=FOLDER", named)
		}
		t.Setenv("SLUICE_SHARED", dir)
		set := "set " + number
		for _, d := range labelledtest.Documents(t, labelledtest.Work, labelledtest.SetAside, labelledtest.Reserve) {
			if d.Title != "" {
				all[set] = append(all[set], label(set, d.Genre, d.Owner, d.Read, d.URL(), d.Title))
			}
		}
		if number == "1" {
			all["web"], all["text"] = labelSites(t), labelTexts(t)
		}
	}
	all["tests"] = labelTests()
	for _, x := range keptEvidence(t) {
		if _, isNew := all[x.Set]; !isNew {
			all[x.Set+" kept"] = append(all[x.Set+" kept"], x)
		}
	}
	file := evidence{Features: titlepage.FeatureNames}
	for _, set := range slices.Sorted(maps.Keys(all)) {
		file.Documents = append(file.Documents, all[set]...)
	}
	f, err := os.Create(evidenceFile)
	if err != nil {
		t.Fatal(err)
	}
	z, _ := gzip.NewWriterLevel(f, gzip.BestCompression)
	if err := errors.Join(gob.NewEncoder(z).Encode(file), z.Close(), f.Close()); err != nil {
		t.Fatal(err)
	}
}

// keptEvidence reads evidenceFile. Facts of features that there are no more are left out.
func keptEvidence(t *testing.T) []labelledTitle {
	f, err := os.Open(evidenceFile)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	z, err := gzip.NewReader(f)
	if err != nil {
		t.Fatal(err)
	}
	var file evidence
	if err := gob.NewDecoder(z).Decode(&file); err != nil {
		t.Fatal(err)
	}
	for _, x := range file.Documents {
		for i := range x.Pages {
			x.Pages[i].dropNotices(file.Features[0])
		}
		for _, p := range x.Pages {
			of := [...][][]titlepage.Fact{p.Evidence.Lines, p.Evidence.Joins, nil, {p.Evidence.None}}
			for part, all := range of {
				for i := range all {
					all[i] = renumbered(all[i], file.Features[part], titlepage.FeatureNames[part])
				}
			}
			p.Evidence.None = of[3][0]
			for i := range p.Evidence.Runs {
				r := &p.Evidence.Runs[i]
				r.Facts = renumbered(r.Facts, file.Features[2], titlepage.FeatureNames[2])
			}
		}
	}
	return file.Documents
}

// dropNotices removes the runs that have a line about the kind, the series or the version of the work among others. Rows that are older than
// this rule have them.
func (p *labelledPage) dropNotices(features []string) {
	isNotice := func(facts []titlepage.Fact) bool {
		return slices.ContainsFunc(facts, func(f titlepage.Fact) bool {
			return slices.Contains([]string{"degree", "begins-as-degree", "series", "edition", "version", "stamp"}, features[f.Feature])
		})
	}
	var runs []titlepage.Run
	var right []int
	for i, r := range p.Evidence.Runs {
		if r.To-r.From > 1 && slices.ContainsFunc(p.Evidence.Lines[r.From:r.To], isNotice) {
			continue
		}
		if slices.Contains(p.Right, i) {
			right = append(right, len(runs))
		}
		runs = append(runs, r)
	}
	p.Evidence.Runs, p.Right = runs, right
}

// renumbered returns facts of features that were in one order, in another.
func renumbered(facts []titlepage.Fact, was, is []string) []titlepage.Fact {
	kept := facts[:0]
	for _, f := range facts {
		if i := slices.Index(is, was[f.Feature]); i >= 0 {
			f.Feature = uint8(i)
			kept = append(kept, f)
		}
	}
	return kept
}

// labelTests labels the pages of the other tests.
func labelTests() (all []labelledTitle) {
	for _, p := range slices.Concat(subtitlePages, titleLinePages) {
		all = append(all, label("tests", "", p.name, sheet(p.lines...), "", p.title))
	}
	for _, p := range slices.Concat(titlePages, frontPages, kindsOfTitlePages, scriptPages) {
		lines := slices.DeleteFunc(slices.Clone(p.lines), func(l string) bool { return l == "" })
		all = append(all, label("tests", "", p.name, sheet(lines...), "", p.title))
	}
	for _, p := range titledDocuments {
		title := p.title
		if len(p.d.Fields) > 0 && title == p.d.Fields[0].Value {
			title = "" // not on the page
		}
		all = append(all, label("tests", "", p.name, p.d, "", title))
	}
	return all
}

// labelSites labels the documents of the real sites.
func labelSites(t *testing.T) (all []labelledTitle) {
	sites, genres, r := conformancetest.Path(t, "web", "sites"), labels(t, conformancetest.Path(t, "web", "labels.tsv")), labelledtest.NewReader(t)
	for _, row := range rows(t, "truth.tsv") {
		id, url := row[0]+row[1], "http://"+row[0]+row[1]
		d, err := r.Read(t.Context(), filepath.Join(sites, row[0], filepath.FromSlash(row[1])), url)
		if err != nil {
			t.Logf("%s: %v", id, err)
			continue
		}
		all = append(all, label("web", genres[id], row[0], d, url, row[2]))
	}
	return all
}

// labelTexts labels the texts without layout.
func labelTexts(t *testing.T) (all []labelledTitle) {
	texts := map[string]string{}
	records(t, conformancetest.Path(t, "corpora", "doctype.jsonl.gz"), func(r record) { texts[r.ID] = r.Text })
	records(t, conformancetest.Path(t, "corpora", "bib", "pmlr.jsonl.gz"), func(r record) {
		if text, ok := texts[r.Key]; ok {
			all = append(all, label("text", "paper", r.Key, &content.Document{Text: text}, "", bibtex.Text(r.Title)))
		}
	})
	return all
}
