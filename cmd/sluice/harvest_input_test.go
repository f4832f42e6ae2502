package main

import (
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"sluice/cmd/sluice/internal/harvestreport"
	"sluice/document/bibliography"
)

// badBibliographies have the faults that people and programs make.
var badBibliographies = []struct {
	name, text string
	kept       []string // works that become wanted: key, title, authors and year
	said       []string // of the file, line by line
}{
	{
		"years missing, in words or with letters",
		"@article{a, title={A Title without Year}, author={Roe, Jane}}\n@article{b, title={On Press}, year={in press}}\n@article{c, title={On Letters}, year={2001a}}\n" +
			"@article{d, title={On Circa}, year={c. 1998}}\n@article{e, title={On Far Years}, year={99999}}\n@article{f, title={On Dates}, date={1999-05-01}}\n",
		[]string{"a|A Title without Year|Jane Roe|", "b|On Press||", "c|On Letters||2001", "d|On Circa||1998", "e|On Far Years||", "f|On Dates||1999"},
		[]string{"6 records, 6 new to the list of wanted works"},
	},
	{
		"authors who are left out",
		"@article{a, title={With Others}, author={Roe, Jane and others}}\n@article{b, title={With Et Al}, author={Jane Roe et al.}}\n" +
			"@article{c, title={With Et Al at the End}, author={Roe, Jane and Doe, John and et al.}}\n@article{d, title={With Commas and Et Al}, author={Roe, J., Doe, J., et al.}}\n" +
			"@article{e, title={With a Chinese Et Al}, author={王伟 等}}\n@article{f, title={With Nobody}, author={et al.}}\n" +
			"@article{g, title={With Initials}, author={Khan, U. A.}}\n@article{h, title={With German Others}, author={Roe, Jane u. a.}}\n" +
			"@article{i, title={With a Name Missing}, author={Roe, Jane and }}\n@article{j, title={With the Name And}, author={Metin And}}\n",
		[]string{"a|With Others|Jane Roe|", "b|With Et Al|Jane Roe|", "c|With Et Al at the End|Jane Roe; John Doe|", "d|With Commas and Et Al|J. Roe; J. Doe|", "e|With a Chinese Et Al|王伟|", "f|With Nobody||",
			"g|With Initials|U. A. Khan|", "h|With German Others|Jane Roe|",
			"i|With a Name Missing|Jane Roe|", "j|With the Name And|Metin And|"},
		[]string{"10 records, 10 new to the list of wanted works"},
	},
	{
		"names in one field",
		"@article{a, title={Commas}, author={Jane Roe, John Doe, Ann Poe}}\n@article{b, title={Semicolons}, author={Roe, Jane; Doe, John}}\n@article{c, title={Ampersands}, author={Jane Roe \\& John Doe}}\n" +
			"@article{d, title={Initials}, author={Roe J, Doe JK}}\n@article{e, title={A Comma before And}, author={Jane Roe, John Doe, and Ann Poe}}\n" +
			"@article{f, title={One Name of Four Words}, author={García Márquez, Gabriel José}}\n@article{g, title={A Suffix}, author={van der Berg, Jr., Jan Piet}}\n@article{h, title={An Organization}, author={{Roe, Doe, and Sons}}}\n" +
			"@article{i, title={An Organization and a Person}, author={{Roe \\& Sons} \\& M{\\\"u}ller, Jane}}\n",
		[]string{
			"a|Commas|Jane Roe; John Doe; Ann Poe|", "b|Semicolons|Jane Roe; John Doe|", "c|Ampersands|Jane Roe; John Doe|", "d|Initials|J Roe; JK Doe|", "e|A Comma before And|Jane Roe; John Doe; Ann Poe|",
			"f|One Name of Four Words|Gabriel José García Márquez|", "g|A Suffix|Jan Piet van der Berg, Jr.|", "h|An Organization|Roe, Doe, and Sons|",
			"i|An Organization and a Person|Roe & Sons; Jane Müller|",
		},
		[]string{"9 records, 9 new to the list of wanted works"},
	},
	{
		"other scripts",
		"@article{a, title={焦点爬虫综述}, author={王伟 and 李娜}}\n@article{b, title={О поиске статей}, author={Иванов, Иван}}\n@article{c, title={クローラの研究}, author={山田太郎、鈴木花子}}\n" +
			"@article{d, title={بحث في الزواحف}, author={محمد علي}}\n@article{e, title={爬虫}, author={王伟，李娜}}\n",
		[]string{"a|焦点爬虫综述|王伟; 李娜|", "b|О поиске статей|Иван Иванов|", "c|クローラの研究|山田太郎; 鈴木花子|", "d|بحث في الزواحف|محمد علي|", "e|爬虫|王伟; 李娜|"},
		[]string{"5 records, 5 new to the list of wanted works"},
	},
	{
		"broken entries of BibTeX",
		"@article{a, title={Before the Broken One}}\n@article{b, title={Never Closed\n@article{c, title={After the Broken One}}\n@article{, title={Without a Key}}\n@article{e}\n@article{f, author={Roe, Jane}}\n" +
			"@article{g, title={???}}\n@article{a, title={The Same Key Again}}\n@book i, title=x}\n@article{j, title=without braces here, year=2001}\n@article{k, title={A Comma Missing} year=2002}\n@article{l, title={Cut at the end",
		[]string{"a|Before the Broken One||", "c|After the Broken One||", "|Without a Key||", "a|The Same Key Again||", "j|without braces here||2001", "k|A Comma Missing||2002"},
		[]string{
			"line 2: record b: its end is missing", "line 5: record e: it names no work: title, people, identifier, URL and file are missing",
			"line 6: record f: it has neither a title nor an identifier nor a URL by which a paper could be found",
			"line 7: record g: it has neither a title nor an identifier nor a URL by which a paper could be found", "line 12: record l: its end is missing",
			"6 records, 6 new to the list of wanted works; 5 records cannot be used",
		},
	},
	{"letters of Windows", "@article{a, title={Caf\xe9s of Crawlers}, author={M\xfcller, J\xf6rg}}\n@article{b, title={Schön in UTF-8}}\n", []string{"a|Cafés of Crawlers|Jörg Müller|", "b|Schön in UTF-8||"}, []string{"2 records, 2 new to the list of wanted works"}},
	{"UTF-16", "\xff\xfe" + strings.Join(strings.Split("@article{a,title={Wide Letters}}", ""), "\x00") + "\x00", []string{"a|Wide Letters||"}, []string{"1 record, 1 new to the list of wanted works"}},
	{"bytes that are zero, and line ends of Windows", "\xef\xbb\xbf@article{a,\r\n title={Zero \x00 Bytes}}\r\n", []string{"a|Zero Bytes||"}, []string{"1 record, 1 new to the list of wanted works"}},
	{
		"references of RIS without an end",
		"TY  - JOUR\nID  - a\nTI  - Without an End\nAU  - Roe, Jane\nPY  - 2001///\nTY  - JOUR\nID  - b\nTI  - With Initials\nAU  - Doe, J. et al.\nER  - \nTY  - JOUR\nID  - c\nAU  - Nobody\nER  - \n",
		[]string{"a|Without an End|Jane Roe|2001", "b|With Initials|J. Doe|"},
		[]string{"line 11: record c: it has neither a title nor an identifier nor a URL by which a paper could be found", "2 records, 2 new to the list of wanted works; 1 record cannot be used"},
	},
	{
		"rows of a table", "title,authors,year\nA Title in a Table,\"Roe, Jane; Doe, John\",2001\n,\"Roe, Jane\",2001\nShort\n\"Unclosed,Roe,2001\nAfter It,Roe,2002\n",
		[]string{"|A Title in a Table|Jane Roe; John Doe|2001", "|Short||", "|After It|Roe|2002"},
		[]string{"line 3: it has neither a title nor an identifier nor a URL by which a paper could be found", "line 5: a quotation mark is not closed", "3 records, 3 new to the list of wanted works; 2 records cannot be used"},
	},
	{
		"lines of JSON", "{\"title\":\"First Line\",\"authors\":[\"Jane Roe\"],\"year\":2001}\n{\"title\":\"Broken Line\",\n{\"title\":\"Third Line\",\"authors\":\"Jane Roe, John Doe\",\"year\":\"2003\"}\n",
		[]string{"|First Line|Jane Roe|2001", "|Third Line|Jane Roe; John Doe|2003"}, []string{"line 2: its end is missing", "2 records, 2 new to the list of wanted works; 1 record cannot be used"},
	},
	{
		"a list of CSL that is cut off", `[{"id":"a","title":"The First","author":[{"literal":"Jane Roe"},{"literal":"et al."}],"issued":{"date-parts":[["2001"]]}},{"id":"b","title":"The Second","issued":{"raw":"spring 2002"}},{"id":"c"},{"id":"d","title":"Cut`,
		[]string{"a|The First|Jane Roe|2001", "b|The Second||2002"},
		[]string{"line 1: record c: it names no work: title, people, identifier, URL and file are missing", "line 1: its end is missing", "2 records, 2 new to the list of wanted works; 2 records cannot be used"},
	},
}

