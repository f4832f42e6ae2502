package main

import (
	"context"
	"flag"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"

	"sluice/document"
	"sluice/internal/demo"
	"sluice/internal/health"
	"sluice/internal/wiring"

	"github.com/rogpeppe/go-internal/testscript"
)

var update = flag.Bool("update", false, "write what came into the scripts where they compare it")

// TestMain lets the scripts run the program as a user does. With the race detector each would
// wait a second at its end.
func TestMain(m *testing.M) {
	if document.Serve() {
		return
	}
	os.Setenv("GORACE", os.Getenv("GORACE")+" atexit_sleep_ms=0")
	testscript.Main(m, map[string]func(){"sluice": main})
}

// longTest leaves a test out of the short run, which is that with the race detector: there it would take ten times as long, and what it runs at the
// same time others run, too.
func longTest(t *testing.T) {
	t.Helper()
	if testing.Short() {
		t.Skip("not in the short run")
	}
}

// checkSound examines a library as sluice doctor does, without the programs that it looks for on the machine.
func checkSound(t *testing.T, dir string, full bool) {
	t.Helper()
	lib, err := wiring.Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer lib.Close()
	for _, f := range lib.Examine(t.Context(), wiring.Examination{Full: full}) {
		if f.Verdict == health.Fail {
			t.Errorf("%s %s: %s %v", f.Part, f.Name, f.Found, f.Examples)
		}
	}
}

// TestScripts runs the scripts in testdata. $WEB is the address of a small web, served as an
// HTTP proxy does, so that the scripts name real hosts; $DEMO is that of the sample university.
// $LIBRARIES is the folder of libraries that earlier versions made. With $BIN as its PATH the
// program finds no programs of others.
func TestScripts(t *testing.T) {
	t.Parallel()
	cache, err := os.UserCacheDir()
	if err != nil {
		t.Fatal(err)
	}
	libraries, err := filepath.Abs("../../testdata")
	if err != nil {
		t.Fatal(err)
	}
	testscript.Run(t, testscript.Params{
		Dir:           "testdata",
		UpdateScripts: *update,
		Setup: func(env *testscript.Env) error {
			web := httptest.NewServer(slowWeb(env))
			env.Defer(web.Close)
			university, err := demo.Start()
			if err != nil {
				return err
			}
			env.Defer(func() { university.Close() })
			env.Setenv("WEB", web.URL)
			env.Setenv("DEMO", university.Proxy())
			env.Setenv("LIBRARIES", libraries)
			env.Setenv("BIN", filepath.SplitList(env.Getenv("PATH"))[0])
			env.Setenv("TZ", "UTC")
			env.Setenv("XDG_CACHE_HOME", cache) // where the reader of PDF lies compiled
			env.Setenv("GORACE", os.Getenv("GORACE"))
			return nil
		},
		Cmds: map[string]func(*testscript.TestScript, bool, []string){
			"waitfor":   waitFor,
			"waitasked": waitAsked,
			"waitrun":   waitRun,
			"damage":    damage,
			"exits":     exits,
			"samelines": sameLines,
			"signal":    sendSignal,
			"addsup":    addsUp,
			"jsonlines": jsonLines,
		},
	})
}

// slowWeb is the web of a script, in which slow.example and the second page of slow.engine.example never answer. It counts the requests of both.
func slowWeb(env *testscript.Env) http.HandlerFunc {
	var slow atomic.Int64
	env.Values[slowKey{}] = &slow
	return func(w http.ResponseWriter, r *http.Request) {
		switch r.Host + r.URL.Path + r.URL.Query().Get("pageno") {
		case "slow.example/", "slow.engine.example/2":
			slow.Add(1)
			<-r.Context().Done()
		default:
			serveWeb(w, r)
		}
	}
}

func TestExitCodes(t *testing.T) {
	t.Parallel()
	web := httptest.NewServer(http.HandlerFunc(serveWeb))
	defer web.Close()
	lib := t.TempDir()
	crawl := []string{"crawl", "-d", lib, "--proxy", web.URL, "--delay", "1ms", "--progress", "none"}
	for _, test := range []struct {
		name string
		args []string
		want int
	}{
		{"help", []string{"help"}, exitDone},
		{"no command", nil, exitUsage},
		{"unknown flag", []string{"status", "--colour"}, exitUsage},
		{"unknown command", []string{"fly"}, exitUsage},
		{"no library", []string{"report", "-d", lib + "/none"}, exitError},
		{"no seed", []string{"crawl", "-d", lib + "/none"}, exitUsage},
		{"stopped by a limit", append(crawl, "--max-pages", "3", "http://long.example/n1"), exitStopped},
		{"not yet", append(crawl, "--render", "always"), exitUsage},
		{"wrong condition", []string{"pages", "-d", lib, "--where", "status"}, exitUsage},
		{"no crawl to stop", []string{"stop", "-d", lib}, exitError},
		{"failed URLs change nothing", append(crawl, "-d", lib+"/other", "--retries", "0", "http://nobody.example/"), exitDone},
	} {
		var out, err strings.Builder
		if got := run(context.Background(), test.args, strings.NewReader(""), &out, &err); got != test.want {
			t.Errorf("%s: sluice %s exits with %d; want %d\n%s", test.name, strings.Join(test.args, " "), got, test.want, err.String())
		}
	}
}

