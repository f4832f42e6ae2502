package health

import (
	"context"
	"os/exec"
	"regexp"
	"strings"
	"time"
)

// A program is one that reads what the crawl keeps.
type program struct {
	names   []string // under which it may be installed
	version []string // arguments that make it tell its version; nil: it does not
	what    string
	install string // Debian's package
}

var programs = []program{
	{[]string{"soffice", "libreoffice"}, []string{"--version"}, "office documents to PDF", "libreoffice-nogui"},
	{[]string{"catdoc"}, []string{"-V"}, ".doc to text", "catdoc"},
	{[]string{"antiword"}, nil, ".doc to text", "antiword"},
	{[]string{"gs"}, []string{"--version"}, "PostScript to PDF", "ghostscript"},
	{[]string{"dvips"}, []string{"--version"}, "DVI to PostScript", "texlive-binaries"},
	{[]string{"chromium", "chromium-browser", "google-chrome"}, []string{"--version"}, "rendering of pages", "chromium"},
}

const (
	versionTime = 3 * time.Second // for a program to tell its version
	maxVersion  = 40              // bytes of it
)

// Programs looks for the programs that read documents and render pages. The
// crawl itself needs none: it keeps documents as they came.
func Programs(ctx context.Context) []Finding {
	p := part{name: "programs"}
	for _, q := range programs {
		path := q.path()
		if path == "" {
			p.add(q.names[0], Note, "", "not found; for %s: apt-get install %s", q.what, q.install)
			continue
		}
		found := path
		if v := q.tell(ctx, path); v != "" {
			found += ", version " + v
		}
		p.add(q.names[0], OK, "", "%s, for %s", found, q.what)
	}
	return p.list
}

func (q program) path() string {
	for _, name := range q.names {
		if path, err := exec.LookPath(name); err == nil {
			return path
		}
	}
	return ""
}

var versionNumber = regexp.MustCompile(`\d+(\.\d+)+[\w.-]*`)

// tell asks a program for its version; empty when it does not say.
func (q program) tell(ctx context.Context, path string) string {
	if q.version == nil {
		return ""
	}
	ctx, cancel := context.WithTimeout(ctx, versionTime)
	defer cancel()
	cmd := exec.CommandContext(ctx, path, q.version...)
	cmd.WaitDelay = time.Second // for those who leave children behind
	var out limited
	cmd.Stdout, cmd.Stderr = &out, &out
	cmd.Run() // some end with an error and tell it all the same
	v := versionNumber.FindString(out.String())
	return v[:min(len(v), maxVersion)]
}

// limited keeps the beginning of what is written to it.
type limited struct{ strings.Builder }

func (l *limited) Write(p []byte) (int, error) {
	if room := 4096 - l.Len(); room > 0 {
		l.Builder.Write(p[:min(len(p), room)])
	}
	return len(p), nil
}
