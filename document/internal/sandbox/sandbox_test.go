//go:build unix

package sandbox_test

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"sluice/document/internal/sandbox"
)

// folder is an empty one, below one of the test's own.
func folder(t *testing.T) *sandbox.Folder {
	t.Helper()
	f, err := sandbox.Open(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { f.Close() })
	return f
}

// command is one that does a hostile thing.
func command(t *testing.T, role string, args ...string) sandbox.Command {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	return sandbox.Command{
		Path:   self,
		Args:   append([]string{"hostile", role}, args...),
		Limits: sandbox.Limits{Time: 20 * time.Second, Memory: 200 << 20, Space: 1 << 48, Disk: 20 << 20, Files: 500, Processes: 12, Output: 1 << 20},
	}
}

// eachWay runs a test as this machine does it and as one does that allows no
// namespaces.
func eachWay(t *testing.T, test func(t *testing.T)) {
	t.Run("as here", test)
	t.Run("without namespaces", func(t *testing.T) {
		sandbox.WithoutNamespaces(t)
		test(t)
	})
}

func run(t *testing.T, f *sandbox.Folder, c sandbox.Command) sandbox.Result {
	t.Helper()
	r, err := f.Run(t.Context(), c)
	if err != nil {
		t.Fatalf("%q: %v", c.Args, err)
	}
	return r
}

func file(t *testing.T, name, content string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

func TestProgramReadsInputAndWritesOutput(t *testing.T) {
	f := folder(t)
	if err := f.Put("in", file(t, "report.doc", "text")); err != nil {
		t.Fatal(err)
	}
	r := run(t, f, command(t, "works"))
	if !r.OK() || string(r.Stdout) != "done\n" || r.Exit != 0 || r.Memory == 0 {
		t.Fatalf("result %+v", r)
	}
	out := filepath.Join(t.TempDir(), "out")
	if err := f.Take("out", out); err != nil {
		t.Fatal(err)
	}
	if b, _ := os.ReadFile(out); string(b) != "TEXT" {
		t.Errorf("output %q", b)
	}
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(f.Path()); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("the folder after Close: %v", err)
	}
}

func TestProgramReachesOnlyItsFolder(t *testing.T) {
	t.Setenv("SECRET", "password")
	f := folder(t)
	c := command(t, "tells")
	c.Env = []string{"KNOWN=1"}
	want := strings.Join([]string{
		f.Path(), "[]", "PATH=" + filepath.Dir(c.Path) + ":/usr/local/bin:/usr/bin:/bin",
		"HOME=" + f.Path(), "TMPDIR=" + f.Path(), "LANG=C.UTF-8", "KNOWN=1",
	}, "\n") + "\n"
	if r := run(t, f, c); string(r.Stdout) != want {
		t.Errorf("it knows\n%swant\n%s", r.Stdout, want)
	}
}

func TestProgramOverLimitIsStopped(t *testing.T) {
	eachWay(t, func(t *testing.T) {
		linux := runtime.GOOS == "linux"
		for _, c := range []struct {
			role, limit string
			change      func(*sandbox.Limits)
			skip        bool
		}{
			{role: "hangs", limit: "time", change: func(l *sandbox.Limits) { l.Time = 300 * time.Millisecond }},
			{role: "spins", limit: "time", change: func(l *sandbox.Limits) { l.Time = 300 * time.Millisecond }},
			{role: "is deaf", limit: "time", change: func(l *sandbox.Limits) { l.Time = 300 * time.Millisecond }},
			{role: "complains without end", limit: "time", change: func(l *sandbox.Limits) { l.Time = 300 * time.Millisecond }},
			{role: "prints", limit: "output"},
			{role: "holds", limit: "memory", skip: !linux},
			{role: "fills", limit: "disk", skip: !linux},
			{role: "fills without names", limit: "disk", skip: !linux},
			{role: "scatters", limit: "files", skip: !linux},
			{role: "digs", limit: "files", skip: !linux},
			{role: "forks", limit: "processes", skip: !linux, change: func(l *sandbox.Limits) { l.Memory = 8 << 30 }},
		} {
			t.Run(c.role, func(t *testing.T) {
				if c.skip {
					t.Skip("only Linux has this limit")
				}
				t.Parallel()
				f, cmd := folder(t), command(t, c.role)
				if c.change != nil {
					c.change(&cmd.Limits)
				}
				r := run(t, f, cmd)
				if r.Limit != c.limit || r.OK() || !strings.Contains(r.String(), c.limit) {
					t.Errorf("limit %q, want %q: %v", r.Limit, c.limit, r)
				}
				if len(r.Stdout) > cmd.Limits.Output || len(r.Stderr) > 8<<10 {
					t.Errorf("%d and %d bytes of output", len(r.Stdout), len(r.Stderr))
				}
				if err := f.Close(); err != nil {
					t.Error(err)
				}
			})
		}
	})
}

