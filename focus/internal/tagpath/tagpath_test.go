package tagpath

import (
	"bytes"
	"fmt"
	"math"
	"strings"
	"testing"
)

func TestLikePathsShareACluster(t *testing.T) {
	c := New(10)
	menu := c.Of("html body div#page div.header nav ul.menu li a")
	papers := c.Of("html body main.content section.publications ol li.paper span.links a.pdf")
	for _, tt := range []struct {
		path string
		want int
	}{
		{"html body div#page div.header nav ul.menu li a", menu},
		{"html body div#page div.header nav ul.menu li a.current", menu},
		{"html body main.content section.publications ol li.paper span.links a.pdf", papers},
		{"html body main.content section.publications ol li.paper em span.links a.pdf", papers},
	} {
		if got := c.Of(tt.path); got != tt.want {
			t.Errorf("%s: cluster %d, want %d", tt.path, got, tt.want)
		}
	}
	if menu == papers {
		t.Error("the menu and the papers share a cluster")
	}
	if other := c.Of(""); other == menu || other == papers {
		t.Errorf("a link without a path is in cluster %d", other)
	}
}

func TestClustersAreBounded(t *testing.T) {
	c := New(8)
	for i := range 10_000 {
		if n := c.Of(fmt.Sprintf("x%d y%d z%d", i, i, i)); n < 0 || n >= 8 {
			t.Fatalf("path %d: cluster %d of 8", i, n)
		}
	}
	if c.Len() != 8 {
		t.Errorf("%d clusters, want 8", c.Len())
	}
	c.Of(strings.Repeat("div ", 1<<20))
	for i, k := range c.clusters {
		if math.IsNaN(k.square) || math.IsInf(k.square, 0) || k.square <= 0 {
			t.Errorf("cluster %d has the square %v", i, k.square)
		}
	}
}

func TestRestoredClustersTakeTheSamePaths(t *testing.T) {
	c, again := New(10), New(10)
	for i := range 100 {
		c.Of(fmt.Sprintf("html body div.c%d ul li a", i%7))
	}
	for n := range c.Len() {
		if !c.Changed(n) || c.Changed(n) {
			t.Errorf("cluster %d: Changed is not true once", n)
		}
		if !again.Restore(c.Append(nil, n)) {
			t.Fatalf("cluster %d cannot be restored", n)
		}
	}
	for i := range 20 {
		path := fmt.Sprintf("html body div.c%d ul li a", i)
		if a, b := c.Of(path), again.Of(path); a != b {
			t.Errorf("%s: cluster %d before, %d after", path, a, b)
		}
	}
}

func FuzzRestore(f *testing.F) {
	c := New(2)
	c.Of("html body a")
	f.Add(c.Append(nil, 0))
	f.Add([]byte{0, 1, 0x7f, 0xf8, 0, 0, 0, 0, 0, 0})
	f.Fuzz(func(t *testing.T, b []byte) {
		c := New(2)
		if !c.Restore(b) {
			if c.Len() != 0 {
				t.Error("a cluster of bytes that hold none")
			}
			return
		}
		if s := c.clusters[0].square; math.IsNaN(s) || math.IsInf(s, 0) {
			t.Errorf("square %v", s)
		}
		if again := c.Append(nil, 0); len(again) != len(b) && !bytes.Equal(again, b) {
			t.Errorf("%d bytes became %d", len(b), len(again))
		}
		c.Of("html body a")
	})
}
