package settings_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"sluice/cmd/sluice/internal/settings"
	"sluice/focus"
)

func TestParseReadsEveryKindOfValue(t *testing.T) {
	layer, err := settings.Parse([]byte(`# a library
seeds:
  - http://a.example/
  - "http://b.example/"
scope: list
sitemaps: false
max-pages: 500
max-document-size: 1GiB
bandwidth: 500KB/s
delay: 250ms
idle: 22:00-06:00
header: ["X-A: 1", 'X-B: 2']
allow: .zip
`))
	if err != nil {
		t.Fatal(err)
	}
	got, err := layer.Decode()
	if err != nil {
		t.Fatal(err)
	}
	want := settings.Default()
	want.Scope, want.Sitemaps, want.MaxPages = "list", false, 500
	want.MaxDocumentSize, want.Bandwidth, want.Delay = 1<<30, 500_000, 250*time.Millisecond
	want.Idle, want.Header, want.Allow = "22:00-06:00", []string{"X-A: 1", "X-B: 2"}, []string{".zip"}
	if d := cmp.Diff(want, got); d != "" {
		t.Error(d)
	}
	if d := cmp.Diff([]string{"http://a.example/", "http://b.example/"}, layer.Seeds()); d != "" {
		t.Error(d)
	}
}

func TestParseNamesKeyAndLine(t *testing.T) {
	for _, test := range []struct{ name, text, want string }{
		{"unknown key", "scope: host\n\nmax-page-s: 3\n", `sluice.yaml:3: unknown key "max-page-s" (did you mean max-pages?)`},
		{"far from any key", "zzzz: 3\n", `sluice.yaml:1: unknown key "zzzz"`},
		{"wrong word", "scope: world\n", `sluice.yaml:1: scope: "world" is not one of host, domain, prefix, list, any`},
		{"wrong number", "# x\nmax-pages: many\n", `sluice.yaml:2: max-pages: "many" is not a whole number`},
		{"wrong size", "max-page-size: 10 parrots\n", `sluice.yaml:1: max-page-size: "10 parrots" is not a size; write 500kB, 10MB or 1GiB`},
		{"wrong time", "delay: 1\n", `sluice.yaml:1: delay: "1" is not a duration; write 250ms, 1s or 2h`},
		{"wrong hours", "idle: 25:00-26:00\n", `sluice.yaml:1: idle: "25:00-26:00" is not a range of hours; write 08:00-18:00`},
		{"list for one", "delay: [1s, 2s]\n", `sluice.yaml:1: delay: needs one value, not a list`},
		{"mapping for one", "delay:\n  min: 1s\n", `sluice.yaml:2: delay: needs a plain value`},
		{"no value", "delay:\n", `sluice.yaml:1: delay: has no value`},
		{"former name", "max-page: 10 parrots\n", `sluice.yaml:1: max-page-size: "10 parrots" is not a size`},
		{"former and present name", "max-page: 1MB\nmax-page-size: 2MB\n", `sluice.yaml:2: key "max-page-size" is there twice`},
		{"twice", "delay: 1s\ndelay: 2s\n", `sluice.yaml:2:`},
		{"its own folder", "dir: x\n", `sluice.yaml:1: key "dir" is not possible here; the library is the folder of this file`},
		{"no mapping", "- a\n- b\n", "sluice.yaml:1: expected keys and values, as in `delay: 2s`"},
		{"broken", "scope: host\nallow: [a\n", "sluice.yaml:2:"},
	} {
		t.Run(test.name, func(t *testing.T) {
			_, err := settings.Parse([]byte(test.text))
			if err == nil || !strings.HasPrefix(err.Error(), test.want) {
				t.Errorf("Parse(%q) = %v; want %s", test.text, err, test.want)
			}
		})
	}
}

func TestFormerNamesOfKeysAreTranslated(t *testing.T) {
	want := settings.Layer{"max-page-size": {"3MB"}, "max-document-size": {"1GB"}, "delay": {"2s"}}
	fromFile, err := settings.Parse([]byte("max-page: 3MB\ndelay: 2s\nmax-document: 1GB\n"))
	if err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff(want, fromFile); d != "" {
		t.Errorf("sluice.yaml: %s", d)
	}
	for _, text := range []string{
		`{"max-page":["3MB"],"max-document":["1GB"],"delay":["2s"]}`,
		`{"max-page":["7MB"],"max-page-size":["3MB"],"max-document":["1GB"],"delay":["2s"]}`, // the present name counts
	} {
		var stored settings.Layer
		if err := json.Unmarshal([]byte(text), &stored); err != nil {
			t.Fatal(err)
		}
		if d := cmp.Diff(want, stored); d != "" {
			t.Errorf("stored settings %s: %s", text, d)
		}
	}
}

