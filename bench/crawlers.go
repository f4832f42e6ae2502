//go:build linux

package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"time"
)

// crawler is one program with one set of settings.
type crawler struct {
	name    string
	own     bool          // Sluice itself: if it fails, the comparison fails
	limit   time.Duration // a run is ended after it
	command func(w web, dir string) *exec.Cmd
}

// The limits of a run. The rate of a slow crawler is clear long before it has fetched everything.
const (
	fast = time.Minute
	long = 3 * time.Minute
	slow = 20 * time.Second
)

// sluiceWith is Sluice with further flags of crawl.
func sluiceWith(program, name string, flags ...string) crawler {
	return crawler{name: name, own: true, limit: fast, command: func(w web, dir string) *exec.Cmd {
		return exec.Command(program, append([]string{"crawl", "-d", dir, "--seeds", w.seeds, "--proxy", w.proxy, "--scope", "list",
			"--progress", "none", "--delay", "0s", "--per-host", "2", "--index", "documents", "--contact", "https://bench.example/"}, flags...)...)
	}}
}

// wget2 crawls with GNU Wget2. It cannot limit requests to a host.
func wget2(threads int) crawler {
	name := fmt.Sprintf("wget2, %d threads", threads)
	return crawler{name: name, limit: fast, command: func(w web, dir string) *exec.Cmd {
		return exec.Command("wget2", "-q", "-r", "-l", "inf", "-H", fmt.Sprint("--max-threads=", threads),
			"--http-proxy="+w.proxy, "-P", dir, "-i", w.seeds)
	}}
}

// colly crawls with the driver in peers/colly: so many requests at once in total, or to each host.
func colly(program string, atOnce int, perHost bool) crawler {
	name := fmt.Sprintf("Colly, %d at once", atOnce)
	if perHost {
		name += " a host"
	}
	return crawler{name: name, limit: fast, command: func(w web, dir string) *exec.Cmd {
		return exec.Command(program, "-proxy", w.proxy, "-seeds", w.seeds, "-at-once", fmt.Sprint(atOnce), fmt.Sprint("-per-host=", perHost))
	}}
}

// httrack crawls with its security limits off, which allow only a few requests a second.
func httrack() crawler {
	return crawler{name: "httrack, 8 at once", limit: slow + slow/2, command: func(w web, dir string) *exec.Cmd {
		return exec.Command("httrack", "--list", w.seeds, "-O", dir, "-P", strings.TrimPrefix(w.proxy, "http://"), "-c8",
			"--disable-security-limits", "--max-rate=0", "--connection-per-second=0", "-r9999", "-s2", "-e", "-q", "-I0", "-Q")
	}}
}

// scrapy crawls with the spider of peers/scrapy.
func scrapy(spider string) crawler {
	return crawler{name: "Scrapy, 32 at once", limit: slow, command: func(w web, dir string) *exec.Cmd {
		cmd := exec.Command("scrapy", "runspider", spider, "-a", "seeds="+w.seeds)
		cmd.Env = append(os.Environ(), "http_proxy="+w.proxy)
		return cmd
	}}
}

// crawlee crawls with the script of peers/crawlee, copied to dir with the packages that it needs.
func crawlee(dir string) crawler {
	return crawler{name: "Crawlee, 32 at once", limit: slow, command: func(w web, _ string) *exec.Cmd {
		return exec.Command("node", filepath.Join(dir, "crawl.mjs"), strings.TrimPrefix(w.proxy, "http://"), w.seeds)
	}}
}

// tools are the programs that were found.
type tools struct {
	sluice, colly, crawlee, spider string
	wget2, httrack, scrapy         bool
	versions                       []string
	missing                        []string // which, and why
}

// findTools builds or finds all programs. Those that are not available are left out.
func findTools(tmp, crawleeDir string) (t tools, err error) {
	if t.sluice, err = buildSluice(tmp); err != nil {
		return t, err
	}
	t.wget2 = t.add("wget2", "wget2", "--version")
	t.httrack = t.add("httrack", "httrack", "--version")
	t.scrapy = t.add("Scrapy", "scrapy", "version")
	if t.spider, err = filepath.Abs("bench/peers/scrapy/spider.py"); err != nil {
		return t, err
	}
	program := filepath.Join(tmp, "colly")
	build := exec.Command("go", "build", "-o", program, ".")
	build.Dir = "bench/peers/colly"
	if out, err := build.CombinedOutput(); err != nil {
		t.missing = append(t.missing, fmt.Sprintf("Colly (build its driver: %s)", strings.TrimSpace(string(out))))
	} else if t.add("Colly", "go", "version", "-m", program) {
		t.colly = program
	}
	if _, err := os.Stat(filepath.Join(crawleeDir, "node_modules")); crawleeDir == "" || err != nil {
		t.missing = append(t.missing, "Crawlee (not installed)")
	} else if t.add("Crawlee", "node", "-p", fmt.Sprintf("'crawlee ' + require(%q).version", filepath.Join(crawleeDir, "node_modules/@crawlee/cheerio/package.json"))) {
		t.crawlee = crawleeDir
	}
	return t, nil
}

// version finds the version in what a program prints.
var version = regexp.MustCompile(`(?i)(?:wget2|httrack version|scrapy|crawlee|colly/v2)\s+v?(\d[\w.+-]*)`)

// add reports whether a program runs, and adds it with its version.
func (t *tools) add(name, program string, args ...string) bool {
	out, err := exec.Command(program, args...).CombinedOutput()
	if err != nil {
		t.missing = append(t.missing, fmt.Sprintf("%s (%v)", name, err))
		return false
	}
	if found := version.FindSubmatch(out); found != nil {
		name += " " + string(found[1])
	}
	t.versions = append(t.versions, name)
	return true
}
