package main

import (
	"bytes"
	"database/sql"
	"encoding/json"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"
	"syscall"
	"time"

	"github.com/rogpeppe/go-internal/testscript"
)

// scriptPatience is how often a script looks for what it waits for, 20 ms apart: five minutes.
const scriptPatience = 15_000

// waitFor waits until a file is there: "waitfor FILE".
func waitFor(ts *testscript.TestScript, neg bool, args []string) {
	for range scriptPatience {
		if _, err := os.Stat(ts.MkAbs(args[0])); err == nil {
			return
		}
		time.Sleep(20 * time.Millisecond)
	}
	ts.Fatalf("%s did not come", args[0])
}

// waitRun waits until the catalogue says that a crawl runs: "waitrun DIR". The socket is there a moment before.
func waitRun(ts *testscript.TestScript, neg bool, args []string) {
	db, err := sql.Open("sqlite", "file:"+filepath.Join(ts.MkAbs(args[0]), "catalog.db")+"?mode=ro")
	ts.Check(err)
	defer db.Close()
	var state string
	for range scriptPatience {
		if err := db.QueryRow("SELECT state FROM crawls ORDER BY id DESC LIMIT 1").Scan(&state); err == nil && state == "running" {
			return
		}
		time.Sleep(20 * time.Millisecond)
	}
	ts.Fatalf("the crawl does not run; its state is %q", state)
}

// sameLines compares two files whose order is that of answers on the way: "samelines stdout FILE".
func sameLines(ts *testscript.TestScript, neg bool, args []string) {
	lines := func(name string) string {
		return strings.Join(slices.Sorted(strings.Lines(ts.ReadFile(name))), "")
	}
	if got, want := lines(args[0]), lines(args[1]); got != want {
		ts.Fatalf("%s and %s hold different lines:\n%s\nand\n%s", args[0], args[1], got, want)
	}
}

// jsonLines checks that each line of a file is a JSON object: "jsonlines stderr".
func jsonLines(ts *testscript.TestScript, neg bool, args []string) {
	n := 0
	for line := range strings.Lines(ts.ReadFile(args[0])) {
		var object map[string]any
		if err := json.Unmarshal([]byte(line), &object); err != nil {
			ts.Fatalf("line %q of %s: %v", line, args[0], err)
		}
		n++
	}
	if n == 0 {
		ts.Fatalf("%s is empty", args[0])
	}
}

// slowKey is the key of the number of requests that slowWeb left without an answer since they were waited for.
type slowKey struct{}

// waitAsked waits until a host that does not answer was asked.
func waitAsked(ts *testscript.TestScript, neg bool, args []string) {
	slow := ts.Value(slowKey{}).(*atomic.Int64)
	for range scriptPatience {
		if slow.Swap(0) > 0 {
			return
		}
		time.Sleep(20 * time.Millisecond)
	}
	ts.Fatalf("no host that does not answer was asked")
}

// mostSignals is how often a signal is sent repeatedly: a busy machine merges a few.
const mostSignals = 10

// sendSignal sends a signal to what still runs in the background, and lets it take note: once, or several times unless it has ended before.
// "signal INT|HUP [repeatedly]".
func sendSignal(ts *testscript.TestScript, neg bool, args []string) {
	signals := map[string]os.Signal{"INT": os.Interrupt, "HUP": syscall.SIGHUP}
	isRepeated := len(args) == 2 && args[1] == "repeatedly"
	if neg || len(args) != 1 && !isRepeated || signals[args[0]] == nil {
		ts.Fatalf("usage: signal INT|HUP [repeatedly]")
	}
	n := 1
	if isRepeated {
		n = mostSignals
	}
	for range n {
		isRunning := false
		for _, cmd := range ts.BackgroundCmds() {
			if err := cmd.Process.Signal(signals[args[0]]); !errors.Is(err, os.ErrProcessDone) {
				ts.Check(err)
				isRunning = true
			}
		}
		if !isRunning {
			return
		}
		time.Sleep(200 * time.Millisecond) // signals that come at once are one signal
	}
}

// exits runs a program that must end with an exit code: "exits CODE PROGRAM ARGUMENT...".
func exits(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: exits CODE PROGRAM ARGUMENT...")
	}
	got := 0
	if failed, ok := errors.AsType[*exec.ExitError](ts.Exec(args[1], args[2:]...)); ok {
		got = failed.ExitCode()
	}
	if strconv.Itoa(got) != args[0] {
		ts.Fatalf("%s exits with %d; want %s", strings.Join(args[1:], " "), got, args[0])
	}
}

// damage does harm to the files that a pattern matches: "damage flip PATTERN N" turns the bits
// of byte N over, "damage cut PATTERN N" leaves N bytes, "damage garble PATTERN N" overwrites
// all from byte N on with rubbish. A negative N counts from the end. "damage delete PATTERN 0"
// leaves nothing at all.
func damage(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 3 {
		ts.Fatalf("usage: damage flip|cut|garble|delete PATTERN N")
	}
	files, err := filepath.Glob(ts.MkAbs(args[1]))
	ts.Check(err)
	n, err := strconv.Atoi(args[2])
	ts.Check(err)
	if len(files) == 0 {
		ts.Fatalf("nothing matches %s", args[1])
	}
	for _, file := range files {
		if args[0] == "delete" {
			ts.Check(os.Remove(file))
			continue
		}
		data, err := os.ReadFile(file)
		ts.Check(err)
		at := n
		if n < 0 {
			at += len(data)
		}
		if at < 0 || at >= len(data) {
			continue
		}
		switch args[0] {
		case "flip":
			data[at] ^= 0xff
		case "cut":
			data = data[:at]
		case "garble":
			copy(data[at:], bytes.Repeat([]byte("Rubbish. "), len(data)/9+1))
		}
		ts.Check(os.WriteFile(file, data, 0o644))
	}
}
