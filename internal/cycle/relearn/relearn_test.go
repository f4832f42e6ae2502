package relearn_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"sluice/document/content"
	"sluice/document/genre"
	"sluice/internal/anchors"
	"sluice/internal/cycle/relearn"
	"sluice/internal/lab"
	"sluice/topic"
	"sluice/weburl"
)

// sites writes pages as a folder of sites, and opens it as a recorded web that begins at the host a.example.
func sites(t *testing.T, pages map[string]string) *lab.Web {
	t.Helper()
	dir := t.TempDir()
	for name, html := range pages {
		file := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(html), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	web, err := lab.Open(t.Context(), dir, lab.Options{Seeds: []string{"http://a.example/"}})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { web.Close() })
	return web
}

func key(t *testing.T, url string) weburl.Key {
	t.Helper()
	u, err := weburl.Parse(url)
	if err != nil {
		t.Fatal(err)
	}
	return u.Key()
}

// recording is a site of which the last crawl has found the second half: links with the word "works" lead to the documents of both halves, and the published
// keywords lead elsewhere.
func recording(t *testing.T) relearn.Recording {
	t.Helper()
	const documents = 12
	r := relearn.Recording{Documents: map[weburl.Key]bool{}, New: map[weburl.Key]bool{}, HeldOut: map[weburl.Key]bool{}}
	home, pages := "", map[string]string{}
	for i := range 20 {
		home += fmt.Sprintf("<a href=/r%d.html>research</a>", i)
		pages[fmt.Sprintf("a.example/r%d.html", i)] = "<a href=/people.html>people</a>"
	}
	pages["a.example/people.html"] = "nobody"
	for _, half := range []string{"old", "new"} {
		list := ""
		for i := range documents {
			name := fmt.Sprintf("%s%d.pdf", half, i)
			list += "<a href=/" + name + ">download</a>"
			pages["a.example/"+name] = "%PDF-1.4"
			if half == "old" {
				r.Documents[key(t, "http://a.example/"+name)] = true
			} else {
				r.HeldOut[key(t, "http://a.example/"+name)] = true
				r.New[key(t, "http://a.example/"+name)] = true
			}
		}
		home += fmt.Sprintf("<a href=/%s.html>works</a>", half)
		pages["a.example/"+half+".html"] = list
	}
	r.New[key(t, "http://a.example/new.html")] = true
	pages["a.example/index.html"] = home
	r.Web = sites(t, pages)
	return r
}

func TestAnchorsThatFindNewDocumentsSooner(t *testing.T) {
	r := recording(t)
	got, err := relearn.Anchors(t.Context(), r, nil)
	if err != nil {
		t.Fatal(err)
	}
	if !got.Taken || got.Cases != 12 || got.After <= got.Before {
		t.Fatalf("trial %+v, want a taken one", got)
	}
	m := new(anchors.Model)
	if err := m.UnmarshalText(got.Model); err != nil || m.Weights["works"] == 0 || m.Weights["research"] != 0 {
		t.Fatalf("keywords %v, %v", m.Weights, err)
	}
	again, err := relearn.Anchors(t.Context(), r, m)
	if err != nil || again.Taken || again.Before != got.After {
		t.Errorf("the same keywords again: %+v, %v", again, err)
	}
	better := &anchors.Model{Weights: map[string]float64{"works": 1, "download": 1}}
	worse := &anchors.Model{Weights: map[string]float64{"people": 1}}
	for _, test := range []struct {
		inUse *anchors.Model
		want  bool
	}{{better, false}, {worse, true}} {
		if got, err := relearn.Anchors(t.Context(), r, test.inUse); err != nil || got.Taken != test.want {
			t.Errorf("in use %v: %+v, %v", test.inUse.Weights, got, err)
		}
	}
}

// TestLastCrawlIsNotLearnedFrom: a word that leads only to what the last crawl has found is no keyword.
func TestLastCrawlIsNotLearnedFrom(t *testing.T) {
	r := recording(t)
	for k := range r.Documents {
		delete(r.Documents, k)
	}
	got, err := relearn.Anchors(t.Context(), r, nil)
	if err != nil || got.Taken || got.Model != nil || !strings.Contains(got.Reason, "no path from the seeds") {
		t.Errorf("trial %+v, %v", got, err)
	}
}