// TestProcessorTimeOfAllProcessesIsLimited has programs none of whose processes passes the limit.
func TestProcessorTimeOfAllProcessesIsLimited(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("only Linux has this limit")
	}
	eachWay(t, func(t *testing.T) {
		for _, role := range []string{"spins in many processes", "spins one after the other"} {
			c := command(t, role)
			c.Limits.Time, c.Limits.Memory = 2*time.Second, 1<<30
			if r := runOnProcessor(t, c); r.Limit != "time" || r.CPU > 4*time.Second || r.CPU < time.Second {
				t.Errorf("%s: %v after %v of the processor", role, r, r.CPU)
			}
		}
	})
}

// runOnProcessor runs a command, and again if the limit by the clock has ended it: then other work had the processor, and the run says nothing of
// the limit of processor time.
func runOnProcessor(t *testing.T, c sandbox.Command) (r sandbox.Result) {
	for range 5 {
		begun := time.Now()
		if r = run(t, folder(t), c); time.Since(begun) < c.Limits.Wall() {
			break
		}
	}
	return r
}

// TestProgramThatWaitsHasItsTime has a program that is not given the processor for
// longer than its limit.
func TestProgramThatWaitsHasItsTime(t *testing.T) {
	c := command(t, "waits")
	c.Limits.Time = 900 * time.Millisecond // it waits for a second
	if r := runOnProcessor(t, c); !r.OK() {
		t.Error(r)
	}
}

func TestFileSizeAndAddressSpaceAreLimited(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("only Linux has these limits")
	}
	for _, role := range []string{"fills one", "reserves"} {
		c := command(t, role)
		c.Limits.Space = 8 << 30
		r := run(t, folder(t), c)
		if r.OK() || strings.Contains(string(r.Stdout), "had it") {
			t.Errorf("%s: %v", role, r)
		}
	}
}

func TestResultDescribesEndOfProgram(t *testing.T) {
	r := run(t, folder(t), command(t, "complains"))
	if r.OK() || r.Exit != 3 || r.String() != "ended with status 3: no such font" {
		t.Errorf("%v: %+v", r, r)
	}
	r = run(t, folder(t), command(t, "crashes"))
	if r.OK() || r.Signal == "" && r.Exit == 0 {
		t.Errorf("%v: %+v", r, r)
	}
}

func TestMissingProgramIsAnError(t *testing.T) {
	_, err := folder(t).Run(t.Context(), sandbox.Command{Path: filepath.Join(t.TempDir(), "soffice")})
	if err == nil || !strings.Contains(err.Error(), "soffice: no such file") {
		t.Errorf("error %v", err)
	}
}

