package main

import (
	"context"
	"io"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"sluice/internal/demo"

	"golang.org/x/sys/unix"
)

// runOnTerminal runs a command whose output is a terminal with a number of columns; 0: it does not know them.
func runOnTerminal(t *testing.T, columns int, args ...string) (code int, screen string) {
	t.Helper()
	master, err := os.OpenFile("/dev/ptmx", os.O_RDWR|unix.O_NOCTTY, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer master.Close()
	number, err := unix.IoctlGetInt(int(master.Fd()), unix.TIOCGPTN)
	if err == nil {
		err = unix.IoctlSetPointerInt(int(master.Fd()), unix.TIOCSPTLCK, 0)
	}
	if err == nil {
		err = unix.IoctlSetWinsize(int(master.Fd()), unix.TIOCSWINSZ, &unix.Winsize{Row: 24, Col: uint16(columns)})
	}
	if err != nil {
		t.Fatal(err)
	}
	out, err := os.OpenFile("/dev/pts/"+strconv.Itoa(number), os.O_RDWR|unix.O_NOCTTY, 0)
	if err != nil {
		t.Fatal(err)
	}
	read := make(chan string)
	go func() {
		var text strings.Builder
		io.Copy(&text, master) // ends with an error once the terminal is closed
		read <- text.String()
	}()
	code = run(context.Background(), args, strings.NewReader(""), out, out)
	out.Close()
	return code, strings.ReplaceAll(<-read, "\r\n", "\n")
}

// TestListsFitTheTerminal: no line is wider than the terminal, and no title of a column is cut.
func TestListsFitTheTerminal(t *testing.T) {
	longTest(t)
	t.Parallel()
	lib := hostileLibrary(t)
	for _, test := range []struct {
		args   []string
		titles []string
	}{
		{[]string{"pages"}, []string{"status", "type", "size", "depth", "url", "title"}},
		{[]string{"documents"}, []string{"hash", "genre", "state", "citations", "title", "reason"}}, // without the year, which no document has
		{[]string{"sites"}, []string{"host", "pages", "documents", "errors", "refused", "bytes"}},
		{[]string{"links"}, []string{"from", "to", "count", "first_seen"}},
		{[]string{"links", "--documents"}, []string{"url", "page", "text"}},
		{[]string{"links", "--candidates"}, []string{"kind", "value", "cited_title", "cited_authors"}},
		{[]string{"trash", "list"}, []string{"hash", "genre", "reason", "size", "document"}},
	} {
		for _, columns := range []int{0, 80, 100, 132} {
			width := columns
			if width == 0 {
				width = 80
			}
			code, text := runOnTerminal(t, columns, append(test.args, "-d", lib)...)
			lines := strings.Split(strings.TrimSuffix(text, "\n"), "\n")
			if code != exitDone || len(lines) < 2 {
				t.Errorf("%q exits with %d and writes\n%s", test.args, code, text)
				continue
			}
			if got := strings.Fields(lines[0]); !slicesBegin(got, test.titles) {
				t.Errorf("%q on %d columns has the titles %q, want them to begin with %q", test.args, columns, got, test.titles)
			}
			for _, line := range lines {
				if w := displayWidth(line); w > width {
					t.Errorf("%q on %d columns: a line has %d:\n%s", test.args, columns, w, line)
				}
			}
		}
	}
}

// TestScreensFitTheTerminal: text is wrapped between words. Only what has no blank, such as a URL or a path, may be wider than the terminal.
func TestScreensFitTheTerminal(t *testing.T) {
	longTest(t)
	t.Parallel()
	university, err := demo.Start()
	if err != nil {
		t.Fatal(err)
	}
	defer university.Close()
	lib := filepath.Join(t.TempDir(), "lib")
	code, _, complaints := runCommand("crawl", "-d", lib, "--proxy", university.Proxy(), "--delay", "1ms", "--progress", "none", university.Seeds()[0])
	if code != exitDone {
		t.Fatalf("exit code %d: %s", code, complaints)
	}
	_, hashes, _ := runCommand("documents", "-d", lib, "--columns", "hash", "--where", "state = accepted")
	screens := [][]string{{"status"}, {"doctor"}, {"search", "the"}, {"search", "--limit", "50"}, {"pages"}, {"report"}}
	for _, hash := range strings.Fields(hashes)[1:] {
		screens = append(screens, []string{"show", hash})
	}
	for _, args := range screens {
		_, text := runOnTerminal(t, 80, append(args, "-d", lib)...)
		if len(text) < 100 {
			t.Errorf("%q writes %q", args, text)
		}
		for _, line := range strings.Split(text, "\n") {
			line = strings.NewReplacer("\x1b[1m", "", "\x1b[0m", "").Replace(line)
			words := strings.Fields(line)
			if displayWidth(line) > 80 && displayWidth(line)-len(words[len(words)-1]) > 26 {
				t.Errorf("%q has a line of %d columns:\n%s", args, displayWidth(line), line)
			}
		}
	}
}
