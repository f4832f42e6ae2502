package screen_test

import (
	"bytes"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"sluice/cmd/sluice/internal/screen"
)

func TestEscapeRemovesTerminalSequences(t *testing.T) {
	for in, want := range map[string]string{
		"plain, Grüße, 漢字":    "plain, Grüße, 漢字",
		"\x1b[31mred\x07":     `\x1b[31mred\x07`,
		"a\r\nb\tc":           `a\x0d\x0ab\x09c`,
		"gnp\u202etxt.exe":    `gnp\u202etxt.exe`,
		"in\u200bvisible":     `in\u200bvisible`,
		"c1 \u009b2J":         `c1 \x9b2J`,
		"broken \xff\xfe end": `broken \xff\xfe end`,
		"real \uFFFD":         "real \uFFFD",
		"tag \U000e0041":      `tag \U000e0041`,
	} {
		if got := screen.Escape(in); got != want {
			t.Errorf("Escape(%q) = %q; want %q", in, got, want)
		}
	}
}

func FuzzEscape(f *testing.F) {
	f.Add("\x1b]0;title\x07")
	f.Add("\u202e\xff")
	f.Fuzz(func(t *testing.T, s string) {
		got := screen.Escape(s)
		if again := screen.Escape(got); again != got {
			t.Errorf("Escape(%q) = %q, which is not safe", s, got)
		}
		if w := screen.Width(screen.Cut(got, 7)); w > 7 {
			t.Errorf("Cut(%q, 7) has %d columns", got, w)
		}
	})
}

func TestNumbers(t *testing.T) {
	for _, test := range []struct{ got, want string }{
		{screen.Count(0), "0"},
		{screen.Count(999), "999"},
		{screen.Count(1234567), "1,234,567"},
		{screen.Count(-1000), "-1,000"},
		{screen.Bytes(999), "999 B"},
		{screen.Bytes(1000), "1.00 kB"},
		{screen.Bytes(999_999), "1.00 MB"},
		{screen.Bytes(12_345_678), "12.3 MB"},
		{screen.Rate(0), "0.00"},
		{screen.Rate(12.34), "12.3"},
		{screen.Rate(5678.9), "5,679"},
		{screen.Span(400 * time.Millisecond), "400 ms"},
		{screen.Span(4200 * time.Millisecond), "4.2 s"},
		{screen.Clock(7400 * time.Millisecond), "0:07"},
		{screen.Clock(125 * time.Minute), "2:05:00"},
		{screen.Span(200 * time.Second), "3 min 20 s"},
		{screen.Span(125 * time.Minute), "2 h 05 min"},
		{screen.Span(75 * time.Hour), "3 days 3 h"},
		{screen.About(time.Second), "less than a minute"},
		{screen.About(time.Minute - 1), "less than a minute"},
		{screen.About(time.Minute), "about 1 min"},
		{screen.About(12*time.Minute + 20*time.Second), "about 12 min"},
		{screen.About(59*time.Minute + 40*time.Second), "about 1 h"},
		{screen.About(85 * time.Minute), "about 1 h"},
		{screen.About(170 * time.Minute), "about 3 h"},
		{screen.About(24 * time.Hour), "about 24 h"},
		{screen.About(24*time.Hour + 1), "more than a day"},
		{screen.Bar(0.5, 4), "██"},
		{screen.Bar(0.0001, 4), "▏"},
		{screen.Bar(7, 2), "██"},
		{screen.Spark([]float64{0, 1, 2}), "▁▅█"},
		{screen.Spark([]float64{0, 0}), "▁▁"},
		{screen.Cut("漢字漢字", 5), "漢字…"},
	} {
		if test.got != test.want {
			t.Errorf("got %q; want %q", test.got, test.want)
		}
	}
}

func TestTableFitsTheTerminal(t *testing.T) {
	table := screen.Table{
		Columns: []screen.Column{{Title: "size", Right: true}, {Title: "url", Shrink: true}, {Title: "title", Shrink: true}},
		Rows: [][]string{
			{"12", "http://a.example/a/long/path/to/a/page.html", "Grüße\x1b"},
			{"123456", "http://b.example/", "A title that is rather long"},
		},
		Width: 50,
	}
	var out strings.Builder
	if err := table.Write(&out); err != nil {
		t.Fatal(err)
	}
	want := "" +
		"  size  url                   title\n" +
		"    12  http://a.example/a/…  Grüße\\x1b\n" +
		"123456  http://b.example/     A title that is rat…\n"
	if out.String() != want {
		t.Errorf("got\n%s\nwant\n%s", out.String(), want)
	}
	table.Width = 0
	out.Reset()
	table.Write(&out)
	if !strings.Contains(out.String(), "to/a/page.html") {
		t.Errorf("without a width something is cut off:\n%s", out.String())
	}
}