func TestTooFewCasesAreNotCompared(t *testing.T) {
	r := recording(t)
	for k := range r.HeldOut {
		if len(r.HeldOut) >= relearn.LeastCases {
			delete(r.HeldOut, k)
		}
	}
	if got, err := relearn.Anchors(t.Context(), r, nil); err != nil || got.Taken || !strings.Contains(got.Reason, "10 are needed") {
		t.Errorf("anchors: %+v, %v", got, err)
	}
	if got := relearn.LearnFloors(nil, nil); got.Taken || got.Model != nil {
		t.Errorf("floors: %+v", got)
	}
	if got, err := relearn.Genre(nil, nil, relearn.Filters{Root: genre.Default(), InUse: genre.Default()}); err != nil || got.Taken || got.Model != nil {
		t.Errorf("genre: %+v, %v", got, err)
	}
	if got, err := relearn.Topic(nil, nil, nil, nil, nil); err != nil || got.Taken || got.Reason != "the library has no topic" {
		t.Errorf("topic: %+v, %v", got, err)
	}
}

func TestEndOfTheContextEndsTheLearning(t *testing.T) {
	r := recording(t)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := relearn.Anchors(ctx, r, nil); err == nil {
		t.Error("no error")
	}
}

// sized returns n documents of a size.
func sized(n int, kind string, size int64, accepted, heldOut bool) (all []relearn.Sized) {
	for range n {
		all = append(all, relearn.Sized{Type: kind, Size: size, Accepted: accepted, HeldOut: heldOut})
	}
	return all
}

func TestFloorsOfTypes(t *testing.T) {
	earlier := append(sized(6, "pdf", 5000, true, false), sized(4, "ps", 10, true, false)...)
	for _, test := range []struct {
		name    string
		heldOut []relearn.Sized
		inUse   relearn.Floors
		taken   bool
		reason  string
	}{
		{"first ones", append(sized(8, "pdf", 6000, true, true), sized(4, "pdf", 100, false, true)...), nil, true, "better"},
		{"lower than those in use, which lost documents", sized(12, "pdf", 6000, true, true), relearn.Floors{"pdf": 7000}, true, "better"},
		{"equal to those in use", sized(12, "pdf", 6000, true, true), relearn.Floors{"pdf": 5000}, false, "no better"},
		{"right more often, but with a lost document", append(sized(1, "pdf", 4000, true, true), sized(11, "pdf", 100, false, true)...), nil, false, "would have lost 1 accepted"},
		{"of a type without documents", sized(12, "html", 1, false, true), nil, false, "no better"},
		{"worse", append(sized(11, "pdf", 4000, true, true), sized(1, "pdf", 100, false, true)...), nil, false, "worse"},
	} {
		got := relearn.LearnFloors(append(earlier, test.heldOut...), test.inUse)
		if got.Taken != test.taken || !strings.Contains(got.Reason, test.reason) {
			t.Errorf("%s: %+v", test.name, got)
		}
		if f, err := relearn.ReadFloors(got.Model); err != nil || !reflect.DeepEqual(f, relearn.Floors{"pdf": 5000}) {
			t.Errorf("%s: floors %v, %v", test.name, f, err)
		}
	}
}

func TestFilesOfFloors(t *testing.T) {
	f, err := relearn.ReadFloors([]byte("sluice floors 1\r\n# mine\n\npdf\t5000\nps \t 7\r\n"))
	if err != nil || !reflect.DeepEqual(f, relearn.Floors{"pdf": 5000, "ps": 7}) {
		t.Errorf("%v, %v", f, err)
	}
	for name, file := range map[string]string{
		"empty": "", "other": "GIF89a", "version": "sluice floors 2\npdf\t1\n", "no number": "sluice floors 1\npdf\n", "negative": "sluice floors 1\npdf\t-1\n",
		"twice": "sluice floors 1\npdf\t1\npdf\t2\n", "no type": "sluice floors 1\n\t5\nx", "long": "sluice floors 1\n" + strings.Repeat("x", 200) + "\t1\n",
		"huge": "sluice floors 1\npdf\t99999999999999999999\n",
	} {
		if f, err := relearn.ReadFloors([]byte(file)); err == nil {
			t.Errorf("%s: %v", name, f)
		}
	}
}