// TestBadBibliographies reads each bibliography into a library of its own.
func TestBadBibliographies(t *testing.T) {
	longTest(t)
	t.Parallel()
	for _, test := range badBibliographies {
		t.Run(test.name, func(t *testing.T) {
			dir, lib := harvestFolder(t, http.NotFoundHandler())
			bib := filepath.Join(dir, "bad.bib")
			if err := os.WriteFile(bib, []byte(test.text), 0o644); err != nil {
				t.Fatal(err)
			}
			code, _, said := runCommand("harvest", "-d", lib, "--engine", "none", "--bib", bib)
			if code != exitDone {
				t.Errorf("exit code %d", code)
			}
			var lines []string
			for line := range strings.Lines(said) {
				if of, ok := strings.CutPrefix(line, bib+": "); ok {
					lines = append(lines, strings.TrimSpace(of))
				}
			}
			if got, want := strings.Join(lines, "\n"), strings.Join(test.said, "\n"); got != want {
				t.Errorf("said:\n%s\nwant:\n%s", got, want)
			}
			if got, want := wantedIn(t, lib), strings.Join(test.kept, "\n"); got != want {
				t.Errorf("kept:\n%s\nwant:\n%s", got, want)
			}
		})
	}
}

// wantedIn returns the wanted works of a library, one a line: key, title, authors and year.
func wantedIn(t *testing.T, lib string) string {
	t.Helper()
	_, out, _ := runCommand("harvest", "report", "-d", lib, "--json")
	var r harvestreport.Report
	if err := json.Unmarshal([]byte(out), &r); err != nil {
		t.Fatal(err)
	}
	var works []string
	for _, w := range r.Works {
		year := ""
		if w.Year > 0 {
			year = fmt.Sprint(w.Year)
		}
		works = append(works, strings.Join([]string{w.Key, w.Title, strings.Join(w.Authors, "; "), year}, "|"))
	}
	return strings.Join(works, "\n")
}

func TestReadingOfBibliographiesSaysHowFarItHasCome(t *testing.T) {
	var notes strings.Builder
	c := &console{notes: &notes}
	records := func(yield func(bibliography.Record, error) bool) {
		_ = yield(bibliography.Record{Title: "a"}, nil) && yield(bibliography.Record{Title: "b"}, nil)
	}
	n := 0
	for range c.counted("dblp:x", 0, records) {
		n++
	}
	if got, want := notes.String(), "dblp:x: 1 record so far\ndblp:x: 2 records so far\n"; n != 2 || got != want {
		t.Errorf("%d records, %q; want 2, %q", n, got, want)
	}
	notes.Reset()
	for range c.counted("dblp:x", noteAfter, records) {
		n++
	}
	if got := notes.String(); n != 4 || got != "" {
		t.Errorf("%d records, %q; want 4, and nothing said of two records at once", n, got)
	}
}