func TestWrittenFileReadsBack(t *testing.T) {
	dir := t.TempDir()
	given := settings.Layer{
		"seeds": {"http://a.example/", "http://b.example/?x=1&y=#z"}, "delay": {"20ms"}, "max-pages": {"7"},
		"scope": {"host"}, "progress": {"none"}, "again": {"true"}, "sitemaps": {"false"},
		"header": {"X: 'quoted' \"twice\"", "Y: #no comment"}, "user-agent": {"True"}, "contact": {"\"yes: no\" <a@b.example>"},
	}
	if err := given.Write(dir); err != nil {
		t.Fatal(err)
	}
	got, err := settings.Load(dir)
	if err != nil {
		t.Fatal(err)
	}
	want := given.Lasting()
	if _, ok := want["scope"]; ok {
		t.Error("a default is written")
	}
	if d := cmp.Diff(want, got); d != "" {
		text, _ := os.ReadFile(filepath.Join(dir, settings.FileName))
		t.Errorf("%s\nin\n%s", d, text)
	}
}

func TestManySeedsAreWrittenToAFile(t *testing.T) {
	dir := t.TempDir()
	seeds := make([]string, 1000)
	for i := range seeds {
		seeds[i] = "http://host.example/" + strings.Repeat("x", i%7)
	}
	if err := (settings.Layer{"seeds": seeds}).Write(dir); err != nil {
		t.Fatal(err)
	}
	got, err := settings.Load(dir)
	if err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff(seeds, got.Seeds()); d != "" {
		t.Error(d)
	}
}

func TestPatternsAreReadFromFiles(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "hosts.txt")
	if err := os.WriteFile(file, []byte("# hosts\nexample.org\n\n  *.example.net  \n"), 0o644); err != nil {
		t.Fatal(err)
	}
	got, err := settings.ExpandPatterns([]string{".gif", "hosts.txt", "/a|b/", file}, dir, settings.CheckPattern)
	if err != nil {
		t.Fatal(err)
	}
	want := []string{".gif", "example.org", "*.example.net", "/a|b/", "example.org", "*.example.net"}
	if d := cmp.Diff(want, got); d != "" {
		t.Error(d)
	}
}

func TestCheckNamesAllBadValuesAtOnce(t *testing.T) {
	f := settings.Default()
	if err := f.Check(); err != nil {
		t.Errorf("the defaults are refused: %v", err)
	}
	f.Workers, f.Delay, f.Render = 0, -1, "auto"
	f.Allow, f.Ignore, f.Header = []string{"/(/"}, []string{"[", ".gif"}, []string{"no colon"}
	f.Resolve, f.Proxy, f.Rules = []string{"host:80"}, "gopher://x", []string{"no-such-rule"}
	err := f.Check()
	for _, want := range []string{"workers", "delay", "render: auto: not implemented yet", "allow", "ignore", "header", "resolve", "proxy", "rules"} {
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("Check() = %v; want it to name %s", err, want)
		}
	}
}

func TestMonitoringIsNotSaved(t *testing.T) {
	layer := settings.Layer{"metrics": {"9090"}, "pprof": {"true"}, "progress": {"plain"}, "delay": {"2s"}}
	if got := layer.Lasting(); len(got) != 1 || got["delay"] == nil {
		t.Errorf("Lasting() = %v; want the delay", got)
	}
	if got := layer.Monitoring(); len(got) != 3 || got["delay"] != nil {
		t.Errorf("Monitoring() = %v; want all but the delay", got)
	}
}

func FuzzParse(f *testing.F) {
	f.Add([]byte("seeds:\n  - http://a.example/\nscope: list\n"))
	f.Add([]byte("allow: [.gif, \"/x/\"]\n"))
	f.Add([]byte("a: &x 1\nb: *x\n"))
	f.Fuzz(func(t *testing.T, data []byte) {
		layer, err := settings.Parse(data)
		if err != nil {
			return
		}
		if _, err := layer.Decode(); err != nil {
			t.Errorf("Parse accepts what Decode refuses: %v", err)
		}
	})
}

// TestCookieKeysHideEachOther: the newer choice of how cookies are kept counts alone.
func TestCookieKeysHideEachOther(t *testing.T) {
	jar, none, of := settings.Layer{"cookie-jar": {"jar.txt"}}, settings.Layer{"cookies": {"none"}}, settings.Layer{"cookies": {"jar"}}
	for _, test := range []struct {
		name              string
		given, over, want settings.Layer
	}{
		{"no cookies over a jar", none, jar, none},
		{"a jar over no cookies", jar, none, jar},
		{"the kind of a jar over the jar", of, jar, settings.Layer{"cookies": {"jar"}, "cookie-jar": {"jar.txt"}}},
	} {
		if d := cmp.Diff(test.want, test.given.Over(test.over)); d != "" {
			t.Errorf("%s: %s", test.name, d)
		}
	}
	if got := settings.Changed(jar, none); !slices.Equal(got, []string{"cookie-jar", "cookies"}) {
		t.Errorf("Changed() = %v, want both keys", got)
	}
}

func TestOnlyVariablesOfTagsAreExpanded(t *testing.T) {
	for tag, want := range map[string]string{
		"${strategy}": focus.Default, "${strategy}, ${strategy}": focus.Default + ", " + focus.Default,
		"${unknown}": "${unknown}", "$strategy": "$strategy", "$unknown": "$unknown", "5 $ or $$": "5 $ or $$", "${": "${", "${}": "${}", "${a b}": "${a b}", "^a$": "^a$",
	} {
		if got := settings.Expand(tag); got != want {
			t.Errorf("%s: expanded to %q, want %q", tag, got, want)
		}
	}
}