func FuzzFileOfFloors(f *testing.F) {
	f.Add([]byte("sluice floors 1\npdf\t5000\n"))
	f.Add([]byte("sluice floors 1\n\xff\t1\n"))
	f.Fuzz(func(t *testing.T, b []byte) {
		floors, err := relearn.ReadFloors(b)
		if err == nil && floors == nil {
			t.Error("neither floors nor an error")
		}
		for kind, size := range floors {
			if kind == "" || size < 0 {
				t.Errorf("%q has the floor %d", kind, size)
			}
		}
	})
}

// minutes are documents of which people say that they are reports, which the filter that ships does not.
func minutes(from, n int) (all []genre.Example) {
	for i := range n {
		text := fmt.Sprintf("Minutes of the committee, meeting %d\nPresent: Alice, Bob, Carol\n1. Welcome\n2. The minutes of meeting %d were approved.\n3. The budget of the year was discussed.\n4. Any other business\n", from+i, from+i-1)
		all = append(all, genre.Example{Document: &content.Document{Type: "text", Text: strings.Repeat(text, 3)},
			Clues: genre.Clues{URL: fmt.Sprintf("http://a.example/minutes/%d.txt", from+i), Size: int64(len(text))}, Genre: genre.Report})
	}
	return all
}

func TestCorrectedGenresAreLearned(t *testing.T) {
	filters := relearn.Filters{Root: genre.Default(), InUse: genre.Default()}
	got, err := relearn.Genre(minutes(1, 12), minutes(20, 12), filters)
	if err != nil || !got.Taken || got.After <= got.Before || got.Cases != 12 {
		t.Fatalf("trial %+v, %v", got, err)
	}
	filters.InUse = new(genre.Filter)
	if err := filters.InUse.UnmarshalBinary(got.Model); err != nil {
		t.Fatal(err)
	}
	if again, err := relearn.Genre(minutes(1, 12), minutes(20, 12), filters); err != nil || again.Taken || again.Before != again.After {
		t.Errorf("the same filter again: %+v, %v", again, err)
	}
	wrong := minutes(1, 12)
	for i := range wrong {
		wrong[i].Genre = genre.Poster
	}
	if got, err := relearn.Genre(wrong, minutes(20, 12), relearn.Filters{Root: filters.InUse, InUse: filters.InUse}); err != nil || got.Taken || got.After >= got.Before {
		t.Errorf("corrections that make it worse: %+v, %v", got, err)
	}
	if got, err := relearn.Genre(nil, minutes(20, 12), filters); err != nil || got.Taken || got.Model != nil {
		t.Errorf("no correction: %+v, %v", got, err)
	}
}

// about returns documents about a subject, which people wanted or not.
func about(n int, wanted bool, text string) (all []relearn.Wanted) {
	for i := range n {
		all = append(all, relearn.Wanted{Fields: topic.Text(fmt.Sprint("Document ", i), strings.Repeat(text, 20)), Wanted: wanted})
	}
	return all
}

func TestJudgedDocumentsTeachTheTopic(t *testing.T) {
	d, err := topic.FromWords("crawlers")
	if err != nil {
		t.Fatal(err)
	}
	inUse, err := topic.New(d, nil)
	if err != nil {
		t.Fatal(err)
	}
	const wanted, unwanted = "Crawlers visit hyperlinks within a frontier of links. ", "Tracked crawlers carry cranes in mines. "
	heldOut := append(about(8, true, "Our crawlers take hyperlinks from a frontier. "), about(8, false, unwanted)...)
	earlier := append(about(6, true, wanted), about(6, false, unwanted)...)
	got, err := relearn.Topic(earlier, heldOut, nil, nil, inUse)
	if err != nil || !got.Taken || got.After <= got.Before || got.Cases != 16 {
		t.Fatalf("trial %+v, %v", got, err)
	}
	learned, err := topic.Parse(got.Model)
	if err != nil || learned.Name != "crawlers" || len(learned.Classes[0].Terms) < 2 {
		t.Errorf("topic %+v, %v", learned, err)
	}
	for name, test := range map[string]struct{ earlier, heldOut []relearn.Wanted }{
		"only accepted ones to compare": {earlier, about(12, true, wanted)}, "nothing accepted to learn from": {about(9, false, unwanted), heldOut},
	} {
		if got, err := relearn.Topic(test.earlier, test.heldOut, nil, nil, inUse); err != nil || got.Taken || got.Model != nil {
			t.Errorf("%s: %+v, %v", name, got, err)
		}
	}
}
