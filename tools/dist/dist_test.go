package main

import "testing"

func TestVersionAgreesWithTheTag(t *testing.T) {
	for _, c := range []struct {
		name, tag string
		modified  bool
		want      string // empty: an error
	}{
		{"tag of the number", "v0.1.0", false, "0.1.0"},
		{"tag of another number", "v0.2.0", false, ""},
		{"tag, and changed files", "v0.1.0", true, ""},
		{"no tag", "", false, "0.1.0-dev.4a8e28f"},
		{"no tag, and changed files", "", true, "0.1.0-dev.4a8e28f.modified"},
	} {
		got, err := versionOf("0.1.0", "4a8e28f1dcdf0000", c.tag, c.modified)
		if got != c.want || (err == nil) != (c.want != "") {
			t.Errorf("%s: %q, %v; want %q", c.name, got, err, c.want)
		}
	}
}
