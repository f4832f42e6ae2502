package main

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

func TestExamplesAreNamedOnce(t *testing.T) {
	good, bad, err := examplesOf([]string{"a.html", "./a.html", "http://a.example", "http://A.example/", "b.html"}, []string{"c.html", "c.html"})
	if err != nil {
		t.Fatal(err)
	}
	if want := []string{"a.html", "http://a.example", "b.html"}; !slices.Equal(good, want) {
		t.Errorf("good examples %q, want %q", good, want)
	}
	if want := []string{"c.html"}; !slices.Equal(bad, want) {
		t.Errorf("bad examples %q, want %q", bad, want)
	}
}

func TestExamplesMoveWithTheirTopic(t *testing.T) {
	t.Chdir(t.TempDir())
	if err := os.MkdirAll("before/texts", 0o700); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"before/texts/a.txt", "b.txt", "lost.txt"} {
		if err := os.WriteFile(name, []byte("text"), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	absolute, err := filepath.Abs("b.txt")
	if err != nil {
		t.Fatal(err)
	}
	cases := []struct{ name, inFile, moved string }{
		{"before/texts/a.txt", "texts/a.txt", "after/texts/a.txt"},
		{"b.txt", "../b.txt", "b.txt"},
		{absolute, absolute, absolute},
		{"http://a.example/b.txt", "http://a.example/b.txt", "http://a.example/b.txt"},
		{"3f2a", "3f2a", "3f2a"}, // a document of the library
		{"", "", ""},
	}
	for _, c := range cases {
		if got, err := exampleFor("before", c.name); got != c.inFile || err != nil {
			t.Errorf("%s is %s in the file, error %v, want %s", c.name, got, err, c.inFile)
		}
	}
	if err := os.Rename("before", "after"); err != nil {
		t.Fatal(err)
	}
	for _, c := range cases {
		if got := exampleIn("after", c.inFile); got != c.moved {
			t.Errorf("%s in the file is %s, want %s", c.inFile, got, c.moved)
		}
	}
	if got, err := exampleFor("after", filepath.Join("after", "lost.txt")); got != "lost.txt" || err != nil {
		t.Errorf("a missing file is written as %s, error %v", got, err)
	}
	if got, want := exampleIn("after", "lost.txt"), filepath.Join("after", "lost.txt"); got != want {
		t.Errorf("a missing file is %s, want %s: another one of its name is here", got, want)
	}
}

func TestExampleIsNotGoodAndBad(t *testing.T) {
	for _, pair := range [][2]string{{"a.html", "./a.html"}, {"http://a.example", "http://a.example/"}} {
		if _, _, err := examplesOf(pair[:1], pair[1:]); err == nil || !strings.Contains(err.Error(), pair[0]+" is a good and a bad example") {
			t.Errorf("good %s, bad %s: error %v", pair[0], pair[1], err)
		}
	}
}
