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

// TestLinesFromRightToLeftAreInTheOrderOfReading puts lines together of words in the order in which PDFium has them, that of reading.
func TestLinesFromRightToLeftAreInTheOrderOfReading(t *testing.T) {
	type word struct {
		text  string
		right float64 // edge
	}
	face := &Typeface{Font: "Nazanin", Size: 10}
	for _, c := range []struct {
		name  string
		words []word
		want  string
	}{
		{"Persian", []word{{"آلودگی", 500}, {"هوای", 466}, {"تهران", 442}}, "آلودگی هوای تهران"},
		{"Hebrew", []word{{"חול", 500}, {"ונהרות", 481}}, "חול ונהרות"},
		{"narrow spaces", []word{{"و", 500}, {"غربی", 493.5}, {"تهران", 472}}, "و غربی تهران"},
		{"a number and a word in Latin letters", []word{{"دانشگاه", 500}, {"Sand", 461}, {"12", 437}, {"تهران", 423}}, "دانشگاه 12 Sand تهران"},
		{"English with an Arabic word", []word{{"the", 315}, {"river", 344}, {"نهر", 363}}, "the river نهر"},
	} {
		var p Page
		for i, w := range c.words {
			letters := []rune(w.text)
			for j, r := range letters {
				x := w.right - 5*float64(j+1)
				if !readFromRight(r) {
					x = w.right - 5*float64(len(letters)-j)
				}
				p.Glyphs = append(p.Glyphs, Glyph{R: r, X0: x, X1: x + 5, Top: 90, Bottom: 102, Base: 100, Face: face, Spaced: i > 0 && j == 0})
			}
		}
		p.Glyphs[0].Line = true
		if lines, _ := p.Lines(); len(lines) != 1 || lines[0].Text != c.want {
			t.Errorf("%s: lines %+v, want %q", c.name, lines, c.want)
		}
	}
}