func TestTableOmitsColumnsWithoutValuesOnATerminal(t *testing.T) {
	table := screen.Table{
		Columns: []screen.Column{{Title: "hash", Optional: true}, {Title: "year", Optional: true, Right: true}, {Title: "reason", Optional: true, Shrink: true}},
		Rows:    [][]string{{"5bb11853", "", "not read: needs LibreOffice"}, {"31f91860", "", ""}},
	}
	for width, want := range map[int]string{
		40: "hash      reason\n5bb11853  not read: needs LibreOffice\n31f91860\n3fa94c17  too small\n",
		0:  "hash      year  reason\n5bb11853        not read: needs LibreOffice\n31f91860\n3fa94c17  2004  too small\n",
	} {
		table.Width, table.HideHeader = width, false
		var out strings.Builder
		if err := table.Write(&out); err != nil {
			t.Fatal(err)
		}
		more := table
		more.Rows, more.HideHeader = [][]string{{"3fa94c17", "2004", "too small"}}, true
		if err := more.Write(&out); err != nil || out.String() != want {
			t.Errorf("on %d columns %v\n%s\nwant\n%s", width, err, out.String(), want)
		}
	}
	table.Width, table.Rows = 40, nil
	var out strings.Builder
	if table.Write(&out); out.String() != "hash  year  reason\n" {
		t.Errorf("a table without rows has the header %q", out.String())
	}
}

func TestWrapBreaksBetweenWords(t *testing.T) {
	const width = 40
	for in, want := range map[string]string{
		"short": "short",
		"documents    202 fetched, of 1,767 found; 112 accepted\nnext":       "documents    202 fetched, of 1,767\n             found; 112 accepted\nnext",
		"  found by http://www.example.org/a/path/that/is/long x":            "  found by\n    http://www.example.org/a/path/that/is/long\n    x",
		"  title      On the Crawling of Libraries  (page, 80 %)":            "  title      On the Crawling of\n             Libraries  (page, 80 %)",
		"one \x1b[1mtwo\x1b[0m three \x1b[1mfour\x1b[0m five six seven ten!": "one \x1b[1mtwo\x1b[0m three \x1b[1mfour\x1b[0m five six seven ten!",
	} {
		if got := screen.Wrap(in, width); got != want {
			t.Errorf("Wrap(%q, %d) = %q; want %q", in, width, got, want)
		}
		if got := screen.Wrap(in, 0); got != in {
			t.Errorf("Wrap(%q, 0) = %q", in, got)
		}
	}
}

// terminal understands the few sequences that Live writes.
type terminal struct {
	mu    sync.Mutex
	lines []string
	row   int
	text  strings.Builder
}

func (t *terminal) Write(p []byte) (int, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	for rest := p; len(rest) > 0; {
		switch {
		case bytes.HasPrefix(rest, []byte("\x1b[K")):
			rest = rest[3:]
		case bytes.HasPrefix(rest, []byte("\x1b[J")):
			t.lines, rest = t.lines[:min(t.row, len(t.lines))], rest[3:]
		case bytes.HasPrefix(rest, []byte("\x1b[")):
			t.row, rest = t.row-int(rest[2]-'0'), rest[4:]
		case rest[0] == '\r':
			rest = rest[1:]
		case rest[0] == '\n':
			for len(t.lines) <= t.row {
				t.lines = append(t.lines, "")
			}
			t.lines[t.row] = t.text.String()
			t.text.Reset()
			t.row, rest = t.row+1, rest[1:]
		default:
			t.text.WriteByte(rest[0])
			rest = rest[1:]
		}
	}
	return len(p), nil
}

func TestLiveDrawsInPlaceBelowTheLog(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var term terminal
		views := []string{"one\ntwo\nthree", "eins\nzwei\ndrei", "uno"}
		n := 0
		live := screen.NewLive(&term, func() int { return 40 }, func(int) string {
			n++
			return views[min(n, len(views))-1]
		})
		synctest.Wait()
		live.Write([]byte("log line\n"))
		time.Sleep(time.Second)
		live.Close()
		if got := strings.Join(term.lines, "|"); got != "log line|uno" {
			t.Errorf("screen shows %q; want the log line above the last view", got)
		}
		if n < 5 || n > 7 {
			t.Errorf("drawn %d times in a second; want about four, one for the log line, one at the end", n)
		}
	})
}
