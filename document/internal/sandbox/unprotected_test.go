//go:build unix

package sandbox_test

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"sluice/document/internal/sandbox"
)

// script returns a command that runs a shell script.
func script(t *testing.T, text string) sandbox.Command {
	t.Helper()
	path := filepath.Join(t.TempDir(), "program")
	if err := os.WriteFile(path, []byte("#!/bin/sh\n"+text+"\n"), 0o700); err != nil {
		t.Fatal(err)
	}
	return sandbox.Command{Path: path, Limits: sandbox.Limits{Time: 10 * time.Second}}
}

func TestNoProgramRunsWithoutSandbox(t *testing.T) {
	t.Setenv("SLUICE_SANDBOX", "none")
	if sandbox.Protect().Available() {
		t.Error("Protect().Available() = true")
	}
	f := folder(t)
	_, err := f.Run(t.Context(), script(t, `echo made >made`))
	if !errors.Is(err, sandbox.ErrUnavailable) || !strings.Contains(err.Error(), "program: not run: no sandbox on ") {
		t.Errorf("Run(): %v, want ErrUnavailable", err)
	}
	if _, err := f.OpenFile("made"); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("the program ran: %v", err)
	}
}

func TestSandboxKeepsFilesAndNetwork(t *testing.T) {
	for _, c := range []struct {
		p    sandbox.Protection
		want bool
	}{
		{sandbox.Protection{}, false},
		{sandbox.Protection{Processes: true, Files: true, Network: true}, true},
		{sandbox.Protection{Files: true, Network: true}, true}, // a container without user namespaces
		{sandbox.Protection{Processes: true, Network: true}, false},
		{sandbox.Protection{Processes: true, Files: true}, false},
	} {
		if c.p.Available() != c.want {
			t.Errorf("%+v is a sandbox: %v", c.p, !c.want)
		}
	}
}

func TestUnsandboxedProgramRunsWithoutSandbox(t *testing.T) {
	t.Setenv("SLUICE_SANDBOX", "none")
	for _, c := range []struct {
		name, text string
		limits     sandbox.Limits
		want       string
		stdout     string
	}{
		{"succeeds", `cat in; echo made >made`, sandbox.Limits{}, "ended well", "text"},
		{"fails", `echo "Error: no" >&2; exit 3`, sandbox.Limits{}, "ended with status 3: Error: no", ""},
		{"hangs", `sleep 1000 & sleep 1000`, sandbox.Limits{Time: 300 * time.Millisecond}, "stopped at its limit of time", ""},
		{"prints too much", `yes`, sandbox.Limits{Time: 10 * time.Second, Output: 4}, "stopped at its limit of output", "y\ny\n"},
	} {
		f := folder(t)
		in := filepath.Join(t.TempDir(), "in")
		if err := os.WriteFile(in, []byte("text"), 0o600); err != nil {
			t.Fatal(err)
		}
		if err := f.Put("in", in); err != nil {
			t.Fatal(err)
		}
		command := script(t, c.text)
		command.Unsandboxed, command.Limits = true, c.limits
		r, err := f.Run(t.Context(), command)
		if err != nil || r.String() != c.want || string(r.Stdout) != c.stdout {
			t.Errorf("%s: Run() = %s, %q, %v; want %s, %q", c.name, r, r.Stdout, err, c.want, c.stdout)
		}
	}
}

// TestProgramInHomeDoesNotReadHome has programs where users install their own.
func TestProgramInHomeDoesNotReadHome(t *testing.T) {
	if !sandbox.Protect().Files {
		t.Skip("this machine has no Landlock: ", sandbox.Protect())
	}
	for _, place := range []string{"", "bin", "program", ".local/bin", "office/program"} {
		home := t.TempDir()
		t.Setenv("HOME", home)
		path := filepath.Join(home, place, "program")
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			t.Fatal(err)
		}
		for name, text := range map[string]string{
			path: "#!/bin/sh\ncat " + filepath.Join(home, "secret") + "; exit 0\n", filepath.Join(home, "secret"): "password",
		} {
			if err := os.WriteFile(name, []byte(text), 0o700); err != nil {
				t.Fatal(err)
			}
		}
		r := run(t, folder(t), sandbox.Command{Path: path, Limits: sandbox.Limits{Time: 10 * time.Second}})
		if len(r.Stdout) > 0 || !r.OK() {
			t.Errorf("a program in ~/%s: %v, %q", place, r, r.Stdout)
		}
	}
}

// TestProgramNextToLibraryDoesNotReadIt has a folder that holds both programs and the folder in which they work.
func TestProgramNextToLibraryDoesNotReadIt(t *testing.T) {
	if !sandbox.Protect().Files {
		t.Skip("this machine has no Landlock: ", sandbox.Protect())
	}
	top := t.TempDir()
	path, secret := filepath.Join(top, "bin", "program"), filepath.Join(top, "library", "secret")
	for name, text := range map[string]string{path: "#!/bin/sh\ncat " + secret + "; exit 0\n", secret: "password"} {
		if err := os.MkdirAll(filepath.Dir(name), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(text), 0o700); err != nil {
			t.Fatal(err)
		}
	}
	work := filepath.Join(top, "library", "work")
	if err := os.Mkdir(work, 0o700); err != nil {
		t.Fatal(err)
	}
	f, err := sandbox.Open(work)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	r := run(t, f, sandbox.Command{Path: path, Limits: sandbox.Limits{Time: 10 * time.Second}})
	if len(r.Stdout) > 0 || !r.OK() {
		t.Errorf("%v, %q", r, r.Stdout)
	}
}