func TestCancellingStopsTheProgram(t *testing.T) {
	eachWay(t, func(t *testing.T) {
		ctx, cancel := context.WithCancel(t.Context())
		f := folder(t)
		sign := filepath.Join(f.Path(), "sign")
		go func() {
			defer cancel()
			await(func() bool { _, err := os.Stat(sign); return err == nil })
		}()
		_, err := f.Run(ctx, command(t, "writes", sign))
		if !errors.Is(err, context.Canceled) {
			t.Errorf("error %v", err)
		}
		stale(t, sign)
	})
}

func TestNoProcessOutlivesRun(t *testing.T) {
	eachWay(t, func(t *testing.T) {
		f := folder(t)
		sign := filepath.Join(f.Path(), "sign")
		start := time.Now()
		if r := run(t, f, command(t, "leaves", sign)); !r.OK() {
			t.Fatal(r)
		}
		if d := time.Since(start); d > 15*time.Second {
			t.Errorf("waited %v for what was left behind", d)
		}
		stale(t, sign)
	})
}

func TestProgramEndsWithItsCaller(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("only on Linux")
	}
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	caller := exec.Command(self, "hostile", "is killed", dir)
	if err := caller.Start(); err != nil {
		t.Fatal(err)
	}
	var sign string
	if !await(func() bool {
		found, _ := filepath.Glob(filepath.Join(dir, "*", "sign"))
		if len(found) > 0 {
			sign = found[0]
		}
		return sign != ""
	}) {
		t.Fatal("the program has not begun")
	}
	caller.Process.Kill()
	caller.Wait()
	if !await(func() bool {
		before, _ := os.ReadFile(sign)
		time.Sleep(20 * time.Millisecond)
		after, _ := os.ReadFile(sign)
		return string(before) == string(after)
	}) {
		t.Error("the program still writes")
	}
	if runtime.GOOS == "linux" && !await(func() bool {
		left, err := os.ReadDir(dir)
		return err == nil && len(left) == 0
	}) {
		t.Error("its folder is left")
	}
}

// await waits until something holds; false: it never did.
func await(holds func() bool) bool {
	for end := time.Now().Add(5 * time.Minute); time.Now().Before(end); time.Sleep(time.Millisecond) {
		if holds() {
			return true
		}
	}
	return false
}

// stale checks that no process still writes a file that would be written each
// millisecond.
func stale(t *testing.T, name string) {
	t.Helper()
	before, err := os.ReadFile(name)
	if err != nil && !errors.Is(err, fs.ErrNotExist) { // gone with its folder
		t.Fatal(err)
	}
	time.Sleep(50 * time.Millisecond)
	if after, _ := os.ReadFile(name); string(before) != string(after) {
		t.Errorf("the file still changes: %q, then %q", before, after)
	}
}

func TestFilesOutsideAreOutOfReach(t *testing.T) {
	eachWay(t, func(t *testing.T) {
		if !sandbox.Protect().Files {
			t.Skip("this machine has no Landlock: ", sandbox.Protect())
		}
		secret := file(t, "secret", "password")
		f := folder(t)
		if err := f.Put("in", secret); err != nil {
			t.Fatal(err)
		}
		r := run(t, f, command(t, "breaks out", filepath.Dir(secret), fmt.Sprint(os.Getpid())))
		if got := strings.Fields(string(r.Stdout)); len(got) > 0 {
			t.Errorf("it could %q", got)
		}
		if !r.OK() {
			t.Error(r)
		}
		if b, _ := os.ReadFile(secret); string(b) != "password" {
			t.Errorf("the file outside is %q", b)
		}
		if all, _ := os.ReadDir(filepath.Dir(secret)); len(all) != 1 {
			t.Errorf("outside are %v", all)
		}
	})
}

func TestNetworkIsOutOfReach(t *testing.T) {
	eachWay(t, func(t *testing.T) {
		if !sandbox.Protect().Network {
			t.Skip("this machine can't cut the network off: ", sandbox.Protect())
		}
		tcp, err := net.Listen("tcp", "127.0.0.1:0")
		if err != nil {
			t.Fatal(err)
		}
		defer tcp.Close()
		f := folder(t)
		local, err := net.Listen("unix", filepath.Join(f.Path(), "s"))
		if err != nil {
			t.Fatal(err)
		}
		defer local.Close()
		r := run(t, f, command(t, "dials", tcp.Addr().String(), local.Addr().String()))
		if got := strings.Fields(string(r.Stdout)); len(got) > 0 || !r.OK() {
			t.Errorf("it reached %q; %v", got, r)
		}
	})
}

