package main

import (
	"bytes"
	"database/sql"
	"errors"
	"maps"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"
)

// longRebuild begins a rebuild that takes some seconds, and waits until it is at work.
func longRebuild(t *testing.T, dir string) (cmd *exec.Cmd, says *bytes.Buffer) {
	t.Helper()
	says = new(bytes.Buffer)
	cmd = program("rebuild", "-d", dir, "--progress", "none")
	cmd.Stderr = says
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	for end := time.Now().Add(5 * time.Minute); ; time.Sleep(5 * time.Millisecond) {
		if info, err := os.Stat(filepath.Join(dir, "rebuild.tmp", "catalog.db-wal")); err == nil && info.Size() > 150_000 { // a group is there, not just the tables
			return cmd, says
		}
		if time.Now().After(end) {
			cmd.Process.Kill()
			cmd.Wait()
			t.Fatalf("the rebuild makes no catalogue: %s", says)
		}
	}
}

func TestRebuildIsInterruptedBySignals(t *testing.T) {
	t.Parallel()
	web := startKillWeb(t, killShape{name: "small", hosts: 3, pages: 20, flags: []string{"--delay", "0s"}})
	dir := filepath.Join(t.TempDir(), "lib")
	if out, err := web.command(dir).CombinedOutput(); err != nil {
		t.Fatalf("crawl: %v\n%s", err, out)
	}
	want := bodies(t, dir)
	archived, err := os.ReadFile(matches(t, dir, "archive/*")[0])
	if err == nil { // much more to read
		err = os.WriteFile(filepath.Join(dir, "archive", "sluice-20991231235959-00002.warc.gz"), bytes.Repeat(archived, 200), 0o644)
	}
	if err != nil {
		t.Fatal(err)
	}

	t.Run("a terminal that is closed", func(t *testing.T) {
		if signal.Ignored(syscall.SIGHUP) {
			t.Skip("this process was begun by nohup, and so is the program")
		}
		cmd, says := longRebuild(t, dir)
		for range 2 { // from the shell and from the kernel
			cmd.Process.Signal(syscall.SIGHUP)
			time.Sleep(time.Millisecond) // else they are one
		}
		cmd.Wait()
		if code := cmd.ProcessState.ExitCode(); code != exitStopped || !strings.Contains(says.String(), "Stopped; the library is unchanged.") {
			t.Errorf("exit code %d\n%s", code, says)
		}
		if left, _ := filepath.Glob(filepath.Join(dir, "rebuil*")); len(left) > 0 {
			t.Errorf("left behind: %v", left)
		}
	})
	t.Run("Ctrl-C while the disk does not answer", func(t *testing.T) {
		cmd, _ := longRebuild(t, dir)
		db, err := sql.Open("sqlite", filepath.Join(dir, "rebuild.tmp", "catalog.db")+"?_txlock=immediate&_pragma=busy_timeout(9000)")
		if err != nil {
			t.Fatal(err)
		}
		defer db.Close()
		tx, err := db.Begin() // for which each write of the rebuild waits ten seconds
		if err != nil {
			t.Fatal(err)
		}
		defer tx.Rollback()
		ended := make(chan error, 1)
		go func() { ended <- cmd.Wait() }()
		begun := time.Now()
		for running := true; running; {
			cmd.Process.Signal(os.Interrupt)
			select {
			case <-ended:
				running = false
			case <-time.After(50 * time.Millisecond):
			}
		}
		if took := time.Since(begun); took > 9*time.Second {
			t.Errorf("it ended after %v", took)
		}
	})
	if err := os.Remove(filepath.Join(dir, "archive", "sluice-20991231235959-00002.warc.gz")); err != nil && !errors.Is(err, os.ErrNotExist) {
		t.Error(err)
	}
	if got := bodies(t, dir); !maps.Equal(got, want) {
		t.Errorf("%d URLs afterwards; want %d", len(got), len(want))
	}
}
