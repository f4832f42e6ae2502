package progress

import (
	"strings"
	"testing"
	"time"

	"sluice/cmd/sluice/internal/screen"
	"sluice/crawl"
)

func TestProgressCountsDocuments(t *testing.T) {
	s := crawl.Stats{Library: crawl.Totals{Pages: 100, Documents: 70}, Run: crawl.Totals{Pages: 10, Documents: 1, Errors: 1}, Found: 90, Accepted: 30, Rejected: 33, Unread: 2, ToRead: 5,
		RejectedBy: map[string]int64{"genre: slides": 20, "genre: cv": 4, "genre: course": 5, "a web page under the name of a document": 3, "damaged": 1}}
	line := plainLine(s)
	for _, want := range []string{"100 pages, 70 documents, 0 errors, ", "in this run: 10 pages, 1 document, 1 error", "90 found, 30 accepted, 33 rejected (slides 20, course 5, cv 4, others 4), 2 not read, 5 to read"} {
		if !strings.Contains(line, want) {
			t.Errorf("the line is %q; want %q in it", line, want)
		}
	}
	view := &bar{stats: func() crawl.Stats { return s }}
	for _, width := range []int{60, 80, 200} {
		shown := view.view(width)
		for row := range strings.SplitSeq(shown, "\n") {
			if screen.Width(row) >= width {
				t.Errorf("%d columns: %q", width, row)
			}
		}
		for _, want := range []string{"found 90", "accepted 30", "rejected 33", "to read 5", "rejected: slides 20, course 5, cv 4", "pages 100", "in this run: 10 pages, 1 document, 1 error"} {
			if !strings.Contains(shown, want) {
				t.Errorf("%d columns: no %q in\n%s", width, want, shown)
			}
		}
	}
	s.RejectedBy = map[string]int64{strings.Repeat("x\x1b[31m", 100): 33}
	if why := Causes(s.RejectedBy); screen.Width(why) > causeWidth+len(" 33") || strings.Contains(why, "\x1b") {
		t.Errorf("a cause of a file's own words: %q", why)
	}
	if line := plainLine(crawl.Stats{}); strings.Contains(line, "found") || strings.Contains(line, "this run") {
		t.Errorf("without any document: %q", line)
	}
}

func TestProgressOfOCRIsShown(t *testing.T) {
	s := crawl.Stats{ToRead: 3, OCR: crawl.OCR{Documents: 2, Read: 14, Pages: 230}}
	view := &bar{stats: func() crawl.Stats { return s }}
	for name, c := range map[string]struct{ shown, want string }{
		"plain": {plainLine(s), "3 to read (OCR of 2 documents: 14 of 230 pages read)"},
		"bar":   {view.view(80), "\nOCR of 2 documents: 14 of 230 pages read\n"},
		"json":  {jsonLine(s), `"to_read":3,"ocr":{"documents":2,"pages_read":14,"pages":230}`},
	} {
		if !strings.Contains(c.shown, c.want) {
			t.Errorf("%s: no %q in\n%s", name, c.want, c.shown)
		}
	}
	s.OCR = crawl.OCR{}
	for name, shown := range map[string]string{"plain": plainLine(s), "bar": view.view(80), "json": jsonLine(s)} {
		if strings.Contains(strings.ToLower(shown), "ocr") {
			t.Errorf("%s: OCR of no document in\n%s", name, shown)
		}
	}
}

func TestTimeLeftIsShownWhileItIsKnown(t *testing.T) {
	s := crawl.Stats{ETA: 12 * time.Minute}
	view := &bar{stats: func() crawl.Stats { return s }}
	for name, shown := range map[string]string{"plain": plainLine(s), "bar": view.view(80)} {
		if !strings.Contains(shown, "about 12 min left") {
			t.Errorf("%s: no time left in\n%s", name, shown)
		}
	}
	s.ETA = 0
	for name, shown := range map[string]string{"plain": plainLine(s), "bar": view.view(80), "json": jsonLine(s)} {
		if strings.Contains(shown, "left") || strings.Contains(shown, "eta") {
			t.Errorf("%s: a time left that is not known in\n%s", name, shown)
		}
	}
}

func TestForecastIsShownWhileThereIsOne(t *testing.T) {
	for _, test := range []struct {
		forecast *crawl.Forecast
		want     string
	}{
		{nil, ""},
		{&crawl.Forecast{Requests: 1000, Low: 40, High: 1200}, "40 to 1,200 more documents expected in the next 1,000 requests"},
		{&crawl.Forecast{Requests: 1000, High: 7}, "up to 7 more documents expected in the next 1,000 requests"},
		{&crawl.Forecast{Requests: 1000}, "no more documents expected in the next 1,000 requests"},
	} {
		if got := Expected(test.forecast); got != test.want {
			t.Errorf("%+v: %q, want %q", test.forecast, got, test.want)
		}
		s := crawl.Stats{Forecast: test.forecast}
		view := &bar{stats: func() crawl.Stats { return s }}
		for name, shown := range map[string]string{"plain": plainLine(s), "bar": view.view(80)} {
			if !strings.Contains(shown, test.want) || test.want == "" && strings.Contains(shown, "expected") {
				t.Errorf("%s: want %q in\n%s", name, test.want, shown)
			}
		}
	}
	if line := jsonLine(crawl.Stats{Forecast: &crawl.Forecast{Requests: 1000, Low: 2, High: 9}}); !strings.Contains(line, `"forecast":{"requests":1000,"low":2,"high":9}`) {
		t.Errorf("no forecast in %s", line)
	}
}
