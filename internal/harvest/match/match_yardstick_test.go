//go:build yardstick

package match_test

import (
	"bufio"
	"compress/gzip"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"sluice/document"
	"sluice/document/bibliography"
	"sluice/document/bibtex"
	"sluice/document/content"
	"sluice/document/describe"
	"sluice/document/genre"
	"sluice/internal/conformancetest"
	"sluice/internal/harvest/match"
	"sluice/internal/labelledtest"
	"sluice/text"
)

// The bars, in hundredths.
const (
	precisionBar = 98
	recallBar    = 95
)

// TestMain lets the test binary be the processes that a reader starts.
func TestMain(m *testing.M) {
	if document.Serve() {
		return
	}
	os.Exit(m.Run())
}

// file is a real document: its name, what it is, and what its first page says if that is known.
type file struct {
	id      string
	genre   string
	title   string
	authors []string
	url     string
	read    *content.Document
}

// TestPrecisionAndRecallOfMatches matches real documents against the records of those that a library accepts, among fake records of the same
// authors and 18,000 records of other works.
func TestPrecisionAndRecallOfMatches(t *testing.T) {
	files := append(webFiles(t), labelledFiles(t)...)
	records, kinds := wantedRecords(t, files)
	ix := match.NewIndex()
	for i := range records {
		ix.Add(&records[i])
	}
	right := map[string]bool{}
	filter := genre.Default()
	var spent time.Duration
	wanted, found, same, wrong := 0, 0, 0, 0
	versions := map[match.Version]int{}
	for _, f := range files {
		verdict := filter.Judge(f.read, genre.Clues{URL: f.url})
		fields := describe.Describe(f.read, describe.Around{URL: f.url, Genre: verdict.Genre}).Fields
		start := time.Now()
		results := ix.Match(match.NewDocument(f.read, fields, verdict))
		spent += time.Since(start)
		key, isFound := text.NormalTitle(f.title), false
		for _, r := range results {
			record := &records[r.Record]
			if !r.Same {
				continue
			}
			same++
			if (kinds[r.Record] == realRecord || kinds[r.Record] == otherRecord) && key != "" && text.NormalTitle(record.Title) == key {
				isFound = true
				versions[r.Version]++
				continue
			}
			wrong++
			t.Logf("wrong: %s (%s) %q\n  is taken for the %s record %q: %.2f %v", f.id, f.genre, f.title, kinds[r.Record], record.Title, r.Confidence, r)
		}
		if !isWanted(f) {
			continue
		}
		right[key] = right[key] || isFound
		if wanted++; isFound {
			found++
			continue
		}
		t.Logf("missed: %s (%s, judged %s %.2f) %q by %q", f.id, f.genre, verdict.Genre, verdict.Confidence, f.title, f.authors)
		for _, r := range results[:min(len(results), 2)] {
			t.Logf("   %q: %.2f %s %v", records[r.Record].Title, r.Confidence, r.Not, r)
		}
		t.Logf("   first lines %q", firstLines(f.read))
	}
	works := 0
	for _, ok := range right {
		if ok {
			works++
		}
	}
	precision, recall := 100*float64(same-wrong)/float64(max(1, same)), 100*float64(found)/float64(max(1, wanted))
	fmt.Printf("QUALITY match: %d documents, %d of them wanted, against %d records, %d of them fakes; precision %.1f %%, recall %.1f %% of the documents and %.1f %% of the works\n",
		len(files), wanted, len(records), count(kinds, func(k string) bool { return k != realRecord && k != otherRecord }), precision, recall,
		100*float64(works)/float64(max(1, len(right))))
	t.Logf("%.1f ms a document; versions %v", spent.Seconds()*1000/float64(max(1, len(files))), versions)
	if labelledtest.CheckCount(t, "wanted documents", wanted, 200) && (precision < precisionBar || recall < recallBar) {
		t.Errorf("precision %.1f %%, recall %.1f %%; the bars are %d %% and %d %%", precision, recall, precisionBar, recallBar)
	}
}

