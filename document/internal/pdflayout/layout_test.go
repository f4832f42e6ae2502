package pdflayout

import "testing"

// TestRaisedMarks puts lines together of characters of 10 points, and of raised ones of 7 between signs of "^".
func TestRaisedMarks(t *testing.T) {
	text, small := &Typeface{Font: "Roman", Size: 10}, &Typeface{Font: "Roman", Size: 7}
	for printed, want := range map[string]string{
		"Jane Roe^a^, Karl Sand^b,c^":    "Jane Roeᵃ, Karl Sandᵇ,ᶜ",
		"^a^Sand University":             "ᵃSand University",
		"Jane Roe Jr.^a^":                "Jane Roe Jr.ᵃ",
		"Jane Roe^1,a^":                  "Jane Roe¹,ᵃ",
		"the 2^nd^ and the 1^e^ of them": "the 2nd and the 1e of them",
		"M^me^ Roe":                      "Mme Roe",
		"x^n^ grains":                    "xn grains",
		"Sand^TM^":                       "SandTM",
	} {
		var p Page
		x, raised, spaced := 0.0, false, false
		for _, r := range printed {
			if r == '^' {
				raised = !raised
				continue
			}
			if r == ' ' {
				x, spaced = x+4, true
				continue
			}
			g := Glyph{R: r, X0: x, X1: x + 5, Top: 90, Bottom: 102, Base: 100, Face: text, Spaced: spaced}
			if raised {
				g.Top, g.Bottom, g.Base, g.Face = 87, 95, 96, small
			}
			p.Glyphs = append(p.Glyphs, g)
			x, spaced = x+5, false
		}
		p.Glyphs[0].Line = true
		if lines, _ := p.Lines(); len(lines) != 1 || lines[0].Text != want {
			t.Errorf("%s: lines %v, want %q", printed, lines, want)
		}
	}
}
