//go:build linux

package main

import (
	"strings"
	"testing"
)

const someTraces = `File: x
Duration: 1s, Total samples = 40ms ( 4%)
-----------+-------------------------------------------------------
      30ms   example.test/a/page.Parse (inline)
             example.test/a/crawl.(*reader).run
-----------+-------------------------------------------------------
      10ms   runtime.mallocgc
             example.test/a/page.Parse
             example.test/a/crawl.(*reader).run
-----------+-------------------------------------------------------
`

func TestFlameAddsUpStacksFromTheOutsideIn(t *testing.T) {
	root, err := readTraces([]byte(someTraces))
	if err != nil {
		t.Fatal(err)
	}
	var picture strings.Builder
	if err := root.draw(&picture); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"all: 100.0 %", "crawl.(*reader).run: 100.0 %", "page.Parse: 100.0 %", "runtime.mallocgc: 25.0 %", `width="299.5"`} {
		if !strings.Contains(picture.String(), want) {
			t.Errorf("the picture lacks %q:\n%s", want, picture.String())
		}
	}
}

func TestFlameOfNoProfileIsAnError(t *testing.T) {
	for _, traces := range []string{"", "no traces at all\n"} {
		if _, err := readTraces([]byte(traces)); err == nil {
			t.Errorf("readTraces(%q) returns no error", traces)
		}
	}
}
