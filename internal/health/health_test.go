package health

import (
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"sluice/library"
)

func TestVerdictIsNeverRaised(t *testing.T) {
	f := Finding{Finding: library.Finding{Verdict: OK}}
	f.Worsen(Fail, "mend it")
	f.Worsen(Warn, "leave it")
	if f.Verdict != Fail || f.Remedy != "mend it" {
		t.Errorf("after fail and warn: %s, %q", f.Verdict, f.Remedy)
	}
}

func TestExamplesAreBounded(t *testing.T) {
	var f Finding
	for i := range 25 {
		f.Wrong("thing %d", i)
	}
	if len(f.Examples) != 10 || f.More != 15 || f.Examples[9] != "thing 9" {
		t.Errorf("%d examples and %d more, the last %q", len(f.Examples), f.More, f.Examples[9])
	}
}

// find returns the finding of a name.
func find(t *testing.T, found []Finding, name string) Finding {
	t.Helper()
	for _, f := range found {
		if f.Name == name {
			return f
		}
	}
	t.Fatalf("nothing is said of %s", name)
	return Finding{}
}

func TestTheMachineIsExamined(t *testing.T) {
	found := Machine(256)
	for _, name := range []string{"processors", "memory", "open files", "clock"} {
		if f := find(t, found, name); f.Found == "" || f.Part != "machine" {
			t.Errorf("%s: %+v", name, f)
		}
	}
	if f := find(t, Machine(1<<30), "open files"); f.Verdict == OK || f.Remedy == "" {
		t.Errorf("a thousand million workers: %+v; want a warning that says what to do", f)
	}
}

func TestOpenFileLimitDecidesVerdict(t *testing.T) {
	for _, test := range []struct {
		limit int64
		want  Verdict
	}{{31, Fail}, {32, Warn}, {1000, Warn}, {65536, OK}} {
		var p part
		p.files(test.limit, 256)
		if f := find(t, p.list, "open files"); f.Verdict != test.want || (f.Remedy == "") != (test.want == OK) {
			t.Errorf("%d open files: %+v; want %s", test.limit, f, test.want)
		}
	}
}

func TestLengthOfSocketPathDecidesVerdict(t *testing.T) {
	for _, test := range []struct {
		name  string
		limit int
		want  Verdict
	}{{"no limit", math.MaxInt, OK}, {"limit of a longer path", 21, OK}, {"limit of this path", 20, OK}, {"limit of a shorter path", 19, Fail}} {
		f := ControlSocket("library/control.sock", test.limit)
		if f.Part != "library" || f.Name != "control socket" || f.Found == "" || f.Verdict != test.want || (f.Remedy == "") != (test.want == OK) {
			t.Errorf("%s: %+v; want %s", test.name, f, test.want)
		}
	}
}

func TestClockBeforeBuildFails(t *testing.T) {
	var p part
	p.clock(time.Date(1999, 12, 31, 0, 0, 0, 0, time.UTC))
	if f := find(t, p.list, "clock"); f.Verdict != Fail {
		t.Errorf("the clock shows 1999: %+v; want a failure", f)
	}
}

func TestDiskExaminationLeavesNoFile(t *testing.T) {
	dir := t.TempDir()
	t.Setenv("TMPDIR", t.TempDir())
	for _, f := range Disk(filepath.Join(dir, "not", "there", "yet")) {
		if f.Verdict == Fail || f.Found == "" {
			t.Errorf("%+v", f)
		}
	}
	if entries, err := os.ReadDir(dir); err != nil || len(entries) > 0 {
		t.Errorf("left in the folder: %v, %v", entries, err)
	}
	t.Setenv("TMPDIR", filepath.Join(dir, "gone"))
	if f := find(t, Disk(dir), "temporary files"); f.Verdict != Fail || f.Remedy == "" {
		t.Errorf("without a folder for temporary files: %+v; want a failure that says what to do", f)
	}
}

func TestNameServersAreRead(t *testing.T) {
	for _, test := range []struct {
		text, found string
		want        Verdict
	}{
		{"# by hand\nnameserver 192.0.2.1\nsearch example.org\nnameserver 2001:db8::1\n", "192.0.2.1, 2001:db8::1", OK},
		{"nameserver fe80::1%eth0\n", "fe80::1%eth0", OK},
		{"nameserver one.example\nnameserver 192.0.2.1\n", `192.0.2.1; "one.example" is no address`, Warn},
		{"", "none in ", Warn},
	} {
		path := filepath.Join(t.TempDir(), "resolv.conf")
		if err := os.WriteFile(path, []byte(test.text), 0o644); err != nil {
			t.Fatal(err)
		}
		var p part
		p.resolver(path)
		if f := p.list[0]; f.Verdict != test.want || !strings.HasPrefix(f.Found, test.found) {
			t.Errorf("%q: %s, %q; want %s, %q", test.text, f.Verdict, f.Found, test.want, test.found)
		}
	}
}

func TestProxiesOfTheEnvironmentAreNotedWithoutTheirPasswords(t *testing.T) {
	t.Setenv("HTTPS_PROXY", "http://user:secret@proxy.example:3128")
	f := find(t, Network(), "proxy")
	if f.Verdict != Note || !strings.Contains(f.Found, "HTTPS_PROXY") || strings.Contains(f.Found, "secret") {
		t.Errorf("%+v", f)
	}
}

func TestProgramsAreListedWithPurpose(t *testing.T) {
	found := Programs([]Program{
		{Name: "gs", Path: "/usr/bin/gs", Version: "10.05.1", For: "PS to PDF", Package: "ghostscript"},
		{Name: "antiword", Path: "/usr/bin/antiword", For: "DOC to text", Package: "antiword"},
		{Name: "soffice", For: "PPT to text", Package: "libreoffice"},
	}, Sandbox{Available: true, Unprotected: "programs reach the network", PDF: "a process of its own"})
	for name, want := range map[string]string{
		"gs": "/usr/bin/gs, version 10.05.1, for PS to PDF", "antiword": "/usr/bin/antiword, for DOC to text",
		"soffice": "not found; for PPT to text: apt-get install libreoffice", "sandbox": "programs reach the network",
		"PDF reader": "a process of its own",
	} {
		if f := find(t, found, name); f.Found != want {
			t.Errorf("%s: %q, want %q", name, f.Found, want)
		}
	}
	if f := find(t, Programs(nil, Sandbox{Available: true}), "sandbox"); f.Verdict != OK {
		t.Errorf("sandbox: %+v", f)
	}
	if f := find(t, Programs(nil, Sandbox{Unprotected: "no Landlock"}), "sandbox"); f.Verdict != Note ||
		!strings.Contains(f.Found, "--unsafe-converters") || !strings.Contains(f.Found, "no Landlock") {
		t.Errorf("no sandbox: %+v", f)
	}
}