// serveWeb is the web of the scripts. www.site.example is a whole small site, other.example
// another host with a document, long.example has no end, tree.example is for strategies.
func serveWeb(w http.ResponseWriter, r *http.Request) {
	r.URL.Host = r.Host
	if serveEngine(w, r) {
		return
	}
	if page, ok := webPages[r.Host+r.URL.Path]; ok {
		w.Header().Set("Content-Type", page.kind)
		w.Header().Set("ETag", strconv.Quote(strconv.Itoa(len(page.body))))
		if r.Header.Get("If-None-Match") == w.Header().Get("ETag") {
			w.WriteHeader(http.StatusNotModified)
			return
		}
		fmt.Fprint(w, page.body)
		return
	}
	if r.Host == "hostile.example" && r.URL.Path == "/moved" {
		w.Header()["Location"] = []string{"http://user:secret-word@hostile.example/\x1b[31mred\u202e"}
		w.WriteHeader(http.StatusFound)
		return
	}
	if r.Host == "long.example" && strings.HasPrefix(r.URL.Path, "/n") {
		n, _ := strconv.Atoi(r.URL.Path[2:])
		fmt.Fprintf(w, `<html><title>Page %[1]d</title><p>Text of page %[1]d.</p><a href="/n%[2]d">on</a></html>`, n, n+1)
		return
	}
	if (r.Host == "tree.example" || r.Host == "copy.example") && serveTree(w, r.URL.Path) {
		return
	}
	http.NotFound(w, r)
}

// serveTree is a site on which strategies differ: the first page of a chain of four, forty pages
// beside each other, and at the end the page with the publications.
func serveTree(w http.ResponseWriter, path string) bool {
	var n int
	switch {
	case path == "/":
		fmt.Fprint(w, `<html><title>Tree</title><a href="/deep1">Deeper</a> `)
		for i := range 40 {
			fmt.Fprintf(w, `<a href="/side%d">Side %d</a> `, i, i)
		}
		fmt.Fprint(w, `<a href="/works">Publications</a></html>`)
	case path == "/works", strings.HasPrefix(path, "/side"):
		fmt.Fprintf(w, "<html><title>%[1]s</title><p>All about %[1]s.</p></html>", path)
	case strings.HasPrefix(path, "/deep"):
		fmt.Sscanf(path, "/deep%d", &n)
		if n > 4 {
			return false
		}
		fmt.Fprintf(w, `<html><title>Deep %[1]d</title><p>Level %[1]d of the chain.</p>`, n)
		if n < 4 {
			fmt.Fprintf(w, `<a href="/deep%d">Deeper</a>`, n+1)
		}
		fmt.Fprint(w, "</html>")
	default:
		return false
	}
	return true
}

type webPage struct{ kind, body string }

const html = "text/html; charset=utf-8"

// padding makes a document large enough to be worth fetching.
var padding = "%" + strings.Repeat(" ", 9000) + "\n"

var webPages = map[string]webPage{
	"guarded.example/":           {html, `<html><title>Guarded site</title><h1>Welcome</h1><a href="/paper.html">Paper</a> <a href="/login">Log in</a> <a href="/gone">Gone</a></html>`},
	"guarded.example/paper.html": {html, `<html><title>Just a moment...</title><script>window._cf_chl_opt = {}</script>Enable JavaScript and cookies to continue</html>`},
	"guarded.example/login":      {html, `<html><title>Log in</title><form method="post"><input name="user"><input type="password" name="word"></form></html>`},
	"guarded.example/gone":       {html, `<html><title>Page not found | Guarded site</title><p>Sorry.</html>`},

	"hostile.example/": {html, "<html><title>Hostile \x1b[31m</title><a href='/moved'>Moved</a> <a href='/\u202etxt.exe\x1b]0;title\x07'>Text</a></html>"},

	"www.site.example/robots.txt": {"text/plain", "User-agent: *\nDisallow: /private/\n"},
	"www.site.example/": {html, `<html lang="en"><title>A small site</title><h1>Welcome</h1>
		<a href="one.html">One</a> <a href="two.html">Two</a> <a href="private/diary.html">Diary</a>
		<a href="gone.html">Gone</a> <a href="paper.pdf">Our paper</a> <a href="sound.mp3">Sound</a>
		<a href="http://other.example/">Another site</a> <a href="http://other.example/theirs.pdf">Their paper</a></html>`},
	"www.site.example/one.html":        {html, "<html><title>One \x1b[31mred\u202e</title><p>First page</p><a href='deep/three.html'>Three</a></html>"},
	"www.site.example/two.html":        {html, `<html><title>Two</title><p>Second page</p></html>`},
	"www.site.example/deep/three.html": {html, `<html><title>Three</title><p>Third page</p><a href="../two.html">Two</a></html>`},
	"www.site.example/paper.pdf":       {"application/pdf", "%PDF-1.4\n1 0 obj\n<<>>\nendobj\n" + padding + "trailer\n<<>>\n%%EOF\n"},
	"posing.example/":                  {html, `<html><title>Papers</title><a href="paper.pdf">Our paper</a></html>`},
	"posing.example/paper.pdf":         {html, `<html><title>Log in</title><p>Your password, please.</html>`},
	"third.example/":                   {html, `<html><title>A third site</title></html>`},
	"other.example/":                   {html, `<html><title>Another site</title></html>`},
	"other.example/theirs.pdf":         {"application/pdf", "%PDF-1.4\n% theirs\n" + padding + "trailer\n<<>>\n%%EOF\n"},
}
