package main

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// inShell runs a script in which $crawl crawls a whole web into $lib, as a process
// of its own under the limits that the script sets. It returns what came on both outputs.
func inShell(t *testing.T, web runningWeb, script string, prepare ...func(*exec.Cmd)) (string, error) {
	t.Helper()
	dir := t.TempDir()
	name, lib := filepath.Join(dir, "sluice"), filepath.Join(dir, "lib")
	exe, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(exe, name); err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command("sh", "-c", script)
	cmd.Env = append(os.Environ(), "crawl="+name+" "+strings.Join(web.command(lib).Args[1:], " "), "lib="+lib, "sluice="+name)
	for _, p := range prepare {
		p(cmd)
	}
	out, err := cmd.CombinedOutput()
	return string(out), err
}

// wantInOrder looks for one text after the other.
func wantInOrder(t *testing.T, out string, texts ...string) {
	t.Helper()
	rest := out
	for _, text := range texts {
		_, after, ok := strings.Cut(rest, text)
		if !ok {
			t.Fatalf("no %q where it should be in\n%s", text, out)
		}
		rest = after
	}
}

// smallWeb is a web, and what the shell says when countAll finds the library whole.
func smallWeb(t *testing.T, words int, flags ...string) (web runningWeb, whole string) {
	flags = append([]string{"--delay", "0s", "--per-host", "4"}, flags...)
	return startKillWeb(t, killShape{hosts: 4, pages: 300, words: words, flags: flags}), "1200 pages 240 documents"
}

const countAll = `echo $($sluice pages -d $lib --json | wc -l) pages $($sluice documents -d $lib --json | wc -l) documents`

// fewer is one case where each needs long: with the race detector.
func fewer[T any](cases []T) []T {
	if testing.Short() {
		return cases[:1]
	}
	return cases
}

// limited is a limit of file size, in blocks of 512 bytes, and what the message must say: what,
// where, why, and what to do.
type limited struct {
	blocks  int
	words   int // of a page
	flags   []string
	message []string // parts of the message, in order
}

// TestFileSizeLimitStopsCrawl limits the size of files, so that one
// store after the other meets the limit first, and lifts it again.
func TestFileSizeLimitStopsCrawl(t *testing.T) {
	t.Parallel()
	catalogue := []string{"catalogue ", "catalog.db: ", "the disk reports an error", "ulimit -f", "run the same command again"}
	archive := []string{"crawl stopped: archive: write ", "lib/archive/", ".warc at byte ", "file too large", "ulimit -f", "run the same command again", "continue with `sluice crawl -d "}
	for _, c := range fewer([]limited{
		{blocks: 100, message: catalogue}, {blocks: 400, message: catalogue}, {blocks: 1600, message: []string{"crawl stopped: "}},
		{blocks: 6000, words: 6000, flags: []string{"--warc", "plain"}, message: archive},
	}) {
		web, whole := smallWeb(t, c.words, c.flags...)
		out, err := inShell(t, web, fmt.Sprintf(`(ulimit -f %d; exec $crawl); echo "code $?"; $crawl && `+countAll, c.blocks))
		if err != nil {
			t.Errorf("up to %d blocks: %v", c.blocks, err)
		}
		wantInOrder(t, out, append(c.message, "code 1", ", 0 errors", "Done.", whole)...)
	}
}

// TestFewOpenFilesLoseNoURL allows fewer files than there are hosts to be asked at once.
func TestFewOpenFilesLoseNoURL(t *testing.T) {
	t.Parallel()
	for _, files := range fewer([]int{48, 100}) {
		web := startKillWeb(t, killShape{hosts: 100, pages: 5, flags: []string{"--delay", "0s", "--per-host", "4"}})
		out, err := inShell(t, web, fmt.Sprintf(`ulimit -n %d; exec $crawl`, files))
		if err != nil {
			t.Errorf("with %d files: %v", files, err)
		}
		wantInOrder(t, out, "fewer requests at a time", fmt.Sprintf("files=%d", files), "500 pages, 100 documents, 0 errors", "Done.")
	}
}

// TestLittleMemoryLosesNoURL fetches more bytes at once than the process may have
// memory: bodies go to files.
func TestLittleMemoryLosesNoURL(t *testing.T) {
	longTest(t)
	t.Parallel()
	const hosts, size = 80, 8 << 20
	big := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/robots.txt" {
			http.NotFound(w, r)
			return
		}
		w.Header().Set("Content-Type", "text/plain")
		line := []byte(strings.Repeat("all work and no play makes "+r.Host+" a dull boy. ", 100))
		for n := 0; n < size; n += len(line) {
			if _, err := w.Write(line); err != nil {
				return
			}
		}
	}))
	defer big.Close()
	web := startKillWeb(t, killShape{hosts: hosts, flags: []string{"--delay", "0s"}})
	web.Server.URL = big.URL
	out, err := inShell(t, web, `ulimit -d 524288; exec $crawl`)
	if err != nil {
		t.Error(err)
	}
	wantInOrder(t, out, "80 pages, 0 documents, 0 errors", "Done.")
}

func TestTooFewOpenFilesAreReportedAtOnce(t *testing.T) {
	web, _ := smallWeb(t, 0)
	out, err := inShell(t, web, `ulimit -n 20; $crawl; echo "code $?"; ls $lib`)
	if err == nil || !strings.Contains(out, "limit of open files is 20") || !strings.Contains(out, "code 1") {
		t.Errorf("%v, and says\n%s", err, out)
	}
}
