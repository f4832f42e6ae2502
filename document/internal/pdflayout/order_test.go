package pdflayout

import (
	"fmt"
	"strings"
	"testing"
)

// block is lines of text at a place, 12 points apart.
type block struct {
	x, y  float64
	lines []string
}

// column returns n lines that begin with a name.
func column(name string, n int) (lines []string) {
	for i := range n {
		lines = append(lines, fmt.Sprintf("%s%d with some words", name, i))
	}
	return lines
}

// TestColumnsAreReadOneAfterTheOther prints pages whose file has the lines row by row, across the columns.
func TestColumnsAreReadOneAfterTheOther(t *testing.T) {
	for name, c := range map[string]struct {
		blocks []block
		want   string // the first words of the lines
	}{
		"two columns": {[]block{{50, 100, column("a", 12)}, {300, 100, column("b", 12)}},
			"a0 a1 a2 a3 a4 a5 a6 a7 a8 a9 a10 a11 b0 b1 b2 b3 b4 b5 b6 b7 b8 b9 b10 b11"},
		"three columns": {[]block{{50, 100, column("a", 10)}, {220, 100, column("b", 10)}, {390, 100, column("c", 10)}},
			"a0 a1 a2 a3 a4 a5 a6 a7 a8 a9 b0 b1 b2 b3 b4 b5 b6 b7 b8 b9 c0 c1 c2 c3 c4 c5 c6 c7 c8 c9"},
		"a title above two columns": {[]block{{50, 60, []string{"title of the paper that stands above all of the columns of the page"}}, {50, 100, column("a", 9)}, {300, 100, column("b", 9)}},
			"title a0 a1 a2 a3 a4 a5 a6 a7 a8 b0 b1 b2 b3 b4 b5 b6 b7 b8"},
		"a title above three columns, a footer below": {[]block{{50, 60, []string{"title of the paper that stands above all of the columns of the page"}},
			{50, 100, column("a", 9)}, {220, 100, column("b", 9)}, {390, 100, column("c", 9)}, {50, 240, []string{"footer of the page that stands below all of the columns of the page"}}},
			"title a0 a1 a2 a3 a4 a5 a6 a7 a8 b0 b1 b2 b3 b4 b5 b6 b7 b8 c0 c1 c2 c3 c4 c5 c6 c7 c8 footer"},
		"columns of different lengths": {[]block{{50, 100, column("a", 12)}, {300, 100, column("b", 5)}},
			"a0 a1 a2 a3 a4 a5 a6 a7 a8 a9 a10 a11 b0 b1 b2 b3 b4"},
		"columns above and below a wide line": {[]block{{50, 100, column("a", 4)}, {300, 100, column("b", 4)},
			{50, 160, []string{"wide line of a caption that stands between the columns of the page, above and below"}}, {50, 184, column("c", 4)}, {300, 184, column("d", 4)}},
			"a0 a1 a2 a3 b0 b1 b2 b3 wide c0 c1 c2 c3 d0 d1 d2 d3"},
	} {
		var p Page
		face := &Typeface{Font: "Roman", Size: 10}
		for row := 0; ; row++ {
			printed := false
			for _, b := range c.blocks {
				if row >= len(b.lines) {
					continue
				}
				printed = true
				x, spaced := b.x, false
				y := b.y + 12*float64(row)
				for i, r := range b.lines[row] {
					if r == ' ' {
						x, spaced = x+3, true
						continue
					}
					p.Glyphs = append(p.Glyphs, Glyph{R: r, X0: x, X1: x + 5, Top: y - 9, Bottom: y + 2, Base: y, Face: face, Spaced: spaced, Line: i == 0})
					x, spaced = x+5, false
				}
			}
			if !printed {
				break
			}
		}
		lines, _ := p.Lines()
		var got []string
		for _, l := range lines {
			first, _, _ := strings.Cut(l.Text, " ")
			got = append(got, first)
		}
		if strings.Join(got, " ") != c.want {
			t.Errorf("%s: %q, want %q", name, strings.Join(got, " "), c.want)
		}
	}
}