// TestMatchesOfPublishersRecords matches texts without layout against the records of their publisher, which were not made from the texts, among all
// records of other bibliographies.
func TestMatchesOfPublishersRecords(t *testing.T) {
	texts := map[string]string{}
	lines(t, conformancetest.Path(t, "corpora", "doctype.jsonl.gz"), func(r row) { texts[r.ID] = r.Text })
	ix := match.NewIndex()
	var records []bibliography.Record
	var keys []string
	for _, name := range bibliographies {
		lines(t, conformancetest.Path(t, "corpora", "bib", name), func(r row) {
			records, keys = append(records, recordOf(bibtex.Text(r.Title), r.Authors)), append(keys, r.Key)
			ix.Add(&records[len(records)-1])
		})
	}
	titles := map[string]string{}
	for i, key := range keys {
		titles[key] = text.NormalTitle(records[i].Title)
	}
	filter := genre.Default()
	wanted, found, same, right := 0, 0, 0, 0
	for key, body := range texts {
		d := &content.Document{Text: body}
		verdict := filter.Judge(d, genre.Clues{})
		isFound := false
		results := ix.Match(match.NewDocument(d, describe.Describe(d, describe.Around{Genre: verdict.Genre}).Fields, verdict))
		for _, r := range results {
			if !r.Same {
				continue
			}
			if titles[key] == "" { // a document of another collection: its record is not known
				continue
			}
			same++
			if text.NormalTitle(records[r.Record].Title) == titles[key] {
				right++
				isFound = true
			} else {
				t.Logf("wrong: %s is taken for %q: %.2f %v; begins %q", key, records[r.Record].Title, r.Confidence, r, body[:min(len(body), 200)])
			}
		}
		if titles[key] == "" {
			continue
		}
		if wanted++; isFound {
			found++
			continue
		}
		t.Logf("missed: %s, judged %s, begins %q", key, verdict.Genre, body[:min(len(body), 300)])
		for _, r := range results[:min(len(results), 2)] {
			t.Logf("   %q: %.2f %s %v", records[r.Record].Title, r.Confidence, r.Not, r)
		}
	}
	precision, recall := 100*float64(right)/float64(max(1, same)), 100*float64(found)/float64(max(1, wanted))
	fmt.Printf("QUALITY match texts: %d texts without layout, %d of them with a record of their publisher among %d; precision %.1f %%, recall %.1f %%\n", len(texts), wanted, len(records), precision, recall)
	if labelledtest.CheckCount(t, "texts with a record", wanted, 100) && (precision < precisionBar || recall < recallBar) {
		t.Errorf("precision %.1f %%, recall %.1f %%; the bars are %d %% and %d %%", precision, recall, precisionBar, recallBar)
	}
}

func isWanted(f file) bool {
	return f.title != "" && (f.genre == "paper" || f.genre == "report" || f.genre == "thesis")
}

func firstLines(d *content.Document) (all []string) {
	for _, l := range d.Lines[:min(len(d.Lines), 8)] {
		all = append(all, l.Text)
	}
	return all
}

func count(all []string, ok func(string) bool) (n int) {
	for _, s := range all {
		if ok(s) {
			n++
		}
	}
	return n
}

// webFiles returns the labelled documents of the real sites. Title and authors are known of those that are accepted.
func webFiles(t *testing.T) []file {
	type truth struct {
		title   string
		authors []string
	}
	known := map[string]truth{}
	for _, row := range rows(t, filepath.FromSlash("../../../document/describe/testdata/truth.tsv")) {
		row = append(row, "", "")
		var authors []string
		if row[3] != "" {
			authors = strings.Split(row[3], "; ")
		}
		known[row[0]+row[1]] = truth{row[2], authors}
	}
	r := labelledtest.NewReader(t)
	sites := conformancetest.Path(t, "web", "sites")
	var files []file
	for _, row := range rows(t, conformancetest.Path(t, "web", "labels.tsv")) {
		id := row[0] + row[1]
		path := filepath.Join(sites, row[0], filepath.FromSlash(row[1]))
		if !labelledtest.FileExists(path) {
			continue
		}
		d, err := r.Read(t.Context(), path, "http://"+id)
		if err != nil {
			continue // no text: nothing to match
		}
		files = append(files, file{id: id, genre: row[2], title: known[id].title, authors: known[id].authors, url: "http://" + id, read: d})
	}
	return files
}