func TestLinkInPlaceOfOutputIsNotFollowed(t *testing.T) {
	secret := file(t, "secret", "password")
	f := folder(t)
	if r := run(t, f, command(t, "misleads", secret, t.TempDir())); !r.OK() {
		t.Fatal(r)
	}
	out := filepath.Join(t.TempDir(), "out")
	for _, name := range []string{"link", "pipe", "folder", "hard", "own", "../secret", "missing"} {
		if err := f.Take(name, out); err == nil {
			t.Errorf("%s was taken", name)
		}
	}
	if _, err := os.Stat(out); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("out: %v", err)
	}
	if left, _ := os.ReadDir(filepath.Dir(out)); len(left) > 0 {
		t.Errorf("left behind: %v", left)
	}
}

// TestLinkInPlaceOfInputIsNotFollowed writes to every name at which a program
// has left something.
func TestLinkInPlaceOfInputIsNotFollowed(t *testing.T) {
	secret, outside := file(t, "secret", "password"), t.TempDir()
	f := folder(t)
	if r := run(t, f, command(t, "misleads", secret, outside)); !r.OK() {
		t.Fatal(r)
	}
	for _, name := range []string{"link", "pipe", "folder", "hard", "own", "outside/new", "outside/new/new", "place/out", "place/out/new", "../new"} {
		if err := f.Write(name, 0o600, strings.NewReader("planted")); err == nil {
			t.Errorf("%s was written", name)
		}
	}
	if b, _ := os.ReadFile(secret); string(b) != "password" {
		t.Errorf("the file outside is %q", b)
	}
	if left, _ := os.ReadDir(outside); len(left) > 0 {
		t.Errorf("written outside: %v", left)
	}
	if err := f.Write("new/folder/file", 0o600, strings.NewReader("text")); err != nil {
		t.Error(err)
	}
}

func TestUnreadableFolderIsRemoved(t *testing.T) {
	f := folder(t)
	run(t, f, command(t, "hides"))
	if err := f.Close(); err != nil {
		t.Error(err)
	}
}

// TestClosedFolderIsOverLimit has a program that takes the right to read its folder away. For root, who reads it all
// the same, it is over the limit of disk.
func TestClosedFolderIsOverLimit(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("only Linux has this limit")
	}
	eachWay(t, func(t *testing.T) {
		f := folder(t)
		if r := run(t, f, command(t, "closes its folder")); r.Limit != "files" && r.Limit != "disk" {
			t.Errorf("limit %q, want files or disk: %v", r.Limit, r)
		}
		if err := f.Close(); err != nil {
			t.Error(err)
		}
		if _, err := os.Lstat(f.Path()); !errors.Is(err, fs.ErrNotExist) {
			t.Errorf("folder after Close: %v", err)
		}
	})
}

func TestLimitsHoldAfterRunThatClosedFolder(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("only Linux has this limit")
	}
	for _, before := range []string{"hides", "closes its folder"} {
		f := folder(t)
		run(t, f, command(t, before))
		if r := run(t, f, command(t, "scatters")); r.Limit != "files" {
			t.Errorf("after a program that %s: limit %q, want files: %v", before, r.Limit, r)
		}
	}
}

func TestProgramOutputIsEscaped(t *testing.T) {
	r := sandbox.Result{Exit: 1, Stderr: []byte("error: a\x1b[2J\u009b31m\u202eb\n")}
	if got := r.Says(); got != "error: a [2J 31m b" {
		t.Errorf("%q", got)
	}
}
