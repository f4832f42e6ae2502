package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strconv"

	"github.com/rogpeppe/go-internal/testscript"
)

// damage does harm to the files that a pattern matches: "damage flip PATTERN N" turns the bits of byte N over,
// "damage cut PATTERN N" leaves N bytes, "damage garble PATTERN N" overwrites all from byte N on with rubbish. A
// negative N counts from the end.
func damage(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 3 {
		ts.Fatalf("usage: damage flip|cut|garble PATTERN N")
	}
	files, err := filepath.Glob(ts.MkAbs(args[1]))
	ts.Check(err)
	n, err := strconv.Atoi(args[2])
	ts.Check(err)
	if len(files) == 0 {
		ts.Fatalf("nothing matches %s", args[1])
	}
	for _, file := range files {
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
