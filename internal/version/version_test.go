package version_test

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"testing"

	"sluice/internal/version"
)

// TestNumberIsSemantic: packages, archives and the tag of a release derive from the number.
func TestNumberIsSemantic(t *testing.T) {
	if !regexp.MustCompile(`^\d+\.\d+\.\d+$`).MatchString(version.Number) {
		t.Errorf("Number = %q, want three numbers with dots", version.Number)
	}
}

// TestCurrentReturnsWhatTheLinkerSet builds the program as `make dist` does.
func TestCurrentReturnsWhatTheLinkerSet(t *testing.T) {
	if testing.Short() {
		t.Skip("builds a program")
	}
	program := filepath.Join(t.TempDir(), "show.exe")
	const x = " -X sluice/internal/version."
	flags := x + "full=1.2.3-dev.abc" + x + "commit=abc" + x + "date=2026-01-02T03:04:05+01:00"
	build := exec.Command("go", "build", "-buildvcs=false", "-ldflags", flags, "-o", program, "./testdata/show")
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	out, err := exec.Command(program).Output()
	if err != nil {
		t.Fatal(err)
	}
	var got version.Build
	if err := json.Unmarshal(out, &got); err != nil {
		t.Fatal(err)
	}
	want := version.Build{Version: "1.2.3-dev.abc", Commit: "abc", Date: "2026-01-02T02:04:05Z", Go: runtime.Version(), System: runtime.GOOS + "/" + runtime.GOARCH}
	if got != want {
		t.Errorf("got %+v\nwant %+v", got, want)
	}
}

// TestCurrentReturnsWhatGoRecorded builds the program in a clone, without flags.
func TestCurrentReturnsWhatGoRecorded(t *testing.T) {
	if testing.Short() {
		t.Skip("builds a program")
	}
	if info, err := os.Stat("../../.git"); err != nil || !info.IsDir() {
		t.Skip("not in a clone: Go records nothing about other work trees")
	}
	program := filepath.Join(t.TempDir(), "show.exe")
	build := exec.Command("go", "build", "-buildvcs=true", "-o", program, "./testdata/show")
	build.Env = append(os.Environ(), "GOFLAGS=")
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	out, err := exec.Command(program).Output()
	if err != nil {
		t.Fatal(err)
	}
	var got version.Build
	if err := json.Unmarshal(out, &got); err != nil {
		t.Fatal(err)
	}
	if got.Version != version.Number || len(got.Commit) != 40 || got.Date == "" {
		t.Errorf("got %+v, want the number, and commit and date of the clone", got)
	}
}