// labelledFiles returns the labelled documents of all owners.
func labelledFiles(t *testing.T) (files []file) {
	for _, d := range labelledtest.Documents(t, labelledtest.Work, labelledtest.SetAside, labelledtest.Reserve) {
		files = append(files, file{id: d.Name, genre: d.Genre, title: d.Title, authors: d.Authors, url: d.URL(), read: d.Read})
	}
	return files
}

// rows reads a table without a heading.
func rows(t *testing.T, name string) (all [][]string) {
	b, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(b)) {
		if row := strings.Split(strings.TrimRight(line, "\r\n"), "\t"); len(row) > 2 && row[0] != "host" {
			all = append(all, row)
		}
	}
	return all
}

// The kinds of records. All but the first are of works that no document is.
const (
	realRecord     = "real"
	inventedRecord = "invented" // by the authors of a real one
	nearRecord     = "near"     // a word of the title is another one
	partRecord     = "part"     // another part
	namesakeRecord = "namesake" // the title by other authors
	otherRecord    = "other"    // of another bibliography
)

// wantedRecords returns the records of the wanted documents, fakes of all kinds, and those of other works.
func wantedRecords(t *testing.T, files []file) (records []bibliography.Record, kinds []string) {
	random := rand.New(rand.NewPCG(1, 2))
	add := func(kind, title string, authors []string) {
		records, kinds = append(records, recordOf(title, authors)), append(kinds, kind)
	}
	seen := map[string]bool{}
	var works []file
	var words []string
	for _, f := range files {
		if key := text.NormalTitle(f.title); isWanted(f) && !seen[key] {
			seen[key] = true
			works = append(works, f)
			for w := range strings.FieldsSeq(f.title) {
				if len(w) > 4 {
					words = append(words, w)
				}
			}
		}
	}
	for i, f := range works {
		add(realRecord, f.title, f.authors)
		other := works[(i+len(works)/2)%len(works)]
		switch i % 4 {
		case 0:
			var title []string
			for range 5 {
				title = append(title, words[random.IntN(len(words))])
			}
			add(inventedRecord, strings.Join(title, " "), f.authors)
		case 1:
			if title := nearTitle(random, f.title, words); !seen[text.NormalTitle(title)] {
				add(nearRecord, title, f.authors)
			}
		case 2:
			add(partRecord, f.title+[]string{" II", ", Part II", " (Part 2)", " 2"}[random.IntN(4)], f.authors)
		default:
			if len(f.authors) > 0 && len(other.authors) > 0 {
				add(namesakeRecord, f.title, other.authors)
			}
		}
	}
	for _, name := range bibliographies {
		lines(t, conformancetest.Path(t, "corpora", "bib", name), func(r row) { add(otherRecord, r.Title, r.Authors) })
	}
	return records, kinds
}

// bibliographies are files of records.
var bibliographies = []string{"dblp-databases.jsonl.gz", "jair.jsonl.gz", "ml-venues.jsonl.gz", "pmlr.jsonl.gz"}

// recordOf returns a record of title and authors.
func recordOf(title string, authors []string) bibliography.Record {
	r := bibliography.Record{Title: title}
	for _, a := range authors {
		r.Authors = append(r.Authors, bibtex.ParseName(a))
	}
	return r
}

// nearTitle returns a title with another word in place of one of its long ones.
func nearTitle(random *rand.Rand, title string, words []string) string {
	all := strings.Fields(title)
	for range 20 {
		if i := random.IntN(len(all)); len(all[i]) > 4 {
			all[i] = words[random.IntN(len(words))]
			break
		}
	}
	return strings.Join(all, " ")
}

// row is a line of a bibliography, or of a set of texts.
type row struct {
	ID, Key, Title, Text string
	Authors              []string
}

// lines reads a compressed file of JSON lines.
func lines(t *testing.T, name string, each func(row)) {
	f, err := os.Open(name)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	z, err := gzip.NewReader(f)
	if err != nil {
		t.Fatal(err)
	}
	in := bufio.NewScanner(z)
	in.Buffer(nil, 64<<20)
	for in.Scan() {
		var r row
		if err := json.Unmarshal(in.Bytes(), &r); err != nil {
			t.Fatal(err)
		}
		each(r)
	}
	if in.Err() != nil {
		t.Fatal(in.Err())
	}
}
